"""What somebody noted down of a table: the input of the score pad, in whatever form it came."""

from __future__ import annotations

import dataclasses

from arboretum.cards import Card, Species
from arboretum.cells import Cell, connected_parts
from arboretum.errors import ScoreError
from arboretum.options import STANDARD, Options
from arboretum.piles import Hand
from arboretum.score import Score
from arboretum.tableau import Tableau

MOST_PLAYERS = 4


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """One player's entry on the pad; nothing of it is checked yet but that it was readable."""

    name: str
    cards: tuple[tuple[Cell, Card], ...]
    """The arboretum, in the order it was written."""
    hand: tuple[Card, ...] | None
    """None where the hand is not noted."""
    place: str
    """Where the arboretum stands in the input, as errors call it: `Lines 4 to 6` or `players[0].arboretum`."""

    def tableau(self) -> Tableau:
        """The arboretum. Raises ScoreError, naming the place, for one that cannot be."""
        try:
            return Tableau(self.cards)
        except ScoreError as error:
            raise ScoreError(f"{self.place}: {error}") from None

    def parts(self) -> tuple[Tableau, ...]:
        """
        The connected parts of the cards, each by itself, from the north-west on; cards may be there twice.

        Raises ScoreError for a cell with two cards and for a part more than 20 steps across.
        """
        try:
            cards = dict(self.cards)
            order = sorted(cards, key=lambda cell: (-cell.y, cell.x))
            return tuple(Tableau.bare((cell, cards[cell]) for cell in part) for part in connected_parts(order))
        except ScoreError as error:
            raise ScoreError(f"{self.place}: {error}") from None


@dataclasses.dataclass(frozen=True, slots=True)
class Entries:
    """Everything noted on the pad."""

    players: tuple[Entry, ...]
    species: tuple[Species, ...] | None = None
    """The species in play; None where they are those that appear."""
    options: Options = STANDARD

    @classmethod
    def of(cls, score: Score) -> Entries:
        """What would be noted of a table that was scored, such as a finished game's."""
        players = (
            Entry(name, tuple(tableau.items()), hand, "")
            for name, tableau, hand in zip(score.players, score.tableaux, score.hands, strict=True)
        )
        return cls(tuple(players), score.species, score.options)

    def score(self) -> Score:
        """The score. Raises ScoreError for what cannot lie on one table."""
        return Score.count(
            [entry.tableau() for entry in self.players],
            [None if entry.hand is None else Hand(entry.hand) for entry in self.players],
            players=[entry.name for entry in self.players],
            species=self.species,
            options=self.options,
        )


def default_name(seat: int) -> str:
    """What a player is called who has no name on the pad."""
    return "ABCD"[seat]
