"""The master: a search that begins with what the network thinks of each choice."""

from __future__ import annotations

import functools

import numpy as np

from arboretum.actions import Action
from arboretum.bots.bot import Budget
from arboretum.bots.flat import CHOICES, Halving
from arboretum.bots.heuristic import action_of
from arboretum.bots.outlook import whole
from arboretum.bots.search import Room
from arboretum.bots.warming import some_position
from arboretum.rules.jit import Stream, compiled, stream
from arboretum.rules.position import Position
from arboretum.value.ahead import looked_ahead
from arboretum.value.desk import desk
from arboretum.value.weights import network_for
from arboretum.value.judge import valued_choices, weigh_all
from arboretum.value.network import MARGIN, WIN
from arboretum.bots.search import PER_POINT
from arboretum.view import View
from arboretum.worlds import out_of_game


class Master:
    """Search."""

    name = "master"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The choice that ended best. The same seed, view and budget in rollouts give the same one anywhere."""
        position, chance = view.position(), stream(self.seed, len(view.seen))
        return action_of(view, position, master_choice(position, budget, chance, out_of_game(view)))

    def warm_up(self) -> None:
        """Compile what a decision needs: half a minute the first time on a machine, then a second or two."""
        master_choice(some_position(), Budget(rollouts=1), stream(0), 0)


def master_choice(position: Position, budget: Budget, chance: Stream, unused: int) -> int:
    """What the search decides for the acting seat; `unused` species are not in the game (option O3)."""
    choices, values, _ = valued_choices(position, compiled(weigh_all))
    opinion = values[:, WIN] + PER_POINT * values[:, MARGIN]
    order = sorted(range(len(choices)), key=lambda at: (-whole(opinion[at]), at))[:CHOICES]
    return Ahead(position, choices[order], chance, unused, opinion[order]).best(budget)

import os
ROUNDS=int(os.environ.get("ROUNDS","1")); BEL=float(os.environ.get("BEL","12"))
class Ahead(Halving):
    def __init__(self, position, choices, chance, unused, opinion):
        self.desk=_desk(position.seats); self.desk.bytes[0]=position.rows.view(np.uint8); self.net=network_for(position.seats)
        self.chance, self.unused, self.choices = chance, unused, choices
        self.totals=BEL*opinion; self.worlds=BEL
    def _try(self, worlds):
        results=np.zeros((worlds,len(self.choices)))
        compiled(looked_ahead)(self.desk,self.net,self.choices,results,self.chance,self.unused,ROUNDS)
        self.totals+=results.sum(axis=0); self.worlds+=worlds

@functools.cache
def _desk(seats):
    return desk(seats, 20)
