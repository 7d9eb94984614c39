"""Games looked at again in the web: who may see what of them when, practice, and records that are brought."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from arboretum.record import Record
from arboretum.records.game_text import write_game
from record_games import true_record
from web_client import Answer, Visitor, run, table_of
from web_play import play, some_turns
from web_server import Server, friends, serving

NASTY = "<img src onerror=x>"


async def looked(visitor: Visitor, table: str, as_: str) -> Answer:
    return await visitor.get(f"/t/{table}/history{'' if as_ == '-' else f'?as={as_}'}")


async def seen(visitor: Visitor, table: str, as_: str) -> Any:  # noqa: ANN401
    """Through whose eyes a visitor is shown a game: what is told, or the status and the reason."""
    answer = await looked(visitor, table, as_)
    return answer.json["as"] if answer.status == 200 else (answer.status, answer.json["reason"])


RUNNING = {
    # as: Ada on seat 0, Ben on seat 1, a stranger
    "-": (0, 1, None),
    "0": (0, (403, "NOT_YOURS"), (403, "NOT_YOURS")),
    "1": ((403, "NOT_YOURS"), 1, (403, "NOT_YOURS")),
    "public": (None, None, None),
    "all": ((403, "NOT_OVER"),) * 3,
    "2": ((422, "NO_SUCH_SEAT"),) * 3,
    "x": ((422, "NO_SUCH_SEAT"),) * 3,
}
OVER = {
    "-": "all",
    "all": "all",
    "0": 0,
    "1": 1,
    "public": None,
    "2": (422, "NO_SUCH_SEAT"),
    "-1": (422, "NO_SUCH_SEAT"),
}


def test_a_running_game_is_looked_back_at_through_one_s_own_eyes_only() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server)
            await some_turns(server, table, people, 9)
            for as_, expected in RUNNING.items():
                for visitor, told in zip((*people, server.visitor()), expected, strict=True):
                    assert await seen(visitor, table, as_) == told, as_

    run(work)


def test_a_finished_game_is_open_to_whoever_may_look_at_it() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server)
            await play(server, table, people, random.Random(1))
            for as_, told in OVER.items():
                for visitor in (people[0], server.visitor()):
                    assert await seen(visitor, table, as_) == told, as_
            answer = await looked(people[0], table, "all")
            assert answer.header("cache-control") == "no-store"
            packed = await people[0].get(f"/t/{table}/history", accept_encoding="gzip")
            assert packed.header("content-encoding") == "gzip"
            assert len(packed.body) < 20_000

    run(work)


def test_nobody_looks_back_at_a_table_of_others_that_is_private() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server, public="off")
            await play(server, table, people, random.Random(1))
            for path in ("replay", "history"):
                assert (await server.visitor().get(f"/t/{table}/{path}")).status == 403
                assert (await people[1].get(f"/t/{table}/{path}")).status == 200
                assert (await people[1].get(f"/t/nothing/{path}")).status == 404

    run(work)


def test_at_one_screen_only_who_is_to_play_looks_back() -> None:
    async def work() -> None:
        async with serving() as server:
            ada = server.visitor()
            form = {"seats": "2", "seat0_name": "Ada", "seat1_kind": "hot", "seat1_name": "Ben", "start": "0"}
            table = table_of(await ada.form("/new", form))
            await ada.command(table, "start")
            assert await seen(ada, table, "0") == 0
            assert await seen(ada, table, "1") == (403, "NOT_YOURS")
            assert await seen(ada, table, "-") is None
            room = await server.host.open(table)
            assert room is not None
            chance = random.Random(1)
            while room.view(0).seat == 0:
                action = str(chance.choice(room.view(0).legal_actions))
                await ada.command(table, "act", seat=0, expected=room.version, action=action)
            assert await seen(ada, table, "0") == (403, "NOT_YOURS")
            assert await seen(ada, table, "1") == 1

    run(work)


def test_before_the_game_there_is_nothing() -> None:
    async def work() -> None:
        async with serving() as server:
            ada = server.visitor()
            table = table_of(await ada.form("/new", {"seats": "2", "seat0_name": "Ada"}))
            told = (await looked(ada, table, "-")).json
            assert told["start"] is None
            assert told["steps"] == []
            assert (await ada.get(f"/t/{table}/replay")).status == 200

    run(work)


def test_the_page_says_nothing_of_the_cards_and_escapes_names() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server, (NASTY[:20], "Ben"))
            page = (await people[0].get(f"/t/{table}/replay")).text
            assert "<img" not in page
            assert not re.search(r"\b[A-Z]{2}[1-8]\b", page)
            assert "replay/main.js" in page

    run(work)


async def finished(server: Server, **fields: object) -> tuple[str, list[Visitor]]:
    table, people = await friends(server, **fields)
    await play(server, table, people, random.Random(2))
    return table, people


def test_a_practice_game_cannot_touch_the_game_it_began_from() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await finished(server)
            before = (await people[0].get(f"/t/{table}/record")).body
            kept = await server.store.load(table)
            for visitor in (people[0], server.visitor()):
                for cards in ("same", "reshuffled"):
                    answer = await visitor.form(f"/t/{table}/practice", {"at": "60", "seat": "1", "cards": cards})
                    assert answer.status == 303
                    practice = table_of(answer)
                    assert practice != table
                    view = await visitor.view(practice)
                    assert view["you"]["seats"] == [1]
                    assert view["practice"] == {"table": table, "version": 60}
                    room = await server.host.open(practice)
                    assert room is not None
                    if room.view(1).is_my_turn:
                        action = str(room.view(1).legal_actions[0])
                        done = await visitor.command(practice, "act", seat=1, expected=room.version, action=action)
                        assert done.status == 200
            assert await server.store.load(table) == kept
            assert (await people[0].get(f"/t/{table}/record")).body == before
            assert (await people[0].view(table))["you"]["seats"] == [0]

    run(work)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 422),
        ({"at": "x"}, 422),
        ({"at": "-1"}, 422),
        ({"at": "9" * 30}, 422),
        ({"at": "60", "seat": "2"}, 422),
        ({"at": "60", "seat": "-1"}, 422),
        ({"at": "60", "cards": "mine"}, 422),
        ({"at": "99999"}, 422),
    ],
)
def test_practice_that_cannot_be_is_refused(fields: dict[str, str], status: int) -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await finished(server)
            answer = await people[0].form(f"/t/{table}/practice", fields)
            assert answer.status == status
            assert (await people[0].view(table))["you"]["seats"] == [0], "the session was lost"
            assert len(await server.store.list_rooms((await server.host.open(table)).host)) == 1  # type: ignore[union-attr]

    run(work)


def test_a_running_game_and_one_of_others_are_not_practised() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server, public="off")
            await some_turns(server, table, people, 9)
            wish = {"at": "10", "seat": "0"}
            assert (await people[0].form(f"/t/{table}/practice", wish)).status == 403
            await play(server, table, people, random.Random(2))
            assert (await server.visitor().form(f"/t/{table}/practice", wish)).status == 403
            assert (await people[0].form(f"/t/{table}/practice", wish)).status == 303
            foreign = {"sec_fetch_site": "cross-site"}
            assert (await people[0].form(f"/t/{table}/practice", wish, **foreign)).status == 403
            assert (await people[0].get(f"/t/{table}/practice")).status == 404

    run(work)


def upload(text: str | bytes, field: str = "file") -> bytes:
    """What a browser sends for the form of the page."""
    content = text.encode() if isinstance(text, str) else text
    other = b'--xyz\r\nContent-Disposition: form-data; name="%s"\r\n\r\n\r\n' % (
        b"text" if field == "file" else b'file"; filename="'
    )
    head = b'--xyz\r\nContent-Disposition: form-data; name="%s"; filename="a:b?.jsonl"\r\n\r\n' % field.encode()
    return other + head + content + b"\r\n--xyz--\r\n"


async def bring(visitor: Visitor, body: bytes, kind: str = "multipart/form-data; boundary=xyz") -> Answer:
    return await visitor.ask("POST", "/import", body, content_type=kind, sec_fetch_site="same-origin")


def in_notation(record: Record) -> str:
    return write_game(record.setup, record.events, lambda number: number, "")


@pytest.mark.parametrize("field", ["file", "text"])
@pytest.mark.parametrize("form", [Record.dump, in_notation])
def test_a_record_that_is_brought_gets_a_page(field: str, form: Any) -> None:  # noqa: ANN401
    async def work() -> None:
        async with serving() as server:
            record = true_record(3, 2)
            ada = server.visitor()
            answer = await bring(ada, upload(form(record), field))
            assert answer.status == 303, answer.text
            path = answer.header("location")
            assert path is not None
            table = path.split("/")[2]
            assert path == f"/t/{table}/replay"
            for visitor in (ada, server.visitor()):
                told = (await looked(visitor, table, "-")).json
                assert told["imported"]
                assert told["as"] == "all"
                assert told["is_whole"]
                assert Record.parse((await visitor.get(f"/t/{table}/record")).text) == record
            assert f"/t/{table}/replay" in (await ada.get("/mine")).text
            practice = await ada.form(f"/t/{table}/practice", {"at": "50", "seat": "2"})
            assert practice.status == 303

    run(work)


def test_a_record_of_other_rules_can_be_read_and_no_more() -> None:
    async def work() -> None:
        async with serving() as server:
            text = true_record().dump().replace('"rules":"1"', '"rules":"9"')
            ada = server.visitor()
            table = str((await bring(ada, upload(text))).header("location")).split("/")[2]
            told = (await looked(ada, table, "-")).json
            assert "nothing is verified" in told["notes"][0]
            assert told["score"] is None
            assert not told["is_whole"]
            assert (await ada.get(f"/t/{table}/record")).text == text
            assert (await ada.get(f"/t/{table}")).header("location") == f"/t/{table}/replay"
            assert "points" in (await ada.get("/mine")).text
            assert (await ada.form(f"/t/{table}/practice", {"at": "9", "seat": "0"})).status == 422
            assert (await ada.view(table))["status"] == "over"
            assert (await ada.get(f"/t/{table}/rules")).status == 200
            assert (await ada.get(f"/t/{table}/stream.ndjson")).json["reason"] == "ARCHIVED"

    run(work)


BAD = true_record().dump().replace('"event":"placed","seat":', '"event":"placed","seat":9', 1)


@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (upload(""), 422, "Choose a file"),
        (b"", 422, "Choose a file"),
        (upload("hello"), 422, "Line 1"),
        (upload(f"hello {NASTY}", "text"), 422, "Line 1"),
        (upload(BAD), 422, "Line 8"),
        (upload(b"\xff\xfe\x00"), 422, "Line 1"),
        (upload(true_record().dump().rsplit("\n", 2)[0] + "\n"), 422, "does not come to the end"),
        (upload("x" * 70_000), 413, "longer than any game"),
        (upload("x" * 200_000), 413, "longer than any game"),
    ],
)
def test_a_bad_record_is_refused_with_its_line_and_nothing_is_kept(body: bytes, status: int, says: str) -> None:
    async def work() -> None:
        async with serving() as server:
            table, [ada, _] = await friends(server)
            answer = await bring(ada, body)
            assert answer.status == status
            assert says in answer.text
            assert "Nothing was kept" in answer.text
            assert "<img" not in answer.text
            assert (await ada.view(table))["you"]["seats"] == [0], "the session was lost"
            assert (await ada.get("/mine")).text.count("/t/") == 1

    run(work)


def test_a_refused_record_is_shown_again_with_the_line() -> None:
    async def work() -> None:
        async with serving() as server:
            page = (await bring(server.visitor(), upload(BAD, "text"))).text
            assert "<pre>{&#34;event&#34;:&#34;placed&#34;,&#34;seat&#34;:9" in page
            assert page.count("&#34;event&#34;:&#34;shuffled&#34;") == 1
            assert "Nothing was kept" not in (await server.visitor().get("/import")).text

    run(work)


@pytest.mark.parametrize("kind", ["multipart/form-data", "text/plain", "application/json", ""])
def test_what_is_no_form_is_refused(kind: str) -> None:
    async def work() -> None:
        async with serving() as server:
            assert (await bring(server.visitor(), upload(true_record().dump()), kind)).status == 415

    run(work)


def test_records_are_brought_at_a_bounded_rate() -> None:
    from arboretum.web.settings import Rates

    async def work() -> None:
        async with serving(rates=Rates(tables_per_second=0.01, tables_burst=2)) as server:
            ada = server.visitor()
            statuses = [(await bring(ada, upload("hello"))).status for _ in range(3)]
            assert statuses == [422, 422, 429]

    run(work)


def test_players_names_are_text_wherever_a_brought_game_shows_them() -> None:
    async def work() -> None:
        async with serving() as server:
            ada = server.visitor()
            text = true_record().dump().replace('"Ada"', f'"{NASTY}"', 1)
            table = str((await bring(ada, upload(text))).header("location")).split("/")[2]
            for path in (f"/t/{table}/replay", "/mine", f"/t/{table}"):
                page = (await ada.get(path)).text
                assert "<img" not in page
            assert (await looked(ada, table, "-")).json["seats"][0]["name"] == NASTY
            name = (await ada.get(f"/t/{table}/record")).header("content-disposition")
            assert name is not None
            assert re.fullmatch(r'attachment; filename="[a-z0-9-]+-\w+\.jsonl"', name)

    run(work)


def test_a_session_outlives_a_form_that_is_refused() -> None:
    """Whoever begins to take part gets a new secret, also with a refusal."""

    async def work() -> None:
        async with serving() as server:
            table, [ada, _] = await friends(server)
            form = {"seats": "2", "seat0_name": "Ada", "seat1_kind": "hot", "seat1_name": "Ada"}
            assert (await ada.form("/new", form)).status == 422
            assert (await ada.view(table))["you"]["seats"] == [0]

    run(work)


def test_a_brought_game_survives_a_restart() -> None:
    async def work() -> None:
        async with serving() as server:
            ada = server.visitor()
            table = str((await bring(ada, upload(true_record().dump()))).header("location")).split("/")[2]
            practice = table_of(await ada.form(f"/t/{table}/practice", {"at": "40", "seat": "0"}))
            told = (await looked(ada, table, "-")).body
        async with serving(store=server.store, secret=lambda: "other") as again:
            visitor = again.visitor()
            visitor.cookies = ada.cookies
            assert (await looked(visitor, table, "-")).body == told
            assert (await visitor.view(practice))["you"]["seats"] == [0]
            room = await again.host.open(practice)
            assert room is not None
            play_on_alone = room.after([])
            assert play_on_alone.status == "playing"

    run(work)
