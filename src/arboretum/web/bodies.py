"""Bodies of requests: read with a bound, of the kind that was asked for."""

from __future__ import annotations

from typing import Final

from starlette.requests import Request

from arboretum.errors import ArboretumError
from arboretum.language import say

LONGEST: Final = 4096
"""Bytes of a body."""


class BadRequest(ArboretumError):
    """A request that is refused before it is looked at."""

    def __init__(self, status: int, sentence: str, reason: str) -> None:
        super().__init__(sentence)
        self.status = status
        """The HTTP status that says so."""
        self.reason = reason


async def body_of(request: Request, kind: str, longest: int = LONGEST) -> bytes:
    """The body of a request of this media type. Raises BadRequest if it is another kind, or too long."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != kind:
        raise BadRequest(415, say("Send this as {kind}.", kind=kind), "CONTENT_TYPE")
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > longest:
            raise BadRequest(
                413, say("That is too long: at most {longest} bytes are read.", longest=longest), "TOO_LONG"
            )
        parts.append(part)
    return b"".join(parts)
