"""
A table: who may do what, when, and what comes of it. Pure: no clock, no network, no file.

A command becomes entries, which change nothing yet: they are kept first, then applied, then shown.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Collection
from typing import Final, assert_never

from arboretum.actions import Action
from arboretum.counting import Counting
from arboretum.events import NOBODY, Discarded, Drew, Placed
from arboretum.language import say
from arboretum.rooms.commands import (
    Act,
    Claim,
    Command,
    Configure,
    Count,
    EndTurn,
    Join,
    Leave,
    Rematch,
    Say,
    SeatBot,
    Start,
    Vote,
)
from arboretum.rooms.dealer import date_in_words
from arboretum.rooms.entries import (
    Begun,
    Configured,
    Counted,
    Entry,
    Left,
    Opened,
    Rematched,
    Replaced,
    Said,
    Seated,
    Voted,
)
from arboretum.rooms.lobby import BOTS, Lobby
from arboretum.rooms.refusals import Forbidden, OutOfDate, Refused
from arboretum.rooms.settings import PHRASES, STAND_IN

PHRASE_SECONDS: Final = 2.0
"""Seconds between two phrases of a seat."""
LOG_LENGTH: Final = 1500
"""Entries after which nothing is said any more. A game has about 200."""

MOVES: Final = (Drew, Placed, Discarded)
SEATING: Final = (Configured, Seated, Left, Begun)


class Room(Lobby):
    """One table, from the open lobby to the end of its game."""

    def command(
        self,
        session: str,
        command: Command,
        now: float,
        *,
        expected: int | None = None,
        online: Collection[int] = (),
    ) -> list[Entry]:
        """
        The entries that come of a command; none of them has happened yet, and there may be none.

        session: whose command it is. now: seconds since 1970. expected: the version that was looked at when it
        was chosen; None to do it whatever happened since. online: the seats whose persons are there.
        Raises Forbidden, OutOfDate, Refused, IllegalAction.
        """
        if not session:
            raise Forbidden(say("Who has not come to the table can only look on."), reason="NO_SESSION")
        if isinstance(command, Act | EndTurn | Say | Vote):
            self._need_player(session, command.seat)
        self._check_current(command, expected)
        match command:
            case Configure():
                return self._configure(session, command)
            case Join():
                return self._join(session, command)
            case Claim():
                return self._claim(session, command)
            case Leave():
                return self._leave(session, command)
            case SeatBot():
                return self._seat_bot(session, command)
            case Start():
                return self._start(session, now)
            case Act():
                return self._play(command.seat, command.action)
            case EndTurn():
                return self._play(command.seat, command.place, command.discard)
            case Say():
                return self._say(command, now)
            case Vote():
                return self._vote(session, command, online)
            case Count():
                return self._count(session, command)
            case Rematch():
                return self._rematch(session)
            case _:
                assert_never(command)

    def rematch_entries(self, next_id: str, now: float) -> list[Entry]:
        """The log of the table of a rematch, its game begun: the same seats, the next of them starting (O5)."""
        start = (self.view(NOBODY).starter + 1) % len(self.seats)
        options = dataclasses.replace(self.settings.options, start=start)
        settings = dataclasses.replace(self.settings, options=options)
        seated = [Seated(n, seat.name, seat.bot, seat.owners) for n, seat in enumerate(self.seats)]
        opened = Opened(now, self.host, next_id, settings, rematch_of=self.id)
        return [opened, *seated, *self._deal([seat.name for seat in self.seats], settings, date_in_words(now))]

    def _check_current(self, command: Command, expected: int | None) -> None:
        """Refuse a command that was chosen before something that matters to it. Raises OutOfDate."""
        if expected is None:
            return
        if not 0 <= expected <= self.version:
            raise OutOfDate(
                say(
                    "This page has version {expected} of the table, but the table has {version}: load it anew.",
                    expected=expected,
                    version=self.version,
                ),
                version=self.version,
            )
        matters = {Act: MOVES, EndTurn: MOVES, Start: SEATING, Configure: SEATING}.get(type(command), ())
        if any(isinstance(entry, matters) for entry in self._entries[expected:]):
            raise OutOfDate(say("Something else happened first: look again, then choose."), version=self.version)

    def _play(self, seat: int, *actions: Action) -> list[Entry]:
        """Actions of a seat, all or none of them: played on a copy of the game, of which the seat sees all."""
        if self.game is None:
            raise Refused(say("The game has not begun: nothing can be played yet."), reason="NOT_BEGUN")
        trial = copy.copy(self.game)
        before = len(trial.view(seat).seen)
        for action in actions:
            trial.play(seat, action)
        return list(trial.view(seat).seen[before:])

    def _need_player(self, session: str, number: int) -> None:
        """Raise Forbidden unless a session plays for a seat."""
        seat = self._seat(number)
        if not (seat.is_held_by(session) or (session == BOTS and seat.kind == "bot")):
            raise Forbidden(
                say("Only {name} can play for {name}.", name=seat.name)
                if seat.name
                else say("Nobody sits on that seat yet.")
            )

    def _say(self, command: Say, now: float) -> list[Entry]:
        if not 0 <= command.phrase < len(PHRASES):
            raise Refused(
                say(
                    "There is no phrase {phrase}: they are 0 to {last}.",
                    phrase=command.phrase,
                    last=len(PHRASES) - 1,
                ),
                reason="PHRASE",
            )
        if abs(now - self.last_said.get(command.seat, 0.0)) < PHRASE_SECONDS:
            raise Refused(say("That was said a moment ago: let it be heard first."), reason="TOO_OFTEN")
        if self.version >= LOG_LENGTH:
            raise Refused(say("Enough has been said at this table."), reason="TOO_OFTEN")
        return [Said(command.seat, command.phrase, now)]

    def _vote(self, session: str, command: Vote, online: Collection[int]) -> list[Entry]:
        absent = self._seat(command.about)
        if self.game is None or self.game.is_over:
            raise Refused(say("There is no game in which a bot could take over."), reason="NOT_PLAYING")
        if absent.kind != "person" or command.about == command.seat:
            raise Refused(say("Vote about another person at the table."), reason="NOT_A_PERSON")
        if command.about in online or session in absent.owners:
            raise Refused(
                say("{name} is here: there is nothing to vote about.", name=absent.name), reason="PRESENT"
            )
        voters = {n for n in online if self._seat(n).kind == "person"} | {command.seat}
        votes = self.votes | {(command.seat, command.about): command.choice}
        entries: list[Entry] = []
        if self.votes.get((command.seat, command.about)) != command.choice:
            entries.append(Voted(command.seat, command.about, command.choice))
        if all(votes.get((voter, command.about)) == "bot" for voter in voters):
            entries.append(Replaced(command.about, STAND_IN))
        return entries

    def _count(self, session: str, command: Count) -> list[Entry]:
        if session != self.host and not self.seats_of(session):
            raise Forbidden(say("Only who sits at the table can press on for everybody."))
        if self.game is None or not self.game.is_over:
            raise Refused(say("The game is not over: it is counted when it is."), reason="NOT_OVER")
        last = len(Counting.of(self.game.score).steps) + 1
        if not 0 < command.step <= last:
            raise Refused(say("The count has the steps 1 to {last}.", last=last), reason="NO_SUCH_STEP")
        return [Counted(command.step)] if command.step > self.counted else []

    def _rematch(self, session: str) -> list[Entry]:
        if session != self.host and not self.seats_of(session):
            raise Forbidden(say("Only who sits at the table can ask for another game."))
        if self.game is None or not self.game.is_over:
            raise Refused(say("The game is not over: there can be another one after it."), reason="NOT_OVER")
        if self.opened.imported:
            raise Refused(say("This game was played elsewhere: open a new table to play."), reason="IMPORTED")
        return [Rematched(self.opened.next_id)] if self.rematch is None else []
