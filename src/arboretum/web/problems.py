"""What is refused, as an answer: a status, a sentence, a reason. Nothing of a table's state is in it."""

from __future__ import annotations

import logging
from typing import Any, Final

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arboretum.errors import ArboretumError, IllegalAction, NotationError, Stale
from arboretum.rooms.refusals import Forbidden, NoSuchRoom, OutOfDate, Refused
from arboretum.web.bodies import BadRequest
from arboretum.web.site import Site, TooMuch

log = logging.getLogger("arboretum.web")

TITLES: Final = {
    400: "That was not understood",
    401: "Who is that?",
    403: "Not for you",
    404: "Nothing here",
    405: "Not like this",
    409: "Something happened meanwhile",
    413: "Too long",
    415: "Another kind is needed",
    422: "That cannot be done",
    429: "Too much at once",
    500: "Our fault",
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
        case Refused() | Stale() | IllegalAction():
            return 422, {"error": str(error), "reason": error.reason}
        case BadRequest():
            return error.status, {"error": str(error), "reason": error.reason}
        case NotationError():
            return 422, {"error": str(error), "reason": "NOTATION"}
        case msgspec.ValidationError():
            return 422, {"error": f"That is no command: {str(error)[:200]}.", "reason": "MALFORMED"}
        case msgspec.DecodeError():
            return 400, {"error": "That is not JSON.", "reason": "MALFORMED"}
        case ArboretumError():
            return 422, {"error": str(error), "reason": "REFUSED"}
        case HTTPException():
            return error.status_code, {"error": "There is nothing here.", "reason": "NOTHING"}
        case _:
            return 500, {"error": "Something went wrong on our side; nothing was lost.", "reason": "FAULT"}


def as_json(error: Exception) -> Response:
    """An error as a program is told it."""
    status, told = problem(error)
    return Response(msgspec.json.encode(told), status, _headers(error), "application/json")


def as_page(site: Site, request: Request, error: Exception) -> Response:
    """An error as a person is told it."""
    status, told = problem(error)
    title = TITLES.get(status, "That did not work")
    page = site.pages.answer(
        request, "error.html", status=status, page="", title=title, says=told["error"], again=""
    )
    page.headers.update(_headers(error))
    return page


def _headers(error: Exception) -> dict[str, str]:
    return {"retry-after": str(error.wait)} if isinstance(error, TooMuch) else {}
