"""
What a cost is to be blamed on: where a card went, what was kept in hand, what was given to a rival.

The judge tells how much a choice cost. Why is told by the heuristic's outlook, which is made of such parts: what a
card would bring one's own arboretum, what its leaving the hand takes from a right, what it would bring a rival.
"""

from __future__ import annotations

import functools

import numpy as np

from arboretum.actions import Action, Discard, Place
from arboretum.analysis.model import Choice, Part
from arboretum.bots.choices import Mind, weighed_hand, without
from arboretum.bots.heuristic_weights import weights_for
from arboretum.bots.outlook import overlooked
from arboretum.cards import Card
from arboretum.rules.growth import Growth
from arboretum.rules.jit import compiled, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import HAND_ROOM, SEATS
from arboretum.rules.turn import slot_of
from arboretum.table import Phase
from arboretum.view import View

Shares = tuple[tuple[Part, float], ...]

LOST = 0  # columns of what is worked out for each card of a hand, in points: what a right loses without it
BRINGS = 1  # what it would bring one's own arboretum
GIFT = 2  # what it would bring a rival who takes it


@rule
def parted(rows: Rows, minds: Rows, growths: Rows, parts: Rows) -> None:
    """Work out what each card of the acting seat's hand is good for: float64[HAND_ROOM, 3], written."""
    position = record_of(rows, 0)
    mind = record_of(minds, 0)
    overlooked(position, mind, growths, position.seat)
    weighed_hand(position, mind, growths)
    for at in range(position.hand_size[position.seat]):
        card = position.hands[position.seat, at]
        slot = slot_of(card)
        loss = mind.rights[slot] - without(position, mind, card, card)
        parts[at, LOST] = loss * (mind.worth[slot] + mind.denied[slot])
        parts[at, BRINGS] = mind.brings[card]
        parts[at, GIFT] = mind.gift[card]


def split(view: View, chosen: Choice, choices: tuple[Choice, ...]) -> Shares:
    """To which parts belongs what a choice cost; `choices` are all that were judged, the best first."""
    if view.phase in (Phase.DRAW_FIRST, Phase.DRAW_SECOND):
        return ((Part.DRAWING, 1.0),)
    best = choices[0]
    if chosen.worth == best.worth:
        return ((Part.PLACING if view.phase is Phase.PLACE else Part.HAND, 1.0),)
    if isinstance(chosen.action, Place) and isinstance(best.action, Place):
        return _of_placing(view, chosen, choices)
    return _of_discard(view, chosen.action, best.action)


def _of_placing(view: View, chosen: Choice, choices: tuple[Choice, ...]) -> Shares:
    """The wrong cell is blamed on placing; the wrong card on that, or on the hand that misses it."""
    cost = choices[0].worth.win - chosen.worth.win
    card, best = _card(chosen.action), _card(choices[0].action)
    if card == best or cost <= 0.0:
        return ((Part.PLACING, 1.0),)
    same = max(choice.worth.win for choice in choices if _card(choice.action) == card)
    where = min(max((same - chosen.worth.win) / cost, 0.0), 1.0)
    parts = _parts(view)
    more_lost = parts[card][LOST] - parts[best][LOST]
    less_brought = parts[best][BRINGS] - parts[card][BRINGS]
    placing, hand = _shares(less_brought, more_lost)
    return ((Part.PLACING, where + (1.0 - where) * placing), (Part.HAND, (1.0 - where) * hand))


def _of_discard(view: View, chosen: Action, best: Action) -> Shares:
    """The wrong discard is blamed on what was not kept, or on what it brings a rival."""
    parts = _parts(view)
    one, other = parts[_card(chosen)], parts[_card(best)]
    hand, denial = _shares(one[LOST] + one[BRINGS] - other[LOST] - other[BRINGS], one[GIFT] - other[GIFT])
    return ((Part.HAND, hand), (Part.DENIAL, denial))


def _shares(first: float, second: float) -> tuple[float, float]:
    """Shares of two reasons by their weight; where neither is one, all belongs to the first."""
    one, other = max(first, 0.0), max(second, 0.0)
    return (1.0, 0.0) if one + other <= 0.0 else (one / (one + other), other / (one + other))


def _card(action: Action) -> Card:
    assert isinstance(action, Place | Discard)
    return action.card


def _parts(view: View) -> dict[Card, tuple[float, float, float]]:
    """By card of the hand, what it is good for."""
    minds, growths = _room()
    minds["weights"] = weights_for(view.seats)
    position = view.position()
    parts = np.zeros((HAND_ROOM, 3))
    compiled(parted)(position.rows, minds, growths, parts)
    return {
        view.setup.slots.card(position.hands[view.me, at]): (
            float(parts[at, LOST]),
            float(parts[at, BRINGS]),
            float(parts[at, GIFT]),
        )
        for at in range(position.hand_size[view.me])
    }


@functools.cache
def _room() -> tuple[Rows, Rows]:
    """Room to think in, for one thread."""
    return np.zeros(1, Mind.dtype), np.zeros(SEATS, Growth.dtype)
