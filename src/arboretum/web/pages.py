"""The pages around the table: home, a new table, invitations, one's own games, the rules."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arboretum.errors import ArboretumError
from arboretum.explaining import option_sentence
from arboretum.language import say
from arboretum.options import STANDARD
from arboretum.rooms.commands import Claim, Command, Join, Start
from arboretum.rooms.refusals import Forbidden, Refused
from arboretum.rooms.room import Room
from arboretum.rooms.store import hash_of
from arboretum.web.forms import Wanted, against, filled_in, form_of, last, wanted
from arboretum.web.games import games_of
from arboretum.web.previews import of_table
from arboretum.web.rules_text import form_texts, rules_texts
from arboretum.web.sessions import Fresh
from arboretum.web.site import Site


class WebPages:
    """The handlers of one site."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def home(self, request: Request) -> Response:
        """Play now; what waits for this visitor."""
        games = [game for game in await self._games(request) if game["status"] != "over"]
        bots, usual = self.site.bots, self.site.usual_bot
        return self.site.pages.answer(request, "home.html", games=games, bots=bots, usual=usual)

    async def mine(self, request: Request) -> Response:
        """All tables of this visitor."""
        return self.site.pages.answer(request, "mine.html", games=await self._games(request))

    async def rules(self, request: Request) -> Response:
        """The rules in words, worded from the standard options, or from those of the table that `table` names."""
        name = request.query_params.get("table", "")
        if not name:
            return self.site.pages.answer(request, "rules.html", back="", **rules_texts(STANDARD, 2))
        visitor = await self.site.sessions.visitor(request)
        room = await self.site.room_named(name, visitor)
        told = rules_texts(room.settings.options, room.settings.seats, room.settings.species)
        return self.site.pages.answer(request, "rules.html", back=f"/t/{room.id}", **told)

    async def new(self, request: Request) -> Response:
        """The form of a new table; sent, it opens one."""
        if request.method != "POST":
            query = request.query_params
            return self._form(request, {name: query.getlist(name) for name in query})
        form = await form_of(request)
        try:
            return await self._open(request, wanted(form, self.site.bot_names))
        except ArboretumError as error:
            if isinstance(error, Refused | ValueError):
                return self._form(request, form, str(error), 422)
            raise

    async def play(self, request: Request) -> Response:
        """One click: a table against bots, begun at once."""
        asked = against(await form_of(request), self.site.bot_names, self.site.usual_bot)
        return await self._open(request, Wanted(asked.settings, (*asked.commands, Start())))

    async def table(self, request: Request) -> Response:
        """The table's page; it asks for what is on the table by itself."""
        visitor = await self.site.sessions.visitor(request)
        room = await self.site.room(request, visitor)
        if room.archive is not None:
            return RedirectResponse(f"/t/{room.id}/replay", 303)
        names = [seat.name for seat in room.seats if seat.name]
        return self.site.pages.answer(
            request,
            "table.html",
            id=room.id,
            title=", ".join(names) or say("A new table"),
            preview=of_table(room),
        )

    async def join(self, request: Request) -> Response:
        """An invitation: asks for a name, and seats whoever tells it."""
        token = await self.site.store.token(hash_of(request.path_params["token"]))
        room = await self.site.host.open(token.room) if token and token.kind == "invitation" else None
        if room is None:
            raise Refused(say("This invitation leads to no table any more: ask for a new one."), reason="OLD_LINK")
        visitor = await self.site.sessions.visitor(request)
        if visitor.session and room.seats_of(visitor.session):
            return RedirectResponse(f"/t/{room.id}", 303)
        if room.game is not None:
            if room.may_watch(visitor.session):
                return RedirectResponse(f"/t/{room.id}", 303)
            raise Refused(
                say("The game has begun without you, and its players keep to themselves."), reason="BEGUN"
            )
        if request.method != "POST":
            return self._invitation(request, room)
        self.site.allow(self.site.tables, self.site.address(request))
        name = last(await form_of(request), "name")
        fresh = await self.site.sessions.begin(request)
        try:
            await self.site.host.command(
                room.id, fresh.session, Join(None, name, invited=True), None, self.site.settings.secret()
            )
        except Refused as error:
            answer = self._invitation(request, room, name, str(error))
            self.site.sessions.give(request, answer, fresh)
            return answer
        return self._to(request, room, fresh)

    async def seat(self, request: Request) -> Response:
        """A personal link: this browser may play for the seat from now on."""
        secret = request.path_params["token"]
        token = await self.site.store.token(hash_of(secret))
        if token is None or token.kind != "seat" or token.seat is None:
            raise Forbidden(say("This personal link is of no use any more: make a new one at the table."))
        self.site.allow(self.site.tables, self.site.address(request))
        room = await self.site.host.open(token.room)
        if room is None:
            raise Forbidden(say("The table of this personal link was cleared away."))
        fresh = await self.site.sessions.begin(request)
        await self._do(room, fresh, Claim(token.seat, token.session))
        return self._to(request, room, fresh)

    async def _do(self, room: Room, fresh: Fresh, command: Command) -> None:
        """Follow a command that a page gives for its visitor."""
        await self.site.host.command(room.id, fresh.session, command, None, self.site.settings.secret())

    async def _games(self, request: Request) -> list[dict[str, Any]]:
        visitor = await self.site.sessions.visitor(request)
        self.site.allow(self.site.reads, visitor.session or self.site.address(request))
        return await games_of(self.site, visitor.session)

    def _form(self, request: Request, form: Any, error: str = "", status: int = 200) -> Response:  # noqa: ANN401
        bots = {"bots": self.site.bots, "note": self.site.bots_note}
        texts = {"values": filled_in(form), "error": error, **bots, **form_texts()}
        return self.site.pages.answer(request, "new.html", status=status, **texts)

    async def _open(self, request: Request, asked: Wanted) -> Response:
        """Open a table, and go there."""
        self.site.allow(self.site.tables, self.site.address(request))
        fresh = await self.site.sessions.begin(request)
        room = await self.site.host.create(asked.settings, fresh.session, asked.commands)
        return self._to(request, room, fresh)

    def _to(self, request: Request, room: Room, fresh: Fresh) -> Response:
        answer = RedirectResponse(f"/t/{room.id}", 303)
        self.site.sessions.give(request, answer, fresh)
        return answer

    def _invitation(self, request: Request, room: Room, name: str = "", error: str = "") -> Response:
        host = next((seat.name for seat in room.seats if room.host in seat.owners), "")
        return self.site.pages.answer(
            request,
            "join.html",
            status=422 if error else 200,
            page="",
            host=host,
            players=[seat.name for seat in room.seats if seat.name],
            seats=room.settings.seats,
            says=[option_sentence(option, value) for option, value in room.settings.options.changed.items()],
            name=name,
            error=error,
        )
