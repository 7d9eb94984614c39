"""
Hints keep the secrets of the table: the law of test_web_secrecy over every byte of their answers.

Two servers differ in two cards that a seat has not seen; what that seat is advised is the same. And nobody else
can tell that it asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from arboretum import NOBODY, Game, View
from arboretum.actions import Action, Discard
from arboretum.advice import advice_json, advised
from arboretum.rooms.worker import Worker
from tables import NAMES
from test_web_hints import Adviser, adviser
from test_web_secrecy import Case, _fields, case, dealer
from web_client import run
from web_play import some_turns
from web_server import friends, serving

__all__ = ["adviser"]


class AtOnce:
    """Advises in this process."""

    def __init__(self, command: tuple[str, ...]) -> None:
        """command: what would advise elsewhere."""

    async def ask(self, view: View, instead: Action | None) -> dict[str, Any]:
        return advice_json(view, advised(view, instead if isinstance(instead, Discard) else None))

    async def close(self) -> None:
        """Nothing is to be ended."""


async def received(case: Case, game: Game, asks: bool, listener: int) -> list[bytes]:
    """
    Every byte that somebody received in a game played like this, at a table that agreed on hints.

    asks: whether the seat of the case asks what to do, whenever it is to act. listener: whose bytes.
    """
    async with serving(dealer=dealer(game)) as server:
        table, people = await friends(server, NAMES[: case.seats], **_fields(case.options), hints="on")
        watcher = people[listener] if listener != NOBODY else server.visitor()
        watcher.received.clear()
        not_mine = (case.who + 1) % case.seats if listener == case.who else case.who
        async with watcher.stream(f"/t/{table}/stream?since=0") as stream:
            for number, (seat, action) in enumerate(case.script):
                room = await server.host.open(table)
                assert room is not None
                if asks and seat == case.who and number % 3 == 0:
                    told = await people[seat].get(f"/t/{table}/hint?seat={seat}")
                    assert told.status == 200, told.text
                    assert told.json["choices"]
                fields = {"seat": seat, "expected": room.version, "action": action, "id": f"move-number-{number}"}
                answer = await people[seat].command(table, "act", **fields)
                assert answer.status == 200, answer.text
                await stream.frames_until(room.version)
                await watcher.get(f"/t/{table}/view")
                await watcher.get(f"/t/{table}/hint?seat={not_mine}")
        return watcher.received


def both(case: Case, games: Sequence[Game], asks: Sequence[bool], listener: int) -> list[list[bytes]]:
    """What was received in two games."""
    told: list[list[bytes]] = []

    async def work() -> None:
        for game, asking in zip(games, asks, strict=True):
            told.append(await received(case, game, asking, listener))

    run(work)
    return told


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arboretum.web.site.Advisers", AtOnce)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(("options", "seed"), [("standard", 11), ("species=secret", 14)])
def test_hidden_cards_change_no_byte_of_the_advice(options: str, seed: int) -> None:
    found = case(2, options, 0, seed)
    one, other = both(found, found.games, (True, True), 0)
    assert one == other
    assert sum(b'"choices"' in answer for answer in one) > 2


@pytest.mark.usefixtures("at_once")
def test_the_law_notices_advice_that_knows_a_hidden_card(monkeypatch: pytest.MonkeyPatch) -> None:
    found = next(each for each in (case(2, "standard", 0, seed) for seed in range(11, 40)) if _differs(each))
    hands = iter([sum(game.view(1).hand) for game in found.games])

    def begun(self: AtOnce, command: tuple[str, ...]) -> None:
        self.hand = next(hands)  # type: ignore[attr-defined]

    async def leaky(self: AtOnce, view: View, instead: Action | None) -> dict[str, Any]:
        return {"choices": [self.hand]}  # type: ignore[attr-defined]

    monkeypatch.setattr(AtOnce, "__init__", begun)
    monkeypatch.setattr(AtOnce, "ask", leaky)
    one, other = both(found, found.games, (True, True), 0)
    assert one != other


def _differs(case: Case) -> bool:
    """The rival holds other cards in the twin, and the seat of the case acts."""
    games = case.games
    return sum(games[0].view(1).hand) != sum(games[1].view(1).hand) and any(s == 0 for s, _ in case.script[:1])


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("listener", [1, NOBODY])
def test_nobody_else_can_tell_that_somebody_asks(listener: int) -> None:
    found = case(2, "standard", 0, 11)
    one, other = both(found, (found.games[0], found.games[0]), (True, False), listener)
    assert one == other
    assert not any(b'"choices":[{"action"' in answer for answer in one), "and nobody else is advised"


def test_the_process_is_given_no_card_that_the_seat_has_not_seen(
    adviser: Adviser, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    asked = Worker.ask

    async def noted(self: Worker, request: str, limit: float) -> dict[str, Any]:
        sent.append(request)
        return await asked(self, request, limit)

    monkeypatch.setattr(Worker, "ask", noted)

    async def work() -> None:
        async with adviser.serving() as server:
            table, people = await friends(server, hints="on")
            await some_turns(server, table, people, 9)
            room = await server.host.open(table)
            assert room is not None
            seat = room.view(NOBODY).seat
            assert (await people[seat].get(f"/t/{table}/hint?seat={seat}")).status == 200
            (text,) = sent
            for card in room.view(seat).unseen:
                assert f'"{card}"' not in text
            for secret in (room.host, room.opened.next_id, *(s.owners[0] for s in room.seats), table):
                assert secret not in text
            assert all(f'"{card}"' in text for card in room.view(seat).hand)

    run(work)
