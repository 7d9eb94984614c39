"""The review of a finished game over the web: for whom, when, how it is waited for, and that it has its shape."""

from __future__ import annotations

import asyncio
import dataclasses
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from arboretum.web.review_shapes import Review
from record_games import true_record
from test_web_api import fits
from test_web_replay import bring, upload
from web_client import Answer, Visitor, run
from web_play import play, some_turns
from web_server import FREE, Server, friends, serving

FAKE = (sys.executable, str(Path(__file__).with_name("fake_analyst.py")))


@pytest.fixture(autouse=True)
def compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews are made up here, so that it does not matter whether this machine has a compiler."""
    monkeypatch.setattr("arboretum.web.reviews.can_search", lambda: True)


async def over(server: Server, **fields: object) -> tuple[str, list[Visitor]]:
    """A table whose game is over."""
    table, people = await friends(server, **fields)
    await play(server, table, people, random.Random(2))
    return table, people


async def asked(visitor: Visitor, table: str) -> Answer:
    return await visitor.get(f"/t/{table}/review")


async def made(visitor: Visitor, table: str) -> Any:  # noqa: ANN401
    """A review, waited for."""
    while True:
        answer = await asked(visitor, table)
        assert answer.status == 200, answer.text
        fits(answer.json, Review)
        if answer.json["state"] == "ready":
            return answer.json
        assert answer.json["ahead"] == 0
        assert 0 <= answer.json["share"] <= 1
        await asyncio.sleep(0.05)


def test_a_finished_game_is_reviewed_for_whoever_may_look_at_it() -> None:
    async def work() -> None:
        async with serving(analyst=FAKE) as server:
            table, people = await over(server)
            told = await made(people[1], table)
            assert told["me"] == 1
            review = told["review"]
            assert review["players"] == ["Ada", "Ben"]
            history = (await people[1].get(f"/t/{table}/history")).json
            steps = [step for step in history["steps"] if step["kind"] in ("drew", "placed", "discarded")]
            assert [each["number"] for each in review["known"]["decisions"]] == list(range(len(steps)))
            for step, decision in zip(steps, review["known"]["decisions"], strict=True):
                assert (step["turn"], step["event"]["seat"]) == (decision["turn"], decision["seat"])
                assert decision["action"] in [choice["action"] for choice in decision["choices"]]
            stranger = await made(server.visitor(), table)
            assert stranger == {**told, "me": None}
            packed = await people[0].get(f"/t/{table}/review", accept_encoding="gzip")
            assert packed.header("content-encoding") == "gzip"
            assert packed.header("cache-control") == "no-store"

    run(work)


def test_nothing_is_told_of_a_game_that_goes_on() -> None:
    """Not to who plays, not to who looks on, not when few decisions are left; and nothing is begun for it."""

    async def work() -> None:
        async with serving(analyst=("no-such-program",)) as server:
            table, people = await friends(server)
            for decisions in (0, 5, 24):
                await some_turns(server, table, people, decisions)
                for visitor in (*people, server.visitor()):
                    for query in ("", "?as=0", "?as=all"):
                        answer = await visitor.get(f"/t/{table}/review{query}")
                        assert (answer.status, answer.json["reason"]) == (403, "NOT_OVER")
                        assert set(answer.json) == {"error", "reason"}

    run(work)


def test_before_the_game_a_private_table_and_no_table() -> None:
    async def work() -> None:
        async with serving(analyst=FAKE) as server:
            host = server.visitor()
            lobby = (await host.form("/new", {"seats": "2"})).header("location")
            assert (await host.get(f"{lobby}/review")).json["reason"] == "NOT_OVER"
            table, people = await over(server, public="off")
            answer = await asked(server.visitor(), table)
            assert (answer.status, answer.json["reason"]) == (403, "PRIVATE")
            assert (await asked(people[0], table)).status == 200
            assert (await asked(people[0], "nothing")).status == 404

    run(work)


def test_a_record_that_is_brought_is_reviewed_if_it_is_whole() -> None:
    async def work() -> None:
        async with serving(analyst=FAKE) as server:
            ada = server.visitor()
            whole = (await bring(ada, upload(true_record(3, 2).dump()))).header("location")
            table = str(whole).split("/")[2]
            assert len((await made(ada, table))["review"]["known"]["course"][0]["win"]) == 3
            foreign = true_record(2, 3).dump().replace('"rules":"1"', '"rules":"9"')
            part = (await bring(ada, upload(foreign))).header("location")
            answer = await asked(ada, str(part).split("/")[2])
            assert (answer.status, answer.json["reason"]) == (422, "NOT_WHOLE")

    run(work)


def test_without_a_compiler_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arboretum.web.reviews.can_search", lambda: False)

    async def work() -> None:
        async with serving(analyst=FAKE) as server:
            table, people = await over(server)
            answer = await asked(people[0], table)
            assert (answer.status, answer.json["reason"]) == (422, "NO_REVIEWS")
            assert "Numba" in answer.json["error"]

    run(work)


def test_it_is_told_in_the_language_of_who_asks_and_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "notes"
    monkeypatch.setenv("NOTES", str(notes))

    async def work() -> None:
        async with serving(analyst=FAKE) as server:
            table, people = await over(server)
            await asyncio.gather(made(people[0], table), made(people[1], table))
            await made(server.visitor(accept_language="de"), table)
            assert notes.read_text() == "start\n"

    run(work)


def test_only_so_many_are_begun_for_one_address_and_kept_ones_do_not_count() -> None:
    async def work() -> None:
        rates = dataclasses.replace(FREE, reviews_per_second=1e-3, reviews_burst=2)
        async with serving(analyst=FAKE, rates=rates) as server:
            tables = [await over(server) for _ in range(3)]
            for table, people in tables[:2]:
                for _ in range(3):
                    await made(people[0], table)
            answer = await asked(tables[2][1][0], tables[2][0])
            assert (answer.status, answer.json["reason"]) == (429, "TOO_MUCH")
            assert int(str(answer.header("retry-after"))) > 0
            elsewhere = server.visitor(address="192.0.2.7")
            assert (await asked(elsewhere, tables[2][0])).status == 200

    run(work)
