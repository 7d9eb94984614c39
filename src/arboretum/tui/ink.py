"""How text is weighted and coloured, and how wide it is. Colour never says anything that the letters do not."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from typing import Final

from arboretum.cards import Card, Species

_ESCAPE: Final = re.compile(r"\x1b\[[0-9;]*m")

COLOURS: Final = {
    Species.BLUE_SPRUCE: 33,
    Species.CASSIA: 178,
    Species.CHERRY_BLOSSOM: 211,
    Species.DOGWOOD: 245,
    Species.JACARANDA: 135,
    Species.LILAC: 104,
    Species.MAGNOLIA: 175,
    Species.MAPLE: 208,
    Species.OAK: 137,
    Species.OLIVE: 101,
    Species.ROYAL_POINCIANA: 167,
    Species.TULIP_POPLAR: 107,
    Species.WILLOW: 35,
}
"""A colour of the 256-colour palette for each species, legible on dark and on light ground."""


class Ink:
    """Writes cards and words, with colour or without."""

    def __init__(self, colour: bool = False) -> None:
        self.colour = colour
        """Whether escape sequences for colour and weight may be written."""

    def card(self, card: Card, text: str | None = None) -> str:
        """A card's name, or another text about it, in the colour of its species."""
        return self._styled(f"38;5;{COLOURS[card.species]}", str(card) if text is None else text)

    def strong(self, text: str) -> str:
        """Text that stands out."""
        return self._styled("1", text)

    def faint(self, text: str) -> str:
        """Text that stands back."""
        return self._styled("2", text)

    def _styled(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text.strip() else text


PLAIN: Final = Ink()
"""Letters only."""


def width(text: str) -> int:
    """The columns that a text takes: two for East Asian wide letters, none for colour and combining marks."""
    return sum(_letter_width(letter) for letter in _ESCAPE.sub("", text))


def _letter_width(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def padded(text: str, columns: int) -> str:
    """A text with blanks to its right, at least so many columns wide."""
    return text + " " * (columns - width(text))


def clipped(text: str, columns: int) -> str:
    """A plain text no wider than so many columns; two dots stand for what is left out."""
    if width(text) <= columns:
        return text
    while width(text) > columns - 2:
        text = text[:-1]
    return text + ".."


def wrapped(text: str, columns: int, indent: str = "") -> list[str]:
    """A plain text in lines of so many columns, the later ones indented. Words, such as paths, stay whole."""
    return textwrap.wrap(
        text,
        max(columns, 20),
        subsequent_indent=indent,
        break_on_hyphens=False,
        break_long_words=False,
    ) or [""]


def joined(parts: list[str], columns: int, indent: str = "", gap: str = " ") -> list[str]:
    """
    Parts in a row, filled into lines of so many columns and never broken inside.

    The parts may be coloured, which `wrapped` would count; the later lines are indented.
    """
    lines = [""]
    for part in parts:
        line = lines[-1]
        if not line.strip():
            lines[-1] = line + part
        elif width(line) + width(gap) + width(part) <= columns:
            lines[-1] = line + gap + part
        else:
            lines.append(indent + part)
    return lines


HERE: Final = "\0"
"""Stands in a text that is said for parts that follow, such as coloured cards; see `around`."""


def around(text: str, parts: list[str]) -> list[str]:
    """A said text with parts in the place of `HERE`, as parts for `joined`."""
    before, _, after = text.partition(HERE)
    if after[:1].strip() and parts:  # such as a full stop
        parts, after = [*parts[:-1], parts[-1] + after], ""
    return [part for part in [before.strip(), *parts, after.strip()] if part]


def shown(text: str, limit: int = 40) -> str:
    """What somebody typed, quoted so that it cannot do anything to a terminal, and not too long."""
    safe = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text[: limit + 1])
    return f"'{safe}'" if len(text) <= limit else f"'{safe[:limit]}...'"
