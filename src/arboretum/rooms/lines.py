"""An entry of a table's log as a line of JSON, as stores keep it and streams send it."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from typing import Any, Final, assert_never

from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.records.lines import compact, event_from_json, event_to_json, header_from_json
from arboretum.rooms.entries import (
    GAME_EVENTS,
    HIDDEN,
    Archived,
    Begun,
    Claimed,
    Configured,
    Counted,
    Entry,
    Left,
    Opened,
    Practice,
    Rematched,
    Replaced,
    RoomEvent,
    Said,
    Seated,
    Voted,
)
from arboretum.rooms.refusals import DamagedLog
from arboretum.rooms.settings import Settings

FORMAT: Final = 1
"""Version of the form of logs; the first entry tells it."""


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """An entry as an object whose key `event` names its kind; an event of the game is as in records."""
    return event_to_json(entry) if isinstance(entry, GAME_EVENTS) else _room_event_to_json(entry)


def _room_event_to_json(entry: RoomEvent) -> dict[str, Any]:
    match entry:
        case Opened():
            secret = {} if entry.host == HIDDEN else {"host": entry.host, "next": entry.next_id}
            settings = entry.settings.to_json()
            plain = {"event": "opened", "format": FORMAT, "at": entry.at, "settings": settings}
            return plain | {"rematch_of": entry.rematch_of} | _origin(entry) | secret
        case Configured():
            return {"event": "configured", "settings": entry.settings.to_json()}
        case Seated():
            plain = {"event": "seated", "seat": entry.seat, "name": entry.name, "bot": entry.bot}
            return plain | {"owners": list(entry.owners)} if entry.owners else plain
        case Left():
            return {"event": "left", "seat": entry.seat}
        case Claimed():
            return {"event": "claimed", "seat": entry.seat, "owner": entry.owner}
        case Begun():
            return {"event": "begun", "setup": entry.setup.to_json()}
        case Archived():
            return {"event": "archived", "text": entry.text}
        case Said():
            return {"event": "said", "seat": entry.seat, "phrase": entry.phrase, "at": entry.at}
        case Voted():
            return {"event": "voted", "seat": entry.seat, "about": entry.about, "choice": entry.choice}
        case Replaced():
            return {"event": "replaced", "seat": entry.seat, "bot": entry.bot}
        case Counted():
            return {"event": "counted", "step": entry.step}
        case Rematched():
            return {"event": "rematched", "to": entry.to}
        case _:
            assert_never(entry)


def _origin(entry: Opened) -> dict[str, Any]:
    """Where a game comes from that did not begin at its table; nothing for the others."""
    told: dict[str, Any] = {"imported": True} if entry.imported else {}
    return told if entry.practice is None else told | {"practice": dataclasses.asdict(entry.practice)}


def entry_from_json(line: Mapping[str, Any], seats: int) -> Entry:
    """Read an entry of a table with so many seats. Raises ValueError, KeyError or TypeError."""
    match line["event"]:
        case "opened":
            if line["format"] != FORMAT:
                raise ValueError(f"it has format {line['format']!r}, and this program reads {FORMAT}")
            settings = Settings.from_json(line["settings"])
            secret = line.get("host", HIDDEN), line.get("next", HIDDEN)
            practice = Practice(**line["practice"]) if "practice" in line else None
            return Opened(line["at"], *secret, settings, line["rematch_of"], practice, line.get("imported", False))
        case "configured":
            return Configured(Settings.from_json(line["settings"]))
        case "seated":
            return Seated(line["seat"], line["name"], line["bot"], tuple(line.get("owners", ())))
        case "left":
            return Left(line["seat"])
        case "claimed":
            return Claimed(line["seat"], line["owner"])
        case "begun":
            return Begun(header_from_json(line["setup"]))
        case "archived":
            return Archived(line["text"])
        case "said":
            return Said(line["seat"], line["phrase"], line["at"])
        case "voted":
            return Voted(line["seat"], line["about"], line["choice"])
        case "replaced":
            return Replaced(line["seat"], line["bot"])
        case "counted":
            return Counted(line["step"])
        case "rematched":
            return Rematched(line["to"])
        case _:
            return event_from_json(line, seats)


def to_line(entry: Entry) -> str:
    """An entry as one line, without its end."""
    return compact(entry_to_json(entry))


def from_lines(lines: list[str]) -> list[Entry]:
    """The entries of a whole log. Raises DamagedLog with the number of the first that cannot be read."""
    entries: list[Entry] = []
    seats = 4
    for number, line in enumerate(lines, 1):
        try:
            entry = entry_from_json(json.loads(line), seats)
        except (ArboretumError, ValueError, KeyError, TypeError) as error:
            raise DamagedLog(
                say("Entry {number} of the log cannot be read: {error}", number=number, error=error)
            ) from error
        if isinstance(entry, Opened | Configured):
            seats = entry.settings.seats
        entries.append(entry)
    return entries
