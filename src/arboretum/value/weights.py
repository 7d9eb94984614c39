"""The weights that ship with the package: for each number of players one file, made by `arboretum train`."""

from __future__ import annotations

import functools
import os
from importlib import resources
from pathlib import Path
from typing import IO, Any, Final

import numpy as np

from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.value.hands import BLANK, Reader
from arboretum.value.network import SHAPES, Network

OTHER_WEIGHTS: Final = "ARBORETUM_WEIGHTS"
"""An environment variable: a folder with weights of one's own, as `arboretum train` writes it."""


HANDS: Final = "hands_"
"""What the names of a reader's arrays begin with."""


def network_for(seats: int) -> Network:
    """The network for a game of 2 to 4 players: one's own where there is one, else that of the package."""
    return trained_for(seats)[0]


def reader_for(seats: int) -> Reader:
    """What reads rivals' hands in such a game; `BLANK` if the weights have none."""
    return trained_for(seats)[1]


@functools.cache
def trained_for(seats: int) -> tuple[Network, Reader]:
    """Both of one file."""
    own = Path(os.environ.get(OTHER_WEIGHTS, "")) / f"{seats}.npz"
    if os.environ.get(OTHER_WEIGHTS) and own.exists():
        return read_weights(own)
    with resources.files("arboretum.value").joinpath("trained", f"{seats}.npz").open("rb") as file:
        return read_weights(file)


def read_weights(file: IO[bytes] | Path) -> tuple[Network, Reader]:
    """
    A network and a reader from a NumPy archive with an array of float32 for each name of theirs.

    A training that is not at its end has no reader yet: then it is `BLANK`. Raises ArboretumError if arrays of the
    network are missing, or some have other shapes.
    """
    with np.load(file, allow_pickle=False) as archive:
        arrays: dict[str, Any] = {name: archive[name] for name in archive.files}
    network = Network(*_fitting(arrays, "", SHAPES))
    has_reader = any(name.startswith(HANDS) for name in arrays)
    return network, Reader(*_fitting(arrays, HANDS, BLANK)) if has_reader else BLANK


def _fitting(arrays: dict[str, Any], prefix: str, shapes: Network | Reader) -> list[Any]:
    """The arrays that are named like those with these shapes. Raises ArboretumError."""
    for name, expected in shapes._asdict().items():
        shape = arrays[prefix + name].shape if prefix + name in arrays else None
        if shape != expected.shape:
            raise ArboretumError(
                say(
                    "These weights do not fit the network: {name} has the shape {shape}, not {expected}. Train"
                    " them again with arboretum train.",
                    name=prefix + name,
                    shape=str(shape),
                    expected=str(expected.shape),
                )
            )
    return [np.ascontiguousarray(arrays[prefix + name], np.float32) for name in shapes._fields]


def write_weights(file: IO[bytes] | Path, network: Network, reader: Reader | None = None) -> None:
    """Write a network, and a reader if there is one, as `read_weights` reads them."""
    told = {} if reader is None else {HANDS + name: each for name, each in reader._asdict().items()}
    np.savez_compressed(file, allow_pickle=False, **network._asdict(), **told)
