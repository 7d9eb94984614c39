"""Draw the picture at the top of the README: a finished arboretum with its best Maple path.

    python tools/draw_picture.py           writes docs/pictures/scored-arboretum.svg
    python tools/draw_picture.py --check   says whether that file is what this script draws

The trees and leaf marks lie in tools/art/, one file a species.
A card is 110 x 150; a tree is drawn on 120 x 120 with its ground at 116, a leaf mark on 24 x 24.
"""

from __future__ import annotations

import re
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
PICTURE = HERE.parent / "docs" / "pictures" / "scored-arboretum.svg"

ARBORETUM = """
    ... BS1 JA2 OK3 CB5 ... ...
    WI5 MP1 MP3 MP4 OK6 CB7 OK8
    ... ... JA4 MP5 MP8 BS8 ...
"""
PATH = ("MP1", "MP3", "MP4", "MP5", "MP8")
REASONS = (
    ("5", "for its", "cards"),
    ("5", "because all", "are Maple"),
    ("1", "for opening", "on a one"),
    ("2", "for closing", "on an eight"),
)
POINTS = "13"
SPOKEN = (
    f"Maple: {' '.join(PATH)} = "
    + " + ".join(f"{points} {first} {second}" for points, first, second in REASONS)
    + f" = {POINTS} points"
)


class Inks(NamedTuple):
    """The colours of a species: its file in tools/art, card ground, hill, leaf mark, text."""

    file: str
    soft: str
    hill: str
    mark: str
    ink: str


SPECIES = {
    "BS": Inks("blue-spruce", "#c8e0f4", "#a8cbe7", "#20699a", "#00395b"),
    "CB": Inks("cherry-blossom", "#f9dae2", "#edbfcc", "#cd4a78", "#7d1e3e"),
    "JA": Inks("jacaranda", "#dccfed", "#cab7e2", "#7444b4", "#4b1674"),
    "MP": Inks("maple", "#f9d2b6", "#f0b88f", "#bf5504", "#712e08"),
    "OK": Inks("oak", "#e2cdba", "#d0b398", "#825934", "#432a0f"),
    "WI": Inks("willow", "#bfddcd", "#9ccab3", "#1f674a", "#033423"),
}
BED, PANEL, PAPER, LINE, DOT = "#d3d8c8", "#f0f0e7", "#fdfcf7", "#c3c8b8", "#a9b09f"
INK, INK_2, RIBBON, CASING = "#1d2822", "#4f5a52", "#1d2822", "#ffe9a8"
SERIF = "'Iowan Old Style','Palatino Linotype','URW Palladio L',P052,Palatino,'Noto Serif',serif"
SANS = "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Ubuntu,Cantarell,'Helvetica Neue',sans-serif"

CARD_WIDTH, CARD_HEIGHT, GAP = 110, 150, 8
MIDDLE, GROUND = 55, 123  # where a tree stands on its card, and where the path touches it
WIDTH, MARGIN, BED_TOP, BED_HEIGHT, HEIGHT = 900, 41, 34, 534, 644


