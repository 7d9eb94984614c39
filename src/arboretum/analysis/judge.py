"""The teacher's judges: what choices are worth at a look, or at the end of their turn."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np

from arboretum.actions import Action
from arboretum.analysis.model import Choice, Worth
from arboretum.analysis.turnwise import weighed_on
from arboretum.bots.bot import Budget
from arboretum.bots.choices import LISTED
from arboretum.bots.search import PER_POINT, SEEN
from arboretum.rules.jit import compiled, stream
from arboretum.value.ahead import Ahead
from arboretum.value.desk import Desk, desk
from arboretum.value.judge import choice_of, judged, judged_action
from arboretum.value.network import MARGIN, WIN
from arboretum.value.weights import network_for
from arboretum.view import View

NEAR: Final = 0.1
"""How much less than the best a choice may be worth to be looked at more closely."""
PRIOR: Final = 12
"""Looks for which counts what is known without any."""
WORLDS_AT_ONCE: Final = 4
"""Worlds between two looks at the clock."""

Reals = np.ndarray[Any, np.dtype[np.float64]]
Judge: TypeAlias = Callable[[View, Sequence[Action]], tuple[Choice, ...]]
"""What tells of the seat that is to act what is worth looking at, and what else is asked for; the best first."""


def at_a_look(view: View, also: Sequence[Action]) -> tuple[Choice, ...]:
    """Judge each choice by what the network makes of the moment after it: some milliseconds for a game."""
    found = list(judged(view))
    listed = [each.action for each in found]
    found += [judged_action(view, action) for action in also if action not in listed]
    return _ranked(Choice(each.action, Worth(each.win, each.margin)) for each in found)


def to_the_end(view: View, also: Sequence[Action]) -> tuple[Choice, ...]:
    """Judge each choice by what the seat can still make of its turn after it: some seconds for a game."""
    listed = [each.action for each in judged(view)]
    wanted = [*listed, *(action for action in also if action not in listed)]
    return _ranked(Choice(action, _worth(view, action)) for action in wanted)


class Closer:
    """
    Judges to the end of the turn, and then looks ahead from the choices that are near the best.

    Each look plays on in an imagined world until the seat has had another turn. What is known at the end of this
    turn counts as so many looks.
    """

    def __init__(self, budget: Budget, seed: int = 0) -> None:
        """budget: looks or seconds for one decision; the same seed and looks give the same anywhere."""
        self.budget, self.seed = budget, seed

    def __call__(self, view: View, also: Sequence[Action]) -> tuple[Choice, ...]:
        judged = to_the_end(view, also)
        near = [
            choice
            for choice in judged
            if choice.action in also or ranked_by(judged[0].worth) - ranked_by(choice.worth) <= NEAR
        ]
        if len(near) < 2:
            return judged
        sums, worlds = self._looked(view, [choice.action for choice in near])
        found = {choice.action: choice for choice in judged}
        for choice, (win, margin) in zip(near, sums, strict=True):
            found[choice.action] = Choice(
                choice.action,
                Worth(
                    (PRIOR * choice.worth.win + float(win)) / (PRIOR + worlds),
                    (PRIOR * choice.worth.margin + float(margin)) / (PRIOR + worlds),
                ),
            )
        return _ranked(found.values())

    def _looked(self, view: View, actions: Sequence[Action]) -> tuple[Reals, int]:
        """Look ahead from some choices: the sums of what was found, and in how many worlds."""
        begun, ahead, position = time.perf_counter(), _ahead(view.seats), view.position()
        ahead.enter(view, stream(self.seed, len(view.seen)))
        choices = np.array([choice_of(view, position, action) for action in actions], np.int64)
        sums, worlds = np.zeros((len(actions), 2)), 0
        while self._goes_on(worlds * len(actions), time.perf_counter() - begun):
            sums += ahead.look(choices, WORLDS_AT_ONCE).sum(axis=0)
            worlds += WORLDS_AT_ONCE
        return sums, worlds

    def _goes_on(self, looks: int, seconds: float) -> bool:
        """Whether there is budget left."""
        if self.budget.rollouts is not None and looks >= self.budget.rollouts:
            return False
        return self.budget.seconds is None or seconds < self.budget.seconds


def _ranked(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    """The best first; of those that are worth the same, the one that the heuristic likes better."""
    return tuple(sorted(choices, key=lambda choice: -ranked_by(choice.worth)))


def ranked_by(worth: Worth) -> float:
    """What choices are ranked by: the chance of winning, and a little for the points."""
    return worth.win + PER_POINT * worth.margin


def _worth(view: View, action: Action) -> Worth:
    desks = _desks(view.seats)
    position = view.position()
    desks[0].bytes[SEEN] = position.rows.view(np.uint8)
    compiled(weighed_on)(*desks, network_for(view.seats), choice_of(view, position, action))
    return Worth(float(desks[0].outputs[WIN]), float(desks[0].outputs[MARGIN]))


@functools.cache
def _desks(seats: int) -> tuple[Desk, Desk, Desk, Desk]:
    """Room to think in, for one thread."""
    return desk(seats, LISTED), desk(seats, LISTED), desk(seats, LISTED), desk(seats, LISTED)


@functools.cache
def _ahead(seats: int) -> Ahead:
    """Room to look ahead, for one thread."""
    return Ahead(seats)
