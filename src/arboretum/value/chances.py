"""
The exact chance of a right, if all unseen cards are equally likely to be anywhere (hypergeometric; clauses R1-R3).

`sight` takes a rival's hand sum for normal, which is quick; here every set of cards that the rival may hold of a
species is counted. How many sets there are of each size up to each sum does not depend on the game, so it stands
in a table.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from arboretum.bots.sight import ALL, THE_EIGHT, THE_ONE, Sight, size_of, sum_of
from arboretum.rules.jit import rule
from arboretum.rules.position import Position
from arboretum.rules.turn import EIGHT

MOST: Final = 36  # the sum of the values of a species


def _counted() -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    """How many subsets of a set of cards have a size, and a sum up to a limit: uint8[256, 9, 37]."""
    exact = np.zeros((256, 9, MOST + 1), np.uint8)
    exact[0, 0, 0] = 1
    for cards in range(1, 256):
        top = 1 << (cards.bit_length() - 1)
        value = cards.bit_length()
        exact[cards] = exact[cards ^ top]
        exact[cards, 1:, value:] += exact[cards ^ top, :-1, : MOST + 1 - value]
    return exact.cumsum(axis=2, dtype=np.uint8)


SUBSETS: Final = _counted()


@rule
def chance_of(unseen: int, hidden: int, within: int, without: int) -> float:
    """
    The chance that a hand has so many given cards of the unseen ones, and none of so many other given ones.

    unseen: cards whose place is not known; hidden: how many of them are in the hand.
    """
    chance = 1.0
    for taken in range(within):
        chance *= (hidden - taken) / (unseen - taken)
    for passed in range(without):
        chance *= (unseen - hidden - passed) / (unseen - within - passed)
    return chance


@rule
def not_above(unseen: int, hidden: int, cards: int, limit: int, within: int, without: int) -> float:
    """
    The chance that a hand has of a set of unseen `cards` no more than a sum of `limit`.

    And so many other given cards `within` it, and so many others `without`; the rest is as in `chance_of`.
    """
    chance = 0.0
    if limit >= 0:
        size = size_of(cards)
        for held in range(min(size, hidden - within) + 1):
            sets = int(SUBSETS[cards, held, min(limit, MOST)])
            if sets != 0:
                chance += sets * chance_of(unseen, hidden, held + within, size - held + without)
    return chance


@rule
def one_known(position: Position, sight: Sight, apart: int, slot: int) -> int:
    """1 if a rival, one seat `apart`, is known to hold the 1 of a species."""
    known = 0
    for seat in range(position.seats):
        if seat != sight.me and seat != apart:
            known |= sight.known[seat, slot] & THE_ONE
    return known


@rule
def chance_against(position: Position, sight: Sight, seat: int, slot: int, less: int) -> float:
    """
    The chance that a rival's hand sum of a species is no more than one's own, or with `less` = 1 that it is less.

    Exact for two players. With more, a 1 that a third may hold unseen cancels nothing here (clause R2).
    """
    mine = sight.held[slot]
    known = sight.known[seat, slot]
    unseen = sight.unseen[slot]
    if mine & THE_ONE != 0 or one_known(position, sight, seat, slot) != 0:
        known &= ALL - THE_EIGHT
        unseen &= ALL - THE_EIGHT
    limit = sum_of(mine) - sum_of(known) - less
    of, hidden = sight.unseen_size, sight.hidden[seat]
    if mine & THE_EIGHT != 0 and mine & THE_ONE == 0:
        if one_known(position, sight, sight.me, slot) != 0:
            limit -= EIGHT
        elif unseen & THE_ONE != 0:
            rest = unseen & ~THE_ONE
            safe = not_above(of, hidden, rest, limit, 0, 1)
            return safe + not_above(of, hidden, rest, limit - EIGHT - 1, 1, 0)
    return not_above(of, hidden, unseen, limit, 0, 0)
