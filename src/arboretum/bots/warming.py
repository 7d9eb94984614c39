"""A position to think about before anybody asks, so that what a decision needs is compiled by then."""

from __future__ import annotations

from arboretum.bots.rollout import random_deal, random_unseen
from arboretum.rules.jit import stream
from arboretum.rules.position import DRAW_PILE, Position
from arboretum.rules.turn import drew


def some_position() -> Position:
    """The first placing of a game for two: there is something to decide, and all that follows is still to come."""
    position, chance = Position(), stream(0)
    random_deal(position, chance, 2)
    for _ in range(2):
        drew(position, DRAW_PILE, random_unseen(position, chance))
    return position
