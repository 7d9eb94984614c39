"""Links as pictures that a telephone reads."""

from __future__ import annotations

import io

import segno


def qr_text(link: str) -> str:
    """For a terminal."""
    out = io.StringIO()
    segno.make(link, error="m").terminal(out, compact=True, border=2)
    return out.getvalue().rstrip("\n")


def qr_picture(link: str) -> bytes:
    """As SVG, dark on light whatever the colours of the page, as readers expect."""
    out = io.BytesIO()
    segno.make(link, error="m").save(out, kind="svg", scale=4, border=4, dark="#1f2824", light="#ffffff")
    return out.getvalue()
