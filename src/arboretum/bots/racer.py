"""The racer: runs for the end of the draw pile with a hand full of high cards."""

from __future__ import annotations

import functools

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.bots.bot import Budget
from arboretum.cards import Card
from arboretum.table import Phase
from arboretum.view import View


class Racer:
    """
    Draws from the draw pile always, keeps the cards that deny rivals most, and places the one it needs least.

    A card is worth its value, and the points that the rival who is furthest has in its species; an 8 whose 1 may
    be in another hand is worth little, and a 1 whose 8 may be there is worth that 8. The least worthy card is
    placed where it makes the own paths worth most, the next is discarded. With two players that ends the game
    after 17 turns, before anyone has built much, and with most rights in its hand: the style that wins the
    public tournament.

    Its weakness: it scores little itself, so whoever reads what it hoards, and builds quickly in two species that
    it does not hold, wins by a few points. It leaves nothing to chance: its seed changes nothing.
    """

    name = "racer"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The draw pile while it lasts; the least worthy card; the best cell for it."""
        needed = functools.partial(denial, view)
        match view.phase:
            case Phase.DRAW_FIRST | Phase.DRAW_SECOND:
                if view.pile_size:
                    return DrawPile()
                piles = [action for action in view.legal_actions if isinstance(action, DrawDiscard)]
                return max(piles, key=lambda action: needed(view.discards[action.seat][-1]))
            case Phase.PLACE:
                card = min(view.hand, key=needed)
                tableau = view.tableau
                cell = max(view.my_open_cells, key=lambda cell: sum(tableau.placing(card, cell).points.values()))
                return Place(card, cell)
            case _:
                return Discard(min(view.hand, key=needed))


def denial(view: View, card: Card) -> int:
    """What it is worth to hold a card: its value for the right, and what the right decides for the best rival."""
    rivals = [view.tableaux[seat].points.get(card.species, 0) for seat in range(view.seats) if seat != view.me]
    value = card.value
    if value == 8 and _may_be_elsewhere(view, Card.of(card.species, 1)):
        value = 4
    if value == 1 and _may_be_elsewhere(view, Card.of(card.species, 8)):
        value = 6
    return value + max(rivals)


def _may_be_elsewhere(view: View, card: Card) -> bool:
    """Whether a rival may hold this card at the end: it is in a rival's hand, or unseen."""
    known = any(card in view.hands_known[seat] for seat in range(view.seats) if seat != view.me)
    return known or card in view.unseen
