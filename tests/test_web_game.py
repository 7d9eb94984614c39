"""Whole games as pages and programs play them: by requests and streams alone."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from arboretum.record import Record
from web_client import Visitor, run, table_of
from web_play import play
from web_server import Server, friends, serving

Json = dict[str, Any]


@pytest.mark.parametrize("names", [("Ada", "Ben"), ("Ada", "Ben", "Cleo"), ("Ada", "Ben", "Cleo", "Dan")])
def test_friends_play_a_whole_game(names: tuple[str, ...]) -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server, names)
            onlooker = server.visitor()
            async with onlooker.stream(f"/t/{table}/stream") as stream:
                decisions = await play(server, table, people, random.Random(len(names)))
                room = await server.host.open(table)
                assert room is not None
                frames = await stream.frames_until(room.version)
            assert decisions > 40
            told = [event["v"] for frame in frames for event in frame.get("events", [])]
            hidden = {frame["v"] for frame in frames if "view" not in frame and "v" in frame}
            assert sorted({*told, *hidden}) == list(range(1, room.version + 1))
            await _the_end_is_told(server, table, people, names)

    run(work)


def test_who_sits_at_the_table_presses_on_in_the_count_for_everybody() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, ben) = await friends(server, ("Ada", "Ben"))
            onlooker = server.visitor()
            early = await ada.command(table, "count", step=1)
            assert (early.status, early.json["reason"]) == (422, "NOT_OVER")
            view = await onlooker.view(table)
            assert (view["count"], view["score"]) == (0, None)
            await play(server, table, [ada, ben], random.Random(3))
            now = (await onlooker.view(table))["v"]
            async with onlooker.stream(f"/t/{table}/stream?since={now}") as stream:
                assert (await ben.command(table, "count", step=1, expected=now)).json == {"version": now + 1}
                (frame,) = [f for f in await stream.frames_until(now + 1) if "events" in f]
            assert frame["events"] == [{"v": now + 1, "event": "counted", "step": 1}]
            assert frame["view"]["count"] == 1
            assert (await ada.command(table, "count", step=1, expected=now)).json == {"version": now + 1}
            assert (await onlooker.command(table, "count", step=2)).status == 403
            assert (await ada.command(table, "count", step=0)).status == 422
            assert (await ada.command(table, "count", step=99)).status == 422
            last = len(frame["view"]["score"]["count"]["steps"]) + 1
            assert (await ada.command(table, "count", step=last)).status == 200
            late = await server.visitor().view(table)
            assert (late["count"], late["rematch"]) == (last, None), "who comes late is where the table is"

    run(work)


async def _the_end_is_told(server: Server, table: str, people: list[Visitor], names: tuple[str, ...]) -> None:
    """Score, sentences, hands and record, the same for each player and for whoever looks on."""
    room = await server.host.open(table)
    assert room is not None
    assert room.game is not None
    score = room.game.score
    scores = [(await visitor.view(table))["score"] for visitor in (*people, server.visitor())]
    assert all(told == scores[0] for told in scores)
    assert scores[0]["totals"] == list(score.totals or ())
    assert scores[0]["win"] == score.explain_win()
    for kind in score.species:
        right, *points = scores[0]["explain"][kind.code]
        assert right == score.explain_right(kind)
        assert points == [f"{name}: {score.explain_points(kind, seat)}" for seat, name in enumerate(names)]
    answer = await server.visitor().get(f"/t/{table}/record")
    assert answer.status == 200
    assert (answer.header("content-disposition") or "").startswith('attachment; filename="ada-ben')
    record = Record.parse(answer.text)
    record.verify()
    assert record.setup.players == names
    assert record == room.game.record()


def test_alone_against_bots_with_one_click() -> None:
    async def work() -> None:
        async with serving() as server:
            me = server.visitor()
            table = table_of(await me.form("/play", {"seats": "3", "bot": "random"}))
            view = await me.view(table)
            assert view["status"] == "playing"
            assert [seat["kind"] for seat in view["seats"]] == ["person", "bot", "bot"]
            chance = random.Random(7)
            async with me.stream(f"/t/{table}/stream?since=0") as stream:
                while view["status"] != "over":
                    if view["seat"] == 0:
                        action = chance.choice(view["legal"])
                        await me.command(table, "act", seat=0, expected=view["v"], action=action)
                    while (frame := await stream.frame()) is not None:
                        if frame.get("view", view)["v"] > view["v"]:
                            view = frame["view"]
                            break
            assert view["score"]["win"]
            assert sum(len(tableau) for tableau in view["tableaux"]) > 20

    run(work)


def test_one_screen_for_two_shows_no_hand_until_somebody_says_who_looks() -> None:
    async def work() -> None:
        async with serving() as server:
            both = server.visitor()
            fields = {"seats": "2", "seat0_name": "Ada", "seat1_kind": "hot", "seat1_name": "Ben", "start": "1"}
            table = table_of(await both.form("/new", fields))
            assert (await both.command(table, "start")).status == 200
            view = await both.view(table)
            assert view["you"] == {"seats": [0, 1], "as": None, "host": True}
            assert view["hand"] == []
            assert view["legal"] == []
            hands = [(await both.view(table, f"?as={seat}"))["hand"] for seat in (0, 1)]
            assert [len(hand) for hand in hands] == [7, 7]
            assert not set(hands[0]) & set(hands[1])
            assert (await both.command(table, "act", seat=1, expected=view["v"], action="+")).status == 200
            async with both.stream(f"/t/{table}/stream?since={view['v']}&as=0") as stream:
                frames = await stream.frames_until(view["v"] + 1)
            assert frames[-1]["events"] == [
                {
                    "v": view["v"] + 1,
                    "event": "drew",
                    "seat": 1,
                    "from": "pile",
                    "card": "?",
                    "say": "Ben drew a card from the draw pile.",
                }
            ]

    run(work)


def test_a_page_that_comes_back_gets_what_it_missed_from_any_version() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server, start="1", opening="first-edition")
            await play(server, table, people, random.Random(3))
            room = await server.host.open(table)
            assert room is not None
            last = room.version
            for visitor in (*people, server.visitor()):
                async with visitor.stream(f"/t/{table}/stream") as stream:
                    whole = (await stream.frames_until(last))[-1]["events"]
                for since in range(last):
                    async with visitor.stream(f"/t/{table}/stream?since={since}") as stream:
                        frames = await stream.frames_until(last)
                    assert frames[0]["hello"]["version"] == last
                    assert frames[-1]["events"] == whole[since:]
                async with visitor.stream(f"/t/{table}/stream?since={last}") as stream:
                    assert "hello" in (await stream.frame() or {})
                    assert "presence" in (await stream.frame() or {})
                    assert stream.waiting() == 0
                async with visitor.stream(f"/t/{table}/stream?since={last + 5}") as stream:
                    assert (await stream.frames_until(last))[-1]["events"] == whole

    run(work)


def test_a_stale_a_double_and_a_resent_command() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, ben) = await friends(server)
            version = (await ada.view(table))["v"]
            same = {"seat": 0, "expected": version, "action": "+", "id": "one-click"}
            twice = await asyncio.gather(ada.command(table, "act", **same), ada.command(table, "act", **same))
            assert [answer.status for answer in twice] == [200, 200]
            assert twice[0].json == twice[1].json == {"version": version + 1}
            assert (await ada.view(table))["v"] == version + 1
            stale = await ada.command(table, "act", seat=0, expected=version, action="+")
            assert stale.status == 409
            assert stale.json["version"] == version + 1
            assert stale.json["reason"] == "STALE"
            early = await ben.command(table, "act", seat=1, expected=version + 1, action="+")
            assert early.status == 422
            assert early.json["reason"] == "NOT_YOUR_TURN"
            again = await ada.command(table, "act", **same)
            assert again.json == {"version": version + 1}
            borrowed = await ben.command(table, "act", **(same | {"seat": 1}))
            assert borrowed.status == 409, "the id of another's command tells nothing"
            assert (await ada.view(table))["v"] == version + 1

    run(work)


def test_two_tabs_race_and_one_wins() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            version = (await ada.view(table))["v"]
            tries = [ada.command(table, "act", seat=0, expected=version, action="+") for _ in range(8)]
            statuses = sorted([answer.status for answer in await asyncio.gather(*tries)])
            assert statuses == [200, *[409] * 7]

    run(work)


def test_what_the_rules_refuse_is_told_in_a_sentence() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, _) = await friends(server)
            version = (await ada.view(table))["v"]
            for action, reason in (("+<A", "PILE_EMPTY"), ("-OK5", "WRONG_PHASE"), ("hello", "NOTATION")):
                answer = await ada.command(table, "act", seat=0, expected=version, action=action)
                assert (answer.status, answer.json["reason"]) == (422, reason)
                assert answer.json["error"].endswith(".")
            for action in ("+", "+"):
                version = (await ada.command(table, "act", seat=0, expected=version, action=action)).json[
                    "version"
                ]
            hand = (await ada.view(table))["hand"]
            half = {"place": f"{hand[0]}@0,0", "discard": f"-{hand[0]}"}
            answer = await ada.command(table, "turn", seat=0, expected=version, **half)
            assert (answer.status, answer.json["reason"]) == (422, "NOT_IN_HAND")
            assert (await ada.view(table))["v"] == version, "half of a turn is not played"
            swapped = {"place": f"-{hand[0]}", "discard": f"{hand[0]}@0,0"}
            answer = await ada.command(table, "turn", seat=0, expected=version, **swapped)
            assert (answer.status, answer.json["reason"]) == (422, "NOT_A_TURN")

    run(work)
