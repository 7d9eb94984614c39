"""Where lines are read and written: a terminal, a pipe, a file, or nothing at all."""

from __future__ import annotations

import codecs
import io
import os
import select
import shutil
import sys
from typing import BinaryIO, Final, Self, TextIO

from arboretum.tui.ink import Ink, wrapped

try:
    import termios
except ImportError:  # Windows has none; there nothing is dropped
    termios = None  # type: ignore[assignment]

LONGEST: Final = 2000
"""Characters of a line that are read; what is longer is no command."""

SPELLED: Final = "arboretum.spelled"
"""How to write letters that the output lacks: spelled with those that it has, or as a question mark."""

IN_ASCII: Final = {
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "…": "...",
    "·": "-",
    "–": "-",
    "—": "-",
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "‚": "'",
    "×": "x",
    "●": "*",
    "→": "->",
    "−": "-",
}
"""What stands for letters and signs of our texts where only ASCII can be written."""

HIDING: Final = 60
"""Empty lines that push a hand off a screen whose height is not known."""


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """Write letters that an output cannot write with others; see `codecs.register_error`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(IN_ASCII.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


codecs.register_error(SPELLED, _spelled)


class Terminal:
    """
    Reads lines and writes lines. Nothing is drawn again, and the cursor only moves down.

    Bytes that are no text become a replacement sign; letters that the output cannot write are spelled with others,
    or become a question mark.
    """

    def __init__(
        self,
        source: BinaryIO | None,
        sink: TextIO,
        *,
        encoding: str = "utf-8",
        asks: bool = False,
        draws: bool = False,
        colour: bool = False,
        columns: int | None = None,
    ) -> None:
        self._source = source
        self._sink = sink
        self._encoding = encoding
        self.asks = asks
        """A person can be asked: the input is a terminal."""
        self.draws = draws
        """The output is a terminal that can be cleared."""
        self.ink = Ink(colour)
        """How cards are written here."""
        self._columns = columns

    @classmethod
    def standard(cls) -> Self:
        """The terminal, or the pipes, that this program was started with."""
        source, sink = sys.stdin, sys.stdout
        if isinstance(sink, io.TextIOWrapper):
            sink.reconfigure(errors=SPELLED)
        smart = os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "") or os.name == "nt"
        draws = sink is not None and sink.isatty() and smart
        many_colours = "256" in os.environ.get("TERM", "") or "COLORTERM" in os.environ
        return cls(
            None if source is None else source.buffer,
            io.StringIO() if sink is None else sink,
            encoding=getattr(source, "encoding", None) or "utf-8",
            asks=source is not None and source.isatty(),
            draws=draws,
            colour=draws and many_colours and not os.environ.get("NO_COLOR"),
        )

    @property
    def columns(self) -> int:
        """How many letters fit a line, now."""
        return self._columns or max(shutil.get_terminal_size((80, 24)).columns, 20)

    def say(self, *lines: str) -> None:
        """Write lines as they are."""
        for line in lines:
            self._sink.write(line.rstrip() + "\n")
        self._sink.flush()

    def tell(self, text: str, indent: str = "") -> None:
        """Write a plain text, wrapped; the lines after its first are indented."""
        self.say(*wrapped(text, self.columns, indent))

    def ask(self, prompt: str) -> str:
        """
        Write a prompt and read a line; EOFError if there is none.

        What did not come from a keyboard is written after the prompt, so that a transcript can be read.
        """
        self._prompt(prompt)
        line = self._read()
        if not self.asks:
            self.say("" if line is None else "".join(c if c.isprintable() else "?" for c in line[:200]))
        if line is None:
            raise EOFError
        return line

    def _prompt(self, prompt: str) -> None:
        """Write what stands before the line that is to be typed."""
        self._sink.write(prompt)
        self._sink.flush()

    def _read(self) -> str | None:
        """A line without its end; None where the input ends. A longer one than `LONGEST` is cut there."""
        if self._source is None:
            return None
        raw = self._source.readline(LONGEST)
        if not raw:
            return None
        rest = raw
        while rest and not rest.endswith(b"\n"):
            rest = self._source.readline(LONGEST)
        return raw.decode(self._encoding, errors="replace").strip("\r\n\ufeff")

    def forget(self) -> bool:
        """Drop lines that were typed and not read yet, so that they do nothing later; whether there were any."""
        if termios is None or not self.asks or self._source is None:
            return False
        try:
            file = self._source.fileno()
            waiting = bool(select.select([file], [], [], 0)[0])
            termios.tcflush(file, termios.TCIFLUSH)
        except (termios.error, OSError, ValueError):
            return False  # no terminal after all
        return waiting

    def hide(self) -> None:
        """Take what was written off the screen, so that the next person does not see it."""
        if self.draws:
            self._sink.write("\x1b[H\x1b[2J\x1b[3J")
        self._sink.write("\n" * (0 if self.draws else HIDING))
        self._sink.flush()
