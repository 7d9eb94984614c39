"""Setting up a table on the command line: who sits where, which rules, what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arboretum import (
    ArboretumError,
    Game,
    Options,
    Species,
)
from arboretum.tui.seating import Plan, bot_seats, bot_seed, seated
from at_table import folder_of_games, only_record, play, script


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept for this test."""
    return folder_of_games(tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("players", "names", "bots", "hot_seat", "expected"),
    [
        (None, [], [], False, ["Me", "Poppy-bot"]),
        (3, [], [], False, ["Me", "Poppy-bot", "Poppy-bot-2"]),
        (None, ["Ada"], ["random"], False, ["Ada", "Random-bot"]),
        (None, [], ["random", "greedy", "random"], False, ["Me", "Random-bot", "Greedy-bot", "Random-bot-2"]),
        (None, ["Ada", "Ben"], [], False, ["Ada", "Ben"]),
        (3, ["Ada", "Ben"], [], True, ["Ada", "Ben", "Player C"]),
        (None, [], [], True, ["Me", "Player B"]),
        (4, ["Ada"], ["random"], True, ["Ada", "Player B", "Player C", "Random-bot"]),
        (None, ["Ada"], ["master", "master"], False, ["Ada", "Sequoia-bot", "Sequoia-bot-2"]),
        (None, [], ["dir/my.py:Gardener"], False, ["Me", "Gardener-bot"]),
    ],
)
def test_who_sits_where(
    players: int | None, names: list[str], bots: list[str], hot_seat: bool, expected: list[str]
) -> None:
    plan = Plan(seated(players, names, bots, hot_seat=hot_seat, me="Me"))
    assert list(plan.players) == expected


def test_bots_are_found_again_by_the_names_of_their_seats() -> None:
    called = ("Ada", "Sequoia-bot", "Greedy-bot", "Gardener-bot")
    assert bot_seats(called) == {1: "master", 2: "greedy", 3: "Gardener"}
    players = ("Ada", "greedy-bot", "greedy-bot-2", "Gardener-bot")
    assert bot_seats(players) == {1: "greedy", 2: "greedy", 3: "Gardener"}
    assert bot_seats(players, ["x/my.py:Gardener"]) == {1: "greedy", 2: "greedy", 3: "x/my.py:Gardener"}
    assert bot_seats(("Ada", "robot", "bot")) == {}


def test_a_bots_seed_is_that_of_its_game_and_seat() -> None:
    setups = [Game.new(["Ada", "greedy-bot"], seed=seed).setup for seed in (1, 2)]
    seeds = {bot_seed(setup, seat) for setup in setups for seat in (0, 1)}
    assert len(seeds) == 4
    assert bot_seed(setups[0], 1) == bot_seed(setups[0], 1)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--players", "1"], "2 to 4 players"),
        (["--players", "5"], "2 to 4 players"),
        (["--players", "0"], "2 to 4 players"),
        (["--players", "2", "--bot", "greedy", "--bot", "random"], "more than 2 players"),
        (["--name", "Ada", "--name", "ada"], "Two players are called"),
        (["--name", ""], "letters that can be shown"),
        (["--name", "\x1b[2J"], "letters that can be shown"),
        (["--name", "Ada\u202e"], "letters that can be shown"),
        (["--name", "x" * 41], "at most 40"),
        (["--name", "greedy-bot"], "for a bot's seat"),
        (["--bot", "clever"], "There is no bot 'clever'"),
        (["--bot", "nowhere.py:Bot"], "there is no file nowhere.py"),
        (["--options", "colour=red"], "There is no option"),
        (["--options", "tiebreak=both"], "choose species or cards"),
        (["--options", "nonsense"], "There is no preset"),
        (["--options", "start=3"], "Seat 3 cannot start"),
        (["--options", "start=" + "9" * 5000], "too long"),
        (["--species", "CA CB"], "6 different species"),
        (["--species", "CA CB DW JA LI MP"], "edition has no Lilac"),
        (["--species", "XX"], "a species"),
        (["--species", "CA CB DW JA MP OK", "--options", "species=secret"], "cannot be secret"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(games: Path, words: list[str], why: str) -> None:
    result = play(*words)
    assert isinstance(result.exception, ArboretumError), result.output
    assert why in str(result.exception)
    assert str(result.exception).isprintable()
    assert not games.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["--seed", "-1"],
        ["--seed", "x"],
        ["--resume", "--name", "Ada"],
        ["--resume", "--seed", "0"],
        ["--record", "x", "--no-record"],
        ["--nonsense"],
    ],
)
def test_words_that_do_not_fit_are_a_usage_error(games: Path, words: list[str]) -> None:
    result = play(*words)
    assert result.exit_code == 2
    assert not games.exists()


def test_every_option_can_be_chosen_and_is_kept(games: Path) -> None:
    text = "tiebreak=cards,unheld=nobody,species=secret,opening=first-edition,start=1,piles=top-card,names=first"
    result = play("--options", text, "--players", "3")
    assert result.exit_code == 0, result.output
    assert only_record(games).setup.options == Options.parse(text)
    for word, sentence in [("options", "Of a discard pile only the top card is shown.")]:
        assert sentence in play("--options", text, lines=[word]).output


def test_options_are_explained() -> None:
    result = play("--options", "help")
    assert result.exit_code == 0
    assert result.output == play("--options", "?").output
    for name in Options().to_json():
        assert f"{name}=" in result.output
    for number in range(1, 8):
        assert f"O{number} " in result.output


def test_chosen_species_are_in_play(games: Path) -> None:
    play("--species", "ca, jacaranda;MP OK RP WI".replace(";", " "))
    setup = only_record(games).setup
    assert setup.species == tuple(map(Species.parse, ["CA", "JA", "MP", "OK", "RP", "WI"]))


@pytest.mark.parametrize("name", ["a:b?.", "CON", "é" * 40, "../../etc", "山田", "O'Brien <b>", "x/y\\z"])
def test_files_have_safe_names_whatever_players_are_called(games: Path, name: str) -> None:
    for _ in range(2):
        assert play("--name", name).exit_code == 0
    names = sorted(path.name for path in games.iterdir())
    assert len(names) == 2
    for file in names:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d-[a-z0-9-]{1,80}\.jsonl", file)
        assert len(file) < 120


def test_a_folder_that_cannot_be_written_does_not_keep_anyone_from_playing(games: Path) -> None:
    games.write_text("a file, not a folder")
    result = play("--name", "Ada", "--seed", "3", lines=script(3, "poppy"))
    assert result.exit_code == 0
    assert "This game is not recorded." in " ".join(result.output.split())
    assert "wins" in result.output or "share" in result.output
    assert games.read_text() == "a file, not a folder"
