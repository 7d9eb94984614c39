"""What `--server` names: an invitation, a personal link, or a table."""

from __future__ import annotations

import dataclasses
import re
from typing import Final, Literal
from urllib.parse import urlsplit

from arboretum.errors import ArboretumError
from arboretum.language import say

EXAMPLE: Final = "http://127.0.0.1:8420/join/TOKEN"

KINDS: Final[dict[str, Literal["join", "seat", "table"]]] = {"join": "join", "seat": "seat", "t": "table"}

_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")


@dataclasses.dataclass(frozen=True, slots=True)
class Address:
    """A place on a server."""

    base: str
    """The server: `http://127.0.0.1:8420`."""
    kind: Literal["join", "seat", "table"]
    """An invitation, which seats somebody once; a personal link to a seat; or a table."""
    name: str
    """The secret of the invitation or link, or the public name of the table."""

    @classmethod
    def parse(cls, text: str) -> Address:
        """Read an address as a browser shows it. Raises ArboretumError."""
        try:
            parts = urlsplit(text.strip())
            host, _ = parts.hostname, parts.port
        except ValueError:
            host = None
        if not host or parts.scheme not in ("http", "https") or not parts.netloc.isprintable():
            raise ArboretumError(
                say(
                    "--server takes an address such as {example}, which the table shows its host.", example=EXAMPLE
                )
            )
        words = [word for word in parts.path.split("/") if word]
        if len(words) != 2 or words[0] not in KINDS or not _NAME.fullmatch(words[1]):
            raise ArboretumError(
                say(
                    "That address names no table: --server takes an invitation (.../join/TOKEN), a personal link"
                    " (.../seat/TOKEN), or a table (.../t/NAME), which one watches or, with --token, plays at."
                )
            )
        return cls(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}", KINDS[words[0]], words[1])

    @property
    def path(self) -> str:
        """The part after the server."""
        return f"/{'t' if self.kind == 'table' else self.kind}/{self.name}"
