"""
What one seat can see of a position, and what it makes of that: the chance of each right.

In a view the cards that a seat has not seen are UNKNOWN; in an imagined world they are not, and a policy that
plays on there must not look. So nothing that decides reads a rival's hand: it reads this, where a rival's cards
are those that everyone saw it take (clause T6), and all others are unseen.
"""

from __future__ import annotations

import math
from typing import Annotated, Final

from arboretum.rules.jit import rule
from arboretum.rules.layout import Byte, Count, Packed, Reals
from arboretum.rules.position import SEATS, SLOTS, UNKNOWN, Bytes, Position
from arboretum.rules.turn import EIGHT, slot_of

ALL: Final = 255
"""Every card of a species, as bits: the 1 is the lowest."""
THE_ONE: Final = 1
THE_EIGHT: Final = 128
LEAST_SPREAD: Final = 0.01  # points squared: a sum that is known is still divided by its spread


class Sight(Packed):
    """
    The data dictionary. Sets of cards of one species are bits, the 1 the lowest; sums are in points of value.
    """

    me: Byte  # whose sight
    unseen_size: Count  # cards whose place this seat does not know
    hidden: Annotated[Bytes, "i1", (SEATS,)]  # of these, in each rival's hand
    held: Annotated[Bytes, "u1", (SLOTS,)]  # set: this seat's hand
    known: Annotated[Bytes, "u1", (SEATS, SLOTS)]  # set: what all saw a rival take and not yet play
    unseen: Annotated[Bytes, "u1", (SLOTS,)]  # set: the cards whose place this seat does not know
    turns_left: Annotated[Reals, "f8", (1,)]  # turns that each seat has still, if all draw from the draw pile
    late: Annotated[Reals, "f8", (1,)]  # 0 when the first card is drawn, 1 when the last one is
    expected: Annotated[Reals, "f8", (SEATS, SLOTS, 2)]  # a rival's hand sum, [..., 1] if this seat holds the 1
    spread: Annotated[Reals, "f8", (SEATS, SLOTS, 2)]  # the variance of that
    one_elsewhere: Annotated[Reals, "f8", (SLOTS,)]  # the chance that a rival holds the 1


@rule
def looked(position: Position, sight: Sight, me: int) -> None:
    """See all that a seat can see."""
    sight.me = me
    for slot in range(position.slots):
        sight.held[slot] = 0
        sight.unseen[slot] = ALL
        for seat in range(position.seats):
            sight.known[seat, slot] = 0
    for seat in range(position.seats):
        saw_table(position, sight, seat)
        saw_hand(position, sight, seat)
    unseen = 0
    for slot in range(position.slots):
        unseen += size_of(sight.unseen[slot])
    sight.unseen_size = unseen
    sight.turns_left[0] = (position.pile_size + 1) / (2.0 * position.seats)
    sight.late[0] = 1.0 - position.pile_size / (8.0 * (2 * position.seats + 2) - 7.0 * position.seats)
    for seat in range(position.seats):
        if seat != me:
            for slot in range(position.slots):
                expect(position, sight, seat, slot)
    for slot in range(position.slots):
        sight.one_elsewhere[slot] = one_held(position, sight, me, slot)


@rule
def saw_table(position: Position, sight: Sight, seat: int) -> None:
    """What lies in a seat's arboretum and on its discard pile is seen."""
    for at in range(position.tableau_size[seat]):
        card = position.tableau_cards[seat, at]
        sight.unseen[slot_of(card)] &= ALL - (1 << (card & 7))
    for at in range(position.discard_size[seat]):
        card = position.discards[seat, at]
        sight.unseen[slot_of(card)] &= ALL - (1 << (card & 7))


