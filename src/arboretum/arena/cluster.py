"""
The deals of a match, spread over a cluster of machines with Ray.

The driver gives out batches, and gives a batch out again when its worker or its node is lost. Ray itself retries
nothing: so each deal is out once at a time, and counts once, whoever played it.
"""

from __future__ import annotations

import dataclasses
import os
import pickle
import re
import socket
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from arboretum.arena import errand
from arboretum.arena.batches import Batch, Batches
from arboretum.arena.match import Match
from arboretum.arena.node import Deal
from arboretum.arena.orders import order_of
from arboretum.arena.patience import deaf_to_ctrl_c
from arboretum.arena.spreading import Played
from arboretum.errors import ArboretumError, OptionError
from arboretum.language import say

AUTO: Final = "auto"
"""The cluster that RAY_ADDRESS names, or that was started on this machine; else one is made for the match."""

LOCAL: Final = "local"
"""One is started for the match, on this machine."""

ADDRESS: Final = re.compile(r"(?:ray://)?(?:[^\s/:\[\]]+|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}")
NAMED_IN: Final = "RAY_ADDRESS"
PATIENCE: Final = 60.0
"""Seconds to wait for a cluster that has nothing to play on."""

SECONDS_TO_ANSWER: Final = 20.0
"""A cluster that does not answer for so long is not there."""

COUNTED_EVERY: Final = 2.0
"""Seconds after which is asked anew how much can be played at once: nodes come and go."""


@dataclasses.dataclass(frozen=True)
class Cluster:
    """A spreader over a Ray cluster."""

    address: str = AUTO
    """Where it is: `HOST:PORT` from one of its nodes, `ray://HOST:PORT` from elsewhere, `auto` or `local`."""
    workers: int | None = None
    """How many batches may be played at once; as many as the cluster has processors if None."""

    def __post_init__(self) -> None:
        if self.address not in (AUTO, LOCAL) and not ADDRESS.fullmatch(self.address):
            raise OptionError(
                say(
                    "{address} is no address of a cluster: write HOST:PORT, ray://HOST:PORT or local; or {option}"
                    " alone, at the end.",
                    address=repr(self.address),
                    option="--cluster",
                )
            )
        if self.workers is not None and self.workers < 1:
            raise OptionError(say("A match needs at least one worker, not {workers}.", workers=self.workers))

    def __call__(self, match: Match, numbers: Sequence[int]) -> Generator[Played, None, None]:
        """
        The deals, in whatever order they come.

        When the generator is closed or an exception passes, what is out is cancelled and Ray is left. Raises
        ArboretumError where the cluster cannot be used, or a deal cannot be played.
        """
        order = order_of(match)
        ray = ray_itself()
        with joined(ray, self.address, self.workers):
            yield from _Driver(ray, match, order, numbers, self.workers).run()


