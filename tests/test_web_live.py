"""What a page is told live is what it is told when loaded anew; seats and links outlive haste and restarts."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack

import pytest

from arboretum.rooms.memory import MemoryStore
from web_client import Json, run, table_of
from web_play import some_turns
from web_server import counted, friends, serving

SEEN_AT_A_LOOK = ("recent", "log")
"""What a reload tells more of than a frame: a frame adds to what the page has."""


@pytest.mark.parametrize("fields", [{}, {"piles": "top-card"}, {"species": "secret", "opening": "first-edition"}])
def test_each_frame_tells_what_a_reload_tells(fields: dict[str, str]) -> None:
    """At every version, for every seat and for whoever looks on."""

    async def work() -> None:
        async with serving() as server, AsyncExitStack() as streams:
            table, people = await friends(server, ("Ada", "Ben", "Cleo"), **fields)
            everybody = [*people, server.visitor()]
            open_streams = [
                await streams.enter_async_context(each.stream(f"/t/{table}/stream")) for each in everybody
            ]
            last: list[Json] = [{} for _ in everybody]
            chance = random.Random(7)
            for _ in range(90):
                room = await server.host.open(table)
                assert room is not None
                if room.status == "over":
                    break
                seat = (await people[0].view(table))["seat"]
                view = await people[seat].view(table)
                action = chance.choice(view["legal"])
                done = await people[seat].command(table, "act", seat=seat, expected=view["v"], action=action)
                assert done.status == 200, done.text
                for at, (visitor, stream) in enumerate(zip(everybody, open_streams, strict=True)):
                    frames = await stream.frames_until(done.json["version"])
                    told = [frame["view"] for frame in frames if "view" in frame]
                    last[at] = told[-1] if told else last[at]
                    loaded = await visitor.view(table)
                    differ = {
                        key
                        for key in loaded
                        if key not in ("v", *SEEN_AT_A_LOOK) and last[at].get(key) != loaded[key]
                    }
                    assert not differ, (at, done.json["version"], differ)

    run(work)


def test_who_sits_down_gets_up_and_sits_down_has_one_seat() -> None:
    async def work() -> None:
        async with serving() as server:
            ada, ben = server.visitor(), server.visitor()
            table = table_of(await ada.form("/new", {"seats": "4", "seat0_name": "Ada"}))
            invite = (await ada.view(table))["invite"]
            table_of(await ben.form(invite, {"name": "Ben"}))
            for _ in range(5):
                seat = (await ben.view(table))["you"]["seats"][0]
                assert (await ben.command(table, "leave", seat=seat)).status == 200
                table_of(await ben.form(invite, {"name": "Ben"}))
            both = await asyncio.gather(*(ben.form(invite, {"name": f"Ben {n}"}) for n in range(6)))
            assert {table_of(answer) for answer in both} == {table}
            view = await ben.view(table)
            assert len(view["you"]["seats"]) == 1
            assert [seat["kind"] for seat in view["seats"]].count("person") == 2
            again = await ben.command(table, "join", name="Benno")
            assert again.status in (200, 403, 422)
            assert len((await ben.view(table))["you"]["seats"]) == 1

    run(work)


def test_an_invitation_that_was_sent_before_a_restart_is_worth_a_seat_after_it() -> None:
    async def work() -> None:
        store = MemoryStore()
        async with serving(store=store, secret=counted("first")) as server:
            ada = server.visitor()
            table = table_of(await ada.form("/new", {"seats": "3", "seat0_name": "Ada"}))
            sent = (await ada.view(table))["invite"]
            cookies = ada.cookies
        async with serving(store=store, secret=counted("second")) as server:
            ada = server.visitor()
            ada.cookies = cookies
            assert (await ada.view(table))["you"]["host"]
            new = (await ada.view(table))["invite"]
            assert new != sent
            for link, name in ((sent, "Ben"), (new, "Cleo")):
                assert table_of(await server.visitor().form(link, {"name": name})) == table
            assert (await ada.command(table, "start", expected=(await ada.view(table))["v"])).status == 200

    run(work)


def test_the_address_of_a_table_is_no_seat() -> None:
    """What one copies from the address bar lets others look on; it tells no hand and moves nothing."""

    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            friend = server.visitor()
            page = await friend.get(f"/t/{table}")
            assert page.status == 200
            assert not friend.cookies, "to look on, nobody needs to be known"
            view = await friend.view(table)
            assert view["you"] == {"seats": [], "as": None, "host": False}
            assert view["hand"] == []
            move = await friend.command(table, "act", seat=0, expected=view["v"], action="+")
            assert move.status == 403
            assert (await ada.view(table))["v"] == view["v"]

    run(work)


def test_a_game_of_other_rules_is_left_as_it_is_and_says_why() -> None:
    """An upgrade that changed the rules would not change what was played: the table says so, and others go on."""

    async def work() -> None:
        store = MemoryStore()
        async with serving(store=store) as server:
            table, (ada, ben) = await friends(server)
            other, _ = await friends(server)
            await some_turns(server, table, [ada, ben], 8)
            cookies = ada.cookies
        kept = store._rooms[table]
        kept.lines[:] = [line.replace('"rules":"1"', '"rules":"99"') for line in kept.lines]
        before = list(kept.lines)
        async with serving(store=store) as server:
            ada = server.visitor()
            ada.cookies = cookies
            answer = await ada.get(f"/t/{table}/view")
            assert answer.status == 422
            assert "rules version 99, and this program knows version 1" in answer.json["error"]
            assert (await server.visitor().get(f"/t/{other}/view")).status == 200
        assert store._rooms[table].lines == before

    run(work)
