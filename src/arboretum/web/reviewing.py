"""
Finished games are reviewed beside the server's own work: in a niced process, one game at a time.

A review is wanted for as long as somebody asks how far it is. When nobody does any more, its process is ended.
What was made is kept for who asks next, as far as a few megabytes go.
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from arboretum.language import later, said, say, spoken
from arboretum.rooms.refusals import Refused
from arboretum.rooms.worker import ONE_THREAD
from arboretum.web.drawing import Kept

LOGGER: Final = logging.getLogger("arboretum.web")

KEPT: Final = 8 << 20
"""Bytes of reviews that are remembered."""
LONGEST: Final = 4 << 20
"""Bytes of a review in all languages."""
PATIENCE: Final = 15.0
"""Seconds after the last question for it until a review is given up."""
SECONDS: Final = 600.0
"""Seconds for a review at most; the first on a machine compiles what it needs."""
WAITING: Final = 12
"""Games that may wait for their review at once."""
REST: Final = 30.0
"""Seconds for which a review that failed is not begun again."""


@dataclasses.dataclass(frozen=True, slots=True)
class Progress:
    """How far a review is."""

    ahead: int
    """Reviews that are made before it; with 0 it is being made."""
    share: float = 0.0
    """What is done of it, 0 to 1."""


@dataclasses.dataclass(slots=True)
class Job:
    """A review that is wanted."""

    record: str
    asked: float
    """When it was last asked for."""
    share: float = 0.0
    failed: str = ""
    """Why it could not be made, to be said."""


class GivenUp(Exception):
    """Nobody waits for a review any more."""


class Failed(Exception):
    """A review could not be made: why, in a sentence that can be said, and perhaps more for the log."""


SLOW: Final = later("The review took too long here. Try again later: what it had to prepare may be there then.")
STOPPED: Final = later("The review ended before it was complete: its process stopped. Try again in a minute.")
FAULT: Final = later("This game could not be reviewed: something went wrong on our side.")


class Reviewing:
    """Makes reviews for one server. Use it in one event loop."""

    def __init__(
        self,
        command: tuple[str, ...],
        *,
        most: int = KEPT,
        patience: float = PATIENCE,
        seconds: float = SECONDS,
        rest: float = REST,
    ) -> None:
        self._command = command
        self._kept = Kept(most)
        self._patience, self._seconds, self._rest = patience, seconds, rest
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        """Those that are made or wait, the first is made; and those that failed, until they had their rest."""
        self._task: asyncio.Task[None] | None = None

    def look(self, game: str, record: Callable[[], str], allow: Callable[[], None]) -> bytes | Progress:
        """
        The review of a game as JSON, in the language that is spoken; or how far it is.

        record: what is looked at, asked for once. allow: called before a review is begun anew. Raises Refused
        where too many wait, or where it failed; and what `allow` raises.
        """
        found = self._kept.get((game, spoken()))
        if found is not None:
            return found
        job = self._jobs.get(game)
        if job is None:
            job = self._begun(game, record, allow)
        if job.failed:
            raise Refused(said(job.failed), reason="NO_REVIEW")
        job.asked = _now()
        return Progress(self._ahead(game), job.share)

    def _begun(self, game: str, record: Callable[[], str], allow: Callable[[], None]) -> Job:
        """A review that was not wanted before."""
        if len(self._jobs) >= WAITING:
            raise Refused(say("Many games are being reviewed: try again in a minute."), reason="MANY_REVIEWS")
        allow()
        job = self._jobs[game] = Job(record(), _now())
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._work())
        return job

    def _ahead(self, game: str) -> int:
        """How many are made before that of a game."""
        waiting = [name for name, job in self._jobs.items() if not job.failed]
        return waiting.index(game)

    async def _work(self) -> None:
        """Make what is wanted, one after the other."""
        while True:
            game = next((name for name, job in self._jobs.items() if not job.failed), None)
            if game is None:
                return
            job = self._jobs[game]
            try:
                for language, body in (await self._made(job)).items():
                    self._kept.put((game, language), body)
            except GivenUp:
                pass
            except Failed as failed:
                LOGGER.warning("a review failed: %s", failed.args[-1])
                self._fail(game, job, failed.args[0])
                continue
            except Exception:
                LOGGER.exception("a review failed")
                self._fail(game, job, FAULT)
                continue
            del self._jobs[game]

    def _fail(self, game: str, job: Job, why: str) -> None:
        """Tell why to whoever asks, for a while."""
        job.failed = why
        asyncio.get_running_loop().call_later(self._rest, self._jobs.pop, game, None)

    async def _made(self, job: Job) -> dict[str, bytes]:
        """A review by its languages. Raises GivenUp, Failed."""
        self._wanted(job)
        pipe, null = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, stderr=null, limit=LONGEST, env=os.environ | ONE_THREAD
        )
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            with suppress(OSError):  # it has ended, which is found out when it is to answer
                process.stdin.write(json.dumps({"record": job.record}).encode() + b"\n")
                await process.stdin.drain()
            return await self._heard(job, process.stdout)
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _heard(self, job: Job, lines: asyncio.StreamReader) -> dict[str, bytes]:
        """What the process says: how far it is, then the review. Raises GivenUp, Failed."""
        latest = _now() + self._seconds
        reading: asyncio.Task[bytes] | None = None
        try:
            while True:
                reading = reading or asyncio.ensure_future(lines.readline())
                await asyncio.wait([reading], timeout=min(1.0, self._patience))
                self._wanted(job)
                if not reading.done():
                    if _now() > latest:
                        raise Failed(SLOW)
                    continue
                told, reading = _message(reading.result()), None
                if "review" in told:
                    return {code: msgspec.json.encode(review) for code, review in told["review"].items()}
                job.share = told["share"]
        finally:
            if reading is not None:
                reading.cancel()

    def _wanted(self, job: Job) -> None:
        """Raises GivenUp if nobody asked for it for a while."""
        if _now() - job.asked > self._patience:
            raise GivenUp

    async def close(self) -> None:
        """End what is being made."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._jobs.clear()


def _message(line: bytes) -> dict[str, Any]:
    """A line of the process. Raises Failed if it says that it failed, or says nothing any more."""
    if not line:
        raise Failed(STOPPED)
    told: dict[str, Any] = msgspec.json.decode(line)
    if "failed" in told:
        raise Failed(FAULT, told["failed"])
    return told


def _now() -> float:
    return asyncio.get_running_loop().time()
