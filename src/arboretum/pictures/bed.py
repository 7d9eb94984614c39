"""An arboretum in its bed: cards on a grid as they lie on the table, and paths through them."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Final

from arboretum.cards import Card
from arboretum.cells import Cell
from arboretum.pictures.cards import RATIO, draw_card, draw_open
from arboretum.pictures.sheet import Sheet, number
from arboretum.tableau import Path

GAP: Final = 5 / 66
"""Between two cards, as a share of a card's width."""
PADDING: Final = 12
"""Between the cards and the edge of the bed."""
WIDEST: Final = 110
DOT_FROM: Final = 36
"""Width of cards from which the corners of the grid are marked."""
LANE: Final = 22
"""Between two paths over the same cards, on a large card."""
GROUND: Final = 0.82
"""Where the ground line is on a card, as a share of its height: there a path touches it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Grid:
    """Where cells are in a picture."""

    left: int
    """The least x of a cell."""
    top: int
    """The greatest y of a cell."""
    columns: int
    rows: int
    x: float
    """Where the first cell begins."""
    y: float
    card: float
    """How wide a card is."""

    @property
    def step(self) -> tuple[float, float]:
        """From a cell to the next one, across and down."""
        gap = self.card * GAP
        return self.card + gap, self.card * RATIO + gap

    def corner(self, cell: Cell) -> tuple[float, float]:
        """The upper left corner of a cell."""
        across, down = self.step
        return self.x + (cell.x - self.left) * across, self.y + (self.top - cell.y) * down


def extent(cells: Collection[Cell]) -> tuple[int, int]:
    """How many columns and rows an arboretum has; an empty one has one cell."""
    if not cells:
        return 1, 1
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    return max(xs) - min(xs) + 1, max(ys) - min(ys) + 1


def card_width(cells: Collection[Cell], width: float, height: float, widest: float = WIDEST) -> float:
    """How wide cards are if all of them are to lie in a bed of this size."""
    columns, rows = extent(cells)
    across = (width - 2 * PADDING) / (columns + (columns - 1) * GAP)
    down = (height - 2 * PADDING) / (rows * RATIO + (rows - 1) * GAP)
    return min(widest, across, down)


def bed_size(cells: Collection[Cell], card: float) -> tuple[float, float]:
    """How wide and high a bed is for cards of this width."""
    columns, rows = extent(cells)
    gap = card * GAP
    return (
        columns * card + (columns - 1) * gap + 2 * PADDING,
        rows * card * RATIO + (rows - 1) * gap + 2 * PADDING,
    )


def centred(cells: Collection[Cell], x: float, y: float, width: float, height: float, card: float) -> Grid:
    """The grid of cards of this width in the middle of a bed."""
    columns, rows = extent(cells)
    wide, high = bed_size(cells, card)
    return Grid(
        left=min((cell.x for cell in cells), default=0),
        top=max((cell.y for cell in cells), default=0),
        columns=columns,
        rows=rows,
        x=x + (width - wide) / 2 + PADDING,
        y=y + (height - high) / 2 + PADDING,
        card=card,
    )


def draw_bed(
    sheet: Sheet,
    cards: Mapping[Cell, Card],
    grid: Grid,
    *,
    paths: Sequence[Path] = (),
    fade: bool = False,
    last: Collection[Card] = (),
) -> None:
    """
    The cards of an arboretum, and over them the paths.

    fade: cards that are in no path step back. last: those with the marks of a last move.
    """
    if not cards:
        draw_open(sheet, grid.x, grid.y, grid.card)
    if grid.card >= DOT_FROM:
        _dots(sheet, grid)
    kept = {cell for path in paths for cell in path.cells}
    for cell in sorted(cards, key=lambda cell: (-cell.y, cell.x)):
        x, y = grid.corner(cell)
        card = cards[cell]
        draw_card(sheet, card, x, y, grid.card, dim=fade and cell not in kept, last=card in last)
    for path, lane in zip(paths, lanes(paths), strict=True):
        _draw_path(sheet, path, grid, lane, several=len(paths) > 1)


def _dots(sheet: Sheet, grid: Grid) -> None:
    """Faint dots where the corners of cells meet."""
    (across, down), half = grid.step, grid.card * GAP / 2
    dots = "".join(
        f"M{number(grid.x - half + column * across)} {number(grid.y - half + row * down)}h0"
        for row in range(grid.rows + 1)
        for column in range(grid.columns + 1)
    )
    sheet.add(
        f'<path d="{dots}" stroke="{sheet.ink("line-2")}" stroke-opacity=".5" stroke-linecap="round" '
        f'stroke-width="{number(max(2.0, grid.card / 33))}"/>'
    )


def lanes(paths: Sequence[Path]) -> list[float]:
    """How far each path runs beside the ground line of a large card, so that paths do not cover each other."""
    taken: list[int] = []
    for path in paths:
        beside = {lane for lane, other in zip(taken, paths, strict=False) if set(other.cells) & set(path.cells)}
        taken.append(next(lane for lane in range(len(paths)) if lane not in beside))
    most = max(taken, default=0)
    apart = min(LANE, 54 / most) if most else 0.0
    return [(lane - most / 2) * apart for lane in taken]


def _draw_path(sheet: Sheet, path: Path, grid: Grid, lane: float, *, several: bool) -> None:
    """A ribbon on the ground line, thin at its start and thick at its end, with the species' leaf at both ends."""
    code = path.species.code
    core = sheet.ink("mark", code) if several else sheet.ink("path")
    casing = sheet.ink("paper" if several else "path-halo")
    size = grid.card / 110
    apart = lane * size
    stations = []
    for cell in path.cells:
        x, y = grid.corner(cell)
        stations.append((x + grid.card / 2 + apart, y + grid.card * RATIO * GROUND + apart))
    thick = 0.9 if several else 1.0
    for colour, width, growth in ((casing, 9.0, 1.3), (core, 3.5, 1.1)):
        for step, ((a, b), (c, d)) in enumerate(pairwise(stations)):
            share = min(step, 7)
            sheet.add(
                f'<path d="M{number(a)} {number(b)}L{number(c)} {number(d)}" fill="none" stroke="{colour}" '
                f'stroke-linecap="round" stroke-width="{number((width + share * growth) * size * thick)}"/>'
            )
    _discs(sheet, code, stations, size * thick, core, casing)


def _discs(
    sheet: Sheet, code: str, stations: Sequence[tuple[float, float]], size: float, core: str, casing: str
) -> None:
    """A disc on each card of a path; the first and the last bear the leaf."""
    for at, (x, y) in enumerate(stations):
        end = at in (0, len(stations) - 1)
        sheet.add(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number((14 if end else 8) * size)}" fill="{core}" '
            f'stroke="{casing}" stroke-width="{number(3.2 * size)}"/>'
        )
        if end:
            leaf = 20 * size
            sheet.symbol(f"leaf-{code}", x - leaf / 2, y - leaf / 2, leaf, colour=casing)
