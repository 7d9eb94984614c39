"""Room to think by the learned value: one for each thread."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from arboretum.bots.heuristic_weights import weights_for
from arboretum.rules.growth import Growth
from arboretum.rules.layout import Rows
from arboretum.rules.position import CARDS as MOST_CARDS
from arboretum.rules.position import SEATS, SLOTS, Position
from arboretum.rules.sheet import Sheet
from arboretum.value.features import INPUTS, Prospect


class Desk(NamedTuple):
    """Positions as in `bots.search`, and room for what is worked out about them."""

    rows: Rows  # Position.dtype[3]
    bytes: Rows  # uint8[3, ...]: the same memory as `rows`
    prospects: Rows  # Prospect.dtype[SEATS]
    growths: Rows  # Growth.dtype[SEATS]
    sheets: Rows  # Sheet.dtype[1]
    inputs: Rows  # float32[SLOTS, INPUTS]: what the network is shown
    room: Rows  # float32[4, 128]
    outputs: Rows  # float64[2]: what it makes of that
    cards: int  # unseen cards that stand for the draw pile, or up to twice as many
    drawn: Rows  # uint8[CARDS]: room for these
    values: Rows  # float64[most, 2]: chance of winning and margin after each choice


CARDS: Final = 6
"""Unseen cards that stand for the draw pile where nothing else is said."""


def desk(seats: int, most: int, cards: int = CARDS) -> Desk:
    """
    Room for a game of so many players, in which so many choices of a decision are weighed at most.

    cards: unseen cards that stand for the draw pile, or up to twice as many.
    """
    rows = np.zeros(3, Position.dtype)
    prospects = np.zeros(SEATS, Prospect.dtype)
    prospects["weights"] = weights_for(seats)
    return Desk(
        rows,
        rows.view(np.uint8).reshape(3, -1),
        prospects,
        np.zeros(SEATS, Growth.dtype),
        np.zeros(1, Sheet.dtype),
        np.zeros((SLOTS, INPUTS), np.float32),
        np.zeros((4, 128), np.float32),
        np.zeros(2),
        cards,
        np.zeros(MOST_CARDS, np.uint8),
        np.zeros((most, 2)),
    )
