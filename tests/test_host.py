"""The host of all tables: kept, then shown, then answered; races, resends, crashes, and who is there."""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import random
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from arboretum import Action, DrawPile, Options, View
from arboretum.errors import ArboretumError, BotError, IllegalAction
from arboretum.events import NOBODY, Discarded, Drew, Placed
from arboretum.records.referee import action_of
from arboretum.rooms.commands import Act, Claim, Command, Join, Leave, Rematch, Say, SeatBot, Start
from arboretum.rooms.host import Answer, Host, new_room_id
from arboretum.rooms.hub import WAITING, Hint, Subscription
from arboretum.rooms.lines import to_line
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.refusals import DamagedLog, Forbidden, NoSuchRoom, OutOfDate, StoreFailed
from arboretum.rooms.room import Room
from arboretum.rooms.settings import Settings
from arboretum.rooms.sqlite import SqliteStore
from arboretum.rooms.store import Outcome, Step
from room_tables import NOW, counter, seeded

ADA: list[Command] = [Join(None, "Ada"), SeatBot(1, "random"), Start()]
TWO = Settings(2, Options(start=0))


class QuickBots:
    """Bots that answer at once, or fail, or wait for a signal."""

    names: tuple[str, ...] = ("random", "greedy")

    def __init__(self) -> None:
        self.chance = random.Random(1)
        self.fails = False
        self.go = asyncio.Event()
        self.go.set()
        self.asked: list[View] = []
        self.closed = False

    async def choose(self, bot: str, view: View) -> Action:
        self.asked.append(view)
        await self.go.wait()
        if self.fails:
            raise BotError(f"{bot} held {view.hand} and failed.", bot=bot, seat=view.me)
        return self.chance.choice(view.legal_actions)

    async def close(self) -> None:
        self.closed = True


class Watched(MemoryStore):
    """A store in memory in which a test can look at, hold up, and break what is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.before: Callable[[Step], None] = lambda step: None
        self.gate = asyncio.Event()
        self.gate.set()
        self.breaks = ""
        self.loads = 0

    async def append(self, step: Step) -> Outcome:
        await self.gate.wait()
        self.before(step)
        if self.breaks == "before":
            raise StoreFailed("disk full")
        outcome = await super().append(step)
        if self.breaks == "after":
            raise StoreFailed("nobody knows")
        return outcome

    async def load(self, room: str, since: int = 0) -> list[str]:
        self.loads += 1
        await asyncio.sleep(0)
        return await super().load(room, since)


def hosted(store: MemoryStore | SqliteStore, bots: QuickBots | None = None, grace: float = 0.0) -> Host:
    return Host(
        store,
        clock=lambda: NOW,
        bots=bots or QuickBots(),
        deal=seeded(1),
        new_id=counter("t"),
        pace=0.0,
        grace=grace,
    )


def run(check: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(check(), 20))


async def two_persons(host: Host) -> Room:
    """Ada and Ben play; Ada begins."""
    room = await host.create(TWO, "ada", [Join(None, "Ada")])
    await host.command(room.id, "ben", Join(1, "Ben", invited=True), 2, "b")
    await host.command(room.id, "ada", Start(), 3, "s")
    return room


def waiting(news: Subscription) -> list[Hint]:
    """The hints that wait, in order."""
    found = []
    while not news._hints.empty():
        hint = news._hints.get_nowait()
        assert hint is not None
        found.append(hint)
    return found


async def until(done: Callable[[], bool], seconds: float = 5.0) -> None:
    """Wait for something, looking again and again."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.002)


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
        monkeypatch.setattr("arboretum.rooms.host.TABLES", 3)
        with host.subscribe(rooms[0], "zoe"):
            for room in rooms:
                await host.open(room)
            assert len(host._tables) == 4
            assert await host.open(rooms[0]) is opened[0], "somebody looks at it"
        await host.close()

    run(check)


def test_a_damaged_table_is_told_and_the_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    async def check() -> None:
        store, bots = MemoryStore(), QuickBots()
        await store.create("broken", ['{"event":"left"}'], status="playing", members=[], now=NOW)
        first = hosted(store)
        room = await two_persons(first)
        await first.command(room.id, "ada", Leave(0), None, "l")
        await first.close()
        host = hosted(store, bots)
        await host.resume()
        with pytest.raises(DamagedLog):
            await host.open("broken")
        assert await host.open(room.id) is not None
        await host.close()

    run(check)
    assert "table broken cannot be taken up" in caplog.text


# Who looks, and who is there.


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


# Bots.


def test_bots_play_until_a_person_is_to_act() -> None:
    async def check() -> None:
        bots = QuickBots()
        host = hosted(MemoryStore(), bots)
        room = await host.create(TWO, "ada", ADA)
        assert room.due_bot() is None
        chance = random.Random(2)
        while room.status == "playing":
            act = Act(0, chance.choice(room.view(0).legal_actions))
            await host.command(room.id, "ada", act, room.version, f"{room.version}")
            await until(lambda: room.due_bot() is None)
        assert {view.me for view in bots.asked} == {1}
        await host.close()
        assert bots.closed

    run(check)


