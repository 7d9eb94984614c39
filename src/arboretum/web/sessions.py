"""
Who a visitor is: a cookie with a random secret, of which the store knows the hash alone.

No account: whoever sits down gets a session, and a session may hold seats at many tables. A program may show
the token of a personal link instead, and acts then for that seat.
"""

from __future__ import annotations

import dataclasses
from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from arboretum.language import say
from arboretum.rooms.store import Store, Token, hash_of
from arboretum.web.bodies import BadRequest
from arboretum.web.security import is_bearer
from arboretum.web.settings import WebSettings

LIFE: Final = 400 * 24 * 3600
"""Seconds that a cookie is kept, as long as browsers allow; each claim of a seat begins them anew."""

SECURE_NAME: Final = "__Host-arb"
PLAIN_NAME: Final = "arb"
"""Browsers refuse Secure cookies over plain HTTP, so there it has another name and can be read on the network."""


@dataclasses.dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody, by a cookie or by a token."""

    session: str = ""
    """Empty for a stranger."""
    token: Token | None = None
    """For a program that shows a personal link's token: that seat, and no other."""


class Sessions:
    """Finds and makes the sessions of visitors."""

    def __init__(self, store: Store, settings: WebSettings) -> None:
        self._store = store
        self._settings = settings

    async def visitor(self, request: HTTPConnection) -> Visitor:
        """Who this is. A cookie that is not known is a stranger's; a token that is not known is refused."""
        if is_bearer(request.headers):
            return await self._bearer(request.headers["authorization"].partition(" ")[2].strip())
        secret = request.cookies.get(self._cookie(request))
        if not secret:
            return Visitor()
        session = await self._store.session(hash_of(secret), self._settings.clock())
        return Visitor(session or "")

    async def _bearer(self, secret: str) -> Visitor:
        token = await self._store.token(hash_of(secret))
        if token is None or token.kind != "seat":
            raise BadRequest(
                401, say("That token stands for no seat: make a new personal link at the table."), "TOKEN"
            )
        return Visitor(token.session, token)

    async def begin(self, request: HTTPConnection) -> Fresh:
        """
        A session for somebody who begins to take part: a new one, or the one there is with a new secret.

        The secret is new in any case, so that one that was known to somebody before is worth nothing now.
        """
        secret, now = self._settings.secret(), self._settings.clock()
        visitor = await self.visitor(request)
        old = request.cookies.get(self._cookie(request), "")
        times = {"now": now, "expires": now + LIFE}
        if visitor.session and await self._store.rotate_session(hash_of(old), hash_of(secret), **times):
            fresh = Fresh(visitor.session, secret)
        else:
            fresh = Fresh(hash_of(self._settings.secret()), secret)
            await self._store.new_session(hash_of(secret), fresh.session, **times)
        request.state.fresh = fresh
        return fresh

    def give_begun(self, request: HTTPConnection, response: Response) -> None:
        """Put the cookie of a session that this request began on its answer, whatever that is: a refusal too."""
        fresh: Fresh | None = getattr(request.state, "fresh", None)
        if fresh is not None and "set-cookie" not in response.headers:
            self.give(request, response, fresh)

    def give(self, request: HTTPConnection, response: Response, fresh: Fresh) -> None:
        """Put the cookie on an answer."""
        response.set_cookie(
            self._cookie(request),
            fresh.secret,
            max_age=LIFE,
            path="/",
            secure=self._is_secure(request),
            httponly=True,
            samesite="lax",
        )

    def _cookie(self, request: HTTPConnection) -> str:
        return SECURE_NAME if self._is_secure(request) else PLAIN_NAME

    def _is_secure(self, request: HTTPConnection) -> bool:
        return self._settings.is_secure(request.headers.get("host", ""))


@dataclasses.dataclass(frozen=True, slots=True)
class Fresh:
    """A session with a secret that its visitor does not have yet."""

    session: str
    secret: str
