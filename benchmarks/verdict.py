"""What a measurement found, held against what it has to be: as a table, as JSON, and as a status."""

from __future__ import annotations

import dataclasses
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

HELD: Final = 0
BROKEN: Final = 1
CANNOT: Final = 2
INTERRUPTED: Final = 130
"""How a measurement's process ends."""
SLACK: Final = float(os.environ.get("ARBORETUM_SLACK", "1"))
"""For a sample on a machine that has other things to do: so many times the budget of time may be taken."""
TIMES: Final = ("ms", "s", "%")
"""The units of what a busy machine makes longer."""


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """One number that was measured."""

    what: str
    measured: float
    unit: str = ""
    at_most: float | None = None
    """What it may be; None where nothing is asked."""
    at_least: float | None = None

    @property
    def is_held(self) -> bool:
        """It is as it has to be."""
        low = self.at_least is None or self.measured >= self.at_least
        return low and (self.at_most is None or self.measured <= self.at_most)

    @property
    def budget(self) -> str:
        """What is asked, in words."""
        asked = [f"at least {self.at_least:g}"] if self.at_least is not None else []
        asked += [f"at most {self.at_most:g}"] if self.at_most is not None else []
        return " and ".join(asked)


@dataclasses.dataclass
class Verdict:
    """The result of a measurement."""

    title: str
    lines: list[Line] = dataclasses.field(default_factory=list)
    wrongs: list[str] = dataclasses.field(default_factory=list)
    """What went wrong, in sentences; nothing may."""
    notes: list[str] = dataclasses.field(default_factory=list)
    """What one should know about the measurement."""

    def add(self, what: str, measured: float, unit: str = "", **budget: float) -> None:
        """Note a number; `at_most` and `at_least` say what it has to be. Times may take SLACK times as long."""
        if unit in TIMES and "at_most" in budget:
            budget["at_most"] *= SLACK
        self.lines.append(Line(what, measured, unit, **budget))

    @property
    def is_held(self) -> bool:
        """Nothing went wrong, and all numbers are as they have to be."""
        return not self.wrongs and all(line.is_held for line in self.lines)

    def to_json(self) -> dict[str, Any]:
        """All of it by name."""
        told = [dataclasses.asdict(line) | {"held": line.is_held} for line in self.lines]
        return {
            "title": self.title,
            "held": self.is_held,
            "lines": told,
            "wrong": self.wrongs,
            "notes": self.notes,
            "load_average": list(os.getloadavg()),
        }

    def show(self, as_json: bool) -> int:
        """Print it; the status to end with."""
        if as_json:
            click.echo(json.dumps(self.to_json()))
        else:
            self._show(Console())
        return HELD if self.is_held else BROKEN

    def _show(self, console: Console) -> None:
        table = Table("", "measured", "budget", "", title=self.title, title_justify="left")
        for line in self.lines:
            verdict = "" if line.budget == "" else "[green]held" if line.is_held else "[red]broken"
            table.add_row(line.what, f"{line.measured:,.6g} {line.unit}".strip(), line.budget, verdict)
        console.print(table)
        for note in self.notes:
            console.print(f"[dim]{note}")
        for wrong in self.wrongs[:20]:
            console.print(f"[red]Wrong:[/] {wrong}", highlight=False)
        if len(self.wrongs) > 20:
            console.print(f"[red]and {len(self.wrongs) - 20} more that went wrong.")
        load = ", ".join(f"{load:.2f}" for load in os.getloadavg())
        console.print(f"[dim]Load averages of this machine over 1, 5 and 15 minutes: {load}.")


def percentile(values: Sequence[float], part: float) -> float:
    """The value below which a part of the values lies; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def progress(as_json: bool) -> Progress:
    """A bar on the error output; it keeps quiet when a program reads."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    return Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), disable=as_json, transient=True)


def judged(measure: Callable[[Path], Verdict], as_json: bool) -> None:
    """Run a measurement in a folder of its own, show what it found, and end the process with its status."""
    import tempfile

    from served import CannotMeasure, check_here, with_many_files

    try:
        check_here()
        with_many_files()
        with tempfile.TemporaryDirectory(prefix="arboretum-measured-") as folder:
            verdict = measure(Path(folder))
    except CannotMeasure as error:
        click.echo(str(error), err=True)
        sys.exit(CANNOT)
    except KeyboardInterrupt:
        click.echo("Interrupted: nothing was measured to its end, and everything that was started has been ended.")
        sys.exit(INTERRUPTED)
    sys.exit(verdict.show(as_json))
