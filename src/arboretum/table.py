"""What lies open on a table: the part of a position that a truth and a view share, read only."""

from __future__ import annotations

import enum
import functools
from collections.abc import Iterator
from typing import Final

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.cards import CARDS, Card, Species
from arboretum.cells import Cell
from arboretum.options import Options
from arboretum.piles import DiscardPile, Hand
from arboretum.rules import legal
from arboretum.rules import position as p
from arboretum.setup import Setup
from arboretum.tableau import Tableau


class Phase(enum.IntEnum):
    """The decision that is due (clause T1)."""

    DRAW_FIRST = p.DRAW_FIRST
    DRAW_SECOND = p.DRAW_SECOND
    PLACE = p.PLACE
    DISCARD = p.DISCARD
    OVER = p.OVER


_PHASES: Final = tuple(Phase)


class Table:
    """The face of a position. Nothing here can be changed, and nothing here depends on a hidden card."""

    def __init__(self, setup: Setup, position: p.Position) -> None:
        self.setup = setup
        self._position = position

    @property
    def seats(self) -> int:
        """Number of players, 2-4."""
        return self._position.seats

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, by seat."""
        return self.setup.players

    @property
    def options(self) -> Options:
        """The readings of the rules that the table chose."""
        return self.setup.options

    @property
    def species(self) -> tuple[Species, ...]:
        """The species that may be in play: those in play, or all ten of the edition while they are secret."""
        return self.setup.slots.species

    @property
    def phase(self) -> Phase:
        """The decision that is due."""
        return _PHASES[self._position.phase]

    @property
    def is_over(self) -> bool:
        """The last turn is complete (clause E1)."""
        return self._position.phase == p.OVER

    @property
    def seat(self) -> int:
        """The seat whose decision is due; after the end the one that ended the game."""
        return self._position.seat

    @property
    def starter(self) -> int:
        """The seat that began (clause S5)."""
        return self._position.starter

    @property
    def turn(self) -> int:
        """The number of the turn that is being played, from 1; after the end that of the last one."""
        return self._position.turns + (0 if self.is_over else 1)

    @property
    def pile_size(self) -> int:
        """Cards left in the draw pile."""
        return self._position.pile_size

    @functools.cached_property
    def hand_sizes(self) -> tuple[int, ...]:
        """Cards in each hand (clause T5)."""
        return tuple(self._position.hand_size[seat] for seat in range(self.seats))

    @functools.cached_property
    def tableaux(self) -> tuple[Tableau, ...]:
        """Each seat's arboretum."""
        return tuple(Tableau.trusted(dict(self._laid(seat))) for seat in range(self.seats))

    def _laid(self, seat: int) -> Iterator[tuple[Cell, Card]]:
        position = self._position
        for at in range(position.tableau_size[seat]):
            yield _cell(position.tableau_cells[seat, at]), self._card(position.tableau_cards[seat, at])

    @functools.cached_property
    def discards(self) -> tuple[DiscardPile, ...]:
        """Each seat's discard pile, the bottom card first."""
        position = self._position
        return tuple(
            DiscardPile(self._card(position.discards[seat, at]) for at in range(position.discard_size[seat]))
            for seat in range(self.seats)
        )

    @functools.cached_property
    def shown(self) -> tuple[tuple[Card, ...], ...]:
        """By seat, the cards of its hand that everyone saw it take from a discard pile (clause T6)."""
        shown = self._position.shown
        return tuple(
            tuple(self._card(number) for number in self._numbers(seat) if shown[number])
            for seat in range(self.seats)
        )

    def _numbers(self, seat: int) -> list[int]:
        """The known cards of a hand by their numbers in the position, sorted."""
        hands = self._position.hands
        return sorted(
            number for at in range(self._position.hand_size[seat]) if (number := hands[seat, at]) != p.UNKNOWN
        )

    def _hand(self, seat: int) -> Hand:
        """The known cards of a hand."""
        return Hand(map(self._card, self._numbers(seat)))

    def _card(self, number: int) -> Card:
        return self.setup.slots.card(number)

    @functools.cached_property
    def open_cells(self) -> tuple[tuple[Cell, ...], ...]:
        """By seat, the cells on which a card may be placed, from the south-west row by row (clause T3)."""
        return tuple(tuple(map(_cell, self._open(seat))) for seat in range(self.seats))

    def _open(self, seat: int) -> list[int]:
        """The open cells of a seat by their numbers in the position, from the south-west row by row."""
        cells = self._position.open_cells
        return sorted(cells[seat, at] for at in range(self._position.open_size[seat]))

    def _actions(self) -> tuple[Action, ...]:
        """The legal actions of the acting seat, in order; its hand must be known."""
        position = self._position
        seat, phase = position.seat, position.phase
        if phase == p.OVER:
            return ()
        if phase == p.PLACE:
            cells = self._open(seat)
            rows = [_PLACINGS[self._card(number)] for number in self._numbers(seat)]
            return tuple([row[cell] for row in rows for cell in cells])
        if phase == p.DISCARD:
            return tuple(_DISCARDS[self._card(number)] for number in self._numbers(seat))
        return tuple(_DRAWS[source] for source in _SOURCES if legal.draw_reason(position, source) == legal.OK)

    def key(self) -> tuple[object, ...]:
        """Everything in the position, without the orders that mean nothing: equal positions have equal keys."""
        q = self._position
        return (
            (q.seats, q.slots, q.starter, q.seat, q.phase, q.turns, q.pile_size, q.tiebreak, q.unheld),
            tuple(sorted(q.unseen[: q.unseen_size])),
            tuple(tuple(sorted(q.hands[seat, at] for at in range(q.hand_size[seat]))) for seat in range(q.seats)),
            tuple(tuple(sorted(tableau.items())) for tableau in self.tableaux),
            self.discards,
            self.shown,
        )


@functools.cache
def _cell(number: int) -> Cell:
    """The cell that has this number in a position."""
    y = (number + p.NORTH // 2) // p.NORTH
    return Cell(number - p.NORTH * y, y)


# A player has some 180 placings to choose from, so each action is made once in a process and then only looked up.


class _Placings(dict[int, Place]):
    """The placings of one card, by the number of the cell in a position."""

    def __init__(self, card: Card) -> None:
        super().__init__()
        self._placed = card

    def __missing__(self, number: int) -> Place:
        made = self[number] = Place(self._placed, _cell(number))
        return made


_PLACINGS: Final = tuple(_Placings(card) for card in CARDS)
_DISCARDS: Final = tuple(Discard(card) for card in CARDS)
_DRAWS: Final = (*(DrawDiscard(seat) for seat in range(p.SEATS)), DrawPile())
"""By source (`position.DRAW_PILE` is the last one)."""
_SOURCES: Final = (p.DRAW_PILE, *range(p.SEATS))
