"""The staircase: builds a rising diagonal of any species first, and asks what to score later."""

from __future__ import annotations

from typing import Final

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.bots.bot import Budget
from arboretum.cards import Card
from arboretum.cells import Cell
from arboretum.table import Phase
from arboretum.view import View

WIDEST_STEP: Final = 2
"""How much a card on the stairs may be higher than the one before it."""
LONGEST: Final = 8
"""Steps of the stairs: after so many it is whatever makes the paths longest."""


class Staircase:
    """
    Builds an ascending diagonal first, then the best paths it can, and keeps what wins rights.

    On the stairs each card is one or two higher than the one before, whatever its species, so that later cards
    beside them begin and end paths of several species. When no card fits, or eight lie there, a card goes where
    the own paths are worth most. Only cards that are not needed for a right are spent: a card is needed the
    more, the more it adds to the hand's sum and the more points both arboretums have in its species.

    Its weakness: it does not see what rivals collect, gives them cards that fit, and its paths of mixed species
    are denied one by one. It leaves nothing to chance: its seed changes nothing.
    """

    name = "staircase"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """A card that fits the stairs, or else the best one."""
        match view.phase:
            case Phase.DRAW_FIRST | Phase.DRAW_SECOND:
                return self._draw(view)
            case Phase.PLACE:
                return self._place(view)
            case _:
                return Discard(min(view.hand, key=lambda card: need(view, card)))

    def _draw(self, view: View) -> Action:
        tops = [action for action in view.legal_actions if isinstance(action, DrawDiscard)]
        good = [action for action in tops if self._wants(view, view.discards[action.seat][-1])]
        if good:
            return max(good, key=lambda action: need(view, view.discards[action.seat][-1]))
        return DrawPile() if view.pile_size else tops[0]

    def _wants(self, view: View, card: Card) -> bool:
        """Whether a card on a discard pile is better than an unseen one: it fits the stairs, or wins a right."""
        if fitting(view, card):
            return True
        return need(view, card) > max(need(view, held) for held in view.hand)

    def _place(self, view: View) -> Place:
        spare = sorted(view.hand, key=lambda card: need(view, card))[: len(view.hand) - 3]
        steps = [(gap, spare.index(card), card, cell) for card in spare for gap, cell in fitting(view, card)]
        if steps:
            _, _, card, cell = min(steps)
            return Place(card, cell)
        tableau = view.tableau
        _, _, card, cell = max(
            (sum(tableau.placing(card, cell).points.values()), -at, card, cell)
            for at, card in enumerate(spare)
            for cell in view.my_open_cells
        )
        return Place(card, cell)


def stair(step: int) -> Cell:
    """The cell of a step: 0 is the first card, 1 is east of it, 2 north of that, -1 south of the first."""
    return Cell((step + 1) // 2, step // 2)


def fitting(view: View, card: Card) -> list[tuple[int, Cell]]:
    """Where a card goes on the stairs, up or down, with how much it is higher or lower than its neighbour."""
    tableau = view.tableau
    if not tableau:
        return [(abs(card.value - 4), stair(0))]
    low = high = 0
    while stair(low - 1) in tableau:
        low -= 1
    while stair(high + 1) in tableau:
        high += 1
    if high - low + 1 >= LONGEST:
        return []
    up, down = card.value - tableau[stair(high)].value, tableau[stair(low)].value - card.value
    found = [(up, stair(high + 1))] if 0 < up <= WIDEST_STEP else []
    return [*found, (down, stair(low - 1))] if 0 < down <= WIDEST_STEP else found


def need(view: View, card: Card) -> int:
    """How much a card is needed in hand: what it adds to the sum of a species, by what that species is worth."""
    species = card.species
    held = sum(other.value for other in view.hand if other.species is species)
    worth = sum(tableau.points.get(species, 0) for tableau in view.tableaux)
    return (card.value + held) * (2 + worth)
