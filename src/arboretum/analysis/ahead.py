"""
Choices judged by looking ahead: what each leads to in imagined worlds, once everybody has had a turn.

The look of `value.ahead`, with the chance of winning and the margin told apart.
"""

from __future__ import annotations

from arboretum.bots.heuristic_play import done
from arboretum.bots.search import SEEN, TRIED, WORLD, copied, share_and_margin
from arboretum.rules.jit import Stream, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import OVER, Position
from arboretum.rules.scoring import scored
from arboretum.rules.sheet import Sheet
from arboretum.value.ahead import went_on
from arboretum.value.desk import Desk
from arboretum.value.features import described
from arboretum.value.network import MARGIN, WIN, Network, valued
from arboretum.worlds import imagined


@rule
def foreseen(
    desk: Desk, network: Network, choices: Rows, sums: Rows, stream: Stream, worlds: int, out_of_game: int
) -> None:
    """
    Do each choice in so many worlds, the same for all, and play on until the seat has ended its next turn.

    The position that is SEEN is what the acting seat sees. choices: int64[choices]; sums: float64[choices, 2], to
    which the chance of winning and the margin are added for each world.
    """
    me = record_of(desk.rows, SEEN).seat
    for _ in range(worlds):
        copied(desk.bytes, SEEN, WORLD)
        imagined(record_of(desk.rows, WORLD), stream, out_of_game)
        for at in range(sums.shape[0]):
            copied(desk.bytes, WORLD, TRIED)
            position = record_of(desk.rows, TRIED)
            turns = position.turns + 1 + position.seats
            done(position, stream, choices[at])
            went_on(position, desk, stream, turns)
            if position.phase == OVER:
                add_result(position, record_of(desk.sheets, 0), me, sums, at)
            else:
                described(position, record_of(desk.prospects, me), desk.growths, me, desk.inputs)
                valued(network, desk.inputs, position.slots, desk.room, desk.outputs)
                sums[at, WIN] += desk.outputs[WIN]
                sums[at, MARGIN] += desk.outputs[MARGIN]


@rule
def add_result(position: Position, sheet: Sheet, me: int, sums: Rows, at: int) -> None:
    """Add how a game ended for a seat: its share of the win, and its points more than the best rival's."""
    scored(position, sheet)
    win, margin = share_and_margin(sheet, position.seats, me)
    sums[at, WIN] += win
    sums[at, MARGIN] += margin
