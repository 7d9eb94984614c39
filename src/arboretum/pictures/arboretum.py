"""One arboretum as a picture, and the paths through it with what they are worth."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from arboretum.cards import Card
from arboretum.cells import Cell
from arboretum.language import say, say_many
from arboretum.pictures.art import Theme
from arboretum.pictures.bed import bed_size, card_width, centred, draw_bed
from arboretum.pictures.cards import draw_chip
from arboretum.pictures.lettering import clean, fitted, width_of
from arboretum.pictures.sheet import Sheet
from arboretum.pictures.telling import arboretum_told
from arboretum.rules.paths import FOR_EIGHT, FOR_ONE
from arboretum.tableau import Path

MARGIN: Final = 24
LARGEST: Final = (1560, 1500)
"""The most room that the cards take; where there are more of them, they are drawn smaller."""
NARROWEST: Final = 560
LINE: Final = 28
"""Height of a line of reasons for a path's points."""
POINTS: Final = 96
"""Room for the points at the right of a path."""


def arboretum_picture(
    cards: Mapping[Cell, Card], *, paths: Sequence[Path] = (), title: str = "", theme: Theme = "light"
) -> str:
    """An arboretum as SVG. paths: those to draw through it, each told below. title: what stands above it."""
    sheet = Sheet(theme)
    card = card_width(cards, *LARGEST)
    wide, high = bed_size(cards, card)
    width = math.ceil(max(wide + 2 * MARGIN - 24, NARROWEST if paths or title else 0))
    top = 64 if clean(title) else 0
    height = top + high + 2 * (MARGIN - 12)
    captions = [_caption_height(path, width) for path in paths]
    whole = math.ceil(height + sum(captions))
    sheet.box(0, 0, width, whole, sheet.ink("panel"), round=16)
    sheet.add(_bed_ground(sheet, width, top, height, closed=not paths))
    if top:
        sheet.write(fitted(clean(title), "serif", 28, width - 2 * MARGIN), MARGIN, 42, 28, face="serif")
    grid = centred(cards, 0, top, width, height - top, card)
    draw_bed(sheet, cards, grid, paths=paths, fade=bool(paths))
    for at, path in enumerate(paths):
        _caption(sheet, path, height + sum(captions[:at]), width)
    edge = f'fill="none" stroke="{sheet.ink("line")}"'
    sheet.add(f'<rect x=".5" y=".5" width="{width - 1:g}" height="{whole - 1:g}" rx="15.5" {edge}/>')
    said = clean(title) or say_many("An arboretum of {count} card", "An arboretum of {count} cards", len(cards))
    return sheet.document(width, whole, said, arboretum_told(cards, paths))


def _bed_ground(sheet: Sheet, width: float, top: float, bottom: float, *, closed: bool) -> str:
    """The bed that the cards lie in: round where it ends the picture."""
    r = 16
    start = f"M0 {top}H{width:g}" if top else f"M{r} 0H{width - r:g}a{r} {r} 0 0 1 {r} {r}"
    end = f"V{bottom - r:g}a{r} {r} 0 0 1 -{r} {r}H{r}a{r} {r} 0 0 1 -{r} -{r}" if closed else f"V{bottom:g}H0"
    close = "Z" if top else f"V{r}a{r} {r} 0 0 1 {r} -{r}Z"
    return f'<path d="{start}{end}{close}" fill="{sheet.ink("table-2")}"/>'


def reasons(path: Path) -> list[tuple[int, str]]:
    """What a path is worth, reason by reason."""
    told = [(len(path.cards), say("for its cards"))]
    if path.pure_points:
        told.append((path.pure_points, say("because all are {species}", species=path.species.title)))
    if path.opens_on_one:
        told.append((FOR_ONE, say("for opening on a one")))
    if path.closes_on_eight:
        told.append((FOR_EIGHT, say("for closing on an eight")))
    return told


def _reason_lines(path: Path, room: float) -> list[list[tuple[int, str, float]]]:
    """The reasons with their places, in as many lines as they need."""
    lines: list[list[tuple[int, str, float]]] = [[]]
    at = 0.0
    for points, words in reasons(path):
        wide = width_of(str(points), "serif", 22) + 7 + width_of(words, "sans", 13.5) + 42
        if lines[-1] and at + wide - 42 > room:
            lines.append([])
            at = 0.0
        lines[-1].append((points, words, at))
        at += wide
    return lines


def _caption_height(path: Path, width: float) -> float:
    return 92 + LINE * len(_reason_lines(path, width - 2 * MARGIN - POINTS))


def _caption(sheet: Sheet, path: Path, top: float, width: float) -> None:
    """The species, its path, what each reason is worth, and the points."""
    code, soft, right = path.species.code, sheet.ink("ink-2"), width - MARGIN
    sheet.box(0, top, width, 1, sheet.ink("line"))
    sheet.symbol(f"leaf-{code}", MARGIN, top + 15, 26, colour=sheet.ink("mark", code))
    title = fitted(path.species.title, "serif", 26, right - POINTS - MARGIN - 36)
    sheet.write(title, MARGIN + 36, top + 38, 26, face="serif")
    sheet.write(str(path.points), right, top + 60, 48, face="serif", anchor="end")
    sheet.write(say_many("point", "points", path.points), right, top + 84, 14, face="bold", anchor="end")
    step = min(60.0, (right - POINTS - MARGIN) / len(path.cards))
    for at, card in enumerate(path.cards):
        draw_chip(sheet, card, MARGIN + at * step, top + 55, 12.5 * min(1.0, (step - 3) / 55))
    for row, line in enumerate(_reason_lines(path, right - POINTS - MARGIN)):
        y = top + 108 + LINE * row
        for at, (points, words, x) in enumerate(line):
            if at:
                sheet.write("+", MARGIN + x - 26, y - 1, 18, ink=soft)
            begins = MARGIN + x + sheet.write(str(points), MARGIN + x, y, 22, face="serif") + 7
            sheet.write(words, begins, y - 1, 13.5, ink=soft)
