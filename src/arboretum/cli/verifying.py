"""All records of a folder, verified: `arboretum replay --verify FOLDER`."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from arboretum.errors import ArboretumError
from arboretum.language import say, say_many
from arboretum.record import Record


def verify_folder(folder: Path) -> bool:
    """
    Verify every `*.jsonl` in a folder and in those inside it; say what is wrong with each that breaks a rule.

    Prints a sentence for each faulty record and at the end how many there were; gives whether all obey the rules.
    Ctrl-C tells how far it came and raises KeyboardInterrupt. Raises ArboretumError if there is no record.
    """
    files = sorted(folder.rglob("*.jsonl"))
    if not files:
        raise ArboretumError(say("There is no record in {folder}: its files would end in .jsonl.", folder=folder))
    sound = faulty = unfinished = 0
    try:
        with _bar(len(files)) as progress:
            for file in files:
                try:
                    record = Record.load(file)
                    record.verify()
                except ArboretumError as error:
                    faulty += 1
                    click.echo(str(error))
                else:
                    sound += 1
                    unfinished += not record.is_complete
                progress()
    finally:
        _summed_up(folder, sound, faulty, unfinished, len(files))
    return not faulty


def _summed_up(folder: Path, sound: int, faulty: int, unfinished: int, files: int) -> None:
    """How many obey the rules, and what else there is to be said of them."""
    if sound + faulty < files:
        click.echo(say("Stopped after {done} of {asked}.", done=sound + faulty, asked=files), err=True)
    click.echo(
        say_many(
            "{folder}: {count} record obeys the rules.",
            "{folder}: {count} records obey the rules.",
            sound,
            folder=folder,
        )
    )
    if unfinished:
        click.echo(say_many("{count} of them is not over.", "{count} of them are not over.", unfinished))
    if faulty:
        click.echo(say_many("{count} record breaks them.", "{count} records break them.", faulty))


@contextlib.contextmanager
def _bar(files: int) -> Iterator[Callable[[], None]]:
    """Something to call after each record; it shows a bar where standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    parts = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*parts, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("verifying"), total=files)
        yield lambda: bar.advance(task)
