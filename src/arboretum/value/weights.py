"""The weights that ship with the package: one network for each number of players, made by `arboretum train`."""

from __future__ import annotations

import functools
import os
from importlib import resources
from pathlib import Path
from typing import IO, Any, Final

import numpy as np

from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.value.network import SHAPES, Network

OTHER_WEIGHTS: Final = "ARBORETUM_WEIGHTS"
"""An environment variable: a folder with weights of one's own, as `arboretum train` writes it."""


@functools.cache
def network_for(seats: int) -> Network:
    """The network for a game of 2 to 4 players: one's own where there is one, else that of the package."""
    own = Path(os.environ.get(OTHER_WEIGHTS, "")) / f"{seats}.npz"
    if os.environ.get(OTHER_WEIGHTS) and own.exists():
        return read_network(own)
    with resources.files("arboretum.value").joinpath("trained", f"{seats}.npz").open("rb") as file:
        return read_network(file)


def read_network(file: IO[bytes] | Path) -> Network:
    """
    A network from a NumPy archive with an array of float32 for each name of `Network`.

    Raises ArboretumError if it has other arrays, or some of other shapes.
    """
    with np.load(file, allow_pickle=False) as archive:
        arrays: dict[str, Any] = {name: archive[name] for name in archive.files}
    for name, expected in SHAPES._asdict().items():
        shape = arrays[name].shape if name in arrays else None
        if shape != expected.shape:
            raise ArboretumError(
                say(
                    "These weights do not fit the network: {name} has the shape {shape}, not {expected}. Train"
                    " them again with arboretum train.",
                    name=name,
                    shape=str(shape),
                    expected=str(expected.shape),
                )
            )
    return Network(*(np.ascontiguousarray(arrays[name], np.float32) for name in Network._fields))


def write_network(network: Network, file: IO[bytes] | Path) -> None:
    """Write a network as `read_network` reads it."""
    np.savez_compressed(file, allow_pickle=False, **network._asdict())
