"""What a file of tables holds, read beside the server and held against what its clients were told."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from players import Json

Deed = tuple[Any, ...]
"""What was done in a game, without what only the server knew when it was asked."""


def deeds(command: Json) -> list[Deed]:
    """What a command does."""
    seat = command["seat"]
    if command["kind"] == "turn":
        card, _, cell = command["place"].partition("@")
        return [("placed", seat, card, cell), ("discarded", seat, command["discard"][1:])]
    action = command["action"]
    if action.startswith("+"):
        return [("drew", seat, "pile" if action == "+" else "ABCD".index(action[2:]))]
    return [("discarded", seat, action[1:])]


def deed(entry: Json) -> Deed | None:
    """What an entry of a log says was done; None for what nobody does, such as the end."""
    match entry["event"]:
        case "drew":
            return "drew", entry["seat"], entry["from"]
        case "placed":
            return "placed", entry["seat"], entry["card"], entry["cell"]
        case "discarded":
            return "discarded", entry["seat"], entry["card"]
    return None


@contextlib.contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """The file, for reading; what a killed server left beside it is taken in."""
    db = sqlite3.connect(file, timeout=10)
    try:
        yield db
    finally:
        db.close()


def is_whole(db: sqlite3.Connection) -> list[str]:
    """What is wrong with the file as such, in sentences."""
    wrongs = []
    (integrity,) = db.execute("PRAGMA integrity_check").fetchone()
    if integrity != "ok":
        wrongs.append(f"SQLite says of the file: {integrity}.")
    gaps = db.execute(
        "SELECT room.id, room.version, count(entry.version), max(entry.version) FROM room JOIN entry"
        " ON entry.room=room.id GROUP BY room.id HAVING room.version<>count(entry.version)"
        " OR room.version<>max(entry.version)"
    )
    wrongs += [f"{room} has version {v}, and {n} entries up to {last}." for room, v, n, last in gaps]
    return wrongs


def compared(
    db: sqlite3.Connection, room: str, since: int, done: Sequence[Json], open_: Json | None
) -> str | None:
    """
    What is wrong with a table, in a sentence: its log since a version must be what was acknowledged.

    done: the commands that were answered, in order. open_: one that was sent after them and not answered: it may
    have been done, whole, or not at all.
    """
    query = "SELECT line FROM entry WHERE room=? AND version>? ORDER BY version"
    kept = [deed(json.loads(line)) for (line,) in db.execute(query, (room, since))]
    found = [each for each in kept if each is not None]
    asked = [each for command in done for each in deeds(command)]
    allowed = [asked, asked + deeds(open_)] if open_ is not None else [asked]
    if found in allowed:
        return None
    lost = [each for each in asked if each not in found]
    return (
        f"{room}: {len(asked)} actions were acknowledged since version {since}, and the file has {len(found)};"
        f" lost: {lost or 'none'}; the file ends with {found[-3:]}, acknowledged was {asked[-3:]}."
    )
