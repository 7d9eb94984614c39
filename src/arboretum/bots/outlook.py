"""
What a seat's choices are worth to it: the sum over all species of the chance of the right times what it decides.

Values are in points. A species is worth its best path, and something for chains that can still grow; and what a
rival has of it, since who has the right takes it from the rival. Weights are numbers that were tuned by play.
"""

from __future__ import annotations

from typing import Annotated, Final

from arboretum.bots.sight import Sight, looked, right_with
from arboretum.rules.growth import Growth, grown, in_lane, touched_lanes, tried
from arboretum.rules.jit import rule
from arboretum.rules.layout import Reals, Rows, record_of
from arboretum.rules.position import CARDS, SLOTS, Bytes, Position
from arboretum.rules.turn import EIGHT, ONE, slot_of, value_of

# The weights, by name: their places in the array. Those with EARLY and LATE go from one to the other.
AHEAD_EARLY: Final = 0  # points for a card of the longest chain that begins with the species and can go on
AHEAD_LATE: Final = 1
BEHIND_EARLY: Final = 2  # points for a card of the longest chain that ends with it and can begin earlier
BEHIND_LATE: Final = 3
LEAD: Final = 4  # points added to one's own hand sum
SPREAD: Final = 5  # variance of hand sums for each turn that is left
DENIED_EARLY: Final = 6  # what a rival's path is worth, as a share of one's own
DENIED_LATE: Final = 7
GIFT: Final = 8  # of what a discard would bring a rival's arboretum, the share that is counted against it
GIFT_RIGHT: Final = 9  # points, against a discard, for each point of its value and of rivals' paths of its species
PILE_EARLY: Final = 10  # points for drawing from the draw pile
PILE_LATE: Final = 11
HOLD: Final = 12  # of what a card could bring one's own arboretum, the share that is counted while it is in hand
TAKE: Final = 13  # of what a card on a discard pile could bring rivals, the share that counts for taking it
WEIGHTS: Final = 14

NO_PLACE: Final = 255
MILLIONTHS: Final = 1 << 20


class Outlook(Sight):
    """The data dictionary: what a seat makes of its position. Values are in points."""

    weights: Annotated[Reals, "f8", (WEIGHTS,)]  # what it was tuned to
    rights: Annotated[Reals, "f8", (SLOTS,)]  # the chance of the right, with the hand as it is
    ahead: Annotated[Reals, "f8", (1,)]  # points for a card of a chain that can go on, now
    behind: Annotated[Reals, "f8", (1,)]  # points for a card of one that can begin earlier
    worth: Annotated[Reals, "f8", (SLOTS,)]  # what its own arboretum has of a species
    denied: Annotated[Reals, "f8", (SLOTS,)]  # what rivals have of it
    brings: Annotated[Reals, "f8", (CARDS,)]  # by card of the hand: what it costs to give up what it could bring
    gift: Annotated[Reals, "f8", (CARDS,)]  # by card of the hand: what it costs, for what it would bring a rival
    pile: Annotated[Reals, "f8", (1,)]  # what a card of the draw pile is worth
    cells: Annotated[Bytes, "u1", (2,)]  # the best open cells of the card that was looked at, or NO_PLACE
    bring: Annotated[Reals, "f8", (1,)]  # what it brings on the first of them
    after: Annotated[Reals, "f8", (SLOTS,)]  # what a species decides once the card that was looked at lies there


@rule
def weight(outlook: Outlook, early: int) -> float:
    """A weight that goes from its early value to its late one, which stands behind it."""
    first, last = outlook.weights[early], outlook.weights[early + 1]
    return first + (last - first) * outlook.late[0]


@rule
def overlooked(position: Position, outlook: Outlook, growths: Rows, me: int) -> None:
    """See and value, for a seat, what does not depend on the choice: rights, own and rivals' arboretums."""
    looked(position, outlook, me)
    outlook.ahead[0] = weight(outlook, AHEAD_EARLY)
    outlook.behind[0] = weight(outlook, BEHIND_EARLY)
    share = weight(outlook, DENIED_EARLY) / (position.seats - 1)
    for slot in range(position.slots):
        outlook.denied[slot] = 0.0
        outlook.rights[slot] = right(position, outlook, slot, outlook.held[slot])
    for seat in range(position.seats):
        if seat != me:
            growth = record_of(growths, seat)
            grown(position, growth, seat)
            for slot in range(position.slots):
                outlook.denied[slot] += share * growth.best[seat, slot]
    looked_home(position, outlook, record_of(growths, me))


