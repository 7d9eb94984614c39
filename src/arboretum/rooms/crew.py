"""
Some processes in which bots think, all of one kind.

A process joins when it is ready, so nobody waits for one that still compiles while another is free. Whoever has
waited longest is served next: a table asks for one decision at a time, so tables take turns.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from arboretum.rooms.worker import Died, Worker

IDLE: Final = 600.0
"""Seconds after which a process that nobody needs is ended."""


class Crew:
    """At most so many processes, each started when it is needed. Use it in one event loop."""

    def __init__(self, size: int, command: tuple[str, ...], start: float, *, idle: float = IDLE) -> None:
        """start: seconds that a process has to get ready."""
        self.size = size
        self._command = command
        self._start = start
        self._idle = idle
        self._free: list[Worker] = []
        self._all: list[Worker] = []
        """Those that are ready, free or not."""
        self._starting: set[asyncio.Task[None]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._line: deque[asyncio.Future[Worker]] = deque()
        """Who waits, the first of them first."""
        self._closed = False
        self.was_ready = False
        """A process has been ready once; if it must be started again, what it needs is compiled already."""
        self.on_news: Callable[[Died | None], None] = lambda died: None
        """Called when a process is ready, or could not be started."""

    @property
    def waiting(self) -> int:
        """How many wait for a process."""
        return len(self._line)

    def hire(self) -> None:
        """Start one more process, unless there are enough."""
        if not self._closed and len(self._all) + len(self._starting) < self.size:
            task = asyncio.ensure_future(self._started())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def _started(self) -> None:
        worker = Worker(self._command)
        try:
            await worker.start(self._start)
        except Died as died:
            self._not_started(died)
            return
        finally:
            task = asyncio.current_task()
            assert task is not None
            self._starting.discard(task)
        self._all.append(worker)
        self.was_ready = True
        self._give_back(worker)
        self.on_news(None)

    def _not_started(self, died: Died) -> None:
        """Tell the first who waits; for the next ones it is tried again."""
        place = self._next()
        if place is not None:
            place.set_exception(died)
        self.on_news(died)
        if self._line:
            asyncio.get_running_loop().call_soon(self.hire)

    def _next(self) -> asyncio.Future[Worker] | None:
        """Whoever has waited longest, who waits no more."""
        while self._line:
            place = self._line.popleft()
            if not place.done():
                return place
        return None

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Worker]:
        """A process for one question, when it is one's turn. Raises Died where none starts."""
        worker = await self._taken()
        try:
            yield worker
        finally:
            self._give_back(worker)

    async def _taken(self) -> Worker:
        while self._free:
            worker = self._free.pop()
            if worker.timer is not None:
                worker.timer.cancel()
            if worker.is_alive:
                return worker
            self._all.remove(worker)
        place: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._line.append(place)
        self.hire()
        try:
            return await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled() and place.exception() is None:
                self._give_back(place.result())  # it was given at the very moment
            raise

    def _give_back(self, worker: Worker) -> None:
        """A process is free, or it has ended."""
        if not worker.is_alive:
            if worker in self._all:
                self._all.remove(worker)
            if self._line:
                self.hire()
            return
        place = self._next()
        if place is not None:
            place.set_result(worker)
            return
        self._free.append(worker)
        worker.timer = asyncio.get_running_loop().call_later(self._idle, self._dismiss, worker)

    def _dismiss(self, worker: Worker) -> None:
        """Nobody needed it for long."""
        self._free.remove(worker)
        self._all.remove(worker)
        task: asyncio.Task[Any] = asyncio.ensure_future(worker.end())
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, *self._ending, return_exceptions=True)
        for worker in self._all:
            if worker.timer is not None:
                worker.timer.cancel()
        await asyncio.gather(*(worker.end() for worker in self._all))
        self._free.clear()
        self._all.clear()
