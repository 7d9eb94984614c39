"""
The last decisions of a game: once the draw pile is empty, whoever is to act ends it, and every way can be tried.

With two players nothing is hidden any more then, since the rival holds every card that is unseen, so what is found
is best. With more, or with secret species (option O3), it is best on average over hands that rivals may hold. A
position of its own is kept for each step: what is seen, then a card drawn, one placed, one discarded.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from arboretum.bots.choices import CELL_BITS
from arboretum.bots.outlook import whole
from arboretum.bots.search import SEEN, copied, result_of
from arboretum.rules.jit import compiled, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import DRAW_FIRST, DRAW_SECOND, PLACE, Position
from arboretum.rules.scoring import scored
from arboretum.rules.sheet import Sheet
from arboretum.rules.turn import discarded_from, drew, placed_from

DRAWN: Final = 1
PLACED: Final = 2
DONE: Final = 3
WORST: Final = -(1 << 40)

Hands = np.ndarray[Any, np.dtype[np.uint8]]


def is_last(position: Position) -> bool:
    """Whether this turn ends the game (clause E1), with no card of the draw pile to come."""
    return position.pile_size == 0 and position.phase != DRAW_FIRST


def last_choice(position: Position, hands: Hands) -> int:
    """
    The best choice of a position that `is_last`, as a number that `bots.choices` has.

    hands: what all may hold, uint8[worlds, SEATS, HAND_ROOM]; one world where nothing is hidden.

    Of choices that end alike the first is taken: of sources by seat, of cards by their place in the hand, then of
    cells by theirs.
    """
    rows = np.zeros(4, Position.dtype)
    bytes = rows.view(np.uint8).reshape(4, -1)
    bytes[SEEN] = position.rows.view(np.uint8)
    return int(compiled(searched_last)(rows, bytes, np.zeros(1, Sheet.dtype), hands))


@rule
def searched_last(rows: Rows, bytes: Rows, sheets: Rows, hands: Hands) -> int:
    """`last_choice` in some room: rows Position.dtype[4], bytes the same memory, sheets Sheet.dtype[1]."""
    phase = record_of(rows, SEEN).phase
    if phase == DRAW_SECOND:
        return best_source(rows, bytes, sheets, hands)
    if phase == PLACE:
        copied(bytes, SEEN, DRAWN)
        return best_placing(rows, bytes, sheets, hands)[1]
    copied(bytes, SEEN, PLACED)
    return best_discard(rows, bytes, sheets, hands)[1]


@rule
def best_source(rows: Rows, bytes: Rows, sheets: Rows, hands: Hands) -> int:
    """The discard pile from which it is best to draw."""
    position = record_of(rows, SEEN)
    best = -1
    most = WORST
    for seat in range(position.seats):
        size = position.discard_size[seat]
        if size > 0:
            copied(bytes, SEEN, DRAWN)
            drew(record_of(rows, DRAWN), seat, position.discards[seat, size - 1])
            value = best_placing(rows, bytes, sheets, hands)[0]
            if value > most:
                best = seat
                most = value
    return best


@rule
def best_placing(rows: Rows, bytes: Rows, sheets: Rows, hands: Hands) -> tuple[int, int]:
    """What the best placing of the position that is DRAWN is worth, with its best discard, and which it is."""
    position = record_of(rows, DRAWN)
    best = -1
    most = WORST
    for at in range(position.hand_size[position.seat]):
        for cell in range(position.open_size[position.seat]):
            copied(bytes, DRAWN, PLACED)
            placed_from(record_of(rows, PLACED), at, cell)
            value = best_discard(rows, bytes, sheets, hands)[0]
            if value > most:
                best = (at << CELL_BITS) | cell
                most = value
    return most, best


@rule
def best_discard(rows: Rows, bytes: Rows, sheets: Rows, hands: Hands) -> tuple[int, int]:
    """What the best discard of the position that is PLACED is worth, and which it is."""
    position = record_of(rows, PLACED)
    best = -1
    most = WORST
    for at in range(position.hand_size[position.seat]):
        copied(bytes, PLACED, DONE)
        done = record_of(rows, DONE)
        discarded_from(done, at)
        value = whole(mean_result(done, record_of(sheets, 0), hands, position.seat))
        if value > most:
            best = at
            most = value
    return most, best


@rule
def mean_result(position: Position, sheet: Sheet, hands: Hands, me: int) -> float:
    """How good the end of a game is for a seat, on average over what rivals may hold."""
    total = 0.0
    for number in range(hands.shape[0]):
        for seat in range(position.seats):
            if seat != me:
                for at in range(position.hand_size[seat]):
                    position.hands[seat, at] = hands[number, seat, at]
        scored(position, sheet)
        total += result_of(position, sheet, me)
    return float(total / hands.shape[0])