def test_a_bot_that_fails_does_the_first_legal_thing_and_the_log_tells_no_cards(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def check() -> None:
        bots = QuickBots()
        bots.fails = True
        host = hosted(MemoryStore(), bots)
        room = await host.create(Settings(2), "ada", [SeatBot(0, "random"), SeatBot(1, "greedy"), Start()])
        await until(lambda: room.status == "over")
        for view in bots.asked:
            done = room.view(view.me).seen[len(view.seen)]
            assert isinstance(done, Drew | Placed | Discarded)
            assert action_of(done) == view.legal_actions[0]
        await host.close()

    with caplog.at_level(logging.INFO, "arboretum.rooms"):
        run(check)
    assert "the bot greedy failed" in caplog.text
    assert " held " not in caplog.text


def test_a_bot_takes_its_time_and_the_table_is_quick_meanwhile() -> None:
    async def check() -> None:
        bots = QuickBots()
        bots.go.clear()
        host = hosted(MemoryStore(), bots)
        room = await host.create(TWO, "ada", [SeatBot(0, "random"), Join(1, "Ada"), Start()])
        await until(lambda: len(bots.asked) == 1)
        started = time.monotonic()
        for n in range(20):
            host._clock = lambda n=n: NOW + 3 * n  # type: ignore[misc]
            await host.command(room.id, "ada", Say(1, 0), room.version, f"{n}")
        assert time.monotonic() - started < 0.5
        version = room.version
        bots.go.set()
        await until(lambda: room.version > version)
        await host.close()

    run(check)


def test_bots_keep_a_pace() -> None:
    async def check() -> None:
        host = Host(MemoryStore(), bots=QuickBots(), deal=seeded(1), pace=0.05)
        started = time.monotonic()
        room = await host.create(TWO, "ada", [SeatBot(0, "random"), Join(1, "Ada"), Start()])
        await until(lambda: room.due_bot() is None)
        assert time.monotonic() - started >= 4 * 0.05
        await host.close()

    run(check)


def test_who_comes_back_while_the_bot_thinks_plays_on() -> None:
    async def check() -> None:
        bots = QuickBots()
        host = hosted(MemoryStore(), bots)
        room = await two_persons(host)
        bots.go.clear()
        await host.command(room.id, "ada", Leave(0), None, "l")
        await until(lambda: len(bots.asked) == 1)
        await host.command(room.id, "ada", Join(0, ""), None, "b")
        version = room.version
        bots.go.set()
        await until(lambda: host._tables[room.id].bots is None)
        assert room.version == version
        await host.command(room.id, "ada", Act(0, DrawPile()), version, "x")
        await host.close()

    run(check)


def test_after_a_restart_a_bot_whose_turn_it_is_plays() -> None:
    async def check() -> None:
        store, thinking = MemoryStore(), QuickBots()
        thinking.go.clear()
        first = hosted(store, thinking)
        room = await first.create(TWO, "ada", [SeatBot(0, "random"), Join(1, "Ada"), Start()])
        await until(lambda: len(thinking.asked) == 1)
        version = room.version
        await first.close()
        assert len(await store.load(room.id)) == version, "what was being thought is not played"
        second = hosted(store)
        await second.resume()
        again = await second.open(room.id)
        assert again is not None
        await until(lambda: again.due_bot() is None)
        assert again.version == version + 4
        assert again.truth()[:version] == room.truth(), "nothing is dealt anew"
        await second.close()

    run(check)


def test_a_bot_s_move_that_cannot_be_kept_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arboretum.rooms.autoplay.AGAIN", 0.01)

    async def check() -> None:
        store = Watched()
        host = hosted(store)
        room = await two_persons(host)
        await host.command(room.id, "ada", Leave(0), None, "l")
        store.breaks = "before"
        await asyncio.sleep(0.05)
        version = room.version
        store.breaks = ""
        await until(lambda: room.due_bot() is None)
        assert room.version > version
        await host.close()

    run(check)


def test_a_table_that_was_cleared_away_is_gone() -> None:
    async def check() -> None:
        store, bots = MemoryStore(), QuickBots()
        host = hosted(store, bots)
        room = await two_persons(host)
        bots.go.clear()
        await host.command(room.id, "ada", Leave(0), None, "l")
        news = host.subscribe(room.id, "ben", 1)
        assert await store.prune(NOW + 1) == 1
        bots.go.set()
        await until(lambda: room.id not in host._tables)
        assert [hint async for hint in news] == []
        assert await host.open(room.id) is None
        await host.close()

    run(check)


# Rematch.


async def finished(host: Host) -> Room:
    room = await two_persons(host)
    chance = random.Random(3)
    while room.status == "playing":
        assert room.game is not None
        seat = room.game.seat
        act = Act(seat, chance.choice(room.view(seat).legal_actions))
        await host.command(room.id, ("ada", "ben")[seat], act, room.version, f"{room.version}")
    return room


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
