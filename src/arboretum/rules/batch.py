"""
Many score pads, one after the other: each is read from a message, scored, and answered in a record.

A message is bytes: players, option O1, option O2, two bytes for the species listed (bit n of the low byte,
then of the high one, stands for species n; none: all that appear); then for each player the number of cards
in the arboretum, the number in the hand or NULL if it is not known, the cards of the arboretum, x + MIDDLE
and y + MIDDLE of each of them, and the cards of the hand. Cards count all species of both editions here.
"""

from __future__ import annotations

from typing import Annotated, Final

from arboretum.rules.jit import rule
from arboretum.rules.layout import Byte, Count, Packed, Rows, record_of
from arboretum.rules.paths import noted, torus_cell, traced
from arboretum.rules.position import EMPTY, ON_BOARD, SEATS, SLOTS, STEPS, STEPS_ACROSS, Bytes, Pad
from arboretum.rules.scoring import scored
from arboretum.rules.sheet import KINDS, Sheet
from arboretum.rules.turn import slot_of

NULL: Final = 255  # no such number: a hand that is not known, a species that is not there
MIDDLE: Final = 128
HEAD: Final = 5  # bytes before the first player


class Answer(Packed):
    """The data dictionary: each field with its shape, unit and meaning. `[slot, seat]` where it has two."""

    valid: Byte  # 0: this cannot be a table, and nothing else here has a meaning
    slots: Count  # species in play
    species: Annotated[Bytes, "u1", (SLOTS,)]  # the species of each slot
    slot_of_species: Annotated[Bytes, "u1", (KINDS,)]  # the slot of each species, or NULL
    sums: Annotated[Bytes, "u1", (SLOTS, SEATS)]  # hand sums; NULL for a hand that is not known
    rights: Annotated[Bytes, "u1", (SLOTS, SEATS)]  # 1: has the right, if all hands are known
    best: Annotated[Bytes, "u1", (SLOTS, SEATS)]  # points of the best path, rights aside
    points: Annotated[Bytes, "u1", (SLOTS, SEATS)]  # points scored; NULL without the right
    totals: Annotated[Bytes, "u1", (SEATS,)]  # points
    species_placed: Annotated[Bytes, "u1", (SEATS,)]  # different species in the arboretum
    winners: Annotated[Bytes, "u1", (SEATS,)]  # 1: wins, or shares the win
    path_size: Annotated[Bytes, "u1", (SLOTS, SEATS)]  # cards in the best path; 0 if there is none
    paths: Annotated[Bytes, "u1", (SLOTS, SEATS, 8)]  # indices into the cards of the message, in path order


@rule
def answer_all(pads: Rows, sheets: Rows, answers: Rows, messages: Rows) -> None:
    """
    Answer messages that follow each other, as many as `answers` has rows.

    pads: Pad.dtype[1], empty, and sheets: Sheet.dtype[1], room to work in; answers: Answer.dtype[messages],
    zeros, written; messages: uint8[bytes], interpreted a memory view of them.
    """
    pad = record_of(pads, 0)
    sheet = record_of(sheets, 0)
    at = 0
    for number in range(answers.shape[0]):
        at = answered(pad, sheet, record_of(answers, number), messages, at)


@rule
def answered(pad: Pad, sheet: Sheet, answer: Answer, messages: Rows, at: int) -> int:
    """Answer the message that begins at this byte; gives where the next one begins. The pad is empty again."""
    pad.seats = messages[at]
    pad.tiebreak = messages[at + 1]
    pad.unheld = messages[at + 2]
    listed = messages[at + 3] + 256 * messages[at + 4]
    answer.valid = 1 if found_species(pad, answer, messages, at + HEAD, listed) else 0
    end = at + HEAD
    for seat in range(pad.seats):
        end = read_player(pad, sheet, answer, messages, end, seat)
    if answer.valid == 1:
        pad.slots = answer.slots
        scored(pad, sheet)
        copied(pad, sheet, answer)
        hid_unknown_hands(pad, answer, messages, at + HEAD)
    for seat in range(pad.seats):
        for index in range(pad.tableau_size[seat]):
            pad.board[seat, pad.tableau_cells[seat, index]] = EMPTY
        pad.tableau_size[seat] = pad.hand_size[seat] = 0
    return end


@rule
def cards_held(messages: Rows, at: int) -> int:
    """The number of cards in the hand of the player whose entry begins at this byte, known or not."""
    held: int = messages[at + 1]
    return 0 if held == NULL else held


@rule
def next_player(messages: Rows, at: int) -> int:
    """Where the entry after the one at this byte begins."""
    placed: int = messages[at]
    return at + 2 + 3 * placed + cards_held(messages, at)


