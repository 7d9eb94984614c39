"""What a page may send: one small JSON object a command, read strictly."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec

LONGEST: Final = 4096
"""Bytes of a request's body."""

Id = Annotated[str, msgspec.Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
"""Made by the client, so that a command that is sent twice is done once."""
Version = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]
Word = Annotated[str, msgspec.Meta(min_length=1, max_length=16)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=160)]


class Base(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What every command tells."""

    id: Id
    expected: Version | None = None
    """The version of the table that its sender saw; the table must still be there, if this is told."""


class Act(Base, tag="act", frozen=True):
    """Draw, place or discard, one action."""

    seat: SeatNumber
    action: Word
    expected: Version


class Turn(Base, tag="turn", frozen=True):
    """End the turn: place and discard together."""

    seat: SeatNumber
    place: Word
    discard: Word
    expected: Version


class Say(Base, tag="say", frozen=True):
    """One of the fixed phrases."""

    phrase: Annotated[int, msgspec.Meta(ge=0, le=100)]
    seat: SeatNumber | None = None
    """Whose words; the first seat of one's own if left out."""


class Join(Base, tag="join", frozen=True):
    """Sit down."""

    name: Name
    seat: SeatNumber | None = None
    """Which seat; the first free one if left out."""


class Leave(Base, tag="leave", frozen=True):
    """Get up, or make somebody get up, while the table is being laid."""

    seat: SeatNumber


class Bot(Base, tag="bot", frozen=True):
    """Let a bot sit down, while the table is being laid."""

    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Played(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """What is to be played: all of it, as `settings` of the view tells it, without the sentences."""

    seats: Annotated[int, msgspec.Meta(ge=2, le=4)]
    options: dict[Word, Word | int]
    species: list[Word] | None
    preview: bool
    hot_seat: bool
    public: bool
    hints: bool = False
    """Everybody who plays may ask for advice during the game."""


class Configure(Base, tag="configure", frozen=True):
    """Change what is to be played, while the table is being laid."""

    settings: Played


class Start(Base, tag="start", frozen=True):
    """Shuffle and deal."""


class Vote(Base, tag="vote", frozen=True):
    """What is to become of the seat of somebody who has gone."""

    about: SeatNumber
    choice: Literal["bot", "wait"]
    seat: SeatNumber | None = None


class Count(Base, tag="count", frozen=True):
    """Press on in the count, for everybody who watches it at the table's pace."""

    step: Annotated[int, msgspec.Meta(ge=1, le=12)]
    """The step that is to be shown now; a step that is past already changes nothing."""


class Rematch(Base, tag="rematch", frozen=True):
    """Another game with the same people."""


Sent: TypeAlias = Act | Turn | Say | Join | Leave | Bot | Configure | Start | Vote | Count | Rematch

decoder: Final = msgspec.json.Decoder(Sent)


class LinkTo(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Which seat a personal link is wanted for."""

    seat: SeatNumber
