"""In which language a visitor is answered: as they chose by hand, else as their browser asks."""

from __future__ import annotations

import functools
import hashlib
import json
import re
from typing import Any, Final

from markupsafe import Markup, escape
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from arboretum.language import FOLDER, SOURCE_LANGUAGE, Language, best, languages, say, speaking
from arboretum.web.bodies import BadRequest
from arboretum.web.forms import form_of, last
from arboretum.web.settings import WebSettings

COOKIE: Final = "language"
LIFE: Final = 400 * 24 * 3600
"""Seconds that a choice is kept, as long as browsers allow."""

WEIGHT: Final = re.compile(r"\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*", re.IGNORECASE)
"""How much a language is wanted, in Accept-Language."""
MOST: Final = 30
"""Languages of one header that are looked at."""

PLACE: Final = re.compile(r"/(?![/\\])[!-~]*")
"""An address on this server."""

TAGS: Final = ("b", "em", "i", "code")
"""What may stand in a text as {b} and {_b}."""

FOR_EVER: Final = "public, max-age=31536000, immutable"


def language_for(connection: HTTPConnection) -> str:
    """The language of a request."""
    chosen = connection.cookies.get(COOKIE, "")
    if chosen in languages():
        return chosen
    return best(accepted(",".join(connection.headers.getlist("accept-language"))))


def accepted(header: str) -> list[str]:
    """The languages that a browser asks for, the most wanted first."""
    wanted: list[tuple[float, str]] = []
    for part in header.split(",")[:MOST]:
        tag, *parameters = part.split(";")
        weights = [WEIGHT.fullmatch(parameter) for parameter in parameters[:1]]
        if all(weights):
            weight = float(weights[0][1]) if weights and weights[0] else 1.0
            wanted.append((weight, tag.strip()))
    ranked = sorted(wanted, key=lambda pair: -pair[0])
    return [tag for weight, tag in ranked if weight > 0 and tag]


class Speaking:
    """The layer within which each request is answered in its visitor's language, streams too."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        with speaking(language_for(HTTPConnection(scope))):
            await self._app(scope, receive, send)


class Languages:
    """The handlers: a language is chosen; a page's scripts fetch their texts."""

    def __init__(self, settings: WebSettings) -> None:
        self._settings = settings

    async def choose(self, request: Request) -> Response:
        """Keep the language that was chosen on a page, and go back there."""
        code = last(await form_of(request), "language")
        back = request.query_params.get("back", "/")
        if code not in languages():
            known = ", ".join(f"{each.code} ({each.name})" for each in languages().values())
            sentence = say("There is no such language here: choose from {known}.", known=known)
            raise BadRequest(422, sentence, "LANGUAGE")
        answer = RedirectResponse(back if PLACE.fullmatch(back) else "/", 303)
        secure = self._settings.is_secure(request.headers.get("host", ""))
        answer.set_cookie(COOKIE, code, max_age=LIFE, path="/", secure=secure, httponly=True, samesite="lax")
        return answer

    async def words(self, request: Request) -> Response:
        """The texts of one language that the scripts of a page say, as a script."""
        language = languages().get(request.path_params["code"])
        if language is None:
            return Response(say("There is no such language here."), 404, media_type="text/plain")
        headers = {}
        if request.path_params["build"] == words_build(language):
            headers["cache-control"] = FOR_EVER
        return Response(words_script(language), headers=headers, media_type="text/javascript; charset=utf-8")


@functools.cache
def words_script(language: Language) -> str:
    """A plain script that puts the texts where say.js finds them."""
    return f"globalThis.arboretumWords = {json.dumps(words(language))};\n"


def words(language: Language) -> dict[str, Any]:
    """The texts that scripts say, by the English ones, with what is needed to choose a plural's form."""
    forms = [language.form(count) for count in range(200)]
    texts: dict[str, str | list[str]] = {}
    for text in json.loads((FOLDER / "client.json").read_text()):
        if isinstance(text, str):
            texts[text] = language.catalogue.gettext(text)
        else:
            counts = [forms.index(form) if form in forms else 0 for form in range(max(forms) + 1)]
            one, many = text
            texts[one] = [language.catalogue.ngettext(one, many, count) for count in counts]
    return {"language": language.code, "rtl": language.is_rtl, "texts": texts, "forms": "".join(map(str, forms))}


def words_build(language: Language) -> str:
    """Names the content of that script."""
    return hashlib.sha256(words_script(language).encode()).hexdigest()[:12]


def words_url(language: Language) -> str:
    """Where a page fetches it; empty for the language in which the texts stand in the scripts."""
    return "" if language.code == SOURCE_LANGUAGE else f"/words/{words_build(language)}/{language.code}.js"


def rich(said: str, /, **parts: object) -> Markup:
    """A text that was said, for a page: {b}...{_b} are tags, other names stand for parts, maybe elements."""
    known = {"sr": Markup('<span class="sr">'), "_sr": Markup("</span>")}
    for tag in TAGS:
        known |= {tag: Markup(f"<{tag}>"), f"_{tag}": Markup(f"</{tag}>")}
    pieces = re.split(r"\{(\w+)\}", said)
    return Markup("").join(
        escape((known | parts).get(piece, piece) if at % 2 else piece) for at, piece in enumerate(pieces)
    )
