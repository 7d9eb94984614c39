"""The pictures: a tree and a mark for every species, small, in tokens; and nothing that a policy forbids."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import arboretum
from arboretum.bots.styles import LEVELS
from arboretum.cards import Species

STATIC = Path(arboretum.__file__).parent / "web" / "static"
TEMPLATES = STATIC.parent / "templates"
SVG = "{http://www.w3.org/2000/svg}"
SPRITE = ET.parse(STATIC / "art" / "sprite.svg").getroot()
SYMBOLS = {symbol.attrib["id"]: symbol for symbol in SPRITE.iter(f"{SVG}symbol")}
PALETTE = (STATIC / "css" / "palette.css").read_text()


@pytest.mark.parametrize("species", list(Species), ids=lambda s: s.code)
def test_every_species_has_a_tree_and_a_mark_with_its_colours(species: Species) -> None:
    assert SYMBOLS[f"tree-{species.code}"].attrib["viewBox"] == "0 0 120 120"
    assert SYMBOLS[f"leaf-{species.code}"].attrib["viewBox"] == "0 0 24 24"
    tokens = re.search(rf"\[data-species={species.code}\]\{{([^}}]*)\}}", PALETTE)
    assert tokens is not None
    for ink in ("soft", "hill", "mark", "main", "bright", "deep", "ink", "bloom", "bark"):
        assert f"--sp-{ink}:light-dark(" in tokens[1], ink


def test_there_are_no_other_trees() -> None:
    assert {name[5:] for name in SYMBOLS if name.startswith("tree-")} == {s.code for s in Species}


@pytest.mark.parametrize("name", LEVELS)
def test_every_opponent_has_a_face_on_a_ground_of_its_own(name: str) -> None:
    face = SYMBOLS[f"face-{name}"]
    assert face.attrib["viewBox"] == "0 0 64 64"
    assert 300 < len(ET.tostring(face)) < 2000
    assert f"[data-face={name}]{{--face-ground:light-dark(" in PALETTE
    inks = set(re.findall(r"--face-[a-z]+", ET.tostring(face, encoding="unicode")))
    assert len(inks) > 3
    assert all(f"{ink}:light-dark(" in PALETTE for ink in inks)


def test_the_client_knows_whose_faces_there_are() -> None:
    told = re.search(r"FACES = Object.freeze\(\[(.*?)\]\)", (STATIC / "card.js").read_text())
    assert told is not None
    assert tuple(re.findall(r'"(\w+)"', told[1])) == LEVELS
    assert {name[5:] for name in SYMBOLS if name.startswith("face-")} == set(LEVELS)


def test_a_tree_is_drawn_in_tokens_and_a_mark_in_one_colour() -> None:
    for name, symbol in SYMBOLS.items():
        inks = {part.attrib[key] for part in symbol.iter() for key in ("fill", "stroke") if key in part.attrib}
        plain = {ink for ink in inks - {"none"} if not re.fullmatch(r"var\(--[\w-]+\)", ink)}
        allowed = set() if name.startswith("tree-") or name == "back" else {"currentColor"}
        assert plain <= allowed, name


def test_the_sprite_is_small_and_holds_no_style_and_no_script() -> None:
    text = (STATIC / "art" / "sprite.svg").read_text()
    assert len(text) < 60_000
    assert not re.search(r"<style|<script|\sstyle=|\son\w+=|https?://(?!www\.w3\.org/2000/svg)", text)


def test_the_client_calls_the_species_what_the_program_calls_them() -> None:
    told = dict(re.findall(r'^  ([A-Z]{2}): (?:say\()?"([^"]+)"', (STATIC / "art.js").read_text(), re.MULTILINE))
    assert told == {species.code: species.title for species in Species}
    assert list(told) == [species.code for species in Species]


def test_every_symbol_that_is_used_is_there() -> None:
    for path in [*STATIC.rglob("*.js"), *TEMPLATES.glob("*.html")]:
        if "vendor" in path.parts:
            continue
        for name in re.findall(r'href="(?:\{\{[^}]*\}\})?#([\w-]+)"', path.read_text()):
            if path.suffix == ".js" or "sprite" in path.read_text():
                assert name in SYMBOLS or name in path.read_text().replace(f"#{name}", ""), f"{path.name}: #{name}"


@pytest.mark.parametrize("path", [*STATIC.rglob("*.js"), *TEMPLATES.glob("*.html")], ids=lambda p: p.name)
def test_nothing_is_inline_that_the_policy_forbids(path: Path) -> None:
    if "vendor" not in path.parts:
        text = path.read_text()
        assert not re.search(r"<style|\sstyle=|\son(?:click|load|submit|input|change)=", text)
        assert not re.search(r"<script(?![^>]*\ssrc=)", text)


@pytest.mark.parametrize("sheet", sorted((STATIC / "css").glob("*.css")), ids=lambda p: p.name)
def test_style_sheets_name_no_colour_but_the_palette_does(sheet: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
    if sheet.name != "palette.css":
        assert not re.search(r"#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(", text), "colours are tokens"
    used = set(re.findall(r"var\((--[\w-]+)", text))
    own = set(re.findall(r"(--[\w-]+)\s*:", text + PALETTE))
    set_by_script = {name for path in STATIC.rglob("*.js") for name in re.findall(r"--[\w-]+", path.read_text())}
    assert used <= own | set_by_script
