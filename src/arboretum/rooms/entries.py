"""
The entries of a table's log, and who may see what of each.

The log is the truth: everything that a table is, is folded from it. Its entries are numbered 1, 2, ...; the
number of the last one is the table's version. An entry is something that happened at the table, or an event
of its game.
"""

from __future__ import annotations

import dataclasses
from typing import Final, Literal, TypeAlias, assert_never

from arboretum.events import Dealt, Discarded, Drew, Ended, Event, Placed, Shuffled, Started, seen_by
from arboretum.rooms.settings import Settings
from arboretum.setup import Setup

HIDDEN: Final = ""
"""What stands for a session that is nobody else's business."""

Choice: TypeAlias = Literal["bot", "wait"]
"""What can be voted about somebody who is away: let a bot play, or wait."""


@dataclasses.dataclass(frozen=True, slots=True)
class Practice:
    """Where a practice game begins: at a moment of a finished game, which it cannot touch."""

    table: str
    """The table of that game."""
    version: int
    """The last entry of its log that happened here too."""


@dataclasses.dataclass(frozen=True, slots=True)
class Opened:
    """The table was opened. Always the first entry."""

    at: float
    """When, in seconds since 1970."""
    host: str
    """The session that configures it and starts the game."""
    next_id: str
    """The name that the table of a rematch will have, so that pressing twice makes one."""
    settings: Settings
    rematch_of: str | None = None
    """The table whose players play again here."""
    practice: Practice | None = None
    """The game that is played on here, for practice."""
    imported: bool = False
    """The game was played elsewhere: its record was brought here."""


@dataclasses.dataclass(frozen=True, slots=True)
class Configured:
    """The host changed what is to be played."""

    settings: Settings


@dataclasses.dataclass(frozen=True, slots=True)
class Seated:
    """A person or a bot sat down, or a person came back to a seat that a bot had taken over."""

    seat: int
    name: str
    bot: str | None = None
    owners: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Left:
    """A seat became free, before the game began."""

    seat: int


@dataclasses.dataclass(frozen=True, slots=True)
class Claimed:
    """The person on a seat may play for it from one more device."""

    seat: int
    owner: str


@dataclasses.dataclass(frozen=True, slots=True)
class Begun:
    """The game begins: its header. The shuffle and the deal follow at once."""

    setup: Setup


@dataclasses.dataclass(frozen=True, slots=True)
class Archived:
    """A record was brought here that can be read, and not played again: it tells a part, or has other rules."""

    text: str
    """The record as it came."""


@dataclasses.dataclass(frozen=True, slots=True)
class Said:
    """A player said one of the phrases."""

    seat: int
    phrase: int
    """Its number."""
    at: float


@dataclasses.dataclass(frozen=True, slots=True)
class Voted:
    """A player voted about another who is away."""

    seat: int
    about: int
    choice: Choice


@dataclasses.dataclass(frozen=True, slots=True)
class Replaced:
    """A bot took over a person's seat in the game."""

    seat: int
    bot: str


@dataclasses.dataclass(frozen=True, slots=True)
class Counted:
    """The count of the finished game has come to a step."""

    step: int


@dataclasses.dataclass(frozen=True, slots=True)
class Rematched:
    """The same players play again, at another table."""

    to: str
    """The name of that table."""


RoomEvent: TypeAlias = (
    Opened
    | Configured
    | Seated
    | Left
    | Claimed
    | Begun
    | Archived
    | Said
    | Voted
    | Replaced
    | Counted
    | Rematched
)
Entry: TypeAlias = RoomEvent | Event

GAME_EVENTS: Final = (Shuffled, Started, Dealt, Drew, Placed, Discarded, Ended)


def entry_seen_by(entry: Entry, seat: int) -> Entry | None:
    """
    The part of an entry that a seat, or NOBODY, may see; None if that is nothing.

    Like `seen_by`, which decides about the events of the game, it is an allow-list. Sessions are shown to
    nobody, not even to their own.
    """
    match entry:
        case Opened():
            return dataclasses.replace(entry, host=HIDDEN, next_id=HIDDEN)
        case Seated():
            return dataclasses.replace(entry, owners=())
        case Claimed() | Archived():
            return None
        case Configured() | Left() | Begun() | Said() | Voted() | Replaced() | Counted() | Rematched():
            return entry
        case Shuffled() | Started() | Dealt() | Drew() | Placed() | Discarded() | Ended():
            return seen_by(entry, seat)
        case _:
            assert_never(entry)
