"""The review of a game that is over: what each decision was worth, made beside the server when somebody asks."""

from __future__ import annotations

import gzip

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from arboretum.bots.styles import can_search
from arboretum.language import say
from arboretum.rooms.refusals import Forbidden, Refused
from arboretum.rooms.room import Room
from arboretum.web.api import json_answer
from arboretum.web.replays import packed
from arboretum.web.reviewing import Progress
from arboretum.web.site import Site


class Reviews:
    """The handlers of one site."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def review(self, request: Request) -> Response:
        """The review of a game that is over, or how far it is: asked again and again until it is there."""
        site = self.site
        visitor = await site.sessions.visitor(request)
        site.allow(site.reads, visitor.session or site.address(request))
        room = await site.room(request, visitor)
        _check(room)
        found = site.reviewing.look(
            room.id, lambda: _record(room), lambda: site.allow(site.reviews, site.address(request))
        )
        if isinstance(found, Progress):
            return json_answer({"state": "waiting", "ahead": found.ahead, "share": found.share})
        held = site.seats(room, visitor)
        me = held[0] if len(held) == 1 else None
        body = b'{"state":"ready","me":%s,"review":%s}' % (msgspec.json.encode(me), found)
        return packed(request, gzip.compress(body, compresslevel=6, mtime=0))


def _check(room: Room) -> None:
    """Raises Forbidden while a game goes on, Refused where it cannot be reviewed."""
    if room.status != "over":
        raise Forbidden(
            say("The game is not over: it is reviewed when it is, so that nobody is helped in it."),
            reason="NOT_OVER",
        )
    if room.game is None:
        raise Refused(
            say("This record does not tell the whole game by our rules, so it cannot be reviewed."),
            reason="NOT_WHOLE",
        )
    if not can_search():
        raise Refused(
            say("Games are not reviewed on this server: without the compiler Numba it would take minutes."),
            reason="NO_REVIEWS",
        )


def _record(room: Room) -> str:
    """The whole game."""
    assert room.game is not None
    return room.game.record().dump()
