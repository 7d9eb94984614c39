"""Looks into pictures: what is drawn in an SVG, and the size and pixels of a PNG."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET
import zlib
from collections import Counter

SVG = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    """A picture, which must be well-formed and whole: all that it uses is in it, and nothing is elsewhere."""
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    kept = {part.attrib["id"] for part in root.iter() if "id" in part.attrib}
    for part in root.iter():
        assert part.tag.removeprefix(SVG) not in ("script", "style", "image", "foreignObject", "a"), part.tag
        for name, value in part.attrib.items():
            assert not name.startswith("on"), name
            assert all(inner[1:] in kept for inner in re.findall(r"url\(([^)]*)\)", value)), value
            if name.endswith("href"):
                assert value[0] == "#", value
                assert value[1:] in kept, value
    assert not re.search(r"var\(|https?://(?!www\.w3\.org/2000/svg)", svg)
    return root


def told(svg: str) -> tuple[str, str]:
    """The title of a picture and what it says of itself."""
    root = parsed(svg)
    title, words = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text
    assert words is not None
    assert words.text
    return title.text, words.text


def drawings(svg: str) -> Counter[str]:
    """How often each drawing is used, such as `tree-OK` or `back`; letters left out."""
    used = (part.attrib["href"][1:] for part in parsed(svg).iter(f"{SVG}use"))
    return Counter(name for name in used if not re.match(r"(serif|sans|bold)-", name))


def letters(svg: str, face: str) -> Counter[str]:
    """How often each letter of a face is used."""
    used = (part.attrib["href"][1:] for part in parsed(svg).iter(f"{SVG}use"))
    return Counter(chr(int(name.split("-")[1], 16)) for name in used if name.startswith(f"{face}-"))


def size_of(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def colours(png: bytes) -> int:
    """How many different rows of pixels a PNG has, as far as its packed lines tell: 1 for a blank one."""
    at, data = 8, b""
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += 12 + length
    height = size_of(png)[1]
    raw = zlib.decompress(data)
    line = len(raw) // height
    return len({raw[row * line : (row + 1) * line] for row in range(height)})
