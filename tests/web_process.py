"""`arboretum serve` as a process of its own, for the tests of the web."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

ARBORETUM = [sys.executable, "-m", "arboretum"]


class Process:
    """`arboretum serve` on a free port, reached as a browser would."""

    def __init__(self, folder: Path, *options: str, **environment: str) -> None:
        self.file = folder / "tables.db"
        command = [*ARBORETUM, "serve", "--port", "0", "--db", str(self.file), *options]
        quiet = {"PYTHONUNBUFFERED": "1", "DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
        self.process = subprocess.Popen(
            command,
            env={**os.environ, **quiet, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        self.said = ""
        while "Ctrl-C ends it" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line
        found = re.search(r"http://[^:]+:(\d+)/", self.said)
        assert found is not None
        self.port = int(found[1])
        self.jar = CookieJar()
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar)).open

    def ask(self, path: str, body: bytes | None = None, kind: str = "application/json") -> tuple[int, str, bytes]:
        """Status, final address and body."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body)
        if body is not None:
            request.add_header("content-type", kind)
            request.add_header("sec-fetch-site", "same-origin")
        try:
            with self._open(request, timeout=10) as answer:
                return answer.status, answer.url, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.url, error.read()

    def view(self, table: str) -> Any:  # noqa: ANN401
        return json.loads(self.ask(f"/t/{table}/view")[2])

    def act(self, table: str, view: Any, action: str) -> int:  # noqa: ANN401
        command = {"kind": "act", "id": f"command-{view['v']}", "seat": 0, "expected": view["v"], "action": action}
        return self.ask(f"/t/{table}/commands", json.dumps(command).encode())[0]

    def play(self) -> str:
        """A table against a bot; the person starts sooner or later."""
        _, url, _ = self.ask("/play", b"seats=2", "application/x-www-form-urlencoded")
        return url.rpartition("/")[2]

    def my_turn(self, table: str) -> Any:  # noqa: ANN401
        """The view when it is the person's turn."""
        until = time.monotonic() + 20
        while time.monotonic() < until:
            view = self.view(table)
            if view["seat"] == 0:
                return view
            time.sleep(0.05)
        raise AssertionError("the bot does not play")

    def end(self, sign: int = signal.SIGTERM) -> float:
        """End it; the seconds that took."""
        began = time.monotonic()
        self.process.send_signal(sign)
        assert self.process.stdout is not None
        self.said += self.process.stdout.read()
        self.process.wait(15)
        return time.monotonic() - began


@contextlib.contextmanager
def process(folder: Path, *options: str, **environment: str) -> Iterator[Process]:
    running = Process(folder, *options, **environment)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.process.kill()
            running.process.wait()
        assert running.process.stdout is not None
        running.process.stdout.close()
