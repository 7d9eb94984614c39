"""Where games are kept that nobody gave a place: a folder of records with safe names."""

from __future__ import annotations

import dataclasses
import datetime
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.record import Record, file_name

FOLDER: Final = "games"
"""The folder, in the current one, unless the environment variable names another."""

VARIABLE: Final = "ARBORETUM_GAMES"
"""The environment variable that names another folder."""

_TAIL: Final = 8192
"""Bytes at the end of a file in which the last line of a finished game begins."""


@dataclasses.dataclass(frozen=True, slots=True)
class Shelf:
    """A folder of records."""

    folder: Path

    @classmethod
    def standard(cls) -> Shelf:
        """`games` in the current folder, or what `ARBORETUM_GAMES` names."""
        return cls(Path(os.environ.get(VARIABLE) or FOLDER))

    def new_path(self, players: Sequence[str], day: datetime.date) -> Path:
        """A file for a new game: `2026-11-29-ada-greedy-bot-1.jsonl`, with the first number that is free."""
        stem, number = f"{day.isoformat()}-{file_name(players)}", 1
        while (path := self.folder / f"{stem}-{number}.jsonl").exists():
            number += 1
        return path

    def newest_unfinished(self) -> Path | None:
        """The record of an unfinished game that was written to last; None if there is none."""
        return next((path for path in self._newest_first() if _can_go_on(path)), None)

    def _newest_first(self) -> Iterator[Path]:
        found = []
        for path in self.folder.glob("*.jsonl"):
            try:
                found.append((path.stat().st_mtime_ns, path))
            except OSError:
                continue  # it went away, or is not ours to look at
        return (path for _, path in sorted(found, reverse=True))


def _can_go_on(path: Path) -> bool:
    """The file is the sound truth of a game that is not over."""
    try:
        with path.open("rb") as file:
            file.seek(max(os.fstat(file.fileno()).st_size - _TAIL, 0))
            if b'{"event":"ended"' in file.read():
                return False
        record = Record.load(path)
        record.verify()
    except (OSError, ArboretumError):
        return False  # no record: `--resume FILE` says why
    return record.is_truth and not record.is_complete


def in_words(path: Path, record: Record) -> str:
    """An unfinished game in words: its players, how far it is, where it is kept."""
    players = ", ".join(record.setup.players)
    return say("{players}, turn {turn}, in {path}", players=players, turn=record.table.turn, path=path)
