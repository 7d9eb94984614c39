"""What a person is asked to do now, as a sentence with what may be typed."""

from __future__ import annotations

from typing import Final

from arboretum.actions import SEAT_LETTERS, DrawDiscard, DrawPile, Place
from arboretum.cards import Card
from arboretum.language import later, said, say, say_many
from arboretum.table import Phase
from arboretum.tui.draft import Draft
from arboretum.tui.draw import cell_numbers
from arboretum.view import View

PROMPTS: Final = {
    Phase.DRAW_FIRST: later("first draw"),
    Phase.DRAW_SECOND: later("second draw"),
    Phase.PLACE: later("place and discard"),
    Phase.DISCARD: later("discard"),
    Phase.OVER: later("over"),
}


def prompt(view: View, draft: Draft) -> str:
    """What stands before the line that is typed."""
    return (say("end or change") if draft.is_complete(view) else said(PROMPTS[view.phase])) + "> "


def due(view: View, draft: Draft) -> str:
    """What is to be done, and how it is typed."""
    if view.phase in (Phase.DRAW_FIRST, Phase.DRAW_SECOND):
        if view.phase is Phase.DRAW_FIRST:
            return say("Draw your first card: {sources}.", sources=_sources(view))
        return say("Draw your second card: {sources}.", sources=_sources(view))
    if draft.is_complete(view):
        return f"{_chosen(view, draft)} {say('Type end to end your turn, or choose otherwise.')}"
    if draft.place or view.phase is Phase.DISCARD:
        return say("Discard a card, such as {example}.", example=f"x {_example(view, draft)}")
    placing = f"{_example(view, draft)} {max(cell_numbers(view.my_open_cells).values())}"
    if draft.discard:
        return say("Place a card, such as {example}.", example=placing)
    return say(
        "Place a card, such as {placing}; discard another, such as {discard}; then end.",
        placing=placing,
        discard=f"x {_example(view, draft, -1)}",
    )


def _chosen(view: View, draft: Draft) -> str:
    """What a complete draft does."""
    card = draft.actions[-1].card
    if draft.place is None:
        return say("You discard {card}.", card=card)
    where = _where(view, draft.place)
    return say("You place {placed} on {cell} and discard {card}.", placed=draft.place.card, cell=where, card=card)


def _sources(view: View) -> str:
    """Where a card can be drawn, each with what to type."""
    parts = []
    for action in view.legal_actions:
        if isinstance(action, DrawPile):
            parts.append(say_many("+ draw pile ({count} card)", "+ draw pile ({count} cards)", view.pile_size))
        elif isinstance(action, DrawDiscard):
            what = {"letter": SEAT_LETTERS[action.seat].lower(), "card": view.discards[action.seat].top}
            name = view.players[action.seat]
            own = action.seat == view.me
            parts.append(
                say("{letter} your {card}", **what) if own else say("{letter} {name}'s {card}", **what, name=name)
            )
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
