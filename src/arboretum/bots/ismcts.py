"""The tree search over information sets."""

from __future__ import annotations

import functools
import time
from typing import Final

import numpy as np

from arboretum.actions import Action
from arboretum.bots.bot import Budget
from arboretum.bots.heuristic import action_of
from arboretum.bots.search import Room
from arboretum.bots.tree import CHOICES, DEPTH, most_visited, searched
from arboretum.bots.warming import some_position
from arboretum.rules.jit import Stream, compiled, stream
from arboretum.rules.position import Position
from arboretum.view import View
from arboretum.worlds import out_of_game

ROLLOUTS: Final = 400
"""Games played to their end for a decision, if its budget says nothing."""
AT_ONCE: Final = 16
"""Games between two looks at the clock."""
MOST_NODES: Final = 1 << 21


class Ismcts:
    """
    Grows a tree of its own and its rivals' decisions, in a new world each time, and follows what went best so far.

    Draws are searched too: what the seat draws from the draw pile parts the ways, what a rival draws there does
    not, since the seat does not see it. A node has the eight best choices of the heuristic; where the tree ends
    the heuristic plays on. It takes the choice that was followed most.

    Its weakness: rivals in the tree see their own imagined hand and answer as if they knew it to be theirs, and
    all worlds count as equally likely; few of its 400 games reach its own next turn, so for the same time it
    looks wider than deep.
    """

    name = "ismcts"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The choice followed most. The same seed, view and budget in rollouts give the same one anywhere."""
        position, chance = view.position(), stream(self.seed, len(view.seen))
        return action_of(view, position, ismcts_choice(position, budget, chance, out_of_game(view)))

    def warm_up(self) -> None:
        """Compile what a decision needs: half a minute the first time on a machine, then a second or two."""
        ismcts_choice(some_position(), Budget(rollouts=1), stream(0), 0)


def ismcts_choice(position: Position, budget: Budget, chance: Stream, unused: int) -> int:
    """What the search decides for the acting seat; `unused` species are not in the game (option O3)."""
    room = _room()
    room.enter(position)
    rollouts = ROLLOUTS if budget.rollouts is None and budget.seconds is None else budget.rollouts
    nodes = MOST_NODES if rollouts is None else min(MOST_NODES, 2 * DEPTH * CHOICES * rollouts)
    keys = np.zeros(1 << (nodes - 1).bit_length(), np.int64)
    stats, way = np.zeros((len(keys), 3)), np.zeros((DEPTH, 2), np.int64)
    search = compiled(searched)
    deadline = None if budget.seconds is None else time.monotonic() + budget.seconds
    played, room_left = 0, len(keys) // (2 * DEPTH * CHOICES)
    while played < room_left and (rollouts is None or played < rollouts):
        games = min(AT_ONCE, room_left - played) if rollouts is None else min(AT_ONCE, rollouts - played)
        search(
            room.rows,
            room.bytes,
            room.minds,
            room.growths,
            room.sheets,
            keys,
            stats,
            way,
            chance,
            unused,
            games,
        )
        played += games
        if deadline is not None and time.monotonic() >= deadline:
            break
    return int(compiled(most_visited)(room.rows, room.minds, room.growths, keys, stats))


@functools.cache
def _room() -> Room:
    """Room to think in, for one thread."""
    return Room()
