"""
The shapes of what is told, as types: the source of the OpenAPI file, and what tests hold real answers against.

Nothing is made from these; a view is made in tableview.py and wire.py.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

You = TypedDict("You", {"seats": list[int], "as": int | None, "host": bool})
"""Who looks: the seats they play for, the one they look from, whether they opened the table."""


class SeatInfo(TypedDict):
    """A seat of the table."""

    name: str
    kind: Literal["open", "person", "bot"]
    bot: str | None
    online: bool
    """Its person looks at the table; or its bot is ready, so that no other one decides in its place."""


class Chosen(TypedDict):
    """What is played."""

    seats: int
    options: dict[str, str | int]
    sentences: list[str]
    species: list[str] | None
    preview: bool
    hot_seat: bool
    public: bool
    hints: bool
    """Everybody who plays may ask for advice during the game."""


class Entry(TypedDict):
    """An entry of the log as its reader may see it; one that is hidden has its number alone."""

    v: int
    event: NotRequired[str]
    say: NotRequired[str]
    seat: NotRequired[int]
    card: NotRequired[str]
    cards: NotRequired[list[str]]
    cell: NotRequired[str]


class Line(TypedDict):
    """A line of the log in words."""

    v: int
    say: str


class Path(TypedDict):
    """The best path of a species in an arboretum."""

    points: int
    cards: list[str]
    cells: list[str]
    why: str


class HandInfo(TypedDict):
    """A hand as everybody knows it."""

    size: int
    known: list[str]
    """Cards that all saw it take from a discard pile."""


class BotInfo(TypedDict):
    """A bot that may be seated."""

    name: str
    title: str
    """What it is called where people meet it."""
    level: int
    """How strong an opponent for people it is: 1 to 5; 0 for what is none."""
    about: str


class Practice(TypedDict):
    """The moment of a finished game from which a practice game goes on."""

    table: str
    version: int


class ChoiceInfo(TypedDict):
    """An option that is chosen by a word."""

    name: str
    title: str
    values: list[tuple[str, str]]
    """Each word, and what it is called."""


class View(TypedDict):
    """All that a visitor may see of a table."""

    v: int
    """The table's version: the number of the last entry of its log."""
    id: str
    status: Literal["lobby", "playing", "over"]
    you: You
    settings: Chosen
    seats: list[SeatInfo]
    invite: str | None
    """To the host, in the lobby: the path of the invitation."""
    invite_url: NotRequired[str | None]
    """The same as an address for others; null if only this machine reaches the server."""
    bots: NotRequired[list[BotInfo]]
    choices: NotRequired[list[ChoiceInfo]]
    """To the host, in the lobby: what can be changed with `configure`."""
    phrases: list[str]
    players: list[str]
    species: list[str]
    secret: bool
    """Which species are in play is secret; `species` are those that may be."""
    starter: int | None
    turn: int
    seat: int | None
    """Who is to act; after the end, who ended the game."""
    phase: Literal["DRAW_FIRST", "DRAW_SECOND", "PLACE", "DISCARD", "OVER"] | None
    pile: int
    """Cards in the draw pile."""
    tableaux: list[list[tuple[str, str]]]
    """By seat, cells and cards in the order of placing."""
    open: list[str]
    """The cells on which you may place."""
    discards: list[list[str]]
    """By seat, the bottom card first; the top alone where the table plays so."""
    discard_counts: NotRequired[list[int]]
    hand: list[str]
    hands: list[HandInfo]
    legal: list[str]
    """What you may do now, in the notation."""
    advice: bool
    """You may ask for a hint when it is your turn: you play against bots alone, or the table agreed on hints."""
    paths: list[dict[str, Path]]
    """By seat and species; empty where the table hides the values of paths."""
    commitment: str
    """SHA-256 of the deck with a salt, which the end tells."""
    recent: list[Entry]
    """What happened since your last turn."""
    log: list[Line]
    votes: dict[str, dict[str, str]]
    """By the seat that is voted about, who wants what."""
    count: int
    """The step that the table has come to in the count of the finished game: 0 before the first species."""
    rematch: str | None
    practice: Practice | None
    """For a practice game, where it began."""
    imported: bool
    """The game was played elsewhere, and its record was brought here."""
    score: dict[str, Any] | None
    """After the end: what `arboretum score --json` tells, with `explain`, `win`, `hands` and `count`."""


class Worth(TypedDict):
    """What your paths would be worth with a card on a cell."""

    points: dict[str, int]
    gain: int


class Preview(TypedDict):
    """What a card would be worth on each open cell."""

    card: str
    cells: dict[str, Worth]


class Done(TypedDict):
    """A command was followed."""

    version: int
    """The table's version after it."""


class Problem(TypedDict):
    """Why something was not done."""

    error: str
    """A sentence for a person."""
    reason: str
    """A word for a program."""
    version: NotRequired[int]
    """With 409: the table's version now."""


class Link(TypedDict):
    """A personal link."""

    url: str
    token: str


class Rules(TypedDict):
    """The rules in short, in sentences."""

    rules: list[str]
    options: list[str]
    species: list[str]


class Health(TypedDict):
    """The server answers, and so does its store."""

    ok: bool
    build: str
    protocol: int


class PadPlayer(TypedDict, total=False):
    """What is noted of a player; all may be left out."""

    name: str
    arboretum: dict[str, str] | None
    """Cards by cell."""
    hand: list[str] | None
    """Null, or left out, for a hand that is not known."""


class Pad(TypedDict):
    """A score pad, as docs/score-pad.md tells it."""

    players: list[PadPlayer]
    species: NotRequired[list[str] | None]
    options: NotRequired[dict[str, str | int] | None]


class PadNote(TypedDict):
    """Something that a finished game would have, and the pad has not."""

    seat: int | None
    part: Literal["hand", "arboretum", "species"]
    say: str
    wrong: bool
    """It has more than a game has; else it lacks something."""


class PadAnswer(TypedDict):
    """What `arboretum score --json` tells, the reasons of it, and what is missing."""

    species: dict[str, dict[str, Any]]
    totals: list[int] | None
    species_placed: list[int]
    winners: list[int] | None
    players: list[str]
    cards_placed: list[int]
    explain: dict[str, list[str]]
    win: str
    hands: list[list[str] | None]
    count: dict[str, Any]
    pad: str
    """The pad as a link: `/score?p=` and this opens it."""
    notes: list[PadNote]


class Frame(TypedDict, total=False):
    """A frame of a stream: a greeting, what happened, who is there, or a sign of life."""

    hello: dict[str, Any]
    v: int
    events: list[Entry]
    view: View
    presence: list[bool]
    ping: int
