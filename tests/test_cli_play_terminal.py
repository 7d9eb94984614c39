"""`arboretum play` with pipes, terminals, signals, and whatever bytes come."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from arboretum import (
    Options,
    Record,
)
from arboretum.events import Drew, Event
from at_table import GARDENER, folder_of_games, only_record, play, run_play, script, spawn


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept for this test."""
    return folder_of_games(tmp_path, monkeypatch)


# Pipes and bytes. -----------------------------------------------------------------------------------------


def test_a_closed_input_ends_with_a_sentence_and_status_0(games: Path) -> None:
    for data in ("</dev/null", "<&-"):
        command = f"{sys.executable} -m arboretum play {data}"
        done = subprocess.run(command, check=False, shell=True, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert "The input ended. The game is kept; go on with:" in done.stdout


def test_a_closed_output_is_no_error(games: Path) -> None:
    command = f"yes + | {sys.executable} -m arboretum play | head -3"
    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    command = f"{sys.executable} -m arboretum play </dev/null >&-"
    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr


def test_whatever_is_typed_there_is_no_traceback(games: Path) -> None:
    chance = random.Random(7)
    words = [
        "+",
        "a",
        "b",
        "mp7",
        "x",
        "end",
        "undo",
        "paths",
        "pile",
        "log",
        "-1,0",
        "@",
        "3",
        "OK6@0,0",
        "table",
    ]
    lines = [
        b"\xff\xfe\x00",
        b"\x1b[A\x1b]0;hi\x07",
        b"z" * 100_000,
        "ÄÖ 山田 １".encode(),
        b"\x00" * 50,
        b"\xef\xbb\xbf+",
    ]
    lines += [" ".join(chance.choices(words, k=chance.randint(1, 5))).encode() for _ in range(300)]
    done = run_play("--name", "Ada", data=b"\n".join(lines))
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"Traceback" not in done.stdout
    assert b"\x1b" not in done.stdout
    assert b"\x00" not in done.stdout
    only_record(games).verify()


@pytest.mark.parametrize(
    "environment",
    [
        {"LANG": "C", "LC_ALL": "C"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        {"TERM": "dumb"},
        {"NO_COLOR": "1"},
        {"COLUMNS": "40"},
        {"COLUMNS": "1"},
    ],
)
def test_any_environment_will_do(games: Path, environment: dict[str, str]) -> None:
    name = "Jose" if "PYTHONUTF8" in environment else "José 山田"  # there the word itself is no text
    done = run_play("--name", name, data="+\n+\nä\n?\ntable\n".encode(), **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert b"The game is kept" in done.stdout


def test_an_editor_that_cannot_write_a_letter_gets_a_question_mark(games: Path) -> None:
    done = run_play("--name", "José", PYTHONIOENCODING="ascii")
    assert b"Jos?, it is your turn" in done.stdout


# Terminals. -----------------------------------------------------------------------------------------------


def test_a_newcomer_presses_enter_and_plays(games: Path) -> None:
    child = spawn("--name", "Ada", "--seed", "3")
    child.expect("A new game: Ada, the bot Poppy; standard rules, seed 3.")
    child.expect("Enter to start, c to change who plays and how, q to leave> ")
    child.sendline("?")
    child.expect("Just press Enter")
    child.sendline("")
    child.expect("first draw> ")
    child.sendline("+")
    child.expect("You drew .* from the draw pile")
    child.expect("second draw> ")
    child.sendline("quit")
    child.expect("The game is kept; go on with:")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_table_is_set_up_by_question_and_answer(games: Path) -> None:
    child = spawn()
    child.expect("Enter to start")
    child.sendline("c")
    for question, *answers in [
        ("How many players", "5", "?", "3"),
        ("Player A", "Ada"),
        ("Player B", "ada", ""),
        ("Player C", "no.py:Bot", "x-bot", "Cleo"),
        ("Which rules", "?", "tiebreak=both", "first-edition,start=0"),
        ("Which 8 species", "?", "CA", "CA DW JA LI MG MP OK OL"),
        ("Seed", "minus", "7"),
    ]:
        for answer in answers:
            child.expect(re.escape(question))
            child.expect("] ")
            child.sendline(answer)
    child.expect("Pass the keyboard to Ada. Ada, press Enter to see your hand. ")
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    setup = only_record(games).setup
    assert setup.players == ("Ada", "Poppy-bot", "Cleo")
    assert setup.options == Options.parse("first-edition,start=0")
    assert setup.species is not None
    assert setup.shuffled_by == "seed"


def test_an_old_game_is_offered(games: Path) -> None:
    play("--name", "Ada", "--seed", "5")
    child = spawn("--name", "Zoe")
    child.expect("Or an old one: Ada, Poppy-bot, turn")
    child.sendline("r")
    child.expect("Ada, it is your turn")
    child.sendeof()
    child.expect("The input ended")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert len(list(games.iterdir())) == 1


def test_leaving_before_a_game_is_begun(games: Path) -> None:
    for act, status, said in [("q", 0, ""), ("\x04", 0, "Nothing was begun"), ("\x03", 130, "Nothing was begun")]:
        child = spawn()
        child.expect("q to leave> ")
        child.send(act + "\n" if act == "q" else act)
        child.expect(said)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == status
    assert not games.exists()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_kill_in_mid_turn_loses_nothing(games: Path, how: signal.Signals) -> None:
    child = spawn("--name", "Ada", "--seed", "3", "--yes")
    child.expect("first draw> ")
    child.sendline("+")
    child.expect(r"You drew (\w\w\d)")
    assert child.match is not None
    card = child.match[1]
    child.expect("second draw> ")
    child.kill(how)
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus, child.signalstatus) == ((130, None) if how is signal.SIGINT else (None, how))
    last: Event = only_record(games).events[-1]
    assert isinstance(last, Drew)
    assert str(last.card) == card
    child = spawn("--resume")
    child.expect(f"You drew {card} from the draw pile.")
    child.expect(card)
    child.expect("second draw> ")
    child.close()


def test_enter_that_is_pressed_again_and_again_does_nothing(games: Path) -> None:
    """R083, R124: no default draws, places, discards or ends."""
    child = spawn("--yes", "--seed", "3")
    child.expect("first draw> ")
    events = len(only_record(games).events)
    for _ in range(20):
        child.send("\n")
    for _ in range(20):
        child.expect("first draw> ")
    assert len(only_record(games).events) == events
    child.close()


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": ""}, False),
        ({"TERM": "vt102"}, False),
        ({"TERM": "unheard-of"}, False),
    ],
)
def test_colour_only_where_it_is_welcome(games: Path, environment: dict[str, str], coloured: bool) -> None:
    child = spawn("--yes", **environment)
    child.expect("first draw> ")
    assert ("\x1b[" in child.before) is coloured
    assert not re.search(r"\x1b\[[0-9;]*[A-HJKfsu]", child.before), "the cursor does not move"
    child.close()


