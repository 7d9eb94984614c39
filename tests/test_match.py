"""Matches: mirrored deals, seeds, workers, faults, records."""

from __future__ import annotations

import multiprocessing
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from arboretum import Action, Budget, Options, View, play
from arboretum.arena.entrants import distinct
from arboretum.arena.match import FOR_BOT, FOR_DECK, Match, derived
from arboretum.arena.result import MatchResult
from arboretum.arena.standing import margin
from arboretum.arena.workers import Processes
from arboretum.errors import ArboretumError, BotError, OptionError
from arboretum.events import Discarded, Drew, Placed, Shuffled, Started
from arboretum.record import Record

HERE = Path(__file__)


class First:
    """The first legal action."""

    name = "first"

    def choose(self, view: View, budget: Budget) -> Action:
        return view.legal_actions[0]


class Moody(First):
    """What it does depends on how often it was asked, in all its life."""

    name = "moody"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, budget: Budget) -> Action:
        self.asked += 1
        return view.legal_actions[self.asked * 7 % len(view.legal_actions)]


class Seeing(First):
    """Keeps its seed and its budget where a test can see them."""

    name = "seeing"
    seeds: list[int] = []  # noqa: RUF012 - a test reads it
    budgets: set[Budget] = set()  # noqa: RUF012

    def __init__(self, seed: int) -> None:
        self.seeds.append(seed)

    def choose(self, view: View, budget: Budget) -> Action:
        self.budgets.add(budget)
        return view.legal_actions[0]


class Faulty(First):
    """Fails at each discard, each in another way."""

    name = "faulty"

    def choose(self, view: View, budget: Budget) -> Action:
        if view.phase.name != "DISCARD":
            return view.legal_actions[-1]
        if len(view.tableau) % 2:
            raise ValueError(f"no idea in turn {view.turn}")
        return None  # type: ignore[return-value]


class Quitting(First):
    """Ends its process in the middle of a game."""

    name = "quitting"

    def choose(self, view: View, budget: Budget) -> Action:
        if view.turn == 5:
            os._exit(7)
        return view.legal_actions[0]


def kept(folder: Path) -> dict[str, Record]:
    return {path.name: Record.load(path) for path in sorted(folder.iterdir())}


def shuffle_of(record: Record) -> Shuffled:
    first = record.events[0]
    assert isinstance(first, Shuffled)
    return first


def same(one: MatchResult, other: MatchResult) -> bool:
    return one.games == other.games and one.to_json() == other.to_json() and one.table() == other.table()


# Deals and seatings. -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", [["random"] * 2, ["random", "greedy", "random"], ["random"] * 4])
def test_each_deck_is_played_in_every_seating(bots: list[str], tmp_path: Path) -> None:
    seats = len(bots)
    play(bots, deals=2, seed=3, keep=tmp_path / "games")
    records = kept(tmp_path / "games")
    assert list(records) == [f"deal-000{d}-seating-{s}.jsonl" for d in (1, 2) for s in range(1, seats + 1)]
    for deal in (1, 2):
        games = [records[f"deal-000{deal}-seating-{seating}.jsonl"] for seating in range(1, seats + 1)]
        assert len({shuffle_of(game).deck for game in games}) == 1
        assert len({game.events[1] for game in games}) == 1
        assert isinstance(games[0].events[1], Started)
        tables = [game.setup.players for game in games]
        assert sorted(tables[0]) == sorted(distinct(bots))
        assert deal > 1 or tables[0] == distinct(bots), "at first they sit as they are named"
        assert {table.index(player) for player in tables[0] for table in tables} == set(range(seats))
        for player in tables[0]:
            assert {table.index(player) for table in tables} == set(range(seats)), "each player has every seat"
        for table in tables:
            at = table.index(tables[0][0])
            assert table[at:] + table[:at] == tables[0], "the order around the table stays in a deal"
    assert shuffle_of(records["deal-0001-seating-1.jsonl"]).deck != (
        shuffle_of(records["deal-0002-seating-1.jsonl"]).deck
    )


def test_kept_games_are_the_games_that_are_counted(tmp_path: Path) -> None:
    result = play(["random", "greedy"], deals=2, seed=5, keep=tmp_path / "new" / "games")
    for game in result.games:
        record = kept(tmp_path / "new" / "games")[f"deal-{game.deal:04}-seating-{game.seating}.jsonl"]
        record.verify()
        end = record.result
        assert end is not None
        seats = [record.setup.players.index(name) for name in result.match.names]
        assert game.totals == tuple(end.totals[seat] for seat in seats)
        assert game.winners == tuple(player for player, seat in enumerate(seats) if seat in end.winners)
        assert game.turns == sum(isinstance(event, Discarded) for event in record.events)


