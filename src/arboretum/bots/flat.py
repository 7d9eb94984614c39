"""The flat search: tries each choice in many imagined worlds, and takes the one that ends best."""

from __future__ import annotations

import functools
import time
from typing import Any, Final

import numpy as np

from arboretum.actions import Action
from arboretum.bots.bot import Budget
from arboretum.bots.heuristic import action_of
from arboretum.bots.outlook import whole
from arboretum.bots.search import Room, listed_choices, tried_out
from arboretum.bots.warming import some_position
from arboretum.rules.jit import Stream, compiled, stream
from arboretum.rules.position import Position
from arboretum.view import View
from arboretum.worlds import out_of_game

CHOICES: Final = 8
"""Choices that are tried: the best of the heuristic."""
ROLLOUTS: Final = 400
"""Games played to their end for a decision, if its budget says nothing."""
WORLDS_AT_ONCE: Final = 4
"""Worlds between two looks at the clock."""

BELIEF: Final = 12
"""Games as much as which an opinion counts that a search begins with."""

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Reals = np.ndarray[Any, np.dtype[np.float64]]


class Flat:
    """
    Plays each of the heuristic's eight best choices on to the end, in world after world, by the heuristic.

    All choices are tried in the same worlds; in rounds, after each of which the worse half is dropped (sequential
    halving, Karnin et al. 2013). It draws, places and discards this way, each by itself.

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
    return Halving(room, choices[:count], chance, unused).best(budget)


class Halving:
    """One decision: the choices that are still in, and how they have ended so far."""

    def __init__(
        self, room: Room, choices: Numbers, chance: Stream, unused: int, believed: Reals | None = None
    ) -> None:
        """believed: what each choice was thought to be worth before; it counts as much as BELIEF games."""
        self.room, self.chance, self.unused = room, chance, unused
        self.choices = choices
        self.totals: Reals = np.zeros(len(choices)) if believed is None else BELIEF * believed
        self.worlds = 0 if believed is None else BELIEF

    def best(self, budget: Budget) -> int:
        """The best choice, once the budget is spent."""
        rounds = max(1, (len(self.choices) - 1).bit_length())
        began = time.monotonic()
        for number in range(1, rounds + 1):
            if len(self.choices) == 1:
                break
            if budget.seconds is not None:
                self._until(began + budget.seconds * number / rounds, budget.rollouts)
            else:
                rollouts = ROLLOUTS if budget.rollouts is None else budget.rollouts
                self._try(max(1, rollouts // (rounds * len(self.choices))))
            self._halve()
        return int(self.choices[0])

    def _until(self, deadline: float, rollouts: int | None) -> None:
        """Try all choices until a time, once at least; `rollouts` is the most for the whole decision."""
        most = self.worlds + 1 if rollouts is None else max(1, rollouts // len(self.choices))
        while True:
            self._try(WORLDS_AT_ONCE)
            if time.monotonic() >= deadline or (rollouts is not None and self.worlds >= most):
                return

    def _try(self, worlds: int) -> None:
        """Try all choices in so many worlds more."""
        room = self.room
        results = np.zeros((worlds, len(self.choices)))
        compiled(tried_out)(
            room.rows,
            room.bytes,
            room.minds,
            room.growths,
            room.sheets,
            self.choices,
            results,
            self.chance,
            self.unused,
        )
        self.totals += results.sum(axis=0)
        self.worlds += worlds

    def _halve(self) -> None:
        """Keep the better half, the best first; of those that ended alike, the one the heuristic likes better."""
        means = [whole(total / self.worlds) for total in self.totals]
        order = sorted(range(len(means)), key=lambda at: (-means[at], at))[: (len(means) + 1) // 2]
        self.choices, self.totals = self.choices[order], self.totals[order]


@functools.cache
def _room() -> Room:
    """Room to think in, for one thread."""
    return Room()
