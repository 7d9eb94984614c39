"""Forms with a file: `multipart/form-data` (RFC 7578), as far as a page of ours sends it."""

from __future__ import annotations

import re

from starlette.requests import Request

from arboretum.language import say
from arboretum.web.bodies import BadRequest, body_of

KIND = "multipart/form-data"


async def upload_of(request: Request, longest: int) -> dict[str, bytes]:
    """The fields of a form that was sent, a file by its content. Raises BadRequest."""
    boundary = _boundary(request.headers.get("content-type", ""))
    body = await body_of(request, KIND, longest)
    fields: dict[str, bytes] = {}
    for part in (b"\r\n" + body).split(b"\r\n--" + boundary)[1:]:
        head, blank, content = part.removeprefix(b"\r\n").partition(b"\r\n\r\n")
        name = re.search(rb'(?i)^content-disposition:[^\r\n]*?;\s*name="([^"\r\n]{1,40})"', head, re.MULTILINE)
        if blank and name:
            fields[name[1].decode("latin-1")] = content
    return fields


def _boundary(kind: str) -> bytes:
    """What stands between the fields, as the content type tells it."""
    found = re.search(r'(?i);\s*boundary="?([^\s";,]{1,70})"?', kind)
    if found is None or not found[1].isascii():
        raise BadRequest(415, say("Send this as {kind}.", kind=KIND), "CONTENT_TYPE")
    return found[1].encode()
