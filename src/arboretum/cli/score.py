"""`arboretum score`: the score pad of the cardboard game."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

from arboretum.cli.lang import lang
from arboretum.errors import ArboretumError, ScoreError
from arboretum.language import say, say_many
from arboretum.pad import Entries, read
from arboretum.pad.json_form import bare_result, dumps, result
from arboretum.tui.tally import harmless, parts_lines, score_lines
from arboretum.tui.terminal import Terminal

NARROWEST, WIDEST = 40, 100
LONGEST = 1 << 20
"""Bytes of the longest input for one table."""


@click.command()
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="Print the result as one line of JSON.")
@click.option("--jsonl", is_flag=True, help="Read a position in JSON from each line, and answer each with a line.")
@click.option("--bare", is_flag=True, help="Score boards alone: any cards, every connected part by itself.")
@lang
@click.pass_context
def score(context: click.Context, file: str, as_json: bool, jsonl: bool, bare: bool) -> None:
    """
    Score the arboretums and hands noted in FILE, or on standard input if FILE is `-`.

    FILE is plain text or JSON; which of them is seen from its first sign.
    Without hands it tells what the paths are worth, with all hands who scored and who won.

    \b
        player Ada
        hand   JA7 LI6 LI7 OK3 OK8 RP1 RP5
        OK6 OK5 OK4 OK1
        JA8 RP2 JA3 WI6
        MP3 ... RP6 ...
    """
    if as_json and jsonl:
        raise click.UsageError(say("Choose --json for one position, or --jsonl for one on each line."))
    try:
        with _opened(file) as source:
            if jsonl:
                context.exit(_answered_lines(source, bare))
            entries = read(_text(source, file), bare=bare)
        if as_json:
            click.echo(dumps(bare_result(entries) if bare else result(entries.score())))
        else:
            terminal = Terminal.standard()
            terminal.say(*_lines(entries, terminal, bare))
    except ArboretumError as error:
        _complain(str(error))
        context.exit(1)


@contextlib.contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """The file, or standard input. Raises ScoreError with a sentence."""
    if file == "-":
        if sys.stdin is None:
            raise ScoreError(say("Standard input is closed: there is nothing to score."))
        yield sys.stdin.buffer
        return
    try:
        stream = open(file, "rb")  # noqa: SIM115 - closed below; only the opening is guarded
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        name = file or say("A file without a name")
        raise ScoreError(say("{file} cannot be read: {reason}.", file=name, reason=reason.lower())) from None
    with stream:
        yield stream


def _text(source: BinaryIO, file: str) -> str:
    """What the file says. Raises ScoreError with a sentence if that is no text, or too much."""
    raw = source.read(LONGEST + 1)
    if len(raw) > LONGEST:
        text = say(
            "{file} is longer than {count} bytes: no table is. Is it meant for --jsonl?", file=file, count=LONGEST
        )
        raise ScoreError(text)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ScoreError(
            say("{file} cannot be read: line {line} is not UTF-8 text.", file=file, line=line)
        ) from None


def _answered_lines(source: BinaryIO, bare: bool) -> int:
    """Answer line by line; gives the exit status."""
    from arboretum.pad.stream import answer_stream

    counted = answer_stream(source, sys.stdout.buffer, bare=bare)
    if not counted.refused:
        return 0
    _complain(
        say_many(
            "{count} line of {lines} could not be scored.",
            "{count} lines of {lines} could not be scored.",
            counted.refused,
            lines=counted.refused + counted.answered,
        )
    )
    return 1


def _lines(entries: Entries, terminal: Terminal, bare: bool) -> list[str]:
    """The text to print on this terminal or pipe."""
    columns = min(max(terminal.columns, NARROWEST), WIDEST)
    names = [player.name for player in entries.players]
    ascii_only = not _can_write("".join(names))
    if bare:
        parts = [player.parts() for player in entries.players]
        return parts_lines(names, parts, columns, ink=terminal.ink, ascii_only=ascii_only)
    return score_lines(entries.score(), columns, ink=terminal.ink, ascii_only=ascii_only)


def _can_write(text: str) -> bool:
    """Whether standard output has all these letters."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except UnicodeError:
        return False
    return True


def _complain(sentence: str) -> None:
    """Tell on standard error what was refused; nothing in it can do anything to a terminal."""
    click.echo(f"arboretum: {harmless(sentence[:1000], ascii_only=True)}", err=True)
