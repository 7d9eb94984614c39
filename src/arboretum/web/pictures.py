"""Pictures of tables and of score pads, and those that go with links to them."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from arboretum.cards import Card
from arboretum.events import NOBODY
from arboretum.language import say
from arboretum.pad.link_form import read_link
from arboretum.pictures import THEMES, Theme, general_preview, picture_of, position_picture, preview_picture
from arboretum.pictures.arboretum import arboretum_picture
from arboretum.pictures.result import counted_paths
from arboretum.record import file_name
from arboretum.rooms.entries import GAME_EVENTS, Entry
from arboretum.rooms.folded import Folded
from arboretum.rooms.refusals import Forbidden, Refused
from arboretum.score import Score
from arboretum.setup import Setup
from arboretum.view import View
from arboretum.web.bodies import BadRequest
from arboretum.web.drawing import Draw, Drawer
from arboretum.web.previews import score_of
from arboretum.web.site import Site

TYPES: Final = {"svg": "image/svg+xml", "png": "image/png"}
ALL: Final = "all"
PUBLIC: Final = "public"
"""Eyes that see every hand, and eyes that see what everybody saw, as on the replay page."""

Seen = Sequence[tuple[int, Entry | None]]
"""The entries of a table as somebody saw them, with their numbers."""


class Pictures:
    """The handlers of one site."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._drawer = Drawer()

    async def table_svg(self, request: Request) -> Response:
        """A table as SVG: the scored table when the game is over, or one of its positions."""
        return await self._table(request, "svg")

    async def table_png(self, request: Request) -> Response:
        """The same as PNG."""
        return await self._table(request, "png")

    async def score_svg(self, request: Request) -> Response:
        """The score pad that `p` holds, as SVG."""
        return await self._pad(request, "svg")

    async def score_png(self, request: Request) -> Response:
        """The same as PNG."""
        return await self._pad(request, "png")

    async def table_preview(self, request: Request) -> Response:
        """What goes with a link to a table: the result of a public game that is over, else nothing of it."""
        name = request.path_params["id"]
        room = await self.site.host.open(name) if len(name) <= 40 else None
        score = None if room is None or not room.settings.public else score_of(room)
        if room is None or score is None:
            return await self._preview(request, ("general",), general_preview)
        return await self._preview(request, (room.id, "preview"), lambda: preview_picture(score))

    async def score_preview(self, request: Request) -> Response:
        """What goes with a link to a score pad."""
        link = request.query_params.get("p", "")
        score = read_link(link).score()
        return await self._preview(request, (link, "preview"), lambda: preview_picture(score))

    async def general_preview(self, request: Request) -> Response:
        """What goes with every other link."""
        return await self._preview(request, ("general",), general_preview)

    async def _table(self, request: Request, kind: str) -> Response:
        site = self.site
        visitor = await site.sessions.visitor(request)
        site.allow(site.reads, visitor.session or site.address(request))
        room = await site.room(request, visitor)
        theme, query = _theme(request), request.query_params
        at, eyes, of = query.get("at", ""), query.get("as", ""), _seat_of(room, query.get("of", ""))
        name = file_name(room.game.setup.players) if room.game else "arboretum"
        if room.status != "over":
            return await self._answer(request, kind, *_running(room, at, eyes, of, theme), name=name, keep=False)
        if room.game is None or not (at or eyes):
            score = score_of(room)
            if score is None:
                raise Refused(say("This record is not by the rules that are drawn here."), reason="UNKNOWN_RULES")
            key = (room.id, "result", of, theme)
            return await self._answer(request, kind, key, lambda: _result(score, of, theme), name=name)
        return await self._answer(request, kind, *_moment(room, at, eyes, of, theme), name=name)

    async def _pad(self, request: Request, kind: str) -> Response:
        self.site.allow(self.site.reads, self.site.address(request))
        link, theme = request.query_params.get("p", ""), _theme(request)
        score = read_link(link).score()
        key = ("pad", link, theme)
        return await self._answer(request, kind, key, lambda: picture_of(score, theme=theme), name="arboretum")

    async def _preview(self, request: Request, key: tuple[Hashable, ...], draw: Draw) -> Response:
        self.site.allow(self.site.reads, self.site.address(request))
        answer = await self._answer(request, "png", key, draw, name="arboretum")
        answer.headers["cache-control"] = "public, max-age=3600"
        answer.headers["cross-origin-resource-policy"] = "cross-origin"
        return answer

    async def _answer(
        self,
        request: Request,
        kind: str,
        key: tuple[Hashable, ...],
        draw: Draw,
        *,
        name: str,
        keep: bool = True,
    ) -> Response:
        """A picture. keep: the browser may keep it, since it stays as it is."""
        site = self.site
        body = await self._drawer.drawn(key, kind, draw, lambda: site.allow(site.pictures, site.address(request)))
        headers = {"x-robots-tag": "noindex", "vary": "accept-language, cookie"}
        if keep:
            headers["cache-control"] = "private, max-age=600"
        if "download" in request.query_params:
            headers["content-disposition"] = f'attachment; filename="{name}.{kind}"'
        return Response(body, headers=headers, media_type=TYPES[kind])


