"""What a game is worth to a seat, whether it is to act or looks on."""

from __future__ import annotations

import functools

import numpy as np

from arboretum.analysis.judge import at_a_look
from arboretum.analysis.model import Worth
from arboretum.bots.search import SEEN
from arboretum.rules.jit import compiled, rule
from arboretum.rules.layout import record_of
from arboretum.value.desk import Desk, desk
from arboretum.value.features import described
from arboretum.value.network import MARGIN, WIN, Network, valued
from arboretum.value.weights import network_for
from arboretum.view import View


@rule
def looked_on(desk: Desk, network: Network, me: int) -> None:
    """What the position that is SEEN is worth to a seat, by what that seat sees of it."""
    position = record_of(desk.rows, SEEN)
    described(position, record_of(desk.prospects, 0), desk.growths, me, desk.inputs)
    valued(network, desk.inputs, position.slots, desk.room, desk.outputs)


def standing(view: View) -> Worth:
    """
    What the game is worth to the seat whose view this is.

    Where it is to act, that is its best choice at a look: the network has learned what choices lead to, not what
    comes before them.
    """
    if view.is_my_turn:
        return at_a_look(view, [])[0].worth
    room = _desk(view.seats)
    room.bytes[SEEN] = view.position().rows.view(np.uint8)
    compiled(looked_on)(room, network_for(view.seats), view.me)
    return Worth(float(room.outputs[WIN]), float(room.outputs[MARGIN]))


@functools.cache
def _desk(seats: int) -> Desk:
    """Room to think in, for one thread."""
    return desk(seats, 1)
