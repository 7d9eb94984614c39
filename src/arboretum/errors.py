"""Every exception the library raises. Catch `ArboretumError` for anything of ours."""

from __future__ import annotations

from typing import Literal, TypeAlias

from arboretum.language import say


class ArboretumError(Exception):
    """Anything that this library refuses; its text is a sentence for a person."""


class NotationError(ArboretumError, ValueError):
    """A text that is not the notation it should be."""

    def __init__(self, text: str, column: int, expected: str) -> None:
        self.text = text
        """The text that was given."""
        self.column = column
        """Where in it reading stopped, counted from 1."""
        self.expected = expected
        """What would have been understood."""
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(
            say(
                "{text} cannot be read at column {column}: expected {expected}.",
                text=repr(shown),
                column=column,
                expected=expected,
            )
        )


class OptionError(ArboretumError, ValueError):
    """A table that cannot be set up like this: options, species, number of players, seed."""


class IllegalAction(ArboretumError, ValueError):
    """An action that the rules do not allow now. Nothing was changed."""

    def __init__(self, sentence: str, *, reason: str, action: object, seat: int, phase: str) -> None:
        super().__init__(sentence)
        self.reason = reason
        """Name of the rule's reason, such as `NOT_IN_HAND`."""
        self.action = action
        """The action that was tried."""
        self.seat = seat
        """The seat that tried it."""
        self.phase = phase
        """The decision that was due, such as `PLACE`."""


class NotYourTurn(IllegalAction):
    """An action of a seat that is not to act; the text says who is."""


class Stale(IllegalAction):
    """An action chosen before something else happened; the text says which event was missed."""


class ScoreError(ArboretumError, ValueError):
    """Arboretums or hands that cannot be: a card twice, a cell twice, a detached card."""


class PictureError(ArboretumError, RuntimeError):
    """A picture that cannot be drawn here: PNG without the package that draws it, or one too wide."""


class RecordError(ArboretumError, ValueError):
    """A record that is damaged or breaks a rule."""

    def __init__(self, sentence: str, *, line: int, clause: str | None = None) -> None:
        super().__init__(sentence)
        self.line = line
        """Line of the file, counted from 1."""
        self.clause = clause
        """The clause of the rules that it breaks, such as `T3`; None where the form is at fault."""


FaultKind: TypeAlias = Literal["illegal", "late", "failed"]
"""How a bot failed: it answered no legal action, it did not answer in time, or it raised or ended."""


class BotError(ArboretumError, RuntimeError):
    """A bot that failed: it raised, answered nonsense or something illegal."""

    def __init__(self, sentence: str, *, bot: str, seat: int, kind: FaultKind = "failed") -> None:
        super().__init__(sentence)
        self.kind: FaultKind = kind
        """How it failed."""
        self.bot = bot
        """Name of the bot."""
        self.seat = seat
        """The seat it played."""
