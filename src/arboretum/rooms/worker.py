"""One process in which bots think, from outside: started, asked a question at a time, ended when it is late."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from typing import Any, Final

from arboretum.rooms.thinker import READY

COMMAND: Final = (sys.executable, "-P", "-m", "arboretum.rooms.thinker")
ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}


class Died(Exception):
    """A process ended, or had to be ended; the text says how."""


class Worker:
    """One process. Use it in one event loop."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._process: asyncio.subprocess.Process | None = None
        self.knows: set[str] = set()
        """The bots that have answered in it."""
        self.timer: asyncio.TimerHandle | None = None
        """Ends it when it was not needed for a while."""

    @property
    def is_alive(self) -> bool:
        """It runs, as far as is known."""
        return self._process is not None and self._process.returncode is None

    async def start(self, limit: float) -> None:
        """Start it, and wait until it is ready. Raises Died."""
        starting = asyncio.ensure_future(_started(self._command))
        try:
            self._process = await asyncio.shield(starting)
        except OSError as error:
            raise Died(f"cannot think: {error.strerror}") from None
        except asyncio.CancelledError:
            self._process = await _settled(starting)
            await self.end()
            raise
        if await self._line(limit) != READY:
            await self.end()
            raise Died("cannot think: its process does not start")

    async def ask(self, request: str, limit: float) -> dict[str, Any]:
        """Its answer within so many seconds. Raises Died, and the process has ended then."""
        if self._process is None:
            raise Died("ended its process")
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended, which is found out when it is to answer
            self._process.stdin.write(request.encode() + b"\n")
            await self._process.stdin.drain()
        line = await self._line(limit)
        try:
            answer: dict[str, Any] = json.loads(line)
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
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.wait()


async def _started(command: tuple[str, ...]) -> asyncio.subprocess.Process:
    """A new process."""
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,  # what a bot prints may tell of its hand
        env=os.environ | ONE_THREAD,
    )


async def _settled(starting: asyncio.Task[asyncio.subprocess.Process]) -> asyncio.subprocess.Process | None:
    """
    The process that is being started, if it comes to that, when nobody wants it any more.

    Where all tasks are cancelled at once, asyncio's own among them, the start waits for what never comes (so in
    Python 3.11): it is cancelled again.
    """
    for _ in range(2):
        await asyncio.wait([starting], timeout=1.0)
        starting.cancel()
    if starting.cancelled() or not starting.done() or starting.exception() is not None:
        return None
    return starting.result()
