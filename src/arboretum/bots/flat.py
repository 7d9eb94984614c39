"""The flat search: tries each choice in many imagined worlds, and takes the one that ends best."""

from __future__ import annotations

import functools
from typing import Final

import numpy as np

from arboretum.actions import Action
from arboretum.bots.bot import Budget
from arboretum.bots.halving import Halving, Numbers, Reals
from arboretum.bots.heuristic import action_of
from arboretum.bots.search import Room, listed_choices, tried_out
from arboretum.bots.warming import some_position
from arboretum.rules.jit import Stream, compiled, stream
from arboretum.rules.position import Position
from arboretum.view import View
from arboretum.worlds import out_of_game

CHOICES: Final = 8
"""Choices that are tried: the best of the heuristic."""


class Flat:
    """
    Plays each of the heuristic's eight best choices on to the end, in world after world, by the heuristic.

    All choices are tried in the same worlds; in rounds, after each of which the worse half is dropped
    (`halving`). It draws, places and discards this way, each by itself.

    Its weakness: in each world it plays on as if it knew that world (strategy fusion), so it overrates what
    needs a card to lie where it cannot know it; it takes every world for equally likely, whatever rivals'
    choices tell; and it never finds what the heuristic does not list.
    """

    name = "flat"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The choice that ended best. The same seed, view and budget in rollouts give the same one anywhere."""
        position, chance = view.position(), stream(self.seed, len(view.seen))
        return action_of(view, position, flat_choice(position, budget, chance, out_of_game(view)))

    def warm_up(self) -> None:
        """Compile what a decision needs: half a minute the first time on a machine, then a second or two."""
        flat_choice(some_position(), Budget(rollouts=1), stream(0), 0)


def flat_choice(position: Position, budget: Budget, chance: Stream, unused: int) -> int:
    """What the search decides for the acting seat; `unused` species are not in the game (option O3)."""
    room = _room()
    room.enter(position)
    choices = np.zeros(CHOICES, np.int64)
    count = compiled(listed_choices)(room.rows, room.minds, room.growths, choices)

    def look(choices: Numbers, worlds: int) -> Reals:
        results = np.zeros((worlds, len(choices)))
        compiled(tried_out)(
            room.rows, room.bytes, room.minds, room.growths, room.sheets, choices, results, chance, unused
        )
        return results

    return Halving(choices[:count], look).best(budget)


@functools.cache
def _room() -> Room:
    """Room to think in, for one thread."""
    return Room()
