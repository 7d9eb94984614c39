"""Who thinks for the bots at the tables of a host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from arboretum.actions import Action
from arboretum.errors import BotError
from arboretum.view import View


class Bots(Protocol):
    """Something that answers for bots; in processes of their own if they think for long."""

    names: tuple[str, ...]
    """Those that can be seated."""
    on_ready: Callable[[], None]
    """Called when bots that were not ready are."""

    def is_ready(self, bot: str) -> bool:
        """Whether it can play; until then another one does in its place."""
        ...

    def prepare(self, bot: str) -> None:
        """Begin to get it ready, if it is not: it sits at a table."""
        ...

    def seconds_for(self, bot: str) -> float:
        """Seconds that it may think about a decision; 0 if it decides at once."""
        ...

    async def choose(self, bot: str, view: View) -> Action:
        """What a bot does on the seat whose view this is. Raises BotError if it fails or is too late."""
        ...

    async def close(self) -> None:
        """Stop thinking."""
        ...


class NoBots:
    """No bot can be seated."""

    names: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.on_ready: Callable[[], None] = lambda: None

    def is_ready(self, bot: str) -> bool:
        """Nothing is waited for."""
        return True

    def prepare(self, bot: str) -> None:
        """There is nothing to prepare."""

    def seconds_for(self, bot: str) -> float:
        """None of them thinks."""
        return 0.0

    async def choose(self, bot: str, view: View) -> Action:
        """Raises BotError."""
        raise BotError(f"There is nobody to think for {bot}.", bot=bot, seat=view.me)

    async def close(self) -> None:
        """Nothing is to be stopped."""
