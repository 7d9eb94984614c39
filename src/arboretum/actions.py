"""What a player may ask for: draw from a pile, place a card, discard one (clauses T2-T4)."""

from __future__ import annotations

import dataclasses
from typing import Final, TypeAlias

from arboretum.cards import Card
from arboretum.cells import Cell

SEAT_LETTERS: Final = "ABCD"
"""How seats are written."""


@dataclasses.dataclass(frozen=True, slots=True)
class DrawPile:
    """Take the top card of the draw pile; written `+`."""

    def __str__(self) -> str:
        return "+"


@dataclasses.dataclass(frozen=True, slots=True)
class DrawDiscard:
    """Take the top card of a seat's discard pile, one's own included; written `+<B`."""

    seat: int

    def __post_init__(self) -> None:
        if self.seat not in range(len(SEAT_LETTERS)):
            raise ValueError(f"There is no discard pile of seat {self.seat}: seats are 0 to 3.")

    def __str__(self) -> str:
        return f"+<{SEAT_LETTERS[self.seat]}"


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """Place a card from hand on a cell of one's own arboretum; written `OK5@2,-1`."""

    card: Card
    cell: Cell

    def __str__(self) -> str:
        return f"{self.card}@{self.cell}"


@dataclasses.dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card from hand onto one's own discard pile, which ends the turn; written `-OK5`."""

    card: Card

    def __str__(self) -> str:
        return f"-{self.card}"


Draw: TypeAlias = DrawPile | DrawDiscard
Action: TypeAlias = DrawPile | DrawDiscard | Place | Discard
