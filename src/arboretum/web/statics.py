"""The files that pages are made of, under a path that names their content, so that they are kept for ever."""

from __future__ import annotations

import dataclasses
import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from arboretum.language import say

FOLDER: Final = Path(__file__).parent / "static"

TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
"""By the end of a name; the system's own list differs from machine to machine."""

FOR_EVER: Final = "public, max-age=31536000, immutable"


@dataclasses.dataclass(frozen=True, slots=True)
class File:
    """One file, as it is sent."""

    kind: str
    body: bytes
    packed: bytes | None
    """The body compressed, where that is shorter."""


class Statics:
    """Every static file, in memory; a hundred kilobytes or two."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
        self._files = {path.relative_to(folder).as_posix(): _file(path) for path in paths}
        digest = hashlib.sha256()
        for name, file in self._files.items():
            digest.update(f"{name} {len(file.body)} ".encode() + file.body)
        self.build = digest.hexdigest()[:12]
        """Names the content of all files: another one where any byte differs."""

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def url(self, name: str) -> str:
        """Where a page finds a file. One name for all, so that modules find each other by relative paths."""
        if name not in self._files:
            raise KeyError(f"There is no static file {name}.")
        return f"/static/{self.build}/{name}"

    def body(self, name: str) -> bytes:
        """What a file says."""
        return self._files[name].body

    async def answer(self, request: Request) -> Response:
        """The route /static/{build}/{name}: of another build what there is now, and that is not kept."""
        file = self._files.get(request.path_params["name"])
        if file is None:
            return Response(say("There is no such file."), 404, media_type="text/plain")
        headers = {"vary": "accept-encoding"}
        if request.path_params["build"] == self.build:
            headers["cache-control"] = FOR_EVER
        body = file.body
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = file.packed
        return Response(body, headers=headers, media_type=file.kind)


def _file(path: Path) -> File:
    body = path.read_bytes()
    packed = gzip.compress(body, mtime=0)
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return File(kind, body, packed if len(packed) < 0.9 * len(body) else None)
