"""Visitors for the tests of the web: they speak ASGI to an application in the same process, byte for byte."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import json
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any
from urllib.parse import urlencode

from starlette.types import ASGIApp, Message

Json = dict[str, Any]


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


class Visitor:
    """Somebody with a browser, or a program: keeps cookies as a browser does."""

    def __init__(self, app: ASGIApp, headers: dict[str, str]) -> None:
        self.app = app
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
            "asgi": {"version": "3.0", "spec_version": "2.3"},
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

        await self.app(scope, receive, send)
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
        app: Callable[..., Awaitable[None]] = self._visitor.app
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
