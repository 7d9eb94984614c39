"""
The non-interference law over every byte that the server sends.

Two servers differ in two cards of the deck that somebody has not seen, and in nothing else: ids, secrets and time
are the same. The same game is played on both, and all that this visitor received, by requests and streams, live,
by reloading, and by coming back from every version, is compared byte by byte.
"""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import json
import random
from collections.abc import Sequence
from typing import Any

import pytest

from arboretum import NOBODY, Card, Game
from arboretum.events import Shuffled
from arboretum.options import Options
from arboretum.rooms import folded
from arboretum.rooms.dealer import Deal
from arboretum.rooms.entries import Begun, Entry
from arboretum.rooms.settings import Settings
from arboretum.web import tableview
from tables import NAMES, from_deck, log_of, new_game, random_action, twin
from web_client import Visitor, run, table_of
from web_server import Server, friends, serving

Step = tuple[int, str]
"""A seat, and its action in the notation."""

STRANGER = NOBODY - 1
"""Looks on without any cookie; NOBODY has a session, from another table."""


@dataclasses.dataclass(frozen=True)
class Case:
    """A game so far, and its twin: two cards that somebody has not seen are exchanged."""

    seats: int
    options: str
    who: int
    script: tuple[Step, ...]
    games: tuple[Game, Game]


def case(seats: int, options: str, who: int, seed: int) -> Case:
    """A game played to a random moment, and its twin for this visitor."""
    chance = random.Random(f"{seats} {options} {who} {seed}")
    game = new_game(seats, seed, f"{options},start=0")
    fresh = new_game(seats, seed, f"{options},start=0")
    played: list[Any] = []
    for _ in range(chance.randrange(2, 32 * seats)):
        if game.is_over:
            break
        seat, action = game.seat, random_action(game, chance)
        before = len(game.view(NOBODY).seen)
        game.play(seat, action)
        if game.is_over:
            break
        assert len(game.view(NOBODY).seen) == before + 1
        played.append((seat, action))
    moment = new_game(seats, seed, f"{options},start=0")
    for seat, action in played:
        moment.play(seat, action)
    shuffle = log_of(fresh)[0]
    assert isinstance(shuffle, Shuffled)
    unseen = sorted(moment.view(max(who, NOBODY)).unseen & set(shuffle.deck))
    one, other = chance.sample(unseen, 2)
    script = tuple((seat, str(action)) for seat, action in played)
    return Case(seats, options, who, script, (fresh, twin(fresh, one, other, [])))


def dealer(game: Game) -> Deal:
    """Deals this game to the friends whose it is, and any other table always the same."""

    def deal(players: Sequence[str], settings: Settings, began: str) -> list[Entry]:
        mine = tuple(players) == game.setup.players
        dealt = game if mine else Game.new(players, settings.options, seed=1)
        fresh = from_deck(dealt.setup, log_of(dealt)[0], dealt.view(NOBODY).starter)  # type: ignore[arg-type]
        return [Begun(fresh.setup), *log_of(fresh)]

    return deal


async def received(case: Case, game: Game) -> list[bytes]:
    """Every byte that the visitor received in a game played like this."""
    async with serving(dealer=dealer(game)) as server:
        fields = _fields(case.options)
        table, people = await friends(server, NAMES[: case.seats], **fields)
        watcher = await _watcher(server, people, case.who)
        async with watcher.stream(f"/t/{table}/stream?since=0") as stream:
            for seat, action in case.script:
                room = await server.host.open(table)
                assert room is not None
                answer = await people[seat].command(
                    table, "act", seat=seat, expected=room.version, action=action, id=f"move-number-{room.version}"
                )
                assert answer.status == 200, answer.text
                await stream.frames_until(room.version)
                await _look(watcher, table, case, room.version)
        await _come_back(server, watcher, table)
        return watcher.received


def _fields(options: str) -> dict[str, object]:
    chosen = Options.parse(options).to_json()
    return {name: str(value) for name, value in chosen.items() if name != "start"}


async def _watcher(server: Server, people: list[Visitor], who: int) -> Visitor:
    """The visitor whose bytes count; from now on all of them do."""
    if who >= 0:
        return people[who]
    visitor = server.visitor()
    if who == NOBODY:
        table_of(await visitor.form("/play"))
    return visitor


async def _look(watcher: Visitor, table: str, case: Case, version: int) -> None:
    """Everything that a visitor can ask for in a running game, refusals included."""
    if version % 5:
        await watcher.get(f"/t/{table}/view")
        return
    for path in ("view", "view?as=0", "view?as=1", "record", "rules", "preview?seat=0&card=OK5", "picture.svg"):
        await watcher.get(f"/t/{table}/{path}")
    for path in (f"/t/{table}", f"/rules?table={table}", "/mine", "/", "/healthz", f"/t/{table}/stream?since=0"):
        await watcher.get(path)
    seat = max(case.who, 0)
    for action in ("OK5@0,0", "-OK5", "OK5@9,9", "+<B", "-TP8"):
        await watcher.command(
            table, "act", seat=seat, expected=0, action=action, id=f"try-{version}-{action[-1]}{len(action)}"
        )
    if case.who >= 0:
        hand = (await watcher.view(table))["hand"]
        await watcher.get(f"/t/{table}/preview?seat={case.who}&card={hand[0]}")


async def _come_back(server: Server, watcher: Visitor, table: str) -> None:
    """The stream from every version on."""
    room = await server.host.open(table)
    assert room is not None
    for since in range(room.version):
        async with watcher.stream(f"/t/{table}/stream?since={since}") as stream:
            await stream.frames_until(room.version)


