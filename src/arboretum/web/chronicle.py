"""The log of a table as one seat may see it, each entry as JSON and with its sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from arboretum.events import Dealt, Discarded, Drew, Ended, Placed, Shuffled, Started
from arboretum.rooms.entries import (
    Begun,
    Claimed,
    Configured,
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
from arboretum.rooms.lines import entry_to_json
from arboretum.rooms.settings import PHRASES
from arboretum.telling import sentence

Json = dict[str, Any]


def chronicle(seen: Iterable[tuple[int, Entry | None]], seat: int) -> list[Json]:
    """
    Every entry of a table as this seat, or NOBODY, saw it: what `Folded.seen` gives, from the first on.

    Each has its number as `v`; one of which nothing may be seen has that alone. `say` is its sentence, if it
    has one.
    """
    names: dict[int, str] = {}
    told: list[Json] = []
    for number, entry in seen:
        if entry is None:
            told.append({"v": number})
            continue
        said = _sentence(entry, seat, names)
        told.append({"v": number, **entry_to_json(entry)} | ({} if said is None else {"say": said}))
        if isinstance(entry, Seated):
            names[entry.seat] = entry.name
        elif isinstance(entry, Begun):
            names = dict(enumerate(entry.setup.players))
    return told


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
        case Opened() | Claimed():
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
