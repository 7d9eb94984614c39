"""A store in one SQLite file: `synchronous=FULL`, so that what was answered survives a power cut."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.rooms.refusals import NoSuchRoom, StoreFailed
from arboretum.rooms.settings import Status
from arboretum.rooms.sqlite_file import connected, opened, why_not
from arboretum.rooms.store import Appended, Duplicate, Listed, Outcome, Stale, Step, Token
from arboretum.rooms.writer import Writer

T = TypeVar("T")


class SqliteStore:
    """Keeps everything in one file, and beside it, while it is open, in its `-wal` and `-shm`."""

    def __init__(self, path: str | os.PathLike[str], *, create: bool = True) -> None:
        """
        Open a file; if there is none and `create` is meant, make one that only its owner can read.

        Raises ArboretumError, with a sentence, if it cannot be.
        """
        self._path = Path(path)
        if not create and not self._path.exists():
            raise ArboretumError(
                say("There is no file {path}: name the one that the tables are kept in.", path=path)
            )
        try:
            self._writer = Writer(opened(self._path))
            self._reading = connected(self._path)
            self._glancing = connected(self._path, patience=0)
        except (OSError, sqlite3.Error) as error:
            raise ArboretumError(why_not(self._path, error)) from None
        self._reader = ThreadPoolExecutor(1, "arboretum-reader")

    async def create(
        self, room: str, lines: Sequence[str], *, status: Status, members: Sequence[str], now: float
    ) -> bool:
        def write(db: sqlite3.Connection) -> bool:
            made = db.execute("INSERT OR IGNORE INTO room VALUES(?,?,?,?,?)", (room, status, len(lines), now, now))
            if made.rowcount == 0:
                return False
            _insert_entries(db, room, 0, lines, now)
            _set_members(db, room, members)
            return True

        return await self._write(write)

    async def append(self, step: Step) -> Outcome:
        return await self._write(lambda db: _append(db, step))

    async def answered(self, room: str, session: str, command: str) -> str | None:
        return await self._read(lambda db: _answer(db, room, session, command))

    async def load(self, room: str, since: int = 0) -> list[str]:
        query = "SELECT line FROM entry WHERE room=? AND version>? ORDER BY version"
        return await self._read(lambda db: [line for (line,) in db.execute(query, (room, since))])

    async def list_rooms(self, session: str) -> list[Listed]:
        query = (
            "SELECT id, status, version, changed FROM member JOIN room ON room.id=member.room"
            " WHERE session=? ORDER BY changed DESC, id"
        )
        return await self._read(lambda db: [Listed(*row) for row in db.execute(query, (session,))])

    async def list_playing(self) -> list[str]:
        query = "SELECT id FROM room WHERE status='playing' ORDER BY id"
        return await self._read(lambda db: [room for (room,) in db.execute(query)])

    async def new_session(self, token_hash: str, session: str, *, now: float, expires: float) -> None:
        row = (token_hash, session, now, expires)
        await self._write(lambda db: _done(db, "INSERT OR REPLACE INTO session VALUES(?,?,?,?)", *row))

    async def session(self, token_hash: str, now: float) -> str | None:
        return await self._glance(lambda db: _session(db, token_hash, now))

    async def rotate_session(self, old_hash: str, new_hash: str, *, now: float, expires: float) -> bool:
        def write(db: sqlite3.Connection) -> bool:
            session = _session(db, old_hash, now)
            if session is None:
                return False
            db.execute("DELETE FROM session WHERE token_hash=?", (old_hash,))
            db.execute("INSERT INTO session VALUES(?,?,?,?)", (new_hash, session, now, expires))
            return True

        return await self._write(write)

    async def end_session(self, token_hash: str) -> None:
        await self._write(lambda db: _done(db, "DELETE FROM session WHERE token_hash=?", token_hash))

    async def put_token(self, token_hash: str, token: Token, now: float) -> None:
        row = (token_hash, token.kind, token.room, token.seat, token.session, now)

        def write(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM room WHERE id=?", (token.room,)).fetchone() is None:
                raise NoSuchRoom(token.room)
            db.execute("INSERT OR REPLACE INTO token VALUES(?,?,?,?,?,?)", row)

        await self._write(write)

    async def token(self, token_hash: str) -> Token | None:
        query = "SELECT kind, room, seat, session FROM token WHERE token_hash=?"
        row = await self._glance(lambda db: db.execute(query, (token_hash,)).fetchone())
        return None if row is None else Token(*row)

    async def drop_tokens(self, room: str, kind: str, seat: int | None = None) -> None:
        query = "DELETE FROM token WHERE room=? AND kind=? AND (? IS NULL OR seat=?)"
        await self._write(lambda db: _done(db, query, room, kind, seat, seat))

    async def prune(self, before: float) -> int:
        def write(db: sqlite3.Connection) -> int:
            db.execute("DELETE FROM session WHERE expires<?", (before,))
            return db.execute("DELETE FROM room WHERE changed<?", (before,)).rowcount

        return await self._write(write)

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """Another file of the same kind; tables may be played at meanwhile."""
        await self._read(lambda db: _backup(db, Path(path)))

    async def close(self) -> None:
        await asyncio.to_thread(self._writer.close)
        self._reader.shutdown()
        self._reading.close()
        self._glancing.close()

    async def _write(self, write: Callable[[sqlite3.Connection], T]) -> T:
        return await asyncio.wrap_future(self._writer.submit(write))

    async def _glance(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """Read one row by its key here and now: asking the other thread costs a hundred times as much."""
        try:
            return read(self._glancing)
        except sqlite3.Error:
            return await self._read(read)

    async def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, read, self._reading)
        except sqlite3.Error as error:
            raise StoreFailed(str(error)) from error


def _append(db: sqlite3.Connection, step: Step) -> Outcome:
    before = _answer(db, step.room, step.session, step.command)
    if before is not None:
        return Duplicate(before)
    version = step.expected + len(step.lines)
    grown = db.execute(
        "UPDATE room SET version=?, status=?, changed=? WHERE id=? AND version=?",
        (version, step.status, step.now, step.room, step.expected),
    )
    if grown.rowcount == 0:
        row = db.execute("SELECT version FROM room WHERE id=?", (step.room,)).fetchone()
        if row is None:
            raise NoSuchRoom(step.room)
        return Stale(row[0])
    _insert_entries(db, step.room, step.expected, step.lines, step.now)
    db.execute("INSERT INTO command VALUES(?,?,?,?)", (step.room, step.session, step.command, step.answer))
    _set_members(db, step.room, step.members)
    return Appended(version)


def _insert_entries(db: sqlite3.Connection, room: str, after: int, lines: Sequence[str], now: float) -> None:
    rows = [(room, number, now, line) for number, line in enumerate(lines, after + 1)]
    db.executemany("INSERT INTO entry VALUES(?,?,?,?)", rows)


def _set_members(db: sqlite3.Connection, room: str, members: Sequence[str]) -> None:
    known = {session for (session,) in db.execute("SELECT session FROM member WHERE room=?", (room,))}
    if known != set(members):
        db.execute("DELETE FROM member WHERE room=?", (room,))
        db.executemany("INSERT INTO member VALUES(?,?)", [(room, session) for session in set(members)])


def _answer(db: sqlite3.Connection, room: str, session: str, command: str) -> str | None:
    query = "SELECT answer FROM command WHERE room=? AND session=? AND id=?"
    row = db.execute(query, (room, session, command)).fetchone()
    return None if row is None else str(row[0])


def _session(db: sqlite3.Connection, token_hash: str, now: float) -> str | None:
    row = db.execute("SELECT id FROM session WHERE token_hash=? AND expires>?", (token_hash, now)).fetchone()
    return None if row is None else str(row[0])


def _done(db: sqlite3.Connection, statement: str, *values: str | float | None) -> None:
    db.execute(statement, values)


def _backup(db: sqlite3.Connection, path: Path) -> None:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        raise ArboretumError(say("{path} is there already: a backup overwrites nothing.", path=path)) from None
    except OSError as error:
        raise ArboretumError(say("{path} cannot be written: {why}.", path=path, why=error.strerror)) from None
    try:
        db.execute("VACUUM INTO ?", (str(path),))
    except BaseException:
        path.unlink()
        raise
