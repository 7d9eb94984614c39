"""Make src/arboretum/pictures/art/letters.json: the outlines of the letters that pictures are written with.

    python tools/draw_letters.py FOLDER    where FOLDER holds the npm packages, unpacked:
                                           npm pack @fontsource/vollkorn @fontsource/inter

Needs fonttools, brotli and uharfbuzz, as nothing else in the project does: the outlines are kept, and this is run
only to change them. Both fonts are under the SIL Open Font License, and so are the outlines; OFL.txt beside them
tells it.
"""

from __future__ import annotations

import io
import json
import string
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

OUT: Final = Path(__file__).resolve().parent.parent / "src" / "arboretum" / "pictures" / "art" / "letters.json"
LATIN: Final = ("latin", "latin-ext")
FACES: Final = {
    "serif": ("vollkorn", 700, (*LATIN, "greek", "cyrillic")),
    "sans": ("inter", 400, (*LATIN, "greek", "cyrillic")),
    "bold": ("inter", 700, LATIN),
}
EM: Final = 1000
FIGURES: Final = {"lnum": True, "tnum": True, "liga": False, "calt": False}
"""Figures of one height and one width, so that columns stand straight."""
LETTERS: Final = (
    *range(0x20, 0x7F),
    *range(0xA1, 0xAD),
    *range(0xAE, 0x180),
    *(0x218, 0x219, 0x21A, 0x21B, 0x1E9E),
    *range(0x386, 0x3CF),
    *range(0x401, 0x460),
    *(0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2022, 0x2026, 0x2039, 0x203A, 0x2212),
)
KERNED: Final = [
    one + other
    for firsts, seconds in (
        (string.ascii_uppercase, string.ascii_letters + ".,"),
        (string.ascii_lowercase, string.ascii_lowercase + ".,"),
    )
    for one in firsts
    for other in seconds
]


class Outline:
    """A pen that writes an SVG path in whole thousandths of the em, y downward: its first point, then steps."""

    def __init__(self, scale: float) -> None:
        self.text = ""
        self._scale = scale
        self._at = (0, 0)

    def _point(self, point: tuple[float, float]) -> tuple[int, int]:
        return round(point[0] * self._scale), round(-point[1] * self._scale)

    def _write(self, sign: str, *points: tuple[float, float]) -> None:
        """A command with its points, seen from where the pen is."""
        placed = [self._point(point) for point in points]
        numbers = [n for x, y in placed for n in (x - self._at[0], y - self._at[1])]
        words = "".join(f"{'' if n < 0 or not at else ' '}{n}" for at, n in enumerate(numbers))
        self.text += sign + words
        self._at = placed[-1]

    def moveTo(self, point: tuple[float, float]) -> None:
        self._write("m" if self.text else "M", point)
        self._start = self._at

    def lineTo(self, point: tuple[float, float]) -> None:
        if self._point(point) != self._at:
            self._write("l", point)

    def qCurveTo(self, *points: tuple[float, float]) -> None:
        from fontTools.pens.basePen import decomposeQuadraticSegment

        for off, on in decomposeQuadraticSegment(points):
            self._write("q", off, on)

    def curveTo(self, *points: tuple[float, float]) -> None:
        self._write("c", *points)

    def closePath(self) -> None:
        self.text += "z"
        self._at = self._start


def files(folder: Path, font: str, weight: int, subsets: Sequence[str]) -> Iterator[Path]:
    """The files of a weight, subset by subset. Exits with a sentence where one is missing."""
    for subset in subsets:
        found = sorted(folder.rglob(f"{font}-{subset}-{weight}-normal.woff2"))
        if not found:
            sys.exit(f"draw_letters.py: there is no {font}-{subset}-{weight}-normal.woff2 below {folder}.")
        yield found[0]


def shaped(hb: Any, font: Any, text: str) -> tuple[list[str], int]:  # noqa: ANN401 - an optional module's
    """The names of the glyphs of a text, and how far it goes."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font, buffer, FIGURES)
    names = [font.glyph_to_string(info.codepoint) for info in buffer.glyph_infos]
    return names, sum(position.x_advance for position in buffer.glyph_positions)


class Face:
    """
    The letters of a face: how far each goes, and its outline, or the parts that it is put together from.

    A part is a name in `parts` and where it stands.
    """

    def __init__(self) -> None:
        self.letters: dict[str, list[Any]] = {}
        self.parts: dict[str, str] = {}
        self.kern: dict[str, int] = {}

    def add(self, path: Path) -> None:
        """Add what a file has and the ones before it had not."""
        import uharfbuzz as hb
        from fontTools.ttLib import TTFont

        opened = TTFont(path)
        opened.flavor = None
        plain = io.BytesIO()
        opened.save(plain)
        font = hb.Font(hb.Face(plain.getvalue()))
        scale = EM / opened["head"].unitsPerEm
        known = opened.getBestCmap()
        for letter in map(chr, LETTERS):
            if ord(letter) in known and letter not in self.letters:
                names, advance = shaped(hb, font, letter)
                self.letters[letter] = [round(advance * scale), *self._drawn(opened, names[0], scale)]
        if not self.kern:
            for pair in KERNED:
                apart = sum(shaped(hb, font, one)[1] for one in pair)
                nearer = round((shaped(hb, font, pair)[1] - apart) * scale)
                if abs(nearer) >= 5:
                    self.kern[pair] = nearer

    def _drawn(self, font: Any, name: str, scale: float) -> list[Any]:  # noqa: ANN401
        """The outline of a glyph, or its parts: name, x, y, name, x, y, ..."""
        from fontTools.pens.recordingPen import DecomposingRecordingPen

        glyph, drawn = font["glyf"][name], font.getGlyphSet()

        def outline(which: str) -> str:
            record, pen = DecomposingRecordingPen(drawn), Outline(scale)
            drawn[which].draw(record)
            record.replay(pen)
            return pen.text

        if not glyph.isComposite() or any(hasattr(part, "transform") for part in glyph.components):
            return [outline(name)]
        told: list[Any] = []
        for part in glyph.components:
            key = self._key(outline(part.glyphName))
            told += [key, round(part.x * scale), round(-part.y * scale)]
        return told

    def _key(self, outline: str) -> str:
        """The name of a part, which is as short as can be."""
        for key, kept in self.parts.items():
            if kept == outline:
                return key
        self.parts[key := str(len(self.parts))] = outline
        return key


def written(face: Face) -> str:
    """A face as JSON, a letter a line."""
    lines = ",\n".join(
        f"{json.dumps(key, ensure_ascii=False)}:{json.dumps(value, separators=(',', ':'))}"
        for key, value in sorted(face.letters.items())
    )
    kern, parts = (json.dumps(each, separators=(",", ":")) for each in (face.kern, face.parts))
    return f'{{"kern":{kern},\n"parts":{parts},\n"letters":{{\n{lines}}}}}'


def main() -> None:
    """Write the file."""
    folder = Path(sys.argv[1]) if len(sys.argv) == 2 else sys.exit(__doc__)
    faces = {}
    for name, (font, weight, subsets) in FACES.items():
        faces[name] = Face()
        for path in files(folder, font, weight, subsets):
            faces[name].add(path)
    text = ",\n".join(f'"{name}":{written(face)}' for name, face in faces.items())
    OUT.write_text("{" + text + "}\n", encoding="utf-8", newline="\n")
    print(f"Wrote {OUT}: {sum(len(face.letters) for face in faces.values())} letters.")


if __name__ == "__main__":
    main()
