"""A SQLite file that keeps tables: made if there is none, and seen to be ours before anything is changed in it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

from arboretum.errors import ArboretumError
from arboretum.language import say

VERSION: Final = 1
APPLICATION: Final = 0x41524254
"""Marks a file as ours (`ARBT`)."""

TABLES: Final = """
CREATE TABLE room(
    id TEXT PRIMARY KEY, status TEXT NOT NULL, version INTEGER NOT NULL,
    created REAL NOT NULL, changed REAL NOT NULL
);
CREATE INDEX room_status ON room(status);
CREATE TABLE entry(
    room TEXT NOT NULL REFERENCES room(id) ON DELETE CASCADE, version INTEGER NOT NULL, at REAL NOT NULL,
    line TEXT NOT NULL, PRIMARY KEY(room, version)
) WITHOUT ROWID;
CREATE TABLE command(
    room TEXT NOT NULL REFERENCES room(id) ON DELETE CASCADE, session TEXT NOT NULL, id TEXT NOT NULL,
    answer TEXT NOT NULL, PRIMARY KEY(room, session, id)
) WITHOUT ROWID;
CREATE TABLE member(
    room TEXT NOT NULL REFERENCES room(id) ON DELETE CASCADE, session TEXT NOT NULL, PRIMARY KEY(room, session)
) WITHOUT ROWID;
CREATE INDEX member_session ON member(session);
CREATE TABLE session(token_hash TEXT PRIMARY KEY, id TEXT NOT NULL, created REAL NOT NULL, expires REAL NOT NULL)
WITHOUT ROWID;
CREATE TABLE token(
    token_hash TEXT PRIMARY KEY, kind TEXT NOT NULL, room TEXT NOT NULL REFERENCES room(id) ON DELETE CASCADE,
    seat INTEGER, session TEXT NOT NULL, created REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX token_room ON token(room);
"""
"""The primary keys are the optimistic concurrency (an entry's number) and the idempotency (a command's name)."""


def why_not(path: Path, error: OSError | sqlite3.Error) -> str:
    """Why no tables can be kept in a file, and what to do."""
    places = [place for place in (path, path.parent) if place.exists()]
    if path.parent in places and not all(os.access(place, os.W_OK) for place in places):
        return say(
            "{path} cannot be written, so no tables can be kept in it: make the file and its folder writable, or"
            " name another file with --db FILE.",
            path=path,
        )
    why = error.strerror if isinstance(error, OSError) else str(error)
    return say("{path} cannot be used to keep tables: {why}.", path=path, why=why)


def connected(path: Path, *, patience: int = 5000) -> sqlite3.Connection:
    """
    A connection to a file. Raises sqlite3.Error, ArboretumError.

    patience: milliseconds to wait for whoever has locked it.
    """
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA busy_timeout=5000")
        _check_ours(db, path)  # before anything in the file is changed
        for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            db.execute(f"PRAGMA {setting}")
        db.execute(f"PRAGMA busy_timeout={patience}")
    except BaseException:
        db.close()
        raise
    return db


def _check_ours(db: sqlite3.Connection, path: Path) -> bool:
    """Whether the tables are there. Raises ArboretumError for a file of another program or a later version."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables and application != APPLICATION:
        raise ArboretumError(say("{path} is some other program's database: name another file.", path=path))
    if version > VERSION:
        raise ArboretumError(say("{path} was written by a newer arboretum: update this one.", path=path))
    return bool(tables)


def opened(path: Path) -> sqlite3.Connection:
    """A connection to a file of ours, made if there is none. Raises OSError, sqlite3.Error, ArboretumError."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    db = connected(path)
    try:
        db.execute("BEGIN IMMEDIATE")
        if not _check_ours(db, path):
            for statement in TABLES.split(";\n"):
                db.execute(statement)
            db.execute(f"PRAGMA application_id={APPLICATION}")
            db.execute(f"PRAGMA user_version={VERSION}")
        db.execute("COMMIT")
    except BaseException:
        db.close()
        raise
    return db
