"""What a person is asked to do now, as a sentence with what may be typed."""

from __future__ import annotations

from typing import Final

from arboretum.actions import SEAT_LETTERS, DrawDiscard, DrawPile, Place
from arboretum.cards import Card
from arboretum.table import Phase
from arboretum.tui.draft import Draft
from arboretum.tui.draw import cell_numbers, counted
from arboretum.view import View

PROMPTS: Final = {
    Phase.DRAW_FIRST: "first draw",
    Phase.DRAW_SECOND: "second draw",
    Phase.PLACE: "place and discard",
    Phase.DISCARD: "discard",
    Phase.OVER: "over",
}


def prompt(view: View, draft: Draft) -> str:
    """What stands before the line that is typed."""
    return ("end or change" if draft.is_complete(view) else PROMPTS[view.phase]) + "> "


def due(view: View, draft: Draft) -> str:
    """What is to be done, and how it is typed."""
    if view.phase in (Phase.DRAW_FIRST, Phase.DRAW_SECOND):
        which = "first" if view.phase is Phase.DRAW_FIRST else "second"
        return f"Draw your {which} card: {_sources(view)}."
    if draft.is_complete(view):
        chosen = f"place {draft.place.card} on {_where(view, draft.place)} and " if draft.place else ""
        return f"You {chosen}discard {draft.actions[-1].card}. Type end to end your turn, or choose otherwise."
    if draft.place or view.phase is Phase.DISCARD:
        return f"Discard a card, such as x {_example(view, draft)}."
    cell = max(cell_numbers(view.my_open_cells).values())
    how = f"Place a card, such as {_example(view, draft)} {cell}"
    return how + ("." if draft.discard else f"; discard another, such as x {_example(view, draft, -1)}; then end.")


def _sources(view: View) -> str:
    """Where a card can be drawn, each with what to type."""
    parts = []
    for action in view.legal_actions:
        if isinstance(action, DrawPile):
            parts.append(f"+ draw pile ({counted(view.pile_size, 'card')})")
        elif isinstance(action, DrawDiscard):
            whose = "your" if action.seat == view.me else f"{view.players[action.seat]}'s"
            parts.append(f"{SEAT_LETTERS[action.seat].lower()} {whose} {view.discards[action.seat].top}")
    return ", ".join(parts)


def _example(view: View, draft: Draft, at: int = 0) -> str:
    """A card that could be named now; it is an example and no advice."""
    taken = {action.card for action in draft.actions}
    free: list[Card] = [card for card in view.hand if card not in taken]
    return str(free[at]).lower()


def _where(view: View, place: Place) -> str:
    """A cell as a person sees it: its number in the drawing, and x,y."""
    number = cell_numbers(view.my_open_cells).get(place.cell)
    return str(place.cell) if number is None else f"[{number}] ({place.cell})"