@rule
def found_species(pad: Pad, answer: Answer, messages: Rows, at: int, listed: int) -> bool:
    """Give the species slots: those listed, else those that appear. False if one is not listed, or too many."""
    appear = 0
    for _ in range(pad.seats):
        placed = messages[at]
        for index in range(placed):
            appear |= 1 << slot_of(messages[at + 2 + index])
        for index in range(cards_held(messages, at)):
            appear |= 1 << slot_of(messages[at + 2 + 3 * placed + index])
        at = next_player(messages, at)
    species = listed if listed != 0 else appear
    slots = 0
    for kind in range(KINDS):
        answer.slot_of_species[kind] = NULL
        if (species >> kind) & 1 == 1 and slots < SLOTS:
            answer.slot_of_species[kind] = slots
            answer.species[slots] = kind
            slots += 1
        elif ((species | appear) >> kind) & 1 == 1:
            return False
    answer.slots = slots
    return True


@rule
def read_player(pad: Pad, sheet: Sheet, answer: Answer, messages: Rows, at: int, seat: int) -> int:
    """Write a player's cards onto the pad; gives where the next player begins."""
    if answer.valid == 1:
        placed = messages[at]
        if steps_between(messages, at) > STEPS_ACROSS:
            answer.valid = 0
            return next_player(messages, at)
        for index in range(placed):
            card = messages[at + 2 + index]
            x = messages[at + 2 + placed + 2 * index] - MIDDLE
            y = messages[at + 3 + placed + 2 * index] - MIDDLE
            noted(pad, seat, 8 * answer.slot_of_species[slot_of(card)] + (card & 7), torus_cell(x, y))
        for index in range(cards_held(messages, at)):
            card = messages[at + 2 + 3 * placed + index]
            pad.hands[seat, index] = 8 * answer.slot_of_species[slot_of(card)] + (card & 7)
        pad.hand_size[seat] = cards_held(messages, at)
        if not hang_together(pad, sheet, seat):
            answer.valid = 0
    return next_player(messages, at)


@rule
def steps_between(messages: Rows, at: int) -> int:
    """The most steps between two cards of the arboretum whose entry begins at this byte."""
    placed = messages[at]
    most_sum = most_difference = -4 * MIDDLE
    least_sum = least_difference = 4 * MIDDLE
    for index in range(placed):
        x = messages[at + 2 + placed + 2 * index] - MIDDLE
        y = messages[at + 3 + placed + 2 * index] - MIDDLE
        most_sum = max(most_sum, x + y)
        least_sum = min(least_sum, x + y)
        most_difference = max(most_difference, x - y)
        least_difference = min(least_difference, x - y)
    return max(most_sum - least_sum, most_difference - least_difference)


@rule
def hang_together(pad: Pad, sheet: Sheet, seat: int) -> bool:
    """Whether each card of an arboretum can be reached from each other one (clause T3)."""
    size = pad.tableau_size[seat]
    for index in range(size):
        sheet.tail[pad.tableau_cells[seat, index]] = 0
    found = 1 if size > 0 else 0
    sheet.order[0] = pad.tableau_cells[seat, 0]
    sheet.tail[sheet.order[0]] = 1
    for index in range(size):
        if index == found:
            return False
        for direction in range(4):
            neighbour = (sheet.order[index] + STEPS[direction]) & ON_BOARD
            if pad.board[seat, neighbour] != EMPTY and sheet.tail[neighbour] == 0:
                sheet.tail[neighbour] = 1
                sheet.order[found] = neighbour
                found += 1
    return True


@rule
def copied(pad: Pad, sheet: Sheet, answer: Answer) -> None:
    """Write what the sheet says, and the best paths, into the answer."""
    for seat in range(pad.seats):
        answer.totals[seat] = sheet.totals[seat]
        answer.species_placed[seat] = sheet.species_placed[seat]
        answer.winners[seat] = sheet.winners[seat]
        for slot in range(pad.slots):
            answer.sums[slot, seat] = sheet.sums[seat, slot]
            answer.rights[slot, seat] = sheet.rights[seat, slot]
            answer.best[slot, seat] = sheet.best[seat, slot]
            answer.points[slot, seat] = sheet.points[seat, slot] if sheet.rights[seat, slot] == 1 else NULL
            traced(pad, sheet, seat, slot)
            answer.path_size[slot, seat] = sheet.path_size
            for index in range(sheet.path_size):
                answer.paths[slot, seat, index] = sheet.path[index]


@rule
def hid_unknown_hands(pad: Pad, answer: Answer, messages: Rows, at: int) -> None:
    """A hand that is not known has no sums."""
    for seat in range(pad.seats):
        if messages[at + 1] == NULL:
            for slot in range(pad.slots):
                answer.sums[slot, seat] = NULL
        at = next_player(messages, at)
