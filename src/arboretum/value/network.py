"""
The network: one small part that looks at every species alike, and one that puts them together.

    of each species:  inputs -> HIDDEN -> SHARED (rectified)
    of the game:      the mean of all species, with the inputs of the game -> JOINED (rectified) -> outputs

Its outputs are the chance of winning and the margin: own points less those of the best rival. The order of the
species changes nothing (deep sets; Zaheer et al. 2017). It is computed in single precision in a fixed order, so
that it gives the same on every machine.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np

from arboretum.rules.jit import compiled_as, rule
from arboretum.rules.layout import Rows
from arboretum.value.features import INPUTS, OF_GAME, OF_SPECIES

Floats = np.ndarray[Any, np.dtype[np.float32]]

HIDDEN: Final = 64
SHARED: Final = 32
JOINED: Final = 32
WIN: Final = 0
MARGIN: Final = 1
POINTS: Final = 10.0
"""Points for each unit of the output of the margin."""


class Network(NamedTuple):
    """Weights: float32, each matrix [from, to]."""

    into: Floats  # [INPUTS, HIDDEN]
    into_bias: Floats
    on: Floats  # [HIDDEN, SHARED]
    on_bias: Floats
    joined: Floats  # [SHARED + OF_GAME, JOINED]
    joined_bias: Floats
    out: Floats  # [JOINED, 2]
    direct: Floats  # [SHARED + OF_GAME, 2]
    out_bias: Floats


SHAPES: Final = Network(
    *(
        np.zeros(shape, np.float32)
        for shape in (
            (INPUTS, HIDDEN),
            (HIDDEN,),
            (HIDDEN, SHARED),
            (SHARED,),
            (SHARED + OF_GAME, JOINED),
            (JOINED,),
            (JOINED, 2),
            (SHARED + OF_GAME, 2),
            (2,),
        )
    )
)
"""A network of zeros."""


@rule
def added(numbers: Rows, matrix: Floats, sums: Rows) -> None:
    """Add each of some numbers times its row of a matrix: the interpreted twin, a row at a time."""
    for at in range(matrix.shape[0]):
        if numbers[at] != 0.0:
            sums += numbers[at] * matrix[at]


@compiled_as(added)
def _added_compiled(numbers: Rows, matrix: Floats, sums: Rows) -> None:  # pragma: no cover (runs compiled only)
    """Four rows at a time, so that a sum is fetched and put back once for four; zeros are passed over."""
    first = second = third = waiting = 0
    for at in range(matrix.shape[0]):
        if numbers[at] != 0.0:
            if waiting == 0:
                first = at
            elif waiting == 1:
                second = at
            elif waiting == 2:
                third = at
            else:
                one, two, three, four = numbers[first], numbers[second], numbers[third], numbers[at]
                for to in range(matrix.shape[1]):
                    so_far = sums[to] + one * matrix[first, to]
                    so_far = so_far + two * matrix[second, to]
                    so_far = so_far + three * matrix[third, to]
                    sums[to] = so_far + four * matrix[at, to]
            waiting = (waiting + 1) & 3
    for number in range(waiting):
        at = first if number == 0 else second if number == 1 else third
        for to in range(matrix.shape[1]):
            sums[to] += numbers[at] * matrix[at, to]


@rule
def begun(sums: Rows, bias: Floats) -> None:
    """Begin sums with their bias."""
    for at in range(bias.shape[0]):
        sums[at] = bias[at]


@rule
def rectified(sums: Rows, size: int) -> None:
    """Make negative sums 0."""
    for at in range(size):
        sums[at] = max(sums[at], np.float32(0.0))


@rule
def valued(network: Network, inputs: Rows, slots: int, room: Rows, outputs: Rows) -> None:
    """
    The chance of winning and the margin, of what was `described`.

    inputs: float32[slots or more, INPUTS]; room: float32[4, 128], to work in; outputs: float64[2], written: the
    chance (0 to 1), the margin (points).
    """
    hidden, shared, joint, last = room[0], room[1], room[2], room[3]
    for at in range(SHARED + OF_GAME):
        joint[at] = 0.0
    for slot in range(slots):
        begun(hidden, network.into_bias)
        added(inputs[slot], network.into, hidden[:HIDDEN])
        rectified(hidden, HIDDEN)
        begun(shared, network.on_bias)
        added(hidden, network.on, shared[:SHARED])
        rectified(shared, SHARED)
        for at in range(SHARED):
            joint[at] += shared[at] / np.float32(slots)
    for at in range(OF_GAME):
        joint[SHARED + at] = inputs[0, OF_SPECIES + at]
    begun(hidden, network.joined_bias)
    added(joint, network.joined, hidden[:JOINED])
    rectified(hidden, JOINED)
    begun(last, network.out_bias)
    added(hidden, network.out, last[:2])
    added(joint, network.direct, last[:2])
    lead = np.float64(last[WIN])
    outputs[WIN] = 0.5 + 0.5 * lead / math.sqrt(1.0 + lead * lead)
    outputs[MARGIN] = POINTS * np.float64(last[MARGIN])