class _Driver:
    """A match under way on a cluster that was joined."""

    def __init__(
        self,
        ray: Any,  # noqa: ANN401
        match: Match,
        order: dict[str, Any],
        numbers: Sequence[int],
        workers: int | None,
    ) -> None:
        self._ray = ray
        self._match = match
        self._made: dict[str, str] = order["made"]
        self._workers = workers
        self._batches = Batches(numbers)
        self._out: dict[Any, Batch] = {}
        ray.cloudpickle.register_pickle_by_value(errand)
        self._errand = ray.remote(num_cpus=1, max_retries=0)(errand.errand)
        self._order = ray.put(order)
        self._places = 0
        self._counted = float("-inf")
        self._idle_since = time.monotonic()

    def run(self) -> Generator[Played, None, None]:
        try:
            while not self._batches.are_done:
                self._give_out()
                ready, _ = self._ray.wait(list(self._out), timeout=1.0) if self._out else ([], [])
                for one in ready:
                    yield from self._taken_in(one)
        finally:
            for one in self._out:
                self._ray.cancel(one, force=True)

    def _give_out(self) -> None:
        """Send batches until two are out for each place: one that is played, and one that waits."""
        places = self._count()
        while len(self._out) < (self._workers or 2 * places):
            batch = self._batches.take(places)
            if not batch:
                return
            self._out[self._errand.remote(self._order, batch)] = batch
        if not places and not self._out:
            time.sleep(1.0)

    def _count(self) -> int:
        """How much can be played at once. Raises ArboretumError if that is nothing for long."""
        now = time.monotonic()
        if now - self._counted > COUNTED_EVERY:
            self._places = int(self._ray.cluster_resources().get("CPU", 0))
            self._counted = now
        if self._places:
            self._idle_since = now
        elif now - self._idle_since > PATIENCE:
            raise ArboretumError(say("The cluster has no processor to play on: add a node to it."))
        return self._places

    def _taken_in(self, one: Any) -> Iterator[Played]:  # noqa: ANN401 - a reference of Ray
        """What came of a batch: its deals that were missing; none if it was lost, and is given out again."""
        batch = self._out.pop(one)
        errors = self._ray.exceptions
        try:
            answer: dict[str, Any] = self._ray.get(one)
        except errors.RayTaskError as error:
            why = str(error.cause)
            raise ArboretumError(say("A node of the cluster failed: {why}", why=why)) from error
        except errors.RayError as error:
            self._lost(batch, error)
            return
        if "played" not in answer:
            raise self._refusal(answer)
        deals: list[Deal] = pickle.loads(answer["played"])
        new = self._batches.back([number for number, _, _ in deals], answer["seconds"])
        for number, games, records in deals:
            if number in new:
                for game, record in zip(games, records, strict=bool(records)):
                    _keep(self._match, (game.deal, game.table, game.seating), record)
                yield number, games

    def _lost(self, batch: Batch, error: Exception) -> None:
        """Note that a worker or a node is gone. Raises ArboretumError for a deal that always ends its worker."""
        self._counted = float("-inf")
        often = self._batches.lost(batch)
        if often is not None:
            raise ArboretumError(
                say(
                    "Deal {deal} was lost on the cluster again and again ({why}): does a bot end its process?",
                    deal=self._match.deal_at(often)[0],
                    why=type(error).__name__,
                )
            ) from error

    def _refusal(self, answer: dict[str, Any]) -> ArboretumError:
        """Why a node could not play."""
        told = {"host": answer["host"], "version": self._made["arboretum"], "code": self._made["code"]}
        if "other" not in answer:
            return ArboretumError(say("On {host}: {why}", host=answer["host"], why=answer["refused"]))
        there = answer["other"]
        if not there["arboretum"]:
            return ArboretumError(
                say(
                    "This program cannot be imported on {host} ({why}): install version {version} on every node of"
                    " the cluster.",
                    why=there["code"],
                    **told,
                )
            )
        return ArboretumError(
            say(
                "On {host} there is version {theirs} of this program (code {their_code}), here {version} (code"
                " {code}): install the same on every node of the cluster.",
                theirs=there["arboretum"],
                their_code=there["code"],
                **told,
            )
        )


def ray_itself() -> Any:  # noqa: ANN401 - it is optional
    """Ray itself. Raises ArboretumError if it is not installed."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nobody is told what is played here
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        import ray
    except ImportError as error:
        raise ArboretumError(
            say(
                "{option} needs Ray, which cannot be imported ({why}): install it with {command}.",
                option="--cluster",
                why=str(error),
                command='pip install "arboretum-game[cluster]"',
            )
        ) from error
    return ray


@contextmanager
def joined(ray: Any, address: str, workers: int | None) -> Iterator[None]:  # noqa: ANN401
    """Be a driver of the cluster while the block lasts; one that was joined before is used, and not left."""
    if ray.is_initialized():
        yield
        return
    try:
        try:
            _join(ray, address, workers)
        except (RuntimeError, ValueError, OverflowError, OSError) as error:
            named = os.environ.get(NAMED_IN, AUTO) if address == AUTO else address
            why = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise ArboretumError(
                say("The cluster at {address} cannot be joined: {why}", address=named, why=why)
            ) from error
        yield
    finally:
        with deaf_to_ctrl_c():
            ray.shutdown()


def _join(ray: Any, address: str, workers: int | None) -> None:  # noqa: ANN401
    quiet = {"logging_level": "error", "log_to_driver": False, "include_dashboard": False}
    named = os.environ.get(NAMED_IN) if address == AUTO else address
    if named == LOCAL:
        ray.init(LOCAL, num_cpus=workers, **quiet)
    elif named:
        _reach(named)
        ray.init(named, **quiet)
    else:
        ray.init(**quiet)


def _reach(address: str) -> None:
    """Raise OSError if nobody is at an address: Ray itself tries for minutes, and then ends this process."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if ADDRESS.fullmatch(address):
        socket.create_connection((host.strip("[]"), int(port)), timeout=SECONDS_TO_ANSWER).close()


def _keep(match: Match, game: tuple[int, int, int], record: bytes) -> None:
    """Keep the record of a game that was played elsewhere."""
    path = match.keep_at(*game)
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(record)
    except OSError as error:
        raise ArboretumError(say("{path} cannot be written: {why}.", path=path, why=error.strerror)) from None
