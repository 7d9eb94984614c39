"""
The programs that play in this process: started when one is needed, kept between games, ended at the end.

A program that was started stays for the next game, so in a match each seat of each worker has one program. How
often one that does not answer is waited for is counted here too, so that it cannot hold up a match for ever.
"""

from __future__ import annotations

import atexit
import os
import threading
import time
from collections.abc import Callable
from typing import Final

from arboretum.bots.process.child import GRACE, Child, Gone
from arboretum.bots.process.program import Program

IDLE: Final = 8
"""Programs of one kind that are kept while nobody plays with them."""

CHANCES: Final = 6
"""How often in a row a program may miss an answer before it is not asked again in that game."""

GAMES: Final = 3
"""Games in a row, given up like this, after which it is not asked in any."""

Greet = Callable[[Child], None]
"""Makes the acquaintance of a program that was just started. Raises Trouble, and it is ended."""


class Patience:
    """How long a program is still asked that misses its answers; an answer, right or wrong, makes all good."""

    def __init__(self) -> None:
        self.misses = 0
        self._games = 0

    def missed(self) -> None:
        """It did not answer."""
        self.misses += 1

    def answered(self) -> None:
        """It did."""
        self.misses = self._games = 0

    def begins(self) -> None:
        """Another game: one chance for a program that was given up in the one before, if not too often."""
        if self.is_over:
            self._games += 1
            if self._games < GAMES:
                self.misses = CHANCES - 1

    @property
    def is_over(self) -> bool:
        """It is not asked any more."""
        return self.misses >= CHANCES


class Pool:
    """Programs, lent to one seat at a time."""

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        """Know of no program."""
        self._lock = threading.RLock()
        self._idle: dict[Program, list[Child]] = {}
        self._all: set[Child] = set()
        self._patience: dict[Program, Patience] = {}
        self.names: dict[Program, str] = {}
        """What programs have called themselves."""

    def patience(self, program: Program) -> Patience:
        """That with a program, whichever of its seats it is."""
        with self._lock:
            return self._patience.setdefault(program, Patience())

    def take(self, program: Program, greet: Greet) -> Child:
        """A running program, acquainted: one that was kept, else a new one. Raises Trouble."""
        while (kept := self._kept(program)) is not None:
            try:
                kept.unasked()
                return kept
            except Gone:
                self._forget(kept)
        child = Child(program)
        with self._lock:
            self._all.add(child)
        try:
            greet(child)
        except BaseException:
            self.end(child, 0)
            raise
        return child

    def _kept(self, program: Program) -> Child | None:
        with self._lock:
            idle = self._idle.get(program)
            return idle.pop() if idle else None

    def give_back(self, child: Child) -> None:
        """Keep a program for another game; end it if it still owes an answer, or there are enough."""
        with self._lock:
            idle = self._idle.setdefault(child.program, [])
            if child in self._all and not (child.owes or child.is_over or len(idle) >= IDLE):
                idle.append(child)
                return
        self.end(child, 0)

    def end(self, child: Child, grace: float) -> None:
        """End a program, and forget it."""
        self._forget(child)
        child.end(grace)

    def _forget(self, child: Child) -> None:
        with self._lock:
            self._all.discard(child)

    def end_all(self, grace: float = GRACE) -> None:
        """End all programs, also those that play; each has this time to leave, all at once."""
        with self._lock:
            children = list(self._all)
            self._all.clear()
            self._idle.clear()
        _end(children, grace)

    def end_idle(self, program: Program | None = None) -> None:
        """End what nobody plays with: this program's, or all."""
        with self._lock:
            idle = [self._idle.pop(each, []) for each in (list(self._idle) if program is None else [program])]
            children = [child for kept in idle for child in kept]
            self._all.difference_update(children)
        _end(children, GRACE)

    def abandon(self) -> None:
        """Forget everything: in a process that was forked the programs are those of the other one."""
        self._begin()


def _end(children: list[Child], grace: float) -> None:
    """End these programs; they have this time to leave, all at once."""
    until = time.monotonic() + grace
    for child in children:
        child.dismiss()
    for child in children:
        child.end(max(0.0, until - time.monotonic()))


POOL: Final = Pool()
"""Those of this process."""

atexit.register(POOL.end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=POOL.abandon)
