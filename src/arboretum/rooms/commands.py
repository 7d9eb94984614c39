"""What people at a table can ask of it. Who may ask what, and when, is decided by the room."""

from __future__ import annotations

import dataclasses
from typing import TypeAlias

from arboretum.actions import Action, Discard, Place
from arboretum.rooms.entries import Choice
from arboretum.rooms.settings import Settings


@dataclasses.dataclass(frozen=True, slots=True)
class Configure:
    """Change what is to be played; the host's, before the game."""

    settings: Settings


@dataclasses.dataclass(frozen=True, slots=True)
class Join:
    """Sit down on a free seat, or come back to one's own that a bot has taken over."""

    seat: int | None
    """Which; None for the first that is free."""
    name: str
    """What the person wants to be called; not looked at when somebody comes back."""
    invited: bool = False
    """Whether the person came by the invitation link. Whoever passes this on has checked the link."""


@dataclasses.dataclass(frozen=True, slots=True)
class Claim:
    """Play for one's own seat from one more device."""

    seat: int
    holder: str
    """The session for which the seat's personal link was made. Whoever passes this on has checked the link."""


@dataclasses.dataclass(frozen=True, slots=True)
class Leave:
    """Get up: the seat becomes free before the game, and is played by a bot during it."""

    seat: int


@dataclasses.dataclass(frozen=True, slots=True)
class SeatBot:
    """Put a bot on a free seat, or another bot on a bot's; the host's, before the game."""

    seat: int
    bot: str


@dataclasses.dataclass(frozen=True, slots=True)
class Start:
    """Shuffle, deal, begin; the host's, when no seat is free."""


@dataclasses.dataclass(frozen=True, slots=True)
class Act:
    """Do one thing in the game."""

    seat: int
    action: Action


@dataclasses.dataclass(frozen=True, slots=True)
class EndTurn:
    """Place and discard: both, or neither."""

    seat: int
    place: Place
    discard: Discard


@dataclasses.dataclass(frozen=True, slots=True)
class Say:
    """Say one of the phrases."""

    seat: int
    phrase: int


@dataclasses.dataclass(frozen=True, slots=True)
class Vote:
    """Vote about a player who is away."""

    seat: int
    about: int
    choice: Choice


@dataclasses.dataclass(frozen=True, slots=True)
class Count:
    """Press on in the count of the finished game, for everybody who watches it at the table's pace."""

    step: int
    """The step that is to be shown: 1 for the first species; after the last one comes the result."""


@dataclasses.dataclass(frozen=True, slots=True)
class Rematch:
    """Play again, with the same players and the next of them starting."""


Command: TypeAlias = (
    Configure | Join | Claim | Leave | SeatBot | Start | Act | EndTurn | Say | Vote | Count | Rematch
)
