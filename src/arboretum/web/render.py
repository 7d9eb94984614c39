"""Pages of HTML from templates; everything that is put into one is escaped."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import jinja2
from starlette.requests import Request
from starlette.responses import HTMLResponse

from arboretum.language import languages, say, say_many, speaker
from arboretum.web.previews import LinkPreview, has_image
from arboretum.web.speaking import rich, words_url
from arboretum.web.statics import Statics

FOLDER: Final = Path(__file__).parent / "templates"


class Pages:
    """The templates, and what all of them know."""

    def __init__(self, statics: Statics, build: str, public_url: str | None = None) -> None:
        self._environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(FOLDER),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals.update(public_url=public_url, has_image=has_image())
        self._environment.globals.update(static=statics.url, build=build, say=say, say_many=say_many, rich=rich)

    def answer(self, request: Request, template: str, /, status: int = 200, **values: Any) -> HTMLResponse:  # noqa: ANN401
        """A page, compressed where the browser wants that: no page holds both a secret and what a visitor sent."""
        language = speaker()
        context = {
            "page": template.removesuffix(".html"),
            "language": language,
            "languages": languages().values(),
            "words": words_url(language),
            "here": here(request),
            "preview": LinkPreview(),
            **values,
        }
        body = self._environment.get_template(template).render(context).encode()
        headers = {"vary": "accept-encoding, accept-language, cookie", "content-language": language.code}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = gzip.compress(body, compresslevel=6, mtime=0)
        return HTMLResponse(body, status, headers)


def here(request: Request) -> str:
    """The address of the page that is asked for, for coming back to it."""
    query = request.scope["query_string"].decode("latin-1") if request.method == "GET" else ""
    return quote(request.scope["path"]) + (f"?{query}" if query else "")
