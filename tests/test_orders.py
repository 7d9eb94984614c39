"""What a node of a cluster is told, and what it plays then: here in this process, without a cluster."""

from __future__ import annotations

import dataclasses
import pickle
from pathlib import Path

import pytest

from arboretum import Action, Budget, View
from arboretum.arena.cluster import Cluster
from arboretum.arena.errand import errand
from arboretum.arena.match import Match
from arboretum.arena.orders import order_of
from arboretum.errors import ArboretumError, OptionError
from arboretum.record import Record

LAST = """
from pathlib import Path
class Last:
    name = "last"
    def choose(self, view, budget):
        return view.legal_actions[-1]
"""


class Last:
    """The last legal action."""

    name = "last"

    def choose(self, view: View, budget: Budget) -> Action:
        return view.legal_actions[-1]


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    path = tmp_path / "last.py"
    path.write_text(LAST)
    return path


def test_a_node_plays_what_is_played_here(bot: Path) -> None:
    match = Match.of(["greedy", f"{bot}:Last@7", "random"], deals=3, seed=5)
    answer = errand(order_of(match), (3, 1))
    assert [(number, games) for number, games, _ in pickle.loads(answer["played"])] == [
        (3, match.play_deal(3)),
        (1, match.play_deal(1)),
    ]
    assert answer["seconds"] > 0
    assert answer["host"]


def test_a_file_is_sent_along(bot: Path) -> None:
    match = Match.of([f"{bot}:Last", "random"], deals=1, seed=5)
    order = order_of(match)
    expected = match.play_deal(1)
    bot.unlink()
    assert pickle.loads(errand(order, (1,))["played"])[0][1] == expected
    bot.write_text(LAST.replace("-1", "0"))
    assert pickle.loads(errand(order, (1,))["played"])[0][1] == expected, "another file in its place is not taken"


def test_records_come_back(tmp_path: Path) -> None:
    match = Match.ladder(["greedy", "random", "random"], deals=1, seed=5, keep=tmp_path / "kept")
    _, games, records = pickle.loads(errand(order_of(match), (2,))["played"])[0]
    assert not (tmp_path / "kept").exists(), "the driver writes them, not the node"
    for game, text in zip(games, records, strict=True):
        path = tmp_path / "one.jsonl"
        path.write_bytes(text)
        record = Record.load(path)
        record.verify()
        assert record.result is not None
        assert sorted(record.result.totals) == sorted(game.totals)


def test_a_node_with_other_code_plays_nothing() -> None:
    order = order_of(Match.of(["greedy", "random"], deals=1, seed=5))
    made = order["made"]
    for other in ({"arboretum": "0.0.1"}, {"code": "0" * 12}):
        answer = errand(order | {"made": made | other}, (1,))
        assert answer["other"] == made
        assert "played" not in answer


def test_a_bot_that_is_another_one_there_is_refused() -> None:
    order = order_of(Match.of(["greedy", "random"], deals=1, seed=5))
    answer = errand(order | {"sources": {"greedy": "0" * 12}}, (1,))
    assert answer["refused"] == "The bot greedy is another one there: install the same version."
    missing = errand(order | {"sources": {"gardener": "0" * 12}}, (1,))
    assert "There is no bot 'gardener'" in missing["refused"]


@pytest.mark.parametrize("bot", [Last, Last()])
def test_a_bot_without_a_name_is_refused(bot: type[Last] | Last) -> None:
    with pytest.raises(ArboretumError, match="A cluster plays bots alone that are named"):
        order_of(Match.of([bot, "random"], deals=1))


@pytest.mark.parametrize("program", ["process:cat", "hackaranda:cat"])
def test_a_program_is_refused(program: str) -> None:
    match = Match.of(["greedy", "random"], deals=1)
    with pytest.raises(ArboretumError, match=f"{program} is a program of this machine"):
        order_of(dataclasses.replace(match, entrants=("greedy", program)))


def test_an_address_that_is_none_is_refused() -> None:
    for address in ("greedy", "10.0.0.1", "bot.py:Class", "http://host:1", ""):
        with pytest.raises(OptionError, match="is no address of a cluster"):
            Cluster(address)
    for address in ("auto", "local", "10.0.0.1:6379", "ray://head.example.org:10001", "head:6379"):
        assert Cluster(address).address == address
    with pytest.raises(OptionError, match="at least one worker"):
        Cluster("local", workers=0)
