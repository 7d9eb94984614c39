"""
How the small things of a worked example are written, and how they are read.

Decisions are written as everywhere: `+` draws from the draw pile, `+<B` from the discard pile of B,
`OK5@2,-1` places a card, `-OK5` discards one. Every reader here raises ValueError for what it cannot read.
"""

import re
from collections.abc import Callable
from typing import Any

from example_kinds import LETTERS, PHASES, SPECIES, Cell, Decision

CODES = tuple(SPECIES.values())
CARD = re.compile(f"({'|'.join(CODES)})[1-8]")


def card(text: str) -> str:
    """One card, such as `OK5`."""
    if not CARD.fullmatch(text):
        raise ValueError(f"{text} is not a card")
    return text


def cards(text: str) -> tuple[str, ...]:
    """Cards separated by blanks, each once."""
    found = tuple(card(word) for word in text.split())
    if len(set(found)) != len(found):
        raise ValueError("a card is there twice")
    return found


def codes(text: str) -> tuple[str, ...]:
    """Species codes in the order of the table."""
    found = tuple(text.split())
    if found != tuple(code for code in CODES if code in found):
        raise ValueError("species go by code, each once, in the order of the table")
    return found


def seats(text: str) -> tuple[int, ...]:
    """Players, such as `A C`."""
    return tuple(LETTERS.index(letter) for letter in text.split())


def seat(text: str) -> int:
    """One player."""
    (only,) = seats(text)
    return only


def cell(text: str) -> Cell:
    """One cell, such as `2,-1`."""
    x, y = text.split(",")
    return int(x), int(y)


def cells(text: str) -> tuple[Cell, ...]:
    """Cells separated by blanks."""
    return tuple(cell(word) for word in text.split())


def numbers(values: list[int]) -> tuple[int, ...]:
    """A list of whole numbers."""
    if not all(type(value) is int for value in values):
        raise ValueError("whole numbers only")
    return tuple(values)


def points(values: list[int | str]) -> tuple[int | str, ...]:
    """A list of points by seat, "-" without the right, "?" where it is not known."""
    if not all(type(value) is int or value in ("-", "?") for value in values):
        raise ValueError('whole numbers, "-" or "?"')
    return tuple(values)


def decision(text: str) -> Decision:
    """One decision."""
    if text == "+":
        return ("draw", "pile")
    if text.startswith("+<"):
        return ("draw", seat(text[2:]))
    if text.startswith("-"):
        return ("discard", card(text[1:]))
    what, where = text.split("@")
    return ("place", card(what), cell(where))


def decisions(text: str) -> tuple[Decision, ...]:
    """Decisions separated by blanks."""
    return tuple(decision(word) for word in text.split())


def tableau(text: str) -> dict[Cell, str]:
    """A drawing, the northern row first; the lower left cell is 0,0."""
    rows = [line.split() for line in text.strip().splitlines()]
    if len({len(row) for row in rows}) > 1:
        raise ValueError("rows differ in length")
    laid = [
        ((x, y), card(word)) for y, row in enumerate(reversed(rows)) for x, word in enumerate(row) if word != "..."
    ]
    cards(" ".join(word for _, word in laid))
    return dict(laid)


def phase(text: str) -> str:
    """The name of a phase."""
    if text not in PHASES:
        raise ValueError(f"a phase is one of {', '.join(PHASES)}")
    return text


def by_seat(reader: Callable[[str], Any]) -> Callable[[dict[str, str]], dict[int, Any]]:
    """A reader of a table with a field a player."""
    return lambda table: {seat(letter): reader(text) for letter, text in table.items()}


def all_seats(reader: Callable[[str], Any]) -> Callable[[dict[str, str]], tuple[Any, ...]]:
    """The same, where every player from A on must be there, in order."""

    def read(table: dict[str, str]) -> tuple[Any, ...]:
        if "".join(table) != LETTERS[: len(table)]:
            raise ValueError("players are A, B, ... in order")
        return tuple(reader(text) for text in table.values())

    return read
