"""
Opponents for people, from easy to hard: each plays as some people do, and none blunders by chance.

The fifth is the `master`. How far apart they are was measured, see `benchmarks/ladder.md`.
"""

from __future__ import annotations

import functools
from typing import ClassVar, Final

import numpy as np

from arboretum.actions import Action
from arboretum.bots.bot import Budget
from arboretum.bots.heuristic import Heuristic, action_of, heuristic_choice
from arboretum.bots.heuristic_weights import weights_for
from arboretum.bots.learned import Learned, learned_choice
from arboretum.bots.outlook import (
    DENIED_EARLY,
    DENIED_LATE,
    GIFT,
    GIFT_RIGHT,
    HOLD,
    PILE_EARLY,
    PILE_LATE,
    SPREAD,
    TAKE,
)
from arboretum.table import Phase
from arboretum.view import View

NOT_AT_ALL: Final = 0.0
ANYTHING_MAY_COME: Final = 1e5  # points squared: whatever is in hand, the right is taken for even chances

ALONE: Final = dict.fromkeys((DENIED_EARLY, DENIED_LATE, GIFT, GIFT_RIGHT), NOT_AT_ALL)
"""The weights of one who forgets that there are rivals."""
IN_THE_OPEN: Final = dict.fromkeys((PILE_EARLY, PILE_LATE), 0.25)
"""The weights, in points, of one who likes a card that can be seen better than one that may come."""


class Styled(Heuristic):
    """The heuristic with some of its weights changed: what it cares for, and what it overlooks."""

    changed: ClassVar[dict[int, float]] = {}
    """The weights that are changed, by their places in `bots.outlook`."""

    def choose(self, view: View, budget: Budget) -> Action:
        """The best action in its eyes, in some 50 microseconds once it is warmed up, and in some 10 ms before."""
        position = view.position()
        return action_of(view, position, heuristic_choice(position, self._weights(view.seats)))

    @classmethod
    @functools.cache
    def _weights(cls, seats: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        weights = weights_for(seats)
        for place, weight in cls.changed.items():
            weights[place] = weight
        return weights


class Poppy(Styled):
    """
    Places whatever makes a path longer, also what should have stayed in hand to win the right; looks at no rival.

    As many do in their first games: the finest paths, and hardly one of them scores. What lies on a discard pile
    draws her more than it should, since she can see it.
    """

    name = "poppy"
    changed: ClassVar = ALONE | IN_THE_OPEN | {SPREAD: ANYTHING_MAY_COME, HOLD: NOT_AT_ALL}


class Basil(Styled):
    """
    Keeps what wins a right, and plans its own garden; that rivals have one too does not occur to it.

    It takes no path from anybody, and throws away what its neighbour has been waiting for.
    """

    name = "basil"
    changed: ClassVar = ALONE | {TAKE: NOT_AT_ALL, HOLD: 0.05}


class FewIdeas(Learned):
    """Judges as `learned` does, but only the first few ideas that come to it."""

    draws: ClassVar[int]
    """Sources that it weighs when it draws; 1 for the first that comes to mind."""
    ideas: ClassVar[int]
    """Placings, and discards, that it weighs."""

    def choose(self, view: View, budget: Budget) -> Action:
        """The best of its ideas, in some 0.1 milliseconds once it is warmed up, and in some 20 before."""
        position = view.position()
        draws = view.phase in (Phase.DRAW_FIRST, Phase.DRAW_SECOND)
        return action_of(view, position, learned_choice(position, self.draws if draws else self.ideas))


class Hazel(FewIdeas):
    """Draws by habit, and weighs its first two ideas with good judgement: it overlooks the third."""

    name = "hazel"
    draws: ClassVar = 1
    ideas: ClassVar = 2


class Rowan(FewIdeas):
    """Weighs seven ideas by what it learned in very many games; what a rival holds it does not ask itself."""

    name = "rowan"
    draws: ClassVar = 5
    ideas: ClassVar = 7
