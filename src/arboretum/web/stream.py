"""
What happens at a table, as it happens: the same frames by WebSocket to a page, and line by line to a program.

A frame tells every version, also of what its reader may not see, so that a gap can be noticed; it is made from
the seen entries and a view, like everything.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any, Final
from weakref import WeakKeyDictionary

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocket, WebSocketDisconnect

from arboretum.errors import ArboretumError
from arboretum.language import say, spoken
from arboretum.rooms.hub import Subscription
from arboretum.rooms.room import Room
from arboretum.web.bodies import BadRequest
from arboretum.web.chronicle import chronicle_of
from arboretum.web.limits import Limiter
from arboretum.web.problems import problem
from arboretum.web.sessions import Visitor
from arboretum.web.settings import PROTOCOL
from arboretum.web.site import Site, TooMuch
from arboretum.web.tableview import Looker

Json = dict[str, Any]

PATIENCE: Final = 20.0
"""Seconds that a frame may wait for a reader that does not read."""

TOO_SLOW: Final = 1013
NOT_UNDERSTOOD: Final = 1008
"""Codes with which a stream is closed: come back later; a message that is none."""

ONLOOKER: Final = Looker()
"""Somebody without a seat, and not the host."""

ALIVE: Final = '{"ping":1}'
"""All that may be sent up a stream."""


@dataclasses.dataclass(frozen=True, slots=True)
class Eyes:
    """Who looks at a table, for as long as a stream lasts: seats may be taken and given up meanwhile."""

    room: Room
    visitor: Visitor
    wanted: int | None
    """The seat that was asked for, if one was."""


class Streams:
    """The handlers of one site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._shown: WeakKeyDictionary[Room, tuple[Any, bytes]] = WeakKeyDictionary()
        """Of each table in memory the last frame for onlookers: however many look, it is made once."""

    async def socket(self, websocket: WebSocket) -> None:
        """The stream of a page. Nothing is expected from the page but signs of life."""
        place = self.site.address(websocket)
        try:
            eyes, since = await self._eyes(websocket)
            if not self.site.sockets.enter(place):
                raise TooMuch(5)
        except ArboretumError as error:
            status, told = problem(error)
            await websocket.send_denial_response(Response(told["error"], status, media_type="text/plain"))
            return
        try:
            await websocket.accept()
            await self._serve(websocket, eyes, since)
        finally:
            self.site.sockets.leave(place)

    async def lines(self, request: Request) -> Response:
        """The stream of a program: a frame a line."""
        place = self.site.address(request)
        eyes, since = await self._eyes(request)
        if not self.site.sockets.enter(place):
            raise TooMuch(5)

        async def encoded() -> AsyncIterator[bytes]:
            try:
                async with contextlib.aclosing(self.frames(eyes, since)) as frames:
                    async for frame in frames:
                        yield frame + b"\n"
            finally:
                self.site.sockets.leave(place)

        return StreamingResponse(encoded(), media_type="application/x-ndjson", headers={"x-accel-buffering": "no"})

    async def frames(self, eyes: Eyes, since: int) -> AsyncGenerator[bytes, None]:
        """Everything after version `since`, then whatever happens; ends when the reader is too slow."""
        room, site = eyes.room, self.site
        with site.host.subscribe(room.id, eyes.visitor.session, self._looker(eyes).seat) as subscription:
            yield _encoded({"hello": {"build": site.build, "protocol": PROTOCOL, "version": room.version}})
            sent = since if since <= room.version else 0
            if sent < room.version:
                before, sent = sent, room.version
                yield await self._frame(eyes, before)
            there = site.host.presence(room.id)
            yield _encoded({"presence": list(there)})
            while True:
                try:
                    async with asyncio.timeout(site.settings.heartbeat):
                        hint = await _next(subscription)
                except TimeoutError:
                    yield _encoded({"ping": 1})
                    continue
                if hint is None:
                    return
                if isinstance(hint, tuple):
                    if hint != there:
                        there = hint
                        yield _encoded({"presence": list(there)})
                elif room.version > sent:
                    before, sent = sent, room.version
                    yield await self._frame(eyes, before)

    def _looker(self, eyes: Eyes) -> Looker:
        """Through whose eyes to look now: only ever those of a seat that is still held."""
        return self.site.looking(eyes.room, eyes.visitor, eyes.wanted)

    async def _frame(self, eyes: Eyes, since: int) -> bytes:
        """What happened after a version, and how the table looks now."""
        room, looker = eyes.room, self._looker(eyes)
        if looker != ONLOOKER:
            return await self._made(room, looker, since)
        shown = (room.version, since, spoken(), self.site.host.presence(room.id))
        if self._shown.get(room, (None, b""))[0] != shown:
            self._shown[room] = shown, await self._made(room, looker, since)
        return self._shown[room][1]

    async def _made(self, room: Room, looker: Looker, since: int) -> bytes:
        """A frame, made for somebody."""
        version, entries = room.version, chronicle_of(room, looker.seat)[since:]
        if not any("event" in entry for entry in entries):
            return _encoded({"v": version})
        return _encoded({"v": version, "events": entries, "view": await self.site.told(room, looker)})

    async def _eyes(self, request: HTTPConnection) -> tuple[Eyes, int]:
        """Who looks, and from which version on. Raises ArboretumError."""
        visitor = await self.site.sessions.visitor(request)
        self.site.allow(self.site.reads, visitor.session or self.site.address(request))
        room = await self.site.room(request, visitor)
        if room.archive is not None:
            raise BadRequest(422, say("This is a record that can only be read: look at its replay."), "ARCHIVED")
        since = request.query_params.get("since", "0")
        if not (since.isascii() and since.isdecimal() and len(since) < 7):
            raise BadRequest(422, say("since is the last version that was seen, such as 57."), "MALFORMED")
        looker = self.site.looker(request, room, visitor)
        wanted = looker.seat if request.query_params.get("as") else None
        return Eyes(room, visitor, wanted), int(since)

    async def _serve(self, websocket: WebSocket, eyes: Eyes, since: int) -> None:
        """Send until somebody has enough."""
        listening = asyncio.ensure_future(self._listen(websocket))
        sending = asyncio.ensure_future(self._send(websocket, eyes, since))
        try:
            await asyncio.wait({listening, sending}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (listening, sending):
                task.cancel()
            await asyncio.gather(listening, sending, return_exceptions=True)
        codes = [task.result() for task in (listening, sending) if not task.cancelled() and not task.exception()]
        code = next((code for code in codes if code), None)
        if code is not None:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await websocket.close(code)

    async def _listen(self, websocket: WebSocket) -> int | None:
        """Hear signs of life; the code to close with for anything else, None when the page has gone."""
        rates = self.site.settings.rates
        bucket = Limiter(rates.messages_per_second, rates.messages_burst, self.site.settings.clock)
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return None
            if message.get("text") != ALIVE or bucket.wait(""):
                return NOT_UNDERSTOOD

    async def _send(self, websocket: WebSocket, eyes: Eyes, since: int) -> int | None:
        """Send frames; the code to close with when the reader is too slow, or the server closes."""
        async with contextlib.aclosing(self.frames(eyes, since)) as frames:
            async for frame in frames:
                try:
                    async with asyncio.timeout(PATIENCE):
                        await websocket.send_text(frame.decode())
                except TimeoutError:
                    return TOO_SLOW
                except WebSocketDisconnect:
                    return None
        return TOO_SLOW


def _encoded(frame: Json) -> bytes:
    return msgspec.json.encode(frame)


async def _next(subscription: Subscription) -> int | tuple[bool, ...] | None:
    """The next hint, or None when there are no more."""
    async for hint in subscription:
        return hint
    return None
