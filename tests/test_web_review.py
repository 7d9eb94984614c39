"""The review of a finished game over the web: for whom, when, how it is waited for, and that it has its shape."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arboretum.rooms.refusals import Refused
from arboretum.web.review_shapes import Review
from arboretum.web.reviewing import Progress, Reviewing
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


# The work beside the server. ----------------------------------------------------------------------------


RECORD = true_record(2, 1).dump()


class Asking:
    """Somebody who asks for reviews."""

    def __init__(self, *how: str, **more: Any) -> None:  # noqa: ANN401
        self.reviewing = Reviewing((*FAKE, *how), **more)
        self.begun = 0

    def look(self, game: str = "a") -> bytes | Progress:
        return self.reviewing.look(game, lambda: RECORD, self._begin)

    def _begin(self) -> None:
        self.begun += 1

    async def until_there(self, game: str = "a") -> bytes:
        while isinstance(found := self.look(game), Progress):
            await asyncio.sleep(0.02)
        return found

    async def until_refused(self) -> str:
        with pytest.raises(Refused) as refused:
            await self.until_there()
        return str(refused.value)


def test_games_wait_for_each_other() -> None:
    async def work() -> None:
        asking = Asking()
        assert [asking.look(game) for game in "abc"] == [Progress(0), Progress(1), Progress(2)]
        body = await asking.until_there("c")
        assert await asking.until_there("a") == await asking.until_there("b") == body
        assert asking.begun == 3
        await asking.reviewing.close()

    run(work)


def test_one_that_nobody_waits_for_is_given_up_and_the_next_is_made() -> None:
    async def work() -> None:
        asking = Asking("slow", patience=0.3)
        while asking.look() != Progress(0, 0.5):
            await asyncio.sleep(0.02)
        for _ in range(100):
            if asking.look("b") == Progress(0, 0.0):
                break
            await asyncio.sleep(0.05)
        else:
            pytest.fail("the first is made still")
        assert asking.look("a") == Progress(1)
        assert asking.begun == 3
        await asking.reviewing.close()

    run(work)


@pytest.mark.parametrize(
    ("how", "words"), [("fail", "on our side"), ("die", "its process stopped"), ("endless", "too long")]
)
def test_what_goes_wrong_is_said_and_tried_again_later(how: str, words: str) -> None:
    async def work() -> None:
        asking = Asking(how, seconds=0.4 if how == "endless" else 30.0, patience=5.0, rest=0.3)
        assert words in await asking.until_refused()
        assert words in await asking.until_refused()
        assert asking.begun == 1
        await asyncio.sleep(0.4)
        assert asking.look() == Progress(0)
        assert asking.begun == 2
        await asking.reviewing.close()

    run(work)


def test_a_program_that_is_not_there_is_a_fault_too() -> None:
    async def work() -> None:
        asking = Asking()
        asking.reviewing = Reviewing(("no-such-program",))
        assert "on our side" in await asking.until_refused()
        await asking.reviewing.close()

    run(work)


def test_only_so_many_wait_and_what_is_kept_is_bounded() -> None:
    async def work() -> None:
        asking = Asking(most=1)
        games = [f"game {number}" for number in range(12)]
        for game in games:
            asking.look(game)
        with pytest.raises(Refused, match="Many games"):
            asking.look("one more")
        await asking.reviewing.close()
        assert asking.reviewing._kept._size <= 1

    run(work)


def test_the_end_of_the_server_ends_what_is_made() -> None:
    async def work() -> None:
        asking = Asking("slow")
        while asking.look() != Progress(0, 0.5):
            await asyncio.sleep(0.02)
        await asyncio.wait_for(asking.reviewing.close(), 5)
        assert asking.reviewing._task is not None
        assert asking.reviewing._task.done()

    run(work)


@pytest.mark.long
def test_the_true_process_reviews_a_game_in_this_shape() -> None:
    """Compiles what it needs, for a minute or two where that is not kept yet."""

    async def work() -> None:
        reviewing = Reviewing((sys.executable, "-P", "-m", "arboretum.rooms.analyst"))
        shares = [0.0]
        while isinstance(found := reviewing.look("a", lambda: RECORD, lambda: None), Progress):
            assert found.share >= shares[-1]
            shares.append(found.share)
            await asyncio.sleep(0.1)
        told = json.loads(found)
        fits({"state": "ready", "me": None, "review": told}, Review)
        assert len(told["known"]["decisions"]) == len(told["open"]["decisions"])
        for standing in told["known"]["course"]:
            assert sum(standing["win"]) == pytest.approx(1, abs=0.01)
        assert max(shares) > 0
        await reviewing.close()

    asyncio.run(asyncio.wait_for(work(), 280))


def test_the_server_itself_needs_no_compiler() -> None:
    program = (
        "import sys, arboretum.web.app, arboretum.web.reviews\n"
        "assert 'numba' not in sys.modules and 'arboretum.analysis' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
