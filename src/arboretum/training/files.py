"""
The files of a training, in its folder, by the number of players N.

`N.npz` has the weights, `N.json` tells how they were made, `N.html` shows it; `N.checkpoint.npz` has all that is
needed to go on. Each is written whole or not at all.
"""

from __future__ import annotations

import dataclasses
import io
import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from arboretum.arena.stats import Interval
from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.training.evaluation import Strength
from arboretum.training.reading import Reading
from arboretum.training.settings import Settings
from arboretum.training.training import Moment, Tally, Training
from arboretum.value.hands import Reader
from arboretum.value.network import SHAPES, Network
from arboretum.value.weights import HANDS, write_weights

FROZEN = "frozen."
TOLD = "told"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file, so that whoever looks sees the old one or the new one. Raises ArboretumError."""
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ArboretumError(say("{path} cannot be written: {why}.", path=path, why=error.strerror)) from None


def folder_made(folder: Path) -> Path:
    """A folder, made if it is not there. Raises ArboretumError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArboretumError(say("{path} cannot be written: {why}.", path=folder, why=error.strerror)) from None
    return folder


def checkpoint_at(folder: Path, players: int) -> Path:
    """Where the checkpoint is."""
    return folder / f"{players}.checkpoint.npz"


def weights_at(folder: Path, players: int) -> Path:
    """Where the weights are."""
    return folder / f"{players}.npz"


# Checkpoints. --------------------------------------------------------------------------------------------------


def write_checkpoint(training: Training, folder: Path) -> None:
    """Write all that is needed to go on, but the lessons: those are soon played anew."""
    told = {
        "settings": training.settings.to_json(),
        "tally": dataclasses.asdict(training.tally),
        "curve": [dataclasses.asdict(moment) for moment in training.curve],
        "final": {name: dataclasses.asdict(each) for name, each in training.final.items()},
        "reading": dataclasses.asdict(training.reading) if training.reading else None,
        "frozen": list(training.frozen),
    }
    arrays = training.learner.state()
    for name, network in training.frozen.items():
        arrays |= {f"{FROZEN}{name}.{field}": each for field, each in network._asdict().items()}
    if training.reader is not None:
        arrays |= {HANDS + name: each for name, each in training.reader._asdict().items()}
    arrays[TOLD] = np.frombuffer(json.dumps(told).encode(), np.uint8)
    write_whole(checkpoint_at(folder, training.settings.players), _packed(arrays))
    write_whole(
        weights_at(folder, training.settings.players), _weights_packed(training.learner.network, training.reader)
    )


def _packed(arrays: dict[str, np.ndarray[Any, Any]]) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _weights_packed(network: Network, reader: Reader | None) -> bytes:
    file = io.BytesIO()
    write_weights(file, network, reader)
    return file.getvalue()


@dataclasses.dataclass(frozen=True)
class Checkpoint:
    """What a checkpoint has."""

    settings: Settings
    tally: Tally
    curve: list[Moment]
    final: dict[str, Strength]
    reader: Reader | None
    reading: Reading | None
    frozen: dict[str, Network]
    state: dict[str, np.ndarray[Any, Any]]

    def given_to(self, training: Training) -> None:
        """Let a training go on from here."""
        training.learner.go_on_from(self.state)
        training.tally, training.curve, training.final = self.tally, self.curve, self.final
        training.reader, training.reading = self.reader, self.reading
        training.begun_games = self.tally.games
        training.frozen = self.frozen


def read_checkpoint(path: Path) -> Checkpoint:
    """A checkpoint. Raises ArboretumError for a file that is none, or of another network."""
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
        told = json.loads(arrays.pop(TOLD).tobytes())
        frozen = {name: _network(arrays, f"{FROZEN}{name}.") for name in told["frozen"]}
        _network(arrays, "weights.")
        return Checkpoint(
            Settings(**told["settings"]),
            Tally(**told["tally"] | {"errors": tuple(told["tally"]["errors"])}),
            [_moment(moment) for moment in told["curve"]],
            {name: _strength(each) for name, each in told["final"].items()},
            Reader(*(arrays[HANDS + name] for name in Reader._fields)) if told["reading"] else None,
            Reading(**told["reading"]) if told["reading"] else None,
            frozen,
            arrays,
        )
    except FileNotFoundError:
        raise ArboretumError(say("There is no training to go on with: {path} is not there.", path=path)) from None
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise ArboretumError(
            say(
                "{path} is no checkpoint of this version: {why}", path=path, why=str(error) or type(error).__name__
            )
        ) from error


def _network(arrays: dict[str, np.ndarray[Any, Any]], prefix: str) -> Network:
    found = Network(*(arrays[prefix + name] for name in Network._fields))
    for name, expected in SHAPES._asdict().items():
        shape = getattr(found, name).shape
        if shape != expected.shape:
            raise ValueError(f"{name} has the shape {shape}, not {expected.shape}.")
    return found


def _moment(told: dict[str, Any]) -> Moment:
    strengths = {name: _strength(each) for name, each in told["strengths"].items()}
    win, margin = told["errors"]
    return Moment(told["games"], told["seconds"], (win, margin), strengths)


def _strength(told: dict[str, Any]) -> Strength:
    low, high = told["interval"]
    interval: Interval = (low, high)
    return Strength(told["games"], told["share"], interval, told["margin"])
