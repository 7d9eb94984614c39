"""The one thread that writes to a SQLite file. What waits goes into one transaction: one sync for all of it."""

from __future__ import annotations

import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from arboretum.language import say
from arboretum.rooms.refusals import StoreFailed

GROUP: Final = 256
"""Writes that go into one transaction at most."""

T = TypeVar("T")
Write = Callable[[sqlite3.Connection], Any]


class Writer:
    """Does writes one after the other, each whole or not at all, and says so when they are on the disk."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """connection: in autocommit mode, and not used by anybody else from now on."""
        self._connection = connection
        self._waiting: queue.SimpleQueue[tuple[Write, Future[Any]] | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="arboretum-store", daemon=True)
        self._thread.start()

    def submit(self, write: Callable[[sqlite3.Connection], T]) -> Future[T]:
        """Have something written. The future is done when it lasts; it raises StoreFailed if it cannot be."""
        future: Future[T] = Future()
        with self._closing:
            if self._closed:
                raise StoreFailed(say("the store is closed"))
            self._waiting.put((write, future))
        return future

    def close(self) -> None:
        """Do what waits, and end. May be called twice."""
        with self._closing:
            if not self._closed:
                self._closed = True
                self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (first := self._waiting.get()) is not None:
            group = [first]
            ended = False
            while len(group) < GROUP and not self._waiting.empty():
                following = self._waiting.get()
                if following is None:
                    ended = True
                    break
                group.append(following)
            self._commit(group)
            if ended:
                break
        self._connection.close()

    def _commit(self, waiting: list[tuple[Write, Future[Any]]]) -> None:
        """Write a group in one transaction, then tell each what came of it."""
        group = [(write, future) for write, future in waiting if future.set_running_or_notify_cancel()]
        told: list[Callable[[], None]] = []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for write, future in group:
                told.append(self._one(write, future))
            self._connection.execute("COMMIT")
        except Exception as error:
            self._give_up()
            failure = StoreFailed(str(error))
            told = [_raiser(future, failure) for _, future in group]
        for tell in told:
            tell()

    def _one(self, write: Write, future: Future[Any]) -> Callable[[], None]:
        """Write one of a group; what it did is undone if it fails. Returns how to tell it, later."""
        self._connection.execute("SAVEPOINT one")
        try:
            result = write(self._connection)
        except sqlite3.IntegrityError as error:
            self._connection.execute("ROLLBACK TO one")
            return _raiser(future, StoreFailed(str(error)))
        except sqlite3.Error:
            raise  # the file is at fault: undo the whole group
        except Exception as error:
            self._connection.execute("ROLLBACK TO one")
            return _raiser(future, error)
        finally:
            if self._connection.in_transaction:
                self._connection.execute("RELEASE one")
        return lambda: future.set_result(result)

    def _give_up(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")


def _raiser(future: Future[Any], error: Exception) -> Callable[[], None]:
    return lambda: future.set_exception(error)