def _theme(request: Request) -> Theme:
    """The theme that is asked for; light if none is."""
    wanted = request.query_params.get("theme", THEMES[0])
    for theme in THEMES:
        if theme == wanted:
            return theme
    raise BadRequest(422, say("A picture is light or dark."), "NO_SUCH_THEME")


def _seat_of(room: Folded, wanted: str) -> int | None:
    """The seat whose arboretum is wanted alone, if one is."""
    if wanted not in ("", *map(str, range(len(room.seats)))):
        raise BadRequest(422, say("There is no such seat at this table."), "NO_SUCH_SEAT")
    return int(wanted) if wanted else None


def _result(score: Score, of: int | None, theme: Theme) -> str:
    """A scored table, or one arboretum of it with the paths that counted."""
    if of is None:
        return picture_of(score, theme=theme)
    paths = counted_paths(score, of)
    return arboretum_picture(score.tableaux[of], paths=paths, title=score.players[of], theme=theme)


def _position(view: View, hands: Sequence[Sequence[Card]] | None, of: int | None, theme: Theme) -> str:
    """A position, or one arboretum of it."""
    if of is None:
        return position_picture(view, hands=hands, theme=theme)
    return picture_of(view.tableaux[of], title=view.players[of], theme=theme)


def _running(room: Folded, at: str, eyes: str, of: int | None, theme: Theme) -> tuple[tuple[Hashable, ...], Draw]:
    """A game that is not over, as everybody sees it."""
    if room.game is None:
        raise Refused(say("The game has not begun: there is nothing to draw yet."), reason="NOT_BEGUN")
    if at or eyes not in ("", PUBLIC):
        raise Forbidden(
            say("The game is not over: until then its pictures show what everybody sees now."), reason="NOT_OVER"
        )
    view = room.view(NOBODY)
    return (room.id, room.version, of, theme), lambda: _position(view, None, of, theme)


def _moment(room: Folded, at: str, eyes: str, of: int | None, theme: Theme) -> tuple[tuple[Hashable, ...], Draw]:
    """A position of a game that is over, through somebody's eyes or with all hands open."""
    assert room.game is not None
    if at and not (at.isascii() and at.isdigit() and len(at) < 6):
        raise BadRequest(422, say("A step is the number of an entry, as on the page of the game."), "NO_SUCH_STEP")
    seats, setup = range(len(room.seats)), room.game.setup
    if eyes not in ("", ALL, PUBLIC, *map(str, seats)):
        raise BadRequest(422, say("There is no such seat at this table."), "NO_SUCH_SEAT")
    looking = tuple(seats) if eyes in ("", ALL) else (NOBODY,) if eyes == PUBLIC else (int(eyes),)
    last = min(int(at), room.version) if at else room.version
    seen = [(seat, room.seen(seat)) for seat in looking]

    def draw() -> str:
        views = [_folded(setup, seat, entries, last) for seat, entries in seen]
        hands: Sequence[Sequence[Card]] = views[0].hands_known
        if len(views) > 1:
            hands = [view.hand for view in views]
        return _position(views[0], hands, of, theme)

    return (room.id, last, looking, of, theme), draw


def _folded(setup: Setup, seat: int, entries: Seen, last: int) -> View:
    """What a seat knew after the first entries."""
    view = View.begin(setup, seat)
    for number, entry in entries:
        if number <= last and isinstance(entry, GAME_EVENTS):
            view = view.after(entry)
    return view
