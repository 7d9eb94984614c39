"""Markup from plain values: every text is escaped, unless it is markup already."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final, TypeAlias

Content: TypeAlias = "str | int | Iterable[Content]"
"""What an element may hold."""

EMPTY: Final = {"meta", "line", "rect", "circle", "br"}
"""Elements that hold nothing."""


class Markup(str):
    """A text that is markup."""

    __slots__ = ()


def tag(name: str, /, *content: Content, **attributes: str | float | None) -> Markup:
    """
    An element. Attributes have dashes for underscores; one that is None is left out.

    >>> tag("p", "a < b", tag("b", 3), class_="note", title=None)
    '<p class="note">a &lt; b<b>3</b></p>'
    """
    begin = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_plain(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    if name in EMPTY:
        return Markup(f"<{name}{begin}>" if name in ("meta", "br") else f"<{name}{begin}/>")
    return Markup(f"<{name}{begin}>{together(content)}</{name}>")


def together(content: Content) -> Markup:
    """All of it, in order."""
    if isinstance(content, Markup):
        return content
    if isinstance(content, str | int):
        return Markup(escape(str(content), quote=False))
    return Markup("".join(map(together, content)))


def _plain(value: str | float) -> str:
    """A number with two decimals at most, and no zeros at its end."""
    if isinstance(value, str):
        return value
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
