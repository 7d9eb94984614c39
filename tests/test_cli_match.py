"""`arboretum match`: what it prints, what it refuses, and how it ends when it is interrupted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arboretum import play
from arboretum.cli import commands
from arboretum.errors import ArboretumError
from arboretum.record import Record

BOT = """
import time

class Talking:
    name = "talking"

    def choose(self, view, budget):
        print("let me see ...")
        return view.legal_actions[0]

class Failing(Talking):
    name = "failing"

    def choose(self, view, budget):
        raise ValueError("\\x1b[31mno idea\\n")

class Slow(Talking):
    name = "slow"

    def choose(self, view, budget):
        time.sleep(0.02)
        return view.legal_actions[0]

class Budgeted(Talking):
    name = "budgeted"

    def choose(self, view, budget):
        assert (budget.seconds, budget.rollouts) == (0.5, 7), budget
        return view.legal_actions[0]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bot.py"
    path.write_text(BOT)
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["match", *map(str, arguments)])


def told(*arguments: object) -> Any:  # noqa: ANN401 - JSON
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def lasting(answer: Any) -> Any:  # noqa: ANN401 - JSON
    """All of an answer but the times, which are never the same."""
    assert {each["bot"] for each in answer["times"]} == {each["bot"] for each in answer["players"]}
    return {name: value for name, value in answer.items() if name != "times"}


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "arboretum", "match", *map(str, arguments)]


