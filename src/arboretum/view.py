"""The knowledge of one seat, or of a spectator: what it has seen, and nothing else, read only."""

from __future__ import annotations

import functools

from arboretum.actions import Action
from arboretum.cards import Card
from arboretum.cells import Cell
from arboretum.events import NOBODY, Event
from arboretum.fold import empty_table, fold
from arboretum.legality import check
from arboretum.piles import Hand
from arboretum.rules.position import Position
from arboretum.setup import Setup
from arboretum.table import Table
from arboretum.tableau import Tableau


class View(Table):
    """
    What one seat knows of a game: its information state.

    It is folded from the events that the seat has seen, so it holds no card that the seat could not know;
    what is to be known of a rival's hand (cards taken from discard piles) it does not forget.
    """

    def __init__(self, setup: Setup, position: Position, me: int, seen: tuple[Event, ...]) -> None:
        super().__init__(setup, position)
        self.me = me
        """The seat that knows this; NOBODY for a spectator."""
        self.seen = seen
        """Every event so far, as this seat saw it."""

    @classmethod
    def begin(cls, setup: Setup, me: int) -> View:
        """What a seat knows before anything happened."""
        if me != NOBODY and not 0 <= me < setup.seats:
            raise ValueError(f"There is no seat {me}: seats are 0 to {setup.seats - 1}, and {NOBODY} looks on.")
        return cls(setup, empty_table(setup), me, ())

    def after(self, *events: Event) -> View:
        """The view after more events, as `seen_by` shows them to this seat."""
        position = self._position.copy()
        for event in events:
            fold(position, event, self.setup.slots)
        return View(self.setup, position.freeze(), self.me, (*self.seen, *events))

    @functools.cached_property
    def hand(self) -> Hand:
        """This seat's own hand; empty for a spectator."""
        return Hand() if self.me == NOBODY else self._hand(self.me)

    @property
    def tableau(self) -> Tableau:
        """This seat's own arboretum; empty for a spectator."""
        return Tableau() if self.me == NOBODY else self.tableaux[self.me]

    @functools.cached_property
    def hands_known(self) -> tuple[Hand, ...]:
        """By seat, the cards that this seat knows to be in that hand: all of its own (clause T6)."""
        return tuple(map(self._hand, range(self.seats)))

    @functools.cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards whose place this seat does not know: in the draw pile, in a hand, or not in the game."""
        return frozenset(self._card(number) for number in self._position.unseen[: self._position.unseen_size])

    @property
    def is_my_turn(self) -> bool:
        """This seat is to act."""
        return self.me == self.seat and not self.is_over

    @functools.cached_property
    def legal_actions(self) -> tuple[Action, ...]:
        """What this seat may do now, in order; nothing unless it is to act."""
        return self._actions() if self.is_my_turn else ()

    @property
    def my_open_cells(self) -> tuple[Cell, ...]:
        """The cells on which this seat may place a card; none for a spectator."""
        return () if self.me == NOBODY else self.open_cells[self.me]

    def check(self, action: Action) -> None:
        """Raise IllegalAction, with a sentence, if this seat may not do this now."""
        check(self, self._position, self._hand, self.me, action)

    def position(self) -> Position:
        """A position of one's own, in which what this seat has not seen is UNKNOWN, for compiled rules."""
        return self._position.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return False
        mine, theirs = (self.setup, self.me, self.seen), (other.setup, other.me, other.seen)
        return mine == theirs and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.setup, self.me, self.seen))
