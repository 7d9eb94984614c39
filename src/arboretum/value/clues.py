"""
What tells whether a rival holds a card: for each unseen card and each rival some numbers, of what the seat
that wonders can see.

Rivals keep what they can use and what wins them a right. So what a rival has placed, discarded, taken and left
lying tells something about what it holds.
"""

from __future__ import annotations

from typing import Final

from arboretum.bots.choices import Mind
from arboretum.bots.outlook import best_after
from arboretum.bots.sight import size_of, sum_of
from arboretum.rules.growth import in_lane, touched_lanes, tried
from arboretum.rules.jit import rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import Position
from arboretum.rules.turn import slot_of
from arboretum.value.features import highest_of, lowest_of, placed_of

CLUES: Final = 36
"""Numbers for each card and rival."""


@rule
def clued(position: Position, mind: Mind, growths: Rows, seat: int, card: int, clues: Rows) -> None:
    """
    Write what can be seen about a rival and a card that is unseen, by a mind that `overlooked` the position.

    growths: Growth.dtype[SEATS], of that look; seat: the rival; clues: float32[CLUES or more], written.
    """
    for at in range(CLUES):
        clues[at] = 0.0
    clues[card & 7] = 1.0
    clue_arboretums(position, growths, seat, card, clues)
    clue_discards(position, seat, card, clues)
    clue_hands(mind, seat, card, clues)
    clues[25] = most_gained(position, growths, seat, card) / 5.0
    clues[26] = most_gained(position, growths, mind.me, card) / 5.0
    clues[34] = position.tableau_size[seat] / 12.0
    clues[35] = mind.late[0] * record_of(growths, seat).best[seat, slot_of(card)] / 10.0


@rule
def clue_arboretums(position: Position, growths: Rows, seat: int, card: int, clues: Rows) -> None:
    """Clues 8-15, 32 and 33: what the rival has placed of the card's species, and what all others have."""
    slot = slot_of(card)
    growth = record_of(growths, seat)
    theirs = placed_of(position, seat, slot)
    best = others = 0
    for other in range(position.seats):
        if other != seat:
            best = max(best, record_of(growths, other).best[other, slot])
            others += size_of(placed_of(position, other, slot))
    clues[8] = growth.best[seat, slot] / 10.0
    clues[9] = best / 10.0
    clues[10] = size_of(theirs) / 4.0
    clues[11] = lowest_of(theirs) / 8.0
    clues[12] = highest_of(theirs) / 8.0
    clues[13] = others / 4.0
    clues[14] = in_lane(growth.ahead[0], slot) / 5.0
    clues[15] = in_lane(growth.behind[0], slot) / 5.0
    clues[32] = theirs & 1
    clues[33] = theirs >> 7


@rule
def clue_discards(position: Position, seat: int, card: int, clues: Rows) -> None:
    """Clues 16-22: what the rival has discarded of the card's species, how long ago, and what others have."""
    slot = slot_of(card)
    size = position.discard_size[seat]
    gone = 0
    for at in range(size):
        discard = position.discards[seat, at]
        if slot_of(discard) == slot:
            gone |= 1 << (discard & 7)
            clues[16] = 1.0 / (size - at)
            clues[17] = ((discard & 7) + 1) / 8.0
    clues[18] = size_of(gone) / 3.0
    clues[19] = highest_of(gone) / 8.0
    clues[20] = lowest_of(gone) / 8.0
    clues[21] = 1.0 if gone >> (card & 7) != 0 else 0.0
    for other in range(position.seats):
        if other != seat:
            for at in range(position.discard_size[other]):
                clues[22] += 0.25 if slot_of(position.discards[other, at]) == slot else 0.0


@rule
def clue_hands(mind: Mind, seat: int, card: int, clues: Rows) -> None:
    """Clues 23, 24 and 27-31: what is known of the rival's hand, what is unseen, how far the game is."""
    slot = slot_of(card)
    known = mind.known[seat, slot]
    unseen = mind.unseen[slot]
    clues[23] = size_of(known) / 2.0
    clues[24] = sum_of(known) / 10.0
    clues[27] = size_of(unseen) / 8.0
    clues[28] = size_of(unseen >> (card & 7)) / 8.0
    clues[29] = mind.late[0]
    clues[30] = mind.hidden[seat] / max(mind.unseen_size, 1)
    clues[31] = sum_of(mind.held[slot]) / 10.0


@rule
def most_gained(position: Position, growths: Rows, seat: int, card: int) -> int:
    """The points that a card would add at most to the best paths of a seat's arboretum, all species together."""
    growth = record_of(growths, seat)
    most = 0
    for at in range(position.open_size[seat]):
        tried(position, growth, seat, card, position.open_cells[seat, at])
        touched = touched_lanes(growth)
        gain = 0
        for slot in range(position.slots):
            if in_lane(touched, slot) != 0:
                gain += best_after(growth, seat, slot, card) - growth.best[seat, slot]
        most = max(most, gain)
    return most
