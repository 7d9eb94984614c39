"""
A running program: lines to it, lines from it. Nothing that it does can hold us up or fill our memory.

Three threads serve it, since only threads do so on every system: one writes, one reads, one passes on what it
says aside. What waits to be read is bounded; a program that says more than that is not read any further.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from queue import Empty, Queue, SimpleQueue
from typing import Final

from arboretum.bots.process.aside import PIECE, Aside
from arboretum.bots.process.program import Program
from arboretum.errors import FaultKind
from arboretum.language import say

LONGEST: Final = 8192
"""Bytes of a line that a program may say."""

WAITING: Final = 100
"""Lines that it may say without being asked."""

GRACE: Final = 1.0
"""Seconds that it has to leave when its input is closed."""

STATUS_SOON: Final = 0.2
"""Seconds in which one that has closed its output may still end with a status of its own."""

ENDED, TOO_LONG, TOO_MANY = b"ended", b"too long", b"too many"


class Trouble(Exception):
    """A program that does not answer; the text says why, as a sentence."""

    kind: FaultKind = "failed"


class Late(Trouble):
    """It has said nothing in time. It still runs."""

    kind = "late"


class Gone(Trouble):
    """It has ended, or was ended because it said too much."""


class Child:
    """One running program."""

    def __init__(self, program: Program) -> None:
        """Start it. Raises Gone if it cannot be."""
        self.program = program
        self.asked = 0
        """How often it was asked something: numbers of questions never come again."""
        self.games = 0
        """How many games it was told of."""
        self.owes = False
        """It was asked something and has not answered yet."""
        self.aside = Aside(program.label, passes=program.aside)
        self._over = ""
        self._was_killed = False
        self._input: SimpleQueue[bytes | None] = SimpleQueue()
        self._output: Queue[bytes] = Queue(WAITING + 1)
        try:
            self._process = subprocess.Popen(
                program.words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=os.environ | dict(program.environment),
                start_new_session=True,  # Ctrl-C is for us, and whatever it starts can be ended with it
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise Gone(say("it cannot be started: {why}.", why=why)) from None
        targets = (self._write, self._read, self._pass_on)
        self._threads = [threading.Thread(target=target, daemon=True) for target in targets]
        for thread in self._threads:
            thread.start()

    def _write(self) -> None:
        """Write what is to be said, until there is nothing more or nobody listens."""
        assert self._process.stdin is not None
        with suppress(OSError), self._process.stdin as stream:
            while (text := self._input.get()) is not None:
                while text:
                    text = text[stream.write(text) :]

    def _read(self) -> None:
        """Read lines until there are none, or it says more than it may."""
        assert self._process.stdout is not None
        with io.BufferedReader(self._process.stdout) as stream:  # type: ignore[type-var]  # an unbuffered pipe is raw, as it has to be
            last = ENDED
            for line in iter(lambda: stream.readline(LONGEST + 1), b""):
                if len(line) > LONGEST or self._output.qsize() >= WAITING:
                    last = TOO_LONG if len(line) > LONGEST else TOO_MANY
                    break
                self._output.put(line)
            self._output.put(last)

    def _pass_on(self) -> None:
        """Pass on what it says aside, until that is closed."""
        assert self._process.stderr is not None
        with io.BufferedReader(self._process.stderr) as stream:  # type: ignore[type-var]  # an unbuffered pipe is raw, as it has to be
            self.aside.follow(lambda: stream.readline(PIECE))

    @property
    def is_over(self) -> bool:
        """It was found out to have ended."""
        return bool(self._over)

    def say(self, line: str) -> None:
        """Say a line to it. That it has ended is found out when it is to answer."""
        self._input.put(line.encode() + b"\n")

    def hear(self, until: float) -> str:
        """Its next line, until this moment of the monotonic clock. Raises Late, Gone."""
        if self._over:
            raise Gone(self._over)
        try:
            line = self._output.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            raise Late from None
        return self._heard(line)

    def unasked(self) -> list[str]:
        """The lines that it has said without being asked. Raises Gone."""
        lines = []
        with suppress(Empty):
            while not self._over:
                lines.append(self._heard(self._output.get_nowait()))
        return lines

    def _heard(self, line: bytes) -> str:
        """A line as text. Raises Gone where it is a sign that there are no more."""
        if line is ENDED:
            self.end(STATUS_SOON)
            self._over = _left(self._process.returncode, self._was_killed)
        elif line is TOO_LONG:
            self.end(0)
            self._over = say("it said a line of more than {count} bytes, and was ended.", count=LONGEST)
        elif line is TOO_MANY:
            self.end(0)
            self._over = say(
                "it said more than {count} lines that nobody asked for, and was ended.", count=WAITING
            )
        else:
            return line.decode("utf-8", "replace").strip()
        raise Gone(self._over)

    def dismiss(self) -> None:
        """Close its input, by which it is asked to leave; `end` sees to it that it does."""
        self._input.put(None)

    def end(self, grace: float = GRACE) -> None:
        """Close its input, and end it with all that it has started, if it has not left within so many seconds."""
        self._over = self._over or say("it was ended.")
        self.dismiss()
        until = time.monotonic() + grace
        while not self._has_left() and time.monotonic() < until:
            time.sleep(0.002)
        self._was_killed = self._was_killed or not self._has_left()
        self._kill()
        self._process.wait()
        for thread in self._threads:
            if thread is not threading.current_thread():  # in which a chair that nobody holds may be let go
                thread.join(STATUS_SOON)

    def _has_left(self) -> bool:
        """Whether it has ended. On POSIX it stays to be waited for, so that its number is nobody else's yet."""
        if self._process.returncode is not None:
            return True
        if not hasattr(os, "waitid"):
            return self._process.poll() is not None
        found = os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        return found is not None

    def _kill(self) -> None:
        """End it and whatever it has started in its session."""
        if self._process.returncode is not None:
            return
        with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of one that has just left
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()


def _left(status: int, was_killed: bool) -> str:
    """How a program has ended, as a sentence."""
    if was_killed:
        return say("it closed its output, and was ended.")
    if status < 0:
        return say("its program was ended by signal {number}.", number=-status)
    return say("its program ended with status {status}.", status=status)
