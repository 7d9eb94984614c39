"""`arboretum ladder`, and what it shares with `arboretum match`: files to go on with, reports, tests."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from arboretum.arena.playing import play_ladder
from arboretum.cli import commands
from arboretum.errors import ArboretumError
from arboretum.record import Record


def run(*arguments: object) -> Result:
    return CliRunner().invoke(commands, list(map(str, arguments)))


def told(*arguments: object) -> Any:  # noqa: ANN401 - JSON
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    answer = json.loads(result.stdout)
    assert answer.pop("times")
    return answer


def refusal(*arguments: object) -> str:
    result = run(*arguments)
    assert result.exit_code != 0
    assert isinstance(result.exception, ArboretumError), result.output
    return str(result.exception)


def test_a_ladder_is_what_the_library_plays() -> None:
    result = run("ladder", "random", "random", "random", "--deals", 2, "--seed", 3, "--workers", 1)
    assert result.exit_code == 0
    assert result.stdout.startswith(play_ladder(["random"] * 3, deals=2, seed=3).table() + "\n\n")
    assert result.stderr == ""


def test_tables_of_four() -> None:
    answer = told("ladder", *["random"] * 5, "--players", 4, "--deals", 1, "--seed", 3, "--workers", 1)
    assert len(answer["tables"]) == 5
    assert answer["games"] == 20
    assert len(answer["duels"]) == 10


def test_what_is_in_a_file_need_not_be_said_again(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    first = told(
        *("ladder", "random@5", "random", "random", "--deals", 1, "--options", "tiebreak=cards"),
        *("--rollouts", 7, "--resume", file, "--workers", 1),
    )
    again = run("ladder", "--resume", file, "--deals", 2, "--json")
    assert again.exit_code == 0
    assert again.stderr == f"Going on with {file}: 3 deals are there.\n"
    second = json.loads(again.stdout)
    assert (second["seed"], second["deals"], second["options"]) == (first["seed"], 2, first["options"])
    assert [budget["rollouts"] for budget in second["budgets"]] == [5, 7, 7]
    assert second["options"]["tiebreak"] == "cards"
    file.write_bytes(file.read_bytes()[:-20])
    assert "The last line of" in run("ladder", "--resume", file).stderr


def test_a_ladder_is_no_match_and_a_match_no_other_match(tmp_path: Path) -> None:
    ladder, match = tmp_path / "ladder.jsonl", tmp_path / "match.jsonl"
    told("ladder", *["random"] * 3, "--deals", 1, "--resume", ladder)
    told("match", "random", "random", "--deals", 1, "--seed", 5, "--resume", match)
    assert f"{ladder} is of a ladder: go on with arboretum ladder." == refusal("match", "--resume", ladder)
    assert "is of another match: there bots is" in refusal("match", "random", "greedy", "--resume", match)
    assert "is of another match: there seed is 5, here 6" in refusal("match", "--seed", 6, "--resume", match)
    assert "is of another match: there players is 3, here 2" not in refusal(
        "ladder", "--resume", match, "--seed", 1
    )
    (tmp_path / "notes.txt").write_text("not a match\n")
    assert "is no file of results" in refusal("match", "--resume", tmp_path / "notes.txt")


def test_a_test_goes_on_as_it_began(tmp_path: Path) -> None:
    file = tmp_path / "test.jsonl"
    first = told("match", "greedy", "random", "--sprt", "0,400", "--seed", 6, "--workers", 1, "--resume", file)
    assert first["test"]["verdict"] == "higher"
    assert first["complete"] is True
    assert first["deals"] < 30
    assert told("match", "--resume", file) == first
    assert "two differences in Elo" in refusal("match", "greedy", "random", "--sprt", "10")
    assert "for a match of two bots" in refusal("match", *["random"] * 3, "--sprt", "0,10", "--deals", 1)


def test_a_report_is_written(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert run("match", "random", "random", "--deals", 1, "--seed", 1, "--report", page).exit_code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    missing = tmp_path / "missing" / "report.html"
    assert "there is no folder" in refusal("match", "random", "random", "--deals", 1, "--report", missing)
    assert "cannot be written" in refusal("match", "random", "random", "--deals", 1, "--report", tmp_path)


def test_german_is_spoken_and_what_cannot_be_written_is_spelled(tmp_path: Path) -> None:
    arguments = ["match", "random", "random", "--deals", "1", "--seed", "1", "--lang", "de"]
    done = subprocess.run(
        [sys.executable, "-m", "arboretum", *arguments],
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        timeout=60,
    )
    assert b"Siegquote" in done.stdout
    assert "längste" not in done.stdout.decode("ascii")
    assert b"laengste" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Name the bots of the ladder, such as random greedy"),
        (["random"], "needs 2 bots at least, not 1"),
        (["random", "random", "--players", 3], "needs 3 bots at least, not 2"),
        (["random", "random", "--players", 1], "for 2, 3 or 4 players, not 1"),
        (["random", "gredy"], "There is no bot 'gredy'"),
        (["random", "random", "--deals", 0], "at least one deal, not 0"),
    ],
)
def test_a_ladder_that_cannot_be_is_refused_in_a_sentence(arguments: list[object], says: str) -> None:
    assert says in refusal("ladder", *arguments)


SLOW = """
import time

