"""What is said in which language: which one is chosen, forms of plurals, and that nothing else ever changes."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from babel.messages.catalog import Catalog
from starlette.requests import HTTPConnection

from arboretum import Card, Game, Record, Species
from arboretum.cells import Cell
from arboretum.errors import IllegalAction
from arboretum.language import (
    all_of,
    best,
    languages,
    of_environment,
    one_of,
    say,
    say_many,
    speak_here,
    speaking,
    spoken,
)
from arboretum.notation import parse_action
from arboretum.web.speaking import accepted, language_for, rich, words
from arboretum.web.statics import FOLDER
from tongues import as_mo, made, more_languages
from web_client import run
from web_server import serving


@pytest.fixture
def polish(tmp_path: Path) -> Iterator[None]:
    """A language with three forms: 1; 2 to 4, 22 to 24 and so on; all others."""
    catalogue = Catalog(locale="pl", charset="utf-8", fuzzy=False)
    catalogue.add(("{count} card", "{count} cards"), ("{count} karta", "{count} karty", "{count} kart"))
    path = tmp_path / "pl" / "LC_MESSAGES" / "arboretum.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(as_mo(catalogue))
    with more_languages(tmp_path):
        yield


COUNTS = {
    0: "kart",
    1: "karta",
    2: "karty",
    4: "karty",
    5: "kart",
    11: "kart",
    12: "kart",
    21: "kart",
    22: "karty",
}
COUNTS |= {112: "kart", 122: "karty", 1002: "karty", 1012: "kart"}


def test_every_language_has_its_own_forms_of_plurals(polish: None) -> None:
    with speaking("pl"):
        for count, noun in COUNTS.items():
            assert say_many("{count} card", "{count} cards", count) == f"{count} {noun}"
    assert [say_many("{count} card", "{count} cards", count) for count in (0, 1, 2)] == [
        "0 cards",
        "1 card",
        "2 cards",
    ]


def test_pages_choose_the_same_forms(polish: None, tmp_path: Path) -> None:
    """say.js, run by Node.js where that is there, with what a page is sent."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not here to run say.js.")
    told = words(languages()["pl"]) | {
        "texts": {"{count} card": ["{count} karta", "{count} karty", "{count} kart"]}
    }
    program = (
        f"globalThis.arboretumWords = {json.dumps(told)};"
        f"const {{ sayMany }} = await import({json.dumps((FOLDER / 'say.js').as_uri())});"
        f"console.log(JSON.stringify({list(COUNTS)}.map((n) => sayMany('{{count}} card', '{{count}} cards', n))));"
    )
    done = subprocess.run([node, "--input-type=module", "-e", program], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [f"{count} {noun}" for count, noun in COUNTS.items()]


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("", []),
        ("de", ["de"]),
        ("en;q=0.5, de-AT, fr;q=0.9", ["de-AT", "fr", "en"]),
        ("de;q=0, en", ["en"]),
        ("de;q=0.8,en;q=0.8", ["de", "en"]),
        ("de;q=2, en;q=x, fr;q=0.001", ["fr"]),
        (" de ; Q=1.000 , en;q=0.3;ext=1", ["de", "en"]),
        (",;;q=1,,*", ["*"]),
    ],
)
def test_a_browser_is_given_what_it_wants_most(header: str, wanted: list[str]) -> None:
    assert accepted(header) == wanted


@pytest.mark.parametrize(
    ("cookie", "header", "spoken_then"),
    [
        ("", "", "en"),
        ("", "de-CH, en;q=0.5", "de"),
        ("", "fr, it;q=0.5", "en"),
        ("", "fr, de;q=0.1", "de"),
        ("", "DE", "de"),
        ("language=en", "de", "en"),
        ("language=de", "en", "de"),
        ("language=../../xx", "de", "de"),
    ],
)
def test_the_hand_counts_more_than_the_browser(cookie: str, header: str, spoken_then: str) -> None:
    headers = [(b"cookie", cookie.encode()), (b"accept-language", header.encode())]
    assert language_for(HTTPConnection({"type": "http", "headers": headers})) == spoken_then


