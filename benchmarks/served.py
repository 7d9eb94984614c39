"""A server to be measured: a process of its own; /proc tells its time, memory and files, so only on Linux."""

from __future__ import annotations

import contextlib
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

READY: Final = "Ctrl-C ends it"
"""What a server says last when it answers."""

TICKS: Final = os.sysconf("SC_CLK_TCK")

CROWD: Final = ("--crowd", "1000")
"""All players of a measurement come from this machine: its limits are for so many people at one address."""


class CannotMeasure(Exception):
    """Something that a measurement needs is not there; the text is a sentence."""


def free_port() -> int:
    """A port on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def cores() -> tuple[set[int] | None, set[int] | None]:
    """A core for the server and another one for its clients; None for each where there is only one."""
    mine = sorted(os.sched_getaffinity(0))
    return ({mine[0]}, {mine[1]}) if len(mine) > 1 else (None, None)


@contextlib.contextmanager
def on_core(core: set[int] | None) -> Iterator[None]:
    """Let this process run there meanwhile, if it is told where."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, core or before)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def with_many_files() -> None:
    """Let this process, and those that it starts, open as many files as the system allows: each stream is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


class Server:
    """`arboretum serve` on a file of tables, running from the start; it may be started again on its port."""

    def __init__(self, file: Path, *options: str, core: set[int] | None = None, log: Path | None = None) -> None:
        """options: further ones of `serve`. core: the processors that it may use. log: takes what it says."""
        self.file = file
        self.port = free_port()
        self._log = log or file.with_suffix(".log")
        self._core = core
        self._command = [sys.executable, "-m", "arboretum", "serve", "--port", str(self.port), "--db", str(file)]
        self._command += ["--no-browser", "--think", "0", *CROWD, *options]  # nothing is compiled beside
        self.start()

    @property
    def address(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.port}"

    def start(self) -> float:
        """Start it and wait until it answers; the seconds that took. Raises CannotMeasure if it does not."""
        began = time.monotonic()
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                self._command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        if self._core is not None:
            os.sched_setaffinity(self.pid, self._core)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if READY in line:
                return time.monotonic() - began
        self._process.wait()
        raise CannotMeasure(f"The server does not start: {self.said()[-500:] or 'it says nothing'}")

    def said(self) -> str:
        """The warnings and errors that it told so far."""
        return self._log.read_text() if self._log.exists() else ""

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """It has not ended."""
        return self._process.poll() is None

    def signal(self, number: int) -> None:
        """Send it a signal."""
        self._process.send_signal(number)

    def kill(self) -> None:
        """End it at once, without a chance to tidy up."""
        self._process.kill()
        self._wait()

    def stop(self) -> None:
        """End it as an operator does."""
        self._process.send_signal(signal.SIGTERM)
        self._wait()

    def _wait(self) -> None:
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def limit_file_size(self, size: int | None) -> None:
        """Let it write no file beyond so many bytes; None for no limit. As on a full disk, writing fails then."""
        limit = resource.RLIM_INFINITY if size is None else size
        resource.prlimit(self.pid, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))

    @property
    def cpu_seconds(self) -> float:
        """Processor time that it has used, its bots not counted."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def megabytes(self) -> float:
        """Memory that it has in use (RSS)."""
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{self.pid}/status").read_text())
        assert found is not None
        return int(found[1]) / 1024

    @property
    def open_files(self) -> int:
        """Files and sockets that it has open."""
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def children(self) -> list[int]:
        """Processes that it started: those in which bots think."""
        tasks = Path(f"/proc/{self.pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]


@contextlib.contextmanager
def serving(file: Path, *options: str, core: set[int] | None = None, log: Path | None = None) -> Iterator[Server]:
    """A server that is ended in any case."""
    server = Server(file, *options, core=core, log=log)
    try:
        yield server
    finally:
        if server.is_running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(server.pid, signal.SIGCONT)  # a process that stands still would not end
            server.stop()


def check_here() -> None:
    """Raises CannotMeasure where /proc does not tell what is to be measured."""
    if not Path("/proc/self/stat").exists():
        raise CannotMeasure("This measures by /proc, which only Linux has.")