def test_two_alike_have_the_same_luck() -> None:
    """With the same bot, which leaves nothing to chance, a deal's two games mirror each other."""
    result = play(["greedy", "greedy"], deals=3, seed=2)
    for first, second in zip(result.games[::2], result.games[1::2], strict=True):
        assert first.totals == second.totals[::-1]
    assert [standing.win_share for standing in result.standings] == [0.5, 0.5]
    assert result.match.names == ("greedy", "greedy#2")


def test_options_and_budget_reach_the_games(tmp_path: Path) -> None:
    options = Options.parse("first-edition,start=1")
    play([Seeing, "random"], deals=1, seed=1, options=options, budget=Budget(rollouts=9), keep=tmp_path)
    for record in kept(tmp_path).values():
        assert record.setup.options == options
        assert record.events[1] == Started(1)
    assert Seeing.budgets == {Budget(rollouts=9)}


# Seeds. ------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_result() -> None:
    assert same(play(["random", "greedy"], deals=3, seed=11), play(["random", "greedy"], deals=3, seed=11))


def test_0_is_a_seed_and_another_one_is_another_match() -> None:
    nought = play(["random", "random"], deals=3, seed=0)
    assert same(nought, play(["random", "random"], deals=3, seed=0))
    assert nought.games != play(["random", "random"], deals=3, seed=1).games
    assert nought.match.seed == 0
    assert "seed 0" in nought.table()


def test_without_a_seed_one_is_drawn_and_told() -> None:
    one, other = (play(["random", "random"], deals=1) for _ in range(2))
    assert one.match.seed != other.match.seed
    assert f"seed {one.match.seed}," in one.table()
    assert same(one, play(["random", "random"], deals=1, seed=one.match.seed))


def test_a_deal_does_not_depend_on_how_many_there_are() -> None:
    assert (
        play(["random", "random"], deals=4, seed=8).games[:4] == play(["random", "random"], deals=2, seed=8).games
    )


def test_somebody_elses_chance_changes_nothing() -> None:
    random.seed(1)
    one = play(["random", "greedy"], deals=2, seed=4, progress=lambda _: random.seed(99))
    random.seed(2)
    assert same(one, play(["random", "greedy"], deals=2, seed=4))


def test_bots_have_seeds_of_their_own_in_each_game() -> None:
    Seeing.seeds.clear()
    play([Seeing, Seeing], deals=3, seed=6)
    told = Seeing.seeds[2:]  # the first two were made to learn their names
    assert len(told) == len(set(told)) == 12
    decks = {derived(6, FOR_DECK, deal) for deal in (1, 2, 3)}
    assert not decks & set(told), "never the deck's"
    assert set(told) == {derived(6, FOR_BOT, d, s, p) for d in (1, 2, 3) for s in (1, 2) for p in (0, 1)}


def test_a_bot_that_remembers_begins_each_game_as_it_was_given() -> None:
    moody = Moody()
    result = play([moody, "random"], deals=2, seed=1)
    assert moody.asked == 0
    assert same(result, play([moody, "random"], deals=2, seed=1))
    assert result.games[:2] == play([Moody, "random"], deals=1, seed=1).games


# Workers. ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [2, 3])
def test_the_result_does_not_depend_on_the_workers(workers: int, tmp_path: Path) -> None:
    alone = play(["random", Moody, "random"], deals=5, seed=0, keep=tmp_path / "1")
    spread = play(["random", Moody, "random"], deals=5, seed=0, workers=workers, keep=tmp_path / "2")
    assert same(alone, spread)
    texts = [[path.read_bytes() for path in sorted((tmp_path / name).iterdir())] for name in ("1", "2")]
    assert texts[0] == texts[1]
    assert multiprocessing.active_children() == []


def test_faults_are_counted_alike_by_workers() -> None:
    assert same(play([Faulty, "random"], deals=2, seed=1), play([Faulty, "random"], deals=2, seed=1, workers=2))


def test_an_interruption_passes_and_leaves_no_process() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    for workers in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            play(["random", "random"], deals=50, seed=1, workers=workers, progress=interrupt)
        assert multiprocessing.active_children() == []


def test_closing_a_match_early_leaves_no_process() -> None:
    deals = Processes(2)(Match.of(["random", "random"], deals=50, seed=1), range(1, 51))
    number, games = next(deals)
    assert 1 <= number <= 2
    assert len(games) == 2
    assert len(multiprocessing.active_children()) == 2
    deals.close()
    assert multiprocessing.active_children() == []