@rule
def saw_hand(position: Position, sight: Sight, seat: int) -> None:
    """One's own hand is seen; of a rival's only what all saw it take (clause T6)."""
    hidden = 0
    for at in range(position.hand_size[seat]):
        card = position.hands[seat, at]
        if seat == sight.me:
            sight.held[slot_of(card)] |= 1 << (card & 7)
            sight.unseen[slot_of(card)] &= ALL - (1 << (card & 7))
        elif card != UNKNOWN and position.shown[card] == 1:
            sight.known[seat, slot_of(card)] |= 1 << (card & 7)
            sight.unseen[slot_of(card)] &= ALL - (1 << (card & 7))
        else:
            hidden += 1
    sight.hidden[seat] = hidden


@rule
def size_of(cards: int) -> int:
    """How many cards a set has."""
    size = 0
    for place in range(8):
        size += (cards >> place) & 1
    return size


@rule
def sum_of(cards: int) -> int:
    """The sum of the values of a set."""
    total = 0
    for place in range(8):
        total += ((cards >> place) & 1) * (place + 1)
    return total


@rule
def squares_of(cards: int) -> int:
    """The sum of the squared values of a set."""
    total = 0
    for place in range(8):
        total += ((cards >> place) & 1) * (place + 1) * (place + 1)
    return total


@rule
def share_of(sight: Sight, seat: int) -> float:
    """The chance that an unseen card is in a rival's hand."""
    return sight.hidden[seat] / sight.unseen_size if sight.hidden[seat] != 0 else 0.0


@rule
def expect(position: Position, sight: Sight, seat: int, slot: int) -> None:
    """
    A rival's hand sum of a species: what is known of it, and each unseen card with the same chance (clause R1).
    """
    share = share_of(sight, seat)
    sure = sight.known[seat, slot] & ~THE_EIGHT
    unsure = sight.unseen[slot] & ~THE_EIGHT
    for mine in range(2):
        eight = 0.0  # the chance that it holds an 8 that counts: my 1 cancels it, and another rival's (clause R2)
        if mine == 0:
            eight = held_by(sight, seat, slot, THE_EIGHT) * (1.0 - one_held(position, sight, seat, slot))
        sight.expected[seat, slot, mine] = sum_of(sure) + share * sum_of(unsure) + EIGHT * eight
        sight.spread[seat, slot, mine] = share * (1.0 - share) * squares_of(unsure) + EIGHT * EIGHT * eight * (
            1.0 - eight
        )


@rule
def held_by(sight: Sight, seat: int, slot: int, card: int) -> float:
    """The chance that a rival holds a card of a species, which is given as a set of one."""
    if sight.known[seat, slot] & card != 0:
        return 1.0
    return share_of(sight, seat) if sight.unseen[slot] & card != 0 else 0.0


@rule
def one_held(position: Position, sight: Sight, apart: int, slot: int) -> float:
    """The chance that a rival, one seat `apart`, holds the 1 of a species, which cancels an 8 (clause R2)."""
    chance = 0.0
    for seat in range(position.seats):
        if seat != sight.me and seat != apart:
            chance += held_by(sight, seat, slot, THE_ONE)
    return min(chance, 1.0)


@rule
def right_with(position: Position, sight: Sight, slot: int, cards: int, lead: float, spread: float) -> float:
    """
    The chance of the right to a species with this set of its cards in hand (clauses R1-R3).

    lead: points that are added to one's own sum; spread: variance that is added to that of a rival's sum, for what
    will still be drawn and played. The sums are taken for normal, with a bell curve that needs a root alone.
    """
    mine = cards & THE_ONE
    total = lead + sum_of(cards)
    if cards & THE_EIGHT != 0 and mine == 0:
        total -= EIGHT * sight.one_elsewhere[slot]
    chance = 1.0
    for seat in range(position.seats):
        if seat != sight.me:
            ahead = total - sight.expected[seat, slot, mine]
            ahead /= math.sqrt(sight.spread[seat, slot, mine] + spread + LEAST_SPREAD)
            chance *= 0.5 + 0.5 * ahead / math.sqrt(1.0 + ahead * ahead)
    return chance
