"""
What is legal: why an action of the acting seat is refused, or that it is not (clauses T1-T4, E2).

A refusal is a number with a name; the faces make a sentence of it.
"""

from __future__ import annotations

from typing import Final

from arboretum.rules.jit import rule
from arboretum.rules.position import (
    DISCARD,
    DRAW_FIRST,
    DRAW_PILE,
    DRAW_SECOND,
    FURTHEST,
    NOWHERE,
    PLACE,
    Position,
)
from arboretum.rules.turn import cell_number, in_hand, where_open

OK: Final = 0
WRONG_PHASE: Final = 1
NO_SUCH_SEAT: Final = 2
PILE_EMPTY: Final = 3
NOT_IN_HAND: Final = 4
NOT_ADJACENT: Final = 5
CELL_TAKEN: Final = 6


@rule
def draw_reason(position: Position, source: int) -> int:
    """Why the acting seat cannot draw from this source; OK if it can (clauses T1, T2, E2)."""
    if position.phase != DRAW_FIRST and position.phase != DRAW_SECOND:
        return WRONG_PHASE
    if source == DRAW_PILE:
        return PILE_EMPTY if position.pile_size == 0 else OK
    if source < 0 or source >= position.seats:
        return NO_SUCH_SEAT
    return PILE_EMPTY if position.discard_size[source] == 0 else OK


@rule
def place_reason(position: Position, card: int) -> int:
    """Why the acting seat cannot place this card on any open cell; OK if it can (clauses T1, T3)."""
    if position.phase != PLACE:
        return WRONG_PHASE
    return NOT_IN_HAND if in_hand(position, position.seat, card) == NOWHERE else OK


@rule
def cell_reason(position: Position, seat: int, x: int, y: int) -> int:
    """Why no card can be placed at x, y of a seat's arboretum; OK if one can (clause T3)."""
    if abs(x) > FURTHEST or abs(y) > FURTHEST:
        return NOT_ADJACENT
    cell = cell_number(x, y)
    if where_open(position, seat, cell) != NOWHERE:
        return OK
    for at in range(position.tableau_size[seat]):
        if position.tableau_cells[seat, at] == cell:
            return CELL_TAKEN
    return NOT_ADJACENT


@rule
def discard_reason(position: Position, card: int) -> int:
    """Why the acting seat cannot discard this card; OK if it can (clauses T1, T4)."""
    if position.phase != DISCARD:
        return WRONG_PHASE
    return NOT_IN_HAND if in_hand(position, position.seat, card) == NOWHERE else OK