@rule
def looked_home(position: Position, outlook: Outlook, growth: Growth) -> None:
    """See and value one's own arboretum."""
    grown(position, growth, outlook.me)
    for slot in range(position.slots):
        outlook.worth[slot] = worth_of(outlook, growth, slot)


@rule
def right(position: Position, outlook: Outlook, slot: int, cards: int) -> float:
    """The chance of the right to a species with this set of its cards in hand."""
    return right_with(
        position, outlook, slot, cards, outlook.weights[LEAD], outlook.weights[SPREAD] * outlook.turns_left[0]
    )


@rule
def worth_of(outlook: Outlook, growth: Growth, slot: int) -> float:
    """What this seat's arboretum has of a species: its best path, and chains that can grow."""
    ahead = outlook.ahead[0] * in_lane(growth.ahead[0], slot)
    return growth.best[outlook.me, slot] + ahead + outlook.behind[0] * in_lane(growth.behind[0], slot)


@rule
def worth_after(outlook: Outlook, growth: Growth, slot: int, card: int) -> float:
    """`worth_of` with a card that was `tried`."""
    ahead = in_lane(growth.ahead[0], slot)
    behind = in_lane(growth.behind[0], slot)
    if value_of(card) != EIGHT:
        ahead = max(ahead, in_lane(growth.leads[0], slot))
    if value_of(card) != ONE:
        behind = max(behind, in_lane(growth.goes_on[0], slot))
    return best_after(growth, outlook.me, slot, card) + outlook.ahead[0] * ahead + outlook.behind[0] * behind


@rule
def best_after(growth: Growth, seat: int, slot: int, card: int) -> int:
    """The points of a seat's best path of a species with a card that was `tried`."""
    best = max(growth.best[seat, slot], in_lane(growth.through[0], slot))
    return max(best, growth.pure_through) if slot == slot_of(card) else best


@rule
def gained(position: Position, outlook: Outlook, growth: Growth, card: int) -> float:
    """What the card that was `tried` brings one's own arboretum, with the rights as they are."""
    touched = touched_lanes(growth)
    gain = 0.0
    for slot in range(position.slots):
        if in_lane(touched, slot) != 0:
            gain += outlook.rights[slot] * (worth_after(outlook, growth, slot, card) - outlook.worth[slot])
    return gain


@rule
def best_cells(position: Position, outlook: Outlook, growth: Growth, card: int) -> None:
    """
    Write into `cells` the two places among the open cells where a card brings most, into `bring` what it brings
    there.

    Of several that bring the same, the first from the south-west, row by row.
    """
    me = outlook.me
    best = second = NO_PLACE
    most = more = 0
    for at in range(position.open_size[me]):
        cell = position.open_cells[me, at]
        tried(position, growth, me, card, cell)
        value = whole(gained(position, outlook, growth, card))
        if best == NO_PLACE or value > most or (value == most and cell < position.open_cells[me, best]):
            second, more = best, most
            best, most = at, value
        elif second == NO_PLACE or value > more or (value == more and cell < position.open_cells[me, second]):
            second, more = at, value
    outlook.cells[0] = best
    outlook.cells[1] = second
    outlook.bring[0] = most / MILLIONTHS


@rule
def brought(position: Position, outlook: Outlook, growth: Growth, card: int) -> float:
    """What a card brings one's own arboretum where it brings most."""
    best_cells(position, outlook, growth, card)
    return outlook.bring[0]


@rule
def given(position: Position, outlook: Outlook, growths: Rows, card: int) -> float:
    """What a card would bring the rival whom it would bring most, if that rival takes and places it."""
    most = 0.0
    for seat in range(position.seats):
        if seat != outlook.me:
            growth = record_of(growths, seat)
            for at in range(position.open_size[seat]):
                tried(position, growth, seat, card, position.open_cells[seat, at])
                touched = touched_lanes(growth)
                gain = 0.0
                for slot in range(position.slots):
                    if in_lane(touched, slot) != 0:
                        more = best_after(growth, seat, slot, card) - growth.best[seat, slot]
                        gain += (1.0 - outlook.rights[slot]) * more
                most = max(most, gain)
    return most


@rule
def whole(value: float) -> int:
    """A value in whole millionths (2**-20), so that what decides is the same on every machine."""
    return round(value * MILLIONTHS)
