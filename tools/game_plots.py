"""
Plots of the statistics as SVG files of their own: those of reports, several to a sheet, light or dark as its
reader likes.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Final

from arboretum.arena.page.markup import Markup, tag
from arboretum.arena.page.plots import Point, Scale, count_scale, curve, histogram, round_scale, whiskers
from arboretum.pictures.art import PALETTE

WIDE: Final = 720
"""Pixels across a sheet."""
EDGE: Final = 16
BETWEEN: Final = 24
CAPTION: Final = 24
"""Pixels above a plot, for what it is."""
ALONG: Final = 20
"""Pixels below it, for what stands along it."""

TOKENS: Final = ("panel", "ink", "ink-2", "line", "line-2", "action", "open")
STYLE: Final = """
svg{overflow:visible;font-variant-numeric:lining-nums tabular-nums}
svg{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",Ubuntu,Cantarell,sans-serif}
text{fill:var(--ink);font-size:13px}
.name{font-weight:600}
.value{text-anchor:end}
.tick{fill:var(--ink-2);font-size:12px}
.tick:not([text-anchor]){text-anchor:middle}
.along{fill:var(--ink-2);font-size:12px;text-anchor:end}
.ground-of-all{fill:var(--panel)}
.grid{stroke:var(--line)}
.ground{stroke:var(--line-2)}
.marked{stroke:var(--line-2);stroke-dasharray:3 4}
.reach{stroke:var(--ink-2);stroke-width:2}
.dot{fill:var(--action);stroke:var(--panel);stroke-width:2}
.bar{fill:var(--open)}
.median{stroke:var(--ink);stroke-width:2}
"""

_PAIR: Final = re.compile(r"--([\w-]+):light-dark\((#\w+),(#\w+)\)")
_HEIGHT: Final = re.compile(r'height="([\d.]+)"')


@dataclasses.dataclass(frozen=True)
class Panel:
    """One plot of a sheet."""

    caption: str
    """What it is, and what stands up it, with units."""
    plot: Markup
    along: str
    """What stands along it, with units."""

    @property
    def height(self) -> float:
        """Pixels, with what is written above and below."""
        found = _HEIGHT.search(self.plot)
        assert found is not None, "every plot has a height"
        return CAPTION + float(found[1]) + ALONG


def sheet(told: str, panels: Sequence[Panel], across: int = 1) -> str:
    """A file of SVG with so many plots beside each other, row by row. told: what is to be seen, in words."""
    wide = (WIDE - 2 * EDGE - BETWEEN * (across - 1)) / across
    drawn: list[Markup] = []
    top = float(EDGE)
    for first in range(0, len(panels), across):
        row = panels[first : first + across]
        for number, panel in enumerate(row):
            left = EDGE + number * (wide + BETWEEN)
            drawn.append(tag("text", panel.caption, x=left, y=top + 13, class_="name"))
            drawn.append(tag("svg", panel.plot, x=left, y=top + CAPTION, width=wide, height=panel.height))
            drawn.append(tag("text", panel.along, x=left + wide, y=top + panel.height - 2, class_="along"))
        top += max(panel.height for panel in row) + BETWEEN
    high = top - BETWEEN + EDGE
    ground = tag("rect", x=0, y=0, width=WIDE, height=high, rx=14, class_="ground-of-all")
    return (
        tag(
            "svg",
            tag("title", told),
            tag("style", Markup(_colours() + STYLE)),
            ground,
            *drawn,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDE} {high:g}",
            width=WIDE,
            height=high,
            role="img",
        )
        + "\n"
    )


def _colours() -> str:
    """The colours of the table in the browser, for a light and for a dark screen."""
    pairs = {name: both for name, *both in _PAIR.findall(PALETTE.read_text(encoding="utf-8"))}
    light, dark = ("".join(f"--{name}:{pairs[name][at]};" for name in TOKENS) for at in (0, 1))
    return f":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{dark}}}}}"


def bars(counts: Sequence[tuple[int, int]], mark: float, told: str, unit: str) -> tuple[Markup, str]:
    """A histogram of whole numbers with a line at one value; and how high its highest bar is, in words."""
    seen = [(value, count) for value, count in counts if count]
    total = sum(count for _, count in seen) or 1
    low, high = (min(seen)[0], max(seen)[0]) if seen else (0, 1)
    highest = max((count for _, count in seen), default=0)
    tip = f"the highest bar is {100 * highest / total:.1f} % of {unit}"
    return histogram(seen, count_scale(low, high), told, mark=mark), tip


def line(points: Sequence[tuple[float, Point]], along: Scale, up: Scale, told: str, height: int = 170) -> Markup:
    """Values with intervals along whole numbers."""
    return curve(points, along, up, told, height=height)


def rows(named: Sequence[tuple[str, str, Point]], scale: Scale, told: str) -> Markup:
    """A row for each name: a text at its other end, and a point with its interval below."""
    return whiskers([(name, text, [point]) for name, text, point in named], scale, told)


def scale_of(points: Sequence[Point], shown: str, marked: float | None = None, per: float = 1.0) -> Scale:
    """A scale that holds all points with their intervals; values are written times `per`, in a format."""
    ends = [end for point in points for end in (point.interval or (point.value, point.value))]
    ends += [] if marked is None else [marked]
    low, high = (min(ends), max(ends)) if ends else (0.0, 1.0)
    if high - low < 1e-9:
        low, high = low - 0.5 / per, high + 0.5 / per

    def told(value: float) -> str:
        return shown.replace("+", "").format(0.0) if abs(value) < 1e-9 else shown.format(round(per * value, 9))

    return round_scale(low, high, told, marked)
