"""A whole game of the package with the face of the oracle, so that a test can hold the two side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from arboretum import NOBODY, Card, Game, Options, Setup, State, View
from arboretum.cards import EDITIONS
from arboretum.events import Event, Shuffled, Started
from oracle import Action
from oracle_words import board_of, score_dict, species_of, texts, to_oracle, to_package

NAMES = ("Ada", "Ben", "Cleo", "Dan")


class GameFace:
    """
    A game from a given deck, seen through every view of it.

    It has what `oracle.Oracle` has; `pile` is a set, since its order is in no position.
    """

    def __init__(
        self,
        seats: int,
        species: Sequence[str],
        deck: Sequence[str],
        starter: int,
        options: dict[str, Any],
    ) -> None:
        """`species` are those in play, also where option O3 keeps them secret."""
        chosen = Options.from_json(options)
        in_play = species_of(species)
        secret = chosen.species == "secret"
        removed = tuple(kind for kind in EDITIONS[chosen.names] if kind not in in_play)
        setup = Setup(NAMES[:seats], chosen, None if secret else in_play)
        shuffle = Shuffled(tuple(Card.parse(card) for card in deck), removed, "00" * 32)
        begun: list[Event] = [shuffle] if isinstance(chosen.start, int) else [shuffle, Started(starter)]
        self.truth = State.begin(setup)
        for event in begun:
            self._fold(event)
        self.game = Game(setup, begun, keep=self._fold)

    def _fold(self, event: Event) -> None:
        self.truth = self.truth.after(event)

    @property
    def views(self) -> list[View]:
        """What each seat knows, and then a spectator."""
        return [self.game.view(seat) for seat in (*range(self.truth.seats), NOBODY)]

    def agreed(self, look: Callable[[View], Any]) -> Any:  # noqa: ANN401
        """Something public, after checking that the truth and all views agree on it."""
        public = look(self.game.view(NOBODY))
        assert all(look(view) == public for view in self.views)
        return public

    @property
    def phase(self) -> str:
        name: str = self.agreed(lambda view: view.phase.name)
        return name

    @property
    def seat(self) -> int:
        seat: int = self.agreed(lambda view: view.seat)
        return seat

    @property
    def turns(self) -> int:
        """Complete turns."""
        number: int = self.agreed(lambda view: view.turn - (0 if view.is_over else 1))
        return number

    @property
    def pile(self) -> set[str]:
        assert self.agreed(lambda view: view.pile_size) == len(self.truth.pile)
        return set(texts(self.truth.pile))

    @property
    def hands(self) -> list[set[str]]:
        """Each seat's hand, as the seat itself sees it; all see its size."""
        hands = [set(texts(self.game.view(seat).hand)) for seat in range(self.truth.seats)]
        assert list(self.agreed(lambda view: view.hand_sizes)) == [len(hand) for hand in hands]
        assert hands == [set(texts(hand)) for hand in self.truth.hands]
        return hands

    @property
    def boards(self) -> list[dict[tuple[int, int], str]]:
        return [board_of(tableau) for tableau in self.agreed(lambda view: view.tableaux)]

    @property
    def discards(self) -> list[list[str]]:
        return [texts(pile) for pile in self.agreed(lambda view: view.discards)]

    @property
    def known(self) -> list[set[str]]:
        """What a spectator knows of each hand; every player knows that too."""
        known = [set(texts(hand)) for hand in self.game.view(NOBODY).hands_known]
        for view in self.views:
            assert all(cards <= set(texts(hand)) for cards, hand in zip(known, view.hands_known, strict=True))
        if not self.truth.is_over:
            assert known == [set(texts(cards)) for cards in self.agreed(lambda view: view.shown)]
        return known

    def legal(self) -> set[Action]:
        """What the acting seat's view offers; the other views offer nothing, the truth the same."""
        offered = [action for view in self.views for action in view.legal_actions]
        assert tuple(offered) == self.truth.legal_actions
        legal = {to_oracle(action) for action in offered}
        assert len(legal) == len(offered)
        return legal

    def apply(self, action: Action) -> None:
        """Play it. Raises IllegalAction."""
        self.game.play(self.game.seat, to_package(action))

    def score(self) -> dict[str, Any]:
        return score_dict(self.game.score)
