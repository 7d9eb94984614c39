"""Who looks at a table, who is there, and playing again."""

from __future__ import annotations

import asyncio
import dataclasses

import pytest

from arboretum import DrawPile
from arboretum.events import NOBODY
from arboretum.rooms.commands import Act, Join, Rematch, SeatBot
from arboretum.rooms.host import Host, new_room_id
from arboretum.rooms.hub import WAITING
from arboretum.rooms.lines import to_line
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.refusals import Forbidden, NoSuchRoom, StoreFailed
from arboretum.rooms.settings import Settings
from host_tables import ADA, TWO, Watched, finished, hosted, run, two_persons, waiting


def test_hints_come_in_order_and_end_with_the_host() -> None:
    async def check() -> None:
        host = hosted(MemoryStore())
        room = await two_persons(host)
        looked = room.version
        with host.subscribe(room.id, "zoe") as news:
            for n in range(2):
                await host.command(room.id, "ada", Act(0, DrawPile()), looked + n, f"x{n}")
            assert [await anext(news), await anext(news)] == [looked + 1, looked + 2]
            listening = asyncio.ensure_future(anext(news, "the end"))
            await asyncio.sleep(0)
            await host.close()
            assert await listening == "the end"
            assert await anext(news, "still") == "still"

    run(check)


def test_who_does_not_listen_is_let_go_and_others_hear_on() -> None:
    async def check() -> None:
        host = hosted(MemoryStore())
        room = await two_persons(host)
        slow = host.subscribe(room.id, "zoe")
        with host.subscribe(room.id, "ben", 1) as quick:
            for _ in range(WAITING + 1):
                host._tables[room.id].hub.tell_version()
                waiting(quick)
            assert slow.overflowed
            assert [hint async for hint in slow] == []
            host._tables[room.id].hub.tell_version()
            assert waiting(quick) == [room.version]
            assert slow._hints.qsize() == 1
        await host.close()

    run(check)


def test_presence_is_by_person_and_a_short_absence_is_none() -> None:
    async def check() -> None:
        host = hosted(MemoryStore(), grace=0.05)
        room = await two_persons(host)
        assert host.presence(room.id) == (False, False)
        with host.subscribe(room.id, "ada", 0) as news:
            assert waiting(news) == [(True, False)]
            tab, phone = host.subscribe(room.id, "ben", 1), host.subscribe(room.id, "ben", 1)
            assert waiting(news) == [(True, True)]
            tab.close()
            tab.close()
            await asyncio.sleep(0.1)
            assert waiting(news) == [], "closing one of two does not mark the player gone"
            phone.close()
            back = host.subscribe(room.id, "ben", 1)
            await asyncio.sleep(0.1)
            assert waiting(news) == [], "back in time"
            back.close()
            assert host.presence(room.id) == (True, True)
            assert await asyncio.wait_for(anext(news), 2) == (True, False)
        host.subscribe(room.id, "zoe")
        assert host.presence(room.id) == (True, False), "who looks on is on no seat"
        await host.close()

    run(check)


def test_bots_are_always_there_and_a_hot_seat_is_one_person() -> None:
    async def check() -> None:
        host = hosted(MemoryStore())
        settings = Settings(4, hot_seat=True)
        room = await host.create(settings, "ada", [Join(0, "A"), Join(1, "B"), SeatBot(2, "random")])
        assert host.presence(room.id) == (False, False, True, False)
        with host.subscribe(room.id, "ada"):
            assert host.presence(room.id) == (True, True, True, False)
        await host.close()

    run(check)


def test_only_its_own_seat_is_looked_from() -> None:
    async def check() -> None:
        host = hosted(MemoryStore())
        room = await host.create(dataclasses.replace(TWO, public=False), "ada", ADA[:2])
        for session, seat in [("zoe", NOBODY), ("", NOBODY), ("zoe", 0), ("ada", 1), ("ada", 7)]:
            with pytest.raises(Forbidden):
                host.subscribe(room.id, session, seat)
        with pytest.raises(NoSuchRoom):
            host.subscribe("nowhere", "ada")
        host.subscribe(room.id, "ada", 0).close()
        await host.close()

    run(check)


def test_two_who_press_rematch_at_once_get_one() -> None:
    async def check() -> None:
        store = MemoryStore()
        host = hosted(store)
        room = await finished(host)
        presses = [host.command(room.id, who, Rematch(), room.version, "r") for who in ("ada", "ben", "ada")]
        answers = await asyncio.gather(*presses)
        assert {answer.version for answer in answers} == {room.version}
        assert room.rematch is not None
        again = await host.open(room.rematch)
        assert again is not None
        assert again.view(NOBODY).starter == 1 - room.view(NOBODY).starter
        assert [listed.room for listed in await store.list_rooms("ben")] == sorted([room.id, again.id])
        assert len(store._rooms) == 2
        await host.close()

    run(check)


def test_a_rematch_that_a_crash_cut_in_two_is_made_whole() -> None:
    async def check() -> None:
        store = Watched()
        host = hosted(store)
        room = await finished(host)
        store.breaks = "before"
        with pytest.raises(StoreFailed):
            await host.command(room.id, "ada", Rematch(), None, "r")
        dealt = await store.load(room.opened.next_id)
        store.breaks = ""
        await host.command(room.id, "ben", Rematch(), None, "r")
        assert room.rematch == room.opened.next_id
        again = await host.open(room.rematch)
        assert again is not None
        assert [to_line(entry) for entry in again.truth()] == dealt, "nothing is dealt anew"
        await host.close()

    run(check)


def test_names_of_tables_cannot_be_guessed_and_do_not_collide() -> None:
    names = {new_room_id() for _ in range(1000)}
    assert len(names) == 1000
    assert all(len(name) == 10 and name.isalnum() and name.isascii() for name in names)

    async def check() -> None:
        ids = iter(["same", "n1", "same", "n2", "other", "n3"])
        host = Host(MemoryStore(), new_id=lambda: next(ids))
        assert [(await host.create(TWO, "ada")).id for _ in range(2)] == ["same", "other"]
        await host.close()

    run(check)