def compare(case: Case) -> int:
    """Play a case on both servers; how many answers and frames were equal."""
    both: list[list[bytes]] = []

    async def work() -> None:
        for game in case.games:
            both.append(await received(case, game))

    run(work)
    assert both[0] == both[1], f"{case.who} could tell {case.script}"
    return len(both[0])


CASES = [
    *itertools.product((2,), ("standard", "species=secret", "piles=top-card,opening=first-edition"), (0, 1)),
    *itertools.product((2, 3), ("standard",), (NOBODY, STRANGER)),
    (3, "species=secret", 1),
    (3, "opening=first-edition,unheld=nobody", 2),
    (4, "standard", 3),
]


@pytest.mark.parametrize(("seats", "options", "who"), CASES)
def test_hidden_cards_change_no_byte_that_a_visitor_receives(seats: int, options: str, who: int) -> None:
    assert compare(case(seats, options, who, 11)) > 10


@pytest.mark.long
@pytest.mark.parametrize(("seats", "options", "who"), CASES)
def test_hidden_cards_change_no_byte_in_more_games(seats: int, options: str, who: int) -> None:
    for seed in (12, 13, 14):
        assert compare(case(seats, options, who, seed)) > 10


def test_the_law_notices_a_log_that_tells_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folded, "entry_seen_by", lambda entry, seat: entry)
    with pytest.raises(AssertionError, match="could tell"):
        compare(case(2, "standard", 1, seed=11))


def test_the_law_notices_a_view_that_tells_a_rivals_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = tableview.table_json

    def leaky(room: folded.Folded, looker: tableview.Looker, online: Any) -> dict[str, Any]:  # noqa: ANN401
        rival = room.view(0).hand if room.game else ()
        return honest(room, looker, online) | {"debug": sum(rival)}

    monkeypatch.setattr("arboretum.web.site.table_json", leaky)
    chosen = next(each for each in (case(2, "standard", NOBODY, seed) for seed in range(11, 40)) if _differs(each))
    with pytest.raises(AssertionError, match="could tell"):
        compare(chosen)


def _differs(case: Case) -> bool:
    """The twins' first players hold different cards."""
    return sum(case.games[0].view(0).hand) != sum(case.games[1].view(0).hand)


def test_no_secret_no_deck_and_no_hidden_card_leaves_the_server() -> None:
    """What was never seen is nowhere in what a spectator got, and no token or session in what anybody got."""

    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server)
            everybody = [*people, server.visitor()]
            for visitor in everybody:
                visitor.received.clear()
            room = await server.host.open(table)
            assert room is not None
            chance = random.Random(2)
            for _ in range(30):
                seat = room.view(NOBODY).seat
                action = str(chance.choice(room.view(seat).legal_actions))
                await people[seat].command(table, "act", seat=seat, expected=room.version, action=action)
                for visitor in everybody:
                    await visitor.view(table)
                    async with visitor.stream(f"/t/{table}/stream") as stream:
                        await stream.frames_until(room.version)
            for who, visitor in zip((0, 1, NOBODY), everybody, strict=True):
                text = b"\n".join(visitor.received)
                for card in sorted(room.view(who).unseen):
                    assert str(card).encode() not in text, (who, card)
                for secret in _secrets(server, room):
                    assert secret.encode() not in text
                assert b'"deck"' not in text
                assert b'"salt"' not in text

    run(work)


def _secrets(server: Server, room: folded.Folded) -> list[str]:
    """Sessions, and the cards' order, which nobody is ever told in a running game."""
    owners = [owner for seat in room.seats for owner in seat.owners]
    return [*owners, room.host, room.opened.next_id]


def test_the_pages_of_a_table_say_nothing_of_its_cards() -> None:
    async def work() -> None:
        async with serving() as server:
            table, people = await friends(server)
            cards = {str(Card(number)) for number in range(104)}
            for visitor in (*people, server.visitor()):
                page = (await visitor.get(f"/t/{table}")).text
                assert not any(f'"{card}"' in page or f">{card}<" in page for card in cards)

    run(work)


def test_a_stream_of_lines_says_what_a_socket_says() -> None:
    async def work() -> None:
        async with serving(heartbeat=0.05) as server:
            table, people = await friends(server)
            token = (await people[0].send(f"/t/{table}/link", {"seat": 0})).json["token"]
            program = server.visitor(authorization=f"Bearer {token}")
            async with people[0].stream(f"/t/{table}/stream") as stream:
                frames = [await stream.frame() for _ in range(3)]
            lines = await asyncio.wait_for(_first_lines(server, program, table, 4), 5)
            assert frames[1] is not None
            assert lines[1]["events"] == frames[1]["events"]
            assert lines[1]["view"] | {"you": frames[1]["view"]["you"]} == frames[1]["view"]
            assert lines[-1] == {"ping": 1}

    run(work)


async def _first_lines(server: Server, program: Visitor, table: str, count: int) -> list[Any]:
    """The first lines of a stream of lines, after which its reader goes away."""
    scope = program.scope("http", f"/t/{table}/stream.ndjson", {}) | {"method": "GET"}
    lines: list[Any] = []
    enough = asyncio.Event()
    asked = iter([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> Any:  # noqa: ANN401
        for message in asked:
            return message
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:  # noqa: ANN401
        if message["type"] == "http.response.start":
            assert message["status"] == 200
        elif message["body"]:
            lines.append(json.loads(message["body"]))
            if len(lines) >= count:
                enough.set()

    await server.app(scope, receive, send)
    return lines[:count]
