"""`arboretum match`: bots against each other."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import click

from arboretum.arena.match import Match
from arboretum.arena.outcome import Outcome
from arboretum.arena.playing import deals_of
from arboretum.arena.report import MatchResult
from arboretum.bots.bot import Budget
from arboretum.bots.registry import names
from arboretum.errors import OptionError
from arboretum.language import say
from arboretum.options import Options

INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells have it."""

DEALS_FOR_A_WORKER: Final = 8
"""A process of its own is not started for fewer."""


@click.command()
@click.argument("bots", nargs=-1, metavar="BOT BOT [BOT [BOT]]")
@click.option(
    "--deals", type=int, default=100, show_default=True, metavar="N", help="Decks, each in every seating."
)
@click.option(
    "--seed", type=int, metavar="N", help="Where decks and the bots' chance come from; else one is drawn."
)
@click.option("--workers", type=int, metavar="N", help="Processes; as many as this machine can run at once.")
@click.option("--options", "rules", default="", metavar="TEXT", help="Preset or name=value,... as in play.")
@click.option("--seconds", type=float, metavar="S", help="Time for a decision, for bots that search.")
@click.option("--rollouts", type=int, metavar="N", help="Imagined games for a decision, for bots that search.")
@click.option(
    "--keep", type=click.Path(path_type=Path), metavar="DIR", help="New folder for a record of each game."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
def match(
    bots: tuple[str, ...],
    deals: int,
    seed: int | None,
    workers: int | None,
    rules: str,
    seconds: float | None,
    rollouts: int | None,
    keep: Path | None,
    as_json: bool,
) -> None:
    """
    Let 2 to 4 bots play each other, and print who is stronger.

    A BOT is a name such as greedy or random, path/to/bot.py:ClassName, or package.module:ClassName; the same
    one may be named again. Each deck is played in every seating. The same seed gives the same result, whatever
    the number of workers. Where a bot fails, the first legal action is played for it, and its faults are counted.
    """
    if not bots:
        known, file = ", ".join(names()), "path/to/bot.py:ClassName"
        raise OptionError(say("Name 2 to 4 bots: {bots}, or {file}.", bots=known, file=file))
    plan = Match.of(
        bots,
        deals=deals,
        seed=seed,
        options=Options.parse(rules),
        budget=_budget(seconds, rollouts),
        keep=keep,
    )
    result, interrupted = _played(plan, _workers(workers, deals))
    if result.games:
        click.echo(json.dumps(result.to_json()) if as_json else result.table())
    if interrupted:
        nothing = say("Interrupted before a deal was complete: no result.")
        click.echo(say("Interrupted.") if result.games else nothing, err=True)
        sys.exit(INTERRUPTED)


def _budget(seconds: float | None, rollouts: int | None) -> Budget:
    """What the options say. Raises OptionError."""
    if seconds is not None and not 0 < seconds < float("inf"):
        raise OptionError(
            say("A decision needs some time: --seconds cannot be {seconds}.", seconds=f"{seconds:g}")
        )
    if rollouts is not None and rollouts < 1:
        raise OptionError(say("--rollouts is a number from 1 up, not {rollouts}.", rollouts=rollouts))
    return Budget(seconds=seconds, rollouts=rollouts)


def _workers(asked: int | None, deals: int) -> int:
    """As many as asked, else as many as are of use here."""
    if asked is not None:
        return asked
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(here, deals // DEALS_FOR_A_WORKER))


def _played(plan: Match, workers: int) -> tuple[MatchResult, bool]:
    """The result, or what there is of it, and whether it was interrupted."""
    games: list[Outcome] = []
    interrupted = False
    try:
        with (
            _progress(plan) as advance,
            contextlib.redirect_stdout(sys.stderr),  # what bots print must not come between the results
            contextlib.closing(deals_of(plan, workers)) as deals,
        ):
            for played in deals:
                games.extend(played)
                advance()
    except KeyboardInterrupt:
        interrupted = True
    return MatchResult(plan, games), interrupted


@contextlib.contextmanager
def _progress(plan: Match) -> Iterator[Callable[[], None]]:
    """Something to call after each deal; it shows a bar where standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("deals"), total=plan.deals)
        yield lambda: bar.advance(task)
