"""
What every search does: imagine a world, try a choice in it, let the heuristic play it to the end, see who won.

A world is made of what the searching seat knows (`worlds.imagined`), so no search sees a hidden card. The result
of a game is the share of the win, and a little for the points by which it was won or lost.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from arboretum.bots.choices import Mind
from arboretum.bots.heuristic_play import considered, done, played_on
from arboretum.bots.heuristic_weights import weights_for
from arboretum.rules.growth import Growth
from arboretum.rules.jit import Stream, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import SEATS, Position
from arboretum.rules.scoring import scored
from arboretum.rules.sheet import Sheet
from arboretum.worlds import imagined

PER_POINT: Final = 0.01
"""What a point more than the best rival counts, beside a win that counts 1."""


SEEN: Final = 0  # of three positions, the one that the searching seat sees
WORLD: Final = 1  # one that it imagines
TRIED: Final = 2  # a copy of that, in which a choice is tried


class Room:
    """Room for a search: positions, what each seat makes of them, a score sheet. One for each thread."""

    def __init__(self) -> None:
        self.rows = np.zeros(3, Position.dtype)
        self.bytes = self.rows.view(np.uint8).reshape(3, -1)
        """The same memory as `rows`."""
        self.minds = np.zeros(SEATS, Mind.dtype)
        self.growths = np.zeros(SEATS, Growth.dtype)
        self.sheets = np.zeros(1, Sheet.dtype)

    def enter(self, position: Position) -> None:
        """Begin to think about a position, as the seat that is to act sees it."""
        self.bytes[SEEN] = position.rows.view(np.uint8)
        self.minds["weights"] = weights_for(position.seats)


@rule
def copied(bytes: Rows, source: int, target: int) -> None:
    """Copy one of the positions over another."""
    for at in range(bytes.shape[1]):
        bytes[target, at] = bytes[source, at]


@rule
def share_and_margin(sheet: Sheet, seats: int, seat: int) -> tuple[float, int]:
    """What a seat has of the win of a game that was `scored`, and its points less those of the best rival."""
    winners = 0
    rival = 0
    for other in range(seats):
        winners += sheet.winners[other]
        if other != seat:
            rival = max(rival, sheet.totals[other])
    return sheet.winners[seat] / winners, sheet.totals[seat] - rival


@rule
def result_of(position: Position, sheet: Sheet, seat: int) -> float:
    """How good the end of a game that was `scored` is for a seat."""
    win, margin = share_and_margin(sheet, position.seats, seat)
    return win + PER_POINT * margin


@rule
def listed_choices(rows: Rows, minds: Rows, growths: Rows, choices: Rows) -> int:
    """
    Write the best choices of the seat that is to act into `choices`, and tell how many there are.

    rows: Position.dtype[1 or more], the first one is looked at; choices: int64[most], written.
    """
    position = record_of(rows, SEEN)
    mind = record_of(minds, position.seat)
    considered(position, mind, growths)
    count: int = min(mind.listed, choices.shape[0])
    for at in range(count):
        choices[at] = mind.choices[at]
    return count


@rule
def tried_out(
    rows: Rows,
    bytes: Rows,
    minds: Rows,
    growths: Rows,
    sheets: Rows,
    choices: Rows,
    results: Rows,
    stream: Stream,
    out_of_game: int,
) -> None:
    """
    Try each choice in as many worlds as `results` has rows, the same worlds for all.

    choices: int64[choices]; results: float64[worlds, choices], written; out_of_game: species that are not in
    the game, though the seat does not know which (option O3). The others are those of a `Room`.
    """
    sheet = record_of(sheets, 0)
    me = record_of(rows, SEEN).seat
    for number in range(results.shape[0]):
        copied(bytes, SEEN, WORLD)
        imagined(record_of(rows, WORLD), stream, out_of_game)
        for at in range(results.shape[1]):
            copied(bytes, WORLD, TRIED)
            position = record_of(rows, TRIED)
            done(position, stream, choices[at])
            played_on(position, minds, growths, stream)
            scored(position, sheet)
            results[number, at] = result_of(position, sheet, me)
