"""What the choices of a moment are worth, by the knowledge of the seat that is to act."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import numpy as np

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile
from arboretum.bots.bot import Budget
from arboretum.bots.choices import CELL_BITS, LISTED
from arboretum.bots.heuristic import action_of
from arboretum.bots.outlook import whole
from arboretum.rules.jit import compiled, rule
from arboretum.rules.position import DRAW_PILE, NORTH, Position
from arboretum.value.desk import Desk, desk
from arboretum.value.network import MARGIN, WIN, Network
from arboretum.value.play import best_of, weigh, weighed, worth
from arboretum.value.weights import network_for
from arboretum.view import View

CHOICES: Final = LISTED
"""Choices of a decision that are weighed at most: all that are listed."""

Reals = np.ndarray[Any, np.dtype[np.float64]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]
WeighAll: TypeAlias = Callable[[Desk, Network], tuple[int, int]]


@dataclasses.dataclass(frozen=True, slots=True)
class Judged:
    """A choice, and how the game is expected to end for whoever makes it."""

    action: Action
    win: float
    """The chance of winning, 0 to 1; a shared win counts its share."""
    margin: float
    """Points more than those of the best rival."""


def judged(view: View, budget: Budget | None = None) -> tuple[Judged, ...]:
    """
    What is worth looking at for the acting seat of a view, each with what it is worth, the best first.

    Every source, every card on its two best cells, every discard; the network values what the seat would know
    after it. Raises ValueError if the view is not that of the seat that is to act.
    """
    return _in_order(view, compiled(weigh_all))


def judged_at_once(view: View) -> tuple[Judged, ...]:
    """The same without the compiler: some 50 milliseconds a decision, and nothing to wait for before the first."""
    return _in_order(view, weigh_all)


def _in_order(view: View, weigh_all: WeighAll) -> tuple[Judged, ...]:
    position = _acting(view)
    choices, values, _ = valued_choices(position, weigh_all)
    order = sorted(range(len(choices)), key=lambda at: (-whole(worth(values[at])), at))
    return tuple(_as_judged(view, position, int(choices[at]), values[at]) for at in order)


def judged_action(view: View, action: Action) -> Judged:
    """What one action is worth, listed or not. Raises ValueError if it is not legal."""
    position = _acting(view)
    desk, network = _room(position)
    compiled(weigh_it)(desk, network, choice_of(view, position, action))
    return Judged(action, float(desk.values[0, WIN]), float(desk.values[0, MARGIN]))


def valued_choices(position: Position, weigh_all: WeighAll, most: int = CHOICES) -> tuple[Numbers, Reals, int]:
    """
    The heuristic's choices for the acting seat: int64[choices]; their values: float64[choices, 2], the chance of
    winning and the margin; and which is the best. `weigh_all` is the rule of this name, or its compiled twin.

    most: choices that are weighed; the others are not told.
    """
    desk, network = _room(position, most)
    best, count = weigh_all(desk, network)
    choices = desk.prospects["choices"][0, :count].astype(np.int64)
    return choices, desk.values[:count].copy(), int(best)


@rule
def weigh_all(desk: Desk, network: Network) -> tuple[int, int]:
    """`weighed`: which choice is the best, and how many there are."""
    count = weighed(desk, network)
    return best_of(desk, count), count


@rule
def weigh_it(desk: Desk, network: Network, choice: int) -> None:
    """`weigh` one choice."""
    weigh(desk, network, choice, 0)


def _acting(view: View) -> Position:
    if view.is_over or view.seat != view.me:
        raise ValueError("Choices are judged for the seat that is to act; this view is of another moment.")
    return view.position()


def _room(position: Position, most: int = CHOICES) -> tuple[Desk, Network]:
    room = _desk(position.seats, most)
    room.bytes[0] = position.rows.view(np.uint8)
    return room, network_for(position.seats)


@functools.cache
def _desk(seats: int, most: int) -> Desk:
    """Room to think in, for one thread."""
    return desk(seats, most)


def _as_judged(view: View, position: Position, choice: int, values: Reals) -> Judged:
    return Judged(action_of(view, position, choice), float(values[WIN]), float(values[MARGIN]))


def choice_of(view: View, position: Position, action: Action) -> int:
    """An action as a choice. Raises ValueError if it is not legal."""
    if action not in view.legal_actions:
        raise ValueError(f"{action} is not legal here.")
    if isinstance(action, DrawPile):
        return DRAW_PILE
    if isinstance(action, DrawDiscard):
        return action.seat
    number = view.setup.slots.number(action.card)
    assert number is not None, "a card in hand is in the game"
    hand = [position.hands[view.me, at] for at in range(position.hand_size[view.me])]
    at = hand.index(number)
    if isinstance(action, Discard):
        return at
    cell = action.cell.x + NORTH * action.cell.y
    cells = [position.open_cells[view.me, place] for place in range(position.open_size[view.me])]
    return (at << CELL_BITS) | cells.index(cell)
