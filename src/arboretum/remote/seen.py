"""A table as one visitor sees it, folded from the frames of its stream: the same View that a game here gives."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Final, TypeAlias

from arboretum.errors import ArboretumError
from arboretum.events import NOBODY, Event
from arboretum.language import say
from arboretum.records.lines import event_from_json, header_from_json
from arboretum.records.reading import unknown_rules
from arboretum.remote.server import Json
from arboretum.remote.words import plain
from arboretum.setup import Setup
from arboretum.view import View

PROTOCOL: Final = 1
"""The version of the messages that is understood here."""

GAME: Final = ("shuffled", "started", "dealt", "drew", "placed", "discarded", "ended")
"""The events of a game; every other entry of a log is about the table."""

News: TypeAlias = Event | str
"""Something that happened: an event of the game, or a sentence about the table."""


class SeatLost(ArboretumError):
    """The seat is not played from here any more."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat."""

    name: str
    """Empty while the seat is free."""
    kind: str
    """`person`, `bot` or `open`."""


class Seen:
    """What a seat, or NOBODY, has seen of a table so far."""

    def __init__(self, me: int) -> None:
        self.me = me
        self.version = 0
        """The number of the last entry that was told, or hidden."""
        self.setup: Setup | None = None
        self.view: View | None = None
        """The game, once it has begun."""
        self.sitters: tuple[Sitter, ...] = ()
        self.rematch = ""
        """Where the same players play again, if they do."""
        self._present: tuple[bool, ...] | None = None

    def take(self, frame: Mapping[str, object]) -> list[News]:
        """Fold a frame; what is new in it. Raises ArboretumError for what cannot be, SeatLost."""
        try:
            return self._take(frame)
        except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
            raise ArboretumError(
                say("The server told something that cannot be read here: {what}.", what=plain(str(error)))
            ) from None

    def _take(self, frame: Mapping[str, object]) -> list[News]:
        match frame:
            case {"hello": {"protocol": protocol, "version": int(version)}}:
                self._greeted(protocol, version)
                return []
            case {"presence": list(present)}:
                return self._presence(tuple(map(bool, present)))
            case {"v": int(version), "events": list(entries), "view": dict(told)}:
                self._look_round(told)
                news = [new for entry in entries for new in self._entry(entry)]
                self.version = max(self.version, version)
                return news
            case {"v": int(version)}:
                self.version = max(self.version, version)
        return []

    def _greeted(self, protocol: object, version: int) -> None:
        """A stream begins."""
        if protocol != PROTOCOL:
            raise ArboretumError(
                say(
                    "The server speaks version {theirs} of the messages, and this program version {ours}:"
                    " use the same version of arboretum as the server.",
                    theirs=plain(str(protocol)),
                    ours=PROTOCOL,
                )
            )
        if version < self.version:  # the table was taken back, from a backup: it is told from its beginning
            self.version, self.setup, self.view = 0, None, None

    def _look_round(self, told: Json) -> None:
        """Who sits at the table now. Raises SeatLost."""
        self.sitters = tuple(Sitter(plain(seat["name"]), str(seat["kind"])) for seat in told["seats"])
        self.rematch = plain(told["rematch"] or "")
        if self.me != NOBODY and self.me not in told["you"]["seats"]:
            sitter = self.sitters[self.me]
            if sitter.kind == "bot":
                raise SeatLost(
                    say("A bot plays for {name} now, so nothing can be played from here.", name=sitter.name)
                )
            raise SeatLost(say("The seat was given up, so nothing can be played from here."))

    def _entry(self, entry: Json) -> list[News]:
        """One more entry of the log; nothing for what is known, hidden, or goes without saying."""
        if entry["v"] <= self.version:
            return []
        self.version = entry["v"]
        kind = entry.get("event")
        if kind in GAME:
            return [self._fold(entry)]
        if kind == "begun":
            self._begin(header_from_json(entry["setup"]))
        return [plain(entry["say"])] if "say" in entry else []

    def _begin(self, setup: Setup) -> None:
        if strange := unknown_rules(setup):
            more = say("Use the same version of arboretum as the server.")
            raise ArboretumError(f"{strange} {more}")
        self.setup, self.view = setup, View.begin(setup, self.me)

    def _fold(self, entry: Json) -> Event:
        if self.view is None:
            raise ArboretumError(say("The server told of a game that has not begun."))
        event = event_from_json(entry, self.view.seats)
        self.view = self.view.after(event)
        return event

    def _presence(self, present: tuple[bool, ...]) -> list[News]:
        """Who came and who went, of the other persons."""
        before, self._present = self._present, present
        if before is None or len(before) != len(present):
            return []
        changed = [seat for seat, here in enumerate(present) if here != before[seat] and seat != self.me]
        return [
            say("{name} is here.", name=self.sitters[seat].name)
            if present[seat]
            else say("{name} is away.", name=self.sitters[seat].name)
            for seat in changed
            if seat < len(self.sitters) and self.sitters[seat].kind == "person"
        ]
