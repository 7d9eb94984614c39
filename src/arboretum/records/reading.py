"""What reading a record gives, whatever form it was written in, and how its faults are told."""

from __future__ import annotations

import dataclasses
import os
import re
from pathlib import Path
from typing import Any, Final

from arboretum.errors import ArboretumError, OptionError, RecordError
from arboretum.events import Event
from arboretum.language import one_of, say
from arboretum.options import Options
from arboretum.setup import RULES, Setup

FILE_SIZE: Final = 1 << 20
"""Characters that a record may have. A game has about 15,000."""

LINE_LENGTH: Final = 8192
"""Characters that a line of it may have. The longest of a game has about 1,500."""

BEGAN_LENGTH: Final = 80
"""Characters that the text may have which tells when the game began."""


@dataclasses.dataclass(frozen=True)
class Reading:
    """A header and events as they stand in a text, with the line that each event came from."""

    setup: Setup
    events: tuple[Event, ...]
    lines: tuple[int, ...]
    """By event, its line, counted from 1."""
    damage: str = ""
    """What a crash cut off at the end, as a sentence; empty if nothing was."""


class Malformed(ValueError):
    """A part of a line that is not of its form; the text says why. Caught where the line is known."""


class Breach(Exception):
    """An event that the rules do not allow; the text says why. Caught where the line is known."""

    def __init__(self, why: str, clause: str | None) -> None:
        super().__init__(why)
        self.clause = clause


def fault(source: str, line: int, why: str, clause: str | None = None) -> RecordError:
    """An error that names the file (or nothing, for a text), the line, the reason and the clause."""
    where = say("{source}, line {line}", source=source, line=line) if source else say("Line {line}", line=line)
    why = why.rstrip(".")
    if clause:
        told = say("{place}: {why} (clause {clause}).", place=where, why=why, clause=clause)
    else:
        told = say("{place}: {why}.", place=where, why=why)
    return RecordError(told, line=line, clause=clause)


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """What is in a file, as far as a record can be long. Raises ArboretumError if it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return file.read(4 * FILE_SIZE + 4)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise ArboretumError(say("{path} cannot be read: {why}.", path=path, why=why)) from None


def decoded(data: bytes) -> str:
    """A file's text: UTF-8, with or without a byte order mark. What is not UTF-8 becomes lone surrogates."""
    return data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")


def check_size(text: str, source: str) -> None:
    """Raise RecordError for a text that is too long to be a record."""
    if len(text) > FILE_SIZE:
        raise fault(
            source,
            1,
            say("this is no record: it is longer than {most} characters", most=f"{FILE_SIZE:,}"),
        )
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LINE_LENGTH:
            raise fault(
                source,
                number,
                say(
                    "the line has {count} characters: at most {most} are read",
                    count=f"{len(line):,}",
                    most=f"{LINE_LENGTH:,}",
                ),
            )


def check_setup(setup: Setup) -> Setup:
    """
    The setup, its species in order. Raises OptionError and Malformed for what a header may not say.

    This is what `Setup` itself does not look at, since a new game has no choice in it.
    """
    check_start(setup.options, setup.seats)
    check_hexadecimal(setup.commitment, "commitment", (0, 64))
    if not re.fullmatch(r"[A-Za-z0-9._+-]{1,20}", setup.rules):
        raise OptionError(
            say("'rules' is a version such as {rules}, not {shown}", rules=repr(RULES), shown=shown(setup.rules))
        )
    began = setup.began
    if began is not None and not (
        began == began.strip() and began.isprintable() and 0 < len(began) <= BEGAN_LENGTH
    ):
        raise OptionError(
            say(
                "'began' is a text of 1 to {most} signs in one line, not {shown}",
                most=BEGAN_LENGTH,
                shown=shown(began),
            )
        )
    return setup if setup.species is None else dataclasses.replace(setup, species=tuple(sorted(setup.species)))


def is_one_line(text: str) -> bool:
    """Whether a text can stand in a heading of the notation."""
    return text == text.strip() and text.isprintable() and 0 < len(text) <= BEGAN_LENGTH


def check_start(options: Options, seats: int) -> None:
    """Raise OptionError if the table named a starting seat that it has not (option O5)."""
    if isinstance(options.start, int) and options.start >= seats:
        raise OptionError(
            say(
                "Seat {start} cannot start: there are {seats} players, from seat 0 (S5)",
                start=options.start,
                seats=seats,
            )
        )


def check_hexadecimal(text: str, name: str, lengths: tuple[int, ...]) -> str:
    """The same text. Raises Malformed unless it is so many lower-case hexadecimal digits."""
    if len(text) not in lengths or text.strip("0123456789abcdef"):
        allowed = one_of(length for length in lengths if length)
        raise Malformed(
            say(
                "{name} is {allowed} hexadecimal digits in lower case, not {shown}",
                name=repr(name),
                allowed=allowed,
                shown=shown(text),
            )
        )
    return text


def shown(value: Any) -> str:  # noqa: ANN401
    """A value as an error shows it: cut where it is long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:56]}...{text[-1]}"


def unknown_rules(setup: Setup) -> str:
    """A sentence, if the record is of a version of the rules that this program does not know; else empty."""
    if setup.rules == RULES:
        return ""
    return say(
        "This game was played by rules version {rules}, and this program knows version {ours}: its"
        " recorded result is shown as it stands, and nothing is verified.",
        rules=setup.rules,
        ours=RULES,
    )
