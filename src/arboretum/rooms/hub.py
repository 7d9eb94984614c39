"""Who is looking at a table, and telling them that something happened. Hints only: what happened is in the log."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import Final, TypeAlias

from arboretum.rooms.folded import Folded
from arboretum.rooms.room import Room

WAITING: Final = 64
"""Hints that may wait for somebody; whoever is slower is let go, and comes back with the version they have."""

Presence: TypeAlias = tuple[bool, ...]
"""By seat, whether its player is there. A bot is when it can play, and nobody is on a free seat."""

Hint: TypeAlias = int | Presence
"""The table has this version now, or who is there has changed."""


class Subscription:
    """
    What somebody who looks at a table is told: iterate over it, and close it.

    It hears of everything from the moment it was made; it ends when it was too slow, or the host closes.
    """

    def __init__(self, hub: Hub, session: str, seat: int) -> None:
        self.session = session
        self.seat = seat
        """The seat it looks from, or NOBODY."""
        self.overflowed = False
        """It was too slow."""
        self._hub = hub
        self._hints: asyncio.Queue[Hint | None] = asyncio.Queue()

    def tell(self, hint: Hint) -> None:
        """Let a hint wait here."""
        if self._hints.qsize() >= WAITING:
            self.overflowed = True
            self.end()
        else:
            self._hints.put_nowait(hint)

    def end(self) -> None:
        """Nothing more comes, not even what was waiting."""
        self._hub.leave(self)
        while not self._hints.empty():
            self._hints.get_nowait()
        self._hints.put_nowait(None)

    def close(self) -> None:
        """Look away."""
        self._hub.leave(self)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Hint:
        hint = await self._hints.get()
        if hint is None:
            self._hints.put_nowait(None)  # whoever asks again is told again
            raise StopAsyncIteration
        return hint

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Hub:
    """The people at one table."""

    def __init__(
        self,
        room: Folded,
        grace: float,
        later: Callable[[float, Callable[[], None]], object],
        is_ready: Callable[[str], bool],
    ) -> None:
        """
        grace: seconds for which somebody who is cut off still counts as there.
        later: calls a function after so many seconds. is_ready: whether a bot can play.
        """
        self._room = room
        self._grace = grace
        self._later = later
        self._is_ready = is_ready
        self._looking: list[Subscription] = []
        self._devices: Counter[str] = Counter()
        self._leaving: Counter[str] = Counter()
        self._told: Presence = ()

    @property
    def is_empty(self) -> bool:
        """Nobody looks."""
        return not self._looking

    def join(self, session: str, seat: int) -> Subscription:
        """Somebody looks from a seat, or as NOBODY."""
        made = Subscription(self, session, seat)
        self._looking.append(made)
        self._devices[session] += 1
        self.tell_presence()
        return made

    def leave(self, subscription: Subscription) -> None:
        """Somebody looks away; it is told after a while, unless they come back."""
        if subscription not in self._looking:
            return
        self._looking.remove(subscription)
        session = subscription.session
        self._devices[session] -= 1
        self._leaving[session] += 1
        self._later(self._grace, lambda: self._gone(session))

    def _gone(self, session: str) -> None:
        self._leaving[session] -= 1
        self.tell_presence()

    @property
    def presence(self) -> Presence:
        """Who is there."""
        here = {session for session, count in (self._devices + self._leaving).items() if count > 0}
        return tuple(
            self._is_ready(seat.bot) if seat.bot is not None else not here.isdisjoint(seat.owners)
            for seat in self._room.seats
        )

    def tell_presence(self) -> None:
        """Tell who is there, if that has changed."""
        now = self.presence
        if now != self._told:
            self._told = now
            for subscription in self._looking.copy():
                subscription.tell(now)

    def tell_version(self) -> None:
        """Tell that something happened."""
        for subscription in self._looking.copy():
            subscription.tell(self._room.version)
        self.tell_presence()

    def end(self) -> None:
        """The host closes."""
        for subscription in self._looking.copy():
            subscription.end()


class Table:
    """A room in memory, and what goes on around it."""

    def __init__(self, room: Room, grace: float, is_ready: Callable[[str], bool]) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        """Held while a command is followed."""
        self.hub = Hub(room, grace, asyncio.get_running_loop().call_later, is_ready)
        self.bots: asyncio.Task[None] | None = None
        """Playing for its bots, while it is their turn."""
        self.is_sure = True
        """What is in memory is what is kept."""

    @property
    def is_idle(self) -> bool:
        """Nobody looks at it, and nothing goes on."""
        return self.hub.is_empty and not self.lock.locked() and self.bots is None
