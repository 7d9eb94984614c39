"""
Reasons in words: what speaks for a choice and what against it, as sentences that are true of a view.

Each sentence states what can be read from the view: hand sums, the most that a rival may hold, points of best
paths with and without a card. No sentence foretells what will be drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.analysis.reason import Reason
from arboretum.analysis.reasons_draw import of_pile, of_taking
from arboretum.analysis.reasons_gift import of_gift
from arboretum.analysis.reasons_hand import of_hand
from arboretum.analysis.reasons_path import of_placing
from arboretum.view import View

MOST: Final = 3
"""Sentences that are said at most: the weightiest."""


def why(view: View, action: Action, others: Sequence[Action] = ()) -> tuple[str, ...]:
    """
    What speaks for a choice of the seat that is to act, compared with other choices; the weightiest first.

    Sentences in the language that is spoken now. There may be none: then the judge has only its experience.
    """
    return _said(view, action, others, speaks_for=True)


def against(view: View, action: Action, others: Sequence[Action] = ()) -> tuple[str, ...]:
    """What speaks against a choice of the seat that is to act, as `why` says what speaks for it."""
    return _said(view, action, others, speaks_for=False)


def _said(view: View, action: Action, others: Sequence[Action], *, speaks_for: bool) -> tuple[str, ...]:
    if view.me != view.seat or view.is_over:
        raise ValueError("Reasons are given for the seat that is to act; this view is of another moment.")
    found = [reason for reason in reasons(view, action, others) if reason.speaks_for is speaks_for]
    found.sort(key=lambda reason: -reason.weight)
    return tuple(dict.fromkeys(reason.text for reason in found))[:MOST]


def reasons(view: View, action: Action, others: Sequence[Action]) -> list[Reason]:
    """All that is to be said of a choice."""
    match action:
        case DrawPile():
            return of_pile(view, others)
        case DrawDiscard(owner):
            return of_taking(view, owner)
        case Place():
            return [*of_placing(view, action, others), *of_hand(view, action.card, others)]
        case Discard(card):
            return [*of_hand(view, card, others), *of_gift(view, card, others)]
        case _:
            assert_never(action)
