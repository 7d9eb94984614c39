"""The games of a training, spread over a cluster of machines with Ray; the learning step stays here."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Final, Self

import numpy as np

from arboretum.arena.cluster import Cluster, joined, ray_itself
from arboretum.arena.versions import PACKAGE, digest, fingerprint
from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.training.crew import Collect
from arboretum.training.errands import Errand, Harvest, run
from arboretum.training.selfplay import LEARNING
from arboretum.value.network import SHAPES, Network

LONGEST: Final = 600.0
"""Seconds after which an errand that no node comes back from is a fault."""

RETRIES: Final = 5
"""How often Ray plays an errand again whose worker or node is lost; it comes to the same."""


def code() -> str:
    """The code that decides what comes of an errand."""
    return f"{fingerprint()} {digest((PACKAGE / 'training').glob('*.py'))}"


def run_there(errand: Errand, network: Network, frozen: Network, made: str) -> Harvest | str:
    """Play an errand on a node; tells its code instead where that is another one."""
    ours = code()
    return run(errand, network, frozen) if ours == made else ours


class OnCluster:
    """A crew on a Ray cluster."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        self._cluster = Cluster(address, workers)  # which says what is wrong with them
        self._ray: Any = None
        self._errand: Any = None
        self._known: list[tuple[Network, Any]] = []
        self._left = contextlib.ExitStack()

    def __enter__(self) -> Self:
        self._ray = ray_itself()
        self._left.enter_context(joined(self._ray, self._cluster.address, self._cluster.workers))
        self._errand = self._ray.remote(num_cpus=1, max_retries=RETRIES)(run_there)
        return self

    def __exit__(self, *_: object) -> None:
        self._known.clear()
        self._left.close()

    def warm_up(self, players: int, choices: int) -> None:
        """Let each processor play a game, so that its node compiles."""
        table = np.full((1, players), LEARNING, np.uint8)
        places = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self.begin([Errand((0,), table, choices=choices) for _ in range(places)], SHAPES, SHAPES)()

    def begin(self, errands: Sequence[Errand], network: Network, frozen: Network) -> Collect:
        networks = self._sent(network), self._sent(frozen)
        out = [self._errand.remote(errand, *networks, code()) for errand in errands]
        return lambda: [self._taken_in(each) for each in self._collected(out)]

    def _sent(self, network: Network) -> Any:  # noqa: ANN401 - a reference of Ray
        """A network on the cluster, where it is sent once for all errands that need it."""
        for known, sent in self._known:
            if known is network:
                return sent
        sent = self._ray.put(network)
        self._known = [*self._known[-7:], (network, sent)]
        return sent

    def _collected(self, out: list[Any]) -> list[Harvest | str]:
        errors = self._ray.exceptions
        try:
            found: list[Harvest | str] = self._ray.get(out, timeout=LONGEST)
        except errors.RayTaskError as error:
            raise ArboretumError(say("A node of the cluster failed: {why}", why=str(error.cause))) from error
        except errors.GetTimeoutError as error:
            raise ArboretumError(say("The cluster has no processor to play on: add a node to it.")) from error
        except errors.RayError as error:
            why = str(error).splitlines()[0] if str(error) else type(error).__name__
            raise ArboretumError(say("A node of the cluster failed: {why}", why=why)) from error
        return found

    def _taken_in(self, found: Harvest | str) -> Harvest:
        if isinstance(found, str):
            raise ArboretumError(
                say(
                    "On a node of the cluster there is another version of this program (code {theirs}, here"
                    " {ours}): install the same on every node.",
                    theirs=found,
                    ours=code(),
                )
            )
        return found
