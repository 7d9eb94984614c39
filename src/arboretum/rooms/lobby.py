"""A table before its game: who may sit down, get up, configure, begin."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from arboretum.language import say, say_many
from arboretum.rooms.commands import Claim, Configure, Join, Leave, SeatBot
from arboretum.rooms.dealer import Deal, date_in_words, deal
from arboretum.rooms.entries import Claimed, Configured, Entry, Left, Replaced, Seated
from arboretum.rooms.folded import Folded
from arboretum.rooms.names import bot_name, free_name
from arboretum.rooms.refusals import Forbidden, Refused
from arboretum.rooms.settings import STAND_IN, Seat

BOTS: Final = "\0bots"
"""Stands for the session of every bot: no person's session is called so."""

DEVICES: Final = 8
"""Devices from which one seat may be played."""


class Lobby(Folded):
    """The part of a table that is about its seats."""

    def __init__(
        self, room_id: str, entries: Iterable[Entry], *, bots: Collection[str] = (), deal: Deal = deal
    ) -> None:
        """
        Fold a table from its entries, the first of them Opened. Raises DamagedLog.

        bots: names of those that may be seated. deal: where the cards come from.
        """
        super().__init__(room_id, entries)
        self._bots = tuple(bots)
        self._deal = deal

    def _configure(self, session: str, command: Configure) -> list[Entry]:
        self._need_host(session, say("Only who opened the table can change what is played."))
        self._need_lobby(say("What is played cannot be changed any more: the game has begun."))
        settings = command.settings
        for number, seat in enumerate(self.seats):
            if number >= settings.seats and seat.kind != "open":
                raise Refused(
                    say(
                        "{name} sits on seat {number}: a table for {seats} has no room for them.",
                        name=seat.name,
                        number=number + 1,
                        seats=settings.seats,
                    ),
                    reason="SEAT_TAKEN",
                )
        return [Configured(settings)] if settings != self.settings else []

    def _join(self, session: str, command: Join) -> list[Entry]:
        if command.seat is not None and self._seat(command.seat).kind == "bot" and self.game is not None:
            return self._come_back(session, command.seat)
        self._need_lobby(say("Nobody can sit down any more: the game has begun."))
        mine = self.seats_of(session)
        if not (session == self.host or mine or command.invited):
            raise Forbidden(
                say("This table is joined by its invitation link: ask who opened it."), reason="NOT_INVITED"
            )
        if mine and not self.settings.hot_seat:
            raise Refused(
                say("You sit here already, as {name}.", name=self.seats[mine[0]].name), reason="SEATED_ALREADY"
            )
        seat = self._free_seat(command.seat)
        return [Seated(seat, free_name(command.name, self._names()), owners=(session,))]

    def _free_seat(self, wanted: int | None) -> int:
        """A seat that is free: the one wanted, or the first. Raises Refused."""
        if wanted is None:
            wanted = next((n for n, seat in enumerate(self.seats) if seat.kind == "open"), None)
            if wanted is None:
                raise Refused(say("No seat is free at this table."), reason="TABLE_FULL")
        seat = self._seat(wanted)
        if seat.kind != "open":
            raise Refused(
                say("{name} sits there already: choose a free seat.", name=seat.name), reason="SEAT_TAKEN"
            )
        return wanted

    def _come_back(self, session: str, number: int) -> list[Entry]:
        """A person takes their seat back from the bot that stood in. Raises Forbidden."""
        seat = self.seats[number]
        if session not in seat.owners:
            raise Forbidden(say("A bot plays for {name}: only they can take the seat back.", name=seat.name))
        return [Seated(number, seat.name, owners=seat.owners)]

    def _claim(self, session: str, command: Claim) -> list[Entry]:
        seat = self._seat(command.seat)
        if command.holder not in seat.owners:
            raise Forbidden(
                say("This personal link is of no use any more: its seat was given up."), reason="OLD_LINK"
            )
        if session in seat.owners:
            return []
        if len(seat.owners) >= DEVICES:
            raise Refused(
                say(
                    "{name} plays from {devices} devices already: that is enough.", name=seat.name, devices=DEVICES
                ),
                reason="DEVICES",
            )
        return [Claimed(command.seat, session)]

    def _leave(self, session: str, command: Leave) -> list[Entry]:
        seat = self._seat(command.seat)
        if self.game is None:
            if session != self.host and not seat.is_held_by(session):
                sentence = say("Only its player or the host can free that seat.")
                if seat.name:
                    sentence = say("Only {name} or the host can free that seat.", name=seat.name)
                raise Forbidden(sentence)
            return [Left(command.seat)] if seat.kind != "open" else []
        if not seat.is_held_by(session):
            raise Forbidden(say("Only {name} can get up from that seat.", name=seat.name))
        if self.game.is_over:
            raise Refused(say("The game is over: there is nothing to leave."), reason="OVER")
        return [Replaced(command.seat, STAND_IN)]

    def _seat_bot(self, session: str, command: SeatBot) -> list[Entry]:
        self._need_host(session, say("Only who opened the table can seat a bot."))
        self._need_lobby(say("No bot can sit down any more: the game has begun."))
        if command.bot not in self._bots:
            raise Refused(
                say(
                    "There is no bot {bot}: the bots are {bots}.",
                    bot=repr(command.bot[:40]),
                    bots=", ".join(self._bots),
                ),
                reason="NO_SUCH_BOT",
            )
        seat = self._seat(command.seat)
        if seat.kind == "person":
            raise Refused(
                say("{name} sits there already: choose a free seat.", name=seat.name), reason="SEAT_TAKEN"
            )
        others = [name for name in self._names() if name != seat.name]
        return [Seated(command.seat, bot_name(command.bot, others), bot=command.bot)]

    def _start(self, session: str, now: float) -> list[Entry]:
        self._need_host(session, say("Only who opened the table can begin the game."))
        self._need_lobby(say("The game cannot begin twice: the game has begun."))
        free = sum(seat.kind == "open" for seat in self.seats)
        if free:
            sentence = say_many(
                "A seat is free: somebody, or a bot, has to sit down first.",
                "{count} seats are free: somebody, or a bot, has to sit down first.",
                free,
            )
            raise Refused(sentence, reason="SEAT_FREE")
        return self._deal([seat.name for seat in self.seats], self.settings, date_in_words(now))

    def _names(self) -> list[str]:
        return [seat.name for seat in self.seats if seat.kind != "open"]

    def _seat(self, number: int) -> Seat:
        """A seat by its number. Raises Refused."""
        if not 0 <= number < len(self.seats):
            raise Refused(
                say("There is no seat {number}: this table has {count}.", number=number, count=len(self.seats)),
                reason="NO_SUCH_SEAT",
            )
        return self.seats[number]

    def _need_host(self, session: str, why: str) -> None:
        if session != self.host:
            raise Forbidden(why, reason="NOT_HOST")

    def _need_lobby(self, why: str) -> None:
        if self.game is not None:
            raise Refused(why, reason="BEGUN")
