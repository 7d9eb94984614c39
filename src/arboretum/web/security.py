"""
What is decided from the headers of a request alone, before anything of ours looks at it.

A server on one's own machine can be reached by every page that its owner visits: so the name it is called by
is on a list (against DNS rebinding), a socket must come from its own pages, and so must a form.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arboretum.language import say
from arboretum.web.settings import WebSettings

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

POLICY: Final = (
    "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
"""Nothing from elsewhere, nothing inline, in nobody's frame."""

HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
"""What every answer carries."""


class Guard:
    """The outermost layer: refuses what came by a wrong name or from elsewhere, and adds the headers."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal:
            await _refuse(scope, send, *refusal)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                add_headers(message)
            await send(message)

        await self._app(scope, receive, with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Status and sentence for a request that goes no further."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self._settings.is_allowed(host):
            return 421, say("This server does not go by that name. Whoever runs it can add it with --allow-host.")
        if scope["type"] == "websocket":
            return (
                None
                if self._may_listen(headers, host)
                else (403, say("A stream is opened by this server's pages."))
            )
        if scope["method"] not in SAFE_METHODS and not self._may_change(headers, host):
            return 403, say("This request came from another site, so nothing was done.")
        return None

    def _may_listen(self, headers: Headers, host: str) -> bool:
        """A socket comes from one of our pages, or from a tool that says who it is and has no page."""
        origin = headers.get("origin")
        if origin is None:
            return is_bearer(headers)
        return self._is_ours(origin, host)

    def _may_change(self, headers: Headers, host: str) -> bool:
        """A request that changes something comes from one of our pages, or from no browser at all."""
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site in ("same-origin", "none")
        origin = headers.get("origin")
        return origin is None or self._is_ours(origin, host)

    def _is_ours(self, origin: str, host: str) -> bool:
        """Whether an origin is the address that this request was sent to."""
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or parts.path:
            return False
        if self._settings.is_secure(host) and parts.scheme != "https":
            return False
        return parts.netloc.lower() == host.strip().lower()


def is_bearer(headers: Headers) -> bool:
    """Whether a request names its seat by a token instead of a cookie."""
    return headers.get("authorization", "").lower().startswith("bearer ")


def add_headers(message: MutableMapping[str, Any]) -> None:
    """Put the headers of every answer on one; what it says of caching and of other sites stays."""
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        if name != "cross-origin-resource-policy":
            headers[name] = value
    headers.setdefault("cross-origin-resource-policy", HEADERS["cross-origin-resource-policy"])
    headers.setdefault("cache-control", "no-store")


async def _refuse(scope: Scope, send: Send, status: int, sentence: str) -> None:
    """Answer with a status and a sentence; a socket that cannot be answered so is closed."""
    prefix = "http" if scope["type"] == "http" else "websocket.http"
    if prefix != "http" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": sentence})
        return
    body = sentence.encode()
    start: dict[str, Any] = {
        "type": f"{prefix}.response.start",
        "status": status,
        "headers": [
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
        ],
    }
    add_headers(start)
    await send(start)
    await send({"type": f"{prefix}.response.body", "body": body})
