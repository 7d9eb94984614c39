"""Playing what was asked for, with progress on a terminal, and printing what it came to."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from typing import Final

import click

from arboretum.arena.course import Course, Progress
from arboretum.arena.match import Match
from arboretum.arena.result import MatchResult
from arboretum.arena.sprt import Sprt
from arboretum.cli.arena_options import Asked
from arboretum.errors import ArboretumError
from arboretum.language import say, say_many
from arboretum.tui.terminal import Terminal

INTERRUPTED: Final = 130
"""Exit status after Ctrl-C, as shells have it."""


def run(match: Match, test: Sprt | None, asked: Asked) -> None:
    """
    Play a match, print it, write its report.

    What was played before Ctrl-C, or before something went wrong, is printed all the same.
    """
    if asked.report is not None and not asked.report.parent.is_dir():
        raise ArboretumError(
            say(
                "{file} cannot be written: there is no folder {folder}.",
                file=asked.report,
                folder=asked.report.parent,
            )
        )
    course = Course(match, test)
    try:
        with (
            _progress(match) as progress,
            contextlib.redirect_stdout(sys.stderr),  # what bots print must not come between the results
        ):
            course.run(asked.spreader(match), resume=asked.resume, progress=_announced(progress, asked))
    except KeyboardInterrupt:
        _tell(course.result, asked)
        _interrupted(course, asked)
    except ArboretumError:
        _tell(course.result, asked)
        raise
    _tell(course.result, asked)


def _announced(progress: Progress, asked: Asked) -> Progress:
    """The same, which says first what was found in the file that is gone on with."""
    begun: list[Course] = []

    def tell(course: Course) -> None:
        if not begun and course.cut:
            click.echo(say("The last line of {file} was damaged and is cut off.", file=asked.resume), err=True)
        if not begun and course.found:
            told = say_many(
                "Going on with {file}: {count} deal is there.",
                "Going on with {file}: {count} deals are there.",
                course.found,
                file=asked.resume,
            )
            click.echo(told, err=True)
        begun.append(course)
        progress(course)

    return tell


def _tell(result: MatchResult, asked: Asked) -> None:
    """Print a result and write its report, if there is one."""
    if not result.games:
        return
    if asked.as_json:
        click.echo(json.dumps(result.to_json() | {"times": result.times_to_json()}, allow_nan=False))
    else:
        Terminal.standard().say(result.table(), "", result.times_table())
    if asked.report is not None:
        from arboretum.arena.page import page_of

        try:
            asked.report.write_text(page_of(result), encoding="utf-8", newline="\n")
        except OSError as error:
            raise ArboretumError(
                say("{path} cannot be written: {why}.", path=asked.report, why=error.strerror)
            ) from None


def _interrupted(course: Course, asked: Asked) -> None:
    """Say what is left of it, and end."""
    if asked.resume is not None and course.played:
        told = say_many(
            "Interrupted. {count} deal is in {file}: the same command goes on.",
            "Interrupted. {count} deals are in {file}: the same command goes on.",
            course.played,
            file=asked.resume,
        )
    elif course.result.games:
        told = say("Interrupted.")
    else:
        told = say("Interrupted before a deal was complete: no result.")
    click.echo(told, err=True)
    sys.exit(INTERRUPTED)


@contextlib.contextmanager
def _progress(match: Match) -> Iterator[Progress]:
    """Something to tell of each deal; it shows a bar where standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[speed]}"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[test]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:

        def tell(course: Course) -> None:
            if not bar.tasks:
                bar.add_task(
                    say("deals"), total=match.numbers, completed=course.played, speed="", test=_test(course)
                )
                return
            seconds = bar.tasks[0].elapsed or 0.0
            games = (course.played - course.found) * match.seatings
            speed = say("{speed} games/s", speed=f"{games / seconds:.1f}") if games and seconds else ""
            bar.update(bar.tasks[0].id, completed=course.played, speed=speed, test=_test(course))

        yield tell


def _test(course: Course) -> str:
    """How far a test is: its ratio between its bounds."""
    if course.test is None:
        return ""
    low, high = course.test.bounds
    return f"{low:.2f} < {course.test.ratio(course.counts):.2f} < {high:.2f}"
