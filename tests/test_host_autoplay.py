"""The turns of bots at the tables of a host: as commands, at a pace, after a restart, when they fail."""

from __future__ import annotations

import asyncio
import logging
import random
import statistics
import time

import pytest

from arboretum import DrawPile
from arboretum.events import Discarded, Drew, Placed, action_of
from arboretum.rooms import autoplay
from arboretum.rooms.commands import Act, Join, Leave, Say, SeatBot, Start
from arboretum.rooms.haste import LEAST, MOST, thinking_time
from arboretum.rooms.host import Host
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.settings import Settings
from host_tables import ADA, TWO, QuickBots, Watched, hosted, run, two_persons, until
from room_tables import NOW, seeded


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
        assert time.monotonic() - started >= 4 * 0.05 * LEAST
        await host.close()

    run(check)


def test_thinking_times_are_mostly_short_and_sometimes_long() -> None:
    chance = random.Random(2)
    times = [thinking_time(0.8, chance) for _ in range(4000)]
    assert min(times) >= LEAST * 0.8
    assert max(times) == MOST * 0.8
    assert statistics.mean(times) == pytest.approx(0.87, abs=0.03)
    assert statistics.median(times) < statistics.mean(times)
    assert thinking_time(0.0, chance) == 0.0


def test_how_long_a_bot_takes_tells_nothing_of_its_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same times, whatever the deck; and a search takes all of its time though it may decide at once."""
    drawn: list[float] = []

    def noted(pace: float, chance: random.Random) -> float:
        drawn.append(thinking_time(pace, chance))
        return drawn[-1]

    async def waited(deck: int, seconds: float) -> tuple[list[float], float]:
        bots = QuickBots()
        bots.seconds_for = lambda bot: seconds  # type: ignore[method-assign]  # one kind of bot only
        host = Host(MemoryStore(), bots=bots, deal=seeded(deck), pace=0.01)
        host._autoplay._chance = random.Random(7)
        drawn.clear()
        started = time.monotonic()
        room = await host.create(TWO, "ada", [SeatBot(0, "random"), Join(1, "Ada"), Start()])
        await until(lambda: room.due_bot() is None)
        await host.close()
        return list(drawn), time.monotonic() - started

    async def check() -> None:
        monkeypatch.setattr(autoplay, "thinking_time", noted)
        one, _ = await waited(1, 0.0)
        other, _ = await waited(2, 0.0)
        assert len(one) == 4
        assert one == other
        _, seconds = await waited(3, 0.1)
        assert seconds >= 4 * 0.1

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
