"""A player's part of a picture: name, arboretum, hand and discard pile; and how such parts stand together."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from arboretum.actions import SEAT_LETTERS
from arboretum.cards import Card
from arboretum.cells import Cell
from arboretum.language import say, say_many
from arboretum.pictures.bed import bed_size, card_width, centred, draw_bed
from arboretum.pictures.cards import RATIO, draw_back, draw_card, draw_open
from arboretum.pictures.lettering import clean, fitted, width_of
from arboretum.pictures.sheet import Sheet
from arboretum.tableau import Path

GAP: Final = 16
HEAD: Final = 48
FOOT: Final = 104
"""How high the strip of hand and discard pile is."""
WIDEST: Final = 88
"""How wide a card in a bed is at most."""
HIGHEST: Final = {1: 470.0, 2: 380.0, 3: 330.0, 4: 300.0}
"""How high a bed is at most, by the rows of panels."""
LOWEST: Final = 150.0
LOWEST_CARD: Final = 30.0
"""Width of cards for which a bed grows higher."""
LEGIBLE: Final = 38.0
"""Width from which a card is read without effort."""
IN_HAND: Final = 44.0


@dataclasses.dataclass(frozen=True, slots=True)
class Panel:
    """What is shown of a player."""

    seat: int
    name: str
    cards: Mapping[Cell, Card]
    hand: Sequence[Card | None] | None
    """None for a card that is face down; instead of all of it for a hand that is not known."""
    paths: Sequence[Path] = ()
    fade: bool = False
    """Cards in no path step back."""
    struck: Collection[Card] = ()
    """Cards in hand that count 0."""
    pile: tuple[Card | None, int] | None = None
    """The top of the discard pile, and how many cards it has; None where piles are not shown."""
    tag: str = ""
    strong: bool = False
    """Whose turn it is, or who won."""
    points: int | None = None
    last: Collection[Card] = ()


@dataclasses.dataclass(frozen=True, slots=True)
class Arrangement:
    """Panels in rows of equal columns."""

    columns: int
    width: float
    """Of a panel."""
    beds: tuple[float, ...]
    """By row, how high its beds are."""
    cards: tuple[float, ...]
    """By panel, how wide its cards are."""

    @property
    def height(self) -> float:
        """Of all rows."""
        return sum(self.beds) + len(self.beds) * (HEAD + FOOT + GAP) - GAP


def arranged(panels: Sequence[Panel], width: float) -> Arrangement:
    """The panels in as few rows as leave all cards legible; where none does, with the largest cards."""
    count = len(panels)
    options = [_in_columns(panels, width, columns) for columns in sorted({count, (count + 1) // 2, 1})[::-1]]
    legible = [option for option in options if min(option.cards) >= LEGIBLE]
    return legible[0] if legible else max(options, key=lambda option: min(option.cards))


def _in_columns(panels: Sequence[Panel], width: float, columns: int) -> Arrangement:
    rows = [panels[at : at + columns] for at in range(0, len(panels), columns)]
    each = (width - GAP * (columns - 1)) / columns
    cards = [
        card_width(panel.cards, each, max(HIGHEST[len(rows)], bed_size(panel.cards, LOWEST_CARD)[1]), WIDEST)
        for panel in panels
    ]
    beds = []
    for at, row in enumerate(rows):
        sizes = zip(row, cards[at * columns :], strict=False)
        beds.append(max(LOWEST, *(bed_size(panel.cards, card)[1] for panel, card in sizes)))
    return Arrangement(columns, each, tuple(beds), tuple(cards))


def draw_panels(sheet: Sheet, panels: Sequence[Panel], way: Arrangement, x: float, y: float) -> None:
    """All panels, from this corner on."""
    for at, panel in enumerate(panels):
        row, column = divmod(at, way.columns)
        top = y + sum(way.beds[:row]) + row * (HEAD + FOOT + GAP)
        left = x + column * (way.width + GAP)
        _draw_panel(sheet, panel, left, top, way.width, way.beds[row], way.cards[at])


def _draw_panel(sheet: Sheet, panel: Panel, x: float, y: float, width: float, bed: float, card: float) -> None:
    height = HEAD + bed + FOOT
    sheet.box(x, y, width, height, sheet.ink("panel"), round=14)
    sheet.box(x, y + HEAD, width, bed, sheet.ink("table-2"))
    draw_bed(
        sheet,
        panel.cards,
        centred(panel.cards, x, y + HEAD, width, bed, card),
        paths=panel.paths,
        fade=panel.fade,
        last=panel.last,
    )
    edge = sheet.ink("won" if panel.strong else "line")
    sheet.box(
        x + 1, y + 1, width - 2, height - 2, "none", round=13,
        more=f'stroke="{edge}" stroke-width="{2.5 if panel.strong else 1}"',
    )  # fmt: skip
    _head(sheet, panel, x, y, width)
    _foot(sheet, panel, x + 14, y + HEAD + bed, width - 28)


def draw_disc(sheet: Sheet, seat: int, x: float, y: float, *, strong: bool) -> None:
    """The letter of a seat in a disc: filled for whose turn it is, or who won."""
    colour = sheet.ink("won")
    fill, ink = (colour, sheet.ink("won-ink")) if strong else ("none", sheet.ink("ink"))
    edge = colour if strong else sheet.ink("line-2")
    sheet.add(f'<circle cx="{x:g}" cy="{y:g}" r="12" fill="{fill}" stroke="{edge}" stroke-width="1.6"/>')
    sheet.write(SEAT_LETTERS[seat], x, y + 4.6, 13, face="bold", ink=ink, anchor="middle")


def _head(sheet: Sheet, panel: Panel, x: float, y: float, width: float) -> None:
    """Seat, name, what is to be said of the player, points."""
    draw_disc(sheet, panel.seat, x + 26, y + 24, strong=panel.strong)
    right = x + width - 14
    if panel.points is not None:
        words = say_many("{count} point", "{count} points", panel.points)
        right -= sheet.write(words, right, y + 31, 20, face="serif", anchor="end") + 12
    room = width_of(clean(panel.name), "serif", 19) + width_of(panel.tag, "bold", 12) + 30
    if panel.tag and (room <= right - x - 48 or panel.points is None):  # the frame and the disc say it too
        right -= _tag(sheet, panel.tag, right, y + 13, strong=panel.strong) + 10
    name = fitted(clean(panel.name), "serif", 19, right - x - 48)
    sheet.write(name, x + 46, y + 31, 19, face="serif")


def _tag(sheet: Sheet, words: str, right: float, y: float, *, strong: bool) -> float:
    """A badge that ends here; returns how wide it is."""
    wide = width_of(clean(words), "bold", 12) + 20
    if strong:
        sheet.box(right - wide, y, wide, 23, sheet.ink("won"), round=7)
    else:
        edge = f'stroke="{sheet.ink("lost")}" stroke-dasharray="4 3"'
        sheet.box(right - wide, y, wide, 23, "none", round=7, more=edge)
    ink = sheet.ink("won-ink" if strong else "ink-2")
    sheet.write(words, right - wide / 2, y + 16, 12, face="bold", ink=ink, anchor="middle")
    return wide


def _foot(sheet: Sheet, panel: Panel, x: float, y: float, width: float) -> None:
    """Discard pile and hand."""
    ink = sheet.ink("ink-2")
    if panel.pile is not None:
        top, count = panel.pile
        words = say("discards: {count}", count=count)
        sheet.write(words, x, y + 21, 12, ink=ink)
        if top is None:
            draw_open(sheet, x, y + 30, IN_HAND, sprout=False)
        else:
            draw_card(sheet, top, x, y + 30, IN_HAND, last=False)
        taken = max(IN_HAND, width_of(words, "sans", 12)) + 18
        x, width = x + taken, width - taken
    if panel.hand is None:
        sheet.write(say("hand not known"), x, y + 21, 12, ink=ink)
        return
    sheet.write(say("in hand: {count}", count=len(panel.hand)), x, y + 21, 12, ink=ink)
    _hand(sheet, panel, x, y + 30, width)


def _hand(sheet: Sheet, panel: Panel, x: float, y: float, width: float) -> None:
    """The cards of a hand side by side; where there are many, each over the one before."""
    hand = panel.hand or ()
    step = min(IN_HAND + 4, (width - IN_HAND) / max(1, len(hand) - 1))
    card_wide = IN_HAND if step > IN_HAND * 0.62 else max(24.0, step / 0.62)
    for at, card in enumerate(hand):
        left, top = x + at * step, y + (IN_HAND - card_wide) * RATIO / 2
        if card is None:
            draw_back(sheet, left, top, card_wide)
        else:
            draw_card(sheet, card, left, top, card_wide, cancelled=card in panel.struck)
