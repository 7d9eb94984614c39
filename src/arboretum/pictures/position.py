"""A position as a picture: all arboretums, piles and hands, as far as whoever looks knows them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from arboretum.cards import Card
from arboretum.events import Placed
from arboretum.language import say
from arboretum.pictures.art import Theme
from arboretum.pictures.cards import draw_back
from arboretum.pictures.head import brand_width, draw_head, head_lines
from arboretum.pictures.lettering import width_of
from arboretum.pictures.panels import Panel, arranged, draw_panels
from arboretum.pictures.sheet import Sheet
from arboretum.pictures.telling import pile_told, table_told, turn_told
from arboretum.state import State
from arboretum.table import Table
from arboretum.view import View

WIDTH: Final = 1280
MARGIN: Final = 24


def position_picture(
    table: View | State, *, hands: Sequence[Sequence[Card]] | None = None, theme: Theme = "light"
) -> str:
    """
    A position as SVG: of a View what its owner knows, of a State everything.

    hands: the known cards of each hand, where they are others than those the table tells.
    """
    sheet = Sheet(theme)
    known = _known(table) if hands is None else hands
    panels = [_panel(table, seat, known[seat]) for seat in range(table.seats)]
    way = arranged(panels, WIDTH - 2 * MARGIN)
    lines, size = head_lines(turn_told(table), WIDTH - 2 * MARGIN - brand_width() - 20)
    top = 18 + size * 1.25 * len(lines) + 60
    height = math.ceil(top + way.height + MARGIN)
    sheet.box(0, 0, WIDTH, height, sheet.ink("table"))
    below = draw_head(sheet, lines, size, MARGIN, 18, WIDTH - MARGIN)
    _draw_pile(sheet, table, MARGIN, below)
    draw_panels(sheet, panels, way, MARGIN, top)
    title = say("Arboretum, a game of {players}", players=", ".join(table.players))
    return sheet.document(WIDTH, height, title, table_told(table, known))


def _known(table: View | State) -> tuple[Sequence[Card], ...]:
    """By seat, the cards of its hand that are known."""
    return table.hands_known if isinstance(table, View) else table.hands


def _panel(table: View | State, seat: int, known: Sequence[Card]) -> Panel:
    hidden = [None] * (table.hand_sizes[seat] - len(known))
    on_turn = seat == table.seat and not table.is_over
    pile = table.discards[seat]
    return Panel(
        seat=seat,
        name=table.players[seat],
        cards=table.tableaux[seat],
        hand=[*sorted(known), *hidden],
        pile=(pile.top, len(pile)),
        tag=say("to move") if on_turn else "",
        strong=on_turn,
        last=_last_placed(table, seat),
    )


def _last_placed(table: Table, seat: int) -> tuple[Card, ...]:
    """The card that a seat placed last, if it is known which it was and the game goes on."""
    if not isinstance(table, View) or table.is_over:
        return ()
    placed = [event.card for event in table.seen if isinstance(event, Placed) and event.seat == seat]
    return tuple(placed[-1:])


def _draw_pile(sheet: Sheet, table: Table, x: float, y: float) -> None:
    """The draw pile, small, and what is left in it."""
    words = pile_told(table)
    for at in range(min(3, table.pile_size)):
        draw_back(sheet, x + 3 * at, y - 2 * at, 26)
    begins = x + (44 if table.pile_size else 0)
    sheet.write(words, begins, y + 23, 15, ink=sheet.ink("ink-2"))
    if table.is_over or width_of(words, "sans", 15) > WIDTH / 2:
        return
    species = sorted(table.species)
    step, right = 26, WIDTH - MARGIN
    for place, kind in enumerate(reversed(species)):
        mark = sheet.ink("mark", kind.code)
        sheet.symbol(f"leaf-{kind.code}", right - 22 - place * step, y + 4, 22, colour=mark)
