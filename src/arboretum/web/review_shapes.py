"""The shape of the review of a finished game, as types; see shapes.py."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

Phase = Literal["DRAW_FIRST", "DRAW_SECOND", "PLACE", "DISCARD"]
Verdict = Literal["forced", "fine", "best", "good", "slip", "mistake", "blunder"]


class Worth(TypedDict):
    """What something is worth to a seat."""

    win: float
    """The chance of winning, 0 to 1; a shared win counts its share."""
    margin: float
    """Points more than the best rival has."""


class Standing(TypedDict):
    """How the game stands after the deal, after a turn, and at the end."""

    turn: int
    seat: int | None
    """Who played the turn."""
    win: list[float]
    """By seat; together 1."""
    margin: list[float | None]


class Choice(TypedDict):
    """Something that could be done."""

    action: str
    say: str
    win: float
    margin: float


class Decision(TypedDict):
    """Something that was done."""

    number: int
    """Which of all draws, placements and discards of the game it is, from 0."""
    turn: int
    seat: int
    phase: Phase
    action: str
    card: str | None
    """What a draw brought."""
    win: float
    margin: float
    cost: Worth
    """What was let go by it."""
    verdict: Verdict
    verdict_say: str
    say: str
    why: list[str]
    choices: list[Choice]
    """Best first, at most 8; what was done is among them."""


class Turning(TypedDict):
    """A decision that stands out."""

    number: int
    kind: Literal["loss", "fine"]
    win: float
    margin: float
    say: str
    why: list[str]


class Part(TypedDict):
    """One of the things that brought or cost points."""

    name: str
    title: str
    win: float
    margin: float


class Summary(TypedDict):
    """Where the points of a seat went: `start` and all the parts are `end`."""

    seat: int
    start: Worth
    end: Worth
    parts: list[Part]
    say: list[str]


class Lens(TypedDict):
    """The game by one knowledge."""

    course: list[Standing]
    decisions: list[Decision]
    moments: list[Turning]
    summary: list[Summary]


class Analysis(TypedDict):
    """What `arboretum analyse --json` prints."""

    kind: Literal["arboretum-analysis"]
    format: int
    players: list[str]
    complete: bool
    turns: int
    notes: list[str]
    known: Lens
    """By what each player knew at the time."""
    open: Lens | None
    """With all cards open."""


class Review(TypedDict):
    """The review of a finished game, or how far it is."""

    state: Literal["waiting", "ready"]
    ahead: NotRequired[int]
    """Reviews that are made before this one, while it waits."""
    share: NotRequired[float]
    """What is done of this one, 0 to 1."""
    me: NotRequired[int | None]
    """The seat that you play for, when it is ready."""
    review: NotRequired[Analysis]
