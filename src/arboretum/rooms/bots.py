"""Who thinks for the bots at the tables of a host."""

from __future__ import annotations

from typing import Protocol

from arboretum.actions import Action
from arboretum.errors import BotError
from arboretum.view import View


class Bots(Protocol):
    """Something that answers for bots; in processes of their own if they think for long."""

    names: tuple[str, ...]
    """Those that can be seated."""

    async def choose(self, bot: str, view: View) -> Action:
        """What a bot does on the seat whose view this is. Raises BotError if it fails or is too late."""
        ...

    async def close(self) -> None:
        """Stop thinking."""
        ...


class NoBots:
    """No bot can be seated."""

    names: tuple[str, ...] = ()

    async def choose(self, bot: str, view: View) -> Action:
        """Raises BotError."""
        raise BotError(f"There is nobody to think for {bot}.", bot=bot, seat=view.me)

    async def close(self) -> None:
        """Nothing is to be stopped."""
