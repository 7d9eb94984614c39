"""Processes that advise: what a seat has seen goes in, choices with what they are worth come out."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import Any, Final

from arboretum.actions import Action
from arboretum.language import say, spoken
from arboretum.records.lines import compact, event_to_json
from arboretum.rooms.crew import Crew
from arboretum.rooms.refusals import Refused
from arboretum.rooms.worker import Died, Worker
from arboretum.view import View

LOGGER: Final = logging.getLogger("arboretum.rooms")

COMMAND: Final = (sys.executable, "-P", "-m", "arboretum.rooms.adviser")

SIZE: Final = 2
"""Processes at most: a hint takes a moment, and is asked for now and then."""
START: Final = 20.0
"""Seconds for a process to start."""
LIMIT: Final = 5.0
"""Seconds for an answer, besides what waits before it."""
WAITING: Final = 20
"""Questions that may wait at once."""
FAULTS: Final = 3
REST: Final = 60.0
"""Seconds for which nobody is asked after so many failures, one after the other."""

Json = dict[str, Any]


class NoAdvice(Refused):
    """A hint cannot be had now, for reasons that are not the asker's."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, reason="NO_ADVICE")


class Advisers:
    """Use it in one event loop. A process starts when the first hint is asked for."""

    def __init__(
        self,
        command: tuple[str, ...] = COMMAND,
        *,
        size: int = SIZE,
        start: float = START,
        limit: float = LIMIT,
    ) -> None:
        self._crew = Crew(size, command, start)
        self._limit = limit
        self._faults = 0
        self._rests_until = 0.0

    async def ask(self, view: View, instead: Action | None) -> Json:
        """
        What the acting seat of a view may do, and why; described in `rooms.adviser`.

        instead: a choice that is to be compared with the best. Raises NoAdvice.
        """
        if asyncio.get_running_loop().time() < self._rests_until:
            raise NoAdvice(say("Hints failed here several times: try again in a minute."))
        if self._crew.waiting >= WAITING:
            raise NoAdvice(say("Many ask for a hint just now: try again in a moment."))
        try:
            async with self._crew.worker() as worker:
                answer = await self._asked(worker, view, instead)
        except Died as died:
            LOGGER.warning("a hint failed: its process %s", died)
            self._fault()
            raise NoAdvice(say("No hint came in time: play on, or ask again.")) from None
        if "failed" in answer:
            LOGGER.warning("a hint failed")
            LOGGER.debug("a hint failed: %s", answer["failed"])  # may tell of a hand
            self._fault()
            raise NoAdvice(say("The hint went wrong on our side: play on without it."))
        self._faults = 0
        return answer

    async def _asked(self, worker: Worker, view: View, instead: Action | None) -> Json:
        """What a process answers. Raises Died."""
        request = {
            "seat": view.me,
            "limit": self._limit + 1,
            "setup": view.setup.to_json(),
            "seen": [event_to_json(event) for event in view.seen],
            "instead": None if instead is None else str(instead),
            "language": spoken(),
        }
        return await worker.ask(compact(request), self._limit)

    def _fault(self) -> None:
        """A process failed; after some of these there is a rest."""
        self._faults += 1
        if self._faults >= FAULTS:
            self._faults = 0
            self._rests_until = asyncio.get_running_loop().time() + REST

    async def close(self) -> None:
        """End all processes."""
        await self._crew.close()
