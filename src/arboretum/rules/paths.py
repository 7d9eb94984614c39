"""Paths through an arboretum, what they are worth, and which one is shown (clauses P1-P3)."""

from __future__ import annotations

from typing import Final

from arboretum.rules.jit import rule
from arboretum.rules.position import EMPTY, NORTH, NOWHERE, ON_BOARD, OPEN, STEPS, Pad, Table
from arboretum.rules.sheet import LANES, NO_CELL, Sheet
from arboretum.rules.turn import EIGHT, ONE, slot_of, value_of

FOR_ONE: Final = 1  # points for a path that starts with the 1 of its species (clause P2)
FOR_EIGHT: Final = 2  # points for one that ends with the 8
PURE_FROM: Final = 4  # from so many cards on, a path all of its species counts each card twice


@rule
def torus_cell(x: int, y: int) -> int:
    """The number of the cell x, y on the torus of a board."""
    return (x + NORTH * y) & ON_BOARD


@rule
def noted(pad: Pad, seat: int, card: int, cell: int) -> None:
    """Write a card of an arboretum onto a pad. The arboretum may be at most 20 steps across (`position`)."""
    at = pad.tableau_size[seat]
    pad.tableau_cards[seat, at] = card
    pad.tableau_cells[seat, at] = cell
    pad.board[seat, cell] = card + 1
    pad.tableau_size[seat] = at + 1


# The points of the best path (clauses P1-P3). -------------------------------------------------------------
#
# A path rises, so cards are visited by rising value, and each cell learns from its lower neighbours. For the
# paths that end in a cell it keeps one number with a lane of five bits for each species: the most cards,
# and one more for a 1 at its start, that a path from a card of the species to this cell can have; 0 for
# no path. At most 9, so the fifth bit of a lane is free to guard its neighbour in additions. Paths all of
# one species are kept beside it as twice the cards, and one more for the 1: they count double from four
# cards up. A mixed path may still be worth more: eight cards from a 1 to an 8 beat four pure ones.

LANE: Final = 5
LANE_MASK: Final = 31
LANE_ONES: Final = sum(1 << (LANE * lane) for lane in range(LANES))
GUARDS: Final = LANE_ONES << 4
BELOW_GUARDS: Final = LANE_ONES * 15
COUNTER: Final = 7  # bits of a counter: an arboretum has fewer than 128 cards
COUNTER_MASK: Final = 127
ALL_COUNTERS: Final = (1 << (COUNTER * 8)) - 1


@rule
def larger_lanes(left: int, right: int) -> int:
    """Lane by lane the larger number."""
    at_least = ((left | GUARDS) - right) & GUARDS
    keep = at_least - (at_least >> 4)
    return (left & keep) | (right & ~keep)


@rule
def one_card_longer(lanes: int) -> int:
    """One more in every lane that is not 0."""
    return lanes + (((lanes + BELOW_GUARDS) & GUARDS) >> 4)


@rule
def ordered(position: Table, sheet: Sheet, seat: int) -> None:
    """Write the arboretum's cards into `order` by rising value: a counting sort, its eight counters one number."""
    size = position.tableau_size[seat]
    counts = 0
    for at in range(size):
        counts += 1 << (COUNTER * (position.tableau_cards[seat, at] & 7))
    for step in (1, 2, 4):  # each value's counter becomes the sum of its own and all lower ones
        counts += (counts << (COUNTER * step)) & ALL_COUNTERS
    places = (counts << COUNTER) & ALL_COUNTERS  # where each value's cards begin: after all lower ones
    for at in range(size):
        counter = COUNTER * (position.tableau_cards[seat, at] & 7)
        sheet.order[(places >> counter) & COUNTER_MASK] = at
        places += 1 << counter


@rule
def charted(position: Table, sheet: Sheet, seat: int) -> None:
    """The points of the best path of each species in a seat's arboretum; what it has of cards and species."""
    size = position.tableau_size[seat]
    for slot in range(position.slots):
        sheet.best[seat, slot] = 0
    ordered(position, sheet, seat)
    present = 0
    for index in range(size):
        at = sheet.order[index]
        reached(position, sheet, seat, at)
        present |= 1 << slot_of(position.tableau_cards[seat, at])
    sheet.cards_placed[seat] = size
    species = 0
    for slot in range(position.slots):
        species += (present >> slot) & 1
    sheet.species_placed[seat] = species


@rule
def reached(position: Table, sheet: Sheet, seat: int, at: int) -> None:
    """
    Follow all paths into the arboretum's card number `at`, and keep the best that ends there.

    What lies beside a card cannot be guessed by a processor, so nothing is done or left undone by it: where no
    lower card lies beside it, the paths are looked up that end in NO_CELL, and there are none. OPEN and EMPTY
    look like an 8, which is lower than nothing.
    """
    card = position.tableau_cards[seat, at]
    cell = position.tableau_cells[seat, at]
    slot = slot_of(card)
    value = value_of(card)
    lanes = 0
    pure = 0
    for direction in range(4):
        neighbour = (cell + STEPS[direction]) & ON_BOARD
        there = position.board[seat, neighbour] - 1
        lower = neighbour if there & 7 < card & 7 else NO_CELL
        lower_of_species = lower if (there ^ card) >> 3 == 0 else NO_CELL
        lanes = larger_lanes(lanes, sheet.reach[lower])
        pure = max(pure, sheet.pure[lower_of_species])
    longest = one_card_longer(lanes)
    mixed = (longest >> (LANE * slot)) & LANE_MASK
    pure = pure + 2 if pure != 0 else 0
    points = max(mixed, pure if pure >= 2 * PURE_FROM else 0)
    points += FOR_EIGHT if points != 0 and value == EIGHT else 0
    sheet.best[seat, slot] = max(sheet.best[seat, slot], points)
    for_one = FOR_ONE if value == ONE else 0
    start = (1 << (LANE * slot)) & LANE_ONES
    sheet.reach[cell & ON_BOARD] = larger_lanes(longest, start << for_one)
    sheet.pure[cell & ON_BOARD] = max(pure, 2 + for_one)


