"""Ladders: who meets whom, over which decks, and what it comes to; and the order in which deals count."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Generator, Sequence
from pathlib import Path

import pytest

from arboretum import Budget, Options, play
from arboretum.arena.course import Course
from arboretum.arena.entrants import called, with_budget
from arboretum.arena.match import Match, seated
from arboretum.arena.outcome import Outcome
from arboretum.arena.playing import play_ladder
from arboretum.arena.spreading import Played
from arboretum.arena.sprt import Sprt
from arboretum.errors import ArboretumError, BotError, OptionError
from arboretum.events import Shuffled as Dealt
from arboretum.events import Started
from arboretum.record import Record


class Shuffled:
    """A spreader that mixes each five deals, plays some of them twice, and tells how it ended."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.closed = False

    def __call__(self, match: Match, numbers: Sequence[int]) -> Generator[Played, None, None]:
        waiting = list(numbers)
        try:
            while waiting:
                some, waiting = waiting[:5], waiting[5:]
                for number in self.chance.sample(some, len(some)):
                    for _ in range(self.chance.choice((1, 1, 2))):
                        yield number, match.play_deal(number)
        finally:
            self.closed = True


# Who meets whom. ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bots", "players"), [(5, 2), (4, 3), (5, 4), (3, 3)])
def test_each_meets_each_of_the_others_equally_often(bots: int, players: int) -> None:
    match = Match.ladder(["random"] * bots, players=players, deals=2, seed=1)
    met = Counter(pair for table in match.tables for pair in itertools.combinations(table, 2))
    assert len(met) == bots * (bots - 1) / 2
    assert len(set(met.values())) == 1
    assert match.numbers == 2 * len(match.tables)
    places = [match.deal_at(number) for number in range(1, match.numbers + 1)]
    assert places == [(deal, table) for deal in (1, 2) for table in range(len(match.tables))]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_sits_beside_whom_goes_through_all_orders(seats: int) -> None:
    orders = {2: 1, 3: 2, 4: 6}[seats]
    around = [tuple(seated(seats, deal, 1)) for deal in range(1, orders + 1)]
    assert around[0] == tuple(range(seats))
    assert len(set(around)) == orders
    after = Counter((order[n], order[(n + 1) % seats]) for order in around for n in range(seats))
    assert len(after) == seats * (seats - 1)
    assert len(set(after.values())) == 1, "each sits before each equally often"
    for deal in range(1, orders + 1):
        for player in range(seats):
            assert {seated(seats, deal, n + 1).index(player) for n in range(seats)} == set(range(seats))


def test_all_tables_play_the_same_decks_and_keep_their_games_apart(tmp_path: Path) -> None:
    result = play_ladder(["random", "greedy", "random"], deals=2, seed=3, keep=tmp_path / "games")
    folders = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert folders == ["table-001", "table-002", "table-003"]
    for game in result.games:
        path = result.match.keep_at(game.deal, game.table, game.seating)
        record = Record.load(path)
        record.verify()
        assert record.result is not None
        members = [result.match.names[bot] for bot in result.match.tables[game.table]]
        totals = [record.result.totals[record.setup.players.index(name)] for name in members]
        assert game.totals == tuple(totals)
        started = next(event for event in record.events if isinstance(event, Started))
        starter = record.setup.players[started.seat]
        assert game.places[members.index(starter)] == 0
        assert sorted(game.places) == [0, 1]
    for deal in (1, 2):
        paths = list((tmp_path / "games").rglob(f"deal-000{deal}-*.jsonl"))
        assert len(paths) == 6
        shuffles = [Record.load(path).events[0] for path in paths]
        assert len({event.deck for event in shuffles if isinstance(event, Dealt)}) == 1


def test_a_table_of_a_ladder_is_played_as_a_match_of_its_bots_is() -> None:
    ladder = play_ladder(["random", "greedy", "random"], deals=2, seed=3)
    match = play(["random", "greedy"], deals=2, seed=3)
    first = [game for game in ladder.games if game.table == 0]
    assert [game.totals for game in first] == [game.totals for game in match.games]


@pytest.mark.parametrize("players", [2, 3])
def test_the_result_does_not_depend_on_the_order_of_play(players: int) -> None:
    match = Match.ladder(["random", "greedy", "random", "random"], players=players, deals=1, seed=8)
    spread = Shuffled(1)
    plain, mixed = Course(match).run(), Course(match).run(spread)
    assert spread.closed
    assert plain.games == mixed.games
    assert (plain.table(), plain.to_json()) == (mixed.table(), mixed.to_json())


def test_a_ladder_is_the_same_from_two_processes() -> None:
    bots = ["random", "random", "random"]
    one, other = (play_ladder(bots, deals=2, seed=4, workers=workers) for workers in (1, 2))
    assert one.games == other.games
    assert one.to_json() == other.to_json()


# What it comes to. -------------------------------------------------------------------------------------------


def test_a_ladder_of_pairs_in_figures() -> None:
    result = play_ladder(["random", "greedy", "random"], deals=3, seed=2)
    assert [standing.games for standing in result.standings] == [12, 12, 12]
    assert sum(standing.win_share for standing in result.standings) == pytest.approx(1.5)
    assert list(result.duels) == [(0, 1), (0, 2), (1, 2)]
    for (one, other), duel in result.duels.items():
        games = [game for game in result.games if result.match.tables[game.table] == (one, other)]
        shares = [1 / len(game.winners) if 0 in game.winners else 0 for game in games]
        assert duel.share == pytest.approx(sum(shares) / len(games))
        assert duel.pairs is not None
        assert sum(duel.pairs) == duel.deals == 3
    assert result.ratings is not None
    best = max(range(3), key=lambda bot: result.ratings[bot].elo)  # type: ignore[index]
    assert result.match.names[best] == "greedy"
    table = result.table()
    assert table.splitlines()[1].startswith("greedy")
    assert "3 decks at 3 tables in 2 seatings each, 18 games; seed 2, standard rules." in table
    assert table.isascii()


