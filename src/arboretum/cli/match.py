"""`arboretum match`: bots against each other."""

from __future__ import annotations

from typing import Any

import click

from arboretum.arena.sprt import Sprt
from arboretum.bots.registry import names
from arboretum.cli.arena_options import Asked, arena_options
from arboretum.cli.arena_run import run
from arboretum.errors import OptionError
from arboretum.language import say


@click.command()
@click.argument("bots", nargs=-1, metavar="BOT BOT [BOT [BOT]]")
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    help="End a match of two once the games tell which of two differences in Elo is the likelier.",
)
@arena_options
def match(bots: tuple[str, ...], sprt: str | None, **options: Any) -> None:  # noqa: ANN401 - fields of Asked
    """
    Let 2 to 4 bots play each other, and print who is stronger.

    A BOT is a name such as greedy or random, path/to/bot.py:ClassName, package.module:ClassName, or a program in
    any language, "process:COMMAND"; the same one may be named again. Behind a name may stand a budget of its
    own, as in flat@400 for rollouts or flat@0.5s. Each deck is played in every seating. The same seed gives the
    same result, whatever the number of workers, unless bots are given seconds. Where a bot fails, the first
    legal action is played for it, and its faults are counted.
    """
    asked = Asked(**options)
    if not bots and not (asked.resume and asked.resume.exists()):
        known, file = ", ".join(names()), "path/to/bot.py:ClassName"
        raise OptionError(say("Name 2 to 4 bots: {bots}, or {file}.", bots=known, file=file))
    plan, test = asked.match(bots, test=None if sprt is None else Sprt.parse(sprt))
    run(plan, test, asked)
