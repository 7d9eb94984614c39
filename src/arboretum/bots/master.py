"""The master: a search that begins with what the network thinks, and looks ahead with it."""

from __future__ import annotations

import functools
import time
from typing import Final

from arboretum.actions import Action
from arboretum.bots.bot import Budget
from arboretum.bots.finish import is_last, last_choice
from arboretum.bots.halving import Halving, Numbers, Reals
from arboretum.bots.heuristic import action_of
from arboretum.bots.outlook import whole
from arboretum.bots.search import PER_POINT
from arboretum.bots.warming import some_view
from arboretum.rules.jit import Stream, compiled, stream
from arboretum.rules.position import Position
from arboretum.value.ahead import Ahead
from arboretum.value.judge import valued_choices, weigh_all
from arboretum.value.network import MARGIN, WIN
from arboretum.value.play import worths
from arboretum.view import View
from arboretum.worlds import out_of_game

CHOICES: Final = 8
"""Choices that are looked at more closely: the best by the network."""
BELIEF: Final = 12.0
"""Worlds as many as which the network's opinion of a choice counts."""

HANDS: Final = 48
"""What rivals may hold is imagined so often at the end of a game, where it is not known."""


class Master:
    """
    Looks ahead from the network's eight best choices, in world after world, beyond its own next turn to the draw
    that follows it.

    In each world the network plays on for all, and tells at the end what that is worth (`value.ahead`). What
    rivals hold there fits with what they drew, kept and threw away (`value.hands`), and with what they would have
    done in their latest turns, had they held it (`value.evidence`). The worse half of the choices is dropped in
    rounds (`halving`); the network's first opinion counts as much as some worlds. The last decisions of a game,
    when the draw pile is empty, it tries in every way (`finish`).

    Its weakness: it looks two turns ahead, so a plan for four it sees only as far as the network values its
    beginning; and it takes rivals to play as the network would, and never thinks about what it tells them.
    """

    name = "master"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The choice that is worth most. The same seed, view and budget in rollouts give the same one anywhere."""
        position, chance = view.position(), stream(self.seed, len(view.seen))
        return action_of(view, position, master_choice(view, position, budget, chance))

    def warm_up(self) -> None:
        """Compile what a decision needs: a minute the first time on a machine, then a second or two."""
        view = some_view()
        master_choice(view, view.position(), Budget(rollouts=1), stream(0))


def master_choice(view: View, position: Position, budget: Budget, chance: Stream) -> int:
    """What the search decides for the acting seat of a view and of its position."""
    began = time.monotonic()
    ahead = _ahead(position.seats)
    ahead.enter(view, chance)
    if is_last(position):
        nothing_is_hidden = position.seats == 2 and out_of_game(view) == 0
        return last_choice(position, ahead.hands(1 if nothing_is_hidden else HANDS))
    choices, values, _ = valued_choices(position, compiled(weigh_all))
    opinion = worths(values)
    order = sorted(range(len(choices)), key=lambda at: (-whole(float(opinion[at])), at))[:CHOICES]
    if len(order) == 1:
        return int(choices[0])

    def look(choices: Numbers, worlds: int) -> Reals:
        outcomes = ahead.look(choices, worlds)
        worth: Reals = outcomes[:, :, WIN] + PER_POINT * outcomes[:, :, MARGIN]
        return worth

    return Halving(choices[order], look, opinion[order], BELIEF).best(budget, began)


@functools.cache
def _ahead(seats: int) -> Ahead:
    """Room to look ahead, for one thread."""
    return Ahead(seats)
