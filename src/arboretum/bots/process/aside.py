"""What a program says aside, on its standard error: passed on with its name, and not without end."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from arboretum.bots.ask import printable
from arboretum.language import say

LINES: Final = 200
"""Lines of one program that are passed on."""

LETTERS: Final = 500
"""Letters of a line that are passed on."""

PIECE: Final = 8192
"""Bytes of a line without end that are read at a time."""


class Aside:
    """Passes on what one program says aside, each line with the program's name in brackets before it."""

    def __init__(self, name: str, *, passes: bool) -> None:
        self.name = name
        """What it is called; changed when it has told its name."""
        self._left = LINES if passes else 0

    def follow(self, read: Callable[[], bytes]) -> None:
        """Read line by line until nothing comes, also what is not passed on, so that who writes need not wait."""
        for line in iter(read, b""):
            self.pass_on(line.decode("utf-8", "replace"))

    def pass_on(self, text: str) -> None:
        """Show a line on our standard error, unless there were too many."""
        if self._left == 0 or not text.strip():
            return
        self._left -= 1
        self._show(printable(text, LETTERS))
        if self._left == 0:
            self._show(say("it says more, which is not shown."))

    def _show(self, text: str) -> None:
        with suppress(OSError, ValueError, AttributeError):  # our standard error is closed, or there is none
            print(f"[{self.name}] {text}", file=sys.stderr, flush=True)
