"""The score sheet: what scoring finds out about a position, and the room it works in."""

from __future__ import annotations

from typing import Annotated, Final

from arboretum.rules.layout import Byte, Count, Packed
from arboretum.rules.position import BOARD, SEATS, Bytes

KINDS: Final = 13  # species that a sheet has room for: all of both editions
NO_CELL: Final = BOARD  # `reach` and `pure` have it beyond the board: no path ends there, ever
LANES: Final = 10  # species whose mixed paths one pass can follow


class Sheet(Packed):
    """The data dictionary: each field with its shape, unit and meaning. `[seat, slot]` where it has two."""

    # Rights, by hands.
    sums: Annotated[Bytes, "u1", (SEATS, KINDS)]  # hand sums after the 1 against the 8 (clauses R1, R2)
    cancelled: Annotated[Bytes, "u1", (SEATS, KINDS)]  # 1: an 8 in this hand counts 0 (clause R2)
    held: Annotated[Bytes, "u1", (KINDS,)]  # cards of the species in all hands
    ones: Annotated[Bytes, "u1", (KINDS,)]  # seat + 1 of the hand with the 1, or 0
    eights: Annotated[Bytes, "u1", (KINDS,)]  # seat + 1 of the hand with the 8, or 0
    rights: Annotated[Bytes, "u1", (SEATS, KINDS)]  # 1: has the right to score the species

    # Paths, by arboretums.
    best: Annotated[Bytes, "u1", (SEATS, KINDS)]  # points of the best path, whoever has the right; 0 without one
    points: Annotated[Bytes, "u1", (SEATS, KINDS)]  # points scored: 0 without the right
    species_placed: Annotated[Bytes, "u1", (SEATS,)]  # different species in the arboretum
    cards_placed: Annotated[Bytes, "u1", (SEATS,)]  # cards in the arboretum

    # The result.
    totals: Annotated[Bytes, "u1", (SEATS,)]  # points
    winners: Annotated[Bytes, "u1", (SEATS,)]  # 1: wins, or shares the win

    # One path, found by `traced`.
    path_size: Count  # cards in the path; 0 if there is none
    path: Annotated[Bytes, "u1", (8,)]  # indices into the arboretum's cards, in path order

    # Room to work in; nothing here outlives the call that wrote it.
    order: Annotated[Bytes, "u1", (BOARD,)]  # indices of an arboretum's cards, by rising value
    bucket: Annotated[Bytes, "u1", (10,)]  # where each value begins in `order`
    reach: Annotated[Bytes, "i8", (BOARD + 1,)]  # by cell: a lane for each species, see `paths.charted`
    pure: Annotated[Bytes, "u1", (BOARD + 1,)]  # by cell: the best path of one species that ends there
    wanted: Byte  # the slot whose path is traced
    kind: Byte  # of path: scoring.MIXED, PURE, PURE_TO_EIGHT
    index: Annotated[Bytes, "u1", (BOARD,)]  # by cell: the index of its card in the arboretum
    tail: Annotated[Bytes, "u1", (BOARD,)]  # by cell: the most that a way from it, its card included, can count
    spelling: Annotated[Bytes, "i8", (BOARD,)]  # by cell: the cards of that way, seven bits each
    onward: Annotated[Bytes, "u1", (BOARD,)]  # by cell: the index of the card that comes next on that way
