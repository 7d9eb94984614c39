"""
The choices of a turn, each with what it is worth in the outlook: sources, cards with their cells, discards.

A choice is one number: a source; the place of a card in the hand and that of a cell among the open ones; the
place of a card in the hand. The heuristic takes the best, a search looks at some of the best more closely.
"""

from __future__ import annotations

from typing import Annotated, Final

from arboretum.bots.outlook import (
    GIFT,
    GIFT_RIGHT,
    HOLD,
    NO_PLACE,
    PILE_EARLY,
    TAKE,
    Outlook,
    best_cells,
    brought,
    given,
    right,
    weight,
    whole,
    worth_after,
)
from arboretum.rules.growth import Growth, tried
from arboretum.rules.jit import rule
from arboretum.rules.layout import Count, Reals, Rows, record_of
from arboretum.rules.position import DRAW_FIRST, DRAW_PILE, DRAW_SECOND, NOWHERE, PLACE, Bytes, Position
from arboretum.rules.turn import slot_of, value_of

SAMPLE: Final = 5  # unseen cards that stand for all of them, or up to twice as many
CELL_BITS: Final = 6  # a placing: place in the hand << CELL_BITS | place among the open cells
LISTED: Final = 20  # two cells for each of up to nine cards


class Mind(Outlook):
    """The data dictionary: choices and what they are worth, the best first once they are `ranked`."""

    listed: Count  # choices
    choices: Annotated[Bytes, "i2", (LISTED,)]
    values: Annotated[Reals, "f8", (LISTED,)]  # points
    orders: Annotated[Bytes, "i2", (LISTED,)]  # of choices that are worth the same, the lowest is the first


@rule
def add_choice(mind: Mind, choice: int, value: float, order: int) -> None:
    """Add a choice."""
    at = mind.listed
    mind.choices[at] = choice
    mind.values[at] = value
    mind.orders[at] = order
    mind.listed = at + 1


@rule
def ranked(mind: Mind, most: int) -> None:
    """Bring so many of the best choices to the front, in order, and forget the others."""
    keep = min(most, mind.listed)
    for place in range(keep):
        best = place
        for at in range(place + 1, mind.listed):
            value, other = whole(mind.values[at]), whole(mind.values[best])
            if value > other or (value == other and mind.orders[at] < mind.orders[best]):
                best = at
        swapped(mind, place, best)
    mind.listed = keep


@rule
def swapped(mind: Mind, one: int, other: int) -> None:
    """Let two choices change places."""
    choice, value, order = mind.choices[one], mind.values[one], mind.orders[one]
    mind.choices[one] = mind.choices[other]
    mind.values[one] = mind.values[other]
    mind.orders[one] = mind.orders[other]
    mind.choices[other], mind.values[other], mind.orders[other] = choice, value, order


@rule
def held_gain(position: Position, mind: Mind, card: int) -> float:
    """What a card brings by being held: a better chance of the right to its species."""
    slot = slot_of(card)
    more = right(position, mind, slot, mind.held[slot] | (1 << (card & 7))) - mind.rights[slot]
    return more * (mind.worth[slot] + mind.denied[slot])


@rule
def card_gain(position: Position, mind: Mind, growths: Rows, card: int) -> float:
    """What one more card in hand brings: by being held, or by being placed."""
    placed = brought(position, mind, record_of(growths, mind.me), card)
    return max(placed, held_gain(position, mind, card))


