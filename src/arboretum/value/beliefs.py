"""
What a seat believes that rivals hold: hands that come as often as they are likely.

A chain of hands (Metropolis, Hastings 1970): the next one is imagined by the odds of `value.hands`, and taken if
it fits with how rivals played (`value.evidence`) better than the one before, else with a chance that is the less,
the worse it fits; if it is not taken, the one before comes once more.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from arboretum.bots.search import SEEN, TRIED, WORLD, copied
from arboretum.rules.jit import Stream, next_word, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import HAND_ROOM, SEATS, UNKNOWN, Position
from arboretum.rules.turn import leave_unseen
from arboretum.value.desk import Desk
from arboretum.value.evidence import Turns, fitting
from arboretum.value.hands import WORDS, Odds, imagined_by
from arboretum.value.network import Network
from arboretum.worlds import species_left_out

STEPS: Final = 1
"""Hands that are imagined between one world and the next."""
FIRST_STEPS: Final = 8
"""Hands that are imagined before the first world."""


class Belief(NamedTuple):
    """Where the chain stands."""

    hands: np.ndarray[Any, np.dtype[np.uint8]]  # [SEATS, HAND_ROOM]: of all seats
    fit: np.ndarray[Any, np.dtype[np.float64]]  # [1]: how well they fit; 0 before there are any


def no_belief() -> Belief:
    """A chain that has not begun."""
    return Belief(np.zeros((SEATS, HAND_ROOM), np.uint8), np.zeros(1))


@rule
def believed(
    desk: Desk,
    mind: Desk,
    network: Network,
    turns: Turns,
    odds: Odds,
    belief: Belief,
    stream: Stream,
    out_of_game: int,
    steps: int,
) -> None:
    """
    Go on with the chain by so many steps, and make its hands a world of the position that is SEEN on the desk.

    mind: room for rivals to think in; the others are those of `value.ahead`. Where rivals had no turn yet, one
    step is as good as many.
    """
    for _ in range(steps if turns.numbers.shape[0] > 0 else 1):
        copied(desk.bytes, SEEN, TRIED)
        tried = record_of(desk.rows, TRIED)
        imagined_by(tried, odds, stream, out_of_game)
        fit = fitting(tried, tried.hands, turns, mind, network, stream)
        if fit >= belief.fit[0] * (next_word(stream) / WORDS):
            belief.fit[0] = fit
            for seat in range(tried.seats):
                for at in range(tried.hand_size[seat]):
                    belief.hands[seat, at] = tried.hands[seat, at]
    copied(desk.bytes, SEEN, WORLD)
    held(record_of(desk.rows, WORLD), belief.hands)
    species_left_out(record_of(desk.rows, WORLD), stream, out_of_game)


@rule
def held(position: Position, hands: Rows) -> None:
    """Let rivals hold these hands, uint8[SEATS, HAND_ROOM], in a position in which theirs were hidden."""
    for seat in range(position.seats):
        for at in range(position.hand_size[seat]):
            if position.hands[seat, at] == UNKNOWN:
                leave_unseen(position, hands[seat, at])
                position.hands[seat, at] = hands[seat, at]
