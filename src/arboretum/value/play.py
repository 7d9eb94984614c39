"""What a seat does by the learned value: it weighs each of its best choices, and takes the one worth most."""

from __future__ import annotations

from typing import Any

import numpy as np

from arboretum.bots.choices import CELL_BITS
from arboretum.bots.heuristic_play import considered
from arboretum.bots.outlook import whole
from arboretum.bots.search import PER_POINT, SEEN, TRIED, copied
from arboretum.rules.jit import rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import DRAW_PILE, DRAW_SECOND, PLACE, UNKNOWN, Position
from arboretum.rules.turn import discarded_from, drew, placed_from
from arboretum.value.desk import Desk
from arboretum.value.features import described
from arboretum.value.network import MARGIN, WIN, Network, valued

Reals = np.ndarray[Any, np.dtype[np.float64]]


@rule
def worth(outputs: Rows) -> float:
    """One number for a chance of winning and a margin: as searches count a game."""
    return float(outputs[WIN] + PER_POINT * outputs[MARGIN])


def worths(values: Reals) -> Reals:
    """`worth` of each of many: float64[choices, 2] to float64[choices]."""
    return values[:, WIN] + PER_POINT * values[:, MARGIN]


@rule
def masked(position: Position) -> None:
    """Hide from a position what the acting seat cannot see: the cards in rivals' hands that nobody showed."""
    for seat in range(position.seats):
        if seat != position.seat:
            for at in range(position.hand_size[seat]):
                card = position.hands[seat, at]
                if card != UNKNOWN and position.shown[card] == 0:
                    position.hands[seat, at] = UNKNOWN
                    position.unseen[position.unseen_size] = card
                    position.unseen_at[card] = position.unseen_size
                    position.unseen_size += 1


@rule
def foretold(desk: Desk, network: Network) -> None:
    """What the position that is TRIED is worth to the seat that is to act in the one that is SEEN."""
    seen = record_of(desk.rows, SEEN)
    described(record_of(desk.rows, TRIED), record_of(desk.prospects, 0), desk.growths, seen.seat, desk.inputs)
    valued(network, desk.inputs, seen.slots, desk.room, desk.outputs)


@rule
def weighed(desk: Desk, network: Network) -> int:
    """
    Weigh the best choices of the heuristic by the network, and tell how many there are.

    The position that is SEEN is what the acting seat sees. Afterwards the desk's prospect has the choices, and its
    `values` the chance of winning and the margin after each.
    """
    position = record_of(desk.rows, SEEN)
    prospect = record_of(desk.prospects, 0)
    considered(position, prospect, desk.growths)
    count: int = min(prospect.listed, desk.values.shape[0])
    for at in range(count):
        weigh(desk, network, prospect.choices[at], at)
    return count


@rule
def weigh(desk: Desk, network: Network, choice: int, at: int) -> None:
    """Weigh one choice of the position that is SEEN, and write its values at this place."""
    position = record_of(desk.rows, SEEN)
    if position.phase <= DRAW_SECOND and choice == DRAW_PILE:
        from_pile(desk, network, at)
        return
    copied(desk.bytes, SEEN, TRIED)
    tried = record_of(desk.rows, TRIED)
    if position.phase <= DRAW_SECOND:
        drew(tried, choice, tried.discards[choice, tried.discard_size[choice] - 1])
    elif position.phase == PLACE:
        placed_from(tried, choice >> CELL_BITS, choice & ((1 << CELL_BITS) - 1))
    else:
        discarded_from(tried, choice)
    foretold(desk, network)
    desk.values[at, WIN] = desk.outputs[WIN]
    desk.values[at, MARGIN] = desk.outputs[MARGIN]


@rule
def from_pile(desk: Desk, network: Network, at: int) -> None:
    """What it is worth to draw from the draw pile: the mean over some unseen cards that stand for all."""
    desk.values[at, WIN] = desk.values[at, MARGIN] = 0.0
    count = picked_for_pile(record_of(desk.rows, SEEN), desk.cards, desk.drawn)
    for number in range(count):
        copied(desk.bytes, SEEN, TRIED)
        drew(record_of(desk.rows, TRIED), DRAW_PILE, desk.drawn[number])
        foretold(desk, network)
        desk.values[at, WIN] += desk.outputs[WIN]
        desk.values[at, MARGIN] += desk.outputs[MARGIN]
    for output in range(2):
        desk.values[at, output] /= max(count, 1)


@rule
def picked_for_pile(position: Position, cards: int, picked: Rows) -> int:
    """
    Pick unseen cards that stand for the draw pile, evenly from all: so many of them, or up to twice as many.

    picked: uint8[CARDS], written. Tells how many were picked.
    """
    step = max(1, position.unseen_size // cards)
    passed = step // 2
    count = 0
    for card in range(8 * position.slots):
        at = position.unseen_at[card]
        if at < position.unseen_size and position.unseen[at] == card:
            if passed % step == 0:
                picked[count] = card
                count += 1
            passed += 1
    return count


@rule
def best_of(desk: Desk, count: int) -> int:
    """Which of the weighed choices is worth most; of several the first, which the heuristic likes better."""
    best = 0
    for at in range(1, count):
        if whole(worth(desk.values[at])) > whole(worth(desk.values[best])):
            best = at
    return best
