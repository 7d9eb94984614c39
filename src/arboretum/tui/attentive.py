"""A terminal that hears, while a line is awaited, what happens elsewhere."""

from __future__ import annotations

import os
from typing import Protocol

from arboretum.tui.terminal import Terminal


class Ear(Protocol):
    """What can be waited for together with a keyboard."""

    def wait(self, files: list[int]) -> bool:
        """Wait until something is heard, or one of these files can be read: whether one of the files can."""

    def lines(self) -> list[str]:
        """What is to be told of it, as sentences. Raises Interrupted if the question that is open is void."""


class Attentive(Terminal):
    """
    A terminal with an ear.

    Only a keyboard can be waited for: where the input is a pipe, what happens elsewhere is told before the
    next question.
    """

    ear: Ear | None = None

    def line_or_news(self) -> str | None:
        """Wait for a line or for news, whatever comes first; None for news. Raises EOFError where lines end."""
        assert self.ear is not None
        files = self._keyboard()
        if not self.ear.wait(files):
            return None
        line = self._read()
        if line is None:
            raise EOFError
        return line

    def _prompt(self, prompt: str) -> None:
        """Write the prompt, and wait until a line is there; what is heard meanwhile is told above the prompt."""
        super()._prompt(prompt)
        files = self._keyboard()
        while self.ear is not None and files and not self.ear.wait(files):
            if told := self._heard(self.ear):
                self.say("")
                for sentence in told:
                    self.tell(sentence)
                super()._prompt(prompt)

    def _heard(self, ear: Ear) -> list[str]:
        """News as sentences; a question that is void ends with its line."""
        try:
            return ear.lines()
        except Exception:  # whatever it is goes on from here, below the line and not in it
            self.say("")
            raise

    def _keyboard(self) -> list[int]:
        """The file to wait on; none where there is no keyboard, or none that can be waited on."""
        if not self.asks or self._source is None or os.name == "nt":
            return []
        return [self._source.fileno()]
