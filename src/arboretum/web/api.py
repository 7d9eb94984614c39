"""The table as JSON: look at it, act at it. Routes below /t/{id}; described in docs/6-api.md."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from arboretum.actions import Discard, Place
from arboretum.cards import Card
from arboretum.errors import ArboretumError
from arboretum.explaining import options_in_force, rules_lines, species_lines
from arboretum.language import say
from arboretum.notation import parse_action
from arboretum.record import file_name
from arboretum.rooms import commands as rooms
from arboretum.rooms.refusals import Forbidden, Refused
from arboretum.rooms.room import Room
from arboretum.rooms.settings import Settings
from arboretum.rooms.store import Token, hash_of
from arboretum.setup import Setup
from arboretum.web import commands as sent
from arboretum.web.bodies import body_of
from arboretum.web.qr import qr_picture
from arboretum.web.sessions import Visitor
from arboretum.web.site import Site
from arboretum.web.wire import preview_json


def json_answer(value: Any, status: int = 200) -> Response:  # noqa: ANN401 - whatever is told
    """A value as JSON; it is not kept anywhere on the way."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


class Api:
    """The handlers of one site."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def view(self, request: Request) -> Response:
        """All that this visitor may see of a table now."""
        visitor, room = await self._enter(request)
        looker = self.site.looker(request, room, visitor)
        return json_answer(await self.site.told(room, looker))

    async def commands(self, request: Request) -> Response:
        """Do something at a table."""
        site = self.site
        visitor = await site.sessions.visitor(request)
        site.allow(site.commands, visitor.session or site.address(request))
        command = sent.decoder.decode(await body_of(request, "application/json"))
        room = await site.room(request, visitor)
        if not visitor.session:
            raise Forbidden(
                say("Nobody knows you here yet: sit down first, by the invitation."), reason="NO_SESSION"
            )
        wish = meant(command, site.seats(room, visitor))
        if visitor.token is not None and getattr(wish, "seat", None) != visitor.token.seat:
            raise Forbidden(say("That token plays for one seat, and does nothing else."))
        answer = await site.host.command(room.id, visitor.session, wish, command.expected, command.id)
        return json_answer({"version": answer.version})

    async def preview(self, request: Request) -> Response:
        """What one's own paths would be worth with a card of one's hand on each open cell."""
        visitor, room = await self._enter(request)
        if not room.settings.preview:
            raise Forbidden(say("This table plays without the values of paths."), reason="NO_PREVIEW")
        seat = request.query_params.get("seat", "")
        held = self.site.seats(room, visitor)
        if seat not in map(str, held):
            raise Forbidden(say("Values are shown for one's own arboretum alone."))
        view = room.view(int(seat))
        card = Card.parse(request.query_params.get("card", "")[:8])
        if card not in view.hand:
            raise Refused(say("{card} is not in your hand.", card=card), reason="NOT_IN_HAND")
        return json_answer(preview_json(view.tableau, card, view.my_open_cells))

    async def record(self, request: Request) -> Response:
        """The whole game, when it is over."""
        _, room = await self._enter(request)
        if room.archive is not None:
            return _file(room, room.archive_text)
        if room.game is None or not room.game.is_over:
            raise Forbidden(say("The game is not over: its record would show hidden cards."), reason="NOT_OVER")
        return _file(room, room.game.record().dump())

    async def rules(self, request: Request) -> Response:
        """The rules in short, with the numbers and options of this table."""
        _, room = await self._enter(request)
        setup = _setup(room)
        told = {
            "rules": rules_lines(setup),
            "options": options_in_force(setup.options),
            "species": species_lines(setup) if room.game or room.settings.species else [],
        }
        return json_answer(told)

    async def invitation(self, request: Request) -> Response:
        """The invitation as a picture for telephones: the host's, while seats are taken."""
        visitor, room = await self._enter(request)
        if visitor.token is not None or visitor.session != room.host or room.status != "lobby":
            raise Forbidden(say("The invitation is shown to who opened the table, until the game begins."))
        if self.site.settings.friends_url is None:
            raise Refused(say("Only this machine reaches this server: serve with --host 0.0.0.0."), reason="ALONE")
        link = self.site.settings.friends_url + await self.site.invitation(room)
        return Response(qr_picture(link), media_type="image/svg+xml")

    async def link(self, request: Request) -> Response:
        """A new personal link to one's own seat, for another device or a program; older ones are void then."""
        visitor = await self.site.sessions.visitor(request)
        self.site.allow(self.site.commands, visitor.session or self.site.address(request))
        wanted = msgspec.json.decode(await body_of(request, "application/json"), type=sent.LinkTo)
        room = await self.site.room(request, visitor)
        if visitor.token is not None or wanted.seat not in self.site.seats(room, visitor):
            raise Forbidden(say("A personal link is made by who sits on the seat."))
        token = self.site.settings.secret()
        await self.site.store.drop_tokens(room.id, "seat", wanted.seat)
        kept = Token("seat", room.id, wanted.seat, visitor.session)
        await self.site.store.put_token(hash_of(token), kept, self.site.settings.clock())
        return json_answer({"url": f"/seat/{token}", "token": token})

    async def _enter(self, request: Request) -> tuple[Visitor, Room]:
        """Who looks at which table."""
        visitor = await self.site.sessions.visitor(request)
        self.site.allow(self.site.reads, visitor.session or self.site.address(request))
        return visitor, await self.site.room(request, visitor)


