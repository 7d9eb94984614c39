"""
Choices judged to the end of their turn: a draw by the best placing after it, a placing by the best discard.

The learned value is best when a turn is over. So a choice is worth what the seat can still make of its turn: of
what follows the best is taken, and over the cards that the draw pile may give the mean, as the seat sees it.
That takes hundreds of looks for one choice, which is for a teacher, not for a bot under the clock.
"""

from __future__ import annotations

from typing import Final

from arboretum.bots.choices import CELL_BITS
from arboretum.bots.outlook import whole
from arboretum.bots.search import PER_POINT, SEEN, TRIED, copied
from arboretum.rules.jit import rule
from arboretum.rules.layout import record_of
from arboretum.rules.position import DRAW_FIRST, DRAW_PILE, DRAW_SECOND, PLACE
from arboretum.rules.turn import drew, placed_from
from arboretum.value.desk import Desk
from arboretum.value.network import MARGIN, WIN, Network
from arboretum.value.play import best_of, picked_for_pile, weigh, weighed, worth

PLACINGS: Final = 4
"""Placings that are followed to their discards when a draw is judged: the best at a look."""
FIRST_CARDS: Final = 8
"""Cards of the draw pile that stand for all, or up to twice as many, when the first draw is judged."""
SECOND_CARDS: Final = 24
"""The same for the second draw."""
NEVER: Final = -9.0
"""A chance of winning that is less than any."""


@rule
def weighed_on(first: Desk, second: Desk, third: Desk, last: Desk, network: Network, choice: int) -> None:
    """
    What a choice of the position that `first` has SEEN is worth at the end of the turn, into its `outputs`.

    The other desks are room for the decisions that follow in the turn.
    """
    phase = record_of(first.rows, SEEN).phase
    if phase == DRAW_FIRST and choice == DRAW_PILE:
        mean_of_first(first, second, third, last, network)
    elif phase == DRAW_FIRST:
        took(first, second, choice)
        best_draw(second, third, last, network, FIRST_CARDS)
        passed_on(second, first)
    elif phase == DRAW_SECOND and choice == DRAW_PILE:
        mean_of_second(first, third, last, network, SECOND_CARDS)
    elif phase == DRAW_SECOND:
        took(first, third, choice)
        best_placing(third, last, network)
        passed_on(third, first)
    elif phase == PLACE:
        put(first, last, choice)
        best_discard(last, network)
        passed_on(last, first)
    else:
        weigh(first, network, choice, 0)
        first.outputs[WIN] = first.values[0, WIN]
        first.outputs[MARGIN] = first.values[0, MARGIN]


@rule
def entered(desk: Desk, following: Desk) -> None:
    """Go on from the position that was TRIED: it is what the next decision sees."""
    for at in range(desk.bytes.shape[1]):
        following.bytes[SEEN, at] = desk.bytes[TRIED, at]


@rule
def passed_on(desk: Desk, earlier: Desk) -> None:
    """What the following decision is worth is what the earlier one is worth."""
    earlier.outputs[WIN] = desk.outputs[WIN]
    earlier.outputs[MARGIN] = desk.outputs[MARGIN]


@rule
def took(desk: Desk, following: Desk, source: int) -> None:
    """Take the top card of a discard pile."""
    copied(desk.bytes, SEEN, TRIED)
    position = record_of(desk.rows, TRIED)
    drew(position, source, position.discards[source, position.discard_size[source] - 1])
    entered(desk, following)


@rule
def got(desk: Desk, following: Desk, card: int) -> None:
    """Get a card from the draw pile."""
    copied(desk.bytes, SEEN, TRIED)
    drew(record_of(desk.rows, TRIED), DRAW_PILE, card)
    entered(desk, following)


@rule
def put(desk: Desk, following: Desk, choice: int) -> None:
    """Place a card."""
    copied(desk.bytes, SEEN, TRIED)
    placed_from(record_of(desk.rows, TRIED), choice >> CELL_BITS, choice & ((1 << CELL_BITS) - 1))
    entered(desk, following)


@rule
def best_discard(desk: Desk, network: Network) -> None:
    """What a position is worth to the seat that is to discard."""
    at = best_of(desk, weighed(desk, network))
    desk.outputs[WIN] = desk.values[at, WIN]
    desk.outputs[MARGIN] = desk.values[at, MARGIN]


@rule
def best_placing(desk: Desk, last: Desk, network: Network) -> None:
    """What a position is worth to the seat that is to place: the best of some placings with their discards."""
    count = weighed(desk, network)
    win, margin = NEVER, 0.0
    for _ in range(min(count, PLACINGS)):
        at = best_of(desk, count)
        desk.values[at, WIN] = NEVER
        put(desk, last, record_of(desk.prospects, 0).choices[at])
        best_discard(last, network)
        if win == NEVER or whole(worth(last.outputs)) > whole(win + PER_POINT * margin):
            win, margin = last.outputs[WIN], last.outputs[MARGIN]
    desk.outputs[WIN] = win
    desk.outputs[MARGIN] = margin


@rule
def best_draw(desk: Desk, third: Desk, last: Desk, network: Network, cards: int) -> None:
    """What a position is worth to the seat that is to draw its second card; so many cards stand for all."""
    position = record_of(desk.rows, SEEN)
    win, margin = NEVER, 0.0
    if position.pile_size > 0:
        mean_of_second(desk, third, last, network, cards)
        win, margin = desk.outputs[WIN], desk.outputs[MARGIN]
    for seat in range(position.seats):
        if position.discard_size[seat] > 0:
            took(desk, third, seat)
            best_placing(third, last, network)
            if win == NEVER or whole(worth(third.outputs)) > whole(win + PER_POINT * margin):
                win, margin = third.outputs[WIN], third.outputs[MARGIN]
    desk.outputs[WIN] = win
    desk.outputs[MARGIN] = margin


@rule
def mean_of_second(desk: Desk, third: Desk, last: Desk, network: Network, cards: int) -> None:
    """What it is worth to draw the second card from the draw pile."""
    win = margin = 0.0
    count = picked_for_pile(record_of(desk.rows, SEEN), cards, desk.drawn)
    for number in range(count):
        got(desk, third, desk.drawn[number])
        best_placing(third, last, network)
        win += third.outputs[WIN]
        margin += third.outputs[MARGIN]
    desk.outputs[WIN] = win / max(count, 1)
    desk.outputs[MARGIN] = margin / max(count, 1)


@rule
def mean_of_first(first: Desk, second: Desk, third: Desk, last: Desk, network: Network) -> None:
    """What it is worth to draw the first card from the draw pile."""
    win = margin = 0.0
    count = picked_for_pile(record_of(first.rows, SEEN), FIRST_CARDS, first.drawn)
    for number in range(count):
        got(first, second, first.drawn[number])
        best_draw(second, third, last, network, FIRST_CARDS)
        win += second.outputs[WIN]
        margin += second.outputs[MARGIN]
    first.outputs[WIN] = win / max(count, 1)
    first.outputs[MARGIN] = margin / max(count, 1)
