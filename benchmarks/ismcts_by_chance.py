"""
`ismcts` as the literature has it: games are played on by chance, not by the heuristic.

    arboretum match master@230 benchmarks/ismcts_by_chance.py:ByChance@2500 --deals 50 --seed 2028

The tree is ours (`bots.tree`): its nodes have the eight best choices of the heuristic. It is here to be measured
against, since who speaks of ISMCTS with so many iterations mostly means this one.
"""

from __future__ import annotations

import numpy as np

from arboretum import Action, Budget, View
from arboretum.bots.heuristic import action_of
from arboretum.bots.rollout import random_draw, random_playout
from arboretum.bots.search import SEEN, TRIED, Room, copied
from arboretum.bots.tree import CHOICES, DEPTH, followed_down, most_visited, told_back
from arboretum.rules.jit import Stream, below, compiled, next_word, rule, stream
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import DISCARD, DRAW_SECOND, PLACE, Position
from arboretum.rules.scoring import scored
from arboretum.rules.turn import discarded_from, placed_from
from arboretum.worlds import imagined, out_of_game


class ByChance:
    """The tree search with random games at its leaves."""

    name = "ismcts-by-chance"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The choice that was followed most in `budget.rollouts` iterations, 2,500 if it does not say."""
        position, chance, room = view.position(), stream(self.seed, len(view.seen)), Room()
        room.enter(position)
        iterations = budget.rollouts or 2500
        keys = np.zeros(1 << (2 * DEPTH * CHOICES * iterations - 1).bit_length(), np.int64)
        stats, way = np.zeros((len(keys), 3)), np.zeros((DEPTH, 2), np.int64)
        room_and_table = room.rows, room.bytes, room.minds, room.growths, room.sheets, keys, stats, way
        compiled(searched_by_chance)(*room_and_table, chance, out_of_game(view), iterations)
        best = compiled(most_visited)(room.rows, room.minds, room.growths, keys, stats)
        return action_of(view, position, int(best))


@rule
def searched_by_chance(
    rows: Rows,
    bytes: Rows,
    minds: Rows,
    growths: Rows,
    sheets: Rows,
    keys: Rows,
    stats: Rows,
    way: Rows,
    stream: Stream,
    out_of_game: int,
    iterations: int,
) -> None:
    """`bots.tree.searched`, which explains the arguments, with random games at the leaves."""
    sheet = record_of(sheets, 0)
    for _ in range(iterations):
        copied(bytes, SEEN, TRIED)
        position = record_of(rows, TRIED)
        imagined(position, stream, out_of_game)
        depth = followed_down(position, minds, growths, keys, stats, way, stream)
        finished_by_chance(position, stream)
        scored(position, sheet)
        told_back(position, sheet, stats, way, depth)


@rule
def finished_by_chance(position: Position, stream: Stream) -> None:
    """Play random decisions to the end of the game, from any moment of a turn."""
    if position.phase == DRAW_SECOND:
        random_draw(position, next_word(stream))
    if position.phase == PLACE:
        card = below(stream, position.hand_size[position.seat])
        placed_from(position, card, below(stream, position.open_size[position.seat]))
    if position.phase == DISCARD:
        discarded_from(position, below(stream, position.hand_size[position.seat]))
    random_playout(position, stream)