def test_a_worker_that_a_bot_ends_is_missed() -> None:
    with pytest.raises(ArboretumError, match=r"ended with status 7 while it played deal [12]: did a bot end it"):
        play([Quitting, "random"], deals=3, seed=1, workers=2)
    assert multiprocessing.active_children() == []


def test_bots_that_cannot_be_sent_are_told() -> None:
    class Local(First):
        pass

    for bot in (Local, Local()):
        with pytest.raises(ArboretumError, match="cannot be sent to another process"):
            play([bot, "random"], deals=2, seed=1, workers=2)
    assert play([Local, "random"], deals=1, seed=1).deals == 1


def test_what_a_worker_cannot_do_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(
        "import multiprocessing\n"
        "if multiprocessing.parent_process():\n    raise OSError('not here')\n"
        "class Bot:\n    name = 'here'\n"
        "    def choose(self, view, budget):\n        return view.legal_actions[0]\n"
    )
    with pytest.raises(ArboretumError, match="cannot be imported: OSError: not here"):
        play([f"{path}:Bot", "random"], deals=2, seed=1, workers=2)
    assert multiprocessing.active_children() == []


def test_a_program_without_a_guard_is_told_what_it_needs(tmp_path: Path) -> None:
    """Without it, each worker would begin by playing the match itself."""
    script = tmp_path / "script.py"
    script.write_text("from arboretum import play\nplay(['random', 'random'], deals=2, seed=1, workers=2)\n")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 1
    assert 'if __name__ == "__main__":' in done.stderr


def test_classes_in_a_program_with_a_guard_can_be_sent(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from arboretum import play\n"
        "class Bot:\n    name = 'own'\n"
        "    def choose(self, view, budget):\n        return view.legal_actions[0]\n"
        "if __name__ == '__main__':\n"
        "    print(play([Bot(), Bot, 'random'], deals=2, seed=1, workers=2).table())\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, timeout=120)
    assert "own#2" in done.stdout


# Faults. -----------------------------------------------------------------------------------------------------


def test_a_fault_is_counted_told_and_replaced_by_the_first_legal_action(tmp_path: Path) -> None:
    result = play([Faulty(), "random"], deals=1, seed=1, keep=tmp_path)
    discards = 0
    for record in kept(tmp_path).values():
        seat = record.setup.players.index("faulty")
        record.verify()
        discards += sum(isinstance(event, Discarded) and event.seat == seat for event in record.events)
        for turn in record.turns():
            if turn.seat == seat and turn.discard:
                assert turn.discard.card == min(turn.after.hands[seat] + (turn.discard.card,))  # type: ignore[union-attr]
    faulty, rival = result.standings
    assert faulty.faults == discards == result.faults
    assert rival.faults == 0
    assert len(result.first_faults) == 3
    texts = "\n".join(map(str, result.first_faults))
    assert "Deal 1, seating 1: The bot faulty, in turn" in texts
    assert "ValueError: no idea in turn" in texts
    assert "answered None: that is none of the 8 legal actions." in texts
    assert texts.splitlines()[0] in result.table()
    assert (faulty.illegal, faulty.late, faulty.failed) == (discards - faulty.failed, 0, faulty.failed)
    assert 0 < faulty.failed < discards
    assert f"{discards} faults: in each the first legal action was played instead." in result.table()


def test_what_is_not_a_bots_to_raise_ends_the_match() -> None:
    class Exiting(First):
        def choose(self, view: View, budget: Budget) -> Action:
            raise SystemExit(3)

    with pytest.raises(SystemExit):
        play([Exiting, "random"], deals=1, seed=1)


def test_a_bot_that_cannot_be_copied_is_told_to_give_its_class() -> None:
    class Holding(First):
        def __init__(self) -> None:
            self.file = open(HERE)  # noqa: SIM115 - closed below

    bot = Holding()
    with pytest.raises(BotError, match=r"Holding cannot be copied for each game .* give its class"):
        play([bot, "random"], deals=1, seed=1)
    bot.file.close()


# What is refused. --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bots", "settings", "says"),
    [
        (["greedy"], {}, "for 2 to 4 bots, not 1"),
        ("greedy", {}, "for 2 to 4 bots, not 1"),
        ([], {}, "for 2 to 4 bots, not 0"),
        (["random"] * 5, {}, "for 2 to 4 bots, not 5"),
        (["random"] * 2, {"deals": 0}, "at least one deal, not 0"),
        (["random"] * 2, {"deals": -3}, "at least one deal, not -3"),
        (["random"] * 2, {"seed": -1}, "a whole number from 0 up, not -1"),
        (["random"] * 2, {"workers": 0}, "at least one worker, not 0"),
        (["random"] * 2, {"options": Options(start=2)}, "Seat 2 cannot start"),
        (["random", "nobody"], {}, "There is no bot 'nobody'"),
        (["random", 7], {}, "7 is not a bot"),
        (["random", None], {}, "None is not a bot"),
        (["random", object], {}, "object is not a bot"),
    ],
)
def test_a_match_that_cannot_be(bots: list[str], settings: dict[str, int], says: str) -> None:
    with pytest.raises((OptionError, BotError), match=says):
        play(bots, **{"deals": 1, **settings})  # type: ignore[arg-type]


