"""What a store of tables must do. Whoever writes another one holds it to the tests of these."""

from __future__ import annotations

import dataclasses
import hashlib
import os
import secrets
from collections.abc import Sequence
from typing import Literal, Protocol, TypeAlias

from arboretum.rooms.settings import Status


def new_token() -> str:
    """A secret that is shown once and kept by its hash alone: 256 bits from the system, 43 letters."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What the store keeps of a secret: its SHA-256, in hexadecimal."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """Entries that follow from one command, to be kept all or none."""

    room: str
    expected: int
    """The version of the table before them."""
    lines: Sequence[str]
    """The entries, a line each."""
    session: str
    """Whose command it was."""
    command: str
    """The command's own name, one for each command of a session at a table."""
    answer: str
    """What is answered, now and whenever the same command comes again."""
    status: Status
    """The table's status after them."""
    members: Sequence[str]
    """All sessions that hold a seat or are the host, after them."""
    now: float


@dataclasses.dataclass(frozen=True, slots=True)
class Appended:
    """The entries are kept, for good."""

    version: int
    """The number of the last one."""


@dataclasses.dataclass(frozen=True, slots=True)
class Stale:
    """Nothing was kept: the table has another version."""

    version: int


@dataclasses.dataclass(frozen=True, slots=True)
class Duplicate:
    """Nothing was kept: this command was done before."""

    answer: str
    """What was answered then."""


Outcome: TypeAlias = Appended | Stale | Duplicate


@dataclasses.dataclass(frozen=True, slots=True)
class Token:
    """What a secret link stands for."""

    kind: Literal["invitation", "seat"]
    room: str
    seat: int | None = None
    """For a personal link, the seat."""
    session: str = ""
    """The session it was made for: the person's on that seat, or the host's."""


@dataclasses.dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list."""

    room: str
    status: Status
    version: int
    changed: float
    """When the last entry was kept, in seconds since 1970."""


class Store(Protocol):
    """
    Keeps tables, sessions and links. What a call has returned survives a crash of the machine.

    Secrets are never given to it: only their hashes. Every method may be called from one event loop.
    """

    async def create(
        self, room: str, lines: Sequence[str], *, status: Status, members: Sequence[str], now: float
    ) -> bool:
        """Keep a new table with its first entries. False, and nothing is done, if there is one of that name."""
        ...

    async def append(self, step: Step) -> Outcome:
        """Keep the entries of a command. Raises NoSuchRoom."""
        ...

    async def answered(self, room: str, session: str, command: str) -> str | None:
        """What a command was answered, if it was done."""
        ...

    async def load(self, room: str, since: int = 0) -> list[str]:
        """The entries of a table after a version; none if there is no such table."""
        ...

    async def list_rooms(self, session: str) -> list[Listed]:
        """The tables of which a session is a member, the last changed first."""
        ...

    async def list_playing(self) -> list[str]:
        """All tables whose game goes on."""
        ...

    async def new_session(self, token_hash: str, session: str, *, now: float, expires: float) -> None:
        """Let a secret stand for a session, until a time."""
        ...

    async def session(self, token_hash: str, now: float) -> str | None:
        """The session that a secret stands for, unless it expired or was ended."""
        ...

    async def rotate_session(self, old_hash: str, new_hash: str, *, now: float, expires: float) -> bool:
        """Let another secret stand for the session of this one, which is worth nothing then. False if unknown."""
        ...

    async def end_session(self, token_hash: str) -> None:
        """Make a session's secret worthless."""
        ...

    async def put_token(self, token_hash: str, token: Token, now: float) -> None:
        """Let a secret stand for an invitation or a seat. Raises NoSuchRoom."""
        ...

    async def token(self, token_hash: str) -> Token | None:
        """What a secret stands for."""
        ...

    async def drop_tokens(self, room: str, kind: str, seat: int | None = None) -> None:
        """Make the links of this kind to a table, or to one seat of it, worthless."""
        ...

    async def prune(self, before: float) -> int:
        """Forget the tables that did not change since a time, and expired sessions; how many tables."""
        ...

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """Write everything as it is now to a new file. Raises ArboretumError if there is one, or it cannot be."""
        ...

    async def close(self) -> None:
        """Finish what was begun. Nothing may be asked afterwards; closing twice does no harm."""
        ...
