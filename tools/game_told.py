"""How the page of statistics tells a number: in words, in tables, as a point of a plot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from game_counters import VALUES
from game_counts import STANDARD, Counts, Estimate, Fields, Statistics, estimates

from arboretum.arena.page.plots import Point, Scale

NUMBER: Final = {2: "two", 3: "three", 4: "four"}
PARTS: Final = ("early", "middle", "late")
NOTHING: Final = "-"


# How numbers are written. ---------------------------------------------------------------------------------


def number(found: Estimate, digits: int = 1, sign: str = "") -> str:
    """A number with its interval: `12.3 (12.1 to 12.5)`."""
    return written(found, 1.0, digits, sign, "")


def percent(found: Estimate, digits: int = 1, sign: str = "") -> str:
    """A share with its interval: `53.1 % (52.8 to 53.4)`."""
    if found.interval is not None and not sign:  # no share is below 0 or above 1, whatever the interval says
        low, high = found.interval
        found = Estimate(found.value, (max(0.0, low), min(1.0, high)))
    return written(found, 100.0, digits, sign, " %")


def written(found: Estimate, per: float, digits: int, sign: str, unit: str) -> str:
    """A number times `per` with so many digits, its unit behind it, and its interval."""
    if not found.is_known:
        return NOTHING

    def one(value: float) -> str:
        return f"{round(per * value, digits) + 0.0:{sign}.{digits}f}"

    reach = "" if found.interval is None else f" ({one(found.interval[0])} to {one(found.interval[1])})"
    return f"{one(found.value)}{unit}{reach}"


def point(found: Estimate) -> Point:
    """A number as a dot of a plot."""
    return Point(found.value, found.interval)


def table(heading: Sequence[str], lines: Sequence[Sequence[str]]) -> list[str]:
    """A table; its first column has names."""
    return [
        f"| {' | '.join(heading)} |",
        "|---|" + "---:|" * (len(heading) - 1),
        *(f"| {' | '.join(each)} |" for each in lines),
        "",
    ]


def picture(name: str, told: str) -> list[str]:
    """A plot in the page."""
    return [f"![{told}](statistics/{name}.svg)", ""]


# What is told. --------------------------------------------------------------------------------------------


class Told:
    """The statistics of one number of players, and its numbers as they are asked for."""

    def __init__(self, statistics: Statistics) -> None:
        self.statistics = statistics
        self.players = statistics.players
        self.counts = statistics.table(STANDARD)
        self.fields = self.counts.fields()

    @property
    def name(self) -> str:
        """`two players`."""
        return f"{NUMBER[self.players]} players"

    def many(self, of: Callable[..., Any], *more: Any, table: Counts | None = None) -> list[Estimate]:  # noqa: ANN401
        """All numbers of a function of `game_figures`."""

        def asked(fields: Fields) -> Any:  # noqa: ANN401
            return of(fields, self.players, *more)

        return estimates(table or self.counts, asked)

    def one(self, of: Callable[..., Any], *more: Any, table: Counts | None = None) -> Estimate:  # noqa: ANN401
        """Its first number."""
        return self.many(of, *more, table=table)[0]

    def of_field(self, of: Callable[[Any], Any], name: str) -> Estimate:
        """A number that comes from one field."""
        return estimates(self.counts, lambda fields: of(fields[name]))[0]


def each(found: Sequence[Told], sentence: Callable[[Told], str]) -> list[str]:
    """A sentence for each number of players that were counted, a line each."""
    return [f"With {told.name} {sentence(told)}" for told in found if told.counts.games] + [""]


Page = tuple[list[str], dict[str, str]]
"""Lines, and plots by name."""


# Scales. --------------------------------------------------------------------------------------------------


def along_values(found: Sequence[Estimate]) -> list[tuple[float, Point]]:
    return [(float(at + 1), point(each)) for at, each in enumerate(found) if each.is_known]


def values_scale() -> Scale:
    return Scale(-0.5, VALUES + 0.5, tuple(map(float, range(1, VALUES + 1))), lambda value: f"{value:.0f}")


def shares_scale() -> Scale:
    """Shares from nothing to all."""
    return Scale(0, 1, (0, 0.25, 0.5, 0.75, 1), lambda share: f"{100 * share:.0f} %")