def test_enter_pressed_too_early_does_not_show_the_next_players_hand(games: Path) -> None:
    """What was typed before the keyboard was passed is dropped."""
    child = spawn("--name", "Ada", "--name", "Ben", "--yes", "--seed", "3", "--options", "start=0")
    child.expect("press Enter to see your hand")
    child.sendline("")
    child.expect("first draw> ")
    child.sendline("+ +")
    child.expect("such as (\\w+) 1; discard another, such as x (\\w+);")
    assert child.match is not None
    child.send(f"{child.match[1]} 1 x {child.match[2]} end\n\n\n")
    child.expect("Pass the keyboard to Ben. Ben, press Enter to see your hand. ")
    with pytest.raises(pexpect.TIMEOUT):
        child.expect("it is your turn", timeout=0.7)
    child.sendline("")
    child.expect("Ben, it is your turn")
    child.close()


def test_what_is_typed_while_others_play_is_not_done(games: Path, tmp_path: Path) -> None:
    """R140: draws that were typed during a bot's turn are dropped, and that is told."""
    (tmp_path / "my.py").write_text(GARDENER.replace("return view", "import time; time.sleep(0.3); return view"))
    child = spawn("--yes", "--name", "Ada", "--bot", "my.py:Gardener", "--options", "start=1", "--seed", "3")
    child.expect("quit to leave")
    child.send("+\n+\nmp7 1\n")
    child.expect("What was typed before this turn began is not done.")
    child.expect("first draw> ")
    with pytest.raises(pexpect.TIMEOUT):
        child.expect("second draw> ", timeout=0.4)
    child.close()


def test_a_rematch_begins_with_the_next_player(games: Path) -> None:
    child = spawn("--name", "Ada", "--yes", "--seed", "3", "--options", "start=0")
    for line in script(3, "poppy", options="start=0"):
        child.expect("> ")
        child.sendline(line)
    child.expect("Enter to finish, a to play again, Poppy-bot starting> ")
    child.sendline("a")
    child.expect("first draw> ")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    again = [record for path in games.iterdir() if not (record := Record.load(path)).is_complete]
    assert [record.setup.options.start for record in again] == [1]
    assert [record.setup.shuffled_by for record in again] == ["system"]
