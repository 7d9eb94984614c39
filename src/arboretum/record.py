"""A game on disk: write, read, replay, verify."""

from __future__ import annotations

import dataclasses

from arboretum.events import Event
from arboretum.setup import Setup


@dataclasses.dataclass(frozen=True)
class Record:
    """A recorded game: its header, and its events."""

    setup: Setup
    events: tuple[Event, ...]
