"""`arboretum ladder`: many bots, all against all."""

from __future__ import annotations

from typing import Any

import click

from arboretum.bots.registry import names
from arboretum.cli.arena_options import Asked, arena_options
from arboretum.cli.arena_run import run
from arboretum.errors import OptionError
from arboretum.language import say


@click.command()
@click.argument("bots", nargs=-1, metavar="BOT BOT ...")
@click.option("--players", type=int, metavar="N", help="Players at a table, 2 to 4; 2 if not given.")
@arena_options
def ladder(bots: tuple[str, ...], players: int | None, **options: Any) -> None:  # noqa: ANN401 - fields of Asked
    """
    Let all bots play each other, two, three or four at a table, and rate them.

    All pairs meet, or all tables of three or four, over the same decks; each deck is played at each table in
    every seating. A BOT is named as in match, and what is said there of seeds, budgets and faults holds here.
    """
    asked = Asked(**options)
    if not bots and not (asked.resume and asked.resume.exists()):
        raise OptionError(say("Name the bots of the ladder, such as {bots}.", bots=" ".join(names())))
    plan, _ = asked.match(bots, players=players, ladder=True)
    run(plan, None, asked)
