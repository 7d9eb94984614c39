"""How a training is shown while it runs: a bar, how much was played, and the curve of what it wins."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any, Final

from arboretum.arena.wording import percent
from arboretum.language import say
from arboretum.training.training import AGAINST, Training
from arboretum.training.wording import name_of

BARS: Final = "▁▂▃▄▅▆▇█"
DIGITS: Final = "0123456789"
"""What a curve is drawn with where the bars cannot be written."""


def curve(shares: list[float], signs: str = BARS) -> str:
    """
    Shares from 0 to 1, a sign for each.

    >>> curve([0.0, 0.5, 0.99], DIGITS)
    '059'
    """
    return "".join(signs[min(len(signs) - 1, int(share * len(signs)))] for share in shares)


class Board:
    """Tells what happens, a line for each evaluation: where there is no terminal."""

    def __init__(self, training: Training) -> None:
        self.training = training
        self._games = training.tally.games
        self._seconds = training.tally.seconds

    def round(self) -> None:
        """A round was learned."""

    def looked(self) -> None:
        """The curve has a new point."""
        moment = self.training.curve[-1]
        shares = ", ".join(f"{name_of(name)} {percent(each.share)}" for name, each in moment.strengths.items())
        self._say(f"{self.numbers()}; {shares}")

    def finishing(self) -> None:
        """All is learned, and evaluated for the last time."""

    def stopping(self) -> None:
        """Somebody pressed Ctrl-C."""
        self._say(say("Stopping after this round ..."))

    def numbers(self) -> str:
        """How much was played, how fast, and how large the errors are."""
        tally = self.training.tally
        seconds = tally.seconds - self._seconds
        win, margin = tally.errors
        return say(
            "{games} games, {speed} games/s, errors {win} and {margin}",
            games=f"{tally.games:,}",
            speed=f"{(tally.games - self._games) / seconds if seconds else 0:.0f}",
            win=f"{win:.4f}",
            margin=f"{margin:.4f}",
        )

    def _say(self, line: str) -> None:
        print(line, file=sys.stderr, flush=True)


class Screen(Board):
    """Shows it on a terminal."""

    def __init__(self, training: Training, live: Any, console: Any) -> None:  # noqa: ANN401 - of rich
        super().__init__(training)
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

        self._live = live
        self._stops = False
        self._signs = BARS if console.encoding.lower().startswith("utf") else DIGITS
        self._note = say("Getting ready ...")
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[left]}"),
            console=console,
        )
        self._task = self._bar.add_task(self._stage(), total=1.0, left="")
        self._draw()

    def round(self) -> None:
        if not self._stops:
            self._note = ""
        self._draw()

    def _draw(self) -> None:
        from rich.console import Group
        from rich.text import Text

        self._bar.update(
            self._task, completed=self.training.progress, description=self._stage(), left=self._left()
        )
        lines = [Text(self.numbers()), *(Text(line) for line in self._curves()), Text(self._note)]
        self._live.update(Group(self._bar, *lines))

    def looked(self) -> None:
        self.round()

    def finishing(self) -> None:
        self._note = say("Playing the last evaluation ...")
        self._draw()

    def stopping(self) -> None:
        self._stops = True
        self._note = say("Stopping after this round ...")

    def _stage(self) -> str:
        settings = self.training.settings
        if settings.is_pretraining(self.training.progress):
            return say("{players} players: the heuristic teaches", players=settings.players)
        if AGAINST in self.training.frozen:
            return say("{players} players: learning to beat the frozen network", players=settings.players)
        return say("{players} players: playing itself", players=settings.players)

    def _left(self) -> str:
        """How much time is left, by how fast it went so far."""
        progress, tally = self.training.progress, self.training.tally
        if progress <= 0.0:
            return ""
        seconds = round(tally.seconds * (1 - progress) / progress)
        return say("{time} left", time=f"{seconds // 60}:{seconds % 60:02d}")

    def _curves(self) -> list[str]:
        told = []
        width = len(self.training.curve)
        for name in self.training.curve[-1].strengths if self.training.curve else ():
            shares = [moment.strengths[name].share for moment in self.training.curve if name in moment.strengths]
            told.append(f"{curve(shares, self._signs):>{width}} {percent(shares[-1])} {name_of(name)}")
        return told


@contextlib.contextmanager
def board(training: Training) -> Iterator[Board]:
    """What shows a training: on a terminal while it runs, else as lines."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield Board(training)
        return
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True)
    with Live(console=console, refresh_per_second=4) as live:
        yield Screen(training, live, console)
