"""The master: a search that begins with what the network thinks, and looks ahead with it."""

from __future__ import annotations

import functools
from typing import Final

import numpy as np

from arboretum.actions import Action
from arboretum.bots.bot import Budget
from arboretum.bots.finish import is_last, last_choice
from arboretum.bots.halving import Halving, Numbers, Reals
from arboretum.bots.heuristic import action_of
from arboretum.bots.outlook import whole
from arboretum.bots.search import SEEN
from arboretum.bots.warming import some_position
from arboretum.rules.jit import Stream, compiled, stream
from arboretum.rules.position import Position
from arboretum.value.ahead import looked_ahead
from arboretum.value.desk import Desk, desk
from arboretum.value.judge import valued_choices, weigh_all
from arboretum.value.play import worths
from arboretum.value.weights import network_for
from arboretum.view import View
from arboretum.worlds import out_of_game

CHOICES: Final = 8
"""Choices that are looked at more closely: the best by the network."""
BELIEF: Final = 12.0
"""Worlds as many as which the network's opinion of a choice counts."""
ROUNDS: Final = 1
"""Turns of its own that it looks ahead, beyond the present one."""


class Master:
    """
    Looks ahead from the network's eight best choices, in world after world, to the end of its own next turn.

    In each world the heuristic plays on for all, and there the network tells what that is worth. The worse half
    of the choices is dropped in rounds (`halving`); the network's first opinion counts as much as some worlds.
    The last decisions of a game, when the draw pile is empty, it tries in every way (`finish`).

    Its weakness: as every search in imagined worlds, it plays on as if it knew them (strategy fusion), and takes
    all of them for equally likely.
    """

    name = "master"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The choice that is worth most. The same seed, view and budget in rollouts give the same one anywhere."""
        position, chance = view.position(), stream(self.seed, len(view.seen))
        return action_of(view, position, master_choice(position, budget, chance, out_of_game(view)))

    def warm_up(self) -> None:
        """Compile what a decision needs: half a minute the first time on a machine, then a second or two."""
        master_choice(some_position(), Budget(rollouts=1), stream(0), 0)


def master_choice(position: Position, budget: Budget, chance: Stream, unused: int) -> int:
    """What the search decides for the acting seat; `unused` species are not in the game (option O3)."""
    if is_last(position):
        return last_choice(position, chance, unused)
    choices, values, _ = valued_choices(position, compiled(weigh_all))
    opinion = worths(values)
    order = sorted(range(len(choices)), key=lambda at: (-whole(float(opinion[at])), at))[:CHOICES]
    room, network, ahead = _desk(position.seats), network_for(position.seats), compiled(looked_ahead)
    room.bytes[SEEN] = position.rows.view(np.uint8)

    def look(choices: Numbers, worlds: int) -> Reals:
        results = np.zeros((worlds, len(choices)))
        ahead(room, network, choices, results, chance, unused, ROUNDS)
        return results

    return Halving(choices[order], look, opinion[order], BELIEF).best(budget)


@functools.cache
def _desk(seats: int) -> Desk:
    """Room to think in, for one thread."""
    return desk(seats, CHOICES)
