"""`arboretum play`: whole games, kept and gone on with; bots of one's own; what the page says."""

from __future__ import annotations

import os
import re
import shlex
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from arboretum import (
    Action,
    ArboretumError,
    Discard,
    DrawDiscard,
    DrawPile,
    Game,
    Place,
    Record,
    View,
)
from arboretum.bots.registry import make
from arboretum.cli import commands
from arboretum.record import RecordWriter
from arboretum.tui.commands import Word
from arboretum.tui.draw import view_lines
from arboretum.tui.session import play_on as play_session
from at_table import GARDENER, folder_of_games, only_record, play, run_play, script
from tables import log_of, new_game
from typed import Typing


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept for this test."""
    return folder_of_games(tmp_path, monkeypatch)


# A whole game. --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", [("greedy",), ("random", "greedy", "random")])
def test_a_whole_game_is_played_kept_and_scored(games: Path, bots: tuple[str, ...]) -> None:
    words = [word for bot in bots for word in ("--bot", bot)]
    result = play("--name", "Ada", *words, "--seed", "3", lines=script(3, *bots))
    assert result.exit_code == 0, result.output
    record = only_record(games)
    record.verify()
    assert record.is_complete
    text = " ".join(result.output.split())
    assert record.score.explain_win() in text
    assert "Recorded in" in text
    assert "arboretum replay" in text
    assert record.setup.began is not None
    assert max(len(line) for line in result.output.splitlines() if "/" not in line) <= 80


def test_the_same_seed_gives_the_same_game(games: Path) -> None:
    texts = []
    for name in ("one", "two"):
        result = play("--name", "Ada", "--seed", "0", "--no-record", lines=script(0, "poppy"))
        texts.append(result.output)
        assert result.exit_code == 0, name
    assert texts[0] == texts[1]
    assert "not recorded" in texts[0]
    assert not games.exists()


def test_a_game_that_is_cut_off_anywhere_goes_on_as_if_it_was_not(games: Path, tmp_path: Path) -> None:
    """Nothing is lost, and the bots play on as they would have: their seeds are in the record."""
    lines = script(8, "random")
    play("--name", "Ada", "--bot", "random", "--seed", "8", "--record", str(tmp_path / "whole"), lines=lines)
    whole = Record.load(tmp_path / "whole")
    assert whole.is_complete
    for cut in (0, 2, 7, len(lines) - 1):
        path = tmp_path / f"cut-{cut}"
        words = ["--name", "Ada", "--bot", "random", "--seed", "8", "--record", str(path)]
        first = play(*words, lines=lines[:cut])
        assert first.exit_code == 0
        assert f"arboretum play --resume {path}" in first.output.splitlines()[-1]
        assert not Record.load(path).is_complete
        second = play("--resume", str(path), lines=lines[cut:])
        assert second.exit_code == 0, second.output
        assert Record.load(path).events == whole.events


def test_a_line_that_was_cut_off_by_a_crash_is_told_and_mended(games: Path) -> None:
    play("--name", "Ada", "--seed", "8", lines=script(8, "poppy")[:10])
    (path,) = games.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    result = play("--resume", lines=[])
    assert result.exit_code == 0
    assert "cut off" in result.output
    Record.load(path).verify()


def test_resume_takes_the_unfinished_game_that_was_played_last(games: Path) -> None:
    for name, seed in (("Ada", "1"), ("Bea", "2"), ("Cleo", "3")):
        play("--name", name, "--seed", seed)
    play("--name", "Ada", "--seed", "4", lines=script(4, "poppy"))
    (games / "junk.jsonl").write_bytes(b"\x00\xff{")
    (games / "folder.jsonl").mkdir()
    lines = next(games.glob("*cleo*")).read_text().splitlines()
    (games / "broken.jsonl").write_text("\n".join(lines[:3] + lines[4:]) + "\n")
    now = time.time()
    for path in games.glob("*bea*"):
        os.utime(path, (now + 10, now + 10))
    for path in games.glob("*-ada-poppy-bot-2*"):
        assert Record.load(path).is_complete
        os.utime(path, (now + 20, now + 20))
    result = play("--resume")
    assert result.exit_code == 0, result.output
    assert "Bea, it is your turn" in result.output


def test_nothing_to_resume(games: Path) -> None:
    result = play("--resume")
    assert isinstance(result.exception, ArboretumError)
    assert "no unfinished game" in str(result.exception)


def test_what_cannot_go_on_is_refused_and_not_touched(games: Path, tmp_path: Path) -> None:
    play("--name", "Ada", "--seed", "4", "--record", str(tmp_path / "over"), lines=script(4, "poppy"))
    game = new_game(2, 1)
    ended = Record.load(tmp_path / "over")
    (tmp_path / "seen").write_text(Record(game.setup, tuple(log_of(game))).seen_by(0).dump())
    (tmp_path / "rules").write_text(ended.dump().replace('"rules":"1"', '"rules":"99"'))
    broken = [line for line in ended.dump().splitlines() if '"ended"' not in line]
    (tmp_path / "broken").write_text("\n".join(broken[:9] + broken[10:]) + "\n")
    (tmp_path / "junk").write_bytes(b"\xff")
    for name in ("over", "seen", "rules", "broken", "junk", "none"):
        path = tmp_path / name
        before = path.read_bytes() if path.exists() else b""
        result = play("--resume", str(path), lines=["+", "+"])
        assert isinstance(result.exception, ArboretumError), name
        assert (path.read_bytes() if path.exists() else b"") == before


def test_a_record_is_never_overwritten(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text("keep me")
    result = play("--record", str(path))
    assert isinstance(result.exception, ArboretumError)
    assert "is there already" in str(result.exception)
    assert path.read_text() == "keep me"


def test_two_programs_do_not_keep_one_game(games: Path) -> None:
    """A second one that goes on with the same record makes the first one stand still (R085)."""
    play("--name", "Ada", "--seed", "8")
    (path,) = games.iterdir()
    first = Typing(["+", "+"])
    record = Record.load(path)
    game = Game(record.setup, record.events, keep=RecordWriter.resume(path).write)
    play("--resume", lines=["+"])
    with pytest.raises(ArboretumError, match="Something else has written"):
        play_session(game, {1: make("poppy", 0)}, first.terminal)


# Bots of one's own. ---------------------------------------------------------------------------------------


def test_a_bot_from_a_file_plays_and_is_named_again_to_resume(games: Path, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(GARDENER)
    first = play("--bot", "my.py:Gardener", "--options", "start=1", lines=["+"])
    assert first.exit_code == 0
    assert "Gardener-bot placed" in first.output
    assert "--bot my.py:Gardener" in first.output.splitlines()[-1]
    refused = play("--resume")
    assert isinstance(refused.exception, ArboretumError)
    assert "with --bot" in str(refused.exception)
    assert play("--resume", "--bot", "my.py:Gardener").exit_code == 0


def test_a_bot_that_fails_is_told_and_the_game_is_kept(games: Path, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(GARDENER)
    done = run_play("--bot", "my.py:Broken", "--options", "start=1")
    assert done.returncode == 1
    assert b"The bot Broken-bot, in turn 1" in done.stderr
    assert b"no idea" in done.stderr
    assert b"The game is kept" in done.stdout
    assert b"Traceback" not in done.stdout + done.stderr
    only_record(games).verify()


# The page. ------------------------------------------------------------------------------------------------

PAGE = (Path(__file__).parent.parent / "docs" / "1-play.md").read_text()


def plain_turn(view: View) -> Action:
    """A player who is easy to follow: places for the most points, throws away what it holds least of."""

    def worth(action: Action) -> float:
        match action:
            case DrawPile():
                return 4.5
            case DrawDiscard(seat):
                top = view.discards[seat].top
                return 0 if top is None else view.hand.total(top.species) / 2
            case Place(card, cell):
                return sum(view.tableau.placing(card, cell).points.values())
            case Discard(card):
                return -view.hand.total(card.species)

    return max(view.legal_actions, key=worth)


def test_the_turn_that_the_page_shows_is_one() -> None:
    game = Game.new(["Ada", "Ben"], seed=3)
    while game.view(0).turn < 13 or game.seat:
        game.play(game.seat, plain_turn(game.view(game.seat)))
    assert "\n".join(view_lines(game.view(0))) in PAGE


def test_the_page_names_every_command_and_option() -> None:
    for word in Word:
        assert f"`{word.value[0]}`" in PAGE or f"`{word.value[0]} " in PAGE, word
    for command in ("play", "replay"):
        parameters = commands.get_command(click.Context(commands), command)
        assert parameters is not None
        for parameter in parameters.params:
            for name in parameter.opts if isinstance(parameter, click.Option) else []:
                assert name in PAGE or len(name) == 2, name


def test_what_the_page_types_can_be_typed(games: Path) -> None:
    shown = re.findall(r"^\$ arboretum (play .*?)(?: +#.*)?$", PAGE, re.MULTILINE)
    assert len(shown) >= 8
    for line in shown:
        if "--resume" not in line and "--server" not in line:
            result = CliRunner().invoke(commands, shlex.split(line), input="")
            assert result.exit_code == 0, (line, result.output, result.exception)