@rule
def pile_gain(position: Position, mind: Mind, growths: Rows) -> float:
    """What a card of the draw pile brings, by some unseen ones that stand for all, and that the game goes on."""
    step = max(1, mind.unseen_size // SAMPLE)
    passed = step // 2
    gain = 0.0
    count = 0
    for card in range(8 * position.slots):
        if (mind.unseen[slot_of(card)] >> (card & 7)) & 1 == 1:
            if passed % step == 0:
                gain += card_gain(position, mind, growths, card)
                count += 1
            passed += 1
    return gain / max(count, 1) + weight(mind, PILE_EARLY)


@rule
def list_sources(position: Position, mind: Mind, growths: Rows) -> None:
    """List the sources of a draw (clause T2); what the draw pile is worth is known."""
    mind.listed = 0
    if position.pile_size > 0:
        add_choice(mind, DRAW_PILE, mind.pile[0], 0)
    for seat in range(position.seats):
        size = position.discard_size[seat]
        if size > 0:
            card = position.discards[seat, size - 1]
            gain = card_gain(position, mind, growths, card)
            taken = mind.weights[TAKE] * given(position, mind, growths, card)
            add_choice(mind, seat, gain + taken, 1 + seat)


@rule
def weighed_hand(position: Position, mind: Mind, growths: Rows) -> None:
    """What each card of the hand would bring, placed where it is best, and what it would cost to discard it."""
    me = mind.me
    for at in range(position.hand_size[me]):
        card = position.hands[me, at]
        bring = brought(position, mind, record_of(growths, me), card)
        mind.brings[card] = mind.weights[HOLD] * max(bring, 0.0)
        gift = mind.weights[GIFT] * given(position, mind, growths, card)
        mind.gift[card] = gift + mind.weights[GIFT_RIGHT] * value_of(card) * mind.denied[slot_of(card)]


@rule
def without(position: Position, mind: Mind, card: int, gone: int) -> float:
    """The chance of the right to a card's species once it has left the hand, and another card `gone` has too."""
    slot = slot_of(card)
    cards = mind.held[slot] & ~(1 << (card & 7))
    if slot_of(gone) == slot:
        cards &= ~(1 << (gone & 7))
    return right(position, mind, slot, cards)


@rule
def list_placings(position: Position, mind: Mind, growths: Rows) -> None:
    """List each card of the hand, which was weighed, on its two best cells, with the best discard after it."""
    me = mind.me
    growth = record_of(growths, me)
    mind.listed = 0
    for at in range(position.hand_size[me]):
        card = position.hands[me, at]
        slot = slot_of(card)
        as_it_is = mind.rights[slot]
        mind.rights[slot] = without(position, mind, card, card)
        best_cells(position, mind, growth, card)
        for place in range(2):
            cell = mind.cells[place]
            if cell != NO_PLACE:
                value = placing_value(position, mind, growth, at, cell)
                add_choice(mind, (at << CELL_BITS) | cell, value, 2 * card + place)
        mind.rights[slot] = as_it_is


@rule
def placing_value(position: Position, mind: Mind, growth: Growth, at: int, cell: int) -> float:
    """What it is worth to place a card and then discard the best other one; `rights` are those without it."""
    me = mind.me
    card = position.hands[me, at]
    tried(position, growth, me, card, position.open_cells[me, cell])
    value = -mind.brings[card]
    for slot in range(position.slots):
        mind.after[slot] = worth_after(mind, growth, slot, card) + mind.denied[slot]
        value += mind.rights[slot] * mind.after[slot]
    least = 0.0
    found = NOWHERE
    for other in range(position.hand_size[me]):
        if other != at:
            discard = position.hands[me, other]
            slot = slot_of(discard)
            loss = mind.rights[slot] - without(position, mind, discard, card)
            cost = loss * mind.after[slot] + mind.gift[discard] + mind.brings[discard]
            if found == NOWHERE or cost < least:
                found = other
                least = cost
    return value - least


@rule
def list_discards(position: Position, mind: Mind) -> None:
    """List the cards of the hand, which was weighed, by what it costs to discard them."""
    mind.listed = 0
    for at in range(position.hand_size[mind.me]):
        card = position.hands[mind.me, at]
        slot = slot_of(card)
        loss = mind.rights[slot] - without(position, mind, card, card)
        cost = loss * (mind.worth[slot] + mind.denied[slot]) + mind.gift[card] + mind.brings[card]
        add_choice(mind, at, -cost, card)


@rule
def list_choices(position: Position, mind: Mind, growths: Rows) -> None:
    """List what the acting seat may do, for an outlook of this moment, the best choice first."""
    if position.phase == DRAW_FIRST or position.phase == DRAW_SECOND:
        list_sources(position, mind, growths)
    elif position.phase == PLACE:
        weighed_hand(position, mind, growths)
        list_placings(position, mind, growths)
    else:
        weighed_hand(position, mind, growths)
        list_discards(position, mind)
    ranked(mind, LISTED)
