"""
Pictures as PNG, by resvg. It is there on usual machines; where it is missing, there are pictures as SVG.

Run as a program, this reads an SVG and writes a PNG: so a server draws in another process, while its own goes on.
"""

from __future__ import annotations

import importlib.util
import sys
from typing import Final

WIDEST: Final = 4000
"""Pixels; wider pictures take long, and nobody looks at them."""


def can_png() -> bool:
    """Whether this machine can draw PNG."""
    return importlib.util.find_spec("resvg_py") is not None


def png(svg: str, *, width: int | None = None) -> bytes:
    """
    A picture of this package as PNG, as wide as it is or as wide as this, in pixels.

    Raises PictureError where resvg is missing, and for a width that is too large.
    """
    from arboretum.errors import PictureError
    from arboretum.language import say

    if not can_png():
        raise PictureError(say("PNG needs the package resvg-py: install it with pip, or take the picture as SVG."))
    if width is not None and not 1 <= width <= WIDEST:
        raise PictureError(say("A picture is 1 to {most} pixels wide, not {width}.", most=WIDEST, width=width))
    return drawn(svg, width)


def drawn(svg: str, width: int | None) -> bytes:
    """The pixels. Fonts of the machine are looked for only where a name has letters that we have not drawn."""
    import resvg_py

    return resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts="<text" not in svg)


def main() -> None:
    """Standard input to standard output; the width is the only word."""
    width = int(sys.argv[1]) if sys.argv[1:] else None
    sys.stdout.buffer.write(drawn(sys.stdin.buffer.read().decode(), width))


if __name__ == "__main__":
    main()
