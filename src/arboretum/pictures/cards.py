"""
Cards, drawn as on the table in the browser: three drawings by width, never one in another's range.

A tree grows with its value; code, mark, silhouette and ground tell the species, any of them alone.
"""

from __future__ import annotations

import dataclasses
from typing import Final

from arboretum.cards import Card
from arboretum.pictures.sheet import Sheet, number

RATIO: Final = 150 / 110
"""How much taller than wide a card is."""


@dataclasses.dataclass(frozen=True, slots=True)
class Drawing:
    """Where things are on a card: the same numbers as in static/card.js."""

    w: float
    h: float
    r: float
    edge: float
    inner: float
    sun: tuple[float, float, float] | None
    hill: str
    tree: float
    root: float
    middle: tuple[float, float]
    """Where trees stand, up to 6 and from 7."""
    value: tuple[float, float, float]
    mark: tuple[float, float, float]
    code: tuple[float, float, float]


LARGE: Final = Drawing(
    w=110, h=150, r=9, edge=4.5, inner=6, sun=(58, 80, 40),
    hill="M4.5 120C30 111 50 125 72 120S96 117 105.5 120V139.5A6 6 0 0 1 99.5 145.5H10.5A6 6 0 0 1 4.5 139.5Z",
    tree=103, root=126.1, middle=(55, 55), value=(11, 45, 50), mark=(70, 11, 28), code=(11, 141, 14),
)  # fmt: skip
MIDDLE: Final = Drawing(
    w=66, h=90, r=6, edge=2.5, inner=4, sun=(36, 48, 24),
    hill="M2.5 73.5C18 68.5 30 76.5 44 73.5S58 71.5 63.5 73.5V83.5A4 4 0 0 1 59.5 87.5H6.5A4 4 0 0 1 2.5 83.5Z",
    tree=62, root=77.5, middle=(34, 33), value=(6, 29, 34), mark=(40, 6.5, 20), code=(6, 85, 11.5),
)  # fmt: skip
SMALL: Final = Drawing(
    w=44, h=60, r=4.5, edge=1.5, inner=3.2, sun=None,
    hill="M1.5 50.5C12 47 20 52 29 50S40 49 42.5 50.5V55.3A3.2 3.2 0 0 1 39.3 58.5H4.7A3.2 3.2 0 0 1 1.5 55.3Z",
    tree=41, root=53, middle=(23.5, 22), value=(3.6, 20.5, 25), mark=(25.5, 4, 15.5), code=(3.6, 57, 10),
)  # fmt: skip

STROKES: Final = "M6 34L104 124M6 52L98 138"
"""The two strokes through a cancelled 8, in the large drawing."""


def drawing_for(width: float) -> Drawing:
    """Which drawing a card of this width is."""
    return LARGE if width >= 72 else MIDDLE if width >= 50 else SMALL


def draw_card(
    sheet: Sheet,
    card: Card,
    x: float,
    y: float,
    width: float,
    *,
    dim: bool = False,
    cancelled: bool = False,
    last: bool = False,
) -> None:
    """A card face up. dim: not in the path that is shown. cancelled: an 8 that counts 0. last: a last move."""
    d = drawing_for(width)
    place = f'transform="translate({number(x)} {number(y)}) scale({width / d.w:.4f})"'
    with sheet.group(place + (' opacity=".42"' if dim else "")):
        _face(sheet, card, d)
        if cancelled:
            _strike(sheet, d)
        if last:
            path = f'd="{_brackets(d)}" fill="none" stroke="{sheet.ink("last")}" stroke-linecap="round"'
            sheet.add(f'<path {path} stroke-linejoin="round" stroke-width="{number(max(2, d.w / 22))}"/>')


def draw_back(sheet: Sheet, x: float, y: float, width: float) -> None:
    """A card face down: the back and nothing else."""
    with sheet.group(f'transform="translate({number(x)} {number(y)}) scale({width / 110:.4f})"'):
        stock = f'stroke="{sheet.ink("line")}" stroke-width="1.2"'
        sheet.box(0, 0, 110, 150, sheet.ink("paper"), round=9, more=stock)
        sheet.box(4.5, 4.5, 101, 141, sheet.ink("back"), round=6)
        sheet.symbol("back", 0, 0, 110)


