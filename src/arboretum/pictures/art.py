"""The drawings and colours that pictures are made of: those of the table in the browser, from its own files."""

from __future__ import annotations

import dataclasses
import functools
import re
from pathlib import Path
from typing import Final, Literal

Theme = Literal["light", "dark"]

THEMES: Final[tuple[Theme, ...]] = ("light", "dark")

STATIC: Final = Path(__file__).parent.parent / "web" / "static"
SPRITE: Final = STATIC / "art" / "sprite.svg"
PALETTE: Final = STATIC / "css" / "palette.css"

_SYMBOL: Final = re.compile(
    r'<symbol id="([\w-]+)" viewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>(.*?)</symbol>', re.DOTALL
)
_PAIR: Final = re.compile(r"--([\w-]+):light-dark\((#\w+|rgb\([^)]*\)),(#\w+|rgb\([^)]*\))\)")
_SPECIES: Final = re.compile(r"\[data-species=([A-Z]{2})\]\{([^}]*)\}")
_MIXED: Final = re.compile(r"rgb\((\d+) (\d+) (\d+)/([\d.]+)\)")
_TOKEN: Final = re.compile(r"var\(--([\w-]+)\)")


@dataclasses.dataclass(frozen=True, slots=True)
class Symbol:
    """One drawing: its own width and height, and what is in it, with colours by name."""

    width: float
    height: float
    inside: str


@functools.cache
def symbols() -> dict[str, Symbol]:
    """Every drawing by name: `tree-OK`, `leaf-OK`, `back`, `sprout`, `logo`."""
    text = SPRITE.read_text(encoding="utf-8")
    return {
        name: Symbol(float(width), float(height), inside.strip())
        for name, width, height, inside in _SYMBOL.findall(text)
    }


class Inks:
    """The colours of one theme."""

    def __init__(self, theme: Theme) -> None:
        css = PALETTE.read_text(encoding="utf-8")
        self._plain = _colours(css[: css.index("[data-species=")], theme)
        self._species = {code: _colours(inside, theme) for code, inside in _SPECIES.findall(css)}

    def of(self, name: str, species: str = "") -> str:
        """A colour by its name in the palette, such as `paper`, or `soft` of a species."""
        return self._species[species][f"sp-{name}"] if species else self._plain[name]

    def filled(self, drawing: str, species: str = "") -> str:
        """A drawing with its colours put in."""
        known = self._plain | self._species.get(species, {})
        return _TOKEN.sub(lambda match: known[match[1]], drawing)


@functools.cache
def inks(theme: Theme) -> Inks:
    """The colours of a theme, read once. Raises ValueError for a theme that is none."""
    if theme not in THEMES:
        raise ValueError(f"There is no theme {theme!r}: pictures are {' or '.join(THEMES)}.")
    return Inks(theme)


def _colours(css: str, theme: Theme) -> dict[str, str]:
    return {name: _plain(pair[THEMES.index(theme)]) for name, *pair in _PAIR.findall(css)}


def _plain(colour: str) -> str:
    """A colour as every program reads it: `#rrggbb`, or `#rrggbbaa`."""
    match = _MIXED.fullmatch(colour)
    if match is None:
        return colour
    red, green, blue, share = match.groups()
    return f"#{int(red):02x}{int(green):02x}{int(blue):02x}{round(255 * float(share)):02x}"
