"""
Plots in SVG that are as wide as there is room, without a script: along it is in percent, else in pixels.

So a text keeps its size on a phone. Each plot is one picture with a name that tells what is to be seen.
"""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Final

from arboretum.arena.page.markup import Markup, tag
from arboretum.arena.stats import Interval

LEFT: Final = 2.0
RIGHT: Final = 98.0
"""Where the scale begins and ends, in percent of the width."""

FOOT: Final = 26
"""Pixels below a plot, for its scale."""

HEAD: Final = 20
"""Pixels above a curve, for what is written at its uppermost line."""

LANE: Final = 22
NAME: Final = 22


@dataclasses.dataclass(frozen=True, slots=True)
class Scale:
    """What stands where along a plot."""

    low: float
    high: float
    ticks: tuple[float, ...]
    shown: Callable[[float], str]
    """How a tick is written."""
    marked: float | None = None
    """A value with a dashed line, such as a fair share."""

    def at(self, value: float) -> str:
        """Where a value is, in percent of the width; what is beyond an end is at the end."""
        share = (value - self.low) / (self.high - self.low)
        return f"{LEFT + (RIGHT - LEFT) * min(1.0, max(0.0, share)):.2f}%"

    def wide(self, width: float) -> str:
        """How wide a stretch is, in percent of the width."""
        return f"{(RIGHT - LEFT) * width / (self.high - self.low):.2f}%"


@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    """A value with its interval, perhaps with a sign of its own in its dot."""

    value: float
    interval: Interval | None
    sign: str = ""


def round_scale(low: float, high: float, shown: Callable[[float], str], marked: float | None = None) -> Scale:
    """A scale that holds all from low to high, with four to eight ticks at round numbers."""
    step = round_step((high - low) / 6 or 1.0)
    first, last = math.floor(low / step), math.ceil(high / step)
    last = max(last, first + 1)
    return Scale(first * step, last * step, tuple(step * tick for tick in range(first, last + 1)), shown, marked)


def count_scale(low: int, high: int) -> Scale:
    """A scale of whole numbers with room for a bar at each."""
    step = max(1, round(round_step((high - low) / 6 or 1.0)))
    first, last = low // step, -(-high // step)
    ticks = tuple(float(step * tick) for tick in range(first, last + 1))
    return Scale(min(ticks[0], low) - 0.6, max(ticks[-1], high) + 0.6, ticks, lambda value: f"{value:.0f}")


def round_step(least: float) -> float:
    """
    The smallest of 1, 2, 5, 10, ... that is not less.

    >>> [round_step(value) for value in (0.3, 3, 17, 40)]
    [0.5, 5.0, 20.0, 50.0]
    """
    power = 10.0 ** math.floor(math.log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))


def whiskers(rows: Sequence[tuple[str, str, Sequence[Point]]], scale: Scale, told: str) -> Markup:
    """Rows of a name, a text at its other end, and points with their intervals below."""
    drawn: list[Markup] = []
    top = 0
    for name, text, points in rows:
        drawn.append(tag("text", name, x=f"{LEFT}%", y=top + 16, class_="name"))
        drawn.append(tag("text", text, x=f"{RIGHT}%", y=top + 16, class_="value"))
        for number, point in enumerate(points):
            drawn += _point(point, scale, top + NAME + LANE * number + 10)
        top += NAME + LANE * len(points) + 8
    return _plot([*_grid(scale, top), *drawn, *_foot(scale, top)], top + FOOT, told)


def _point(point: Point, scale: Scale, y: float) -> list[Markup]:
    drawn = []
    if point.interval is not None:
        low, high = point.interval
        drawn.append(tag("line", x1=scale.at(low), x2=scale.at(high), y1=y, y2=y, class_="reach"))
        drawn += [
            tag("line", x1=scale.at(end), x2=scale.at(end), y1=y - 4, y2=y + 4, class_="reach")
            for end in (low, high)
        ]
    drawn.append(tag("circle", cx=scale.at(point.value), cy=y, r=8 if point.sign else 5, class_="dot"))
    if point.sign:
        drawn.append(tag("text", point.sign, x=scale.at(point.value), y=y + 4, class_="sign"))
    return drawn