@pytest.mark.parametrize(
    ("environment", "spoken_then"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT@euro"}, "de"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "fr:de"}, "de"),
        ({"LC_ALL": "en_GB", "LANG": "de_DE"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "de_DE", "LANG": "en_GB"}, "de"),
        ({"ARBORETUM_LANG": "de", "LC_ALL": "en_GB"}, "de"),
        ({"ARBORETUM_LANG": "xx", "LC_ALL": "de_DE"}, "en"),
    ],
)
def test_a_terminal_speaks_as_its_environment_says(environment: dict[str, str], spoken_then: str) -> None:
    assert of_environment(environment) == spoken_then


def test_a_language_is_spoken_in_its_task_alone() -> None:
    heard: list[str] = []
    with speaking("de"):
        assert spoken() == "de"
        with speaking("en"):
            assert spoken() == "en"
        assert spoken() == "de"
        other = threading.Thread(target=lambda: heard.append(spoken()))
        other.start()
        other.join()
    assert (heard, spoken()) == (["en"], "en")
    with pytest.raises(KeyError):
        speaking("xx").__enter__()


def test_a_terminal_speaks_it_in_all_its_threads() -> None:
    heard: list[str] = []
    speak_here("de")
    try:
        other = threading.Thread(target=lambda: heard.append(spoken()))
        other.start()
        other.join()
    finally:
        speak_here("en")
    assert heard == ["de"]


def test_lists_are_said() -> None:
    assert [one_of([]), one_of("a"), one_of("ab"), one_of("abc")] == ["", "a", "a or b", "a, b or c"]
    assert [all_of([]), all_of("a"), all_of("ab"), all_of("abc")] == ["", "a", "a and b", "a, b and c"]
    assert best(["zz", "de-DE-1996", "en"]) == "de"


def test_values_are_never_read_as_texts() -> None:
    assert say("{name} placed {card}.", name="{card}{0}", card="OK5") == "{card}{0} placed OK5."
    assert rich("<{b}{name}{_b}>{other}", name="<i>{b}") == "&lt;<b>&lt;i&gt;{b}</b>&gt;other"


def test_what_programs_read_is_the_same_in_every_language() -> None:
    """Notation, reasons, names of options, records: no byte depends on who reads."""
    games = {}
    for code in languages():
        with speaking(code):
            game = Game.new(["Ada", "Ben"], seed=5)
            while not game.is_over:
                game.play(game.seat, game.view(game.seat).legal_actions[-1])
            games[code] = game.record().dump()
            assert Record.parse(games["en"]).is_complete
            assert [str(Card.of(kind, 5)) for kind in Species] == [f"{kind.code}5" for kind in Species]
            with pytest.raises(IllegalAction) as refused:
                game.play(0, parse_action("+"))
            assert refused.value.reason == "NOT_YOUR_TURN"
    assert len(set(games.values())) == 1


def test_a_species_is_known_by_its_name_in_every_language() -> None:
    for code in languages():
        with speaking(code):
            titles = [kind.title for kind in Species]
        assert len(set(titles)) == len(Species)
        assert [Species.parse(title) for title in titles] == list(Species)


def test_what_is_refused_is_refused_in_the_language_of_who_tried() -> None:
    game = Game.new(["Ada", "Ben"], seed=5)
    told = []
    for code in ("en", "de"):
        with speaking(code), pytest.raises(IllegalAction) as refused:
            game.play(game.seat, parse_action(f"{game.view(game.seat).hand[0]}@{Cell(0, 0)}"))
        told.append(str(refused.value))
    assert told[0] != told[1]


