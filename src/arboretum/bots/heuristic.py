"""The heuristic: the strongest bot that looks no further than its own turn."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.bots.bot import Budget
from arboretum.bots.choices import CELL_BITS, Mind
from arboretum.bots.heuristic_play import considered
from arboretum.bots.heuristic_weights import weights_for
from arboretum.bots.warming import some_position
from arboretum.cells import Cell
from arboretum.rules.growth import Growth
from arboretum.rules.jit import compiled, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import DRAW_PILE, NORTH, SEATS, Position
from arboretum.table import Phase
from arboretum.view import View

Reals = np.ndarray[Any, np.dtype[np.float64]]


class Heuristic:
    """
    Weighs every placing with every discard after it, and every source of a draw.

    A choice is worth, over all species, the chance of the right times what the right decides: one's own best path
    and chains that can still grow, and what a rival loses. The chance comes from hand sums: one's own against what
    each rival is known to hold and may hold of the unseen cards, with the 1 against the 8. A discard is charged
    for what it would bring to a rival. Weights were tuned by play.

    Its weakness: it plans no second turn, so it does not keep two cards for a place between them, races for the
    end of the draw pile only by habit, and takes rivals' hands for chance though what they draw and throw away
    tells of them. It leaves nothing to chance: its seed changes nothing.
    """

    name = "heuristic"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, view: View, budget: Budget) -> Action:
        """The best action, in some 50 microseconds once it is warmed up, and in some 10 milliseconds before."""
        position = view.position()
        return action_of(view, position, heuristic_choice(position))

    def warm_up(self) -> None:
        """
        Compile what decides, for all heuristics in this process: worth it for more than a few games.

        That takes some ten seconds the first time on a machine, and less than one when it is kept on its disk.
        """
        global _decide
        _decide = compiled(decide_once)
        heuristic_choice(some_position())


def heuristic_choice(position: Position, weights: Reals | None = None) -> int:
    """
    What the heuristic decides for the acting seat: a number as `choices` has them.

    weights: float64[WEIGHTS] as `outlook` has them; None for those that were tuned.
    """
    mind, growths = _room()
    mind.rows["weights"] = weights_for(position.seats) if weights is None else weights
    return int(_decide(position.rows, mind.rows, growths))


def action_of(view: View, position: Position, choice: int) -> Action:
    """A choice as an action."""
    if view.phase in (Phase.DRAW_FIRST, Phase.DRAW_SECOND):
        return DrawPile() if choice == DRAW_PILE else DrawDiscard(choice)
    at = choice >> CELL_BITS if view.phase is Phase.PLACE else choice
    card = view.setup.slots.card(position.hands[view.me, at])
    if view.phase is Phase.DISCARD:
        return Discard(card)
    number = position.open_cells[view.me, choice & ((1 << CELL_BITS) - 1)]
    y = (number + NORTH // 2) // NORTH
    return Place(card, Cell(number - NORTH * y, y))


@rule
def decide_once(rows: Rows, minds: Rows, growths: Rows) -> int:
    """The heuristic's choice for the acting seat of a position; rows and minds have one record each."""
    return considered(record_of(rows, 0), record_of(minds, 0), growths)


_decide: Callable[[Rows, Rows, Rows], int] = decide_once
"""`decide_once`, compiled once it is warmed up: a game or two are played before that would be worth it."""


@functools.cache
def _room() -> tuple[Mind, Rows]:
    """Room to think in, for one thread."""
    return Mind(), np.zeros(SEATS, Growth.dtype)
