"""
Errands: some games that are played for a training, here or on another machine.

What comes of an errand depends on what it says alone, and not on who plays it or when: each has a random stream of
its own. So a training is the same whatever the number of workers.
"""

from __future__ import annotations

import dataclasses
import threading
from typing import Any, Final

import numpy as np

from arboretum.rules.jit import compiled, stream
from arboretum.training.selfplay import Lessons, lessons, played_games, teaches
from arboretum.value.desk import Desk, desk
from arboretum.value.network import Network

ERRAND_GAMES: Final = 24
"""Games of an errand: what one worker plays at a time; it divides into seats of 2, 3 and 4."""

Table = np.ndarray[Any, np.dtype[np.uint8]]
Halves = np.ndarray[Any, np.dtype[np.float16]]
Singles = np.ndarray[Any, np.dtype[np.float32]]

TO_LEARN: Final = 1
"""What a random stream is for: games that are learned from; ..."""
HELD_OUT: Final = 2
"""... games that show how strong a network is, and are never learned from; ..."""
SEATING: Final = 3
"""... who sits where; ..."""
ORDER: Final = 4
"""... the order in which is learned; ..."""
FIRST_WEIGHTS: Final = 5
"""... the weights of a network that knows nothing; ..."""
HANDS: Final = 6
"""... and what is learned about hands."""


@dataclasses.dataclass(frozen=True)
class Errand:
    """Some games."""

    seeds: tuple[int, ...]
    """What their random stream is made from."""
    players: Table
    """uint8[games, seats]: who plays each seat, as `selfplay` numbers them."""
    exploring: float = 0.0
    trace: float = 1.0
    choices: int = 8
    """Choices of a decision that are weighed."""


@dataclasses.dataclass(frozen=True)
class Harvest:
    """What came of an errand."""

    inputs: Halves
    """float16[lessons, slots, INPUTS]."""
    targets: Singles
    """float32[lessons, 2]: share of the win, margin in points."""
    results: Singles
    """float32[games, seats, 2]: the same of each seat at the end."""


class _Bench(threading.local):
    """Room to play in: each thread has its own, and keeps it."""

    def __init__(self) -> None:
        self.desks: dict[tuple[int, int], Desk] = {}
        self.rooms: dict[tuple[int, int, bool], Lessons] = {}

    def desk(self, seats: int, choices: int) -> Desk:
        key = seats, choices
        if key not in self.desks:
            self.desks[key] = desk(seats, choices)
        return self.desks[key]

    def room(self, games: int, seats: int, *, learned: bool) -> Lessons:
        key = games, seats, learned
        if key not in self.rooms:
            self.rooms[key] = lessons(games, seats, learned=learned)
        return self.rooms[key]


_bench = _Bench()


def run(errand: Errand, network: Network, frozen: Network) -> Harvest:
    """Play the games of an errand with these networks."""
    games, seats = errand.players.shape
    learned = any(teaches(int(by)) for by in np.unique(errand.players))
    room = _bench.room(games, seats, learned=learned)
    count = compiled(played_games)(
        _bench.desk(seats, errand.choices),
        network,
        frozen,
        errand.players,
        room,
        stream(*errand.seeds),
        errand.exploring,
        errand.trace,
    )
    return Harvest(room.inputs[:count].astype(np.float16), room.targets[:count].copy(), room.results.copy())
