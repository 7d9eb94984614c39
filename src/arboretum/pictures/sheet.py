"""A sheet of SVG to draw on: it keeps each drawing and each letter once, and knows the colours of its theme."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from arboretum.pictures.art import Theme, inks, symbols
from arboretum.pictures.lettering import EM, FaceName, clean, faces, placed, runs, width_of

Anchor = Literal["start", "middle", "end"]
Halo: TypeAlias = "tuple[str, float] | None"
"""Colour and width of what lies around a text."""

SERIF: Final = "'Iowan Old Style','Palatino Linotype','Noto Serif','DejaVu Serif','Liberation Serif',serif"
SANS: Final = "system-ui,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans','Liberation Sans',Arial,sans-serif"
FONTS: Final = {"serif": (SERIF, "700"), "sans": (SANS, "400"), "bold": (SANS, "700")}
"""What a text is written with whose letters are not drawn, such as a name in Chinese."""


def number(value: float) -> str:
    """A length: two decimals at most, no zeros at the end."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


class Sheet:
    """What is drawn so far."""

    def __init__(self, theme: Theme = "light") -> None:
        self.theme = theme
        self._inks = inks(theme)
        self._kept: dict[str, str] = {}
        self._drawn: list[str] = []

    def ink(self, name: str, species: str = "") -> str:
        """A colour of the theme, such as `paper`, or `soft` of a species."""
        return self._inks.of(name, species)

    def add(self, *parts: str) -> None:
        """Draw something over all that is there."""
        self._drawn.extend(parts)

    def box(
        self, x: float, y: float, width: float, height: float, fill: str, *, round: float = 0, more: str = ""
    ) -> None:
        """A rectangle; `more` are further attributes."""
        corner = f' rx="{number(round)}"' if round else ""
        self.add(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"{corner} '
            f'fill="{fill}"{" " + more if more else ""}/>'
        )

    @contextlib.contextmanager
    def group(self, attributes: str) -> Iterator[None]:
        """Draw several things under the same attributes."""
        self.add(f"<g {attributes}>")
        yield
        self.add("</g>")

    def symbol(self, name: str, x: float, y: float, width: float, *, colour: str = "", ground: str = "") -> None:
        """
        A drawing by name, as wide as this; one of one colour in this one.

        ground: what a tree stands before, if that is not its own card; it shows between its shapes.
        """
        drawing = symbols()[name]
        if name not in self._kept:
            species = name.partition("-")[2]
            shapes = drawing.inside.replace("var(--sp-soft)", ground) if ground else drawing.inside
            inside = self._inks.filled(shapes, species if name.startswith("tree-") else "")
            self._kept[name] = f'<g id="{name}">{inside}</g>'
        place = f"translate({number(x)} {number(y)}) scale({width / drawing.width:.4f})"
        ink = f' color="{colour}"' if colour else ""
        self.add(f'<use href="#{name}" transform="{place}"{ink}/>')

    def write(
        self,
        text: str,
        x: float,
        y: float,
        size: float,
        *,
        face: FaceName = "sans",
        ink: str = "",
        anchor: Anchor = "start",
        halo: Halo = None,
    ) -> float:
        """A line of text on its ground line; a halo has a colour and a width. Returns how wide it is."""
        said = clean(text)
        wide = width_of(said, face, size)
        at = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        for part, known in runs(said, face):
            draw = self._lettered if known else self._typed
            draw(part, at, y, size, face, ink or self.ink("ink"), halo)
            at += width_of(part, face, size)
        return wide

    def _lettered(self, text: str, x: float, y: float, size: float, face: FaceName, ink: str, halo: Halo) -> None:
        """A text in our own letters."""
        scale = size / EM
        around = ""
        if halo is not None:
            around = (
                f' stroke="{halo[0]}" stroke-width="{number(halo[1] / scale)}" stroke-linejoin="round"'
                ' paint-order="stroke"'
            )
        place = f"translate({number(x)} {number(y)}) scale({scale:.5f})"
        with self.group(f'transform="{place}" fill="{ink}"{around}'):
            for sign, at in placed(text, face)[0]:
                self._letter(sign, face, at)

    def _letter(self, sign: str, face: FaceName, at: int) -> None:
        outline = faces()[face].letters[sign][1]
        if not outline:
            return
        name = f"{face}-{ord(sign):x}"
        self._kept.setdefault(name, f'<path id="{name}" d="{outline}"/>')
        self.add(f'<use href="#{name}"{f" x={quoteattr(str(at))}" if at else ""}/>')

    def _typed(self, text: str, x: float, y: float, size: float, face: FaceName, ink: str, halo: Halo) -> None:
        """A text in the fonts of whoever looks, squeezed into the room that was thought of."""
        family, weight = FONTS[face]
        said = text.rstrip()
        self.add(
            f'<text x="{number(x)}" y="{number(y)}" font-family="{family}" font-weight="{weight}" '
            f'font-size="{number(size)}" fill="{ink}" textLength="{number(width_of(said, face, size))}" '
            f'lengthAdjust="spacingAndGlyphs">{escape(said)}</text>'
        )

    def document(self, width: float, height: float, title: str, told: str) -> str:
        """The whole picture, as a file of its own: `title` names it, `told` tells what is on it."""
        size = f"{number(width)} {number(height)}"
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{number(width)}" '
                f'height="{number(height)}" role="img" aria-labelledby="title told">',
                f'<title id="title">{escape(clean(title))}</title>',
                f'<desc id="told">{escape(_lines(told))}</desc>',
                "<defs>",
                *self._kept.values(),
                "</defs>",
                *self._drawn,
                "</svg>\n",
            ]
        )


def _lines(text: str) -> str:
    """A text of several lines, each clean."""
    return "\n".join(clean(line) for line in text.splitlines())
