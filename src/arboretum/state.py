"""The truth, or an imagined one: a whole position, read only."""

from __future__ import annotations

import functools

from arboretum.actions import Action
from arboretum.cards import Card, Species
from arboretum.events import Event
from arboretum.fold import empty_table, fold
from arboretum.legality import check
from arboretum.piles import Hand
from arboretum.rules.position import Position
from arboretum.score import Score
from arboretum.setup import Setup
from arboretum.table import Table


class State(Table):
    """
    A position in which every card is known; only the order of the draw pile is not in it.

    Whoever plays or shows holds a `View` instead; a bot that searches imagines states with `worlds.sample`.
    """

    @classmethod
    def begin(cls, setup: Setup) -> State:
        """The table before anything happened."""
        return cls(setup, empty_table(setup))

    def after(self, event: Event) -> State:
        """The state after one more true event."""
        position = self._position.copy()
        fold(position, event, self.setup.slots)
        return State(self.setup, position.freeze())

    @functools.cached_property
    def hands(self) -> tuple[Hand, ...]:
        """Each seat's hand."""
        return tuple(map(self._hand, range(self.seats)))

    @functools.cached_property
    def pile(self) -> frozenset[Card]:
        """The cards of the draw pile, in no order."""
        return frozenset(self._card(number) for number in self._position.unseen[: self._position.unseen_size])

    @functools.cached_property
    def species_in_play(self) -> tuple[Species, ...]:
        """The species that are in the game, secret or not (clause S2)."""
        cards = {*self.pile, *(card for hand in self.hands for card in hand)}
        cards.update(card for pile in self.discards for card in pile)
        cards.update(card for tableau in self.tableaux for card in tableau.values())
        return tuple(sorted({card.species for card in cards}))

    @functools.cached_property
    def legal_actions(self) -> tuple[Action, ...]:
        """What the acting seat may do, in order; nothing when the game is over."""
        return self._actions()

    def check(self, seat: int, action: Action) -> None:
        """Raise IllegalAction, with a sentence, if a seat may not do this now."""
        check(self, self._position, self._hand, seat, action)

    @functools.cached_property
    def score(self) -> Score:
        """The score if the game ended now (clauses R1-W3)."""
        return Score.count(
            self.tableaux,
            self.hands,
            players=self.players,
            species=self.species_in_play,
            options=self.options,
        )

    def position(self) -> Position:
        """A position of one's own to play on with, for compiled rules."""
        return self._position.copy()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.setup == other.setup and self.key() == other.key()

    def __hash__(self) -> int:
        return hash((self.setup, self.key()))
