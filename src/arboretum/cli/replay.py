"""`arboretum replay`: a recorded game step by step, or verified."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from arboretum.cli.lang import lang
from arboretum.cli.verifying import verify_folder
from arboretum.errors import ArboretumError
from arboretum.language import all_of, say, say_many
from arboretum.record import Record
from arboretum.records.reading import unknown_rules
from arboretum.tui.moments import Moments, eyes_named
from arboretum.tui.stepper import Stepper
from arboretum.tui.terminal import Terminal


@click.command()
@click.argument("file", type=click.Path())
@click.option("--verify", is_flag=True, help="Replay it by the rules, or all in a folder; say what is wrong.")
@click.option("--view", metavar="WHO", help="Through whose eyes: A, B, ..., a player's name, all, or nobody.")
@click.option("--turn", type=click.IntRange(0), metavar="N", help="The turn to begin with; 0 is the deal.")
@click.option("--stacked", is_flag=True, help="Show one player under the other, as for a screen reader.")
@lang
def replay(file: str, verify: bool, view: str | None, turn: int | None, stacked: bool) -> None:
    """
    Step through a recorded game, jump in it, see it through anybody's eyes; or verify it, or all in a folder.

    In a terminal Enter goes on and ? lists what may be typed. Elsewhere the whole game is printed, a turn a
    line, or with --turn the table after that turn. A game that is not over is shown as a spectator sees it,
    unless --view asks for more.
    """
    terminal = Terminal.standard()
    if Path(file).is_dir():
        _verify_all(Path(file), verify=verify)
        return
    record = Record.load(file)
    for note in record.notes:
        terminal.tell(note)
    if verify:
        record.verify()
        terminal.tell(_verified(file, record))
        return
    if unknown_rules(record.setup):
        _print_result(terminal, record)
        return
    record.verify()
    _show(terminal, record, view, turn, stacked)


def _verify_all(folder: Path, *, verify: bool) -> None:
    """Verify all records in a folder; there is no showing them."""
    if not verify:
        raise ArboretumError(
            say("{folder} is a folder: name one of its records, or verify all with --verify.", folder=folder)
        )
    try:
        sound = verify_folder(folder)
    except KeyboardInterrupt:
        sys.exit(130)
    if not sound:
        sys.exit(1)


def _show(terminal: Terminal, record: Record, view: str | None, turn: int | None, stacked: bool) -> None:
    """Step through a record that obeys the rules, or print it."""
    moments = Moments(record)
    eyes = moments.usual_eyes() if view is None else eyes_named(view, record.setup.players)
    moments.check(eyes)
    if turn is not None and turn > moments.last:
        raise ArboretumError(say("There is no turn {turn}: the record has {last}.", turn=turn, last=moments.last))
    steps = terminal.asks and sys.stdout.isatty()
    if not record.is_complete and view is None:
        mark = "" if steps else "# "
        note = say("This game is not over, so what its players hide is not shown; --view shows more.")
        terminal.tell(mark + note, mark)
    stepper = Stepper(terminal, moments, eyes, stacked=stacked)
    if steps:
        try:
            stepper.run(turn or 0)
        except EOFError:
            terminal.say("")
        except KeyboardInterrupt:
            terminal.say("")
            sys.exit(130)
    elif turn is not None:
        stepper.show(turn)
    else:
        stepper.print_all()


def _verified(file: str, record: Record) -> str:
    """That a record obeys the rules, and how the game stands."""
    turns = sum(1 for _ in record.turns())
    if record.is_complete:
        obeys = say_many(
            "{file} obeys the rules: {count} turn.", "{file} obeys the rules: {count} turns.", turns, file=file
        )
        return f"{obeys} {record.score.explain_win()}"
    return say_many(
        "{file} obeys the rules as far as it goes, {count} turn; the game is not over.",
        "{file} obeys the rules as far as it goes, {count} turns; the game is not over.",
        turns,
        file=file,
    )


def _print_result(terminal: Terminal, record: Record) -> None:
    """The recorded result of a game by rules that this program does not know."""
    result = record.result
    if result is None:
        terminal.tell(say("The record does not tell a result."))
        return
    for player, total in zip(record.setup.players, result.totals, strict=True):
        terminal.tell(f"{player}: {total}")
    winners = all_of(record.setup.players[seat] for seat in result.winners)
    terminal.tell(say("Recorded as won by {names}.", names=winners))
