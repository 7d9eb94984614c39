"""
The non-interference law for looking back: two games that differ in two cards which somebody has not seen are told
to them alike, step by step, at every moment and with every refusal.
"""

from __future__ import annotations

from typing import Any

import pytest

from arboretum import NOBODY, Game
from arboretum.rooms.folded import Folded
from arboretum.web.history import history_json
from tables import NAMES
from test_web_secrecy import Case, _fields, _watcher, case, dealer
from web_client import run
from web_server import friends, serving

PATHS = ("history", "history?as=0", "history?as=1", "history?as=public", "history?as=all", "replay", "record")


async def received(game: Game, played: Case) -> list[bytes]:
    """Every byte that the visitor received who looked back again and again."""
    async with serving(dealer=dealer(game)) as server:
        table, people = await friends(server, NAMES[: played.seats], **_fields(played.options))
        watcher = await _watcher(server, people, played.who)
        for number, (seat, action) in enumerate(played.script, 1):
            room = await server.host.open(table)
            assert room is not None
            answer = await people[seat].command(
                table, "act", seat=seat, expected=room.version, action=action, id=f"move-number-{room.version}"
            )
            assert answer.status == 200, answer.text
            if number % 9 == 0 or number == len(played.script):
                for path in PATHS:
                    await watcher.get(f"/t/{table}/{path}", accept_encoding="gzip")
                await watcher.form(f"/t/{table}/practice", {"at": str(room.version), "seat": "0"})
        return watcher.received


def compare(played: Case) -> int:
    """Play a case on both servers; how many answers were equal."""
    both: list[list[bytes]] = []

    async def work() -> None:
        for game in played.games:
            both.append(await received(game, played))

    run(work)
    assert both[0] == both[1], f"{played.who} could tell {played.script}"
    return len(both[0])


@pytest.mark.parametrize(
    ("seats", "options", "who"),
    [
        (2, "standard", 0),
        (2, "species=secret", 1),
        (2, "piles=top-card,opening=first-edition", 0),
        (2, "standard", NOBODY),
        (3, "standard", 1),
        (4, "standard", NOBODY - 1),
    ],
)
def test_hidden_cards_change_no_step_that_a_visitor_looks_back_at(seats: int, options: str, who: int) -> None:
    for seed in (21, 22):
        assert compare(case(seats, options, who, seed)) > 6


def test_the_law_notices_a_history_through_other_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(room: Folded, eyes: Any) -> Any:  # noqa: ANN401
        return history_json(room, eyes) | {"debug": sum(room.view(0).hand) if room.game else 0}

    monkeypatch.setattr("arboretum.web.replays.history_json", leaky)
    found = (case(2, "standard", NOBODY, seed) for seed in range(21, 60))
    chosen = next(each for each in found if sum(each.games[0].view(0).hand) != sum(each.games[1].view(0).hand))
    with pytest.raises(AssertionError, match="could tell"):
        compare(chosen)
