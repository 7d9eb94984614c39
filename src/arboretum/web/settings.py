"""What whoever runs a server decides about it."""

from __future__ import annotations

import dataclasses
import re
import sys
import time
from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from arboretum.errors import OptionError
from arboretum.language import say
from arboretum.rooms.advisers import COMMAND as ADVISER
from arboretum.rooms.store import new_token
from arboretum.rooms.thinkers import SECONDS

ANALYST: Final = (sys.executable, "-P", "-m", "arboretum.rooms.analyst")

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""How this machine calls itself in a URL."""

HOST: Final = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[\w.-]{1,253})(?::[0-9]{1,5})?")
"""A name or an address in brackets, and perhaps a port."""

PROTOCOL: Final = 1
"""Version of the messages between server and page."""


@dataclasses.dataclass(frozen=True, slots=True)
class Rates:
    """How much one visitor may ask for; a bucket holds `burst` and fills with `per_second`."""

    commands_per_second: float = 10.0
    commands_burst: float = 60.0
    reads_per_second: float = 20.0
    reads_burst: float = 200.0
    tables_per_second: float = 10 / 60
    tables_burst: float = 10.0
    sockets: int = 64
    """Open streams of one address."""
    messages_per_second: float = 5.0
    messages_burst: float = 100.0
    """What a client may send up a stream, where nothing is expected but signs of life."""
    scores_per_second: float = 5.0
    scores_burst: float = 60.0
    pictures_per_second: float = 0.5
    pictures_burst: float = 30.0
    """Pictures that are drawn anew for one address."""
    reviews_per_second: float = 1 / 30
    reviews_burst: float = 8.0
    """Reviews that are begun for one address."""
    hints_per_second: float = 1.0
    hints_burst: float = 30.0
    """Hints for one address."""

    def times(self, crowd: int) -> Rates:
        """So many times as much of what is counted by address; one session may send no more commands."""
        return dataclasses.replace(
            self,
            reads_per_second=crowd * self.reads_per_second,
            reads_burst=crowd * self.reads_burst,
            tables_per_second=crowd * self.tables_per_second,
            tables_burst=crowd * self.tables_burst,
            pictures_per_second=crowd * self.pictures_per_second,
            pictures_burst=crowd * self.pictures_burst,
            reviews_per_second=crowd * self.reviews_per_second,
            reviews_burst=crowd * self.reviews_burst,
            hints_per_second=crowd * self.hints_per_second,
            hints_burst=crowd * self.hints_burst,
            sockets=crowd * self.sockets,
        )


@dataclasses.dataclass(frozen=True)
class WebSettings:
    """The settings of a server; the defaults are those of a table on one's own machine."""

    public_url: str | None = None
    """Where the world finds this server, such as `https://trees.example.org`; None for nowhere."""
    allowed_hosts: frozenset[str] = LOOPBACK
    """The names, without ports, that a request may call this server by."""
    rates: Rates = Rates()
    clock: Callable[[], float] = time.time
    """Seconds since the epoch."""
    secret: Callable[[], str] = new_token
    """Where secrets and names of sessions come from: the system's generator, but in tests."""
    heartbeat: float = 20.0
    """Seconds of silence on a stream after which a sign of life is sent."""
    think: float = SECONDS
    """Seconds that a bot that searches has for a decision; 0 where there are none."""
    friends_url: str | None = None
    """Where others reach this server, for invitations; None if only this machine does."""
    analyst: tuple[str, ...] = ANALYST
    """The program that reviews games that are over."""
    adviser: tuple[str, ...] = ADVISER
    """The program that gives hints."""
    build: str = ""
    """Names what is served, so that a page can tell that it is older; empty for the hash of the static files."""

    @property
    def public_host(self) -> str | None:
        """The name in the public URL, without its port."""
        return None if self.public_url is None else host_name(urlsplit(self.public_url).netloc)

    def is_secure(self, host: str) -> bool:
        """Whether a request that names this host came over https."""
        public = self.public_url is not None and self.public_url.startswith("https://")
        return public and host_name(host) == self.public_host

    def is_allowed(self, host: str) -> bool:
        """Whether this server may be called by this name."""
        name = host_name(host)
        return name != "" and (name in self.allowed_hosts or name == self.public_host)


def host_name(netloc: str) -> str:
    """A host without its port, in small letters: `[::1]:80` is `[::1]`. Empty for what is none."""
    match = HOST.fullmatch(netloc.strip().lower())
    return "" if match is None else match[1]


def checked_url(url: str) -> str:
    """A public URL without a slash at its end. Raises OptionError if it names no place."""
    parts = urlsplit(url)
    if (
        not host_name(parts.netloc)
        or parts.scheme not in ("http", "https")
        or parts.path.strip("/")
        or parts.query
    ):
        raise OptionError(
            say(
                "--public-url {url} is no server's address: write it like https://trees.example.org.",
                url=repr(url),
            )
        )
    return f"{parts.scheme}://{parts.netloc}"
