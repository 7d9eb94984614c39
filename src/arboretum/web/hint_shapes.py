"""The shape of a hint, as types; see shapes.py."""

from __future__ import annotations

from typing import Literal, TypedDict


class Choice(TypedDict):
    """Something that may be done now, and what it is worth by what the seat knows."""

    action: str
    say: str
    win: float
    """The chance of winning after it, 0 to 1; a shared win counts its share."""
    margin: float
    """Points more than the best rival's, on average."""


class Hint(TypedDict):
    """Advice on a decision that is due."""

    seat: int
    turn: int
    phase: Literal["DRAW_FIRST", "DRAW_SECOND", "PLACE", "DISCARD"]
    place: str | None
    """The placing that you have in mind, after which this is about the discard."""
    say: str
    """What is advised and what it is worth, in words."""
    choices: list[Choice]
    """What is advised, then the next best."""
    why: list[str]
    """What speaks for it, in sentences; there may be none."""
    instead: Choice | None
    """The discard that you have in mind."""
    warning: str | None
    """That it costs much, if it does."""
    against: list[str]
    """What speaks against it."""