# The path to show (clause P3). ----------------------------------------------------------------------------
#
# Cards are visited by falling value; each cell keeps the best way on from there to a card of the species, its
# worth, and the cards of that way as one number, seven bits a card, so that of two numbers the smaller is the
# way that comes first in order. Ways of one species are followed in two classes, those that end on the 8 and
# those that do not: only within a class is the longer way always the better, and four cards a clear bound.

MIXED: Final = 0  # any cards between the ends, each counted once
PURE: Final = 1  # all of the species, each counted twice, not to the 8
PURE_TO_EIGHT: Final = 2
CARD_BITS: Final = 7
FIRST_CARD: Final = CARD_BITS * 7  # where the first of eight cards stands in a spelling
FOURTH_CARD: Final = CARD_BITS * 4
NO_SPELLING: Final = 1 << 62  # after every spelling
NO_CARD: Final = 255


@rule
def traced(position: Table, sheet: Sheet, seat: int, slot: int) -> None:
    """
    Find the best path of a species and write it to `path`; of several worth the same, the first in order.

    Needs `charted` before. Paths are compared card by card from their starts, species before value.
    """
    sheet.path_size = 0
    if sheet.best[seat, slot] == 0:
        return
    ordered(position, sheet, seat)
    sheet.wanted = slot
    first = NO_SPELLING
    for kind in range(3):
        sheet.kind = kind
        at = begun(position, sheet, seat)
        if at != NOWHERE and sheet.spelling[position.tableau_cells[seat, at] & ON_BOARD] < first:
            first = sheet.spelling[position.tableau_cells[seat, at] & ON_BOARD]
            sheet.path_size = 0
            while at != NO_CARD:
                sheet.path[sheet.path_size] = at
                sheet.path_size += 1
                at = sheet.onward[position.tableau_cells[seat, at] & ON_BOARD]


@rule
def begun(position: Table, sheet: Sheet, seat: int) -> int:
    """The card on which the first in order of the best paths of the wanted kind starts, or NOWHERE."""
    start = NOWHERE
    first = NO_SPELLING
    for index in range(position.tableau_size[seat] - 1, -1, -1):
        at = sheet.order[index]
        card = position.tableau_cards[seat, at]
        cell = position.tableau_cells[seat, at] & ON_BOARD
        went_on(position, sheet, seat, at)
        points = sheet.tail[cell] + (FOR_ONE if value_of(card) == ONE else 0)
        if (
            slot_of(card) == sheet.wanted
            and sheet.onward[cell] != NO_CARD
            and points == sheet.best[seat, sheet.wanted]
            and (sheet.kind == MIXED or (sheet.spelling[cell] >> FOURTH_CARD) & 127 != 0)
            and sheet.spelling[cell] < first
        ):
            first = sheet.spelling[cell]
            start = at
    return start


@rule
def went_on(position: Table, sheet: Sheet, seat: int, at: int) -> None:
    """Find the best way from the arboretum's card number `at` to an end of the wanted kind."""
    card = position.tableau_cards[seat, at]
    cell = position.tableau_cells[seat, at] & ON_BOARD
    sheet.index[cell] = at
    sheet.onward[cell] = NO_CARD
    sheet.tail[cell] = 0
    if sheet.kind != MIXED and slot_of(card) != sheet.wanted:
        return
    gain = 0
    spelling = NO_SPELLING
    for direction in range(4):
        neighbour = (cell + STEPS[direction]) & ON_BOARD
        there = position.board[seat, neighbour]
        if there != EMPTY and there != OPEN and value_of(there - 1) > value_of(card):
            worth = sheet.tail[neighbour]
            earlier = sheet.spelling[neighbour] < spelling
            if worth > gain or (worth == gain and worth != 0 and earlier):
                gain = worth
                spelling = sheet.spelling[neighbour]
                sheet.onward[cell] = sheet.index[neighbour]
    if sheet.onward[cell] == NO_CARD:
        spelling = 0
        sheet.tail[cell] = worth_of_end(sheet, card)
    else:
        sheet.tail[cell] = gain + (1 if sheet.kind == MIXED else 2)
    sheet.spelling[cell] = ((card + 1) << FIRST_CARD) | (spelling >> CARD_BITS)


@rule
def worth_of_end(sheet: Sheet, card: int) -> int:
    """What a card counts as the last one of a way of the wanted kind; 0 if it cannot be that."""
    is_eight = value_of(card) == EIGHT
    if slot_of(card) != sheet.wanted:
        return 0
    if sheet.kind == MIXED:
        return 1 + FOR_EIGHT if is_eight else 1
    if sheet.kind == PURE:
        return 0 if is_eight else 2
    return 2 + FOR_EIGHT if is_eight else 0
