"""Games looked at again: their pages and steps, practice from one of them, and records brought from elsewhere."""

from __future__ import annotations

import gzip
import secrets
from typing import Final
from weakref import WeakKeyDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arboretum.errors import ArboretumError, RecordError
from arboretum.events import NOBODY
from arboretum.language import all_of, say, spoken
from arboretum.records.reading import decoded
from arboretum.rooms.folded import Folded
from arboretum.rooms.importing import imported
from arboretum.rooms.practice import CARDS, Chance, Wish, practice
from arboretum.rooms.refusals import Forbidden, Refused
from arboretum.rooms.room import Room
from arboretum.rooms.settings import STAND_IN
from arboretum.web.bodies import BadRequest
from arboretum.web.forms import form_of, last
from arboretum.web.history import ALL, history_json
from arboretum.web.previews import of_table
from arboretum.web.sessions import Visitor
from arboretum.web.site import Site
from arboretum.web.uploads import upload_of

LONGEST: Final = 1 << 16
"""Bytes of a record that is brought here. A game has about 15,000."""

PUBLIC: Final = "public"
"""Eyes that see what everybody saw."""

Eyes = tuple[int, ...]


class Replays:
    """The handlers of one site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._kept: WeakKeyDictionary[Folded, dict[tuple[Eyes, str], tuple[int, bytes]]] = WeakKeyDictionary()

    async def page(self, request: Request) -> Response:
        """The page of a game that is looked at again; it asks for the steps by itself."""
        visitor = await self.site.sessions.visitor(request)
        room = await self.site.room(request, visitor)
        names = [seat.name for seat in room.seats if seat.name]
        return self.site.pages.answer(
            request,
            "replay.html",
            page="",
            id=room.id,
            title=all_of(names),
            over=room.status == "over",
            preview=of_table(room),
        )

    async def history(self, request: Request) -> Response:
        """All steps of a game, as somebody may see them."""
        visitor = await self.site.sessions.visitor(request)
        self.site.allow(self.site.reads, visitor.session or self.site.address(request))
        room = await self.site.room(request, visitor)
        return packed(request, self._steps(room, self._eyes(request, room, visitor)))

    def _eyes(self, request: Request, room: Room, visitor: Visitor) -> Eyes:
        """
        Through whose eyes a visitor looks back: when the game is over through whose they like, before that
        through their own. Raises Forbidden.
        """
        wanted = request.query_params.get("as", "")
        if room.status == "over":
            if wanted in ("", ALL):
                return tuple(range(len(room.seats)))
            if wanted == PUBLIC:
                return (NOBODY,)
            return (self._seat(room, wanted),)
        if wanted == ALL:
            raise Forbidden(say("The game is not over: hands are open when it is."), reason="NOT_OVER")
        if wanted == PUBLIC:
            return (NOBODY,)
        looker = self.site.looker(request, room, visitor)
        if len(looker.seats) > 1 and room.settings.hot_seat and room.game is not None:
            turn = room.game.seat
            if looker.seat not in (NOBODY, turn):
                who = room.seats[turn].name
                raise Forbidden(say("At this screen {name} is to play: only {name} looks back.", name=who))
        return (looker.seat,)

    @staticmethod
    def _seat(room: Room, wanted: str) -> int:
        if wanted not in map(str, range(len(room.seats))):
            raise BadRequest(422, say("There is no such seat at this table."), "NO_SUCH_SEAT")
        return int(wanted)

    def _steps(self, room: Room, eyes: Eyes) -> bytes:
        """The steps as compressed JSON; made once for what has happened so far."""
        kept = self._kept.setdefault(room, {})
        version, body = kept.get((eyes, spoken()), (-1, b""))
        if version != room.version:
            body = gzip.compress(msgspec.json.encode(history_json(room, eyes)), compresslevel=6, mtime=0)
            kept[eyes, spoken()] = (room.version, body)
        return body

    async def practice(self, request: Request) -> Response:
        """Play on from a moment of a finished game, at a new table."""
        self.site.allow(self.site.tables, self.site.address(request))
        visitor = await self.site.sessions.visitor(request)
        room = await self.site.room(request, visitor)
        form = await form_of(request)
        at, seat, cards = last(form, "at"), last(form, "seat", "0"), last(form, "cards", CARDS[0])
        if not (at.isascii() and at.isdigit() and len(at) < 6) or cards not in CARDS:
            raise Refused(say("Choose a step, a seat and the cards on the page of the game."), reason="MALFORMED")
        others = STAND_IN if STAND_IN in self.site.bot_names else self.site.usual_bot
        wish = Wish(int(at), self._seat(room, seat), cards, others)
        chance = Chance.of(secrets.randbits(256), secrets.token_hex(32))
        session = (await self.site.sessions.begin(request)).session
        table = await self.site.host.adopt(
            lambda now, next_id: practice(room, wish, session, chance, now, next_id)
        )
        return RedirectResponse(f"/t/{table.id}", 303)

    async def bring(self, request: Request) -> Response:
        """The page on which a record is brought here; sent, it opens a table that shows the game."""
        if request.method != "POST":
            return self._form(request)
        self.site.allow(self.site.tables, self.site.address(request))
        try:
            fields = await upload_of(request, 2 * LONGEST)
        except BadRequest as error:
            if error.status == 413:
                return self._form(request, error=_too_long(), status=413)
            raise
        text = decoded(fields.get("file") or fields.get("text", b""))
        if not text.strip():
            return self._form(request, error=say("Choose a file, or paste a record."), status=422)
        if len(text) > LONGEST:
            return self._form(request, error=_too_long(), status=413)
        session = (await self.site.sessions.begin(request)).session
        try:
            room = await self.site.host.adopt(lambda now, next_id: imported(text, session, now, next_id))
        except ArboretumError as error:
            line = _line(text, error.line) if isinstance(error, RecordError) and error.line else ""
            return self._form(request, text=_shown(text), error=str(error), line=line, status=422)
        return RedirectResponse(f"/t/{room.id}/replay", 303)

    def _form(
        self, request: Request, *, text: str = "", error: str = "", line: str = "", status: int = 200
    ) -> Response:
        return self.site.pages.answer(
            request, "import.html", page="", status=status, text=text, error=error, line=line, longest=LONGEST
        )


def _too_long() -> str:
    return say("That is longer than any game: at most {most} bytes are read.", most=f"{LONGEST:,}")


def _shown(text: str) -> str:
    """A text as a page can hold it."""
    return text.encode("utf-8", "replace").decode()


def _line(text: str, number: int) -> str:
    """A line of a text, as far as an error needs it."""
    lines = text.split("\n")
    return _shown(lines[number - 1].strip()[:300]) if number <= len(lines) else ""


def packed(request: Request, body: bytes) -> Response:
    """
    Compressed JSON, unpacked for whoever cannot read that.

    Nothing in it is chosen by who asks, or by anybody after the deal, so its length tells nothing.
    """
    headers = {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, headers=headers, media_type="application/json")
