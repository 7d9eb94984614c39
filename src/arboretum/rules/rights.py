"""The right to score a species: hand sums, the 1 against the 8, ties (clauses R1-R5, option O2)."""

from __future__ import annotations

from arboretum.rules.jit import rule
from arboretum.rules.position import UNHELD_EVERYONE, Table
from arboretum.rules.sheet import Sheet
from arboretum.rules.turn import EIGHT, ONE, slot_of, value_of


@rule
def judged(position: Table, sheet: Sheet) -> None:
    """Hand sums, and who has the right to each species."""
    for slot in range(position.slots):
        sheet.held[slot] = sheet.ones[slot] = sheet.eights[slot] = 0
        for seat in range(position.seats):
            sheet.sums[seat, slot] = sheet.cancelled[seat, slot] = 0
    for seat in range(position.seats):
        counted_hand(position, sheet, seat)
    for slot in range(position.slots):
        cancelled_eight(sheet, slot)
        gave_rights(position, sheet, slot)


@rule
def counted_hand(position: Table, sheet: Sheet, seat: int) -> None:
    """Add up a hand, species by species (clause R1)."""
    for at in range(position.hand_size[seat]):
        card = position.hands[seat, at]
        slot = slot_of(card)
        value = value_of(card)
        sheet.sums[seat, slot] += value
        sheet.held[slot] += 1
        if value == ONE:
            sheet.ones[slot] = seat + 1
        elif value == EIGHT:
            sheet.eights[slot] = seat + 1


@rule
def cancelled_eight(sheet: Sheet, slot: int) -> None:
    """The 8 of a species counts 0 if another hand holds the 1 (clause R2)."""
    holder = sheet.eights[slot]
    if holder != 0 and sheet.ones[slot] != 0 and sheet.ones[slot] != holder:
        sheet.cancelled[holder - 1, slot] = 1
        sheet.sums[holder - 1, slot] -= EIGHT


@rule
def gave_rights(position: Table, sheet: Sheet, slot: int) -> None:
    """The highest hand sum has the right, all who tie for it; a species nobody holds by option O2 (R3, R4)."""
    highest = 0
    for seat in range(position.seats):
        highest = max(highest, sheet.sums[seat, slot])
    for seat in range(position.seats):
        if sheet.held[slot] == 0:
            sheet.rights[seat, slot] = 1 if position.unheld == UNHELD_EVERYONE else 0
        else:
            sheet.rights[seat, slot] = 1 if sheet.sums[seat, slot] == highest else 0