def _file(room: Room, record: str) -> Response:
    """A record to be kept, under a name that is good on every system."""
    ending = "jsonl" if record.lstrip("\ufeff \t\r\n").startswith("{") else "txt"
    name = f"{file_name([seat.name for seat in room.seats])}-{room.id}.{ending}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    kind = "application/jsonl" if ending == "jsonl" else "text/plain"
    return Response(record, headers=headers, media_type=kind)


def _setup(room: Room) -> Setup:
    """What the game was, or will be, set up with."""
    if room.game is not None:
        return room.game.setup
    settings = room.settings
    names = tuple("ABCD"[: settings.seats])
    return Setup(names, settings.options, None if settings.species is None else settings.species)


def meant(command: sent.Sent, held: tuple[int, ...]) -> rooms.Command:
    """
    What a page's command asks of the table; `held` are its sender's seats, of which the first speaks.

    Raises NotationError, Refused.
    """
    match command:
        case sent.Act(seat=seat, action=action):
            return rooms.Act(seat, parse_action(action))
        case sent.Turn(seat=seat):
            return _turn(command)
        case sent.Say(phrase=phrase, seat=seat):
            return rooms.Say(_first(held) if seat is None else seat, phrase)
        case sent.Join(seat=seat, name=name):
            return rooms.Join(seat, name)
        case sent.Leave(seat=seat):
            return rooms.Leave(seat)
        case sent.Bot(seat=seat, bot=bot):
            return rooms.SeatBot(seat, bot)
        case sent.Configure(settings=settings):
            return rooms.Configure(Settings.from_json(msgspec.structs.asdict(settings)))
        case sent.Start():
            return rooms.Start()
        case sent.Vote(about=about, choice=choice, seat=seat):
            return rooms.Vote(_first(held) if seat is None else seat, about, choice)
        case sent.Count(step=step):
            return rooms.Count(step)
        case sent.Rematch():
            return rooms.Rematch()
    raise ArboretumError(say("There is no such command."))


def _first(held: tuple[int, ...]) -> int:
    if not held:
        raise Forbidden(say("Only who sits at the table can do that."))
    return held[0]


def _turn(command: sent.Turn) -> rooms.EndTurn:
    place, discard = parse_action(command.place), parse_action(command.discard)
    if not isinstance(place, Place) or not isinstance(discard, Discard):
        raise Refused(
            say("A turn ends with a placing, such as OK5@0,1, and a discard, such as -JA2."), reason="NOT_A_TURN"
        )
    return rooms.EndTurn(command.seat, place, discard)