def test_a_name_that_no_table_takes_is_refused() -> None:
    class Long(First):
        name = "x" * 50

    with pytest.raises(OptionError, match="at most 40"):
        play([Long, "random"], deals=1)


def test_records_go_to_a_new_folder_only(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(ArboretumError, match="is not empty: name a new folder"):
        play(["random", "random"], deals=1, keep=tmp_path)
    with pytest.raises(ArboretumError, match="cannot hold the records"):
        play(["random", "random"], deals=1, keep=tmp_path / "mine.txt")
    with pytest.raises(ArboretumError, match="cannot hold the records"):
        play(["random", "random"], deals=1, keep=tmp_path / "mine.txt" / "below")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


# What is told. -----------------------------------------------------------------------------------------------


def test_standings_agree_with_the_games() -> None:
    result = play(["random", "random", "greedy"], deals=3, seed=9)
    assert result.deals == 3
    assert result.is_complete
    assert len(result.games) == 9
    for player, standing in enumerate(result.standings):
        totals = [game.totals[player] for game in result.games]
        shares = [1 / len(game.winners) if player in game.winners else 0 for game in result.games]
        assert standing.games == standing.wins + standing.ties + standing.losses == 9
        assert standing.mean_score == pytest.approx(sum(totals) / 9)
        assert standing.win_share == pytest.approx(sum(shares) / 9)
        assert standing.wins == shares.count(1)
        assert 0 <= standing.win_share_ci[0] <= standing.win_share <= standing.win_share_ci[1] <= 1
        assert standing.mean_margin == pytest.approx(sum(margin(game.totals, player) for game in result.games) / 9)
    assert sum(standing.win_share for standing in result.standings) == pytest.approx(1)


def test_a_margin_is_over_the_best_rival() -> None:
    assert [margin((5, 9, 7), player) for player in range(3)] == [-4, 2, -2]


def test_a_single_deal_has_no_interval_of_the_score() -> None:
    result = play(["random", "random"], deals=1, seed=1)
    assert result.standings[0].mean_score_ci is None
    assert result.standings[0].win_share_ci == (0, 1)
    assert "+-" not in result.table()


def test_a_partial_match_says_so() -> None:
    whole = play(["random", "random"], deals=3, seed=1)
    part = MatchResult(whole.match, whole.games[:4])
    assert not part.is_complete
    assert part.deals == 2
    assert "Partial: 2 of 3 deals were played." in part.table()
    assert part.to_json()["complete"] is False
    assert "Partial" not in whole.table()


def test_the_table_is_plain_text_that_any_terminal_can_show() -> None:
    result = play(["random", "greedy", "random"], deals=2, seed=1)
    table = result.table()
    assert table.isascii()
    assert all(len(line) <= 100 for line in table.splitlines())
    assert "random#2" in table
    assert "2 deals in 3 seatings each, 6 games; seed 1, standard rules." in table


def test_names_are_made_distinct() -> None:
    assert distinct(["a", "a", "b", "a"]) == ("a", "a#2", "b", "a#3")
    assert distinct(["a", "a#2", "a"]) == ("a", "a#2", "a#3")
    assert distinct(["Greedy", "greedy"]) == ("Greedy", "greedy#2")


def test_a_match_moves_cards_only_by_events(tmp_path: Path) -> None:
    """Each game of a match is a whole game: four decisions a turn."""
    play(["random", "greedy"], deals=1, seed=1, keep=tmp_path)
    for record in kept(tmp_path).values():
        turns = list(record.turns())
        for kind, each in ((Drew, 2), (Placed, 1), (Discarded, 1)):
            assert sum(isinstance(event, kind) for event in record.events) == each * len(turns)
