"""The bots in the terminal: all can be chosen, each tells its style, and those that must get ready do so first."""

from __future__ import annotations

from pathlib import Path

import pytest

from arboretum import ArboretumError
from arboretum.bots.styles import STYLES, about
from arboretum.rules.jit import can_compile
from at_table import folder_of_games, only_record, play, run_play, script, spawn


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept for this test."""
    return folder_of_games(tmp_path, monkeypatch)


@pytest.mark.parametrize("bots", [("heuristic",), ("racer", "staircase")])
def test_a_whole_game_against_each_that_is_quick(games: Path, bots: tuple[str, ...]) -> None:
    words = [word for bot in bots for word in ("--against", bot)]
    result = play("--name", "Ada", *words, "--seed", "4", lines=script(4, *bots))
    assert result.exit_code == 0, result.output
    record = only_record(games)
    record.verify()
    assert record.is_complete
    assert record.setup.players == ("Ada", *(f"{bot}-bot" for bot in bots))


@pytest.mark.long
@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@pytest.mark.parametrize("bot", ["flat", "ismcts"])
def test_a_few_turns_against_each_that_searches(games: Path, bot: str) -> None:
    lines = "+\n+\nend\nquit\n"
    done = run_play("--against", bot, "--seed", "1", "--options", "start=1", data=lines.encode())
    assert done.returncode == 0, done.stderr
    assert f"{bot}-bot placed" in done.stdout.decode()


def test_where_nothing_can_be_compiled_a_search_is_refused_with_a_sentence(
    games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    result = play("--against", "flat")
    assert isinstance(result.exception, ArboretumError)
    why_not = "flat and ismcts are not to be had here: without the compiler Numba"
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
    child.expect(r"\(\? lists them\)\? \[greedy\] ")
    child.sendline("?")
    child.expect(r"\[greedy\] ")
    told = " ".join(child.before.split())
    offered = [name for name in STYLES if not STYLES[name].searches]
    places = [told.index(f"{name} {about(name)}") for name in offered]
    assert places == sorted(places)
    assert "ismcts" not in told
    child.sendline("flat")
    child.expect(r"\[greedy\] ")
    assert "are not to be had here" in " ".join(child.before.split())
    child.sendline("heuristic")
    child.expect(r"\[standard\] ")
    child.close(force=True)
