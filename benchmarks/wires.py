"""The least that speaks to a server over a loopback connection: requests one after the other, and a WebSocket."""

from __future__ import annotations

import asyncio
import base64
import os
import time
from collections.abc import Callable, Mapping
from typing import Final

Heard = Callable[[bytes, float], object]
"""Is given each text that came down a stream, and when it had arrived (`time.perf_counter`)."""

TEXT: Final = 1
CLOSE: Final = 8
PING: Final = 9
PONG: Final = 10


class Cut(ConnectionError):
    """The connection ended before an answer was there."""


class Line(asyncio.Protocol):
    """A connection for requests, one at a time."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    async def open(self) -> None:
        """Connect. Raises OSError."""
        host, _, port = self._address.partition(":")
        await asyncio.get_running_loop().create_connection(lambda: self, host, int(port))

    async def ask(
        self, path: str, body: bytes | None = None, headers: Mapping[str, str] = {}
    ) -> tuple[int, bytes]:
        """Status and body of the answer. Raises OSError (Cut among others) if none comes."""
        if self._transport is None or self._transport.is_closing():
            await self.open()
        assert self._transport is not None
        lines = [f"{'GET' if body is None else 'POST'} {path} HTTP/1.1", f"host: {self._address}"]
        if body is not None:
            lines += ["content-type: application/json", f"content-length: {len(body)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write("\r\n".join([*lines, "", ""]).encode() + (body or b""))
        return await self._answer

    def close(self) -> None:
        """Disconnect."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._buffer.clear()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, found, body = bytes(self._buffer).partition(b"\r\n\r\n")
        if not found:
            return
        length = next(
            (int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0
        )
        if len(body) >= length and self._answer is not None:
            answer, self._answer = self._answer, None
            self._buffer.clear()
            if not answer.done():
                answer.set_result((int(head[9:12]), body[:length]))

    def connection_lost(self, error: Exception | None) -> None:
        self._transport = None
        answer, self._answer = self._answer, None
        if answer is not None and not answer.done():
            answer.set_exception(Cut("The connection was cut."))


class Stream(asyncio.Protocol):
    """A WebSocket that is listened to."""

    def __init__(self, heard: Heard) -> None:
        self._heard = heard
        self._buffer = bytearray()
        self._is_open = False
        self._transport: asyncio.Transport | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """Done when it has ended: the code with which the server closed it, 0 if it was cut."""

    @classmethod
    async def open(cls, address: str, path: str, headers: Mapping[str, str], heard: Heard) -> Stream:
        """Connect and listen. Raises OSError, also if the server does not want to."""
        host, _, port = address.partition(":")
        loop = asyncio.get_running_loop()
        transport, stream = await loop.create_connection(lambda: cls(heard), host, int(port))
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"host: {address}", "upgrade: websocket", "connection: Upgrade"]
        lines += ["sec-websocket-version: 13", f"sec-websocket-key: {key}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        transport.write("\r\n".join([*lines, "", ""]).encode())
        await stream._opened
        return stream

    def cut(self) -> None:
        """Disconnect without a word, as a telephone does that goes into a tunnel."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._buffer += data
        if not self._is_open:
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._opened.set_exception(Cut(bytes(self._buffer[:300]).decode("utf-8", "replace")))
                self.cut()
                return
            self._is_open = True
            self._buffer = bytearray(rest)
            self._opened.set_result(None)
        while self._frame(now):
            pass

    def _frame(self, now: float) -> bool:
        """Take one whole frame from what has arrived; False if there is none."""
        buffer = self._buffer
        if len(buffer) < 2:
            return False
        length, start = buffer[1] & 127, 2
        if length > 125:
            start = 4 if length == 126 else 10
            if len(buffer) < start:
                return False
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length:
            return False
        kind, told = buffer[0] & 15, bytes(buffer[start : start + length])
        del buffer[: start + length]
        if kind == TEXT:
            self._heard(told, now)
        elif kind == PING:
            self._say(PONG, told)
        elif kind == CLOSE:
            self._ended(int.from_bytes(told[:2], "big"))
            self.cut()
        return True

    def _say(self, kind: int, told: bytes) -> None:
        """Send a short frame, masked as clients have to."""
        assert self._transport is not None
        mask = os.urandom(4)
        body = bytes(letter ^ mask[at % 4] for at, letter in enumerate(told[:125]))
        self._transport.write(bytes([128 | kind, 128 | len(body)]) + mask + body)

    def connection_lost(self, error: Exception | None) -> None:
        if not self._opened.done():
            self._opened.set_exception(Cut("The connection was cut."))
        self._ended(0)

    def _ended(self, code: int) -> None:
        if not self.closed.done():
            self.closed.set_result(code)
