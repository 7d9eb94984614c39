"""
Self-play in compiled code: games, and from each decision a lesson for the network.

A lesson is what the seat saw after one of its decisions, and what that was worth as it turned out: the target of
TD(lambda), a mean of all later estimates and the result. After a choice made only to explore, what follows says
little about the choices before; their target goes on with what the best choice was estimated to be worth.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from arboretum.bots.heuristic_play import considered, done
from arboretum.bots.rollout import random_deal
from arboretum.bots.search import SEEN, WORLD, copied, share_and_margin
from arboretum.rules.jit import Stream, below, next_word, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import OVER
from arboretum.rules.scoring import scored
from arboretum.rules.sheet import Sheet
from arboretum.rules.turn import species_in_play
from arboretum.value.desk import Desk
from arboretum.value.features import INPUTS, described
from arboretum.value.network import MARGIN, WIN, Network, valued
from arboretum.value.play import best_of, masked, weighed

# Who plays a seat: something decides, and lessons are written or are not.
TEACHER: Final = 0
"""The heuristic, whose games are learned from."""
LEARNING: Final = 1
"""The network that learns."""
PLAYING: Final = 2
"""The network that learns, without a lesson: to see how strong it is."""
FROZEN: Final = 3
"""Another network, which does not change."""
HEURISTIC: Final = 4
"""The heuristic, of which nothing is learned."""
CARELESS: Final = 5
"""The heuristic, which takes every other time any of the choices that it lists: a weak player."""

CARELESSNESS: Final = 0.5
"""How many decisions a careless player makes by chance."""

DECISIONS: Final = 68
"""Of a seat in a game, at most: four a turn, and no game has more than 17 turns of a seat (clause E3)."""

ODDS: Final = 1 << 56


class Lessons(NamedTuple):
    """Room for what is learned from some games, in the order in which it was decided."""

    inputs: np.ndarray[Any, np.dtype[np.float32]]  # [lessons, slots, INPUTS]
    targets: np.ndarray[Any, np.dtype[np.float32]]  # [lessons, 2]: share of the win, margin in points
    estimates: np.ndarray[Any, np.dtype[np.float32]]  # [lessons, 2]: what the network made of it
    instead: np.ndarray[Any, np.dtype[np.float32]]  # [lessons, 2]: if explored, what the best choice was worth
    explored: np.ndarray[Any, np.dtype[np.uint8]]  # [lessons]: 1 after a choice made only to explore
    seats: np.ndarray[Any, np.dtype[np.uint8]]  # [lessons]
    games: np.ndarray[Any, np.dtype[np.int32]]  # [lessons]: which of the games
    results: np.ndarray[Any, np.dtype[np.float32]]  # [games, seats, 2]: share of the win, margin


def lessons(games: int, seats: int, *, learned: bool = True) -> Lessons:
    """Room for so many games; for their results alone if nothing is to be learned from them."""
    most = games * seats * DECISIONS if learned else 0
    return Lessons(
        np.zeros((most, species_in_play(seats), INPUTS), np.float32),
        np.zeros((most, 2), np.float32),
        np.zeros((most, 2), np.float32),
        np.zeros((most, 2), np.float32),
        np.zeros(most, np.uint8),
        np.zeros(most, np.uint8),
        np.zeros(most, np.int32),
        np.zeros((games, seats, 2), np.float32),
    )


@rule
def chance_of_exploring(stream: Stream, share: float) -> bool:
    """True with this chance."""
    return next_word(stream) < share * ODDS


@rule
def teaches(by: int) -> bool:
    """Whether lessons are written of the decisions of such a player."""
    return by in (TEACHER, LEARNING)


@rule
def decided(desk: Desk, network: Network, by: int, stream: Stream, exploring: float) -> int:
    """
    Which of the listed choices the acting seat of the position that is SEEN takes.

    Negative if it was made to explore: -1 - choice. `values` are those of the choices if the network weighed them.
    """
    if by in (TEACHER, HEURISTIC, CARELESS):
        prospect = record_of(desk.prospects, 0)
        considered(record_of(desk.rows, SEEN), prospect, desk.growths)
        count = min(prospect.listed, desk.values.shape[0])
        best = 0
    else:
        count = weighed(desk, network)
        best = best_of(desk, count)
    if by == CARELESS and chance_of_exploring(stream, CARELESSNESS):
        return below(stream, count)
    if teaches(by) and count > 1 and chance_of_exploring(stream, exploring):
        other: int = below(stream, count)
        if other != best:
            return -1 - other
    return best


@rule
def played_games(
    desk: Desk,
    network: Network,
    frozen: Network,
    players: Rows,
    learned: Lessons,
    stream: Stream,
    exploring: float,
    trace: float,
) -> int:
    """
    Play games, and write down their lessons; tells how many there are.

    players: uint8[games, seats], who plays each seat; exploring: the chance that a decision is made by chance,
    0 to 1; trace: lambda, 0 to 1, of the network's own games; of the teacher's the result alone counts.
    """
    seats = players.shape[1]
    truth = record_of(desk.rows, WORLD)
    sheet = record_of(desk.sheets, 0)
    count = 0
    for game in range(players.shape[0]):
        random_deal(truth, stream, seats)
        first = count
        while truth.phase != OVER:
            me = truth.seat
            by = players[game, me]
            copied(desk.bytes, WORLD, SEEN)
            masked(record_of(desk.rows, SEEN))
            taken = decided(desk, frozen if by == FROZEN else network, by, stream, exploring)
            if teaches(by):
                learned.games[count] = game
                compared(desk, learned, count, by, taken)
            done(truth, stream, record_of(desk.prospects, 0).choices[taken if taken >= 0 else -1 - taken])
            if teaches(by):
                noted(desk, network, by, learned, count, me)
                count += 1
        scored(truth, sheet)
        resulted(sheet, learned.results, game, seats)
        for seat in range(seats):
            steady = trace if players[game, seat] == LEARNING else 1.0
            looked_back(learned, first, count, seat, learned.results[game, seat], steady)
    return count


@rule
def compared(desk: Desk, learned: Lessons, count: int, by: int, taken: int) -> None:
    """Write down whether a choice was made to explore, and what the best one would have been worth."""
    learned.explored[count] = 1 if taken < 0 else 0
    if taken < 0 and by == LEARNING:
        best = best_of(desk, min(record_of(desk.prospects, 0).listed, desk.values.shape[0]))
        learned.instead[count, WIN] = desk.values[best, WIN]
        learned.instead[count, MARGIN] = desk.values[best, MARGIN]


@rule
def noted(desk: Desk, network: Network, by: int, learned: Lessons, count: int, me: int) -> None:
    """Write down what a seat sees after its decision, and what the network makes of it."""
    truth = record_of(desk.rows, WORLD)
    described(truth, record_of(desk.prospects, 0), desk.growths, me, desk.inputs)
    learned.seats[count] = me
    for slot in range(truth.slots):
        for at in range(INPUTS):
            learned.inputs[count, slot, at] = desk.inputs[slot, at]
    if by == LEARNING:
        valued(network, desk.inputs, truth.slots, desk.room, desk.outputs)
        learned.estimates[count, WIN] = desk.outputs[WIN]
        learned.estimates[count, MARGIN] = desk.outputs[MARGIN]


@rule
def resulted(sheet: Sheet, results: Rows, game: int, seats: int) -> None:
    """Write down how a game that was `scored` ended for each seat."""
    for seat in range(seats):
        win, margin = share_and_margin(sheet, seats, seat)
        results[game, seat, WIN] = win
        results[game, seat, MARGIN] = margin


@rule
def looked_back(learned: Lessons, first: int, count: int, seat: int, result: Rows, trace: float) -> None:
    """Write the targets of a seat's lessons of one game, the last one first."""
    win, margin = result[WIN], result[MARGIN]
    for at in range(count - 1, first - 1, -1):
        if learned.seats[at] == seat:
            learned.targets[at, WIN] = win
            learned.targets[at, MARGIN] = margin
            if learned.explored[at] == 1 and trace < 1.0:
                win, margin = learned.instead[at, WIN], learned.instead[at, MARGIN]
            else:
                win = trace * win + (1.0 - trace) * learned.estimates[at, WIN]
                margin = trace * margin + (1.0 - trace) * learned.estimates[at, MARGIN]
