"""
The collector's full rounds, put off until nothing happens.

They look through everything in memory, which takes a tenth of a second or more on a busy server, and nobody is
answered meanwhile. Left to itself the collector does it just when much is going on. What is tied in circles,
such as a connection that ended, can wait for a calm moment.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

YOUNG: Final = 5_000
"""New objects after which the collector looks through the new ones."""
CALM: Final = 2.0
"""Seconds without a request after which it is calm."""
OFTEN: Final = 30.0
"""Seconds between two full rounds at least."""
SELDOM: Final = 60.0
"""Seconds after which one is done even if it never gets calm."""


class Tidying:
    """A layer that notes when requests come, and tidies up when none do."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._asked = False
        self._asked_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            self._asked, self._asked_at = True, asyncio.get_running_loop().time()
        await self._app(scope, receive, send)

    async def tidy_up(self) -> None:
        """Tidy up at calm moments, for as long as this runs; what is there already is not looked at any more."""
        before = gc.get_threshold()
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, before[1], 1_000_000)  # full rounds: practically never by itself
        now = asyncio.get_running_loop().time
        last = now()
        try:
            while True:
                await asyncio.sleep(CALM)
                calm = self._asked and now() - self._asked_at >= CALM and now() - last >= OFTEN
                if calm or now() - last >= SELDOM:
                    self._asked, last = False, now()
                    gc.collect()
        finally:
            gc.set_threshold(*before)
            gc.unfreeze()
