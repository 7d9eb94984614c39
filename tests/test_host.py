"""The host of all tables: kept, then shown, then answered; races, resends, and a store that fails."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from arboretum import DrawPile
from arboretum.errors import ArboretumError, IllegalAction
from arboretum.rooms.commands import Act, Claim, Join, Leave, Say, Start
from arboretum.rooms.host import Answer
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.refusals import DamagedLog, Forbidden, NoSuchRoom, OutOfDate, StoreFailed
from arboretum.rooms.sqlite import SqliteStore
from host_tables import TWO, QuickBots, Watched, hosted, run, two_persons, until, waiting
from room_tables import NOW


def test_kept_then_shown_then_answered() -> None:
    async def check() -> None:
        store = Watched()
        host = hosted(store)
        room = await two_persons(host)
        version = room.version
        with host.subscribe(room.id, "ben", 1) as news:
            waiting(news)
            seen = []
            store.before = lambda step: seen.append((room.version, news._hints.qsize(), step.expected))
            store.gate.clear()
            asked = asyncio.ensure_future(host.command(room.id, "ada", Act(0, DrawPile()), version, "x"))
            await asyncio.sleep(0.01)
            assert (room.version, news._hints.qsize(), asked.done()) == (version, 0, False)
            store.gate.set()
            assert await asked == Answer(version + 1, 1)
            assert seen == [(version, 0, version)]
            assert waiting(news) == [version + 1]
            assert len(await store.load(room.id)) == room.version
        await host.close()

    run(check)


def test_the_same_command_again_is_answered_alike_and_done_once() -> None:
    async def check() -> None:
        store = MemoryStore()
        host = hosted(store)
        room = await two_persons(host)
        looked = room.version
        first = await host.command(room.id, "ada", Act(0, DrawPile()), looked, "x")
        assert await host.command(room.id, "ada", Act(0, DrawPile()), looked, "x") == first
        assert await host.command(room.id, "ada", Act(0, DrawPile()), room.version, "x") == first
        said = await host.command(room.id, "ben", Say(1, 0), room.version, "x")
        assert await host.command(room.id, "ben", Say(1, 0), room.version, "x") == said
        await host.close()
        again = hosted(store)
        assert await again.command(room.id, "ada", Act(0, DrawPile()), looked, "x") == first
        assert len(await store.load(room.id)) == looked + 2
        with pytest.raises(OutOfDate):
            await again.command(room.id, "ada", Act(0, DrawPile()), looked, "y")
        with pytest.raises(Forbidden):
            await again.command(room.id, "zoe", Act(0, DrawPile()), looked, "x")
        await again.close()

    run(check)


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_of_forty_at_once_one_is_done(kind: str, tmp_path: Path) -> None:
    async def check() -> None:
        store = MemoryStore() if kind == "memory" else SqliteStore(tmp_path / "a.db")
        host = hosted(store)
        room = await two_persons(host)
        looked = room.version
        clicks = [host.command(room.id, "ada", Act(0, DrawPile()), looked, f"click {n}") for n in range(40)]
        outcomes = await asyncio.gather(*clicks, return_exceptions=True)
        assert [outcome for outcome in outcomes if not isinstance(outcome, OutOfDate)] == [Answer(looked + 1, 1)]
        copies = [host.command(room.id, "ada", Act(0, DrawPile()), looked + 1, "copy") for _ in range(40)]
        assert set(await asyncio.gather(*copies)) == {Answer(looked + 2, 1)}
        assert len(await store.load(room.id)) == room.version == looked + 2
        await host.close()
        await store.close()

    run(check)


def test_five_race_for_the_last_seat() -> None:
    async def check() -> None:
        host = hosted(MemoryStore())
        room = await host.create(TWO, "ada", [Join(None, "Ada")])
        joins = [host.command(room.id, f"s{n}", Join(1, f"Guest {n}", invited=True), 2, "j") for n in range(5)]
        outcomes = await asyncio.gather(*joins, return_exceptions=True)
        assert sum(isinstance(outcome, Answer) for outcome in outcomes) == 1
        assert all("sits there already" in str(o) for o in outcomes if not isinstance(o, Answer))
        await host.command(room.id, "ada", Start(), None, "s")
        assert room.status == "playing"
        await host.close()

    run(check)


def test_what_the_store_refuses_did_not_happen() -> None:
    async def check() -> None:
        store = Watched()
        host = hosted(store)
        room = await two_persons(host)
        looked, view = room.version, room.view(0)
        with host.subscribe(room.id, "ada", 0) as news:
            waiting(news)
            store.breaks = "before"
            with pytest.raises(StoreFailed, match="try again"):
                await host.command(room.id, "ada", Act(0, DrawPile()), looked, "x")
            assert (room.version, room.view(0), waiting(news)) == (looked, view, [])
            store.breaks = ""
            assert await host.command(room.id, "ada", Act(0, DrawPile()), looked, "x") == Answer(looked + 1, 1)
        await host.close()

    run(check)


def test_what_was_kept_though_the_store_failed_is_found_and_not_done_twice() -> None:
    async def check() -> None:
        store = Watched()
        host = hosted(store)
        room = await two_persons(host)
        looked = room.version
        store.breaks = "after"
        with pytest.raises(StoreFailed):
            await host.command(room.id, "ada", Act(0, DrawPile()), looked, "x")
        assert room.version == looked
        store.breaks = ""
        assert await host.command(room.id, "ada", Act(0, DrawPile()), looked, "x") == Answer(looked + 1, 1)
        assert (room.version, len(await store.load(room.id))) == (looked + 1, looked + 1)
        await host.close()

    run(check)


def test_who_goes_away_in_the_middle_leaves_a_whole_move() -> None:
    async def check() -> None:
        store = Watched()
        host = hosted(store)
        room = await two_persons(host)
        looked = room.version
        store.gate.clear()
        asked = asyncio.ensure_future(host.command(room.id, "ada", Act(0, DrawPile()), looked, "x"))
        await asyncio.sleep(0.01)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        store.gate.set()
        await until(lambda: room.version == looked + 1)
        assert await host.command(room.id, "ada", Act(0, DrawPile()), looked, "x") == Answer(looked + 1, 1)
        await host.close()

    run(check)


def test_a_second_host_on_the_same_store_does_no_harm() -> None:
    async def check() -> None:
        store = MemoryStore()
        one = hosted(store)
        room = await two_persons(one)
        two = hosted(store)
        twin = await two.open(room.id)
        assert twin is not None
        looked = room.version
        await one.command(room.id, "ada", Act(0, DrawPile()), looked, "x")
        with two.subscribe(room.id, "zoe") as news:
            waiting(news)
            with pytest.raises(OutOfDate) as stale:
                await two.command(room.id, "ada", Act(0, DrawPile()), looked, "y")
            assert stale.value.version == looked + 1
            assert waiting(news) == [looked + 1]
        assert twin.truth() == room.truth()
        await one.close()
        await two.close()

    run(check)


def test_refusals_reach_who_asked_and_change_nothing() -> None:
    async def check() -> None:
        host = hosted(MemoryStore())
        room = await two_persons(host)
        with pytest.raises(IllegalAction):
            await host.command(room.id, "ben", Act(1, DrawPile()), room.version, "x")
        with pytest.raises(NoSuchRoom):
            await host.command("nowhere", "ben", Act(1, DrawPile()), 1, "x")
        assert await host.open("nowhere") is None
        assert await host.command(room.id, "phone", Claim(1, "ben"), None, "c") == Answer(room.version, 1)
        assert await host.command(room.id, "phone", Claim(1, "ben"), None, "d") == Answer(room.version, 0)
        with pytest.raises(ArboretumError):
            await host.create(TWO, "ada", [Join(None, "")])
        with pytest.raises(Forbidden):
            await host.create(TWO, "")
        await host.close()

    run(check)


def test_a_table_is_loaded_once_and_let_go_when_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        store = Watched()
        first = hosted(store)
        rooms = [(await first.create(TWO, "ada")).id for _ in range(6)]
        await first.close()
        host = hosted(store)
        store.loads = 0
        opened = await asyncio.gather(*(host.open(rooms[0]) for _ in range(20)))
        assert store.loads == 1
        assert len(set(map(id, opened))) == 1
        with host.subscribe(rooms[0], "zoe"):
            for room in rooms:
                await host.open(room)
            assert len(host._tables) == 6, "each was asked for a moment ago"
            monkeypatch.setattr("arboretum.rooms.shelf.RECENT", 0.05)
            await asyncio.sleep(0.1)
            again = await host.create(TWO, "ada")
            assert len(host._tables) == 2, "the one that is looked at, and the new one"
            assert again.id in host._tables
            assert await host.open(rooms[0]) is opened[0], "somebody looks at it"
        await host.close()

    run(check)


def test_a_table_that_was_cleared_away_is_gone_when_nobody_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        store = Watched()
        host = hosted(store)
        room = await host.create(TWO, "ada")
        monkeypatch.setattr("arboretum.rooms.shelf.RECENT", 0.05)
        await store.prune(1e12)  # as `arboretum prune` does, in another process
        assert await host.open(room.id) is not None, "it was asked for a moment ago"
        await asyncio.sleep(0.1)
        assert await host.open(room.id) is None
        await host.close()

    run(check)


def test_a_damaged_table_is_told_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    async def check() -> None:
        store, bots = MemoryStore(), QuickBots()
        broken = ['{"event":"left","bot":"greedy"}']
        await store.create("broken", broken, status="playing", members=[], now=NOW)
        first = hosted(store)
        room, without_bots = await two_persons(first), await two_persons(first)
        await first.command(room.id, "ada", Leave(0), None, "l")
        await first.close()
        host = hosted(store, bots)
        await host.resume()
        assert room.id in host._tables
        assert without_bots.id not in host._tables, "it is loaded when somebody asks for it"
        with pytest.raises(DamagedLog):
            await host.open("broken")
        assert await host.open(room.id) is not None
        await host.close()

    run(check)
    assert "table broken cannot be taken up" in caplog.text
