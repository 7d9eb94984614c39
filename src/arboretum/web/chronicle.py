"""The log of a table as one seat may see it, each entry as JSON and with its sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, assert_never
from weakref import WeakKeyDictionary

from arboretum.events import Dealt, Discarded, Drew, Ended, Placed, Shuffled, Started
from arboretum.language import said, say, spoken
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
            return say("The host changed what is to be played.")
        case Seated(seat, name, bot):
            if bot:
                return say("{name}, a bot, sat down.", name=name)
            return say("You sat down.") if seat == me else say("{name} sat down.", name=name)
        case Left(seat):
            return say("{name} got up.", name=names[seat]) if seat in names else say("Somebody got up.")
        case Begun():
            return say("The game begins.")
        case Said(seat, phrase):
            return say("{name}: “{phrase}”", name=names[seat], phrase=said(PHRASES[phrase]))
        case Voted():
            return _vote(entry, me, names)
        case Replaced(seat):
            return say("A bot plays for {name} now.", name=names[seat])
        case Rematched():
            return say("The same players play again, at another table.")
        case _:
            assert_never(entry)


def _vote(vote: Voted, me: int, names: dict[int, str]) -> str:
    """What somebody wants to become of the seat of somebody who has gone."""
    absent = names[vote.about]
    if vote.seat == me:
        if vote.choice == "bot":
            return say("You vote to let a bot play for {absent}.", absent=absent)
        return say("You vote to wait for {absent}.", absent=absent)
    if vote.choice == "bot":
        return say("{name} votes to let a bot play for {absent}.", name=names[vote.seat], absent=absent)
    return say("{name} votes to wait for {absent}.", name=names[vote.seat], absent=absent)
