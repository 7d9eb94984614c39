"""A table as one visitor may see it: who sits there, the game, the log in words."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Collection, Sequence
from typing import Any, Final

from arboretum.events import NOBODY
from arboretum.explaining import options_in_force
from arboretum.language import said, say, spoken
from arboretum.rooms.advice import is_advised
from arboretum.rooms.folded import Folded
from arboretum.rooms.settings import PHRASES, Settings
from arboretum.web.chronicle import chronicle_of
from arboretum.web.wire import game_json

Json = dict[str, Any]

KEPT: Final = 64
"""Choices of tables that are remembered with their sentences."""

NO_GAME: Json = {
    "players": [],
    "species": [],
    "secret": False,
    "starter": None,
    "turn": 0,
    "seat": None,
    "phase": None,
    "pile": 0,
    "tableaux": [],
    "open": [],
    "discards": [],
    "hand": [],
    "hands": [],
    "legal": [],
    "paths": [],
    "commitment": "",
    "score": None,
}
"""What stands for the game before it begins."""


@dataclasses.dataclass(frozen=True, slots=True)
class Looker:
    """Somebody who looks at a table."""

    seat: int = NOBODY
    """Whose eyes: one of the seats they hold, or NOBODY."""
    seats: tuple[int, ...] = ()
    """Those that they play for now."""
    is_host: bool = False
    """They opened the table."""


def table_json(room: Folded, looker: Looker, online: Collection[int]) -> Json:
    """
    Everything that this visitor may see of a table now.

    online: the seats whose persons are there.
    """
    entries = chronicle_of(room, looker.seat)
    game = NO_GAME if room.game is None else game_json(room.view(looker.seat), paths=room.settings.preview)
    return {
        "v": room.version,
        "id": room.id,
        "status": room.status,
        "you": {
            "seats": list(looker.seats),
            "as": None if looker.seat == NOBODY else looker.seat,
            "host": looker.is_host,
        },
        "settings": _chosen(room.settings, spoken()),
        "seats": [
            {"name": seat.name, "kind": seat.kind, "bot": seat.bot, "online": number in online}
            for number, seat in enumerate(room.seats)
        ],
        "invite": None,
        "phrases": [said(phrase) for phrase in PHRASES],
        **game,
        "advice": is_advised(room, looker.seat),
        "recent": _recent(entries, looker.seat, len(room.seats)) if room.game else [],
        "log": [{"v": entry["v"], "say": entry["say"]} for entry in entries if "say" in entry],
        "votes": _votes(room),
        "count": room.counted,
        "rematch": None if room.rematch is None else f"/t/{room.rematch}",
        "practice": None if room.opened.practice is None else dataclasses.asdict(room.opened.practice),
        "imported": room.opened.imported,
    }


@functools.lru_cache(KEPT)
def _chosen(settings: Settings, language: str) -> Json:
    """What is played, in words of the language that is spoken; most tables choose the same."""
    agreed = [say("Hints: whoever plays may ask what to do, and why.")] if settings.hints else []
    return settings.to_json() | {"sentences": [*options_in_force(settings.options), *agreed]}


def _recent(entries: Sequence[Json], me: int, seats: int) -> list[Json]:
    """What happened since this seat's last turn; to a spectator, in the last round."""
    back = 1 if me != NOBODY else seats
    for at in range(len(entries) - 1, -1, -1):
        if entries[at].get("event") == "discarded" and me in (entries[at]["seat"], NOBODY):
            back -= 1
            if not back:
                return list(entries[at + 1 :])
    started = [at for at, entry in enumerate(entries) if entry.get("event") == "started"]
    return list(entries[started[-1] :]) if started else []


def _votes(room: Folded) -> Json:
    """By seat that is voted about, what each voter wants."""
    told: dict[str, dict[str, str]] = {}
    for (voter, about), choice in sorted(room.votes.items()):
        told.setdefault(str(about), {})[str(voter)] = choice
    return told
