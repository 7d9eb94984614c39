"""What a page must not do unnoticed: complain, fail, ask another host, or be told what it may not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebSocket

VIOLATIONS = (
    "addEventListener('securitypolicyviolation', (e) => console.error('CSP', e.violatedDirective, e.blockedURI))"
)
LOUD = ("error", "warning", "assert")


class Watch:
    """The ears at every page of a test's browsers."""

    def __init__(self, *hosts: str) -> None:
        """hosts: `127.0.0.1:8420`, the only ones that may be asked."""
        self._hosts = hosts
        self.faults: list[str] = []
        self.asked: list[str] = []
        """Every address that was asked for."""
        self._expected: list[re.Pattern[str]] = []

    def over(self, context: BrowserContext) -> None:
        """Listen to all pages of a context, from now on."""
        context.add_init_script(VIOLATIONS)
        context.on("console", self._said)
        context.on("weberror", lambda error: self.faults.append(f"An error was not caught: {error.error}"))
        context.on("request", self._requested)
        context.on("page", lambda page: page.on("websocket", self._socket))

    def _said(self, message: ConsoleMessage) -> None:
        told = f"{message.type}: {message.text} ({message.location.get('url', '')})"
        if message.type in LOUD and not any(each.search(told) for each in self._expected):
            self.faults.append(told)

    def _requested(self, request: Request) -> None:
        self._ask(request.url)

    def _socket(self, socket: WebSocket) -> None:
        self._ask(socket.url)

    def _ask(self, url: str) -> None:
        self.asked.append(url)
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc not in self._hosts:
            self.faults.append(f"A page asked another host: {url}")

    @contextmanager
    def expecting(self, *patterns: str) -> Iterator[None]:
        """Within this the console may tell such things: a refusal that a test means, a network that is gone."""
        self._expected += map(re.compile, patterns)
        try:
            yield
        finally:
            del self._expected[-len(patterns) :]


CARD = re.compile(r"\b(?:BS|CA|CB|DW|JA|LI|MG|MP|OK|OL|RP|TP|WI)[1-8]\b")


class Wire:
    """Every card that a page is told of, in answers and frames about its table."""

    def __init__(self, page: Page) -> None:
        """Listen from now on: before the page goes anywhere."""
        self._seen: set[str] = set()
        self.frames = 0
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))
        page.on("requestfinished", self._answer)

    def _frame(self, frame: str | bytes) -> None:
        self.frames += 1
        self._seen.update(CARD.findall(frame if isinstance(frame, str) else frame.decode()))

    def _answer(self, request: Request) -> None:
        if urlsplit(request.url).path.startswith("/t/"):
            response = request.response()
            assert response is not None
            self._seen.update(CARD.findall(response.text()))

    @property
    def cards(self) -> frozenset[str]:
        """All cards that were told so far."""
        return frozenset(self._seen)


def cards_in(page: Page) -> frozenset[str]:
    """Every card that a page holds anywhere in its document: text, attributes, hidden or not."""
    return frozenset(CARD.findall(page.content()))