def draw_open(sheet: Sheet, x: float, y: float, width: float, *, sprout: bool = True) -> None:
    """A place where a card can lie: a dashed edge, and a sprout."""
    colour, height = sheet.ink("open" if sprout else "line-2"), width * RATIO
    dashes = f'stroke="{colour}" stroke-width="1.6" stroke-dasharray="5 4"'
    fill = sheet.ink("open-soft") if sprout else "none"
    sheet.box(x + 1, y + 1, width - 2, height - 2, fill, round=width * 0.08, more=dashes)
    if sprout:
        size = width * 0.36
        sheet.symbol("sprout", x + (width - size) / 2, y + (height - size) / 2, size, colour=colour)


def draw_chip(sheet: Sheet, card: Card, x: float, y: float, size: float = 12.5) -> float:
    """A card as it stands in running text: mark, code and value on the soft ground. Returns how wide it is."""
    code = card.species.code
    with sheet.group(f'transform="translate({number(x)} {number(y)}) scale({size / 12.5:.4f})"'):
        sheet.box(0, 0, 55, 24, sheet.ink("soft", code), round=5)
        sheet.symbol(f"leaf-{code}", 5, 4.5, 15, colour=sheet.ink("mark", code))
        sheet.write(str(card), 23, 16.5, 12.5, face="bold", ink=sheet.ink("ink", code))
    return 55 * size / 12.5


def _face(sheet: Sheet, card: Card, d: Drawing) -> None:
    """What is printed on a card, from below: stock, ground, sun, hill, tree, value, mark, code."""
    code = card.species.code
    soft, hill, ink = (sheet.ink(name, code) for name in ("soft", "hill", "ink"))
    sheet.box(
        0, 0, d.w, d.h, sheet.ink("paper"), round=d.r, more=f'stroke="{sheet.ink("line")}" stroke-width=".8"'
    )
    sheet.box(d.edge, d.edge, d.w - 2 * d.edge, d.h - 2 * d.edge, soft, round=d.inner)
    if d.sun is not None:
        sheet.add(f'<circle cx="{d.sun[0]}" cy="{d.sun[1]}" r="{d.sun[2]}" fill="{sheet.ink("sun")}"/>')
    sheet.add(f'<path d="{d.hill}" fill="{hill}"/>')
    tree = d.tree * (0.4 + 0.6 * (card.value - 1) / 7)
    middle = d.middle[card.value >= 7]
    sheet.symbol(f"tree-{code}", middle - tree / 2, d.root - tree * 116 / 120, tree)
    sheet.write(str(card.value), d.value[0], d.value[1], d.value[2], face="serif", ink=ink, halo=(soft, 2.5))
    sheet.symbol(f"leaf-{code}", d.mark[0], d.mark[1], d.mark[2], colour=sheet.ink("mark", code))
    sheet.write(code, d.code[0], d.code[1], d.code[2], face="bold", ink=ink, halo=(hill, 2))


def _strike(sheet: Sheet, d: Drawing) -> None:
    """The strokes over a card that counts 0."""
    veil = sheet.ink("panel")
    sheet.box(d.edge, d.edge, d.w - 2 * d.edge, d.h - 2 * d.edge, veil, round=d.inner, more='opacity=".5"')
    line = f'd="{STROKES}" fill="none" stroke-linecap="round" transform="scale({number(d.w / 110)})"'
    sheet.add(
        f'<path {line} stroke="{veil}" stroke-width="10"/>',
        f'<path {line} stroke="{sheet.ink("strike")}" stroke-width="4.5"/>',
    )


def _brackets(d: Drawing) -> str:
    """Four corners just outside a card."""
    w, h, o, a, r = d.w, d.h, 3 + d.w / 44, d.w / 6, d.w / 13
    n = number
    return (
        f"M{n(-o)} {n(a)}V{n(r - o)}q0 {n(-r)} {n(r)} {n(-r)}H{n(a)}"
        f"M{n(w - a)} {n(-o)}H{n(w + o - r)}q{n(r)} 0 {n(r)} {n(r)}V{n(a)}"
        f"M{n(w + o)} {n(h - a)}V{n(h + o - r)}q0 {n(r)} {n(-r)} {n(r)}H{n(w - a)}"
        f"M{n(a)} {n(h + o)}H{n(r - o)}q{n(-r)} 0 {n(-r)} {n(-r)}V{n(h - a)}"
    )
