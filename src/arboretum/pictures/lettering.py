"""Letters as outlines, so that a picture says the same on every machine, with fonts or without."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import Final, Literal

FaceName = Literal["serif", "sans", "bold"]
"""The voice of a garden label, that of all else, and that one louder."""

EM: Final = 1000
LETTERS: Final = Path(__file__).parent / "art" / "letters.json"
_OUTSIDE: Final = ("Cc", "Cs", "Cn")
_TURNING: Final = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Signs that have no picture and would turn what stands around a name."""


@dataclasses.dataclass(frozen=True, slots=True)
class Face:
    """The letters of a face: how far each goes and its outline, in thousandths of the size."""

    letters: dict[str, tuple[int, str]]
    kern: dict[str, int]


@functools.cache
def faces() -> dict[str, Face]:
    """Every face, read once."""
    told = json.loads(LETTERS.read_text(encoding="utf-8"))
    return {
        name: Face(
            {letter: (entry[0], _outline(entry[1:], face["parts"])) for letter, entry in face["letters"].items()},
            face["kern"],
        )
        for name, face in told.items()
    }


def _outline(drawn: list[str | int], parts: dict[str, str]) -> str:
    """An outline as it is kept, or put together from parts, each with the place where it stands."""
    if len(drawn) == 1:
        return str(drawn[0])
    return "".join(
        _moved(parts[str(name)], int(x), int(y))
        for name, x, y in zip(drawn[::3], drawn[1::3], drawn[2::3], strict=True)
    )


def _moved(outline: str, x: int, y: int) -> str:
    """An outline somewhere else: after its first point it is told in steps."""
    end = next((at for at, sign in enumerate(outline) if at and sign.isalpha()), len(outline))
    first = outline[1:end].replace("-", " -").split()
    return f"M{int(first[0]) + x} {int(first[1]) + y}{outline[end:]}" if first else outline


def clean(text: str) -> str:
    """A text as it may stand in a picture: composed letters, single blanks, nothing that XML does not allow."""
    composed = unicodedata.normalize("NFC", text)
    kept = (" " if sign.isspace() else sign for sign in composed if sign not in _TURNING)
    return " ".join("".join(s for s in kept if unicodedata.category(s) not in _OUTSIDE).split())


def covers(text: str, face: FaceName) -> bool:
    """Whether a face has all letters of a text; one that it has not is left to the fonts of whoever looks."""
    letters = faces()[face].letters
    return all(sign in letters for sign in text)


def placed(text: str, face: FaceName) -> tuple[list[tuple[str, int]], int]:
    """Each letter of a covered text and where it begins, and where the text ends."""
    told = faces()[face]
    at, begins = 0, []
    for sign, after in pairwise(f"{text} "):
        begins.append((sign, at))
        at += told.letters[sign][0] + told.kern.get(sign + after, 0)
    return begins, at


def runs(text: str, face: FaceName) -> list[tuple[str, bool]]:
    """A text in parts that the face covers, and parts that it does not: those with the blanks between them."""
    letters, parts = faces()[face].letters, list[tuple[str, bool]]()
    for word in re.split("( )", text):
        known = all(sign in letters for sign in word)
        if parts and word and (parts[-1][1] == known or word == " "):
            parts[-1] = (parts[-1][0] + word, parts[-1][1])
        elif word:
            parts.append((word, known))
    return parts


def width_of(text: str, face: FaceName, size: float) -> float:
    """How wide a text is; of parts that the face does not cover, about."""
    return sum(
        placed(part, face)[1] * size / EM if known else sum(map(_about, part)) * size
        for part, known in runs(text, face)
    )


def _about(sign: str) -> float:
    """How wide a letter is in some font, as a share of its size."""
    return 1.0 if unicodedata.east_asian_width(sign) in "WF" else 0.58


def fitted(text: str, face: FaceName, size: float, width: float) -> str:
    """A text, cut short where it would be wider than this."""
    if width_of(text, face, size) <= width:
        return text
    kept = text
    while kept and width_of(kept + "…", face, size) > width:
        kept = kept[:-1].rstrip()
    return kept + "…"


def wrapped(text: str, face: FaceName, size: float, width: float, most: int) -> list[str]:
    """A text in lines, broken between words; the last of `most` lines is cut short if need be."""
    lines = [""]
    words = text.split()
    for at, word in enumerate(words):
        longer = f"{lines[-1]} {word}".strip()
        if not lines[-1] or width_of(longer, face, size) <= width:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = " ".join([lines[-1], *words[at:]])
            break
    return [fitted(line, face, size, width) for line in lines]
