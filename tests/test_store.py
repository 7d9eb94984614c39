"""What every store must do, held against those in memory and in a SQLite file."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import Counter
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from arboretum.errors import ArboretumError
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.refusals import NoSuchRoom
from arboretum.rooms.sqlite import SqliteStore
from arboretum.rooms.store import (
    Appended,
    Duplicate,
    Listed,
    Stale,
    Step,
    Store,
    Token,
)

Check = Callable[[Store], Coroutine[Any, Any, None]]

STEP = Step("oak", 2, ("three", "four"), "ada", "first", '{"version":4}', "playing", ("ada", "ben"), 20.0)


def make(kind: str, folder: Path) -> Store:
    return MemoryStore() if kind == "memory" else SqliteStore(folder / "tables.db")


@pytest.fixture(params=["memory", "sqlite"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Check], None]:
    """Run a check against a new store, which has a table `oak` of two entries."""

    async def checked(check: Check) -> None:
        store = make(request.param, tmp_path)
        try:
            assert await store.create("oak", ["one", "two"], status="lobby", members=["ada"], now=10.0)
            await check(store)
        finally:
            await store.close()
            await store.close()  # which does no harm

    return lambda check: asyncio.run(checked(check))


def test_what_was_appended_is_loaded(run: Callable[[Check], None]) -> None:
    async def check(store: Store) -> None:
        assert await store.append(STEP) == Appended(4)
        assert await store.load("oak") == ["one", "two", "three", "four"]
        assert await store.load("oak", since=3) == ["four"]
        assert await store.load("oak", since=4) == []
        assert await store.load("elm") == []
        odd = 'Zo\u00e9 \U0001f333 "; DROP TABLE entry; --\\n'
        await store.append(dataclasses.replace(STEP, expected=4, lines=(odd,), command="odd"))
        assert await store.load("oak", since=4) == [odd]

    run(check)


def test_a_table_is_made_once(run: Callable[[Check], None]) -> None:
    async def check(store: Store) -> None:
        assert not await store.create("oak", ["other"], status="lobby", members=["zoe"], now=11.0)
        assert await store.load("oak") == ["one", "two"]
        assert await store.list_rooms("zoe") == []

    run(check)


def test_another_version_is_stale_and_changes_nothing(run: Callable[[Check], None]) -> None:
    async def check(store: Store) -> None:
        for expected in (0, 1, 3, 99):
            assert await store.append(dataclasses.replace(STEP, expected=expected)) == Stale(2)
        assert await store.load("oak") == ["one", "two"]
        assert await store.answered("oak", "ada", "first") is None
        assert await store.append(STEP) == Appended(4), "a refused command may come again"
        with pytest.raises(NoSuchRoom):
            await store.append(dataclasses.replace(STEP, room="elm"))
        assert await store.load("elm") == []

    run(check)


def test_the_same_command_is_done_once_and_answered_alike(run: Callable[[Check], None]) -> None:
    async def check(store: Store) -> None:
        await store.append(STEP)
        for again in (STEP, dataclasses.replace(STEP, expected=4, lines=("five",), answer="other")):
            assert await store.append(again) == Duplicate('{"version":4}')
        assert len(await store.load("oak")) == 4
        assert await store.answered("oak", "ada", "first") == '{"version":4}'
        other = dataclasses.replace(STEP, expected=4, session="ben", answer="ben's")
        assert await store.append(other) == Appended(6), "a name is used by each session for itself"
        assert await store.answered("oak", "zoe", "first") is None
        assert await store.create("elm", ["one", "two"], status="lobby", members=[], now=1.0)
        assert await store.append(dataclasses.replace(STEP, room="elm")) == Appended(4), "and at each table"

    run(check)


def test_of_forty_at_once_one_wins(run: Callable[[Check], None]) -> None:
    async def check(store: Store) -> None:
        steps = [dataclasses.replace(STEP, lines=(f"by {n}",), command=str(n)) for n in range(40)]
        outcomes = Counter(type(outcome) for outcome in await asyncio.gather(*map(store.append, steps)))
        assert outcomes == {Appended: 1, Stale: 39}
        same = [dataclasses.replace(STEP, expected=3, command="same") for _ in range(40)]
        outcomes = Counter(type(outcome) for outcome in await asyncio.gather(*map(store.append, same)))
        assert outcomes == {Appended: 1, Duplicate: 39}
        assert len(await store.load("oak")) == 5

    run(check)


def test_many_tables_grow_side_by_side(run: Callable[[Check], None]) -> None:
    async def check(store: Store) -> None:
        async def play(room: str) -> None:
            await store.create(room, ["0"], status="lobby", members=["ada"], now=1.0)
            for n in range(1, 20):
                step = dataclasses.replace(STEP, room=room, expected=n, lines=(str(n),), command=str(n))
                assert await store.append(step) == Appended(n + 1)

        rooms = [f"room {n}" for n in range(20)]
        await asyncio.gather(*map(play, rooms))
        for room in rooms:
            assert await store.load(room) == [str(n) for n in range(20)]

    run(check)


def test_tables_are_listed_for_their_members(run: Callable[[Check], None]) -> None:
    async def check(store: Store) -> None:
        await store.create("elm", ["one"], status="lobby", members=["ada", "zoe"], now=15.0)
        assert [listed.room for listed in await store.list_rooms("ada")] == ["elm", "oak"]
        assert await store.list_rooms("ben") == []
        assert await store.list_playing() == []
        await store.append(STEP)
        assert await store.list_rooms("ben") == [Listed("oak", "playing", 4, 20.0)]
        assert [listed.room for listed in await store.list_rooms("ada")] == ["oak", "elm"], "last changed first"
        assert await store.list_playing() == ["oak"]
        gone = dataclasses.replace(STEP, expected=4, command="gone", members=("ada",), status="over", now=21.0)
        await store.append(gone)
        assert await store.list_rooms("ben") == []
        assert await store.list_playing() == []

    run(check)


def test_sessions_expire_rotate_and_end(run: Callable[[Check], None]) -> None:
    async def check(store: Store) -> None:
        await store.new_session("h1", "ada", now=1.0, expires=100.0)
        assert [await store.session("h1", now) for now in (1.0, 99.9, 100.0)] == ["ada", "ada", None]
        assert await store.session("h2", 1.0) is None
        assert await store.rotate_session("h1", "h2", now=50.0, expires=200.0)
        assert await store.session("h1", 50.0) is None, "the old secret is worth nothing"
        assert await store.session("h2", 150.0) == "ada"
        assert not await store.rotate_session("h1", "h3", now=50.0, expires=200.0)
        assert not await store.rotate_session("h2", "h3", now=200.0, expires=300.0), "expired"
        await store.new_session("h4", "ada", now=1.0, expires=100.0)
        assert await store.session("h4", 1.0) == "ada", "a session may have several secrets"
        await store.end_session("h4")
        await store.end_session("h4")
        assert await store.session("h4", 1.0) is None

    run(check)


def test_links_stand_for_what_they_were_made_for(run: Callable[[Check], None]) -> None:
    async def check(store: Store) -> None:
        await store.create("elm", ["one"], status="lobby", members=[], now=1.0)
        links = {
            "t1": Token("invitation", "oak", None, "ada"),
            "t2": Token("seat", "oak", 0, "ada"),
            "t3": Token("seat", "oak", 1, "ben"),
            "t4": Token("seat", "elm", 1, "ben"),
        }
        for secret, link in links.items():
            await store.put_token(secret, link, 1.0)
        assert {secret: await store.token(secret) for secret in links} == links
        await store.drop_tokens("oak", "seat", 1)
        assert [secret for secret in links if await store.token(secret)] == ["t1", "t2", "t4"]
        await store.drop_tokens("oak", "seat")
        assert [secret for secret in links if await store.token(secret)] == ["t1", "t4"]
        await store.drop_tokens("oak", "invitation")
        assert [secret for secret in links if await store.token(secret)] == ["t4"]
        with pytest.raises(NoSuchRoom):
            await store.put_token("t5", Token("invitation", "fir"), 1.0)
        assert await store.token("t5") is None

    run(check)


def test_old_tables_are_cleared_away_with_all_that_belongs_to_them(run: Callable[[Check], None]) -> None:
    async def check(store: Store) -> None:
        await store.put_token("t1", Token("invitation", "oak"), 1.0)
        await store.append(STEP)
        await store.create("elm", ["one"], status="playing", members=["ada"], now=30.0)
        await store.new_session("old", "ada", now=1.0, expires=24.0)
        await store.new_session("new", "ada", now=1.0, expires=26.0)
        assert await store.prune(20.0) == 0
        assert await store.prune(25.0) == 1
        assert await store.load("oak") == []
        assert await store.token("t1") is None
        assert await store.answered("oak", "ada", "first") is None
        assert [listed.room for listed in await store.list_rooms("ada")] == ["elm"]
        assert await store.list_playing() == ["elm"]
        assert [await store.session(secret, 1.0) for secret in ("old", "new")] == [None, "ada"]
        with pytest.raises(NoSuchRoom):
            await store.append(dataclasses.replace(STEP, expected=4, command="late"))
        assert await store.create("oak", ["anew"], status="lobby", members=[], now=40.0)

    run(check)


def test_a_backup_overwrites_nothing_and_says_what_is_wrong(run: Callable[[Check], None], tmp_path: Path) -> None:
    async def check(store: Store) -> None:
        await store.backup(tmp_path / "copy")
        with pytest.raises(ArboretumError, match="is there already"):
            await store.backup(tmp_path / "copy")
        with pytest.raises(ArboretumError, match="cannot be written"):
            await store.backup(tmp_path / "nowhere" / "copy")

    run(check)
