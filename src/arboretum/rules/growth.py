"""
What a card would make of an arboretum, without placing it: the best path through each open cell (clauses P1-P3).

`paths.charted` follows paths up to every card. Here they are followed down as well, from every card to where
they end; a card placed between joins what leads to it with what leads on. Both keep a lane of five bits for each
species (see `paths`), so one placing is looked at in some dozens of steps instead of following all paths again.
"""

from __future__ import annotations

from typing import Annotated

from arboretum.rules.jit import rule
from arboretum.rules.layout import Byte
from arboretum.rules.paths import (
    BELOW_GUARDS,
    FOR_EIGHT,
    FOR_ONE,
    GUARDS,
    LANE,
    LANE_MASK,
    LANE_ONES,
    PURE_FROM,
    charted,
    larger_lanes,
    one_card_longer,
)
from arboretum.rules.position import BOARD, CARDS, ON_BOARD, OPEN, STEPS, Bytes, Position
from arboretum.rules.sheet import NO_CELL, Sheet
from arboretum.rules.turn import EIGHT, ONE, slot_of, value_of


class Growth(Sheet):
    """The data dictionary: what a sheet knows of the paths of one arboretum, and how they go on."""

    rest: Annotated[Bytes, "i8", (BOARD + 1,)]  # by cell: the most cards from it on to each species, + FOR_EIGHT
    pure_rest: Annotated[Bytes, "u1", (BOARD + 1,)]  # by cell: of its species alone, 4 for a card, 1 for the 8
    ahead: Annotated[Bytes, "i8", (1,)]  # lanes: the longest chain from each species that a higher card can follow
    behind: Annotated[Bytes, "i8", (1,)]  # lanes: the longest chain to each species that a lower card can precede

    # The card that was looked at last, by `tried`.
    through: Annotated[Bytes, "i8", (1,)]  # lanes: the points of the best path through it, of mixed cards
    pure_through: Byte  # the points of the best path through it of its species alone; 0 for under four cards
    leads: Annotated[Bytes, "i8", (1,)]  # lanes: the longest chain from each species to it
    goes_on: Annotated[Bytes, "i8", (1,)]  # lanes: the longest chain from it on to each species


@rule
def lane_of(slot: int) -> int:
    """A path of one card, in the lane of its species."""
    return (1 << (LANE * slot)) & LANE_ONES


@rule
def in_lane(lanes: int, slot: int) -> int:
    """The number in the lane of a species."""
    return (lanes >> (LANE * slot)) & LANE_MASK


@rule
def used_lanes(lanes: int) -> int:
    """A 1 in every lane that is not 0."""
    return ((lanes + BELOW_GUARDS) & GUARDS) >> 4


@rule
def touched_lanes(growth: Growth) -> int:
    """Of the card that was `tried`: not 0 in the lane of each species whose chains lead to it or from it."""
    return growth.leads[0] | growth.goes_on[0]


@rule
def grown(position: Position, growth: Growth, seat: int) -> None:
    """Follow all paths of a seat's arboretum, up and down."""
    charted(position, growth, seat)
    growth.ahead[0] = growth.behind[0] = 0
    for index in range(position.tableau_size[seat] - 1, -1, -1):
        at = growth.order[index]
        followed(position, growth, seat, at)
        ended(position, growth, seat, at)


@rule
def followed(position: Position, growth: Growth, seat: int, at: int) -> None:
    """Follow all paths on from the arboretum's card number `at`; those from higher cards are known."""
    card = position.tableau_cards[seat, at]
    cell = position.tableau_cells[seat, at]
    lanes = 0
    pure = 0
    for direction in range(4):
        neighbour = (cell + STEPS[direction]) & ON_BOARD
        there = position.board[seat, neighbour] - 1
        higher = neighbour if there & 7 > card & 7 and 0 <= there < CARDS else NO_CELL
        higher_of_species = higher if (there ^ card) >> 3 == 0 else NO_CELL
        lanes = larger_lanes(lanes, growth.rest[higher])
        pure = max(pure, growth.pure_rest[higher_of_species])
    is_eight = 1 if value_of(card) == EIGHT else 0
    end = lane_of(slot_of(card)) * (1 + FOR_EIGHT * is_eight)
    growth.rest[cell & ON_BOARD] = larger_lanes(one_card_longer(lanes), end)
    growth.pure_rest[cell & ON_BOARD] = max(pure, is_eight) + 4


@rule
def ended(position: Position, growth: Growth, seat: int, at: int) -> None:
    """Note the chains that end or begin with this card, if a card can still be placed beside it."""
    card = position.tableau_cards[seat, at]
    cell = position.tableau_cells[seat, at]
    room = 0
    for direction in range(4):
        room += 1 if position.board[seat, (cell + STEPS[direction]) & ON_BOARD] == OPEN else 0
    if room != 0 and value_of(card) != EIGHT:
        growth.ahead[0] = larger_lanes(growth.ahead[0], growth.reach[cell & ON_BOARD])
    if room != 0 and value_of(card) != ONE:
        growth.behind[0] = larger_lanes(growth.behind[0], growth.rest[cell & ON_BOARD])


@rule
def tried(position: Position, growth: Growth, seat: int, card: int, cell: int) -> None:
    """Look at a card on an open cell of an arboretum that was `grown`: what paths would lead through it."""
    lead = rest = 0
    pure_lead = pure_rest = 0
    for direction in range(4):
        neighbour = (cell + STEPS[direction]) & ON_BOARD
        there = position.board[seat, neighbour] - 1
        lower = neighbour if there & 7 < card & 7 else NO_CELL
        higher = neighbour if there & 7 > card & 7 and 0 <= there < CARDS else NO_CELL
        lead = larger_lanes(lead, growth.reach[lower])
        rest = larger_lanes(rest, growth.rest[higher])
        is_same = (there ^ card) >> 3 == 0
        pure_lead = max(pure_lead, growth.pure[lower if is_same else NO_CELL])
        pure_rest = max(pure_rest, growth.pure_rest[higher if is_same else NO_CELL])
    own = lane_of(slot_of(card))
    for_one = FOR_ONE if value_of(card) == ONE else 0
    is_eight = 1 if value_of(card) == EIGHT else 0
    leads = larger_lanes(one_card_longer(lead), own << for_one)
    goes_on = larger_lanes(one_card_longer(rest), own * (1 + FOR_EIGHT * is_eight))
    both = used_lanes(leads) & used_lanes(goes_on)
    if in_lane(lead | rest, slot_of(card)) == 0:
        both &= ~own  # a path has two cards at least
    growth.through[0] = (leads + goes_on - both) & (both * LANE_MASK)
    growth.leads[0] = leads
    growth.goes_on[0] = goes_on
    pure = max(pure_lead, for_one) + 2 + (pure_rest >> 2) * 2
    to_eight = FOR_EIGHT if is_eight != 0 or pure_rest & 1 != 0 else 0
    growth.pure_through = pure + to_eight if pure >= 2 * PURE_FROM else 0
