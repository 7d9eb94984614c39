"""Words that came from a server: made harmless for a terminal, and found in its pages."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Final

LONGEST: Final = 400
"""Letters of a sentence that are shown."""


def plain(text: str) -> str:
    """A text in one line, without anything that could move a cursor."""
    short = " ".join(text[: 4 * LONGEST].split())
    return "".join(sign if sign.isprintable() else "?" for sign in short)[:LONGEST]


def sentence_of(kind: str, body: bytes) -> str:
    """What an answer of this media type says in words; empty if that cannot be told."""
    text = body.decode("utf-8", errors="replace")
    if kind == "text/plain":
        return plain(text)
    if kind != "text/html":
        return ""
    page = _Page()
    page.feed(text)
    return plain(page.alert or page.first)


class _Page(HTMLParser):
    """A page's alert, and the first paragraph after its heading."""

    def __init__(self) -> None:
        super().__init__()
        self.alert = ""
        self.first = ""
        self._headed = False
        self._into: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if ("role", "alert") in attrs:
            self._into = "alert"
        elif tag == "p" and self._headed and not self.first:
            self._into = "first"

    def handle_endtag(self, tag: str) -> None:
        self._headed = self._headed or tag == "h1"
        if tag == "p":
            self._into = None

    def handle_data(self, data: str) -> None:
        if self._into == "alert":
            self.alert += data
        elif self._into == "first":
            self.first += data
