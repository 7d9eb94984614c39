"""The turns of bots: whoever keeps the tables has them played here, as commands like any other."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, TypeAlias

from arboretum.errors import ArboretumError, BotError
from arboretum.rooms.bots import Bots
from arboretum.rooms.commands import Act
from arboretum.rooms.haste import thinking_time
from arboretum.rooms.hub import Table
from arboretum.rooms.refusals import Forbidden, NoSuchRoom, OutOfDate

LOGGER: Final = logging.getLogger("arboretum.rooms")

AGAIN: Final = 5.0
"""Seconds until a bot's move is tried again that could not be kept."""

Follow: TypeAlias = Callable[[Table, Act, int], Awaitable[Any]]
"""Follows a bot's command, chosen at a version."""


class Autoplay:
    """Plays for the bots of tables, one decision at a table at a time."""

    def __init__(self, bots: Bots, pace: float, follow: Follow, chance: random.Random | None = None) -> None:
        """pace: seconds that a decision takes, about (`thinking_time`); 0 for none. chance: of that alone."""
        self._bots = bots
        self._pace = pace
        self._chance = chance or random.Random()
        self._follow = follow
        self._at_work: set[asyncio.Task[None]] = set()
        self._closed = False

    def wake(self, table: Table) -> None:
        """Play at a table until it is a person's turn, unless that is being done; see that its bots get ready."""
        for seat in table.room.seats if table.room.status != "over" and not self._closed else ():
            if seat.bot is not None:
                self._bots.prepare(seat.bot)
        if table.bots is None and not self._closed and table.room.due_bot() is not None:
            table.bots = asyncio.ensure_future(self._play(table))
            self._at_work.add(table.bots)
            table.bots.add_done_callback(self._at_work.discard)

    async def close(self) -> None:
        """Stop everywhere; what was thought and not played is thought again when the table is taken up."""
        self._closed = True
        for task in self._at_work:
            task.cancel()
        await asyncio.gather(*self._at_work, return_exceptions=True)
        await self._bots.close()

    async def _play(self, table: Table) -> None:
        try:
            while (seat := table.room.due_bot()) is not None and not self._closed:
                try:
                    await self._decide(table, seat)
                except NoSuchRoom:
                    return
                except ArboretumError as error:
                    LOGGER.error("table %s: a bot's move was not kept: %s", table.room.id, type(error).__name__)
                    await asyncio.sleep(AGAIN)
        finally:
            table.bots = None

    async def _decide(self, table: Table, seat: int) -> None:
        """One decision of a bot. A person who comes back meanwhile is not played for."""
        room, version, now = table.room, table.room.version, asyncio.get_running_loop().time
        started = now()
        bot, view = room.seats[seat].bot or "", room.view(seat)
        takes = max(thinking_time(self._pace, self._chance), self._bots.seconds_for(bot)) if self._pace else 0.0
        try:
            action = await self._bots.choose(bot, view)
        except BotError as error:
            where = f"table {room.id}, version {version}"
            LOGGER.warning("%s: the bot %s failed, and does the first thing that is legal", where, bot)
            LOGGER.debug("%s: %s", where, error)  # may tell of its hand
            action = view.legal_actions[0]
        await asyncio.sleep(max(0.0, started + takes - now()))
        with suppress(OutOfDate, Forbidden):
            await self._follow(table, Act(seat, action), version)
