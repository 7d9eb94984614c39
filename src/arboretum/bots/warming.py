"""A moment to think about before anybody asks, so that what a decision needs is compiled by then."""

from __future__ import annotations

from arboretum.bots.rollout import random_deal, random_unseen
from arboretum.cards import EDITIONS, SPECIES_IN_PLAY
from arboretum.cells import Cell
from arboretum.events import PILE, Dealt, Discarded, Drew, Placed, Started
from arboretum.options import Options
from arboretum.rules.jit import stream
from arboretum.rules.position import DRAW_PILE, Position
from arboretum.rules.turn import drew
from arboretum.setup import Setup
from arboretum.view import View


def some_position() -> Position:
    """The first placing of a game for two: there is something to decide, and all that follows is still to come."""
    position, chance = Position(), stream(0)
    random_deal(position, chance, 2)
    for _ in range(2):
        drew(position, DRAW_PILE, random_unseen(position, chance))
    return position


def some_view() -> View:
    """The first placing of the second player in a game for two, after a turn of the first."""
    options = Options()
    setup = Setup(("", ""), options, EDITIONS[options.names][: SPECIES_IN_PLAY[2]])
    cards = [setup.slots.card(number) for number in range(11)]
    return View.begin(setup, 1).after(
        Started(0),
        Dealt(0, (None,) * 7),
        Dealt(1, tuple(cards[:7])),
        Drew(0, PILE, None),
        Drew(0, PILE, None),
        Placed(0, cards[7], Cell(0, 0)),
        Discarded(0, cards[8]),
        Drew(1, PILE, cards[9]),
        Drew(1, PILE, cards[10]),
    )
