"""The memory of a training: the last lessons, to learn from more than once and in another order."""

from __future__ import annotations

from typing import Any

import numpy as np

from arboretum.rules.turn import species_in_play
from arboretum.training.errands import Halves, Harvest, Singles
from arboretum.value.features import INPUTS

Places = np.ndarray[Any, np.dtype[np.int64]]


class Memory:
    """Room for so many lessons; the oldest are forgotten first."""

    def __init__(self, most: int, players: int) -> None:
        self.inputs: Halves = np.zeros((most, species_in_play(players), INPUTS), np.float16)
        self.targets: Singles = np.zeros((most, 2), np.float32)
        self.size = 0
        self._next = 0

    def add(self, harvest: Harvest) -> int:
        """Remember lessons, and tell how many there were."""
        most = len(self.targets)
        count = len(harvest.targets)
        kept = min(count, most)
        places = (self._next + np.arange(kept)) % most
        self.inputs[places] = harvest.inputs[count - kept :]
        self.targets[places] = harvest.targets[count - kept :]
        self._next = (self._next + kept) % most
        self.size = min(most, self.size + kept)
        return count

    def forget_all_but(self, count: int) -> None:
        """Forget the oldest lessons, so that so many are left at most."""
        kept = min(count, self.size)
        places = (self._next - kept + np.arange(kept)) % len(self.targets)
        self.inputs[:kept] = self.inputs[places]
        self.targets[:kept] = self.targets[places]
        self.size, self._next = kept, kept % len(self.targets)

    def some(self, count: int, chance: np.random.Generator) -> tuple[Halves, Singles]:
        """Some lessons by chance: inputs and targets. There must be one."""
        places: Places = chance.integers(0, self.size, count)
        return self.inputs[places], self.targets[places]