def test_each_visitor_of_a_table_is_told_in_their_language() -> None:
    """The same table, at the same time: pages, data, refusals and streams do not mix languages."""

    async def work() -> None:
        async with serving() as server:
            ada, eva = server.visitor(), server.visitor(accept_language="de-DE,de;q=0.9,en;q=0.1")
            table = str((await ada.form("/play")).header("location")).removeprefix("/t/")
            for _ in range(2):
                english, german = await ada.view(table), await eva.view(table)
                assert "The game begins." in [entry["say"] for entry in english["log"]]
                assert "The game begins." not in [entry["say"] for entry in german["log"]]
            async with ada.stream(f"/t/{table}/stream") as one, eva.stream(f"/t/{table}/stream") as other:
                said = [await stream.frames_until(english["v"]) for stream in (one, other)]
            first, second = (
                [event["say"] for frame in frames for event in frame.get("events", ()) if "say" in event]
                for frames in said
            )
            assert len(first) > 2
            assert all(ours != theirs for ours, theirs in zip(first, second, strict=False))
            assert 'lang="de"' in (await eva.get("/")).text
            assert (await eva.get("/")).header("content-language") == "de"
            refused = [(await who.get("/t/nowhere/view")).json["error"] for who in (ada, eva)]
            assert refused[0] != refused[1]

    run(work)


def test_a_language_is_chosen_by_hand_without_a_script() -> None:
    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor(accept_language="de")
            page = (await visitor.get("/new?seats=3")).text
            assert 'action="/language?back=/new%3Fseats%3D3"' in page
            chosen = await visitor.form("/language?back=/new%3Fseats%3D3", {"language": "en"})
            assert (chosen.status, chosen.header("location")) == (303, "/new?seats=3")
            assert 'lang="en"' in (await visitor.get("/")).text
            await visitor.form("/language?back=/", {"language": "de"})
            assert 'lang="de"' in (await visitor.get("/")).text
            for back in ("//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nx: y", ""):
                elsewhere = await visitor.ask(
                    "POST",
                    "/language?" + urlencode({"back": back}),
                    b"language=de",
                    content_type="application/x-www-form-urlencoded",
                    sec_fetch_site="same-origin",
                )
                assert (elsewhere.status, elsewhere.header("location")) == (303, "/"), back
            unknown = await visitor.form("/language", {"language": "xx"})
            assert unknown.status == 422
            assert visitor.cookies["language"] == "de"

    run(work)


def test_the_texts_of_scripts_are_kept_for_ever_under_their_content() -> None:
    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor(accept_language="de")
            page = (await visitor.get("/")).text
            [address] = re.findall(r'<script src="(/words/\w+/de\.js)"', page)
            answer = await visitor.get(address)
            assert answer.status == 200
            assert "immutable" in str(answer.header("cache-control"))
            assert str(answer.header("content-type")).startswith("text/javascript")
            assert answer.text.startswith("globalThis.arboretumWords = {")
            assert "immutable" not in str((await visitor.get("/words/old/de.js")).header("cache-control"))
            assert (await visitor.get("/words/old/xx.js")).status == 404
            assert "/words/" not in (await server.visitor().get("/")).text

    run(work)


def test_a_language_of_a_folder_needs_nothing_else(tmp_path: Path) -> None:
    """A translator's own catalogue: its pages, its direction, and each value in its own direction."""
    made(tmp_path, "xr", lambda text: f"<{text}>", rtl=True)

    async def work() -> None:
        async with serving() as server:
            page = (await server.visitor(accept_language="xr").get("/")).text
            assert '<html lang="xr" dir="rtl">' in page

    with more_languages(tmp_path):
        run(work)
        with speaking("xr"):
            assert say("{player} placed {card} on {cell}.", player="Ada", card="OK5", cell="2,-1") == (
                "<\u2068Ada\u2069 placed \u2068OK5\u2069 on \u20682,-1\u2069.>"
            )
    assert "xr" not in languages()
