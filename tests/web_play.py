"""Games that are played by commands alone, for the tests of the web."""

from __future__ import annotations

import random

from arboretum import NOBODY
from web_client import Visitor
from web_server import Server


async def play(server: Server, table: str, people: list[Visitor], chance: random.Random) -> int:
    """Play a game to its end as its page does: draws at once, then place and discard together."""
    decisions = 0
    while True:
        room = await server.host.open(table)
        assert room is not None
        if room.status == "over":
            return decisions
        seat = room.view(NOBODY).seat
        view = await people[seat].view(table)
        assert view["you"]["as"] == seat == view["seat"]
        if view["phase"] == "PLACE":
            place = chance.choice(view["legal"])
            rest = [card for card in view["hand"] if card != place[:3]]
            fields = {"place": place, "discard": "-" + chance.choice(rest)}
            answer = await people[seat].command(table, "turn", seat=seat, expected=view["v"], **fields)
        else:
            action = chance.choice(view["legal"])
            answer = await people[seat].command(table, "act", seat=seat, expected=view["v"], action=action)
        assert answer.status == 200, answer.text
        assert answer.json["version"] > view["v"]
        decisions += 1


async def some_turns(server: Server, table: str, people: list[Visitor], decisions: int) -> None:
    """Play some decisions at random, drawing from the draw pile."""
    chance = random.Random(decisions)
    for _ in range(decisions):
        room = await server.host.open(table)
        assert room is not None
        seat = room.view(NOBODY).seat
        legal = [str(action) for action in room.view(seat).legal_actions]
        action = "+" if "+" in legal else chance.choice(legal)
        answer = await people[seat].command(table, "act", seat=seat, expected=room.version, action=action)
        assert answer.status == 200, answer.text
