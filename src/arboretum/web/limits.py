"""How much one visitor may ask for: buckets of tokens, which fill as time goes by."""

from __future__ import annotations

import dataclasses
import math
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Final

KEPT: Final = 4096
"""Buckets that are remembered; full ones are forgotten first."""


@dataclasses.dataclass(slots=True)
class Bucket:
    """Tokens, of which each request takes one."""

    per_second: float
    burst: float
    tokens: float
    at: float

    def take(self, now: float) -> bool:
        """Take a token if there is one. A clock that goes back adds nothing."""
        self.tokens = min(self.burst, self.tokens + max(0.0, now - self.at) * self.per_second)
        self.at = max(self.at, now)
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True

    def is_full(self, now: float) -> bool:
        """Nothing would be lost if it were made anew."""
        return self.tokens + max(0.0, now - self.at) * self.per_second >= self.burst

    @property
    def wait(self) -> int:
        """Seconds until there is a token again, rounded up."""
        return math.ceil(max(0.0, 1 - self.tokens) / self.per_second)


class Limiter:
    """The buckets of all visitors, for one kind of request."""

    def __init__(self, per_second: float, burst: float, clock: Callable[[], float]) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._buckets: dict[Hashable, Bucket] = {}

    def wait(self, key: Hashable) -> int:
        """Take a token of this visitor: 0 if it was there, else the seconds until one is."""
        now = self._clock()
        bucket = self._buckets.get(key)
        if bucket is None:
            self._forget(now)
            bucket = self._buckets[key] = Bucket(self._per_second, self._burst, self._burst, now)
        return 0 if bucket.take(now) else bucket.wait

    def _forget(self, now: float) -> None:
        """Keep the memory bounded: full buckets go, and if that is not enough the older half."""
        if len(self._buckets) < KEPT:
            return
        left = [(key, bucket) for key, bucket in self._buckets.items() if not bucket.is_full(now)]
        self._buckets = dict(left[-KEPT // 2 :])


class Places:
    """A bounded number of places for each visitor, such as open streams."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[Hashable] = Counter()

    def enter(self, key: Hashable) -> bool:
        """Take a place if one is free; each one taken is to be left."""
        if self._taken[key] >= self._most:
            return False
        self._taken[key] += 1
        return True

    def leave(self, key: Hashable) -> None:
        """Give a place back."""
        self._taken[key] -= 1
        if self._taken[key] <= 0:
            del self._taken[key]
