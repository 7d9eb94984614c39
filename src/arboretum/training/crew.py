"""Who plays the games of a training: threads of this process, since compiled games let others run meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, Self

import numpy as np

from arboretum.errors import OptionError
from arboretum.language import say
from arboretum.training.errands import Errand, Harvest, run
from arboretum.training.selfplay import LEARNING
from arboretum.value.network import SHAPES, Network

Collect = Callable[[], list[Harvest]]
"""Waits for what comes of some errands, in their order."""


class Crew(Protocol):
    """Plays errands; it is left as a context."""

    def begin(self, errands: Sequence[Errand], network: Network, frozen: Network) -> Collect:
        """Begin to play errands with these networks, and give what waits for them."""
        ...

    def warm_up(self, players: int, choices: int) -> None:
        """Compile what the games need, if it is this machine that plays them."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class Threads:
    """A crew of so many threads."""

    def __init__(self, workers: int | None = None) -> None:
        if workers is not None and workers < 1:
            raise OptionError(say("A training needs at least one worker, not {workers}.", workers=workers))
        self._pool = ThreadPoolExecutor(workers or cores(), "training")

    def begin(self, errands: Sequence[Errand], network: Network, frozen: Network) -> Collect:
        futures = [self._pool.submit(run, errand, network, frozen) for errand in errands]
        return lambda: [future.result() for future in futures]  # however long the machine sleeps meanwhile

    def warm_up(self, players: int, choices: int) -> None:
        run(Errand((0,), np.full((1, players), LEARNING, np.uint8), choices=choices), SHAPES, SHAPES)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)


def cores() -> int:
    """How much this process can run at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
