"""The log of a table as one seat may see it, each entry as JSON and with its sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, assert_never
from weakref import WeakKeyDictionary

from arboretum.events import Dealt, Discarded, Drew, Ended, Placed, Shuffled, Started
from arboretum.language import spoken
from arboretum.rooms.entries import (
    Archived,
    Begun,
    Claimed,
    Configured,
    Counted,
    Entry,
    Left,
    Opened,
    Rematched,
    Replaced,
    RoomEvent,
    Said,
    Seated,
    Voted,
)
from arboretum.rooms.folded import Folded
from arboretum.rooms.lines import entry_to_json
from arboretum.rooms.settings import PHRASES
from arboretum.telling import sentence

Json = dict[str, Any]


def chronicle_of(room: Folded, seat: int) -> list[Json]:
    """
    Every entry of a table as this seat, or NOBODY, saw it, in the language that is spoken now.

    Each has its number as `v`; one of which nothing may be seen has that alone. `say` is its sentence, if it
    has one. Each is written once, and kept while the table is in memory: nobody may change what is returned.
    """
    kept = _kept.setdefault(room, {})
    written = kept.setdefault((seat, spoken()), Chronicle(seat))
    written.go_on(room.seen(seat, since=len(written.entries)))
    return written.entries


class Chronicle:
    """The entries of a table as one seat, or NOBODY, saw them so far."""

    def __init__(self, seat: int) -> None:
        self.entries: list[Json] = []
        self._seat = seat
        self._names: dict[int, str] = {}

    def go_on(self, seen: Iterable[tuple[int, Entry | None]]) -> None:
        """Write down the entries that follow."""
        for number, entry in seen:
            if entry is None:
                self.entries.append({"v": number})
                continue
            said = _sentence(entry, self._seat, self._names)
            self.entries.append({"v": number, **entry_to_json(entry)} | ({} if said is None else {"say": said}))
            if isinstance(entry, Seated):
                self._names[entry.seat] = entry.name
            elif isinstance(entry, Begun):
                self._names = dict(enumerate(entry.setup.players))


_kept: Final[WeakKeyDictionary[Folded, dict[tuple[int, str], Chronicle]]] = WeakKeyDictionary()
"""What was written of each table in memory, by seat and language."""


def _sentence(entry: Entry, me: int, names: dict[int, str]) -> str | None:
    """An entry in words, as `me` saw it; `names` are those of the seats before it."""
    match entry:
        case Shuffled() | Started() | Dealt() | Drew() | Placed() | Discarded() | Ended():
            return sentence(entry, tuple(names[seat] for seat in sorted(names)), me)
        case _:
            return _room_sentence(entry, me, names)


def _room_sentence(entry: RoomEvent, me: int, names: dict[int, str]) -> str | None:
    """What happened at the table in words; None for what goes without saying."""
    match entry:
        case Opened() | Claimed() | Archived() | Counted():
            return None
        case Configured():
            return "The host changed what is to be played."
        case Seated(seat, name, bot):
            who = "You" if seat == me else name
            return f"{name}, a bot, sat down." if bot else f"{who} sat down."
        case Left(seat):
            return f"{names.get(seat, 'Somebody')} got up."
        case Begun():
            return "The game begins."
        case Said(seat, phrase):
            return f"{names[seat]}: “{PHRASES[phrase]}”"
        case Voted(seat, about, choice):
            voter = "You vote" if seat == me else f"{names[seat]} votes"
            wish = f"to let a bot play for {names[about]}" if choice == "bot" else f"to wait for {names[about]}"
            return f"{voter} {wish}."
        case Replaced(seat):
            return f"A bot plays for {names[seat]} now."
        case Rematched():
            return "The same players play again, at another table."
        case _:
            assert_never(entry)
