"""Processes for bots: few, niced, each decision within its time; whatever goes wrong in them is a BotError."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from arboretum.actions import Action
from arboretum.bots.registry import names
from arboretum.bots.styles import STEADY, is_quick, offered, searches
from arboretum.errors import BotError
from arboretum.records.lines import compact, event_to_json
from arboretum.rooms.crew import Crew
from arboretum.rooms.worker import COMMAND, Died, Worker
from arboretum.view import View

LOGGER: Final = logging.getLogger("arboretum.rooms")

SECONDS: Final = 0.5
SHORTEST: Final = 0.05
"""Seconds that a bot has, however many wait."""
SLACK: Final = 3.0
"""Seconds, besides twice its time, after which a bot is too late."""
START: Final = 30.0
"""Seconds for a process to start, and more for the first decision of a bot in it, which may compile something."""
WARMING: Final = 300.0
"""Seconds for a process in which searches are compiled before it is ready."""
PATIENCE: Final = 3.0
"""Seconds for which a table waits for a search that gets ready, before another bot decides in its place."""
FAULTS: Final = 3
REST: Final = 60.0
"""Seconds for which a bot is not asked that hung or crashed so often, one time after the other."""
STARTING: Final = "\0starting"
"""Stands for the processes of searches among the bots that failed."""


class Thinkers:
    """
    Bots in processes of their own, which start when they are needed. Use it in one event loop.

    There are three crews: for our own bots that decide at once, for those that search, which are compiled before
    their processes are ready, and for bots of others. So none of them waits for another kind.
    """

    def __init__(
        self,
        workers: int | None = None,
        *,
        seconds: float = SECONDS,
        slack: float = SLACK,
        start: float = START,
        patience: float = PATIENCE,
        command: tuple[str, ...] = COMMAND,
        seed: Callable[[], int] = lambda: secrets.randbits(56),
    ) -> None:
        """
        workers: processes of a crew at most; None for one less than the machine has processors, and at most 4.
        seconds: what a bot has for a decision, less when others wait; 0 for no bots that search. seed: where the
        chance of a decision comes from.
        """
        self.names = tuple(name for name in offered(names()) if seconds > 0 or not searches(name))
        self.on_ready: Callable[[], None] = lambda: None
        self._seconds = max(seconds, SHORTEST)
        self._slack = slack
        self._first = start
        self._patience = patience
        self._seed = seed
        count = workers or max(1, min(4, (os.cpu_count() or 1) - 1))
        self._quick = Crew(count, command, start)
        self._others = Crew(count, command, start)
        searching = [name for name in self.names if searches(name)]
        self._searching = Crew(count, (*command, *searching), WARMING)
        self._searching.on_news = self._heard
        self._told = asyncio.Event()
        """Set when a search is ready, or could not be made so."""
        self._faults: dict[str, int] = {}
        self._resting: dict[str, float] = {}

    def is_ready(self, bot: str) -> bool:
        """Whether a bot decides by itself; another one does in its place until then."""
        return not searches(bot) or bot not in self.names or self._searching.was_ready

    def seconds_for(self, bot: str) -> float:
        """Seconds that it may think about a decision: those of all searches, however many wait."""
        return self._seconds if searches(bot) else 0.0

    def prepare(self, bot: str) -> None:
        """Begin to get a bot ready that needs it; `on_ready` is called when it is."""
        if not self.is_ready(bot) and not self._rests(STARTING):
            self._searching.hire()

    def _heard(self, died: Died | None) -> None:
        """A process for searches is ready, or could not be started."""
        self._told.set()
        if died is None:
            self.on_ready()
        else:
            LOGGER.warning("bots that search cannot get ready: a process %s", died)
            self._fault(STARTING)

    async def choose(self, bot: str, view: View) -> Action:
        """
        What a bot does. Raises BotError if it raises, answers nonsense, is too late or ends its process.

        Where a search is not ready yet, or fails, a bot that always is decides in its place.
        """
        if not searches(bot):
            return await self._choose(self._quick if is_quick(bot) else self._others, bot, view)
        self.prepare(bot)
        if not self.is_ready(bot) and not self._rests(STARTING):
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told.wait(), self._patience)
        if self._searching.was_ready and bot in self.names:
            try:
                return await self._choose(self._searching, bot, view)
            except BotError:  # its words may tell of its hand
                LOGGER.warning("the bot %s failed, and %s decides in its place", bot, STEADY)
        return await self._choose(self._quick, STEADY, view)

    async def _choose(self, crew: Crew, bot: str, view: View) -> Action:
        """What a bot does in a process of a crew. Raises BotError."""
        if self._rests(bot):
            raise BotError(f"The bot {bot} failed again and again, and has a rest.", bot=bot, seat=view.me)
        try:
            async with crew.worker() as worker:
                answer = await self._asked(crew, worker, bot, view)
            self._faults.pop(bot, None)
        except Died as died:
            self._fault(bot)
            raise BotError(f"The bot {bot} {died}.", bot=bot, seat=view.me) from None
        return _action(answer, bot, view)

    async def _asked(self, crew: Crew, worker: Worker, bot: str, view: View) -> dict[str, str]:
        """What a process answers. Raises Died."""
        seconds = max(min(SHORTEST, self._seconds), self._seconds / (1 + crew.waiting // crew.size))
        first = self._first if bot not in worker.knows and bot not in self._faults else 0.0
        limit = 2 * seconds + self._slack + first
        request = {
            "bot": bot,
            "seed": self._seed(),
            "seat": view.me,
            "seconds": seconds,
            "limit": limit + 1,
            "setup": view.setup.to_json(),
            "seen": [event_to_json(event) for event in view.seen],
        }
        answer = await worker.ask(compact(request), limit)
        worker.knows.add(bot)
        return answer

    def _fault(self, bot: str) -> None:
        """A bot hung or crashed."""
        self._faults[bot] = self._faults.get(bot, 0) + 1
        if self._faults[bot] >= FAULTS:
            self._resting[bot] = asyncio.get_running_loop().time() + REST

    def _rests(self, bot: str) -> bool:
        """It hung or crashed again and again, and is not asked for a while."""
        return asyncio.get_running_loop().time() < self._resting.get(bot, 0.0)

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(self._quick.close(), self._others.close(), self._searching.close())


def _action(answer: dict[str, Any], bot: str, view: View) -> Action:
    """The legal action that is meant. Raises BotError."""
    if "failed" in answer:
        raise BotError(f"The bot {bot} failed: {answer['failed']}", bot=bot, seat=view.me)
    for action in view.legal_actions:
        if str(action) == answer.get("action"):
            return action
    raise BotError(f"The bot {bot} answered something that is not legal.", bot=bot, seat=view.me)
