"""Tables of a real server for tests: a process of `arboretum serve`, its host, and people at terminals."""

from __future__ import annotations

import io
import itertools
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from arboretum.remote.server import Json, Server
from arboretum.tui.attentive import Attentive
from arboretum.tui.guest import Guest

SERVE = """
import sys
from pathlib import Path
from arboretum.web.process import Plan, serve_tables
from arboretum.web.settings import WebSettings
object.__setattr__(WebSettings().rates, "tables_burst", 1e6)
port, file = sys.argv[1:]
serve_tables(Plan(host="127.0.0.1", port=int(port), file=Path(file), browser=False, pace=0.0), print)
"""
"""What `arboretum serve` does, but bots do not wait so that one can follow them, and one may open many tables."""

TWO = {"seats": "2", "seat0_name": "Ada", "start": "0"}
"""A table for two, whose opener begins."""

_numbers = itertools.count()


def wait_for(what: Callable[[], bool]) -> None:
    """Look every now and then until something is true."""
    for _ in range(200):
        if what():
            return
        time.sleep(0.05)
    raise AssertionError("it did not happen within 10 s")


class Serving:
    """A server in a process of its own, that can be killed and started again where it was."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "tables.db"
        self._port = "0"
        self.base = ""
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-u", "-c", SERVE, self._port, str(self._file)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://127.0.0.1:([0-9]+)", line)
        if found is None:
            self.kill()
            raise AssertionError(f"the server did not start: {line!r}, see its errors above")
        self.base, self._port = found[0], found[1]

    def kill(self) -> None:
        """As a power cut would."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


class Opener:
    """Who opens a table in a browser."""

    def __init__(self, serving: Serving, path: str, **fields: str) -> None:
        self.server = Server(serving.base)
        self.path = self.server.form(path, fields).location
        self.url = serving.base + self.path

    def view(self) -> Json:
        return self.server.get(f"{self.path}/view").json

    def invitation(self) -> str:
        return f"{self.server.base}{self.view()['invite']}"

    def token(self) -> str:
        """That of the opener's own seat."""
        return str(self.server.send(f"{self.path}/link", {"seat": 0}).json["token"])

    def until_seated(self, seat: int) -> None:
        """Wait until somebody sits there."""
        wait_for(lambda: self.view()["seats"][seat]["kind"] != "open")

    def do(self, kind: str, **fields: object) -> None:
        command = {"kind": kind, "id": f"by-opener-{next(_numbers)}", **fields}
        self.server.send(f"{self.path}/commands", command)


class Keyboard(io.RawIOBase):
    """Somebody who reads the screen and does the first thing that is possible, or what is to be typed first."""

    def __init__(self, *lines: str, before: Callable[[int], None] | None = None) -> None:
        """before: called with the number of each line before it is typed, from 0."""
        self.screen = io.StringIO()
        self._lines = list(lines)
        self._before = before
        self._typed = 0

    def readline(self, limit: int | None = -1) -> bytes:
        if self._before is not None:
            self._before(self._typed)
        self._typed += 1
        line = self._lines.pop(0) if self._lines else self._sensible()
        return line.encode() + b"\n"

    def _sensible(self) -> str:
        """A move, made of what is on the screen alone."""
        text = self.screen.getvalue()
        draw = text.rfind("Draw your ")
        if draw > text.rfind("Place a card, such as"):
            return text[draw:].split(": ")[1].split()[0]
        shown = text[text.rfind("Your hand:") :].split("\n\n")[0]
        place, discard = re.findall(r"\b[A-Z]{2}[1-8]\b", shown)[:2]
        return f"{place} 1 x {discard} end"


class Sitter(threading.Thread):
    """Somebody at a terminal of this process, at a table of a server."""

    def __init__(
        self,
        address: str,
        keyboard: Keyboard | None = None,
        *,
        token: str = "",
        name: str = "",
        patience: float = 20.0,
    ) -> None:
        super().__init__(daemon=True)
        self.keyboard = keyboard or Keyboard()
        self.patience = patience
        self.status: int | None = None
        self.error = ""
        self._comes = (address, token, name)
        self.start()

    def run(self) -> None:
        address, token, name = self._comes
        terminal = Attentive(self.keyboard, self.keyboard.screen, columns=80)  # type: ignore[arg-type]
        try:
            self.status = Guest(terminal, patience=self.patience).visit(address, token=token, name=name)
        except Exception as error:
            self.error = f"{type(error).__name__}: {error}"

    @property
    def text(self) -> str:
        """All that was written, where it was wrapped does not matter."""
        return " ".join(self.keyboard.screen.getvalue().split())

    def ended(self) -> str:
        """All that was written when this person has left."""
        self.join(30)
        assert not self.is_alive(), self.keyboard.screen.getvalue()[-2000:]
        return self.text
