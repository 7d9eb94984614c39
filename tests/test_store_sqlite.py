"""The store in a SQLite file: synced, grouped, private, and careful with files that are not its own."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import sqlite3
import stat
import string
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from arboretum.errors import ArboretumError
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.refusals import StoreFailed
from arboretum.rooms.sqlite import SqliteStore
from arboretum.rooms.store import (
    Appended,
    Step,
    Token,
    hash_of,
    new_token,
)

STEP = Step("oak", 2, ("three", "four"), "ada", "first", '{"version":4}', "playing", ("ada", "ben"), 20.0)


def on_disk(path: Path, work: Callable[[SqliteStore], Awaitable[Any]]) -> Any:  # noqa: ANN401
    """Open a file, do something, close it."""

    async def done() -> Any:  # noqa: ANN401
        store = SqliteStore(path)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(done())


async def oak(store: SqliteStore) -> None:
    await store.create("oak", ["one", "two"], status="lobby", members=["ada"], now=10.0)
    await store.append(STEP)


def test_a_file_is_opened_again_and_a_backup_is_one_too(tmp_path: Path) -> None:
    async def backed_up(store: SqliteStore) -> None:
        await oak(store)
        await store.backup(tmp_path / "copy.db")
        await store.append(dataclasses.replace(STEP, expected=4, command="later"))

    on_disk(tmp_path / "a.db", backed_up)
    assert on_disk(tmp_path / "a.db", lambda store: store.load("oak", 3)) == ["four", "three", "four"]
    assert on_disk(tmp_path / "copy.db", lambda store: store.load("oak", 3)) == ["four"]
    assert on_disk(tmp_path / "copy.db", lambda store: store.answered("oak", "ada", "first")) == STEP.answer
    for name in ("a.db", "copy.db"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600, "hands are in it"
        with sqlite3.connect(tmp_path / name) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.close()


def test_commits_are_synced(tmp_path: Path) -> None:
    async def settings(store: SqliteStore) -> list[int | str]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return await store._write(lambda db: [db.execute(f"PRAGMA {name}").fetchone()[0] for name in names])

    assert on_disk(tmp_path / "a.db", settings) == ["wal", 2, 1, 5000]


def test_what_waits_goes_into_one_transaction(tmp_path: Path) -> None:
    seen: list[str] = []

    async def many(store: SqliteStore) -> None:
        await oak(store)
        await store._write(lambda db: db.set_trace_callback(seen.append))
        await asyncio.gather(*(store.new_session(f"h{n}", "ada", now=1.0, expires=9.0) for n in range(100)))
        bad = store._write(lambda db: db.execute("INSERT INTO entry VALUES('oak',1,1.0,'twice')"))
        good = store.new_session("good", "ada", now=1.0, expires=9.0)
        outcomes = await asyncio.gather(bad, good, return_exceptions=True)
        assert isinstance(outcomes[0], StoreFailed)
        assert outcomes[1] is None
        assert await store.session("good", 1.0) == "ada", "one that fails does not take others with it"

    on_disk(tmp_path / "a.db", many)
    assert sum("INSERT OR REPLACE INTO session" in statement for statement in seen) == 101
    assert sum(statement == "COMMIT" for statement in seen) < 40


def test_a_full_disk_is_told_and_what_was_there_stays(tmp_path: Path) -> None:
    async def full(store: SqliteStore) -> None:
        await oak(store)
        await store._write(lambda db: db.execute("PRAGMA max_page_count=1").fetchone())
        big = dataclasses.replace(STEP, expected=4, lines=("x" * 100_000,), command="big")
        with pytest.raises(StoreFailed, match="full"):
            await store.append(big)
        await store._write(lambda db: db.execute("PRAGMA max_page_count=1000000").fetchone())
        assert await store.append(big) == Appended(5)

    on_disk(tmp_path / "a.db", full)
    assert len(on_disk(tmp_path / "a.db", lambda store: store.load("oak"))) == 5


def test_who_does_not_wait_for_the_answer_breaks_nothing(tmp_path: Path) -> None:
    async def impatient(store: SqliteStore) -> list[str]:
        await oak(store)
        for n in range(50):
            task = asyncio.ensure_future(store.new_session(f"h{n}", "ada", now=1.0, expires=9.0))
            await asyncio.sleep(0)
            task.cancel()
        await store.new_session("last", "ada", now=1.0, expires=9.0)
        return await store.load("oak")

    assert len(on_disk(tmp_path / "a.db", impatient)) == 4


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    async def closed() -> None:
        store = SqliteStore(tmp_path / "a.db")
        await store.close()
        with pytest.raises(StoreFailed, match="closed"):
            await store.end_session("h")

    asyncio.run(closed())


def test_files_that_are_not_ours_are_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is a letter to a friend, and long enough to be something else.\n" * 50)
    (tmp_path / "folder").mkdir()
    other = sqlite3.connect(tmp_path / "other.db")
    other.execute("CREATE TABLE letter(text)")
    other.commit()
    other.close()
    on_disk(tmp_path / "newer.db", oak)
    newer = sqlite3.connect(tmp_path / "newer.db")
    newer.execute("PRAGMA user_version=2")
    newer.close()
    for name, why in [
        ("text", "not a database"),
        ("folder", "cannot be used"),
        ("nowhere/a.db", "cannot be used"),
        ("other.db", "other program's"),
        ("newer.db", "newer arboretum"),
    ]:
        before = (tmp_path / name).read_bytes() if (tmp_path / name).is_file() else b""
        with pytest.raises(ArboretumError, match=why):
            SqliteStore(tmp_path / name)
        assert before == ((tmp_path / name).read_bytes() if (tmp_path / name).is_file() else b"")


def test_a_file_that_is_only_looked_at_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(ArboretumError, match="There is no file"):
        SqliteStore(tmp_path / "a.db", create=False)
    assert list(tmp_path.iterdir()) == []


def test_secrets_are_long_random_and_kept_by_hash_alone(tmp_path: Path) -> None:
    secrets = [new_token() for _ in range(50)]
    letters = set(string.ascii_letters + string.digits + "-_")
    assert all(len(secret) == 43 and set(secret) <= letters for secret in secrets)
    assert len(set(secrets)) == 50
    assert len(hash_of(secrets[0])) == 64

    async def keep(store: SqliteStore) -> None:
        await oak(store)
        await store.new_session(hash_of(secrets[0]), "ada", now=1.0, expires=9.0)
        await store.put_token(hash_of(secrets[1]), Token("seat", "oak", 1, "ben"), 1.0)
        assert await store.session(secrets[0], 1.0) is None, "the hash of a secret is asked for, not the secret"

    on_disk(tmp_path / "a.db", keep)
    kept = b"".join((tmp_path / name).read_bytes() for name in os.listdir(tmp_path))
    assert not any(secret.encode() in kept for secret in secrets)
    assert hash_of(secrets[1]).encode() in kept


def test_the_memory_s_backup_can_be_looked_at(tmp_path: Path) -> None:
    async def check() -> None:
        store = MemoryStore()
        await store.create("oak", ["one"], status="lobby", members=[], now=1.0)
        await store.backup(tmp_path / "copy.json")

    asyncio.run(check())
    assert json.loads((tmp_path / "copy.json").read_text()) == {"oak": ["one"]}
