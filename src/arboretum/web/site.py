"""What every handler shares, and how a visitor, a table and a seat are found from a request."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import HTTPConnection

from arboretum.bots.styles import about, in_order, level, searches, title, usual_of, why_none_searches
from arboretum.events import NOBODY
from arboretum.language import all_of, say
from arboretum.rooms.advisers import Advisers
from arboretum.rooms.host import Host
from arboretum.rooms.refusals import Forbidden, NoSuchRoom
from arboretum.rooms.room import Room
from arboretum.rooms.store import Token, hash_of
from arboretum.web.bodies import BadRequest
from arboretum.web.limits import Limiter, Places
from arboretum.web.render import Pages
from arboretum.web.reviewing import Reviewing
from arboretum.web.rules_text import option_choices
from arboretum.web.sessions import Sessions, Visitor
from arboretum.web.settings import WebSettings
from arboretum.web.statics import Statics
from arboretum.web.tableview import Looker, table_json

LONGEST_NAME: Final = 40
"""Letters of a table's name that are looked for."""

KEPT: Final = 1000
"""Invitations that are remembered, to be shown again."""


class Site:
    """One server's tables, visitors, pages and limits."""

    def __init__(self, host: Host, settings: WebSettings, bots: tuple[str, ...], statics: Statics) -> None:
        """bots: the names of those that may be seated."""
        self.host = host
        self.settings = settings
        self.bot_names = in_order(bots)
        self.usual_bot = usual_of(bots)
        """The one that plays where nobody chose another."""
        self.store = host.store
        self.sessions = Sessions(self.store, settings)
        self._invitations: dict[str, str] = {}
        self.statics = statics
        self.build = settings.build or self.statics.build
        self.pages = Pages(self.statics, self.build, settings.public_url)
        rates, clock = settings.rates, settings.clock
        self.commands = Limiter(rates.commands_per_second, rates.commands_burst, clock)
        self.reads = Limiter(rates.reads_per_second, rates.reads_burst, clock)
        self.tables = Limiter(rates.tables_per_second, rates.tables_burst, clock)
        self.scores = Limiter(rates.scores_per_second, rates.scores_burst, clock)
        self.pictures = Limiter(rates.pictures_per_second, rates.pictures_burst, clock)
        self.reviews = Limiter(rates.reviews_per_second, rates.reviews_burst, clock)
        self.sockets = Places(rates.sockets)
        self.reviewing = Reviewing(settings.analyst)
        self.hints = Limiter(rates.hints_per_second, rates.hints_burst, clock)
        self.advisers = Advisers(settings.adviser)

    @property
    def bots(self) -> list[dict[str, str | int]]:
        """The bots that may be seated, each with a few words: the levels for people first, then the others."""
        return [
            {"name": name, "title": title(name), "level": level(name), "about": about(name)}
            for name in self.bot_names
        ]

    @property
    def bots_note(self) -> str:
        """What else is to be known of the bots: how long some think, or why they are not here. May be empty."""
        if any(map(searches, self.bot_names)):
            return say(
                "{bots} think about a decision for {seconds} s at most, and for less when many tables wait.",
                bots=all_of([title(name) for name in self.bot_names if searches(name)]),
                seconds=f"{self.settings.think:g}",
            )
        return why_none_searches()

    async def room(self, request: HTTPConnection, visitor: Visitor) -> Room:
        """The table that a request names. Raises NoSuchRoom, Forbidden if this visitor may not look at it."""
        return await self.room_named(request.path_params["id"], visitor)

    async def room_named(self, name: str, visitor: Visitor) -> Room:
        """A table by its public name. Raises NoSuchRoom, Forbidden."""
        room = await self.host.open(name) if len(name) <= LONGEST_NAME else None
        if room is None:
            raise NoSuchRoom(name)
        if visitor.token is not None and visitor.token.room != room.id:
            raise Forbidden(say("That token is for another table."))
        if not room.may_watch(visitor.session):
            raise Forbidden(say("This table is private: it is joined by its invitation."), reason="PRIVATE")
        return room

    @staticmethod
    def seats(room: Room, visitor: Visitor) -> tuple[int, ...]:
        """The seats that a visitor plays for now."""
        held = room.seats_of(visitor.session) if visitor.session else ()
        if visitor.token is None:
            return held
        return tuple(seat for seat in held if seat == visitor.token.seat)

    def looker(self, request: HTTPConnection, room: Room, visitor: Visitor) -> Looker:
        """
        Through whose eyes a visitor looks: the seat that `as` names, or the only one that they hold.

        Who holds several and names none sees what is public, and so does a stranger. Raises Forbidden for
        another's seat.
        """
        wanted = request.query_params.get("as", "")
        if wanted == "":
            return self.looking(room, visitor, None)
        if wanted not in map(str, range(len(room.seats))):
            raise BadRequest(
                422, say("There is no such seat: they are 0 to {last}.", last=len(room.seats) - 1), "NO_SUCH_SEAT"
            )
        looker = self.looking(room, visitor, int(wanted))
        if looker.seat == NOBODY:
            raise Forbidden(say("That is not your seat: look without naming one."))
        return looker

    def looking(self, room: Room, visitor: Visitor, wanted: int | None) -> Looker:
        """Somebody who looks from the seat they want, if they hold it now; else from their only one, or none."""
        held = self.seats(room, visitor)
        seat = held[0] if wanted is None and len(held) == 1 else NOBODY
        is_host = visitor.token is None and visitor.session != "" and visitor.session == room.host
        return Looker(wanted if wanted is not None and wanted in held else seat, held, is_host)

    async def told(self, room: Room, looker: Looker) -> dict[str, Any]:
        """All that somebody may see of a table, as JSON values."""
        here = [seat for seat, there in enumerate(self.host.presence(room.id)) if there]
        told = table_json(room, looker, here)
        if looker.is_host and room.status == "lobby":
            told["invite"] = invitation = await self.invitation(room)
            told["invite_url"] = self.settings.friends_url and self.settings.friends_url + invitation
            told["bots"] = self.bots
            told["choices"] = option_choices()
        return told

    async def invitation(self, room: Room) -> str:
        """The way to a free seat of a table: made when it is first shown, and known to this process alone."""
        if room.id not in self._invitations:
            token = self.settings.secret()
            kept = Token("invitation", room.id, None, room.host)
            await self.store.put_token(hash_of(token), kept, self.settings.clock())
            while len(self._invitations) >= KEPT:
                del self._invitations[next(iter(self._invitations))]
            self._invitations[room.id] = token
        return f"/join/{self._invitations[room.id]}"

    @staticmethod
    def address(request: HTTPConnection) -> str:
        """Where a request comes from."""
        return request.client.host if request.client else ""

    def allow(self, limiter: Limiter, key: str) -> None:
        """Take a token of a visitor. Raises TooMuch if there is none."""
        wait = limiter.wait(key)
        if wait:
            raise TooMuch(wait)


class TooMuch(BadRequest):
    """More requests than one visitor may make."""

    def __init__(self, wait: int) -> None:
        super().__init__(429, say("That was a lot at once: wait {wait} s, then try again.", wait=wait), "TOO_MUCH")
        self.wait = wait
        """Seconds until one is answered again."""
