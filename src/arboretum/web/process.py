"""`arboretum serve` from its options to its end, and what it says to whoever started it."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import socket
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Final

from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.rooms.host import PACE, Host
from arboretum.rooms.sqlite import SqliteStore
from arboretum.rooms.thinkers import SECONDS, Thinkers
from arboretum.web.app import create_app
from arboretum.web.qr import qr_text
from arboretum.web.serving import EVERYWHERE, addresses, bound, open_browser, run
from arboretum.web.settings import LOOPBACK, Rates, WebSettings, checked_url, host_name
from arboretum.web.tidying import Tidying

Tell = Callable[[str], object]

HERE: Final = ("127.0.0.1", "::1", "localhost")

CALM: Final = 10.0
"""Seconds after the start, until bots that must be compiled are: the first page comes before them."""


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for on the command line."""

    host: str
    port: int
    """0 for any free one."""
    file: Path
    """The file that keeps all tables; made if there is none."""
    browser: bool
    """Open one for the person at this machine."""
    public_url: str | None = None
    hosts: tuple[str, ...] = ()
    """Further names by which requests may call this server."""
    pace: float = PACE
    """Seconds that a bot takes at least for a decision."""
    crowd: int = 1
    """How many households share one address."""
    think: float = SECONDS
    """Seconds that a bot has for a decision; 0 for no bots that search."""


def serve_tables(plan: Plan, tell: Tell) -> None:
    """Serve until a signal ends it; `tell` is told what a person should know. Raises ArboretumError."""
    public = None if plan.public_url is None else checked_url(plan.public_url)
    with bound(plan.host, plan.port) as listener:
        store, bots = _opened(plan.file), Thinkers(seconds=plan.think)
        host = Host(store, bots=bots, pace=plan.pace)
        settings = _settings(plan, public, listener)
        app = create_app(host, settings, bots=bots.names, on_stop=store.close)

        def ready() -> None:
            _welcome(plan, listener, public, tell)

        async def beside() -> None:
            await asyncio.gather(tidying.tidy_up(), _got_ready(bots))

        tidying = Tidying(app)
        with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C is how a person ends it; everything is kept
            run(tidying, listener, ready, host.close, beside, behind_proxy=public is not None)


async def _got_ready(bots: Thinkers) -> None:
    """Get bots ready that need it while nobody waits for them, so that later nobody has to."""
    await asyncio.sleep(CALM)
    for name in bots.names:
        bots.prepare(name)


def _settings(plan: Plan, public: str | None, listener: socket.socket) -> WebSettings:
    """By which names this server may be called, and how friends find it."""
    reachable = _reachable(plan.host)
    names = LOOPBACK | {host_name(_in_url(address)) for address in reachable} | set(map(host_name, plan.hosts))
    links = [f"http://{_in_url(address)}:{listener.getsockname()[1]}" for address in reachable]
    friends = public or (links[0] if links else None)
    rates = Rates().times(plan.crowd)
    return WebSettings(
        public_url=public,
        allowed_hosts=frozenset(names),
        friends_url=friends,
        rates=rates,
        think=plan.think,
    )


def _opened(file: Path) -> SqliteStore:
    """The store, in a folder that is made if need be. Raises ArboretumError."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ArboretumError(
            say(
                "Tables cannot be kept in {file}: {why}. Name another file with --db FILE.",
                file=file,
                why=error.strerror,
            )
        ) from None
    return SqliteStore(file)


def _reachable(host: str) -> list[str]:
    """The addresses, other than this machine's own, at which the network reaches this server."""
    if host in HERE:
        return []
    return addresses() if host in EVERYWHERE else [host]


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _welcome(plan: Plan, listener: socket.socket, public: str | None, tell: Tell) -> None:
    """Say where the table is, who can reach it, and open it."""
    port = listener.getsockname()[1]
    here = f"http://{'127.0.0.1' if plan.host in (*HERE, *EVERYWHERE) else _in_url(plan.host)}:{port}/"
    tell(say("The table is at {address}", address=here))
    tell(
        say("Games are kept in {file}; they go on whenever this is started again. Ctrl-C ends it.", file=plan.file)
    )
    reachable = _reachable(plan.host)
    if reachable:
        _exposed(reachable, port, tell)
    if public is not None:
        tell(
            say(
                "Friends reach it at {public}/, if the proxy there passes requests on to {here}",
                public=public,
                here=here,
            )
        )
    if plan.browser and not open_browser(here):
        tell(
            say(
                "No browser opens by itself here (there is no screen, or no browser): open {here} yourself.",
                here=here,
            )
        )


def _exposed(reachable: list[str], port: int, tell: Tell) -> None:
    """Say what the network can do, and show the way there as a picture for telephones."""
    links = [f"http://{_in_url(address)}:{port}/" for address in reachable]
    tell("")
    danger = say(
        "Everyone on this network can reach this server: open tables, look on where a table allows it, and take a"
        " seat with its invitation. The connection is plain HTTP, so who controls the network can read it."
    )
    tell(textwrap.fill(danger, 105))
    tell(say("Invite them with this address, then with the invitation that the table shows:"))
    for link in links:
        tell(f"  {link}")
    tell(qr_text(links[0]))


def existing(file: Path) -> SqliteStore:
    """The store in a file that is there. Raises ArboretumError."""
    if not file.is_file():
        raise ArboretumError(
            say("There are no tables in {file}: no such file. Name the right one with --db FILE.", file=file)
        )
    return SqliteStore(file)
