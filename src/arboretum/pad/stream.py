"""
Positions in JSON, a line each, answered with a line each, as they come.

What one read of the input brings is answered before the next read, so nothing waits in a live pipe, and the
memory used does not grow with the input.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from arboretum.errors import ArboretumError, ScoreError
from arboretum.language import say
from arboretum.pad.batch import Message, Scorer, packed
from arboretum.pad.json_form import bare_result, dumps, read_json, result

READ: Final = 1 << 18
"""Bytes asked for at a time; a pipe gives what is there."""

LONGEST_LINE: Final = 1 << 20
"""Bytes of the longest line that is read; a position of four players has about two thousand."""

COMPILE_FROM: Final = 200
"""Lines that a run has before it loads the compiled rules, which takes as long as scoring some hundred lines."""

COMPILE_TOGETHER: Final = 20
"""Lines that must have come together: one that trickles in is answered at once by the interpreted rules."""


@dataclasses.dataclass(slots=True)
class Counted:
    """How a run went."""

    answered: int = 0
    refused: int = 0


class _Refused(str):
    """Why a line is not scored."""

    __slots__ = ()


def answer_stream(source: BinaryIO, sink: BinaryIO, *, bare: bool = False) -> Counted:
    """
    Answer every line of `source` with a line of `sink`; a line that cannot be scored with what is wrong.

    Blank lines are passed over, but counted in the numbers that errors give.
    """
    answer = _bare_answers if bare else _Answers()
    counted = Counted()
    for numbers, lines in _lines(source):
        texts = []
        for number, text in zip(numbers, answer(lines), strict=True):
            if isinstance(text, _Refused):
                counted.refused += 1
                text = dumps({"line": number, "error": text})
            else:
                counted.answered += 1
            texts.append(text + "\n")
        sink.write("".join(texts).encode("ascii"))
        sink.flush()
    return counted


# Lines in. ------------------------------------------------------------------------------------------------


def _lines(source: BinaryIO) -> Iterator[tuple[list[int], list[str | _Refused]]]:
    """The lines that are not blank with their numbers, as many together as one read brought."""
    number = 0
    for lines in _raw_lines(source):
        numbers, texts = [], []
        for line in lines:
            number += 1
            text = _decoded(line, number == 1)
            if text.strip():
                numbers.append(number)
                texts.append(text)
        if texts:
            yield numbers, texts


def _raw_lines(source: BinaryIO) -> Iterator[list[bytes]]:
    """The lines that each read completed. Of a line that is too long, only so much is kept as tells it is."""
    read: Callable[[int], bytes] = getattr(source, "read1", source.read)
    rest = b""
    while chunk := read(READ):
        lines = chunk.split(b"\n")
        lines[0] = rest + lines[0]
        rest = lines.pop()[: LONGEST_LINE + 1]
        if lines:
            yield lines
    if rest:
        yield [rest]


def _decoded(line: bytes, first: bool) -> str | _Refused:
    if len(line) > LONGEST_LINE:
        return _Refused(say("The line is longer than {most} bytes: no position is.", most=LONGEST_LINE))
    try:
        return line.decode("utf-8-sig" if first else "utf-8")
    except UnicodeDecodeError as error:
        return _Refused(say("Byte {start} of the line is not UTF-8 text.", start=error.start + 1))


# Answers out. ---------------------------------------------------------------------------------------------


class _Answers:
    """The answers to lines, by the fast way where it knows them."""

    def __init__(self) -> None:
        self._scorer = Scorer()
        self._seen = 0

    def __call__(self, lines: list[str | _Refused]) -> list[str | _Refused]:
        self._seen += len(lines)
        if self._seen >= COMPILE_FROM and len(lines) >= COMPILE_TOGETHER:
            self._scorer.compile()
        messages = [None if isinstance(line, _Refused) else packed(line) for line in lines]
        known: list[Message] = [message for message in messages if message is not None]
        answers = iter(self._scorer.answers(known))
        found = [message and next(answers) for message in messages]
        return [answer or _answer(line) for answer, line in zip(found, lines, strict=True)]


def _answer(line: str | _Refused) -> str | _Refused:
    """The answer to one line by the full way, or what is wrong with it."""
    if isinstance(line, _Refused):
        return line
    try:
        return dumps(result(read_json(line).score()))
    except ScoreError as error:
        return _Refused(error)


def _bare_answers(lines: list[str | _Refused]) -> list[str | _Refused]:
    return [_bare_answer(line) for line in lines]


def _bare_answer(line: str | _Refused) -> str | _Refused:
    """The boards of one line, scored bare, or what is wrong with it."""
    if isinstance(line, _Refused):
        return line
    try:
        return dumps(bare_result(read_json(line)))
    except ArboretumError as error:
        return _Refused(error)