def test_a_ladder_of_three_at_a_table_in_figures() -> None:
    pytest.importorskip("openskill")
    result = play_ladder(["random", "greedy", "random", "random"], players=3, deals=1, seed=2)
    assert [standing.games for standing in result.standings] == [9] * 4
    assert result.ratings is None
    assert result.skills is not None
    assert max(range(4), key=lambda bot: result.skills[bot].mu) == 1  # type: ignore[index]
    assert all(duel.pairs is None and duel.deals == 1 for duel in result.duels.values())
    assert [len(standing.by_place) for standing in result.standings] == [3] * 4
    assert "skill" in result.table()
    assert {each["bot"] for each in result.to_json()["ratings"]} == set(result.match.names)


def test_without_openskill_a_table_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arboretum.arena.figures.can_rate", lambda: False)
    result = play_ladder(["random"] * 4, players=3, deals=1, seed=2)
    assert result.skills is None
    assert "pip install 'arboretum-game[arena]' installs it." in " ".join(result.table().split())


def test_ranks_go_by_the_win_and_then_by_points() -> None:
    def ranks(totals: tuple[int, ...], winners: tuple[int, ...]) -> tuple[int, ...]:
        none = tuple((0, 0, 0) for _ in totals)
        return Outcome(1, 0, 1, totals, winners, tuple(range(len(totals))), 20, none, (), ()).ranks

    assert ranks((5, 9, 7), (1,)) == (2, 0, 1)
    assert ranks((9, 9, 3), (0,)) == (0, 1, 2), "a tie that was broken"
    assert ranks((9, 9, 3, 3), (0, 1)) == (0, 0, 2, 2)


@pytest.mark.parametrize(
    ("bots", "players", "says"),
    [
        (["random"], 2, "needs 2 bots at least, not 1"),
        (["random"] * 3, 4, "needs 4 bots at least, not 3"),
        (["random"] * 3, 5, "for 2, 3 or 4 players, not 5"),
        (["random", "nobody"], 2, "There is no bot 'nobody'"),
    ],
)
def test_a_ladder_that_cannot_be(bots: list[str], players: int, says: str) -> None:
    with pytest.raises(ArboretumError, match=says):
        Match.ladder(bots, players=players)


# Budgets behind names. ---------------------------------------------------------------------------------------


def test_a_name_may_have_a_budget_of_its_own() -> None:
    common = Budget(rollouts=7)
    assert with_budget("flat@400", common) == ("flat", Budget(rollouts=400))
    assert with_budget("a.py:Bot@0.5s", common) == ("a.py:Bot", Budget(seconds=0.5))
    for spec in ("flat", "a.py:Bot@0s", "nobody@0", "process:ssh me@10", "hackaranda:a@5", "process:flat@"):
        assert with_budget(spec, common) == (spec, common)
    for spec in ("flat@", "flat@0", "flat@0s", "flat@x", "flat@1,5s", "greedy@100ms"):
        with pytest.raises(BotError, match=r"is no budget: write (flat|greedy)@400 for rollouts"):
            with_budget(spec, common)
    assert called("flat@400", "flat") == "flat@400"
    assert called("flat", "flat") == "flat"
    match = Match.of(["random@3", "random", "random@2s"], budget=common)
    assert match.names == ("random@3", "random", "random@2s")
    assert match.budgets == (Budget(rollouts=3), common, Budget(seconds=2.0))
    assert not match.is_reproducible
    assert Match.of(["random@3", "random"]).is_reproducible


# Tests that end a match. -------------------------------------------------------------------------------------


def test_a_test_ends_at_the_same_deal_whoever_plays_them() -> None:
    match = Match.of(["greedy", "random"], deals=200, seed=6)
    test = Sprt(0, 400)
    ends = []
    for spread in (Shuffled(1), Shuffled(2)):
        course = Course(match, test)
        result = course.run(spread)
        assert spread.closed
        ends.append((course.decided_at, result.games))
        assert result.deals == course.decided_at
        assert result.verdict == "higher"
        assert result.is_complete
    assert ends[0] == ends[1]
    assert ends[0][0] is not None
    assert ends[0][0] < 30
    assert "Decided for 400 Elo against 0: greedy is stronger than random by more than 0" in result.table()
    assert "Partial" not in result.table()
    told = result.to_json()["test"]
    assert told["verdict"] == "higher"
    assert told["ratio"] >= told["bounds"][1]


def test_a_test_that_is_not_decided_says_so() -> None:
    result = play(["random", "random"], deals=2, seed=1, test=Sprt(0, 5))
    assert result.verdict is None
    assert "Undecided between 0 and 5 Elo" in result.table()


def test_a_test_is_for_two() -> None:
    with pytest.raises(OptionError, match="for a match of two bots"):
        Course(Match.of(["random"] * 3, deals=1), Sprt(0, 5))
    with pytest.raises(OptionError, match="for a match of two bots"):
        Course(Match.ladder(["random"] * 3, deals=1), Sprt(0, 5))


def test_budgets_in_seconds_are_told() -> None:
    result = play(["random", "random"], deals=1, seed=1, budget=Budget(seconds=5), options=Options())
    assert "Budgets in seconds were used" in result.table()
    assert result.to_json()["reproducible"] is False
