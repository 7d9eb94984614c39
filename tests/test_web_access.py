"""Who may do what: each route for each kind of visitor; links, cookies, names that would be more than that."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from arboretum import NOBODY
from arboretum.rooms.store import hash_of
from web_client import Visitor, run, table_of
from web_server import Server, friends, serving

Json = dict[str, Any]

VISITORS = ("seat", "other", "spectator", "elsewhere", "stranger", "expired", "forged", "tool")
"""On the seat that is to act; on the other one; with a session and no seat; with a seat at another table; without
a cookie; with one that has run out; with one that was made up; a program with the seat's token."""


@dataclasses.dataclass
class Scene:
    """A table in the middle of a game, and everybody who may come along."""

    server: Server
    table: str
    visitors: dict[str, Visitor]


async def scene(server: Server) -> Scene:
    table, (ada, ben) = await friends(server)
    spectator, elsewhere, expired, forged = (server.visitor() for _ in range(4))
    for visitor in (spectator, elsewhere):
        table_of(await visitor.form("/play"))
    table_of(await expired.form("/new"))
    secret = expired.cookies["arb"]
    await server.store.end_session(hash_of(secret))
    forged.cookies["arb"] = "A" * 43
    token = (await ada.send(f"/t/{table}/link", {"seat": 0})).json["token"]
    tool = server.visitor(authorization=f"Bearer {token}")
    stranger = server.visitor()
    people = (ada, ben, spectator, elsewhere, stranger, expired, forged, tool)
    return Scene(server, table, dict(zip(VISITORS, people, strict=True)))


PLAYERS = {"seat", "other", "tool"}
OWN = {"seat", "tool"}

READS = {
    "view": set(VISITORS),
    "view?as=0": OWN,
    "view?as=1": {"other"},
    "record": set(),
    "rules": set(VISITORS),
    "preview?seat=0&card={card}": OWN,
    "preview?seat=1&card={card}": set(),
    "invitation.svg": set(),
}
"""What can be read at a table by whom; the others are refused with 403, but for the card that is not theirs."""


@pytest.mark.parametrize("path", READS)
def test_who_may_read(path: str) -> None:
    async def work() -> None:
        async with serving() as server:
            here = await scene(server)
            card = (await here.visitors["seat"].view(here.table))["hand"][0]
            for name, visitor in here.visitors.items():
                answer = await visitor.get(f"/t/{here.table}/{path.format(card=card)}")
                wanted = {200} if name in READS[path] else {403}
                if path.startswith("preview?seat=1") and name == "other":
                    wanted = {422}  # the seat is theirs; the card is in another's hand
                assert answer.status in wanted, (name, answer.status, answer.text)

    run(work)


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_whose_hand_a_view_and_a_stream_show(seat: int) -> None:
    holder = {
        0: ("seat", "tool"),
        1: ("other",),
        NOBODY: ("spectator", "elsewhere", "stranger", "expired", "forged"),
    }

    async def work() -> None:
        async with serving() as server:
            here = await scene(server)
            room = await server.host.open(here.table)
            assert room is not None
            hand = [str(card) for card in room.view(seat).hand]
            for name in holder[seat]:
                visitor = here.visitors[name]
                view = await visitor.view(here.table)
                assert view["hand"] == hand, name
                assert view["you"]["as"] == (None if seat == NOBODY else seat)
                origin = "" if name == "tool" else f"http://{visitor.host}"
                async with visitor.stream(f"/t/{here.table}/stream", origin=origin) as stream:
                    assert (await stream.frames_until(room.version))[-1]["view"]["hand"] == hand
                for other in {0, 1} - {seat}:
                    path = f"/t/{here.table}/stream?as={other}"
                    async with visitor.stream(path, origin=origin) as stream:
                        assert stream.refused == 403, name

    run(work)


COMMANDS: dict[str, tuple[Json, set[str]]] = {
    "act": ({"seat": 0, "action": "+"}, OWN),
    "turn": ({"seat": 0, "place": "OK5@0,0", "discard": "-OK6"}, set()),
    "say": ({"phrase": 1}, PLAYERS),
    "vote": ({"about": 1, "choice": "bot"}, {"seat", "tool"}),
    "leave": ({"seat": 0}, OWN),
    "join": ({"name": "Eve"}, set()),
    "bot": ({"seat": 0, "bot": "greedy"}, set()),
    "start": ({}, set()),
    "rematch": ({}, set()),
}
"""What each command is, and who may give it in the middle of a game, on the move of seat 0."""


@pytest.mark.parametrize("kind", COMMANDS)
def test_who_may_act(kind: str) -> None:
    async def work() -> None:
        fields, allowed = COMMANDS[kind]
        for name in VISITORS:
            async with serving() as server:
                here = await scene(server)
                version = (await here.visitors["seat"].view(here.table))["v"]
                answer = await here.visitors[name].command(here.table, kind, expected=version, **fields)
                if name in allowed:
                    assert answer.status == 200, (name, answer.text)
                else:
                    assert answer.status in (403, 422), (name, answer.text)
                    assert name in PLAYERS or answer.status == 403 or kind == "join", (name, answer.text)
                    assert (await here.visitors["seat"].view(here.table))["v"] == version

    run(work)


def test_the_seat_is_the_sessions_whatever_the_body_says() -> None:
    async def work() -> None:
        async with serving() as server:
            here = await scene(server)
            version = (await here.visitors["seat"].view(here.table))["v"]
            for name in set(VISITORS) - OWN:
                answer = await here.visitors[name].command(here.table, "act", seat=0, expected=version, action="+")
                assert answer.status == 403, name

    run(work)


def test_a_private_table_is_shown_to_its_players_alone() -> None:
    async def work() -> None:
        async with serving() as server:
            table, (ada, ben) = await friends(server, public="off")
            stranger = server.visitor()
            for path in ("", "/view", "/rules", "/stream.ndjson"):
                assert (await stranger.get(f"/t/{table}{path}")).status == 403
            async with stranger.stream(f"/t/{table}/stream") as stream:
                assert stream.refused == 403
            assert (await stranger.get(f"/rules?table={table}")).status == 403
            for visitor in (ada, ben):
                assert (await visitor.get(f"/t/{table}/view")).status == 200

    run(work)


def test_a_token_is_for_one_seat_of_one_table() -> None:
    async def work() -> None:
        async with serving() as server:
            both = server.visitor()
            fields = {"seats": "2", "seat0_name": "Ada", "seat1_kind": "hot", "seat1_name": "Ben"}
            table = table_of(await both.form("/new", fields))
            other = table_of(await both.form("/play"))
            token = (await both.send(f"/t/{table}/link", {"seat": 1})).json["token"]
            tool = server.visitor(authorization=f"Bearer {token}")
            view = await tool.view(table)
            assert view["you"] == {"seats": [1], "as": 1, "host": False}
            assert (await tool.get(f"/t/{table}/view?as=0")).status == 403
            assert (await tool.get(f"/t/{other}/view")).status == 403
            assert (await tool.command(table, "start")).status == 403
            assert (await tool.send(f"/t/{table}/link", {"seat": 1})).status == 403
            newer = (await both.send(f"/t/{table}/link", {"seat": 1})).json["token"]
            assert newer != token
            assert (await tool.get(f"/t/{table}/view")).status == 401, "the older link is void"

    run(work)
