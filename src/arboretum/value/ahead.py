"""
A look ahead: what a choice is worth once all have had a turn, in imagined worlds.

Each choice is done in the same worlds; the heuristic goes on for all seats until the searching seat has ended its
next turn, and there the network tells what that is worth. Where the game ends before, its result counts. One such
look is short and differs little from world to world, so a few dozen tell more than as many whole games.
"""

from __future__ import annotations

from arboretum.bots.heuristic_play import considered, done, heuristic_turn
from arboretum.bots.search import SEEN, TRIED, WORLD, copied, result_of
from arboretum.rules.jit import Stream, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import DRAW_FIRST, OVER, Position
from arboretum.rules.scoring import scored
from arboretum.value.desk import Desk
from arboretum.value.features import described
from arboretum.value.network import Network, valued
from arboretum.value.play import worth
from arboretum.worlds import imagined


@rule
def looked_ahead(
    desk: Desk,
    network: Network,
    choices: Rows,
    results: Rows,
    stream: Stream,
    out_of_game: int,
    rounds: int,
) -> None:
    """
    Look ahead from each choice in as many worlds as `results` has rows, the same worlds for all.

    The position that is SEEN is what the acting seat sees. choices: int64[choices]; results: float64[worlds,
    choices], written; rounds: how many more turns of the acting seat are played before the network is asked;
    out_of_game: species that are not in the game, though the seat does not know which (option O3).
    """
    me = record_of(desk.rows, SEEN).seat
    for number in range(results.shape[0]):
        copied(desk.bytes, SEEN, WORLD)
        imagined(record_of(desk.rows, WORLD), stream, out_of_game)
        for at in range(results.shape[1]):
            copied(desk.bytes, WORLD, TRIED)
            position = record_of(desk.rows, TRIED)
            turns = position.turns + 1 + rounds * position.seats
            done(position, stream, choices[at])
            went_on(position, desk, stream, turns)
            results[number, at] = ended(position, desk, network, me)


@rule
def went_on(position: Position, desk: Desk, stream: Stream, turns: int) -> None:
    """Let the heuristic play on until so many turns are completed, or the game is over."""
    while position.phase != OVER and position.turns < turns:
        mind = record_of(desk.prospects, position.seat)
        if position.phase == DRAW_FIRST:
            heuristic_turn(position, mind, desk.growths, stream)
        else:
            done(position, stream, considered(position, mind, desk.growths))


@rule
def ended(position: Position, desk: Desk, network: Network, me: int) -> float:
    """What a position at the end of a seat's turn is worth to it: the result, or what the network expects."""
    if position.phase == OVER:
        sheet = record_of(desk.sheets, 0)
        scored(position, sheet)
        return result_of(position, sheet, me)
    described(position, record_of(desk.prospects, me), desk.growths, me, desk.inputs)
    valued(network, desk.inputs, position.slots, desk.room, desk.outputs)
    return worth(desk.outputs)
