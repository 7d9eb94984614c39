"""The bots in the browser: all can be chosen, and a table says which of them are not ready."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from arboretum.bots.styles import LEVELS, STYLES, about, level, title
from arboretum.rules.jit import can_compile
from web_client import run, table_of
from web_process import process
from web_server import FirstLegal, serving


class AllBots(FirstLegal):
    """All of ours; those that search are not ready until they are told to be."""

    names = tuple(reversed(STYLES))

    def __init__(self) -> None:
        super().__init__()
        self.ready = False
        self.seated: set[str] = set()

    def is_ready(self, bot: str) -> bool:
        return self.ready or not STYLES[bot].searches

    def prepare(self, bot: str) -> None:
        self.seated.add(bot)


def test_every_bot_is_offered_with_its_style_and_in_order() -> None:
    async def work() -> None:
        async with serving(bots=AllBots(), think=0.25) as server:
            visitor = server.visitor()
            home, new = (await visitor.get("/")).text, (await visitor.get("/new")).text
            assert re.findall(r'name="bot" value="(\w+)"', home) == list(STYLES)
            assert re.findall(r'name="bot" value="(\w+)"[^>]* checked', home) == ["poppy"]
            assert re.findall(r'value="bot:(\w+)"', new)[: len(STYLES)] == list(STYLES)
            assert re.findall(r"(\w+)</dt>", new) == [title(name) for name in STYLES]
            for name in STYLES:
                assert about(name) in home
                assert about(name) in new
            assert "Sequoia, Flat and Ismcts think about a decision for 0.25 s at most, and for less when" in new

    run(work)


def test_the_opponents_have_faces_and_leaves_and_stand_apart_from_the_other_bots() -> None:
    async def work() -> None:
        async with serving(bots=AllBots()) as server:
            visitor = server.visitor()
            home, new = (await visitor.get("/")).text, (await visitor.get("/new")).text
            opponents, others = home.split('<details class="others">')
            for page in (opponents, new):
                assert re.findall(r'data-face="(\w+)"', page) == list(LEVELS)
                assert re.findall(r'aria-label="level (\d) of 5"', page) == list("12345")
            leaves = re.findall(r'<path( class="none")? transform', opponents)
            assert len(leaves) == 25
            assert len([leaf for leaf in leaves if not leaf]) == 1 + 2 + 3 + 4 + 5
            assert re.findall(r'name="bot" value="(\w+)"', opponents) == list(LEVELS)
            assert re.findall(r'name="bot" value="(\w+)"', others) == list(STYLES)[5:]
            assert "data-face" not in others
            groups = re.findall(r'<optgroup label="([^"]+)">(.*?)</optgroup>', new, re.DOTALL)
            told = [(label, re.findall(r'value="bot:(\w+)"', options)) for label, options in groups]
            assert told == [("Opponents", list(LEVELS)), ("Other bots", list(STYLES)[5:])] * 4
            assert re.findall(r">bot: (\w+)<", new)[: len(STYLES)] == [title(name) for name in STYLES]

    run(work)


def test_where_there_are_no_opponents_the_other_bots_lie_open() -> None:
    async def work() -> None:
        async with serving() as server:
            home = (await server.visitor().get("/")).text
            assert '<details class="others" open>' in home
            assert "data-face" not in home
            assert re.findall(r'name="bot" value="(\w+)"[^>]* checked', home) == ["greedy"]

    run(work)


@pytest.mark.parametrize("name", LEVELS)
def test_the_opponent_that_was_chosen_is_seated_and_called_by_its_title(name: str) -> None:
    async def work() -> None:
        async with serving(bots=AllBots()) as server:
            visitor = server.visitor()
            view = await visitor.view(table_of(await visitor.form("/play", {"seats": "3", "bot": name})))
            assert view["players"][1:] == [title(name), f"{title(name)} 2"]
            assert [seat["bot"] for seat in view["seats"]] == [None, name, name]

    run(work)


@pytest.mark.parametrize("bot", STYLES)
def test_each_can_be_played_against_at_once(bot: str) -> None:
    async def work() -> None:
        async with serving(bots=AllBots()) as server:
            visitor = server.visitor()
            table = table_of(await visitor.form("/play", {"seats": "3", "bot": bot}))
            assert [seat["bot"] for seat in (await visitor.view(table))["seats"]] == [None, bot, bot]

    run(work)


def test_who_chooses_nothing_plays_against_the_usual_one() -> None:
    async def work() -> None:
        async with serving(bots=AllBots()) as server:
            visitor = server.visitor()
            table = table_of(await visitor.form("/play", {"seats": "2"}))
            assert (await visitor.view(table))["seats"][1]["bot"] == "poppy"

    run(work)


def test_a_table_tells_which_bots_are_not_ready_until_they_are() -> None:
    async def work() -> None:
        bots = AllBots()
        async with serving(bots=bots) as server:
            visitor = server.visitor()
            form = {"seats": "3", "seat1_kind": "bot:flat", "seat2_kind": "bot:racer"}
            table = table_of(await visitor.form("/new", form))
            view = await visitor.view(table)
            assert [told["name"] for told in view["bots"]] == list(STYLES)
            assert [(told["title"], told["level"], told["about"]) for told in view["bots"]] == [
                (title(name), level(name), about(name)) for name in STYLES
            ]
            assert [seat["online"] for seat in view["seats"][1:]] == [False, True]
            assert bots.seated == {"flat", "racer"}
            bots.ready = True
            bots.on_ready()
            assert [seat["online"] for seat in (await visitor.view(table))["seats"][1:]] == [True, True]

    run(work)


def test_where_nothing_can_be_compiled_the_form_says_why_the_searches_are_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work() -> None:
        async with serving() as server:
            visitor = server.visitor()
            sentence = "Sequoia, Flat and Ismcts are not to be had here: without the compiler Numba"
            monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
            assert sentence in (await visitor.get("/new")).text
            monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
            assert sentence not in (await visitor.get("/new")).text

    run(work)


@pytest.mark.long
@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_a_whole_game_of_the_strong_at_a_real_server(tmp_path: Path) -> None:
    """Nothing fails, the server answers quickly all the while, and a search is waited for by nobody."""
    with process(tmp_path, "--pace", "0", "--think", "0.1", "--no-browser") as server:
        seats = b"seats=3&seat0_kind=bot:heuristic&seat1_kind=bot:flat&seat2_kind=bot:ismcts"
        _, url, _ = server.ask("/new", seats, "application/x-www-form-urlencoded")
        table, slowest, began, ready = url.rpartition("/")[2], 0.0, time.monotonic(), False
        start = {"kind": "start", "id": "start-it", "expected": server.view(table)["v"]}
        answer = server.ask(f"/t/{table}/commands", json.dumps(start).encode())
        assert answer[0] == 200, answer
        while (view := server.view(table))["status"] != "over":
            assert time.monotonic() - began < 300, (view["turn"], view["seats"])
            asked = time.monotonic()
            assert server.ask("/healthz")[0] == 200
            slowest = max(slowest, time.monotonic() - asked)
            ready = ready or all(seat["online"] for seat in view["seats"])
            time.sleep(0.2)
        server.end()
        assert "failed" not in server.said
        assert "cannot get ready" not in server.said
        assert ready
        assert slowest < 1.0
