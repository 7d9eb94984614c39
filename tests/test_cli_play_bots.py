"""The bots in the terminal: all can be chosen, each tells its style, and those that must get ready do so first."""

from __future__ import annotations

from pathlib import Path

import pytest

from arboretum import ArboretumError
from arboretum.bots.styles import STYLES, about, level, title
from arboretum.rules.jit import can_compile
from arboretum.tui.seating import bot_seats
from at_table import folder_of_games, only_record, play, run_play, script, spawn


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept for this test."""
    return folder_of_games(tmp_path, monkeypatch)


@pytest.mark.parametrize("bots", [("heuristic",), ("racer", "staircase"), ("poppy", "basil")])
def test_a_whole_game_against_each_that_is_quick(games: Path, bots: tuple[str, ...]) -> None:
    words = [word for bot in bots for word in ("--against", bot)]
    result = play("--name", "Ada", *words, "--seed", "4", lines=script(4, *bots))
    assert result.exit_code == 0, result.output
    record = only_record(games)
    record.verify()
    assert record.is_complete
    assert record.setup.players == ("Ada", *(f"{title(bot)}-bot" for bot in bots))


@pytest.mark.long
@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@pytest.mark.parametrize("bot", ["flat", "ismcts", "master"])
def test_a_few_turns_against_each_that_searches(games: Path, bot: str) -> None:
    lines = "+\n+\nend\nquit\n"
    done = run_play("--against", bot, "--seed", "1", "--options", "start=1", data=lines.encode())
    assert done.returncode == 0, done.stderr
    assert f"{title(bot)}-bot placed" in done.stdout.decode()


def test_where_nothing_can_be_compiled_a_search_is_refused_with_a_sentence(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    result = play("--against", "flat")
    assert isinstance(result.exception, ArboretumError)
    why_not = "Sequoia, Flat and Ismcts are not to be had here: without the compiler Numba"
    assert str(result.exception).startswith(why_not)
    assert not games.exists()
    assert play("--against", "heuristic", lines=["quit"]).exit_code == 0


SLOW = """
import time


class Slow:
    name = "slow"
    warm = 0

    def warm_up(self):
        Slow.warm += 1
        time.sleep(1.3 if Slow.warm == 1 else 0)

    def choose(self, view, budget):
        assert Slow.warm, "it was not asked to get ready"
        assert budget.seconds == 0.5
        return view.legal_actions[0]
"""


def test_a_bot_gets_ready_before_the_first_card_and_that_is_said(games: Path, tmp_path: Path) -> None:
    """On standard error; the person is asked nothing meanwhile."""
    (tmp_path / "slow.py").write_text(SLOW)
    done = run_play("--bot", "slow.py:Slow", "--options", "start=1", data=b"quit\n")
    assert done.returncode == 0, done.stderr
    assert b"slow gets ready; the first time after an installation that takes a while." in done.stderr
    assert b"Slow-bot placed" in done.stdout


def test_the_question_who_plays_lists_the_bots_with_their_styles(games: Path) -> None:
    child = spawn("--no-record", NUMBA_DISABLE_JIT="1")
    child.expect("to leave> ")
    child.sendline("c")
    child.expect(r"\[2\] ")
    child.sendline("")
    child.expect(r"\(\? lists them\)\? \[Player\] ")
    child.sendline("")
    child.expect(r"\(\? lists them\)\? \[Poppy\] ")
    child.sendline("?")
    child.expect(r"\[Poppy\] ")
    told = " ".join(child.before.split())
    offered = [name for name in STYLES if not STYLES[name].searches]
    levels = {name: f"level {level(name)} of 5: " if level(name) else "" for name in offered}
    places = [told.index(f"{title(name)} {levels[name]}{about(name)}") for name in offered]
    assert list(levels.values())[:4] == [f"level {number} of 5: " for number in (1, 2, 3, 4)]
    assert places == sorted(places)
    assert "Ismcts" not in told
    assert "Sequoia" not in told
    child.sendline("sequoia")
    child.expect(r"\[Poppy\] ")
    assert "are not to be had here" in " ".join(child.before.split())
    child.sendline("heuristic")
    child.expect(r"\[standard\] ")
    child.close(force=True)


def test_an_opponent_is_named_as_it_is_registered_or_as_it_is_called(games: Path) -> None:
    for words in (["--bot", "Poppy", "--against", "HAZEL"], ["--bot", "poppy", "--bot", "hazel"]):
        assert play("--name", "Ada", *words, "--yes", "--no-record").exit_code == 0
    result = play("--name", "Ada", "--bot", "Poppy", "--bot", "Hazel", "--seed", "1", lines=["quit"])
    assert result.exit_code == 0, result.output
    record = only_record(games)
    assert record.setup.players == ("Ada", "Poppy-bot", "Hazel-bot")
    assert bot_seats(record.setup.players) == {1: "poppy", 2: "hazel"}
    assert bot_seats(("Ada", "Sequoia-bot", "sequoia-bot-2", "greedy-bot")) == {
        1: "master",
        2: "master",
        3: "greedy",
    }


def test_a_person_may_be_called_as_an_opponent_is(games: Path) -> None:
    assert play("--name", "Hazel", "--bot", "hazel", "--seed", "1", lines=["quit"]).exit_code == 0
    assert only_record(games).setup.players == ("Hazel", "Hazel-bot")
