"""A seat for a program: it has one that runs whenever it is needed, and waits no longer than is due."""

from __future__ import annotations

import weakref
from typing import Final

from arboretum.bots.bot import Budget
from arboretum.bots.process.child import Child, Late, Trouble
from arboretum.bots.process.pool import POOL, Greet, Pool
from arboretum.bots.process.program import Program
from arboretum.language import say

WITHOUT: Final = 30.0
"""Seconds for a decision, if its budget has none."""

SLACK: Final = 0.5
"""Seconds over its time, besides twice that time, after which an answer is late."""

LATE_IN_A_ROW: Final = 3
"""Answers that are late one after the other, after which a program is started again."""


def limit_of(budget: Budget) -> float:
    """Seconds after which an answer is late."""
    return WITHOUT if budget.seconds is None else 2 * max(0.0, budget.seconds) + SLACK


class GivenUp(Trouble):
    """It has missed too many answers, and is not asked any more."""


class Chair:
    """Lends a program for one game; gives it back when the game is over, or nobody holds the chair any more."""

    def __init__(self, program: Program, greet: Greet, pool: Pool = POOL) -> None:
        self.program = program
        self._greet = greet
        self._pool = pool
        self._patience = pool.patience(program)
        self._patience.begins()
        self._late = 0
        self._child: Child | None = None
        self._finalizer: weakref.finalize[..., Chair] | None = None

    def child(self) -> Child:
        """The program, started again if it has ended. Raises Trouble."""
        if self._patience.is_over:
            raise GivenUp(say("it has missed too many answers in a row, and is not asked any more in this game."))
        if self._child is not None and self._child.is_over:  # ended from our side, with all that play here
            self._forget()
        if self._child is None:
            try:
                self._child = self._pool.take(self.program, self._greet)
            except Trouble:
                self._patience.missed()
                raise
            self._late = 0
            self._finalizer = weakref.finalize(self, self._pool.give_back, self._child)
            self._finalizer.atexit = False
        return self._child

    def answered(self, child: Child) -> None:
        """It has answered, right or wrong."""
        child.owes = False
        self._late = 0
        self._patience.answered()

    def missed(self, child: Child, trouble: Trouble) -> None:
        """It has not answered; it is started again if it has ended, or was late too often."""
        self._patience.missed()
        self._late += 1
        if not isinstance(trouble, Late) or self._late >= LATE_IN_A_ROW:
            self._forget()
            self._pool.end(child, 0)

    def leave(self) -> None:
        """The game is over: keep the program for another one."""
        child = self._child
        self._forget()
        if child is not None:
            self._pool.give_back(child)

    def _forget(self) -> None:
        self._child = None
        if self._finalizer is not None:
            self._finalizer.detach()


def heard(child: Child, since: float, seconds: float) -> str:
    """A program's next line, so many seconds at most after a moment of the monotonic clock. Raises Late, Gone."""
    try:
        return child.hear(since + seconds)
    except Late:
        raise Late(say("it took more than {limit} s.", limit=f"{seconds:g}")) from None
