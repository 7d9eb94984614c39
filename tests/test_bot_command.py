"""`arboretum bot`: our bots as programs choose what they choose here, and say nothing else."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arboretum import Action, Budget, View
from arboretum.bots.bot import Bot
from arboretum.bots.process import lines, serving
from arboretum.bots.process.serving import Serving, get_ready
from arboretum.bots.registry import end_programs, make
from arboretum.bots.simple import Greedy, Random
from arboretum.errors import ArboretumError
from arboretum.testing import TABLES
from tables import new_game, play_on

COMMAND = [sys.executable, "-m", "arboretum", "bot"]
HELLO = '{"hello":"arboretum","protocols":[1]}'


@pytest.fixture(autouse=True)
def _no_program_stays() -> Iterator[None]:
    yield
    end_programs()


def served(make: Callable[[int | None], Bot], budget: Budget | None = None) -> Callable[[str], list[str]]:
    """Something to say lines to, that gives what is answered."""
    bot = Serving(make, budget or Budget())

    def said(line: str) -> list[str]:
        answer = bot.answer(line)
        return [] if answer is None else [answer]

    return said


@pytest.mark.parametrize("kind", [Random, Greedy])
@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_it_chooses_what_it_chooses_here(kind: type[Random] | type[Greedy], seats: int, options: str) -> None:
    said = served(lambda seed: kind(seed or 0))
    assert json.loads(said(HELLO)[0]) == {"hello": kind.name, "protocol": 1}
    game = new_game(seats, 3, options)
    me, told, number = seats - 1, 0, 0
    assert said(lines.game(1, game.view(me), 55)) == []
    for seat, _ in play_on(game, random.Random(4)):
        if seat != me or random.Random(number).random() < 0.6:
            number += 1
            continue
        view = game.view(me)
        for happened in view.seen[told:]:
            assert said(lines.event(happened)) == []
        told, number = len(view.seen), number + 1
        legal = [str(action) for action in view.legal_actions]
        (answer,) = said(lines.question(number, view, legal, Budget(), 30))
        action = kind(55).choose(view, Budget())
        assert json.loads(answer) == {"answer": number, "action": str(action)}


class Telling:
    """Keeps what happens to it."""

    name = "telling"
    heard: list[object] = []  # noqa: RUF012 - tests read it

    def choose(self, view: View, budget: Budget) -> Action:
        self.heard.append(budget)
        if view.turn == 1:
            raise ValueError("no idea")
        return view.legal_actions[0]

    def game_over(self, view: View) -> None:
        self.heard.append(view)

    def plays(self, setup: object) -> str:
        return "" if getattr(setup, "seats", 0) == 2 else "two are enough."

    def warm_up(self) -> None:
        self.heard.append("warm")


def test_budgets_ends_and_failures_reach_the_bot_and_come_back() -> None:
    Telling.heard.clear()
    said = served(lambda seed: Telling(), Budget(seconds=3, rollouts=7))
    game = new_game(2, 1)
    view = game.view(game.seat)
    said(lines.game(1, view, 1))
    for happened in view.seen:
        said(lines.event(happened))
    (failed,) = said(lines.question(1, view, [], Budget(rollouts=5), 1))
    assert json.loads(failed)["answer"] == 1
    assert "ValueError: no idea" in json.loads(failed)["failed"]
    said(lines.game(2, view, 1))
    assert Telling.heard == [Budget(seconds=3, rollouts=5), view]


def test_a_table_at_which_it_does_not_play_is_refused_at_each_question() -> None:
    said = served(lambda seed: Telling())
    game = new_game(3, 1)
    view = game.view(game.seat)
    said(lines.game(1, view, 1))
    for happened in view.seen:
        said(lines.event(happened))
    (failed,) = said(lines.question(1, view, [], Budget(), 1))
    assert "cannot sit at this table: two are enough." in json.loads(failed)["failed"]


def test_what_is_not_known_is_passed_over() -> None:
    said = served(lambda seed: Random(0))
    assert said('{"chat":"hello there"}') == []
    assert said('{"event":"drew","seat":0,"from":"pile","card":"?"}') == [], "of no game"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("hello", "that is not JSON"),
        ("[]", "that is no JSON object"),
        ('{"hello":"arboretum","protocols":[2,3]}', "it speaks protocol [2, 3], and we speak 1."),
        ('{"hello":"arboretum"}', "it speaks protocol None"),
        ('{"game":1,"seat":0,"seed":0}', "KeyError: 'setup'"),
        ('{"game":1,"seat":0,"seed":0,"setup":{}}', "this is not the header of a record"),
        ('{"question":1}', "it asks for a decision that is not due."),
    ],
)
def test_a_line_that_cannot_be_followed_is_told(line: str, says: str) -> None:
    with pytest.raises(ArboretumError) as caught:
        served(lambda seed: Random(0))(line)
    assert says in str(caught.value)
    assert str(caught.value).startswith("The line ")


def test_events_that_cannot_be_are_told() -> None:
    game = new_game(2, 1)
    for wrong in (
        '{"event":"drew","seat":0,"from":7,"card":"OK1"}',
        '{"event":"placed","seat":0,"card":"OK9","cell":"0,0"}',
        '{"event":"flew","seat":0}',
    ):
        said = served(lambda seed: Random(0))
        said(lines.game(1, game.view(0), 1))
        with pytest.raises(ArboretumError, match="cannot be followed"):
            said(wrong)


def test_getting_ready_is_told_on_standard_error_if_it_takes_a_while(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Telling.heard.clear()
    get_ready(Telling())
    get_ready(Random(0))  # which has nothing to get ready
    assert Telling.heard == ["warm"]
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(serving, "SOON", 0.01)
    slow = Telling()
    monkeypatch.setattr(slow, "warm_up", lambda: __import__("time").sleep(0.3))
    get_ready(slow)
    assert capsys.readouterr() == (
        "",
        "telling gets ready; the first time after an installation that takes a while.\n",
    )


# The command. ------------------------------------------------------------------------------------------------


def said_to(command: list[str], text: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False, timeout=60)


def test_the_command_answers_and_leaves_when_nothing_more_is_said(tmp_path: Path) -> None:
    """What a bot prints goes to standard error, and what it reads is empty."""
    path = tmp_path / "bot.py"
    path.write_text(
        "print('importing')\n"
        "class Loud:\n    name = 'loud'\n"
        "    def choose(self, view, budget):\n"
        "        import os, sys\n        print('thinking', repr(sys.stdin.read()))\n"
        "        os.write(1, b'raw\\n')\n"
        "        return view.legal_actions[0]\n"
    )
    game = new_game(2, 1, "first-edition")
    view = game.view(game.seat)
    told = [HELLO, "", lines.game(1, view, 1), *map(lines.event, view.seen)]
    told.append(lines.question(1, view, [], Budget(), 1))
    done = said_to([*COMMAND, f"{path}:Loud"], "\n".join(told) + "\n")
    assert done.returncode == 0, done.stderr
    first = str(view.legal_actions[0])
    assert done.stdout == f'{{"hello":"loud","protocol":1}}\n{{"answer":1,"action":"{first}"}}\n'
    assert sorted(done.stderr.split("\n")) == ["", "importing", "raw", "thinking ''"]


def test_the_command_tells_what_is_wrong_in_a_sentence() -> None:
    done = said_to([*COMMAND, "greedy"], "good morning\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("arboretum: The line good morning cannot be followed: that is not JSON")
    done = said_to([*COMMAND, "gredy"], "")
    assert (done.returncode, done.stdout) == (1, "")
    assert "There is no bot 'gredy'" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
def test_control_c_ends_the_command_quietly() -> None:
    with subprocess.Popen(
        [*COMMAND, "greedy"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(HELLO + "\n")
        running.stdin.flush()
        assert running.stdout.readline() == '{"hello":"greedy","protocol":1}\n'
        os.kill(running.pid, signal.SIGINT)
        assert running.stderr is not None
        assert running.stderr.read() == ""
    assert running.returncode == 130


def test_a_bot_of_ours_as_a_program_is_the_same_bot() -> None:
    command = f"process:{sys.executable} -m arboretum bot random"
    bot, here = make(command, 9), make("random", 9)
    game = new_game(2, 6, "standard")
    for seat, _ in play_on(game, random.Random(1), 40):
        if seat == 0:
            assert bot.choose(game.view(0), Budget()) == here.choose(game.view(0), Budget())
    assert bot.name == "random"
