"""Draw the picture at the top of the README: a finished arboretum with its best Maple path.

    python tools/draw_picture.py           writes docs/pictures/scored-arboretum.svg
    python tools/draw_picture.py --check   says whether that file is what this script draws

The library draws it: arboretum.pictures.
"""

from __future__ import annotations

import sys
from pathlib import Path

from arboretum import Tableau
from arboretum.pictures import picture_of

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "pictures" / "scored-arboretum.svg"

ARBORETUM = """
    ... BS1 JA2 OK3 CB5 ... ...
    WI5 MP1 MP3 MP4 OK6 CB7 OK8
    ... ... JA4 MP5 MP8 BS8 ...
"""


def picture() -> str:
    """The whole file."""
    return picture_of(Tableau.parse(ARBORETUM), path="Maple")


def main(arguments: list[str]) -> int:
    """Write the picture, or with --check compare it; returns the exit status."""
    if arguments not in ([], ["--check"]):
        tried = " ".join(arguments)
        print(f"draw_picture.py does not know “{tried}”: give it nothing, or --check.", file=sys.stderr)
        return 2
    if not arguments:
        PICTURE.parent.mkdir(parents=True, exist_ok=True)
        PICTURE.write_text(picture(), encoding="utf-8", newline="\n")
        print(f"Wrote {PICTURE}.")
        return 0
    if PICTURE.exists() and PICTURE.read_bytes() == picture().encode("utf-8"):
        print(f"{PICTURE} is fresh.")
        return 0
    print(f"{PICTURE} is not what this script draws; run python tools/draw_picture.py.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
