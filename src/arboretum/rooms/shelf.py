"""The tables in memory: each loaded once however many ask for it, and let go when nobody looks any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Final

from arboretum.rooms.hub import Table

RECENT: Final = 60.0
"""
Seconds for which a table at which nobody looks is in memory after it was asked for. Then it is loaded anew, which
takes some 10 ms: it may have been forgotten meanwhile (`arboretum prune`).
"""


class Shelf:
    """Tables by their names."""

    def __init__(self, load: Callable[[str], Awaitable[Table | None]]) -> None:
        """load: makes a table from what is kept of it; None if there is none."""
        self._load = load
        self._tables: dict[str, Table] = {}
        self._asked: dict[str, float] = {}
        self._opening: dict[str, asyncio.Task[Table | None]] = {}

    async def find(self, name: str) -> Table | None:
        """A table, loaded if need be; None if there is none."""
        table = self.get(name)
        if table is not None:
            return table
        if name not in self._opening:
            task = asyncio.ensure_future(self._open(name))
            self._opening[name] = task
            task.add_done_callback(lambda _: self._opening.pop(name))
        return await asyncio.shield(self._opening[name])

    async def _open(self, name: str) -> Table | None:
        table = await self._load(name)
        if table is not None:
            self.put(name, table)
        return table

    def put(self, name: str, table: Table) -> None:
        """Keep a table in memory, and let go of those that nobody asked for any more."""
        for old in list(self._tables):
            self._let_go(old)
        self._tables[name], self._asked[name] = table, _now()

    def get(self, name: str) -> Table | None:
        """A table, if it is in memory."""
        self._let_go(name)
        if name in self._tables:
            self._asked[name] = _now()
        return self._tables.get(name)

    def _let_go(self, name: str) -> None:
        """Drop a table at which nobody looks, and that nobody asked for of late."""
        table = self._tables.get(name)
        if table is not None and table.is_idle and _now() - self._asked[name] >= RECENT:
            self.drop(name)

    def drop(self, name: str) -> None:
        """Let go of a table."""
        self._tables.pop(name, None)
        self._asked.pop(name, None)

    def __getitem__(self, name: str) -> Table:
        return self._tables[name]

    def __contains__(self, name: object) -> bool:
        return name in self._tables

    def __iter__(self) -> Iterator[Table]:
        return iter(list(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)


def _now() -> float:
    return asyncio.get_running_loop().time()
