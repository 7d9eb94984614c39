"""Hints at a server: to whom they are given, about what, how much of them, and what happens where they fail."""

from __future__ import annotations

import dataclasses
import sys
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from arboretum.rooms import advisers
from arboretum.web import shapes
from arboretum.web.hint_shapes import Hint
from test_web_api import fits
from web_client import Answer, Visitor, run, table_of
from web_play import some_turns
from web_server import FREE, Server, friends, serving

FAKE = (sys.executable, "-S", str(Path(__file__).with_name("fake_adviser.py")))


class Adviser:
    """The fake process, and what it is to do."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._mode = folder / "mode"
        self.does("")
        monkeypatch.setenv("MODE", str(self._mode))

    def does(self, mode: str) -> None:
        self._mode.write_text(mode)

    def serving(self, **more: Any) -> AbstractAsyncContextManager[Server]:  # noqa: ANN401
        return serving(adviser=FAKE, **more)


@pytest.fixture
def adviser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Adviser:
    return Adviser(tmp_path, monkeypatch)


async def alone(server: Server) -> tuple[str, Visitor]:
    """Ada against a bot, and it is her turn."""
    ada = server.visitor()
    form = {"seats": "2", "seat0_name": "Ada", "seat1_kind": "bot:greedy", "start": "0"}
    table = table_of(await ada.form("/new", form))
    await ada.command(table, "start", expected=(await ada.view(table))["v"])
    return table, ada


async def hint(visitor: Visitor, table: str, seat: int = 0, **more: str) -> Answer:
    query = "".join(f"&{name}={value}" for name, value in more.items())
    return await visitor.get(f"/t/{table}/hint?seat={seat}{query}")


async def told(visitor: Visitor, table: str, seat: int = 0, **more: str) -> Any:  # noqa: ANN401
    """What is told, or the status and the reason of a refusal, which is a sentence."""
    answer = await hint(visitor, table, seat, **more)
    if answer.status == 200:
        return answer.json
    fits(answer.json, shapes.Problem)
    assert answer.json["error"].endswith(".")
    return answer.status, answer.json["reason"]


def test_against_bots_one_is_advised_and_nobody_else_is(adviser: Adviser) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            table, ada = await alone(server)
            view = await ada.view(table)
            assert view["advice"] is True
            assert not view["settings"]["hints"]
            given = await told(ada, table)
            fits(given, Hint)
            assert given["say"] == "en 0 3 dealt"
            assert (given["seat"], given["turn"], given["phase"], given["place"]) == (0, 1, "DRAW_FIRST", None)
            stranger = server.visitor()
            assert await told(stranger, table) == (403, "NOT_YOURS")
            assert (await stranger.view(table))["advice"] is False
            assert await told(ada, table, 1) == (403, "NOT_YOURS"), "not even for the bot's seat"

    run(work)


def test_the_table_does_not_change_by_it_and_nobody_is_told(adviser: Adviser) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            table, ada = await alone(server)
            room = await server.host.open(table)
            assert room is not None
            before, looking = room.truth(), server.visitor()
            lines = await server.store.load(table)
            async with looking.stream(f"/t/{table}/stream?since={room.version}") as stream:
                await stream.frame()
                await stream.frame()
                for _ in range(3):
                    assert (await hint(ada, table)).status == 200
                assert stream.waiting() == 0
            assert room.truth() == before
            assert await server.store.load(table) == lines

    run(work)


def test_against_people_it_is_given_where_the_table_agreed(adviser: Adviser) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            table, people = await friends(server)
            assert [await told(each, table, seat) for seat, each in enumerate(people)] == [(403, "NO_HINTS")] * 2
            assert not any([(await each.view(table))["advice"] for each in people])
            agreed, people = await friends(server, hints="on")
            view = await people[1].view(agreed)
            assert view["settings"]["hints"]
            assert "Hints: whoever plays may ask what to do, and why." in view["settings"]["sentences"]
            assert view["advice"]
            assert (await told(people[0], agreed))["seat"] == 0
            assert await told(people[1], agreed, 1) == (422, "NOT_YOUR_TURN")
            assert await told(people[1], agreed, 0) == (403, "NOT_YOURS")
            looking = server.visitor()
            assert await told(looking, agreed) == (403, "NOT_YOURS")
            shown = await looking.view(agreed)
            assert shown["settings"]["hints"], "who looks on sees that there are hints"
            assert not shown["advice"]
            token = (await people[0].send(f"/t/{agreed}/link", {"seat": 0})).json["token"]
            program = server.visitor(authorization=f"Bearer {token}")
            assert (await told(program, agreed))["seat"] == 0

    run(work)


def test_at_one_screen_for_two_the_one_in_front_of_it_is_advised(adviser: Adviser) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            for hints, expected in (("off", (403, "NO_HINTS")), ("on", 0)):
                ada = server.visitor()
                form = {"seats": "2", "seat1_kind": "hot", "start": "0", "hints": hints}
                table = table_of(await ada.form("/new", form))
                await ada.command(table, "start", expected=(await ada.view(table))["v"])
                given = await told(ada, table)
                assert (given if isinstance(given, tuple) else given["seat"]) == expected
                assert await told(ada, table, 1) == (
                    (403, "NO_HINTS") if hints == "off" else (422, "NOT_YOUR_TURN")
                )

    run(work)


def test_before_the_game_and_after_it_there_is_none(adviser: Adviser) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            ada = server.visitor()
            lobby = table_of(await ada.form("/new", {"seats": "2", "seat1_kind": "bot:greedy"}))
            assert await told(ada, lobby) == (422, "NOT_BEGUN")
            assert (await ada.view(lobby))["advice"] is False

    run(work)


def test_it_is_about_the_discard_after_a_placing_that_one_has_in_mind(adviser: Adviser) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            table, people = await friends(server, hints="on")
            await some_turns(server, table, people, 2)
            ada, view = people[0], await people[0].view(table)
            place = view["legal"][0]
            card, kept = place[:3], [each for each in view["hand"] if each != place[:3]]
            assert (await told(ada, table))["say"].endswith("drew")
            assert await told(ada, table, instead=f"-{kept[0]}") == (422, "WRONG_PHASE"), "a placing comes first"
            given = await told(ada, table, place=place, instead=f"-{kept[0]}")
            fits(given, Hint)
            assert given["say"].endswith("placed")
            assert (given["place"], given["instead"]["action"]) == (place, f"-{kept[0]}")
            assert await told(ada, table, place=place, instead=f"-{card}") == (422, "NOT_IN_HAND")
            assert (await ada.view(table))["phase"] == "PLACE", "it was in mind only"

    run(work)


@pytest.mark.parametrize(
    "wrong",
    [
        "seat=",
        "seat=4",
        "seat=-1",
        "seat=0&place=%2B",
        "seat=0&place=-OK5",
        "seat=0&place=OK5@99,99",
        "seat=0&place=nonsense",
        "seat=0&instead=%2B",
        "seat=0&instead=OK5@0,0",
        "seat=0&instead=-OK9",
        "seat=0&instead=" + "x" * 500,
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(adviser: Adviser, wrong: str) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            table, ada = await alone(server)
            answer = await ada.get(f"/t/{table}/hint?{wrong}")
            assert answer.status == 422
            fits(answer.json, shapes.Problem)

    run(work)


def test_each_is_advised_in_their_language(adviser: Adviser) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            table, ada = await alone(server)
            ada.headers["accept-language"] = "de"
            assert (await told(ada, table))["say"] == "de 0 3 dealt"

    run(work)


def test_an_address_gets_so_many_and_refusals_take_none(adviser: Adviser) -> None:
    async def work() -> None:
        rates = dataclasses.replace(FREE, hints_per_second=0.5, hints_burst=3)
        async with adviser.serving(rates=rates) as server:
            table, ada = await alone(server)
            for _ in range(5):
                assert (await ada.get(f"/t/{table}/hint?seat=0&place=nonsense")).status == 422
            for _ in range(3):
                assert (await hint(ada, table)).status == 200
            answer = await hint(ada, table)
            assert (answer.status, answer.header("retry-after")) == (429, "2")
            server.clock.now += 2
            assert (await hint(ada, table)).status == 200

    run(work)


@pytest.mark.parametrize("fault", ["end", "fail", "nonsense", "hang"])
def test_where_it_fails_a_sentence_says_so_and_the_game_goes_on(
    adviser: Adviser, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advisers.Advisers.__init__, "__kwdefaults__", {"size": 1, "start": 10.0, "limit": 0.3})

    async def work() -> None:
        async with adviser.serving() as server:
            table, ada = await alone(server)
            adviser.does(fault)
            for number in range(advisers.FAULTS):
                answer = await hint(ada, table)
                assert (answer.status, answer.json["reason"]) == (503, "NO_ADVICE"), number
                assert "OK5" not in answer.text, "its words may tell of a hand"
                assert answer.header("retry-after") is not None
            adviser.does("")
            assert "several times" in (await hint(ada, table)).json["error"], "it has a rest"
            view = await ada.view(table)
            played = await ada.command(table, "act", seat=0, expected=view["v"], action="+")
            assert played.status == 200

    run(work)


def test_after_a_fault_another_process_advises(adviser: Adviser) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            table, ada = await alone(server)
            assert (await hint(ada, table)).status == 200
            adviser.does("end")
            assert (await hint(ada, table)).status == 503
            adviser.does("")
            assert (await hint(ada, table)).status == 200

    run(work)


def test_the_host_agrees_in_the_lobby_and_everybody_sees_it(adviser: Adviser) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            ada, ben = server.visitor(), server.visitor()
            table = table_of(await ada.form("/new", {"seats": "2", "seat0_name": "Ada"}))
            await ben.form((await ada.view(table))["invite"], {"name": "Ben"})
            settings = {k: v for k, v in (await ada.view(table))["settings"].items() if k != "sentences"}
            assert settings["hints"] is False
            wish = settings | {"hints": True}
            assert (await ben.command(table, "configure", settings=wish)).status == 403
            assert (await ada.command(table, "configure", settings=wish)).status == 200
            shown = (await ben.view(table))["settings"]
            assert shown["hints"] is True
            assert any("Hints" in sentence for sentence in shown["sentences"])
            without = {name: value for name, value in settings.items() if name != "hints"}
            assert (await ada.command(table, "configure", settings=without)).status == 200
            assert (await ben.view(table))["settings"]["hints"] is False, "who does not know it does not agree"

    run(work)


def test_nothing_of_it_is_logged(adviser: Adviser, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        async with adviser.serving() as server:
            table, people = await friends(server, hints="on")
            await some_turns(server, table, people, 2)
            view = await people[0].view(table)
            await hint(people[0], table, place=view["legal"][0], instead=f"-{view['hand'][0]}")
            assert "GET /t/" in caplog.text
            assert not any(card in caplog.text for card in view["hand"])

    caplog.set_level("DEBUG")
    run(work)
