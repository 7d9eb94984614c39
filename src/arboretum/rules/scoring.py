"""The score of a game: everything a sheet says, points and winners (clauses P3, R5, W1-W3, option O1)."""

from __future__ import annotations

from arboretum.rules.jit import rule
from arboretum.rules.paths import charted
from arboretum.rules.position import TIEBREAK_SPECIES, Table
from arboretum.rules.rights import judged
from arboretum.rules.sheet import Sheet


@rule
def scored(position: Table, sheet: Sheet) -> None:
    """Score a finished game, or a pad: every field of the sheet but the path."""
    for seat in range(position.seats):
        charted(position, sheet, seat)
    judged(position, sheet)
    totalled(position, sheet)
    crowned(position, sheet)


@rule
def totalled(position: Table, sheet: Sheet) -> None:
    """Each player scores the best path of each species they have the right to (clauses P3, R5)."""
    for seat in range(position.seats):
        total = 0
        for slot in range(position.slots):
            sheet.points[seat, slot] = sheet.best[seat, slot] if sheet.rights[seat, slot] != 0 else 0
            total += sheet.points[seat, slot]
        sheet.totals[seat] = total


@rule
def tiebreak_of(position: Table, sheet: Sheet, seat: int) -> int:
    """What decides between players with the same points (clause W2, option O1)."""
    if position.tiebreak == TIEBREAK_SPECIES:
        return sheet.species_placed[seat]
    return sheet.cards_placed[seat]


@rule
def crowned(position: Table, sheet: Sheet) -> None:
    """Most points win, then the tie-break; who is still tied shares the win (clauses W1-W3)."""
    highest = 0
    for seat in range(position.seats):
        highest = max(highest, 256 * sheet.totals[seat] + tiebreak_of(position, sheet, seat))
    for seat in range(position.seats):
        mine = 256 * sheet.totals[seat] + tiebreak_of(position, sheet, seat)
        sheet.winners[seat] = 1 if mine == highest else 0
