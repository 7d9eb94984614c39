"""`arboretum analyse`: what the decisions of a recorded game were worth, and where it turned."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator

import click

from arboretum.analysis import Analysis, analysed, analysis_json
from arboretum.analysis.analyse import Progress
from arboretum.analysis.judge import Closer, Judge, to_the_end
from arboretum.analysis.text import analysis_lines
from arboretum.bots.bot import Budget
from arboretum.cli.lang import lang
from arboretum.errors import ArboretumError
from arboretum.events import Decided
from arboretum.language import say
from arboretum.record import Record
from arboretum.tui.terminal import Terminal


@click.command()
@click.argument("record", type=click.Path())
@click.option("--open", "open_cards", is_flag=True, help="Judge with all hands open, as nobody could.")
@click.option("--all", "every", is_flag=True, help="Every decision, not the turning points alone.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole analysis as JSON.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Seconds to look more closely.")
@click.option("--rollouts", type=click.IntRange(1), help="Games played to their end for each decision.")
@lang
def analyse(
    record: str, open_cards: bool, every: bool, as_json: bool, seconds: float | None, rollouts: int | None
) -> None:
    """
    Analyse the game in RECORD: where it turned, what each choice cost, where the points went.

    Every choice is judged from what its player knew at the time, and a second time with all hands open. A game
    that is not over is analysed as far as the record goes.
    """
    terminal = Terminal.standard()
    game = Record.load(record)
    for note in game.notes:
        click.echo(note, err=True)
    try:
        with _bar() as progress:
            found = analysed(game, _judge(game, seconds, rollouts), progress=progress)
    except KeyboardInterrupt:
        click.echo(say("Interrupted: there is no analysis."), err=True)
        sys.exit(130)
    if as_json:
        terminal.say(json.dumps(analysis_json(found), ensure_ascii=False))
        return
    if open_cards and found.open is None:
        raise ArboretumError(
            say("This record does not tell all hands, so the game cannot be judged with all cards open.")
        )
    _print(terminal, found, game, open_cards=open_cards, every=every)


def _judge(game: Record, seconds: float | None, rollouts: int | None) -> Judge:
    """The usual judge, or one that looks more closely: the seconds are shared by all decisions, judged twice."""
    if seconds is None and rollouts is None:
        return to_the_end
    decisions = sum(isinstance(event, Decided) for event in game.events)
    share = None if seconds is None else seconds / max(2 * decisions, 1)
    return Closer(Budget(share, rollouts))


def _print(terminal: Terminal, found: Analysis, game: Record, *, open_cards: bool, every: bool) -> None:
    """Print an analysis; sentences are wrapped, tables are not."""
    if game.is_complete:
        terminal.tell(game.score.explain_win())
        terminal.say("")
    for line in analysis_lines(found, open_cards=open_cards, every=every):
        if "  " in line.strip() or "|" in line:
            terminal.say(line)
        else:
            terminal.tell(line, "   ")


@contextlib.contextmanager
def _bar() -> Iterator[Progress | None]:
    """Something to tell of the work that is done; it shows a bar where standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    parts = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*parts, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("analysing"), total=1.0)

        def tell(done: float) -> None:
            bar.update(task, completed=done)

        yield tell