class Slow:
    name = "slow"

    def choose(self, view, budget):
        time.sleep(0.005)
        return view.legal_actions[0]
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_control_c_keeps_what_was_played_and_the_same_command_goes_on(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(SLOW)
    command = [sys.executable, "-m", "arboretum", "ladder", "slow.py:Slow", "random", "random"]
    command += ["--deals", "2", "--seed", "1", "--workers", "2", "--resume", "run.jsonl", "--keep", "games"]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    file = tmp_path / "run.jsonl"
    for _ in range(600):
        if file.exists() and file.read_bytes().count(b"\n") >= 3:
            break
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "deals are in run.jsonl: the same command goes on." in errors
    assert "of 6 deals were played." in output
    done = subprocess.run(
        [*command, "--json"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120
    )
    assert "Going on with run.jsonl" in done.stderr
    answer = json.loads(done.stdout)
    assert answer["complete"] is True
    assert answer["games"] == 12
    kept = list((tmp_path / "games").rglob("*.jsonl"))
    assert len(kept) == 12
    for path in kept:
        Record.load(path).verify()


def test_what_was_played_before_a_worker_died_is_told(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import os\nclass Quitting:\n    name = 'quitting'\n"
        "    def choose(self, view, budget):\n"
        f"        if os.path.exists({str(tmp_path / 'run.jsonl')!r}):\n"
        f"            if open({str(tmp_path / 'run.jsonl')!r}).read().count('\\n') > 2:\n"
        "                os._exit(7)\n"
        "        return view.legal_actions[0]\n"
    )
    result = run(
        *("match", f"{bot}:Quitting", "random", "--deals", 40, "--seed", 1, "--workers", 2),
        *("--resume", tmp_path / "run.jsonl"),
    )
    assert isinstance(result.exception, ArboretumError)
    assert "ended with status 7" in str(result.exception)
    assert "of 40 deals were played." in result.stdout


def test_the_commands_of_the_page_about_the_arena_are_ones() -> None:
    text = (Path(__file__).parent.parent / "docs" / "11-arena.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\$ arboretum (.*)$", text, flags=re.MULTILINE)
    assert len(lines) >= 10
    for line in lines:
        name, *arguments = shlex.split(line)
        command = commands.get_command(click.Context(commands), name)
        assert command is not None
        assert command.make_context(name, arguments).params


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
def test_progress_of_a_test_is_shown_on_a_terminal(tmp_path: Path) -> None:
    import pexpect

    arguments = ["-m", "arboretum", "match", "greedy", "random", "--seed", "6", "--workers", "1"]
    seen = pexpect.spawn(sys.executable, [*arguments, "--sprt", "0,400"], timeout=60, encoding="utf-8")
    seen.expect("games/s")
    seen.expect(r"-2.94 < \d")
    seen.expect("Decided for 400 Elo against 0")
    seen.expect(pexpect.EOF)
