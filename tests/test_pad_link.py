"""The score pad as a link: one text for a pad, read strictly, and alike on both sides of the network."""

from __future__ import annotations

import dataclasses
import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import ScoreError
from arboretum.options import Options
from arboretum.pad import Entries, Entry, read
from arboretum.pad.link_form import LETTERS, LONGEST, LONGEST_NAME, read_link, shown_name, write_link
from pad_positions import RULEBOOK, TIED_CASSIA, as_json
from test_pad_batch import random_position

SCORE = Path(__file__).parents[1] / "src" / "arboretum" / "web" / "static" / "score"
LINK = write_link(read(RULEBOOK))


def some_pads(count: int, seed: int) -> list[Entries]:
    chance = random.Random(seed)
    pads = [read(json.dumps(random_position(chance))) for _ in range(count)]
    names = ["", "Ada", "A", "B", "Bäñ", "李 雷", "a.b_c-d~e%", "<b>", "🌳" * 24, "x" * 24]
    return [
        dataclasses.replace(
            pad,
            players=tuple(dataclasses.replace(player, name=chance.choice(names)) for player in pad.players),
            options=dataclasses.replace(pad.options, names=chance.choice(["first", "second"])),
        )
        for pad in pads
    ]


def laid(entry: Entry) -> set[tuple[int, int, str]]:
    """An arboretum, wherever it lies."""
    west, south = (
        min((cell.x for cell, _ in entry.cards), default=0),
        min((cell.y for cell, _ in entry.cards), default=0),
    )
    return {(cell.x - west, cell.y - south, str(card)) for cell, card in entry.cards}


def test_a_pad_comes_back_as_it_was() -> None:
    for pad in some_pads(150, 1):
        link = write_link(pad)
        assert re.fullmatch(r"[\w.-]+", link, re.ASCII)
        assert len(link) < LONGEST
        back = read_link(link)
        assert [laid(entry) for entry in back.players] == [laid(entry) for entry in pad.players]
        assert [sorted(entry.hand or ()) for entry in back.players] == [
            sorted(entry.hand or ()) for entry in pad.players
        ]
        assert [entry.name for entry in back.players] == [
            entry.name or "ABCD"[n] for n, entry in enumerate(pad.players)
        ]
        assert set(back.species or ()) == set(pad.species or ())
        assert back.options == Options(pad.options.tiebreak, pad.options.unheld, names=pad.options.names)
        assert write_link(back) == write_link(dataclasses.replace(pad, players=back.players))


def test_a_whole_game_of_two_fits_into_a_message() -> None:
    assert len(write_link(read(json.dumps(as_json(TIED_CASSIA))))) < 160


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1.sse",
        LINK[:-1],
        LINK + "_",
        LINK + "-",
        LINK + ".",
        LINK + "\n",
        LINK.replace("1.sse", "1.xse"),
        LINK.replace("1.sse", "2.sse"),
        "1.sse..QWRh.A1A1.",
        "1.sse..QWRh.A1.A1",
        "1.sse..QWRh.A2A1.",
        "1.sse..QWRh.A1.._A1",
        "1.sse..QWRh.A1.-A2",
        "1.sse.BA.QWRh.A1.",
        "1.sse..QQ==.A1.",
        "1.sse.._w.A1.",
        "1.sse..Cg.A1.",
        "1.sse..QQ.A1.",
        "1.sse..IEE.A1.",
        "1.sse..QWRh.A9.",
        "1.sse..QWRh.N1.",
        "1.sse" + "..A1." * 5,
        "1.sse..." + "-" * LONGEST + "A1",
    ],
)
def test_nothing_else_is_read(text: str) -> None:
    with pytest.raises(ScoreError) as caught:
        read_link(text)
    assert str(caught.value).endswith(".")


@given(st.text(alphabet=f"1.sfcen-_{LETTERS}12345678QWRh", max_size=60))
def test_what_is_read_is_written_the_same(text: str) -> None:
    for tried in (text, f"1.sse.{text}"):
        try:
            pad = read_link(tried)
        except ScoreError:
            continue
        names = [entry.name for entry in pad.players]
        assert all(name == shown_name(name) and 0 < len(name) <= LONGEST_NAME for name in names)


def test_the_page_writes_and_reads_the_same_links(tmp_path: Path) -> None:
    """The browser's own code, run by Node: each link comes back as it was, and nothing else is taken for one."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("There is no Node.js here: install nodejs to hold the page's links against Python's.")
    good = [write_link(pad) for pad in some_pads(120, 2) if len(pad.players) > 1]
    bad = [
        LINK[:-1],
        LINK + "_",
        "1.sse..QWRh.A1A1...A2.",
        "1.sse..Cg.A1...A2.",
        "1.sse..QQ.A1...A2.",
        "1.sse.._w.A1...A2.",
        "",
        "1.sse..QWRh.A1.-A2..A3.",
    ]
    script = tmp_path / "links.mjs"
    script.write_text(
        f"import {{ encoded, decoded }} from {json.dumps((SCORE / 'link.js').as_uri())};\n"
        f"const links = {json.dumps(good + bad)};\n"
        "const back = links.map((link) => { const pad = decoded(link); return pad && encoded(pad); });\n"
        "process.stdout.write(JSON.stringify(back));\n"
    )
    done = subprocess.run([node, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == good + [None] * len(bad)
