"""A thread that follows a table's stream, and takes it up again where it broke off."""

from __future__ import annotations

import dataclasses
import threading
import time
from typing import Final, TypeAlias

from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.remote.inbox import Inbox
from arboretum.remote.server import BUSY, Denied, Json, NoAnswer, Server

PATIENCE: Final = 120.0
"""Seconds for which a server that went away is waited for."""

FIRST: Final = 0.25
"""Seconds before the first try to take a stream up again; each later pause is twice the one before."""

LONGEST: Final = 5.0
"""Seconds that a pause has at most."""


@dataclasses.dataclass(frozen=True, slots=True)
class Frame:
    """A line of the stream."""

    told: Json


@dataclasses.dataclass(frozen=True, slots=True)
class Lost:
    """The stream broke off; it is tried again."""


@dataclasses.dataclass(frozen=True, slots=True)
class Found:
    """The stream goes on."""


@dataclasses.dataclass(frozen=True, slots=True)
class Over:
    """Nothing more will come."""

    error: ArboretumError


Heard: TypeAlias = Frame | Lost | Found | Over


class Follower:
    """Follows one table from its first version on, and puts all that it hears into an inbox."""

    def __init__(self, server: Server, table: str, inbox: Inbox[Heard], patience: float = PATIENCE) -> None:
        """table: its public name. patience: seconds."""
        self._server = server
        self._path = f"/t/{table}/stream.ndjson"
        self._inbox = inbox
        self._patience = patience
        self._version = 0
        self._lost: float | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"follow {table}", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Put nothing any more. The thread ends with the next line that it hears, or with the program."""
        self._stopped.set()

    def _run(self) -> None:
        pause = FIRST
        while not self._stopped.is_set():
            try:
                self._listen()
                raise NoAnswer(say("The server at {address} ended the connection.", address=self._server.base))
            except (NoAnswer, Denied) as error:
                if isinstance(error, Denied) and error.status not in BUSY:
                    self._put(Over(error))
                    return
                if self._lost is None:
                    self._lost, pause = time.monotonic(), FIRST
                    self._put(Lost())
                if time.monotonic() - self._lost > self._patience:
                    self._put(Over(error))
                    return
                self._stopped.wait(max(pause, error.wait if isinstance(error, Denied) else 0))
                pause = min(2 * pause, LONGEST)
            except ArboretumError as error:
                self._put(Over(error))
                return

    def _listen(self) -> None:
        """Hear one connection to its end."""
        for told in self._server.frames(f"{self._path}?since={self._version}"):
            if self._stopped.is_set():
                return
            if self._lost is not None:
                self._lost = None
                self._put(Found())
            version = told.get("v")
            if type(version) is int:
                self._version = version
            self._put(Frame(told))

    def _put(self, heard: Heard) -> None:
        if not self._stopped.is_set():
            self._inbox.put(heard)
