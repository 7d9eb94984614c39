"""What a table's log says: who sits where, how far the game is. Nothing is decided here."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Literal, assert_never

from arboretum.errors import ArboretumError
from arboretum.events import NOBODY, Dealt, Ended, Event, Shuffled, Started, action_of
from arboretum.game import Game
from arboretum.language import say
from arboretum.record import Record
from arboretum.records.reading import unknown_rules
from arboretum.rooms.entries import (
    GAME_EVENTS,
    Archived,
    Begun,
    Choice,
    Claimed,
    Configured,
    Counted,
    Entry,
    Left,
    Opened,
    Rematched,
    Replaced,
    RoomEvent,
    Said,
    Seated,
    Voted,
    entry_seen_by,
)
from arboretum.rooms.refusals import DamagedLog
from arboretum.rooms.settings import Seat, Status
from arboretum.setup import Setup
from arboretum.view import View


class Folded:
    """A table as its entries tell it. Ask for views and seen entries; the truth stays inside."""

    def __init__(self, room_id: str, entries: Iterable[Entry]) -> None:
        """room_id: its public name. entries: all so far, the first of them Opened. Raises DamagedLog."""
        self.id = room_id
        self._entries: list[Entry] = []
        self._setup: Setup | None = None
        self._shuffled: Shuffled | None = None
        self.game: Game | None = None
        """The game, once it has begun. It keeps its truth to itself."""
        self.archive: Record | None = None
        """A finished game that can only be read, if that is what lies on this table."""
        self.archive_text = ""
        """Its record as it came."""
        self.votes: dict[tuple[int, int], Choice] = {}
        """What a seat voted about another one that is away: (who, about whom) to choice."""
        self.counted = 0
        """The step that the count of the finished game has come to; 0 before its first species."""
        self.rematch: str | None = None
        """The table where the same players play again, if they do."""
        self.last_said: dict[int, float] = {}
        """When each seat last said something."""
        first, *rest = entries
        if not isinstance(first, Opened):
            raise DamagedLog(say("The log of table {table} does not begin with its opening.", table=room_id))
        self.host = first.host
        """The session of the host."""
        self.opened = first
        self.settings = first.settings
        self._seats = [Seat()] * first.settings.seats
        self._entries.append(first)
        self.apply(rest)

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return len(self._entries)

    @property
    def status(self) -> Status:
        """`lobby` before the game, `playing`, `over`."""
        if self.game is None:
            return "lobby" if self.archive is None else "over"
        return "over" if self.game.is_over else "playing"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats, in the order of play."""
        return tuple(self._seats)

    def view(self, seat: int) -> View:
        """What a seat, or NOBODY, knows of the game, which must have begun."""
        if self.game is None:
            raise ArboretumError(say("The game has not begun: there is nothing to look at yet."))
        return self.game.view(seat)

    def seen(self, seat: int, since: int = 0) -> list[tuple[int, Entry | None]]:
        """The entries after version `since` as a seat, or NOBODY, sees them: number and entry, None if hidden."""
        later = self._entries[max(since, 0) :]
        return [(number, entry_seen_by(entry, seat)) for number, entry in enumerate(later, max(since, 0) + 1)]

    def seats_of(self, session: str) -> tuple[int, ...]:
        """The seats that a session plays for now."""
        return tuple(number for number, seat in enumerate(self._seats) if seat.is_held_by(session))

    def may_watch(self, session: str) -> bool:
        """Whether a session may look at this table at all."""
        return self.settings.public or session == self.host or any(session in s.owners for s in self._seats)

    def due_bot(self) -> int | None:
        """The seat of a bot that is to act, or None."""
        if self.game is None or self.game.is_over:
            return None
        return self.game.seat if self._seats[self.game.seat].kind == "bot" else None

    @property
    def members(self) -> tuple[str, ...]:
        """The sessions whose table this is: the host's, and those of all who hold a seat or may come back."""
        return tuple(dict.fromkeys([self.host, *(owner for seat in self._seats for owner in seat.owners)]))

    def truth(self) -> tuple[Entry, ...]:
        """All entries with everything in them: for the store, and for nobody else."""
        return tuple(self._entries)

    def after(self, entries: Iterable[Entry]) -> Folded:
        """What the table would be after more entries; this one stays as it is. Raises DamagedLog."""
        trial = copy.copy(self)
        trial._entries, trial._seats = self._entries.copy(), self._seats.copy()
        trial.last_said, trial.game = self.last_said.copy(), copy.copy(self.game)
        trial.votes = self.votes.copy()
        trial.apply(entries)
        return trial

    def become(self, later: Folded) -> None:
        """Stand where `after` said that this table would, now that those entries have been kept."""
        self.__dict__.update(later.__dict__)

    def apply(self, entries: Iterable[Entry]) -> None:
        """Fold more entries, which have been kept. Raises DamagedLog for one that cannot have happened."""
        for entry in entries:
            try:
                if isinstance(entry, GAME_EVENTS):
                    self._fold_game(entry)
                else:
                    self._fold(entry)
            except (ArboretumError, IndexError) as error:
                raise DamagedLog(
                    say(
                        "Entry {version} of table {id} cannot be: {error}",
                        version=self.version + 1,
                        id=self.id,
                        error=error,
                    )
                ) from error
            self._entries.append(entry)

    def _fold(self, entry: RoomEvent) -> None:
        match entry:
            case Opened():
                raise DamagedLog(say("a table is opened once"))
            case Configured():
                self.settings = entry.settings
                free = [Seat()] * entry.settings.seats
                self._seats = (self._seats + free)[: entry.settings.seats]
            case Seated():
                kind: Literal["person", "bot"] = "person" if entry.bot is None else "bot"
                self._seats[entry.seat] = Seat(kind, entry.name, entry.bot, entry.owners)
                self._forget_votes(entry.seat)
            case Left():
                self._seats[entry.seat] = Seat()
            case Claimed():
                seat = self._seats[entry.seat]
                self._seats[entry.seat] = Seat(seat.kind, seat.name, seat.bot, (*seat.owners, entry.owner))
            case Begun():
                if unknown_rules(entry.setup):
                    raise DamagedLog(unknown_rules(entry.setup))
                if entry.setup.players != tuple(seat.name for seat in self._seats):
                    raise DamagedLog(say("the players of the game are not those who sit at the table"))
                self._setup = entry.setup
            case Archived():
                self.archive, self.archive_text = Record.parse(entry.text), entry.text
            case Said():
                self.last_said[entry.seat] = entry.at
            case Voted():
                self.votes[entry.seat, entry.about] = entry.choice
            case Replaced():
                seat = self._seats[entry.seat]
                self._seats[entry.seat] = Seat("bot", seat.name, entry.bot, seat.owners)
                self._forget_votes(entry.seat)
            case Counted():
                if self.status != "over" or entry.step <= self.counted:
                    raise DamagedLog(say("a finished game is counted, and forward"))
                self.counted = entry.step
            case Rematched():
                self.rematch = entry.to
            case _:
                assert_never(entry)

    def _forget_votes(self, about: int) -> None:
        """Who is back, or was replaced, is no longer voted about."""
        self.votes = {key: choice for key, choice in self.votes.items() if about not in key}

    def _fold_game(self, event: Event) -> None:
        """Play what happened in the game once more, and see that the same happens."""
        if isinstance(event, Shuffled):
            self._shuffled = event
        elif isinstance(event, Started):
            if self._setup is None or self._shuffled is None or self.game is not None:
                raise DamagedLog(say("a game starts once, with its shuffled deck"))
            self.game = Game(self._setup, [self._shuffled, event])
        elif self.game is None:
            raise DamagedLog(say("the game has not begun"))
        elif isinstance(event, Dealt | Ended):
            seat = event.seat if isinstance(event, Dealt) else NOBODY
            if event not in self.game.view(seat).seen:
                raise DamagedLog(say("the deck does not say so"))
        else:
            if self.game.play(event.seat, action_of(event)) != event:
                raise DamagedLog(say("the deck does not say so"))
            self._forget_votes(event.seat)
