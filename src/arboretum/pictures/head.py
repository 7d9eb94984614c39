"""What stands at the top of a picture: a sentence, and the name of the game."""

from __future__ import annotations

from typing import Final

from arboretum.language import say
from arboretum.pictures.lettering import clean, width_of, wrapped
from arboretum.pictures.sheet import Sheet

LOUD: Final = 34.0
CALM: Final = 23.0
"""The size of a sentence that is too long for one line."""


def head_lines(sentence: str, width: float) -> tuple[list[str], float]:
    """A sentence in lines, and their size."""
    said = clean(sentence)
    if width_of(said, "serif", LOUD) <= width:
        return [said], LOUD
    return wrapped(said, "serif", CALM, width, 3), CALM


def draw_head(sheet: Sheet, lines: list[str], size: float, x: float, y: float, right: float) -> float:
    """The sentence, and at the right the name of the game; returns where what follows begins."""
    for at, line in enumerate(lines):
        sheet.write(line, x, y + size + at * size * 1.25, size, face="serif")
    draw_brand(sheet, right, y + 6)
    return y + size + (len(lines) - 1) * size * 1.25 + 22


def brand_width() -> float:
    """Room for the name of the game."""
    return width_of(say("Arboretum"), "serif", 20) + 34


def draw_brand(sheet: Sheet, right: float, y: float, size: float = 20) -> None:
    """The name of the game with its leaf, ending here."""
    ink = sheet.ink("action")
    wide = sheet.write(say("Arboretum"), right, y + size * 0.9, size, face="serif", anchor="end")
    sheet.symbol("logo", right - wide - size * 1.35, y - size * 0.1, size * 1.2, colour=ink)
