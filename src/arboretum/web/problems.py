"""What is refused, as an answer: a status, a sentence, a reason. Nothing of a table's state is in it."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arboretum.errors import ArboretumError, IllegalAction, NotationError, Stale
from arboretum.language import later, said, say
from arboretum.rooms.advisers import NoAdvice
from arboretum.rooms.refusals import Forbidden, NoSuchRoom, OutOfDate, Refused, StoreFailed
from arboretum.web.bodies import BadRequest
from arboretum.web.site import Site, TooMuch

log = logging.getLogger("arboretum.web")

TITLES: Final = {
    400: later("That was not understood"),
    401: later("Who is that?"),
    403: later("Not for you"),
    404: later("Nothing here"),
    405: later("Not like this"),
    409: later("Something happened meanwhile"),
    413: later("Too long"),
    415: later("Another kind is needed"),
    422: later("That cannot be done"),
    429: later("Too much at once"),
    500: later("Our fault"),
    503: later("Not now"),
}

Json = dict[str, Any]


def problem(error: Exception) -> tuple[int, Json]:
    """The status and what is told of an error."""
    match error:
        case OutOfDate():
            return 409, {"version": error.version, "error": str(error), "reason": "STALE"}
        case Forbidden():
            return 403, {"error": str(error), "reason": error.reason}
        case NoSuchRoom():
            return 404, {"error": str(error), "reason": error.reason}
        case NoAdvice():
            return 503, {"error": str(error), "reason": error.reason}
        case Refused() | Stale() | IllegalAction():
            return 422, {"error": str(error), "reason": error.reason}
        case StoreFailed():
            return 503, {"error": str(error), "reason": "NOT_KEPT"}
        case BadRequest():
            return error.status, {"error": str(error), "reason": error.reason}
        case NotationError():
            return 422, {"error": str(error), "reason": "NOTATION"}
        case msgspec.ValidationError():
            return 422, {"error": say("That is no command: {why}.", why=str(error)[:200]), "reason": "MALFORMED"}
        case msgspec.DecodeError():
            return 400, {"error": say("That is not JSON."), "reason": "MALFORMED"}
        case ArboretumError():
            return 422, {"error": str(error), "reason": "REFUSED"}
        case HTTPException():
            return error.status_code, {"error": say("There is nothing here."), "reason": "NOTHING"}
        case _:
            return 500, {"error": say("Something went wrong on our side; nothing was lost."), "reason": "FAULT"}


def as_json(error: Exception) -> Response:
    """An error as a program is told it."""
    status, told = problem(error)
    return Response(msgspec.json.encode(told), status, _headers(error), "application/json")


def as_page(site: Site, request: Request, error: Exception) -> Response:
    """An error as a person is told it."""
    status, told = problem(error)
    title = said(TITLES[status]) if status in TITLES else say("That did not work")
    page = site.pages.answer(
        request, "error.html", status=status, page="", title=title, says=told["error"], again=""
    )
    page.headers.update(_headers(error))
    return page


def _headers(error: Exception) -> dict[str, str]:
    if isinstance(error, TooMuch):
        return {"retry-after": str(error.wait)}
    return {"retry-after": "2"} if isinstance(error, StoreFailed | NoAdvice) else {}
