"""Processes for bots: few, niced, each decision within its time; whatever goes wrong in them is a BotError."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from arboretum.actions import Action
from arboretum.bots.registry import names
from arboretum.errors import BotError
from arboretum.records.lines import compact, event_to_json
from arboretum.rooms.thinker import READY
from arboretum.view import View

COMMAND: Final = (sys.executable, "-P", "-m", "arboretum.rooms.thinker")
SECONDS: Final = 2.0
SLACK: Final = 3.0
"""Seconds, besides twice its time, after which a bot is too late."""
START: Final = 30.0
"""Seconds for a process to start, and more for the first decision of a bot in it, which may compile something."""
SHORTEST: Final = 0.1
FAULTS: Final = 3
REST: Final = 60.0
"""Seconds for which a bot is not asked that hung or crashed so often, one time after the other."""
ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}


class Died(Exception):
    """A process ended, or had to be ended; the text says how."""


class Thinkers:
    """Bots in processes of their own, which start when they are needed. Use it in one event loop."""

    def __init__(
        self,
        workers: int | None = None,
        *,
        seconds: float = SECONDS,
        slack: float = SLACK,
        start: float = START,
        command: tuple[str, ...] = COMMAND,
        seed: Callable[[], int] = lambda: secrets.randbits(56),
    ) -> None:
        """
        workers: processes at most; None for one less than the machine has processors, and at most 4. seconds:
        what a bot has for a decision, less when others wait. seed: where the chance of a decision comes from.
        """
        self.names = tuple(names())
        self._seconds = seconds
        self._slack = slack
        self._start = start
        self._seed = seed
        count = workers or max(1, min(4, (os.cpu_count() or 1) - 1))
        self._all = [_Worker(command) for _ in range(count)]
        self._free: asyncio.LifoQueue[_Worker] = asyncio.LifoQueue()
        for worker in self._all:
            self._free.put_nowait(worker)
        self._waiting = 0
        self._faults: dict[str, int] = {}
        self._resting: dict[str, float] = {}

    async def choose(self, bot: str, view: View) -> Action:
        """What a bot does. Raises BotError if it raises, answers nonsense, is too late or ends its process."""
        now = asyncio.get_running_loop().time
        if now() < self._resting.get(bot, 0.0):
            raise BotError(f"The bot {bot} failed again and again, and has a rest.", bot=bot, seat=view.me)
        self._waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self._waiting -= 1
        try:
            answer = await self._asked(worker, bot, view)
            self._faults.pop(bot, None)
        except Died as died:
            self._faults[bot] = self._faults.get(bot, 0) + 1
            if self._faults[bot] >= FAULTS:
                self._resting[bot] = now() + REST
            raise BotError(f"The bot {bot} {died}.", bot=bot, seat=view.me) from None
        finally:
            self._free.put_nowait(worker)
        return _action(answer, bot, view)

    async def _asked(self, worker: _Worker, bot: str, view: View) -> dict[str, str]:
        """What a process answers. Raises Died."""
        await worker.start(self._start)
        seconds = max(min(SHORTEST, self._seconds), self._seconds / (1 + self._waiting // len(self._all)))
        warm_up = self._start if bot not in worker.knows and bot not in self._faults else 0.0
        limit = 2 * seconds + self._slack + warm_up
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

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.end() for worker in self._all))


class _Worker:
    """One process, started again after it ended."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self.knows: set[str] = set()
        """The bots that have answered in it."""

    async def start(self, limit: float) -> None:
        """Start it, unless it runs. Raises Died."""
        if self._process is not None and self._process.returncode is None:
            return
        await self.end()
        self._process = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # what a bot prints may tell of its hand
            env=os.environ | ONE_THREAD,
        )
        if await self._line(limit) != READY:
            await self.end()
            raise Died("cannot think: its process does not start")

    async def ask(self, request: str, limit: float) -> dict[str, str]:
        """Its answer within so many seconds. Raises Died, and the process has ended then."""
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended, which is found out when it is to answer
            self._process.stdin.write(request.encode() + b"\n")
            await self._process.stdin.drain()
        line = await self._line(limit)
        try:
            answer: dict[str, str] = json.loads(line)
        except ValueError:
            await self.end()
            raise Died("ended its process" if not line else "answered nonsense") from None
        return answer

    async def _line(self, limit: float) -> str:
        """What it says next, empty if it has ended. Raises Died if it takes too long."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            return (await asyncio.wait_for(self._process.stdout.readline(), limit)).decode().strip()
        except TimeoutError:
            await self.end()
            raise Died(f"took more than {limit:g} s") from None
        except (ValueError, asyncio.CancelledError):  # a line without end, or we are stopped in the middle
            await asyncio.shield(self.end())
            raise

    async def end(self) -> None:
        """End it, if it runs, and wait until it has."""
        process, self._process = self._process, None
        self.knows.clear()
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


def _action(answer: dict[str, Any], bot: str, view: View) -> Action:
    """The legal action that is meant. Raises BotError."""
    if "failed" in answer:
        raise BotError(f"The bot {bot} failed: {answer['failed']}", bot=bot, seat=view.me)
    for action in view.legal_actions:
        if str(action) == answer.get("action"):
            return action
    raise BotError(f"The bot {bot} answered something that is not legal.", bot=bot, seat=view.me)
