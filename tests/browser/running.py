"""A server in a process of its own, which can be killed and started again with the same file."""

from __future__ import annotations

import contextlib
import os
import queue
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

REAL = ("-m", "arboretum")
QUICK = (str(Path(__file__).with_name("quick_serve.py")),)


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Running:
    """`arboretum serve` on a port and a file."""

    def __init__(self, file: Path, *, quick: bool = True, seed: int | None = None) -> None:
        """quick: bots answer at once; else the server is exactly what people start. seed: of every shuffle."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._file = file
        self._seed = "" if seed is None else str(seed)
        self._program = QUICK if quick else REAL
        self._process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        assert self._process is None
        command = [sys.executable, *self._program, "serve", "--no-browser", "--db", str(self._file)]
        command += ["--pace", "0.05"] if self._program is QUICK else []
        # A group of its own: kill -9 ends the bots' processes with it, as a power cut would.
        self._process = subprocess.Popen(
            [*command, "--port", str(self.port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1", "ARBORETUM_TEST_SEED": self._seed},
        )
        assert self._process.stdout is not None
        told: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=_relay, args=(self._process.stdout, told), daemon=True).start()
        heard = ""
        while not re.search(r"The table is at http://\S+", heard):
            line = told.get(timeout=30)
            if not line:
                self._end(signal.SIGKILL)
                raise AssertionError(f"The server ended before it served:\n{heard}")
            heard += line

    def kill(self) -> None:
        """End it as a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as a person does, within the ten seconds that are promised."""
        if self._process is not None:
            self._end(signal.SIGTERM)

    def _end(self, sign: signal.Signals) -> None:
        assert self._process is not None
        process, self._process = self._process, None
        if sign is signal.SIGKILL:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, sign)
        else:
            process.send_signal(sign)
        process.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _relay(told: IO[str], to: queue.SimpleQueue[str]) -> None:
    """Pass lines on, so that nobody waits for a full pipe; an empty one at the end."""
    with told:
        for line in told:
            to.put(line)
    to.put("")
