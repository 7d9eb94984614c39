"""Deals in batches, given out to workers that may be lost: each deal comes back once."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable
from typing import Final

SECONDS: Final = 2.0
"""A batch shall take about so long: long enough that telling of it costs little, short enough to lose."""

MOST: Final = 200
"""Deals of a batch, however fast they are."""

LOSSES: Final = 4
"""A deal is given out so often; after that its bots are blamed for the loss, not the machines."""

Batch = tuple[int, ...]


class Batches:
    """
    The deals that are to be played, those that are being played, and how fast they are.

    A batch that is lost is given out again deal by deal, so that one deal that ends its worker each time is found.
    """

    def __init__(self, numbers: Iterable[int]) -> None:
        self._waiting = deque(numbers)
        self._missing = set(self._waiting)
        self._again: deque[int] = deque()
        self._losses: Counter[int] = Counter()
        self._pace: float | None = None
        """Seconds for a deal, as the last batch had it."""

    @property
    def are_done(self) -> bool:
        """Whether each deal has come back."""
        return not self._missing

    def take(self, places: int) -> Batch:
        """
        The next batch, where so many can be played at once; empty when all are given out.

        The first batches are single deals; later ones take about `SECONDS`, and grow small towards the end, so
        that no worker is left alone with a long one.
        """
        while self._again:
            number = self._again.popleft()
            if number in self._missing:
                return (number,)
        size = 1 if self._pace is None else round(SECONDS / max(self._pace, SECONDS / MOST))
        share = -(-len(self._waiting) // (2 * max(1, places)))
        return tuple(self._waiting.popleft() for _ in range(min(len(self._waiting), max(1, min(size, share)))))

    def back(self, numbers: Collection[int], seconds: float) -> set[int]:
        """Deals were played, in so many seconds: those of them that were missing until now."""
        if numbers:
            self._pace = seconds / len(numbers)
        new = self._missing.intersection(numbers)
        self._missing -= new
        return new

    def lost(self, batch: Batch) -> int | None:
        """A batch is lost, and given out again; tells the deal that was lost too often, if there is one."""
        self._losses.update(batch)
        self._again.extend(number for number in batch if number in self._missing)
        return next((number for number in batch if self._losses[number] >= LOSSES), None)
