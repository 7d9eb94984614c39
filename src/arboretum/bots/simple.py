"""Random and greedy: two bots to play against, and to copy."""

from __future__ import annotations

import functools
import heapq
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final, assert_never

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.bots.bot import Budget
from arboretum.cards import Card, Species
from arboretum.cells import Cell
from arboretum.rules.jit import below, stream
from arboretum.table import Phase
from arboretum.tableau import Tableau
from arboretum.view import View


class Random:
    """
    Does anything that is legal: each source, each card, each card and then each cell with the same chance.

    Its chance comes from its seed and the number of events it has seen, so the same seed answers the same view
    alike, whatever it was asked before.
    """

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """One of the legal actions."""
        chance = stream(self.seed, len(view.seen))
        if view.phase is Phase.PLACE:  # more actions than `below` can number, so card and cell one by one
            card = view.hand[below(chance, len(view.hand))]
            return Place(card, view.my_open_cells[below(chance, len(view.my_open_cells))])
        return view.legal_actions[below(chance, len(view.legal_actions))]


PROMISE: Final = 0.12  # points that a card placed may still bring, for each turn that is left
SAME_SPECIES: Final = 1.5  # a step between two cards of one species counts so much, another one 1
GIFT: Final = 0.15  # what a discard gives to rivals, as a share of what its species is worth to them
TRIALS: Final = 16  # placings that are looked at closely; the others look worse from afar
SAMPLE: Final = 5  # one of so many unseen cards stands for them


class Greedy:
    """
    Looks one step ahead, and does what leaves it best off at once.

    How well off it is: over all species, the chance of having the right times what the right decides, its own
    path and that which is denied to rivals (`Outlook.worth`). It has no plan beyond that, does not wonder why
    rivals chose as they did, and leaves nothing to chance: its seed changes nothing.
    """

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The best action, the first in order of several; in a millisecond or two."""
        outlook = Outlook(view)
        actions: Iterable[Action] = view.legal_actions
        if view.phase is Phase.PLACE:
            actions = heapq.nlargest(TRIALS, actions, key=whole(outlook.from_afar))
        return max(actions, key=whole(outlook.value))


def whole(value: Callable[[Action], float]) -> Callable[[Action], int]:
    """The value in whole millionths (2**-20), so that what decides is the same on every machine."""
    return lambda action: round(value(action) * 2**20)


class Outlook:
    """What a seat may hope for, as its view shows it; values are in points."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.rivals = [seat for seat in range(view.seats) if seat != view.me]
        self.promise = PROMISE * view.pile_size / (2 * view.seats)
        self.theirs = {
            species: max(view.tableaux[seat].points.get(species, 0) for seat in self.rivals) / len(self.rivals)
            for species in view.species
        }
        """What it is worth to deny a species: the loss of one rival, by which the other rivals gain too."""
        self.chances: dict[tuple[Species, tuple[int, ...]], float] = {}

    def value(self, action: Action) -> float:
        """How well off one is after an action, or how much better by a draw."""
        match action:
            case DrawPile():
                sample = sorted(self.view.unseen)[::SAMPLE]
                return sum(map(self.gain, sample)) / len(sample)
            case DrawDiscard(seat):
                return self.gain(self.view.discards[seat][-1])
            case Place(card, cell):
                after = Tableau.trusted({**self.view.tableau, cell: card})
                return self.worth(self.without(card), after) + self.fit(card, cell)
            case Discard(card):
                return self.kept[card] - GIFT * self.theirs[card.species]
            case _:
                assert_never(action)

    def from_afar(self, action: Action) -> float:
        """A quick guess at the value of a placing, which follows no path."""
        assert isinstance(action, Place)
        return self.kept[action.card] + self.fit(action.card, action.cell)

    def gain(self, card: Card) -> float:
        """What one more card is good for: to be held, or to be placed."""
        held = self.worth((*self.view.hand, card), self.view.tableau) - self.now
        return max(held, *(self.fit(card, cell) for cell in self.view.my_open_cells))

    @functools.cached_property
    def now(self) -> float:
        """How well off one is."""
        return self.worth(self.view.hand, self.view.tableau)

    @functools.cached_property
    def kept(self) -> dict[Card, float]:
        """How well off one is without a card of the hand."""
        return {card: self.worth(self.without(card), self.view.tableau) for card in self.view.hand}

    def without(self, card: Card) -> tuple[Card, ...]:
        """The hand without this card."""
        return tuple(held for held in self.view.hand if held is not card)

    def worth(self, hand: Sequence[Card], tableau: Tableau) -> float:
        """Over all species: the chance of the right, times own path, promise, and what is denied to rivals."""
        placed = Counter(card.species for card in tableau.values())
        return sum(
            self.chance(species, hand)
            * (tableau.points.get(species, 0) + self.promise * placed[species] + self.theirs[species])
            for species in self.view.species
        )

    def fit(self, card: Card, cell: Cell) -> float:
        """How well a card goes on from its neighbours: best by a step of one, and within its species."""
        steps = 0.0
        for beside in cell.neighbours:
            other = self.view.tableau.get(beside)
            if other is not None and other.value != card.value:
                steps += (SAME_SPECIES if other.species is card.species else 1) / abs(other.value - card.value)
        return self.promise * steps

    def chance(self, species: Species, hand: Iterable[Card]) -> float:
        """A guess at the chance of the right: the square of this hand's sum, against those of the rivals."""
        mine = tuple(card.value for card in hand if card.species is species)
        if (species, mine) not in self.chances:
            self.chances[species, mine] = self._chance(species, mine)
        return self.chances[species, mine]

    def _chance(self, species: Species, mine: tuple[int, ...]) -> float:
        """Rivals hold what all saw them take, and each unseen card with the same chance."""
        view = self.view
        unseen = [card.value for card in view.unseen if card.species is species]
        against = other_one = 0.0
        for seat in self.rivals:
            known = [card.value for card in view.hands_known[seat] if card.species is species]
            hidden = view.hand_sizes[seat] - len(view.hands_known[seat])
            share = hidden / len(view.unseen) if hidden else 0.0
            theirs = counted(known, mine) + share * counted(unseen, mine)
            against += theirs * theirs
            other_one += (1 in known) + share * (1 in unseen)
        total = sum(mine) - 8 * other_one * (8 in mine)  # a 1 in another hand cancels my 8
        if total == against == 0:
            return float(view.options.unheld == "everyone")
        return total * total / (total * total + against)


def counted(theirs: Iterable[int], mine: tuple[int, ...]) -> int:
    """The sum of a rival's values, without an 8 that my 1 cancels."""
    return sum(value for value in theirs if value < 8 or 1 not in mine)
