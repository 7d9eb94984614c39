"""Hosts for the tests: bots that answer at once, a store that can be held up and broken, waiting."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from typing import Any

from arboretum import Action, Options, View
from arboretum.errors import BotError
from arboretum.rooms.bots import NoBots
from arboretum.rooms.commands import Act, Command, Join, SeatBot, Start
from arboretum.rooms.host import Host
from arboretum.rooms.hub import Hint, Subscription
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.refusals import StoreFailed
from arboretum.rooms.room import Room
from arboretum.rooms.settings import Settings
from arboretum.rooms.sqlite import SqliteStore
from arboretum.rooms.store import Outcome, Step
from room_tables import NOW, counter, seeded

ADA: list[Command] = [Join(None, "Ada"), SeatBot(1, "random"), Start()]
TWO = Settings(2, Options(start=0))


class QuickBots(NoBots):
    """Bots that answer at once, or fail, or wait for a signal."""

    names: tuple[str, ...] = ("random", "greedy")

    def __init__(self) -> None:
        super().__init__()
        self.chance = random.Random(1)
        self.fails = False
        self.go = asyncio.Event()
        self.go.set()
        self.asked: list[View] = []
        self.closed = False

    async def choose(self, bot: str, view: View) -> Action:
        self.asked.append(view)
        await self.go.wait()
        if self.fails:
            raise BotError(f"{bot} held {view.hand} and failed.", bot=bot, seat=view.me)
        return self.chance.choice(view.legal_actions)

    async def close(self) -> None:
        self.closed = True


class Watched(MemoryStore):
    """A store in memory in which a test can look at, hold up, and break what is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Callable[[Step], None] = lambda step: None
        self.gate = asyncio.Event()
        self.gate.set()
        self.breaks = ""
        self.loads = 0

    async def append(self, step: Step) -> Outcome:
        await self.gate.wait()
        self.before(step)
        if self.breaks == "before":
            raise StoreFailed("disk full")
        outcome = await super().append(step)
        if self.breaks == "after":
            raise StoreFailed("nobody knows")
        return outcome

    async def load(self, room: str, since: int = 0) -> list[str]:
        self.loads += 1
        await asyncio.sleep(0)
        return await super().load(room, since)


def hosted(store: MemoryStore | SqliteStore, bots: QuickBots | None = None, grace: float = 0.0) -> Host:
    return Host(
        store,
        clock=lambda: NOW,
        bots=bots or QuickBots(),
        deal=seeded(1),
        new_id=counter("t"),
        pace=0.0,
        grace=grace,
    )


def run(check: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(check(), 20))


async def two_persons(host: Host) -> Room:
    """Ada and Ben play; Ada begins."""
    room = await host.create(TWO, "ada", [Join(None, "Ada")])
    await host.command(room.id, "ben", Join(1, "Ben", invited=True), 2, "b")
    await host.command(room.id, "ada", Start(), 3, "s")
    return room


def waiting(news: Subscription) -> list[Hint]:
    """The hints that wait, in order."""
    found = []
    while not news._hints.empty():
        hint = news._hints.get_nowait()
        assert hint is not None
        found.append(hint)
    return found


async def until(done: Callable[[], bool], seconds: float = 5.0) -> None:
    """Wait for something, looking again and again."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.002)


async def finished(host: Host) -> Room:
    room = await two_persons(host)
    chance = random.Random(3)
    while room.status == "playing":
        assert room.game is not None
        seat = room.game.seat
        act = Act(seat, chance.choice(room.view(seat).legal_actions))
        await host.command(room.id, ("ada", "ben")[seat], act, room.version, f"{room.version}")
    return room
