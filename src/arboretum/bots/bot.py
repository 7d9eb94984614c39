"""What a bot is: something with a name that chooses an action from a view."""

from __future__ import annotations

import dataclasses
from typing import Protocol, runtime_checkable

from arboretum.actions import Action
from arboretum.view import View


@dataclasses.dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think about one decision. Only rollouts are reproducible."""

    seconds: float | None = None
    """Seconds of wall-clock time; None for no limit."""
    rollouts: int | None = None
    """Imagined games played to their end; None for no limit."""


@runtime_checkable
class Bot(Protocol):
    """
    A player that is a program. Nothing must be inherited: a name and one method make a bot.

    What it is given is a `View`: the knowledge of its seat, in which there is no hidden card.
    """

    name: str
    """What tables call it."""

    def choose(self, view: View, budget: Budget) -> Action:
        """One of `view.legal_actions`. It is asked once for each decision, four times a turn."""
        ...
