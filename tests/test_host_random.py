"""Tables in disorder: clicks twice, late, foreign, and restarts; every client has what the server has."""

from __future__ import annotations

import asyncio
import dataclasses
import random

import pytest

from arboretum import Discard, DrawDiscard, DrawPile, Options, Place, View
from arboretum.errors import ArboretumError
from arboretum.events import NOBODY
from arboretum.rooms.commands import (
    Act,
    Claim,
    Command,
    Count,
    EndTurn,
    Join,
    Leave,
    Rematch,
    Say,
    SeatBot,
    Start,
    Vote,
)
from arboretum.rooms.entries import GAME_EVENTS, Begun, Entry
from arboretum.rooms.host import Answer, Host
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.room import Room
from arboretum.rooms.settings import Settings
from host_tables import QuickBots
from room_tables import NAMES, NOW, counter, everyone, seeded

SESSIONS = ("ada", "ben", "cleo", "zoe", "phone", "")


@dataclasses.dataclass
class Client:
    """A page that knows what came by its stream, and nothing else."""

    seat: int
    version: int = 0
    view: View | None = None

    def hear(self, entries: list[tuple[int, Entry | None]]) -> None:
        for number, entry in entries:
            assert number == self.version + 1, "no gap, nothing twice"
            self.version = number
            if isinstance(entry, Begun):
                self.view = View.begin(entry.setup, self.seat)
            elif isinstance(entry, GAME_EVENTS):
                assert self.view is not None
                self.view = self.view.after(entry)


def anything(room: Room, chance: random.Random) -> Command:
    """Something that somebody may click, legal or not."""
    seat = chance.randrange(-1, 4)
    if room.status == "playing" and chance.random() < 0.7:
        assert room.game is not None
        seat = room.game.seat if chance.random() < 0.9 else seat
        view = room.view(room.game.seat)
        if view.phase.name == "PLACE" and chance.random() < 0.5:
            cards = chance.sample(list(view.hand), 2)
            return EndTurn(seat, Place(cards[0], chance.choice(view.my_open_cells)), Discard(cards[1]))
        return Act(seat, chance.choice([*view.legal_actions, DrawPile(), DrawDiscard(1)]))
    choices: list[Command] = [
        Join(chance.choice([None, seat]), chance.choice(NAMES), invited=chance.random() < 0.8),
        Leave(seat),
        SeatBot(seat, "random"),
        Start(),
        Start(),
        Say(seat, chance.randrange(14)),
        Vote(seat, chance.randrange(3), chance.choice(["bot", "bot", "wait"])),
        Claim(seat, chance.choice(SESSIONS)),
        Count(chance.randrange(12)),
        Rematch(),
    ]
    return chance.choice(choices)


@pytest.mark.parametrize("seed", range(8))
def test_every_client_has_what_the_server_has(seed: int) -> None:
    chance = random.Random(seed)

    async def check() -> None:
        store = MemoryStore()
        now = [NOW]

        def started() -> Host:
            bots, ids = QuickBots(), counter()
            return Host(store, clock=lambda: now[0], bots=bots, deal=seeded(seed), new_id=ids, pace=0.0, grace=0.0)

        host = started()
        settings = Settings(3, Options(start=0, opening=chance.choice(["none", "first-edition"])))
        room = await host.create(settings, "ada", [Join(None, "Ada")])
        clients = {seat: Client(seat) for seat in everyone(room)}
        sent: list[tuple[str, Command, int, str, Answer]] = []
        for number in range(700):
            now[0] += 1
            if chance.random() < 0.02:
                await host.close()
                before = room.truth()
                host = started()
                again = await host.open(room.id)
                assert again is not None
                room = again
                assert room.truth()[: len(before)] == before
            if sent and chance.random() < 0.1:
                session, command, expected, name, answer = chance.choice(sent)
                assert await host.command(room.id, session, command, expected, name) == answer, "answered alike"
            command = anything(room, chance)
            held = [seat for seat in room.seats if seat.kind == "person"]
            session = chance.choice(SESSIONS)
            if isinstance(command, Act | EndTurn) and chance.random() < 0.9 and 0 <= command.seat < 3:
                session = room.seats[command.seat].owner or session
            elif chance.random() < 0.3 and held:
                session = "ada"
            expected = room.version - (chance.randrange(1, 4) if chance.random() < 0.1 else 0)
            version = room.version
            try:
                answer = await host.command(room.id, session, command, expected, f"c{number}")
            except ArboretumError as refused:
                assert str(refused).endswith(".")
            else:
                assert answer.version >= version
                if answer.entries:
                    sent.append((session, command, expected, f"c{number}", answer))
            await asyncio.sleep(0)
            for client in clients.values():
                if chance.random() < 0.5 or number == 699:
                    client.hear(room.seen(client.seat, client.version))
                    assert client.view is None or client.view == room.view(client.seat)
        assert room.status in ("playing", "over"), "something happened"
        assert clients[NOBODY].version == room.version == len(await store.load(room.id))
        assert len(sent) > 20
        await host.close()

    asyncio.run(check())
