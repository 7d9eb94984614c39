"""What a worked example can be: the kinds of `tests/examples/*.toml`, as plain values."""

from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]
Decision = tuple[Any, ...]
"""("draw", "pile"), ("draw", seat), ("place", card, cell) or ("discard", card)."""

LETTERS = "ABCD"
"""Players are called A, B, C, D by seat, clockwise."""

SPECIES = {
    "Blue spruce": "BS",
    "Cassia": "CA",
    "Cherry blossom": "CB",
    "Dogwood": "DW",
    "Jacaranda": "JA",
    "Lilac": "LI",
    "Magnolia": "MG",
    "Maple": "MP",
    "Oak": "OK",
    "Olive": "OL",
    "Royal poinciana": "RP",
    "Tulip poplar": "TP",
    "Willow": "WI",
}
"""Name to code, in the order of the rules' table."""

PHASES = ("DRAW_FIRST", "DRAW_SECOND", "PLACE", "DISCARD", "OVER")


@dataclass(frozen=True)
class Example:
    """What every example has."""

    id: str
    clause: str
    """The clause or option of the rules that it shows, such as `P2` or `O1`."""
    title: str
    note: str
    """One or two sentences more, or nothing."""


@dataclass(frozen=True)
class Worth:
    """What one species is worth in an arboretum."""

    species: str
    points: int
    path: tuple[str, ...]
    """The path that is shown; empty if there is none."""
    why: str
    """Its points in words; empty if there is no path."""


@dataclass(frozen=True)
class PathExample(Example):
    """An arboretum and the best path of some species (P1-P3)."""

    tableau: dict[Cell, str]
    worths: tuple[Worth, ...]


@dataclass(frozen=True)
class RightExample(Example):
    """Hands, and who has the right to one species (R1-R4)."""

    options: dict[str, Any]
    hands: tuple[tuple[str, ...], ...]
    species: str
    sums: tuple[int, ...]
    right: tuple[int, ...]
    cancelled: tuple[int, ...]
    """The seats whose 8 counts 0."""


@dataclass(frozen=True)
class TieExample(Example):
    """Results of which only the figures matter, and who wins by either tie-break (W1-W3, O1)."""

    totals: tuple[int, ...]
    species_placed: tuple[int, ...]
    cards_placed: tuple[int, ...]
    winners: tuple[int, ...]
    winners_by_cards: tuple[int, ...]


@dataclass(frozen=True)
class Line:
    """One species of a whole score."""

    species: str
    sums: tuple[int, ...]
    right: tuple[int, ...]
    points: tuple[int | str, ...]
    """By seat; "-" without the right, "?" where the arboretum is not known."""
    paths: tuple[tuple[str, ...], ...]
    """By seat, the path that scored; empty without points."""


@dataclass(frozen=True)
class TableExample(Example):
    """A table at the end of a game: arboretums, hands, and the whole score."""

    tableaux: tuple[dict[Cell, str], ...]
    """By seat; empty where it is not known."""
    hands: tuple[tuple[str, ...], ...]
    lines: tuple[Line, ...]
    totals: tuple[int | str, ...]
    species_placed: tuple[int, ...]
    winners: tuple[int, ...]
    """By the default tie-break; empty where an arboretum is not known."""
    winners_by_cards: tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """Some decisions of a game, and what is so after them. What is None is not looked at."""

    do: tuple[Decision, ...]
    says: str
    acts: int | None = None
    phase: str | None = None
    turns: int | None = None
    pile: int | None = None
    hands: dict[int, tuple[str, ...]] = field(default_factory=dict)
    hand_sizes: tuple[int, ...] | None = None
    discards: dict[int, tuple[str, ...]] = field(default_factory=dict)
    known: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """Cards that everyone knows to be in a hand."""
    draws: tuple[Decision, ...] | None = None
    """All that may be drawn."""
    cells: tuple[Cell, ...] | None = None
    """All cells on which a card may be placed."""
    refused: tuple[Decision, ...] = ()
    """What is not legal now."""
    shown: bool = False
    """All hands are shown to everyone."""
    removed: tuple[str, ...] | None = None
    """The species that are shown not to have been in the game."""


@dataclass(frozen=True)
class FlowExample(Example):
    """Decisions from a given deck."""

    players: int
    species: tuple[str, ...]
    options: dict[str, Any]
    starter: int
    deck: tuple[str, ...]
    """All cards in draw order."""
    before: tuple[tuple[Decision, ...], ...]
    """Whole turns played before the first step."""
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class SetupExample(Example):
    """What a table looks like before the first draw."""

    players: int
    options: dict[str, Any]
    species: tuple[str, ...] | None
    """Chosen by the host; None: drawn at random."""
    species_in_play: int
    cards: int
    pile: int
    hand: int
    discards: tuple[int, ...]
    acts: tuple[int, ...]
    """Who may be the starting player."""
    may_be_in_play: tuple[str, ...]
    """The species that a player must reckon with."""


@dataclass(frozen=True)
class LengthExample(Example):
    """How long a game can be (E3)."""

    players: int
    options: dict[str, Any]
    shortest: int
    """Turns, if every card comes from the draw pile."""
    longest: int
    """Turns, if cards come from the discard piles whenever they can."""
    largest: int
    """Cards in the largest arboretum of the longest game."""
