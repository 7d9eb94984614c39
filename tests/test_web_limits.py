"""How much and what a visitor may send: rates with time that is told, sizes, garbage, readers that do not read."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.rooms.hub import WAITING
from arboretum.web import stream
from arboretum.web.limits import KEPT, Bucket, Limiter, Places
from arboretum.web.settings import Rates
from web_client import run, table_of
from web_server import Clock, friends, serving

SLOW = Rates(
    commands_per_second=1,
    commands_burst=5,
    reads_per_second=1,
    reads_burst=30,
    tables_per_second=1 / 6,
    tables_burst=3,
    sockets=3,
    messages_per_second=1,
    messages_burst=4,
)


def test_a_bucket_gives_what_it_holds_and_fills_as_time_goes_by() -> None:
    bucket = Bucket(per_second=2, burst=4, tokens=4, at=0)
    assert [bucket.take(0) for _ in range(5)] == [True] * 4 + [False]
    assert bucket.wait == 1
    assert not bucket.take(0.4)
    assert bucket.take(0.5)
    assert [bucket.take(100) for _ in range(5)] == [True] * 4 + [False]
    assert not bucket.take(50), "a clock that goes back gives nothing"


@given(st.lists(st.floats(0, 3, width=32), max_size=60))
def test_no_more_is_given_than_the_burst_and_the_rate(pauses: list[float]) -> None:
    bucket = Bucket(per_second=2, burst=4, tokens=4, at=0)
    now, given_out = 0.0, 0
    for wait in pauses:
        now += wait
        given_out += bucket.take(now)
    assert given_out <= 4 + 2 * now + 1e-6


def test_the_memory_of_limits_is_bounded_and_full_buckets_go_first() -> None:
    clock = Clock()
    limiter = Limiter(1, 2, clock)
    assert [limiter.wait("busy") for _ in range(3)] == [0, 0, 1]
    for number in range(3 * KEPT):
        limiter.wait(number)
        clock.now += 0.0001
    assert len(limiter._buckets) <= KEPT
    clock.now += 10
    assert limiter.wait("busy") == 0


def test_places_are_taken_and_left() -> None:
    places = Places(2)
    assert [places.enter("a"), places.enter("a"), places.enter("a"), places.enter("b")] == [
        True,
        True,
        False,
        True,
    ]
    places.leave("a")
    assert places.enter("a")


def test_too_many_commands_wait_and_go_on() -> None:
    async def work() -> None:
        async with serving(rates=SLOW) as server:
            me = server.visitor()
            table = table_of(await me.form("/play"))
            answers = [await me.command(table, "say", phrase=99) for _ in range(6)]
            assert [answer.status for answer in answers] == [422] * 5 + [429]
            assert answers[-1].header("retry-after") == "1"
            assert answers[-1].json["reason"] == "TOO_MUCH"
            other = server.visitor()
            elsewhere = table_of(await other.form("/play"))
            assert (await other.command(elsewhere, "say", phrase=99)).status == 422, "each session has its own"
            server.clock.now += 1
            assert (await me.command(table, "say", phrase=99)).status == 422
            assert (await me.command(table, "say", phrase=99)).status == 429

    run(work)


def test_too_many_tables_of_one_address_and_a_header_that_lies_about_it() -> None:
    async def work() -> None:
        async with serving(rates=SLOW) as server:
            tries = []
            for number in range(4):
                visitor = server.visitor(x_forwarded_for=f"192.0.2.{number}")
                tries.append((await visitor.form("/play")).status)
            assert tries == [303, 303, 303, 429]
            assert (await server.visitor(address="192.0.2.9").form("/play")).status == 303
            server.clock.now += 6
            assert (await server.visitor().form("/play")).status == 303

    run(work)


def test_too_many_reads_wait() -> None:
    async def work() -> None:
        async with serving(rates=SLOW) as server:
            stranger = server.visitor()
            statuses = [(await stranger.get("/mine")).status for _ in range(32)]
            assert statuses == [200] * 30 + [429] * 2

    run(work)


def test_too_many_streams_of_one_address() -> None:
    async def work() -> None:
        async with serving(rates=SLOW) as server:
            me = server.visitor()
            table = table_of(await me.form("/play"))
            path = f"/t/{table}/stream"
            async with me.stream(path), me.stream(path), me.stream(path), me.stream(path) as fourth:
                assert fourth.refused == 429
            async with me.stream(path) as again:
                assert again.refused is None

    run(work)


@pytest.mark.parametrize("text", ["hello", '{"kind":"act"}', "", "x" * 5000, '{"ping":1}' * 2])
def test_what_is_no_sign_of_life_closes_the_stream(text: str) -> None:
    async def work() -> None:
        async with serving() as server:
            me = server.visitor()
            table = table_of(await me.form("/play"))
            async with me.stream(f"/t/{table}/stream") as socket:
                await socket.say('{"ping":1}')
                await socket.say(text)
                while await socket.frame() is not None:
                    pass
                assert socket.closed == 1008

    run(work)


def test_too_many_signs_of_life_close_the_stream() -> None:
    async def work() -> None:
        async with serving(rates=SLOW) as server:
            me = server.visitor()
            table = table_of(await me.form("/play"))
            async with me.stream(f"/t/{table}/stream") as socket:
                for _ in range(6):
                    await socket.say('{"ping":1}')
                while await socket.frame() is not None:
                    pass
                assert socket.closed == 1008

    run(work)


def test_a_silent_stream_gives_signs_of_life() -> None:
    async def work() -> None:
        async with serving(heartbeat=0.02) as server:
            table, (ada, _) = await friends(server)
            async with ada.stream(f"/t/{table}/stream") as socket:
                frames = [await socket.frame() for _ in range(5)]
                assert frames[3:] == [{"ping": 1}] * 2

    run(work)


def test_a_reader_that_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Frames pile up nowhere: they are made when they can be sent, and after a while the reader is closed."""
    monkeypatch.setattr(stream, "PATIENCE", 0.2)

    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            scope = ada.scope("websocket", f"/t/{table}/stream?since=0", {"origin": f"http://{ada.host}"})
            ears: asyncio.Queue[Any] = asyncio.Queue()
            closed: list[Any] = []
            taken = 0

            async def send(message: Any) -> None:  # noqa: ANN401
                nonlocal taken
                if message["type"] == "websocket.send":
                    taken += 1
                    if taken > 2:
                        await asyncio.Event().wait()
                elif message["type"] == "websocket.close":
                    closed.append(message)

            await ears.put({"type": "websocket.connect"})
            life = asyncio.ensure_future(server.app(scope | {"subprotocols": []}, ears.get, send))
            for number in range(WAITING // 2):
                server.clock.now += 10
                assert (await ada.command(table, "say", phrase=number % 12)).status == 200
            await asyncio.wait_for(life, 3)
            assert closed[0]["code"] == 1013
            async with ada.stream(f"/t/{table}/stream?since=8") as again:
                room = await server.host.open(table)
                assert room is not None
                assert len((await again.frames_until(room.version))[-1]["events"]) == room.version - 8

    run(work)
