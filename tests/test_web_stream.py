"""Streams of many who look at once, a store that cannot keep anything, a start with many games, calm moments."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Sequence
from typing import Any

import pytest

from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.refusals import StoreFailed
from arboretum.web import tidying
from arboretum.web.settings import Rates
from arboretum.web.site import Site
from arboretum.web.tidying import Tidying
from web_client import Json, run
from web_server import friends, serving


def test_what_happens_while_the_first_frame_is_sent_is_not_left_out() -> None:
    async def check() -> None:
        async with serving() as server:
            table, people = await friends(server)
            view = await people[0].view(table)
            socket = people[1].stream(f"/t/{table}/stream?since={view['v'] - 1}")
            socket._mouth = asyncio.Queue(1)  # its reader reads one frame at a time
            async with socket:
                await asyncio.sleep(0.05)  # the greeting waits to be read, and the first frame behind it
                await people[0].command(table, "act", seat=0, expected=view["v"], action="+")
                frames = await socket.frames_until(view["v"] + 1)
        assert [frame["v"] for frame in frames if "v" in frame] == [view["v"], view["v"] + 1]
        assert [[e["v"] for e in frame["events"]] for frame in frames if "v" in frame] == [
            [f["v"]] for f in told(frames)
        ]

    run(check)


def told(frames: Sequence[Json]) -> list[Json]:
    return [frame for frame in frames if "v" in frame]


def test_a_frame_is_made_once_for_all_who_look_on_in_a_language(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    plain = Site.told

    async def counting(site: Site, room: Any, looker: Any) -> Json:  # noqa: ANN401
        made.append(looker.seat)
        return await plain(site, room, looker)

    async def check() -> None:
        async with serving() as server:
            table, people = await friends(server)
            view = await people[0].view(table)
            v = view["v"]
            at = f"/t/{table}/stream?since={v}"
            sockets = [server.visitor().stream(at) for _ in range(5)]
            sockets.append(server.visitor().stream(at, accept_language="de"))
            sockets.append(people[1].stream(at))
            for socket in sockets:
                await socket.__aenter__()
            monkeypatch.setattr(Site, "told", counting)
            await people[0].command(table, "act", seat=0, expected=v, action="+")
            frames = [told(await socket.frames_until(v + 1))[-1] for socket in sockets]
            for socket in sockets:
                await socket.__aexit__()
        assert all(frame == frames[0] for frame in frames[:5])
        said = [frame["events"][0]["say"] for frame in frames]
        assert said[5] != said[0], "in German"
        assert {key: frames[5]["view"][key] for key in ("hand", "legal", "tableaux", "discards")} == {
            key: frames[0]["view"][key] for key in ("hand", "legal", "tableaux", "discards")
        }
        assert frames[6]["view"]["hand"] != [] == frames[0]["view"]["hand"]
        assert sorted(made) == [-1, -1, 1], "once in each language, and once for the player"

    run(check)


class Full(MemoryStore):
    """A store on a disk that is full."""

    is_full = False

    async def append(self, step: Any) -> Any:  # noqa: ANN401
        if self.is_full:
            raise StoreFailed("database or disk is full")
        return await super().append(step)


def test_what_cannot_be_kept_is_refused_for_now_and_done_later() -> None:
    async def check() -> None:
        store = Full()
        async with serving(store=store) as server:
            table, people = await friends(server)
            view = await people[0].view(table)
            store.is_full = True
            command = {"seat": 0, "expected": view["v"], "action": "+", "id": "the-same-one"}
            for _ in range(2):
                answer = await people[0].command(table, "act", **command)
                assert (answer.status, answer.json["reason"]) == (503, "NOT_KEPT")
                assert "try again" in answer.json["error"]
                assert answer.header("retry-after") == "2"
            assert await people[0].view(table) == view
            store.is_full = False
            for _ in range(2):
                answer = await people[0].command(table, "act", **command)
                assert (answer.status, answer.json["version"]) == (200, view["v"] + 1)

    run(check)


class Slow(MemoryStore):
    """A store with many games, each of which takes long to load."""

    async def list_playing(self) -> list[str]:
        return [f"game{number}" for number in range(1000)]

    async def load(self, room: str, since: int = 0) -> list[str]:
        if room.startswith("game"):
            await asyncio.sleep(1)
        return await super().load(room, since)


def test_a_server_does_not_wait_for_its_games() -> None:
    async def check() -> None:
        async with asyncio.timeout(5), serving(store=Slow()) as server:
            assert (await server.visitor().get("/healthz")).status == 200

    run(check)


def test_a_crowd_shares_an_address_and_not_a_seat() -> None:
    one, many = Rates(), Rates().times(30)
    assert (many.sockets, many.reads_burst) == (30 * one.sockets, 30 * one.reads_burst)
    assert many.tables_per_second == 30 * one.tables_per_second
    assert (many.commands_per_second, many.commands_burst) == (one.commands_per_second, one.commands_burst)
    assert Rates().times(1) == one


def test_full_rounds_of_the_collector_wait_until_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: rounds.append("round"))
    monkeypatch.setattr(gc, "freeze", lambda: rounds.append("freeze"))
    monkeypatch.setattr(tidying, "CALM", 0.05)
    monkeypatch.setattr(tidying, "OFTEN", 0.0)

    async def app(*_: object) -> None:
        return

    async def check() -> None:
        before = gc.get_threshold()
        tidy = Tidying(app)
        running = asyncio.ensure_future(tidy.tidy_up())
        await asyncio.sleep(0.15)
        assert rounds == ["round", "freeze"], "nobody came, so there is nothing to tidy up"
        assert gc.get_threshold() != before
        for _ in range(20):
            await tidy({"type": "http"}, None, None)  # type: ignore[arg-type]
            await asyncio.sleep(0.01)
        busy = len(rounds)
        await asyncio.sleep(0.3)
        assert len(rounds) == 3, "once, when it was calm again"
        assert busy == 2
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        assert gc.get_threshold() == before

    run(check)
