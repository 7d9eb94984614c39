"""Writing a record while its game is played, so that a crash loses nothing that was told to anyone."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Self

from arboretum.errors import ArboretumError
from arboretum.events import Event
from arboretum.language import say
from arboretum.records.lines import compact, event_to_json, is_whole, read_lines
from arboretum.records.reading import decoded, read_bytes
from arboretum.setup import Setup

NAME_LENGTH: Final = 60
"""Characters that a file's name made from players' names may have."""


class RecordWriter:
    """
    Keeps a game in a file, an event a line: `Game.new(names, keep=RecordWriter(path))`.

    Each line is written whole, with its end, and handed to the disk (fsync) before any player is told of the
    event. What a crash leaves of a line has no closing brace, so it is never taken for an event. Between
    events the file is closed: nothing has to be tidied up, and it can be read and copied while the game runs.
    One program writes to it: a file that something else has changed since is refused.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """A writer for a new file, which is made when the game begins; folders on the way to it too."""
        self.path = Path(path)
        self._size = 0

    def __call__(self, setup: Setup) -> Callable[[Event], None]:
        """Begin the file with its header. Raises ArboretumError if it exists or cannot be made."""
        try:
            os.makedirs(self.path.parent, exist_ok=True)
        except OSError as error:
            raise ArboretumError(
                say(
                    "{parent} cannot be made a folder: {why}.",
                    parent=self.path.parent,
                    why=error.strerror,
                )
            ) from None
        try:
            self.path.open("xb").close()
        except FileExistsError:
            raise ArboretumError(
                say("{path} is there already: a record is never overwritten.", path=self.path)
            ) from None
        except OSError as error:
            raise ArboretumError(
                say("{path} cannot be made: {why}.", path=self.path, why=error.strerror)
            ) from None
        self._append(compact(setup.to_json()))
        return self.write

    @classmethod
    def resume(cls, path: str | os.PathLike[str]) -> Self:
        """
        A writer that goes on with a file of JSON lines; its `write` is what `Game(..., keep=...)` takes.

        A last line that was cut off is removed from the file. Raises RecordError for what is no record.
        """
        data = read_bytes(path)
        read_lines(decoded(data), str(path))
        writer = cls(path)
        before, _, last = data.rpartition(b"\n")
        if is_whole(decoded(last)):
            writer._size = len(data)
            writer._append("")
        else:
            writer._size = len(before) + 1
            os.truncate(path, writer._size)
        return writer

    def write(self, event: Event) -> None:
        """Keep one more event. Raises ArboretumError if it cannot be; then the file is as it was."""
        self._append(compact(event_to_json(event)))

    def _append(self, line: str) -> None:
        try:
            file = os.open(self.path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0))
            try:
                self._append_to(file, line.encode() + b"\n")
            finally:
                os.close(file)
        except OSError as error:
            raise ArboretumError(
                say(
                    "{path} cannot be written: {why}. The game stands still.",
                    path=self.path,
                    why=error.strerror,
                )
            ) from None

    def _append_to(self, file: int, data: bytes) -> None:
        """Write a line to the open file, all of it or nothing."""
        if os.fstat(file).st_size != self._size:
            raise ArboretumError(
                say("Something else has written to {path}: the game is not kept there twice.", path=self.path)
            )
        try:
            left = data
            while left:
                left = left[os.write(file, left) :]
            os.fsync(file)
        except OSError:
            os.ftruncate(file, self._size)
            raise
        self._size += len(data)


def file_name(players: Sequence[str]) -> str:
    """
    A name for the file of a game, good on every system, without its ending.

    >>> file_name(["Ada", "Zoë: the 2nd?"])
    'ada-zoe-the-2nd'
    """
    plain = unicodedata.normalize("NFKD", " ".join(players)).encode("ascii", "ignore").decode().lower()
    words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
    name = "-".join(words)[:NAME_LENGTH].strip("-") or "game"
    return f"game-{name}" if name in RESERVED else name


RESERVED: Final = frozenset({"con", "prn", "aux", "nul"})
"""Names that Windows keeps for devices; those with a number need no look, since a game has two players."""
