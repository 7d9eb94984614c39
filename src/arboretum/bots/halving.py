"""
Sequential halving: all choices are tried in the same worlds; after each of some rounds the worse half is dropped.

Karnin, Koren, Somekh 2013. A choice that looks bad after a few worlds costs no more of them, so those that are
left are told apart by many.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np

from arboretum.bots.bot import Budget
from arboretum.bots.outlook import whole

ROLLOUTS: Final = 400
"""Games played on for a decision, if its budget says nothing."""
WORLDS_AT_ONCE: Final = 4
"""Worlds between two looks at the clock."""

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Reals = np.ndarray[Any, np.dtype[np.float64]]
Look: TypeAlias = Callable[[Numbers, int], Reals]
"""Tries choices, int64[choices], in so many worlds more, and tells how each ended: float64[worlds, choices]."""


class Halving:
    """One decision: the choices that are still in, and how they have ended so far."""

    def __init__(self, choices: Numbers, look: Look, opinion: Reals | None = None, belief: float = 0.0) -> None:
        """
        choices: the better ones first, which win where all else is the same.

        opinion: what each is thought to be worth before anything is tried; it counts as much as `belief` worlds.
        """
        self.choices, self.look = choices, look
        self.totals: Reals = np.zeros(len(choices)) if opinion is None else belief * opinion
        self.worlds = 0 if opinion is None else belief

    def best(self, budget: Budget, began: float | None = None) -> int:
        """The best choice, once the budget is spent; `began`: when that began, by `time.monotonic`, if not now."""
        rounds = max(1, (len(self.choices) - 1).bit_length())
        began = time.monotonic() if began is None else began
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
        self.totals += self.look(self.choices, worlds).sum(axis=0)
        self.worlds += worlds

    def _halve(self) -> None:
        """Keep the better half, the best first; of those that ended alike, the one that stood first."""
        means = [whole(total / self.worlds) for total in self.totals]
        order = sorted(range(len(means)), key=lambda at: (-means[at], at))[: (len(means) + 1) // 2]
        self.choices, self.totals = self.choices[order], self.totals[order]
