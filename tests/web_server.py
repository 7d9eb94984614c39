"""A server of the web in the same process, whose ids, secrets, cards and time are the same in every run."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from starlette.types import ASGIApp, Message

from arboretum.actions import Action
from arboretum.rooms.bots import Bots, NoBots
from arboretum.rooms.dealer import Deal, deal
from arboretum.rooms.host import Host
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.store import Store
from arboretum.view import View
from arboretum.web.app import create_app
from arboretum.web.settings import Rates, WebSettings
from arboretum.web.statics import Statics
from web_client import Visitor, table_of

FREE = Rates(1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 10_000, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6)
"""Rates that nobody reaches."""

STATICS = Statics()
"""Read once, so that all servers of a test have the same."""


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class FirstLegal(NoBots):
    """A bot for tests that needs no process: it does the first thing that is legal."""

    names: tuple[str, ...] = ("greedy", "random")

    async def choose(self, bot: str, view: View) -> Action:
        return view.legal_actions[0]

    async def close(self) -> None:
        """Nothing is to be stopped."""


@dataclasses.dataclass
class Server:
    """An application in this process, with its clock and store."""

    app: ASGIApp
    host: Host
    store: Store
    clock: Clock
    settings: WebSettings

    def visitor(self, **headers: str) -> Visitor:
        """Somebody new."""
        return Visitor(self.app, headers)


def counted(prefix: str) -> Callable[[], str]:
    """Names one after the other, the same in every run."""
    numbers = itertools.count(1)
    return lambda: f"{prefix}{next(numbers):06d}"


@asynccontextmanager
async def serving(
    *,
    store: Store | None = None,
    dealer: Deal = deal,
    pace: float = 0.0,
    grace: float = 0.0,
    bots: Bots | None = None,
    **settings: Any,  # noqa: ANN401
) -> AsyncIterator[Server]:
    """A server whose ids, secrets and time are the same in every run."""
    clock, kept = Clock(), store or MemoryStore()
    names, thinking = counted("table"), bots or FirstLegal()
    host = Host(kept, clock=clock, bots=thinking, deal=dealer, new_id=names, pace=pace, grace=grace)
    chosen = WebSettings(**{"rates": FREE, "clock": clock, "secret": counted("secret"), **settings})
    app = create_app(host, chosen, bots=thinking.names, statics=STATICS)
    async with lifespan(app):
        yield Server(app, host, kept, clock, chosen)


@asynccontextmanager
async def lifespan(app: ASGIApp) -> AsyncIterator[None]:
    """An application from its start to its end."""
    ears: asyncio.Queue[Message] = asyncio.Queue()
    mouth: asyncio.Queue[Message] = asyncio.Queue()
    life = asyncio.ensure_future(app({"type": "lifespan", "asgi": {}}, ears.get, mouth.put))
    await ears.put({"type": "lifespan.startup"})
    assert (await mouth.get())["type"] == "lifespan.startup.complete"
    try:
        yield
    finally:
        await ears.put({"type": "lifespan.shutdown"})
        assert (await mouth.get())["type"] == "lifespan.shutdown.complete"
        await life


async def friends(
    server: Server, players: Sequence[str] = ("Ada", "Ben"), /, **fields: object
) -> tuple[str, list[Visitor]]:
    """A table whose game has begun, with a person on each seat, who came by the invitation."""
    people = [server.visitor() for _ in players]
    form = {"seats": str(len(players)), "seat0_name": players[0], "start": "0", **fields}
    table = table_of(await people[0].form("/new", form))
    for name, person in zip(players[1:], people[1:], strict=True):
        invite = (await people[0].view(table))["invite"]
        assert table_of(await person.form(invite, {"name": name})) == table
    started = await people[0].command(table, "start", expected=(await people[0].view(table))["v"])
    assert started.status == 200, started.text
    return table, people
