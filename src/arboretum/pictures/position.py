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
from arboretum.view import View

WIDTH: Final = 1280
MARGIN: Final = 24


def position_picture(view: View, *, hands: Sequence[Sequence[Card]] | None = None, theme: Theme = "light") -> str:
    """
    A position as SVG, with what the owner of a view knows.

    hands: the cards of each hand that are known otherwise, such as all of them when a game is over.
    """
    sheet = Sheet(theme)
    known = view.hands_known if hands is None else hands
    panels = [_panel(view, seat, known[seat]) for seat in range(view.seats)]
    way = arranged(panels, WIDTH - 2 * MARGIN)
    lines, size = head_lines(turn_told(view), WIDTH - 2 * MARGIN - brand_width() - 20)
    top = 18 + size * 1.25 * len(lines) + 60
    height = math.ceil(top + way.height + MARGIN)
    sheet.box(0, 0, WIDTH, height, sheet.ink("table"))
    below = draw_head(sheet, lines, size, MARGIN, 18, WIDTH - MARGIN)
    _draw_pile(sheet, view, MARGIN, below)
    draw_panels(sheet, panels, way, MARGIN, top)
    title = say("Arboretum, a game of {players}", players=", ".join(view.players))
    return sheet.document(WIDTH, height, title, table_told(view, known))


def _panel(view: View, seat: int, known: Sequence[Card]) -> Panel:
    hidden = [None] * (view.hand_sizes[seat] - len(known))
    on_turn = seat == view.seat and not view.is_over
    pile = view.discards[seat]
    return Panel(
        seat=seat,
        name=view.players[seat],
        cards=view.tableaux[seat],
        hand=[*sorted(known), *hidden],
        pile=(pile.top, len(pile)),
        tag=say("to move") if on_turn else "",
        strong=on_turn,
        last=_last_placed(view, seat),
    )


def _last_placed(view: View, seat: int) -> tuple[Card, ...]:
    """The card that a seat placed last, if it is known which it was and the game goes on."""
    if view.is_over:
        return ()
    placed = [event.card for event in view.seen if isinstance(event, Placed) and event.seat == seat]
    return tuple(placed[-1:])


def _draw_pile(sheet: Sheet, view: View, x: float, y: float) -> None:
    """The draw pile, small, and what is left in it."""
    words = pile_told(view)
    for at in range(min(3, view.pile_size)):
        draw_back(sheet, x + 3 * at, y - 2 * at, 26)
    begins = x + (44 if view.pile_size else 0)
    sheet.write(words, begins, y + 23, 15, ink=sheet.ink("ink-2"))
    if view.is_over or width_of(words, "sans", 15) > WIDTH / 2:
        return
    species = sorted(view.species)
    step, right = 26, WIDTH - MARGIN
    for place, kind in enumerate(reversed(species)):
        mark = sheet.ink("mark", kind.code)
        sheet.symbol(f"leaf-{kind.code}", right - 22 - place * step, y + 4, 22, colour=mark)
