"""Invitations, personal links and cookies; names that would be more than names."""

from __future__ import annotations

import re

import pytest

from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.store import hash_of
from web_client import run, table_of
from web_server import friends, serving


def test_an_invitation_seats_each_browser_once_and_nobody_when_all_sit() -> None:
    async def work() -> None:
        async with serving() as server:
            ada, ben, eve = (server.visitor() for _ in range(3))
            table = table_of(await ada.form("/new", {"seats": "2", "seat0_name": "Ada"}))
            invite = (await ada.view(table))["invite"]
            asks = await ben.get(invite)
            assert asks.status == 200
            assert "Ada" in asks.text
            assert not ben.cookies, "a look at the invitation takes no seat"
            same = await ben.form(invite, {"name": "ada"})
            assert same.status == 422
            assert "would look the same" in same.text
            answer = await ben.form(invite, {"name": "Ben"})
            assert table_of(answer) == table
            assert invite.removeprefix("/join/") not in (answer.header("location") or "")
            assert table_of(await ben.form(invite, {"name": "Ben again"})) == table
            assert [seat["name"] for seat in (await ada.view(table))["seats"]] == ["Ada", "Ben"]
            full = await eve.form(invite, {"name": "Eve"})
            assert full.status == 422
            assert "No seat is free" in full.text
            assert (await eve.get("/join/nonsense")).status == 422
            assert (await ben.view(table))["invite"] is None

    run(work)


def test_a_personal_link_opens_the_seat_on_another_device() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            told = (await ada.send(f"/t/{table}/link", {"seat": 0})).json
            telephone = server.visitor()
            answer = await telephone.get(told["url"])
            assert table_of(answer) == table
            assert (await telephone.view(table))["hand"] == (await ada.view(table))["hand"]
            version = (await ada.view(table))["v"]
            done = await telephone.command(table, "act", seat=0, expected=version, action="+")
            assert done.status == 200
            assert (await server.visitor().get("/seat/nonsense")).status == 403

    run(work)


def test_secrets_are_long_random_and_kept_by_their_hash_alone() -> None:
    from arboretum.rooms.store import new_token

    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", token) for token in tokens)

    async def work() -> None:
        store = MemoryStore()
        async with serving(store=store, secret=new_token) as server:
            table, (ada, _) = await friends(server)
            token = (await ada.send(f"/t/{table}/link", {"seat": 0})).json["token"]
            kept = repr(vars(store))
            assert ada.cookies["arb"] not in kept
            assert token not in kept
            assert hash_of(token) in kept

    run(work)


@pytest.mark.parametrize(
    ("url", "name", "secure"),
    [(None, "arb", False), ("https://trees.example.org", "__Host-arb", True), ("http://trees.lan", "arb", False)],
)
def test_the_cookie_over_https_and_over_plain_http(url: str | None, name: str, secure: bool) -> None:
    async def work() -> None:
        async with serving(public_url=url) as server:
            host = "127.0.0.1:8420" if url is None else url.partition("//")[2]
            visitor = server.visitor(host=host)
            cookie = (await visitor.form("/play")).header("set-cookie")
            assert cookie is not None
            parts = {part.strip().lower() for part in cookie.split(";")[1:]}
            assert cookie.startswith(f"{name}=")
            assert {"httponly", "samesite=lax", "path=/"} <= parts
            assert ("secure" in parts) == secure
            assert not any(part.startswith("domain") for part in parts)

    run(work)


def test_the_cookie_is_a_new_one_with_each_claim_and_the_old_one_is_worth_nothing() -> None:
    async def work() -> None:
        async with serving() as server:
            me = server.visitor()
            first = table_of(await me.form("/play"))
            old = me.cookies["arb"]
            second = table_of(await me.form("/play"))
            assert me.cookies["arb"] != old
            for table in (first, second):
                assert (await me.view(table))["you"]["seats"] == [0]
            thief = server.visitor()
            thief.cookies["arb"] = old
            assert (await thief.view(first))["you"]["seats"] == []

    run(work)


NASTY = (
    "<script>alert(1)</script>"[:24],
    "<img src=x onerror=a()>",
    '"><b>x</b>',
    "{{7*7}}",
    "';drop table room;--",
)


@pytest.mark.parametrize("name", NASTY)
def test_a_name_is_text_wherever_it_is_shown(name: str) -> None:
    async def work() -> None:
        async with serving() as server:
            ada = server.visitor()
            table = table_of(await ada.form("/new", {"seats": "2", "seat0_name": name}))
            invite = (await ada.view(table))["invite"]
            ben = server.visitor()
            table_of(await ben.form(invite, {"name": "Ben"}))
            pages = [await ada.get("/mine"), await ben.get("/mine"), await ben.get(f"/t/{table}")]
            pages.append(await server.visitor().get(invite))
            for page in pages:
                assert page.status == 200
                for sign in ("<script>alert", "<img src=x", "<b>x</b>", ">49<"):
                    assert sign not in page.text
            assert (await ben.view(table))["seats"][0]["name"] == name

    run(work)


def test_signs_that_are_not_seen_are_dropped_from_names() -> None:
    async def work() -> None:
        async with serving() as server:
            ada = server.visitor()
            table = table_of(await ada.form("/new", {"seats": "2", "seat0_name": "A\u202eda\u200b\x00 \n B"}))
            assert (await ada.view(table))["seats"][0]["name"] == "Ada B"
            long = await ada.form("/new", {"seats": "2", "seat0_name": "x" * 25})
            assert long.status == 422
            assert "at most 24" in long.text

    run(work)


def test_a_bot_took_the_seat_and_its_person_sees_what_is_public_until_they_return() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, ben) = await friends(server)
            async with ben.stream(f"/t/{table}/stream?as=1") as stream:
                version = (await ben.view(table))["v"]
                await stream.frames_until(version)
                assert (await ben.command(table, "leave", seat=1)).status == 200
                view = (await stream.frames_until(version + 1))[-1]["view"]
                assert view["hand"] == []
                assert view["you"]["as"] is None
            assert (await ben.view(table))["hand"] == []
            assert (await ada.command(table, "join", seat=1, name="Ada")).status in (403, 422)
            assert (await ben.command(table, "join", seat=1, name="Ben")).status == 200
            assert len((await ben.view(table))["hand"]) == 7

    run(work)
