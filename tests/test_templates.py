"""The pages around the table: complete without a script, escaped, and saying what they are told."""

from __future__ import annotations

import gzip
from html.parser import HTMLParser
from typing import Any

import pytest
from starlette.requests import Request

from arboretum.cards import EDITIONS, Species
from arboretum.options import ALLOWED, PRESETS, STANDARD, Options
from arboretum.rooms.settings import Settings
from arboretum.web.forms import FIELDS, filled_in, wanted
from arboretum.web.render import FOLDER, Pages
from arboretum.web.rules_text import form_texts, rules_texts
from arboretum.web.statics import Statics

STATICS = Statics()
PAGES = Pages(STATICS, STATICS.build)
BOTS = [
    {"name": "poppy", "title": "Poppy", "level": 1, "about": "Grows long paths."},
    {"name": "random", "title": "Random", "level": 0, "about": "Plays anything."},
]
NAMES = ["poppy", "random"]
NASTY = "<b onload=x>\"'&Ada"


def page(name: str, /, **values: Any) -> str:  # noqa: ANN401 - whatever a template is told
    """A rendered page."""
    request = Request({"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""})
    return bytes(PAGES.answer(request, name, **values).body).decode()


def new(values: dict[str, Any], error: str = "") -> str:
    return page("new.html", values=values, bots=BOTS, note="Think of it.", error=error, **form_texts())


class Form(HTMLParser):
    """What a browser would send if the form were submitted as it stands."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.sent: dict[str, list[str]] = {}
        self.names: set[str] = set()
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "select":
            self._select = name
            self.names.add(name)
        elif tag == "option" and ("selected" in given or self._select not in self.sent):
            self.sent[self._select] = [value]
        elif tag == "input":
            self.names.add(name)
            if given["type"] == "text" or "checked" in given:
                self.sent.setdefault(name, []).append(value)


def test_the_form_has_the_fields_that_the_server_reads() -> None:
    assert Form(new({})).names == {*FIELDS, "chosen"}


def test_a_form_that_is_sent_as_it_stands_is_the_standard_table_for_two() -> None:
    asked = wanted(Form(new({})).sent, NAMES)
    assert asked.settings == Settings(2)
    assert [command.seat for command in asked.commands if hasattr(command, "seat")] == [0]


@pytest.mark.parametrize("name", [name for name in ALLOWED if name != "start"])
def test_every_option_comes_back_as_it_was_chosen(name: str) -> None:
    for value in ALLOWED[name]:
        sent = Form(new({name: value})).sent
        assert sent[name] == [value]
        assert wanted(sent, NAMES).settings.options == Options.from_json({name: value})


def test_everything_else_comes_back_as_it_was_filled_in() -> None:
    chosen = [kind.code for kind in EDITIONS["second"][2:]]
    values = {
        "seats": "3",
        "seat1_kind": "hot",
        "seat1_name": NASTY,
        "seat2_kind": "bot:random",
        "start": "2",
        "preview": "off",
        "public": "off",
        "chosen": chosen,
    }
    html = new(values, error="<i>No.</i>")
    sent = Form(html).sent
    assert {name: sent[name] for name in values} == {
        name: value if isinstance(value, list) else [value] for name, value in values.items()
    }
    settings = wanted(sent, NAMES).settings
    assert settings.species == tuple(Species.parse(code) for code in chosen)
    assert (settings.preview, settings.public, settings.hot_seat, settings.options.start) == (
        False,
        False,
        True,
        2,
    )
    assert "<b onload" not in html
    assert "<i>No" not in html


@pytest.mark.parametrize("preset", list(PRESETS))
def test_a_preset_fills_in_its_options(preset: str) -> None:
    sent = Form(new(filled_in({"preset": [preset], "seat0_name": ["Ada"]}))).sent
    assert wanted(sent, NAMES).settings.options == PRESETS[preset]
    assert sent["seat0_name"] == ["Ada"]


GAME = {
    "url": "/t/abc",
    "names": [NASTY],
    "status": "playing",
    "your_turn": True,
    "says": "your turn",
    "cells": [["0,0", "OK5"], ["-1,0", "MP8"], ["0,2", "WI1"]],
}


@pytest.mark.parametrize("name", ["home.html", "mine.html"])
def test_games_that_wait_are_told(name: str) -> None:
    html = page(name, games=[GAME], bots=BOTS, usual="poppy")
    assert "1 waits for you" in html
    assert 'href="/t/abc"' in html
    assert "<b onload" not in html
    assert html.count("#tree-OK") + html.count("#tree-MP") >= 2


@pytest.mark.parametrize("name", ["home.html", "mine.html"])
def test_playing_now_is_one_click(name: str) -> None:
    html = page(name, games=[], bots=BOTS, usual="poppy")
    assert '<form method="post" action="/play">' in html
    assert "Play now</button>" in html


def test_an_invitation_asks_for_a_name() -> None:
    html = page("join.html", page="", host=NASTY, players=[NASTY], seats=3, says=["A tie."], name=NASTY, error="")
    assert Form(html).sent == {"name": [NASTY]}
    assert "<b onload" not in html


def test_an_error_says_why() -> None:
    html = page("error.html", page="", status=404, title="No table", says="Ask for the link.", again="")
    assert "No table" in html
    assert "Ask for the link." in html


def test_the_rules_page_holds_every_clause_and_species() -> None:
    html = page("rules.html", back="/t/abc", **rules_texts(Options(names="first", tiebreak="cards"), 3))
    for clause in ("S1", "T6", "E4", "R5", "P3", "W3"):
        assert f'id="{clause}"' in html
    for kind in EDITIONS["first"]:
        assert kind.title in html
    assert "most cards" in html


def test_the_first_page_is_small() -> None:
    """Under 60 KB with all its style sheets and scripts, compressed, and without the pictures."""
    html = page("home.html", games=[GAME] * 3, bots=BOTS, usual="poppy")
    files = ("css/palette.css", "css/base.css", "css/card.css", "css/pages.css", "theme.js")
    for name in files:
        assert STATICS.url(name) in html
    size = len(gzip.compress(html.encode()))
    size += sum(len(gzip.compress((FOLDER.parent / "static" / name).read_bytes())) for name in files)
    assert size < 20_000


def test_no_page_asks_another_host_for_anything() -> None:
    for name in ("home.html", "mine.html"):
        assert "://" not in page(name, games=[GAME], bots=BOTS, usual="poppy")
    assert "://" not in new({})
    assert "://" not in page("rules.html", **rules_texts(STANDARD, None))
