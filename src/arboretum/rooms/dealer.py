"""The beginning of a game at a table: shuffled by the system's generator, and dealt."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from typing import TypeAlias

from arboretum.events import Event
from arboretum.game import Game, Keep
from arboretum.rooms.entries import Begun, Entry
from arboretum.rooms.settings import Settings
from arboretum.setup import Setup

Deal: TypeAlias = Callable[[Sequence[str], Settings, str], list[Entry]]
"""From players, settings and the time as a text: the entries from Begun to the last card dealt."""


def deal(players: Sequence[str], settings: Settings, began: str) -> list[Entry]:
    """Shuffle and deal. Raises OptionError."""
    entries: list[Entry] = []

    def keep(setup: Setup) -> Keep:
        entries.append(Begun(setup))
        return keep_event

    def keep_event(event: Event) -> None:
        entries.append(event)

    Game.new(players, settings.options, species=settings.species, began=began, keep=keep)
    return entries


def date_in_words(now: float) -> str:
    """Seconds since 1970 as records have it: 2026-11-29T21:30:00+00:00."""
    return datetime.datetime.fromtimestamp(now, datetime.UTC).isoformat(timespec="seconds")
