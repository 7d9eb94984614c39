"""The turning points of a game: the largest losses and the finest choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arboretum.analysis.model import Decision, Verdict

LOSSES: Final = 3
"""Losses that are shown for each seat, at most."""
FINEST: Final = 2
"""Fine choices that are shown for each seat, at most."""


def turning_points(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """For each seat the largest losses and the finest choices, in the order of the game."""
    found: list[Decision] = []
    for seat in {decision.seat for decision in decisions}:
        mine = [decision for decision in decisions if decision.seat == seat]
        losses = [decision for decision in mine if decision.verdict.is_loss]
        fine = [decision for decision in mine if decision.verdict is Verdict.FINE]
        found += sorted(losses, key=lambda decision: -decision.cost.win)[:LOSSES]
        found += sorted(fine, key=lambda decision: -decision.ahead.win)[:FINEST]
    return tuple(sorted(found, key=lambda decision: decision.number))