def number(value: float) -> str:
    """A length for the file: two decimals at most, no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def layout() -> dict[str, tuple[int, int]]:
    """Each card of the arboretum, with the upper left corner of its place in the picture."""
    return {
        card: (MARGIN + column * (CARD_WIDTH + GAP), BED_TOP + row * (CARD_HEIGHT + GAP))
        for row, line in enumerate(ARBORETUM.split("\n")[1:-1])
        for column, card in enumerate(line.split())
        if card != "..."
    }


def shapes(folder: str, species: str) -> str:
    """The inside of a drawing in tools/art, with each colour variable replaced by its light value."""
    drawing = (HERE / "art" / folder / f"{SPECIES[species].file}.svg").read_text(encoding="utf-8")
    inside = re.sub(r"\s*</?svg[^>]*>\s*", "", drawing)
    return re.sub(r"var\(--[a-z-]+,(#[0-9a-f]{6})\)", r"\1", inside)


def definitions() -> list[str]:
    """The tree and the leaf mark of every species, each kept once in the file."""
    return [
        "<defs>",
        *(
            f'<g id="tree-{species}">{shapes("species", species)}</g>\n'
            f'<g id="leaf-{species}">{shapes("leaf", species)}</g>'
            for species in SPECIES
        ),
        "</defs>",
    ]


def leaf(species: str, x: float, y: float, size: float, colour: str) -> str:
    """The mark of a species in a square of this size whose upper left corner is x, y."""
    place = f"translate({number(x)} {number(y)}) scale({number(size / 24)})"
    return f'<use href="#leaf-{species}" transform="{place}" color="{colour}"/>'


def text(words: str, x: float, y: float, size: float, font: str = SANS, **extra: str) -> str:
    """A line of text; extra attributes are written with _ for -."""
    attributes = {"font_family": font, "font_size": number(size), "fill": INK, **extra}
    written = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<text x="{number(x)}" y="{number(y)}" {written}>{words}</text>'


def card_ground(card: str) -> str:
    """What lies behind the path on a card: stock, soft ground, sun and hill."""
    inks = SPECIES[card[:2]]
    return (
        f'<rect width="110" height="150" rx="9" fill="{PAPER}" stroke="{LINE}" stroke-width=".8"/>'
        f'<rect x="4.5" y="4.5" width="101" height="141" rx="6" fill="{inks.soft}"/>'
        '<circle cx="58" cy="80" r="40" fill="#fff" fill-opacity=".5"/>'
        '<path d="M4.5 120C30 111 50 125 72 120S96 117 105.5 120V139.5A6 6 0 0 1 99.5 145.5'
        f'H10.5A6 6 0 0 1 4.5 139.5Z" fill="{inks.hill}"/>'
    )


def card_growth(card: str) -> str:
    """What stands before the path on a card: the tree, as tall as the value; value, mark and code."""
    species, value = card[:2], int(card[2:])
    inks = SPECIES[species]
    scale = 103 / 120 * (0.40 + 0.60 * (value - 1) / 7)
    place = f"translate({number(MIDDLE - 60 * scale)} {number(GROUND - 116 * scale)}) scale({scale:.4f})"
    halo = {"stroke_linejoin": "round", "paint_order": "stroke", "font_weight": "700", "fill": inks.ink}
    return (
        f'<use href="#tree-{species}" transform="{place}"/>'
        + text(str(value), 11, 45, 50, SERIF, stroke=inks.soft, stroke_width="2.5", **halo)
        + leaf(species, 70, 11, 28, inks.mark)
        + text(species, 11, 141, 14, stroke=inks.hill, stroke_width="2", **halo)
    )


def cards(places: dict[str, tuple[int, int]]) -> list[str]:
    """All cards; the path runs over the ground of its own cards and behind their trees."""
    aside = [card for card in places if card not in PATH]

    def put(card: str, drawing: str) -> str:
        x, y = places[card]
        return f'<g transform="translate({x} {y})">{drawing}</g>'

    return [
        *(put(card, card_ground(card) + card_growth(card)) for card in aside),
        *(put(card, card_ground(card)) for card in PATH),
        *ribbon(places),
        *(put(card, card_growth(card)) for card in PATH),
        *discs(places),
    ]


def stations(places: dict[str, tuple[int, int]]) -> list[tuple[int, int]]:
    """Where the path touches each of its cards: at the foot of the tree."""
    return [(places[card][0] + MIDDLE, places[card][1] + GROUND) for card in PATH]


def ribbon(places: dict[str, tuple[int, int]]) -> list[str]:
    """The path from card to card, thin at its start and thick at its end: a casing, then its core."""
    steps = list(enumerate(pairwise(stations(places))))
    return [
        f'<path d="M{a} {b}L{c} {d}" fill="none" stroke="{colour}" stroke-linecap="round" '
        f'stroke-width="{number(width + step * growth)}"/>'
        for colour, width, growth in ((CASING, 9, 1.3), (RIBBON, 3.5, 1.1))
        for step, ((a, b), (c, d)) in steps
    ]


def discs(places: dict[str, tuple[int, int]]) -> list[str]:
    """A disc on each card of the path; the first and the last bear the leaf of the species."""
    drawn = []
    for card, (x, y) in zip(PATH, stations(places), strict=True):
        end = card in (PATH[0], PATH[-1])
        drawn.append(
            f'<circle cx="{x}" cy="{y}" r="{14 if end else 9}" '
            f'fill="{RIBBON}" stroke="{CASING}" stroke-width="3.5"/>'
        )
        if end:
            drawn.append(leaf(card[:2], x - 10, y - 10.5, 20, CASING))
    return drawn


def bed() -> list[str]:
    """The ground of the whole picture, so that it looks the same on a light and on a dark page."""
    across, down = CARD_WIDTH + GAP, CARD_HEIGHT + GAP
    left, top = MARGIN - GAP // 2, BED_TOP - GAP // 2
    corners = [(left + column * across, top + row * down) for row in range(4) for column in range(8)]
    return [
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="16" fill="{PANEL}"/>',
        f'<rect width="{WIDTH}" height="{BED_HEIGHT}" rx="16" fill="{BED}"/>',
        f'<rect y="{BED_HEIGHT - 16}" width="{WIDTH}" height="16" fill="{BED}"/>',
        *(f'<circle cx="{x}" cy="{y}" r="1.6" fill="{DOT}"/>' for x, y in corners),
        f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="15.5" fill="none" stroke="{LINE}"/>',
    ]


def chip(card: str, x: float, y: float) -> str:
    """A card as it stands in running text: mark, code and value on the soft colour."""
    inks = SPECIES[card[:2]]
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="55" height="24" rx="5" fill="{inks.soft}"/>'
        + leaf(card[:2], x + 5, y + 4.5, 15, inks.mark)
        + text(card, x + 23, y + 16.5, 12.5, font_weight="700", fill=inks.ink)
    )


def caption() -> list[str]:
    """The strip below the bed: the path, what each reason is worth, and the points."""
    top = BED_HEIGHT
    middle = {"text_anchor": "middle"}
    figure = {"font_weight": "700", **middle}
    drawn = [
        leaf("MP", MARGIN, top + 21, 28, SPECIES["MP"].mark),
        text("Maple", MARGIN + 38, top + 44, 28, SERIF, font_weight="700"),
        *(chip(card, MARGIN + 59 * place, top + 64) for place, card in enumerate(PATH)),
    ]
    for place, (points, first, second) in enumerate(REASONS):
        x = 390 + 108 * place
        drawn += [
            text(points, x, top + 46, 32, SERIF, **figure),
            text(first, x, top + 69, 14, fill=INK_2, **middle),
            text(second, x, top + 87, 14, fill=INK_2, **middle),
            text("=" if place == 3 else "+", x + 54, top + 44, 24, SERIF, fill=INK_2, **middle),
        ]
    return [
        *drawn,
        text(POINTS, 822, top + 55, 46, SERIF, **figure),
        text("points", 822, top + 80, 16, font_weight="600", **middle),
    ]


def picture() -> str:
    """The whole file."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-labelledby="spoken">',
            f'<title id="spoken">A finished arboretum. {SPOKEN}.</title>',
            *definitions(),
            *bed(),
            *cards(layout()),
            *caption(),
            "</svg>\n",
        ]
    )


def main(arguments: list[str]) -> int:
    """Write the picture, or with --check compare it; returns the exit status."""
    if arguments not in ([], ["--check"]):
        tried = " ".join(arguments)
        print(f"draw_picture.py does not know “{tried}”: give it nothing, or --check.", file=sys.stderr)
        return 2
    if not arguments:
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        PICTURE.write_text(picture(), encoding="utf-8", newline="\n")
        print(f"Wrote {PICTURE}.")
        return 0
    if PICTURE.exists() and PICTURE.read_bytes() == picture().encode("utf-8"):
        print(f"{PICTURE} is fresh.")
        return 0
    print(f"{PICTURE} is not what this script draws; run python tools/draw_picture.py.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