def histogram(
    counts: Sequence[tuple[int, int]], scale: Scale, told: str, *, height: int = 90, mark: float
) -> Markup:
    """Bars of counts by whole number, with a line at one value: the median."""
    most = max((count for _, count in counts), default=1)
    drawn = [
        tag(
            "rect",
            x=scale.at(value - 0.42),
            y=height - (height - 8) * count / most,
            width=scale.wide(0.84),
            height=(height - 8) * count / most,
            class_="bar",
        )
        for value, count in counts
        if count
    ]
    drawn.append(tag("line", x1=scale.at(mark), x2=scale.at(mark), y1=2, y2=height, class_="median"))
    return _plot([*_grid(scale, height), *drawn, *_foot(scale, height)], height + FOOT, told)


def columns(bars: Sequence[tuple[str, int]], told: str, *, height: int = 120) -> Markup:
    """A few columns, each with its name below and its count above."""
    most = max((count for _, count in bars), default=0) or 1
    step = (RIGHT - LEFT) / len(bars)
    drawn = []
    for number, (name, count) in enumerate(bars):
        middle = f"{LEFT + step * (number + 0.5):.2f}%"
        tall = (height - 24) * count / most
        left, wide = f"{LEFT + step * (number + 0.15):.2f}%", f"{step * 0.7:.2f}%"
        drawn.append(tag("rect", x=left, y=height - tall, width=wide, height=tall, class_="bar"))
        drawn.append(tag("text", count, x=middle, y=height - tall - 6, class_="count"))
        drawn.append(tag("text", name, x=middle, y=height + 18, class_="tick"))
    drawn.append(tag("line", x1=f"{LEFT}%", x2=f"{RIGHT}%", y1=height, y2=height, class_="ground"))
    return _plot(drawn, height + FOOT, told)


def curve(
    points: Sequence[tuple[float, Point]], along: Scale, up: Scale, told: str, *, height: int = 170
) -> Markup:
    """Values, each with its interval, along another scale: a line from one to the next."""

    def y(value: float) -> float:
        share = (value - up.low) / (up.high - up.low)
        return round(HEAD + (height - HEAD) * (1.0 - min(1.0, max(0.0, share))), 1)

    drawn: list[Markup] = []
    for tick in up.ticks:
        drawn.append(tag("line", x1=f"{LEFT}%", x2=f"{RIGHT}%", y1=y(tick), y2=y(tick), class_="grid"))
        drawn.append(tag("text", up.shown(tick), x=f"{LEFT}%", y=y(tick) - 3, class_="tick", text_anchor="start"))
    if up.marked is not None:
        at = y(up.marked)
        drawn.append(tag("line", x1=f"{LEFT}%", x2=f"{RIGHT}%", y1=at, y2=at, class_="marked"))
    for (place, point), (after, following) in itertools.pairwise(points):
        x1, y1, x2, y2 = along.at(place), y(point.value), along.at(after), y(following.value)
        drawn.append(tag("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="reach"))
    for place, point in points:
        at_place = along.at(place)
        if point.interval is not None:
            low, high = point.interval
            drawn.append(tag("line", x1=at_place, x2=at_place, y1=y(low), y2=y(high), class_="reach"))
        drawn.append(tag("circle", cx=at_place, cy=y(point.value), r=4, class_="dot"))
    return _plot([*drawn, *_foot(along, height)], height + FOOT, told)


def _grid(scale: Scale, height: float) -> list[Markup]:
    lines = [
        tag("line", x1=scale.at(tick), x2=scale.at(tick), y1=0, y2=height, class_="grid") for tick in scale.ticks
    ]
    if scale.marked is not None:
        at = scale.at(scale.marked)
        lines.append(tag("line", x1=at, x2=at, y1=0, y2=height, class_="marked"))
    return lines


def _foot(scale: Scale, height: float) -> list[Markup]:
    """The ground line and the ticks below it; the outermost do not reach beyond the ends."""
    texts = [
        tag(
            "text",
            scale.shown(tick),
            x=scale.at(tick),
            y=height + 18,
            class_="tick",
            text_anchor={scale.low: "start", scale.high: "end"}.get(tick),
        )
        for tick in scale.ticks
    ]
    return [tag("line", x1=f"{LEFT}%", x2=f"{RIGHT}%", y1=height, y2=height, class_="ground"), *texts]


def _plot(drawn: Sequence[Markup], height: float, told: str) -> Markup:
    return tag("svg", *drawn, width="100%", height=height, role="img", aria_label=told)
