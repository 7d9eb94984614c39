"""The application: its routes, and what stands around them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arboretum.errors import ArboretumError
from arboretum.rooms.host import Host
from arboretum.web.api import Api, json_answer
from arboretum.web.hints import Hints
from arboretum.web.openapi import document
from arboretum.web.pages import WebPages
from arboretum.web.pictures import Pictures
from arboretum.web.problems import as_json, as_page
from arboretum.web.replays import Replays
from arboretum.web.reviews import Reviews
from arboretum.web.scoring import Scoring
from arboretum.web.security import Guard
from arboretum.web.settings import PROTOCOL, WebSettings
from arboretum.web.site import Site
from arboretum.web.speaking import Languages, Speaking
from arboretum.web.statics import Statics
from arboretum.web.stream import Streams

LOGGER: Final = logging.getLogger("arboretum.web")

Handler = Callable[[Request], Awaitable[Response]]


def create_app(
    host: Host,
    settings: WebSettings,
    *,
    bots: tuple[str, ...] = (),
    statics: Statics | None = None,
    on_stop: Callable[[], Awaitable[None]] | None = None,
) -> ASGIApp:
    """
    The application that serves a host's tables.

    bots: the names of those that may be seated. statics: the static files, if they are read
    already. on_stop: called when all is done.
    """
    site = Site(host, settings, bots, statics or Statics())

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        resuming = asyncio.ensure_future(_resumed(host))
        try:
            yield
        finally:
            resuming.cancel()
            await asyncio.gather(resuming, return_exceptions=True)
            await site.reviewing.close()
            await site.advisers.close()
            await host.close()
            if on_stop is not None:
                await on_stop()

    app = Starlette(routes=routes(site), lifespan=lifespan)
    return Speaking(Guard(Logged(app), settings))


async def _resumed(host: Host) -> None:
    """Take up the games in which bots are to play, beside everything else."""
    try:
        await host.resume()
    except Exception:
        LOGGER.exception("the games in which bots are to play were not all taken up")


def routes(site: Site) -> list[BaseRoute]:
    """Every route. Those of pages answer people, the others programs; docs/6-api.md describes all."""
    pages, api, streams = WebPages(site), Api(site), Streams(site)
    scoring, spoken = Scoring(site), Languages(site.settings)

    replays, pictures = Replays(site), Pictures(site)

    def page(path: str, handler: Handler, *methods: str) -> Route:
        return Route(
            path, _answering(handler, lambda r, e: as_page(site, r, e), site), methods=[*methods] or ["GET"]
        )

    def data(path: str, handler: Handler, *methods: str) -> Route:
        return Route(path, _answering(handler, lambda _, e: as_json(e), site), methods=[*methods] or ["GET"])

    async def nothing(request: Request) -> Response:
        raise HTTPException(404)

    return [
        page("/", pages.home),
        page("/new", pages.new, "GET", "POST"),
        page("/play", pages.play, "POST"),
        page("/mine", pages.mine),
        page("/rules", pages.rules),
        page("/score", scoring.page),
        data("/preview.png", pictures.general_preview),
        data("/score/picture.svg", pictures.score_svg),
        data("/score/picture.png", pictures.score_png),
        data("/score/preview.png", pictures.score_preview),
        data("/score/answer", scoring.answer, "POST"),
        data("/score/worker.js", scoring.worker),
        page("/language", spoken.choose, "POST"),
        data("/words/{build}/{code}.js", spoken.words),
        page("/join/{token}", pages.join, "GET", "POST"),
        page("/seat/{token}", pages.seat),
        page("/t/{id}", pages.table),
        page("/t/{id}/replay", replays.page),
        page("/t/{id}/practice", replays.practice, "POST"),
        page("/import", replays.bring, "GET", "POST"),
        data("/t/{id}/history", replays.history),
        data("/t/{id}/review", Reviews(site).review),
        data("/t/{id}/view", api.view),
        data("/t/{id}/commands", api.commands, "POST"),
        data("/t/{id}/preview", api.preview),
        data("/t/{id}/hint", Hints(site).hint),
        data("/t/{id}/picture.svg", pictures.table_svg),
        data("/t/{id}/picture.png", pictures.table_png),
        data("/t/{id}/preview.png", pictures.table_preview),
        data("/t/{id}/record", api.record),
        data("/t/{id}/rules", api.rules),
        data("/t/{id}/invitation.svg", api.invitation),
        data("/t/{id}/link", api.link, "POST"),
        data("/t/{id}/stream.ndjson", streams.lines),
        WebSocketRoute("/t/{id}/stream", streams.socket),
        data("/healthz", _healthz(site)),
        data("/openapi.json", _described),
        Route("/static/{build}/{name:path}", site.statics.answer, methods=["GET"]),
        page("/{rest:path}", nothing, "GET", "POST", "PUT", "PATCH", "DELETE"),
    ]


async def _described(request: Request) -> Response:
    """The description of this interface."""
    return json_answer(document())


def _healthz(site: Site) -> Handler:
    async def answer(request: Request) -> Response:
        """The server answers, and its store does."""
        await site.store.list_rooms("")
        return json_answer({"ok": True, "build": site.build, "protocol": PROTOCOL})

    return answer


def _answering(handler: Handler, refused: Callable[[Request, Exception], Response], site: Site) -> Handler:
    """A handler whose refusals are answers."""

    async def answer(request: Request) -> Response:
        try:
            told = await handler(request)
        except (ArboretumError, msgspec.DecodeError, HTTPException) as error:
            told = refused(request, error)
        except Exception as error:
            LOGGER.exception("%s %s failed", request.method, _route(request.scope))
            told = refused(request, error)
        site.sessions.give_begun(request, told)
        return told

    return answer


class Logged:
    """A line in the log for each request: what for, how it ended, how long it took; no token, no card."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not LOGGER.isEnabledFor(logging.INFO):
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noting)
        finally:
            taken = 1000 * (time.perf_counter() - began)
            LOGGER.info("%s %s %d %.1f ms", scope["method"], _route(scope), status, taken)


def _route(scope: Scope) -> str:
    """What a request was for, by the pattern of its route and the table's public name, never by its path."""
    route = scope.get("route")
    pattern = getattr(route, "path", "?")
    return str(pattern).replace("{id}", str(scope.get("path_params", {}).get("id", "?"))[:20])
