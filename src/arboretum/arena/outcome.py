"""What one game of a match came to. Players are numbered in the order they were named for the match."""

from __future__ import annotations

import dataclasses

from arboretum.language import say


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """A bot that failed: it raised an exception, or answered nonsense or something illegal."""

    deal: int
    seating: int
    player: int
    sentence: str

    def __str__(self) -> str:
        what = {"deal": self.deal, "seating": self.seating, "sentence": self.sentence}
        return say("Deal {deal}, seating {seating}: {sentence}", **what)


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one game."""

    deal: int
    """Number of its deck, from 1."""
    seating: int
    """Number of the seating, from 1: in the first the players sit as they were named, then all move on a seat."""
    totals: tuple[int, ...]
    """Points, by player."""
    winners: tuple[int, ...]
    """The players who won or share the win."""
    turns: int
    faults: tuple[int, ...]
    """How often each player failed."""
    first_faults: tuple[Fault, ...]
    """The first of them, as sentences."""
