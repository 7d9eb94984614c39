"""
Pictures are drawn beside the server's own work: SVG in a thread, PNG in a niced process, one at a time.

What was drawn is kept for who asks next, as far as a few megabytes go.
"""

from __future__ import annotations

import asyncio
import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from pathlib import Path
from typing import Final

from arboretum.errors import PictureError
from arboretum.language import say, spoken
from arboretum.pictures import can_png, raster

KEPT: Final = 12 << 20
"""Bytes of pictures that are remembered."""
SECONDS: Final = 20.0
"""After which a process that draws is ended; a picture takes a fraction of one."""
WAITING: Final = 20
"""Pictures that may be asked for at once and are not drawn yet."""
COMMAND: Final = (sys.executable, "-P", str(Path(raster.__file__)))

Draw = Callable[[], str]
"""Draws an SVG; called in a thread."""


class Kept:
    """Pictures that were drawn, the oldest forgotten first."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._size = 0
        self._bodies: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """A picture, if it is there."""
        body = self._bodies.get(key)
        if body is not None:
            self._bodies.move_to_end(key)
        return body

    def put(self, key: Hashable, body: bytes) -> None:
        """Remember a picture, and forget others as need be."""
        self._size += len(body) - len(self._bodies.pop(key, b""))
        self._bodies[key] = body
        while self._size > self._most:
            self._size -= len(self._bodies.popitem(last=False)[1])


class Drawer:
    """Draws for one server. Use it in one event loop."""

    def __init__(self, *, most: int = KEPT, command: tuple[str, ...] = COMMAND) -> None:
        self._kept = Kept(most)
        self._command = command
        self._turn = asyncio.Semaphore(1)
        self._waiting = 0

    async def drawn(self, key: tuple[Hashable, ...], kind: str, draw: Draw, allow: Callable[[], None]) -> bytes:
        """
        A picture as `svg` or `png`.

        key: names all that it depends on, but for the language. allow: called before anything is drawn anew.
        Raises PictureError, and what `allow` and `draw` raise.
        """
        whole = (*key, kind, spoken())
        found = self._kept.get(whole)
        if found is not None:
            return found
        allow()
        if kind == "png" and not can_png():
            raise PictureError(say("This server cannot draw PNG: take the picture as SVG."))
        if self._waiting >= WAITING:
            raise PictureError(say("Many pictures are being drawn: try again in a moment."))
        self._waiting += 1
        try:
            async with self._turn:
                found = self._kept.get(whole)
                if found is None:
                    svg = (await asyncio.to_thread(draw)).encode()
                    found = svg if kind == "svg" else await self._png(svg)
                    self._kept.put(whole, found)
                return found
        finally:
            self._waiting -= 1

    async def _png(self, svg: bytes) -> bytes:
        """The pixels, from a process of its own. Raises PictureError."""
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*self._command, stdin=pipe, stdout=pipe, stderr=pipe)
        try:
            body, _ = await asyncio.wait_for(process.communicate(svg), SECONDS)
        except TimeoutError:
            raise PictureError(say("The picture took too long to draw: take it as SVG.")) from None
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                await process.wait()
        if process.returncode or not body:
            raise PictureError(say("The picture could not be drawn as PNG: take it as SVG."))
        return body
