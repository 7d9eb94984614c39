"""A store that forgets everything when the process ends: for tests, and for a table that nobody wants to keep."""

from __future__ import annotations

import dataclasses
import json
import os
from collections.abc import Sequence
from pathlib import Path

from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.rooms.refusals import NoSuchRoom
from arboretum.rooms.settings import Status
from arboretum.rooms.store import Appended, Duplicate, Listed, Outcome, Stale, Step, Token


@dataclasses.dataclass
class _Kept:
    """One table."""

    lines: list[str]
    status: Status
    members: set[str]
    changed: float
    answers: dict[tuple[str, str], str] = dataclasses.field(default_factory=dict)


class MemoryStore:
    """Keeps everything in memory."""

    def __init__(self) -> None:
        self._rooms: dict[str, _Kept] = {}
        self._sessions: dict[str, tuple[str, float]] = {}
        self._tokens: dict[str, Token] = {}

    async def create(
        self, room: str, lines: Sequence[str], *, status: Status, members: Sequence[str], now: float
    ) -> bool:
        if room in self._rooms:
            return False
        self._rooms[room] = _Kept(list(lines), status, set(members), now)
        return True

    async def append(self, step: Step) -> Outcome:
        kept = self._rooms.get(step.room)
        if kept is None:
            raise NoSuchRoom(step.room)
        if (step.session, step.command) in kept.answers:
            return Duplicate(kept.answers[step.session, step.command])
        if len(kept.lines) != step.expected:
            return Stale(len(kept.lines))
        kept.lines.extend(step.lines)
        kept.answers[step.session, step.command] = step.answer
        kept.status, kept.changed = step.status, step.now
        kept.members = set(step.members)
        return Appended(len(kept.lines))

    async def answered(self, room: str, session: str, command: str) -> str | None:
        kept = self._rooms.get(room)
        return None if kept is None else kept.answers.get((session, command))

    async def load(self, room: str, since: int = 0) -> list[str]:
        kept = self._rooms.get(room)
        return [] if kept is None else kept.lines[since:]

    async def list_rooms(self, session: str) -> list[Listed]:
        found = [
            Listed(room, kept.status, len(kept.lines), kept.changed)
            for room, kept in self._rooms.items()
            if session in kept.members
        ]
        return sorted(found, key=lambda listed: (-listed.changed, listed.room))

    async def list_playing(self) -> list[str]:
        return sorted(room for room, kept in self._rooms.items() if kept.status == "playing")

    async def new_session(self, token_hash: str, session: str, *, now: float, expires: float) -> None:
        self._sessions[token_hash] = (session, expires)

    async def session(self, token_hash: str, now: float) -> str | None:
        session, expires = self._sessions.get(token_hash, ("", 0.0))
        return session if now < expires else None

    async def rotate_session(self, old_hash: str, new_hash: str, *, now: float, expires: float) -> bool:
        session = await self.session(old_hash, now)
        if session is None:
            return False
        del self._sessions[old_hash]
        self._sessions[new_hash] = (session, expires)
        return True

    async def end_session(self, token_hash: str) -> None:
        self._sessions.pop(token_hash, None)

    async def put_token(self, token_hash: str, token: Token, now: float) -> None:
        if token.room not in self._rooms:
            raise NoSuchRoom(token.room)
        self._tokens[token_hash] = token

    async def token(self, token_hash: str) -> Token | None:
        return self._tokens.get(token_hash)

    async def drop_tokens(self, room: str, kind: str, seat: int | None = None) -> None:
        def dropped(token: Token) -> bool:
            return (token.room, token.kind) == (room, kind) and seat in (None, token.seat)

        self._tokens = {key: token for key, token in self._tokens.items() if not dropped(token)}

    async def prune(self, before: float) -> int:
        old = [room for room, kept in self._rooms.items() if kept.changed < before]
        for room in old:
            del self._rooms[room]
        self._tokens = {key: token for key, token in self._tokens.items() if token.room in self._rooms}
        self._sessions = {key: kept for key, kept in self._sessions.items() if kept[1] >= before}
        return len(old)

    async def backup(self, path: str | os.PathLike[str]) -> None:
        """The tables' entries as one JSON object, for looking at."""
        try:
            with Path(path).open("x", encoding="utf-8") as file:
                json.dump({room: kept.lines for room, kept in self._rooms.items()}, file)
        except FileExistsError:
            raise ArboretumError(say("{path} is there already: a backup overwrites nothing.", path=path)) from None
        except OSError as error:
            raise ArboretumError(say("{path} cannot be written: {why}.", path=path, why=error.strerror)) from None

    async def close(self) -> None:
        """Nothing is to be finished."""
