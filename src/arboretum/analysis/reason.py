"""One reason: a sentence, how much it weighs, and whether it speaks for a choice or against it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from arboretum.actions import Action, Discard, Place
from arboretum.cards import Card


@dataclasses.dataclass(frozen=True, slots=True)
class Reason:
    """Something that is true of a choice."""

    text: str
    weight: float
    """Points that are at stake, roughly: only to say the weightiest first."""
    speaks_for: bool


def cards_of(actions: Sequence[Action]) -> list[Card]:
    """The cards that would leave the hand by these actions."""
    return [action.card for action in actions if isinstance(action, Place | Discard)]
