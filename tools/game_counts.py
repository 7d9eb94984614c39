"""What was counted in games, by blocks of them, on disk as JSON; and what it comes to, with intervals."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import math
import os
from collections.abc import Callable, Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from game_counters import Tally

from arboretum.arena.stats import Interval, student_95
from arboretum.errors import ArboretumError
from arboretum.training.files import write_whole
from arboretum.value.weights import OTHER_WEIGHTS

CHUNK_GAMES: Final = 100
"""Games of a chunk: what a thread plays at a time, from a random stream of its own."""
BLOCKS: Final = 40
"""Blocks of chunks that intervals come from: chunk n counts for block n modulo this."""
KIND: Final = "arboretum-statistics"
FORMAT: Final = 1

STANDARD: Final = "standard"
OPENING: Final = "opening=first-edition"
SECRET: Final = "species=secret"
TABLES: Final = (STANDARD, OPENING, SECRET)
"""Options with which games are played, by number; those by which only the end is counted need no games."""
BRIEF: Final = (
    *("games", "lengths", "last", "last_wins", "wins", "points", "margins", "ties", "scores", "winning", "leads"),
    *("draws", "species", "holders", "unheld", "cancelled", "paths", "path_points", "parts", "winners"),
)
"""The fields of a `Tally` that are kept of games with a changed option."""

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]


class Fields(Mapping[str, Numbers]):
    """The fields of a `Tally` by name, added up: of all blocks or of all but one, as float64."""

    def __init__(self, blocks: np.ndarray[Any, Any], without: int | None = None) -> None:
        self._blocks = blocks
        self._without = without

    def __getitem__(self, name: str) -> Numbers:
        every = self._blocks[name]
        total = every.sum(axis=0)
        return np.asarray(total if self._without is None else total - every[self._without], np.float64)

    def __iter__(self) -> Iterator[str]:
        return iter(Tally.dtype.names or ())

    def __len__(self) -> int:
        return len(Tally.dtype.names or ())


def tables_for(players: int) -> tuple[str, ...]:
    """The tables of so many players: with four all ten species are in play, so none can be secret."""
    return TABLES if players < 4 else (STANDARD, OPENING)


class Counts:
    """What was counted at one table."""

    def __init__(self) -> None:
        self.chunks = 0
        """How many were added, from number 0 on."""
        self.blocks = np.zeros(BLOCKS, Tally.dtype)

    @property
    def games(self) -> int:
        """Games that were played."""
        return int(self.blocks["games"].sum())

    def add(self, tally: np.ndarray[Any, Any]) -> None:
        """Add the next chunk: Tally.dtype[1]."""
        for name in tally.dtype.names or ():
            self.blocks[name][self.chunks % BLOCKS] += tally[name][0]
        self.chunks += 1

    def fields(self, without: int | None = None) -> Fields:
        """All fields added up, of all blocks or of all but one."""
        return Fields(self.blocks, without)


@dataclasses.dataclass
class Statistics:
    """What was counted with so many players, and how."""

    players: int
    seed: int
    weights: str
    """The SHA-256 of the file of weights that played."""
    tables: dict[str, Counts] = dataclasses.field(default_factory=dict)
    made: list[dict[str, Any]] = dataclasses.field(default_factory=list)
    """With what it was played: code, versions, commit; one entry for each that differs."""

    def table(self, name: str) -> Counts:
        """The counts of a table, empty at first."""
        return self.tables.setdefault(name, Counts())

    def to_json(self, command: str) -> bytes:
        """As a file: a line for each field, in which each block has its counts."""
        head: dict[str, Any] = {
            "kind": KIND,
            "format": FORMAT,
            "players": self.players,
            "bot": "learned",
            "command": command,
            "seed": self.seed,
            "weights": self.weights,
            "made": self.made,
            "chunk_games": CHUNK_GAMES,
            "blocks": BLOCKS,
        }
        lines = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
        tables = []
        for name, counts in self.tables.items():
            told = [f'   "chunks": {counts.chunks}', f'   "games": {counts.games}']
            for field in (Tally.dtype.names or ()) if name == STANDARD else BRIEF:
                told.append(
                    f'   "{field}_by_block": {json.dumps(counts.blocks[field].tolist(), separators=(",", ":"))}'
                )
            tables.append(f"  {json.dumps(name)}: {{\n" + ",\n".join(told) + "\n  }")
        lines.append(' "tables": {\n' + ",\n".join(tables) + "\n }")
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()

    @classmethod
    def read(cls, path: Path) -> Statistics:
        """What a file says. Raises ArboretumError if it is not one of these, or counts in another way."""
        try:
            told = json.loads(path.read_bytes())
            found = cls(told["players"], told["seed"], told["weights"], made=told["made"])
            fits = (told["kind"], told["format"], told["chunk_games"], told["blocks"])
            if fits != (KIND, FORMAT, CHUNK_GAMES, BLOCKS):
                raise ValueError("it was counted in another way")
            for name, table in told["tables"].items():
                counts = found.table(name)
                counts.chunks = table["chunks"]
                for field in (Tally.dtype.names or ()) if name == STANDARD else BRIEF:
                    counts.blocks[field] = np.array(table[f"{field}_by_block"], np.int64)
        except OSError as error:
            raise ArboretumError(f"{path} cannot be read: {error.strerror}.") from None
        except (ValueError, KeyError, TypeError) as error:
            raise ArboretumError(
                f"{path} does not fit this script: {error}. Move it away to begin anew."
            ) from None
        return found

    def write(self, path: Path, command: str) -> None:
        """Write the file, whole or not at all. Raises ArboretumError."""
        write_whole(path, self.to_json(command))


def begun(path: Path, players: int, seed: int, weights: str) -> Statistics:
    """
    What is there to be added to, or nothing yet.

    Raises ArboretumError if it was played with other weights or another seed.
    """
    if not path.exists():
        return Statistics(players, seed, weights)
    found = Statistics.read(path)
    if found.weights != weights:
        raise ArboretumError(
            f"{path} was played with other weights ({found.weights[:12]}, now {weights[:12]}), and the two cannot"
            f" be added up. Move the file away to begin anew, or name the folder of those weights in"
            f" {OTHER_WEIGHTS}."
        )
    if found.seed != seed:
        raise ArboretumError(
            f"{path} was played with the seed {found.seed}: say --seed {found.seed} to go on, or move the file"
            " away to begin anew."
        )
    return found


def weights_digest(players: int) -> str:
    """The SHA-256 of the file of weights that `learned` plays with, in hexadecimal digits."""
    own = Path(os.environ.get(OTHER_WEIGHTS, "")) / f"{players}.npz"
    if os.environ.get(OTHER_WEIGHTS) and own.exists():
        return hashlib.sha256(own.read_bytes()).hexdigest()
    shipped = resources.files("arboretum.value").joinpath("trained", f"{players}.npz")
    return hashlib.sha256(shipped.read_bytes()).hexdigest()


# What counts come to. -------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Estimate:
    """A number, and its interval of 95 % if there are blocks enough; NaN if nothing was counted for it."""

    value: float
    interval: Interval | None

    @property
    def is_known(self) -> bool:
        """Whether there is a number at all."""
        return math.isfinite(self.value)

    @property
    def error(self) -> float:
        """Half the width of the interval; NaN without one."""
        return (self.interval[1] - self.interval[0]) / 2 if self.interval else math.nan

    def __sub__(self, other: Estimate) -> Estimate:
        """The difference from a number of other games, which is independent."""
        value = self.value - other.value
        half = math.hypot(self.error, other.error)
        return Estimate(value, (value - half, value + half) if math.isfinite(half) else None)


def ratio(part: Numbers, whole: Numbers | float) -> Numbers:
    """A quotient; NaN where there is nothing to divide by."""
    under = np.asarray(whole, np.float64)
    return np.asarray(np.where(under == 0, np.nan, part / np.where(under == 0, 1.0, under)))


def estimates(counts: Counts, of: Callable[[Fields], Any]) -> list[Estimate]:
    """
    Numbers that come from counts, each with its interval: the jackknife over blocks of games (Busing, Meijer and
    van der Leeden 1999, for blocks that may differ in size), and Student's t.

    Games of a block are never taken apart, so it does not matter that seats of one game depend on each other. `of`
    is called with the fields of all games, then of all but each block; it gives a number or an array.
    """
    values = np.atleast_1d(np.asarray(of(counts.fields()), np.float64)).ravel()
    games = counts.blocks["games"][:, 0].astype(np.float64)
    used = [block for block in range(BLOCKS) if games[block] > 0]
    if len(used) < 2:
        return [Estimate(float(value), None) for value in values]
    whole = games.sum()
    left = np.array([np.asarray(of(counts.fields(block)), np.float64).ravel() for block in used])
    size = (whole / games[used])[:, None]
    centre = len(used) * values - ((1 - 1 / size) * left).sum(axis=0)
    pseudo = size * values - (size - 1) * left
    spread = np.sqrt((((pseudo - centre) ** 2) / (size - 1)).mean(axis=0)) * student_95(len(used) - 1)
    return [
        Estimate(float(value), (float(value - half), float(value + half)) if math.isfinite(half) else None)
        for value, half in zip(values, spread, strict=True)
    ]


def estimate(counts: Counts, of: Callable[[Fields], Any]) -> Estimate:
    """One number of `estimates`."""
    (found,) = estimates(counts, of)
    return found
