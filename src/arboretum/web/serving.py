"""One server process: its socket, its addresses, what it prints, and how it ends."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import logging
import os
import socket
import sys
import webbrowser
from collections.abc import Awaitable, Callable, Coroutine
from typing import Final

import uvicorn
from starlette.types import ASGIApp

from arboretum.errors import ArboretumError
from arboretum.language import say

GRACE: Final = 3
"""Seconds that open streams get to end before they are cut."""

EVERYWHERE: Final = ("0.0.0.0", "::")
"""Hosts that stand for every address of this machine."""

STREAMS: Final = 4096
"""Connections that are open at the same time, at most."""

LARGEST_MESSAGE: Final = 4096
"""Bytes of a message that a client may send up a stream."""


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises ArboretumError with what to do instead."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except (OSError, OverflowError) as error:
        listener.close()
        raise ArboretumError(_why_not(host, port, error)) from None
    return listener


def _why_not(host: str, port: int, error: OSError | OverflowError) -> str:
    """Why nothing can listen there, and what to do."""
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return say(
            "Port {port} is taken, perhaps by a table that is served already: see http://{host}:{port}/."
            " Else serve on another port: arboretum serve --port {next}, or --port 0 for any free one.",
            port=port,
            host=_for_url(host),
            next=port + 1,
        )
    if number in (errno.EACCES, errno.EPERM):
        return say(
            "Port {port} may not be used by you: ports below 1024 are the system's. Try --port 8000.", port=port
        )
    if number == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        return say(
            "This machine has no address {host}: leave --host out for this machine alone, or try --host 0.0.0.0.",
            host=host,
        )
    return say("Nothing can listen on {host}, port {port}: {error}.", host=host, port=port, error=error)


def _for_url(host: str) -> str:
    host = "127.0.0.1" if host in EVERYWHERE else host
    return f"[{host}]" if ":" in host else host


def addresses() -> list[str]:
    """The addresses by which other machines on the network may reach this one, the likeliest first."""
    found: list[str] = []
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((elsewhere, 9))  # sends nothing; only chooses the address that would be used
                found.append(probe.getsockname()[0])
            except OSError:
                continue
    with contextlib.suppress(OSError):  # a machine that does not know its own name has its addresses all the same
        found.extend(str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None))
    usable = [a for a in dict.fromkeys(found) if not ipaddress.ip_address(a.split("%")[0]).is_loopback]
    return [a for a in usable if not ipaddress.ip_address(a.split("%")[0]).is_link_local]


def open_browser(url: str) -> bool:
    """Open a page for the person at this machine, if there is a screen and a browser; says whether it did."""
    screen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    chosen = os.environ.get("BROWSER")
    if not (screen or chosen):
        return False
    try:
        return webbrowser.open(url)
    except webbrowser.Error:
        return False


class Announcing(uvicorn.Server):
    """A server that says when it is ready, and ends what would otherwise never end before it waits for that."""

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[], None],
        stopping: Callable[[], Awaitable[None]],
        beside: Callable[[], Coroutine[None, None, None]],
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._stopping = stopping
        self._beside = beside
        self._working: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._working = asyncio.create_task(self._beside())
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        await self._stopping()
        await super().shutdown(sockets)


def run(
    app: ASGIApp,
    listener: socket.socket,
    ready: Callable[[], None],
    stopping: Callable[[], Awaitable[None]],
    beside: Callable[[], Coroutine[None, None, None]],
    *,
    behind_proxy: bool,
) -> None:
    """
    Serve until a signal ends it.

    ready: called once when requests are answered. stopping: called first at the end; it closes all streams.
    beside: runs as long as the server, beside it.
    behind_proxy: believe a proxy on this machine about whom a request came from.
    """
    _allow_many_streams()
    config = uvicorn.Config(
        app,
        access_log=False,  # its lines would tell invitations; ours do not
        log_level=logging.WARNING,
        ws="wsproto",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=16 * 1024,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=75,
        limit_concurrency=STREAMS,
        proxy_headers=behind_proxy,
        forwarded_allow_ips="127.0.0.1,::1",
        server_header=False,
    )
    Announcing(config, ready, stopping, beside).run([listener])


def _allow_many_streams() -> None:
    """Let this process open a file for each stream: many systems say 1024 until one asks for more."""
    if sys.platform != "win32":
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = STREAMS + 256
        if resource.RLIM_INFINITY not in (now, most):
            wanted = min(wanted, most)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
