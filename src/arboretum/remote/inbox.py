"""What one thread hands to another, so that it can be waited for together with a keyboard."""

from __future__ import annotations

import collections
import contextlib
import select
import socket
from collections.abc import Sequence
from typing import Generic, TypeVar

Item = TypeVar("Item")


class Inbox(Generic[Item]):
    """A queue with something to wait on. Any thread may put, one takes."""

    def __init__(self) -> None:
        self._items: collections.deque[Item] = collections.deque()
        self._ear, self._mouth = socket.socketpair()
        self._ear.setblocking(False)
        self._mouth.setblocking(False)

    def put(self, item: Item) -> None:
        """Add something, and wake whoever waits."""
        self._items.append(item)
        with contextlib.suppress(OSError):  # full: then it is awake already; closed: then nobody waits
            self._mouth.send(b"!")

    def take(self) -> list[Item]:
        """All that is there, oldest first; perhaps nothing."""
        with contextlib.suppress(BlockingIOError):
            while self._ear.recv(4096):
                pass
        taken = []
        while self._items:
            taken.append(self._items.popleft())
        return taken

    def wait(self, files: Sequence[int] = (), seconds: float | None = None) -> bool:
        """Wait until something is here, or one of these files can be read: whether one of the files can."""
        if self._items:
            seconds = 0
        ready, _, _ = select.select([self._ear.fileno(), *files], [], [], seconds)
        return any(file in ready for file in files)

    def close(self) -> None:
        """Nothing is put or waited for any more."""
        self._ear.close()
        self._mouth.close()
