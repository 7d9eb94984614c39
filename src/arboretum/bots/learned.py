"""The learned bot: looks one decision ahead, and takes what the network values most."""

from __future__ import annotations

from arboretum.actions import Action
from arboretum.bots.bot import Budget
from arboretum.bots.heuristic import action_of
from arboretum.bots.warming import some_position
from arboretum.rules.jit import compiled
from arboretum.rules.position import Position
from arboretum.value.judge import CHOICES, WeighAll, valued_choices, weigh_all
from arboretum.view import View


class Learned:
    """
    Does each of the heuristic's best choices, looks at what it would see then, and takes what the network likes
    best.

    The network was trained by games against itself (`arboretum train`): from what a seat sees it tells the chance
    of winning, and the margin in points. A card of the draw pile is weighed as the mean of some unseen cards.

    Its weakness: it follows no line of play, so it sees a plan of two turns only as far as the network learned to
    value its beginning; and it never finds what the heuristic does not list. It leaves nothing to chance: its seed
    changes nothing.
    """

    name = "learned"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The best action, in some 0.1 milliseconds once it is warmed up, and in some 50 before."""
        position = view.position()
        return action_of(view, position, learned_choice(position))

    def warm_up(self) -> None:
        """
        Compile what decides, for all of this kind in this process: worth it for more than a few games.

        That takes half a minute the first time on a machine, and a second or two when it is kept on its disk.
        """
        global _weigh_all
        _weigh_all = compiled(weigh_all)
        learned_choice(some_position())


def learned_choice(position: Position, most: int = CHOICES) -> int:
    """
    What the network decides for the acting seat: a number as `bots.choices` has them.

    most: choices that are weighed, the heuristic's best.
    """
    choices, _, best = valued_choices(position, _weigh_all, most)
    return int(choices[best])


_weigh_all: WeighAll = weigh_all
"""`weigh_all`, compiled once it is warmed up."""
