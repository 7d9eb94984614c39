"""A hint for who is to act, where advice may be given; it is worked out in a process of its own."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from arboretum.actions import Discard, Place
from arboretum.events import Placed
from arboretum.language import say
from arboretum.notation import parse_action
from arboretum.rooms.advice import check_advice
from arboretum.view import View
from arboretum.web.api import json_answer
from arboretum.web.bodies import BadRequest
from arboretum.web.site import Site


class Hints:
    """The handlers of one site."""

    def __init__(self, site: Site) -> None:
        self.site = site

    async def hint(self, request: Request) -> Response:
        """What may be done now and what it is worth, by what the seat knows; the table does not change by it."""
        site = self.site
        visitor = await site.sessions.visitor(request)
        site.allow(site.reads, visitor.session or site.address(request))
        room = await site.room(request, visitor)
        query = request.query_params
        seat = _seat(query.get("seat", ""))
        check_advice(room, site.seats(room, visitor), seat)
        view, turn, phase = room.view(seat), room.view(seat).turn, room.view(seat).phase.name
        place = query.get("place") or None
        if place is not None:
            view = _after(view, place[:16])
        instead = query.get("instead") or None
        wish = None if instead is None else _discard(view, instead[:16])
        site.allow(site.hints, site.address(request))
        told = await site.advisers.ask(view, wish)
        return json_answer({"seat": seat, "turn": turn, "phase": phase, "place": place, **told})


def _seat(text: str) -> int:
    """The seat that a hint is wanted for. Raises BadRequest."""
    if text not in ("0", "1", "2", "3"):
        raise BadRequest(422, say("seat names who a hint is for, 0 to 3."), "MALFORMED")
    return int(text)


def _after(view: View, text: str) -> View:
    """What the seat would know after a placing that it has in mind. Raises NotationError, IllegalAction."""
    place = parse_action(text)
    if not isinstance(place, Place):
        raise BadRequest(422, say("place is a placing that is due, such as OK5@0,1."), "MALFORMED")
    view.check(place)
    return view.after(Placed(view.me, place.card, place.cell))


def _discard(view: View, text: str) -> Discard:
    """A discard that somebody has in mind. Raises NotationError, IllegalAction."""
    discard = parse_action(text)
    if not isinstance(discard, Discard):
        raise BadRequest(422, say("instead is a discard, such as -JA2."), "MALFORMED")
    view.check(discard)
    return discard
