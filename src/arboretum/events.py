"""
What has happened, and who may see each part of it.

An event is one thing in three coats: this value, its line in a record, and the same line with `?` for what
its reader may not see. `None` stands for a card that was not seen.
"""

from __future__ import annotations

import dataclasses
from typing import Final, TypeAlias, assert_never

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.cards import Card, Species
from arboretum.cells import Cell

NOBODY: Final = -1
"""The seat of a spectator: sees what is public."""

PILE: Final = "pile"
"""The draw pile as the source of a draw; a seat stands for its discard pile."""


@dataclasses.dataclass(frozen=True, slots=True)
class Shuffled:
    """The deck was shuffled. Nobody sees this before the end (clauses S2, S3)."""

    deck: tuple[Card, ...]
    """In draw order."""
    removed: tuple[Species, ...]
    """The species not in the game."""
    salt: str
    """32 random bytes in hexadecimal, for the commitment in the header."""
    seed: int | None = None
    """The number the shuffle was made from, if somebody chose one."""


@dataclasses.dataclass(frozen=True, slots=True)
class Started:
    """The game began with this seat (clause S5)."""

    seat: int


@dataclasses.dataclass(frozen=True, slots=True)
class Dealt:
    """A seat got its hand, and with option O4 a first card on its discard pile (clause S3)."""

    seat: int
    cards: tuple[Card | None, ...]
    discard: Card | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Drew:
    """A seat took the top card of the draw pile or of a seat's discard pile (clause T2)."""

    seat: int
    source: str | int
    """PILE, or the seat of the discard pile."""
    card: Card | None


@dataclasses.dataclass(frozen=True, slots=True)
class Placed:
    """A seat placed a card into its arboretum (clause T3)."""

    seat: int
    card: Card
    cell: Cell


@dataclasses.dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded a card; its turn is over (clause T4)."""

    seat: int
    card: Card


@dataclasses.dataclass(frozen=True, slots=True)
class Ended:
    """The game is over: everything is shown to everyone (clause E4), and the result."""

    hands: tuple[tuple[Card, ...], ...]
    removed: tuple[Species, ...]
    deck: tuple[Card, ...]
    salt: str
    seed: int | None
    totals: tuple[int, ...]
    winners: tuple[int, ...]


Decided: TypeAlias = Drew | Placed | Discarded
"""What a seat chose."""

Event: TypeAlias = Shuffled | Started | Dealt | Drew | Placed | Discarded | Ended


def action_of(event: Decided) -> Action:
    """What the seat asked for."""
    match event:
        case Drew():
            return DrawPile() if event.source == PILE else DrawDiscard(int(event.source))
        case Placed():
            return Place(event.card, event.cell)
        case Discarded():
            return Discard(event.card)
        case _:
            assert_never(event)


def seen_by(event: Event, seat: int) -> Event | None:
    """
    The part of an event that a seat, or NOBODY, may see; None if that is nothing.

    This is the only door between the truth and what anyone is given, and it is an allow-list: a kind of
    event that is not named here does not pass the type checker, and raises.
    """
    match event:
        case Placed() | Discarded() | Started() | Ended():
            return event
        case Drew():
            public = event.source != PILE or event.seat == seat
            return event if public else Drew(event.seat, event.source, None)
        case Dealt():
            hidden = event.cards if event.seat == seat else (None,) * len(event.cards)
            return dataclasses.replace(event, cards=hidden)
        case Shuffled():
            return None
        case _:
            assert_never(event)
