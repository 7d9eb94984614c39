"""Visitors for the tests of the web: they speak ASGI to an application in the same process, byte for byte."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

from starlette.types import ASGIApp, Message

from arboretum.actions import Action
from arboretum.rooms.dealer import Deal, deal
from arboretum.rooms.host import Host
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.store import Store
from arboretum.view import View
from arboretum.web.app import create_app
from arboretum.web.settings import Rates, WebSettings

Json = dict[str, Any]

FREE = Rates(1e6, 1e6, 1e6, 1e6, 1e6, 1e6, 10_000, 1e6, 1e6)
"""Rates that nobody reaches."""


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test that is a coroutine, for half a minute at most."""

    async def bounded() -> None:
        async with asyncio.timeout(30):
            await work()

    asyncio.run(bounded())


@dataclasses.dataclass(frozen=True)
class Answer:
    """What a request was answered."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes

    @property
    def json(self) -> Any:  # noqa: ANN401
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    def header(self, name: str) -> str | None:
        found = [value.decode() for key, value in self.headers if key.decode().lower() == name]
        return found[-1] if found else None

    @property
    def raw(self) -> bytes:
        """Every byte of it."""
        lines = [key + b": " + value for key, value in self.headers]
        return b"\n".join([str(self.status).encode(), *lines, b"", self.body])


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


class FirstLegal:
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
        return Visitor(self, headers)


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
    **settings: Any,  # noqa: ANN401
) -> AsyncIterator[Server]:
    """A server whose ids, secrets and time are the same in every run."""
    clock, kept = Clock(), store or MemoryStore()
    names = counted("table")
    host = Host(kept, clock=clock, bots=FirstLegal(), deal=dealer, new_id=names, pace=pace, grace=grace)
    chosen = WebSettings(**{"rates": FREE, "clock": clock, "secret": counted("secret"), **settings})
    app = create_app(host, chosen, bots=FirstLegal.names)
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


class Visitor:
    """Somebody with a browser, or a program: keeps cookies as a browser does."""

    def __init__(self, server: Server, headers: dict[str, str]) -> None:
        self.server = server
        self.host = headers.pop("host", "127.0.0.1:8420")
        self.address = headers.pop("address", "127.0.0.1")
        self.headers = {key.replace("_", "-"): value for key, value in headers.items()}
        self.cookies: dict[str, str] = {}
        self.received: list[bytes] = []
        """Every byte that came, answer by answer and frame by frame."""

    def scope(self, kind: str, path: str, headers: dict[str, str]) -> Json:
        """What a server makes of a request."""
        plain, _, query = path.partition("?")
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {"host": self.host, **self.headers, **({"cookie": cookies} if cookies else {}), **headers}
        return {
            "type": kind,
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": plain,
            "raw_path": plain.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(key.lower().encode(), value.encode()) for key, value in sent.items()],
            "client": (self.address, 50000),
            "server": ("127.0.0.1", 8420),
            "extensions": {} if kind == "http" else {"websocket.http.response": {}},
        }

    async def ask(self, method: str, path: str, body: bytes = b"", **headers: str) -> Answer:
        """A request, answered to its end."""
        scope = self.scope("http", path, {key.replace("_", "-"): value for key, value in headers.items()})
        scope["method"] = method
        messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        told: list[Message] = []

        async def receive() -> Message:
            if messages:
                return messages.pop(0)
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Message) -> None:
            told.append(message)

        await self.server.app(scope, receive, send)
        parts = b"".join(message.get("body", b"") for message in told[1:])
        answer = Answer(told[0]["status"], list(told[0]["headers"]), parts)
        self._keep_cookies(answer)
        self.received.append(answer.raw)
        return answer

    def _keep_cookies(self, answer: Answer) -> None:
        for key, value in answer.headers:
            if key.lower() == b"set-cookie":
                name, _, secret = value.decode().partition(";")[0].partition("=")
                self.cookies[name] = secret

    async def get(self, path: str, **headers: str) -> Answer:
        return await self.ask("GET", path, b"", **headers)

    async def form(self, path: str, fields: Json | None = None, **headers: str) -> Answer:
        """Send a form, as a page of ours would."""
        headers = {"content_type": "application/x-www-form-urlencoded", "sec_fetch_site": "same-origin"} | headers
        return await self.ask("POST", path, urlencode(fields or {}, doseq=True).encode(), **headers)

    async def send(self, path: str, value: object, **headers: str) -> Answer:
        """Send JSON, as a page of ours would."""
        headers = {"content_type": "application/json", "sec_fetch_site": "same-origin"} | headers
        return await self.ask("POST", path, json.dumps(value).encode(), **headers)

    async def command(self, table: str, kind: str, **fields: object) -> Answer:
        """A command at a table, with an id of its own unless one is given."""
        command = {"kind": kind, "id": f"command-{next(_commands)}", **fields}
        return await self.send(f"/t/{table}/commands", command)

    async def view(self, table: str, query: str = "") -> Json:
        answer = await self.get(f"/t/{table}/view{query}")
        assert answer.status == 200, answer.text
        told: Json = answer.json
        return told

    def stream(self, path: str, **headers: str) -> Socket:
        """A WebSocket, as a page of ours would open it."""
        given = {"origin": f"http://{self.host}"} | {k.replace("_", "-"): v for k, v in headers.items()}
        return Socket(self, path, {k: v for k, v in given.items() if v})


_commands = itertools.count()


class Socket:
    """A WebSocket; `async with` it."""

    def __init__(self, visitor: Visitor, path: str, headers: dict[str, str]) -> None:
        self._visitor = visitor
        self._scope = visitor.scope("websocket", path, headers) | {"subprotocols": []}
        self._ears: asyncio.Queue[Message] = asyncio.Queue()
        self._mouth: asyncio.Queue[Message] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self.refused: int | None = None
        """The status of the handshake, if it failed."""
        self.closed: int | None = None
        """The code it was closed with."""

    async def __aenter__(self) -> Socket:
        app: Callable[..., Awaitable[None]] = self._visitor.server.app
        self._task = asyncio.ensure_future(app(self._scope, self._ears.get, self._mouth.put))
        await self._ears.put({"type": "websocket.connect"})
        first = await self._mouth.get()
        if first["type"] == "websocket.http.response.start":
            self.refused = first["status"]
            body = await self._mouth.get()
            self._visitor.received.append(Answer(first["status"], list(first["headers"]), body["body"]).raw)
        elif first["type"] == "websocket.close":
            self.refused = 403
        else:
            assert first["type"] == "websocket.accept", first
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._ears.put({"type": "websocket.disconnect", "code": 1001})
        assert self._task is not None
        await self._task

    async def frame(self) -> Json | None:
        """The next frame; None when the stream is closed."""
        message = await asyncio.wait_for(self._mouth.get(), 5)
        if message["type"] == "websocket.close":
            self.closed = message["code"]
            return None
        self._visitor.received.append(message["text"].encode())
        told: Json = json.loads(message["text"])
        return told

    async def frames_until(self, version: int) -> list[Json]:
        """Every frame up to the one that tells this version, or a later one."""
        found = []
        while True:
            frame = await self.frame()
            assert frame is not None, self.closed
            found.append(frame)
            if frame.get("v", -1) >= version:
                return found

    async def say(self, text: str) -> None:
        await self._ears.put({"type": "websocket.receive", "text": text})

    def waiting(self) -> int:
        """Frames that came and were not read."""
        return self._mouth.qsize()


def table_of(answer: Answer) -> str:
    """The table that a redirection leads to."""
    assert answer.status == 303, (answer.status, answer.text)
    place = answer.header("location")
    assert place is not None
    assert place.startswith("/t/"), place
    return place.removeprefix("/t/")


async def friends(
    server: Server, names: Sequence[str] = ("Ada", "Ben"), **fields: object
) -> tuple[str, list[Visitor]]:
    """A table whose game has begun, with a person on each seat, who came by the invitation."""
    people = [server.visitor() for _ in names]
    form = {"seats": str(len(names)), "seat0_name": names[0], "start": "0", **fields}
    table = table_of(await people[0].form("/new", form))
    for name, person in zip(names[1:], people[1:], strict=True):
        invite = (await people[0].view(table))["invite"]
        assert table_of(await person.form(invite, {"name": name})) == table
    started = await people[0].command(table, "start", expected=(await people[0].view(table))["v"])
    assert started.status == 200, started.text
    return table, people