def refusal(*arguments: object) -> str:
    """What the command says on standard error when it refuses, run as a user runs it."""
    done = subprocess.run(command(*arguments), capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode in (1, 2), done
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr


def test_the_object_has_what_is_promised() -> None:
    answer = told("greedy", "random", "--deals", 2, "--seed", 1, "--workers", 1)
    assert (answer["deals"], answer["seed"], answer["faults"], answer["games"]) == (2, 1, 0, 4)
    assert [player["bot"] for player in answer["players"]] == ["greedy", "random"]
    for player in answer["players"]:
        assert player["games"] == player["wins"] + player["ties"] + player["losses"] == 4
        low, high = player["win_share_ci"]
        assert 0 <= low <= player["win_share"] <= high <= 1
        assert player["mean_score"] >= 0
    assert isinstance(answer["faults"], int)
    assert answer["complete"] is True
    assert answer["options"]["tiebreak"] == "species"


def test_a_table_is_what_people_get() -> None:
    result = run("greedy", "random", "greedy", "--deals", 1, "--seed", 0)
    assert result.exit_code == 0
    assert result.stdout.startswith(play(["greedy", "random", "greedy"], deals=1, seed=0).table() + "\n\n")
    assert "longest" in result.stdout
    assert result.stderr == ""


def test_the_same_seed_gives_the_same_bytes_whatever_the_workers() -> None:
    printed = [
        subprocess.run(
            command("random", "greedy", "--deals", 3, "--seed", 0, "--json", "--workers", workers),
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": str(workers)},
            timeout=120,
        ).stdout
        for workers in (1, 3)
    ]
    assert len({json.dumps(lasting(json.loads(text))) for text in printed}) == 1


def test_workers_start_from_the_installed_command_and_from_a_line_of_python() -> None:
    script = Path(sys.executable).with_name("arboretum")
    arguments = ["match", "random", "random", "--deals", "2", "--seed", "3", "--workers", "2"]
    from_script = subprocess.run([script, *arguments], capture_output=True, text=True, check=True, timeout=60)
    program = "from arboretum import play; print(play(['random'] * 2, deals=2, seed=3, workers=2).table())"
    typed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert typed.stdout == play(["random"] * 2, deals=2, seed=3).table() + "\n"
    assert from_script.stdout.startswith(typed.stdout)


def test_without_a_seed_one_is_drawn_and_can_be_repeated() -> None:
    one = told("random", "random", "--deals", 1)
    assert lasting(told("random", "random", "--deals", 1, "--seed", one["seed"])) == lasting(one)
    assert told("random", "random", "--deals", 1)["seed"] != one["seed"]


def test_the_same_bot_may_be_named_again() -> None:
    assert [p["bot"] for p in told("random", "random", "--deals", 1)["players"]] == ["random", "random#2"]


def test_a_bot_in_a_file_and_what_it_prints_is_not_in_the_way(file: Path) -> None:
    for workers in (1, 2):
        done = subprocess.run(
            command(f"{file}:Talking", "random", "--deals", 2, "--seed", 1, "--json", "--workers", workers),
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        answer = json.loads(done.stdout)
        assert answer["players"][0] | {"bot": "talking", "named": f"{file}:Talking"} == answer["players"][0]
        assert "let me see ..." in done.stderr


def test_faults_are_counted_and_the_match_goes_on(file: Path) -> None:
    result = run(f"{file}:Failing", "random", "--deals", 1, "--seed", 1)
    assert result.exit_code == 0
    assert "faults: in each the first legal action was played instead" in result.stdout
    assert "failed with ValueError:  [31mno idea (bot.py, line" in result.stdout
    assert "\x1b" not in result.stdout
    answer = told(f"{file}:Failing", "random", "--deals", 1, "--seed", 1)
    assert answer["faults"] == answer["players"][0]["faults"] > 20
    assert len(answer["first_faults"]) == 3


def test_options_and_budget_are_passed_on(file: Path, tmp_path: Path) -> None:
    answer = told(
        *(f"{file}:Budgeted", "random", "--deals", 1, "--options", "first-edition,tiebreak=cards"),
        *("--seconds", 0.5, "--rollouts", 7, "--keep", tmp_path / "kept"),
    )
    assert answer["faults"] == 0
    assert (answer["options"]["names"], answer["options"]["tiebreak"]) == ("first", "cards")
    records = [Record.load(path) for path in (tmp_path / "kept").iterdir()]
    assert len(records) == 2
    for record in records:
        record.verify()
        assert record.setup.options.opening == "first-edition"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "Name 2 to 4 bots: random, greedy"),
        (["greedy"], "A match is for 2 to 4 bots, not 1"),
        (["random"] * 5, "A match is for 2 to 4 bots, not 5"),
        (["random", "gredy"], "There is no bot 'gredy': the bots are random, greedy"),
        (["random", "missing.py:Bot"], "there is no file missing.py"),
        (["random", "random", "--deals", "0"], "at least one deal, not 0"),
        (["random", "random", "--deals", "-4"], "at least one deal, not -4"),
        (["random", "random", "--deals", "many"], "'many' is not a valid integer"),
        (["random", "random", "--seed", "-1"], "A seed is a whole number from 0 up, not -1"),
        (["random", "random", "--workers", "0"], "at least one worker, not 0"),
        (["random", "random", "--seconds", "0"], "--seconds cannot be 0"),
        (["random", "random", "--seconds", "nan"], "--seconds cannot be nan"),
        (["random", "random", "--rollouts", "0"], "--rollouts is a number from 1 up, not 0"),
        (["random", "random", "--options", "tiebreak=coins"], "Option tiebreak cannot be 'coins'"),
        (["random", "random", "--options", "start=3"], "Seat 3 cannot start"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(arguments: list[str], says: str) -> None:
    result = run(*arguments, "--json")
    assert result.exit_code != 0
    assert result.stdout == ""
    assert isinstance(result.exception, ArboretumError | SystemExit)
    assert says in (str(result.exception) if isinstance(result.exception, ArboretumError) else result.stderr)


def test_a_refusal_is_one_line_with_a_status(tmp_path: Path) -> None:
    assert refusal("greedy").startswith("arboretum: A match is for 2 to 4 bots")
    (tmp_path / "old").write_text("")
    sentence = refusal("random", "random", "--deals", 1, "--keep", tmp_path)
    assert sentence == f"arboretum: {tmp_path} is not empty: name a new folder for the records of this match.\n"


def test_help_names_the_ways_to_name_a_bot() -> None:
    text = run("--help").output
    assert "path/to/bot.py:ClassName" in text
    assert "package.module:ClassName" in text


def test_numba_is_not_needed() -> None:
    code = (
        "import sys\nfrom arboretum.cli import commands\n"
        "commands(['match', 'greedy', 'random', '--deals', '1'], standalone_mode=False)\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)


# Interruption. -----------------------------------------------------------------------------------------------


def interrupted(arguments: list[object], until: Path, at_least: int) -> tuple[int, str, str]:
    """Press Ctrl-C (for all processes at this terminal) once so many games are kept: status, output, errors."""
    process = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    for _ in range(600):
        if until.exists() and len(list(until.iterdir())) >= at_least:
            break
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    output, errors = process.communicate(timeout=30)
    assert is_gone(process.pid), "a process of this session is left behind"
    return process.returncode, output, errors


def is_gone(session: int) -> bool:
    """Nobody of a session is left, at the latest after some seconds."""
    for _ in range(100):
        try:
            os.killpg(session, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
@pytest.mark.parametrize("workers", [1, 2])
def test_control_c_ends_with_what_was_played(workers: int, file: Path, tmp_path: Path) -> None:
    games = tmp_path / "games"
    arguments = [f"{file}:Slow", "random", "--deals", 500, "--seed", 1, "--workers", workers, "--keep", games]
    status, output, errors = interrupted(arguments, games, 4)
    assert status == 130
    assert errors == "Interrupted.\n"
    assert "of 500 deals were played." in output
    counted = int(output.split("Partial: ")[1].split()[0])
    assert counted >= 1
    for path in games.iterdir():
        Record.load(path).verify()


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_workers_leave_when_the_one_who_started_them_is_killed(file: Path, tmp_path: Path) -> None:
    games = tmp_path / "games"
    process = subprocess.Popen(
        command(f"{file}:Talking", "random", "--deals", 5000, "--workers", 2, "--keep", games),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    while not games.exists() or not list(games.iterdir()):
        assert process.poll() is None
        time.sleep(0.1)
    process.kill()
    process.wait()
    assert is_gone(process.pid)


@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_control_c_before_a_deal_is_complete_says_so(file: Path, tmp_path: Path) -> None:
    games = tmp_path / "games"
    arguments = [f"{file}:Slow", f"{file}:Slow", "--deals", 5, "--workers", 1, "--keep", games]
    status, output, errors = interrupted(arguments, games, 0)
    assert status == 130
    assert output == ""
    assert errors == "Interrupted before a deal was complete: no result.\n"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX terminal")
def test_progress_is_shown_on_a_terminal_and_only_there() -> None:
    import pexpect

    program, *arguments = command("random", "random", "--deals", 3, "--seed", 1, "--workers", 1)
    seen = pexpect.spawn(program, arguments, timeout=60, encoding="utf-8")
    seen.expect("deals")
    seen.expect(pexpect.EOF)
    done = subprocess.run(
        command("random", "random", "--deals", 3, "--seed", 1), capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
