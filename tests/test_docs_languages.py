"""The page on bots in any language: its programs are those of the examples, and do what it says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arboretum import Budget, Game
from arboretum.bots.process import chair, child, lines
from arboretum.bots.process.player import ProcessBot
from arboretum.bots.process.pool import CHANCES, GAMES
from arboretum.bots.registry import end_programs
from test_examples_run import commands, environment

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "10-bots-in-any-language.md"
TEXT = PAGE.read_text()
PROGRAMS = ROOT / "examples" / "languages"
NODE = shutil.which("node")


@pytest.fixture(autouse=True)
def _no_program_stays() -> Iterator[None]:
    yield
    end_programs()


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("path", sorted(PROGRAMS.iterdir()), ids=lambda path: path.name)
def test_each_program_stands_on_the_page_as_it_is(path: Path) -> None:
    mark = "//" if path.suffix == ".js" else "#"
    wanted = f"{mark} {path.name}\n" + path.read_text()
    assert wanted in blocks("python") + blocks("js")
    assert len(path.read_text().splitlines()) <= 60


def dialogue(decisions: int) -> list[str]:
    """What the first program of the page is told (>) and says (<) in a game, and the end."""
    script = PROGRAMS / "first.py"
    said: list[str] = []
    bot = ProcessBot(f"process:{sys.executable} {script}", 12)
    program = bot._chair.child()
    tell, hear = program.say, program.hear

    def say(line: str) -> None:
        said.append("> " + line)
        tell(line)

    def heard(until: float) -> str:
        line = hear(until)
        said.append("< " + line)
        return line

    program.say, program.hear = say, heard  # type: ignore[method-assign]
    said += ["> " + lines.hello(), '< {"hello": "first", "protocol": 1}']
    game = Game.new(["Ada", "first"], seed=3)
    asked = 0
    while not game.is_over:
        view = game.view(game.seat)
        if view.me == 1 and asked < decisions:
            game.play(1, bot.choose(view, Budget()))
            asked += 1
        else:
            game.play(view.me, view.legal_actions[0])
    return said


def test_the_dialogue_of_the_page_is_what_is_said() -> None:
    shown = [line for line in blocks("text")[0].splitlines() if not line.startswith("...")]
    told = dialogue(4)
    for line in shown:
        assert any(_same(line, other) for other in told), line
    assert [line[0] for line in shown] == [line[0] for line in told][: len(shown)]


def _same(shown: str, said: str) -> bool:
    """The same line; what is long ends in an ellipsis on the page."""
    if shown.endswith("..."):
        return said.startswith(shown.removesuffix("..."))
    return shown[0] == said[0] and json.loads(shown[2:]) == json.loads(said[2:])


def test_the_numbers_of_the_page_are_ours() -> None:
    for sentence in (
        f"twice the seconds of its budget and {chair.SLACK:g} s more",
        f"{chair.WITHOUT:g} s if the budget has none",
        f"{chair.LATE_IN_A_ROW} answers late in a row",
        f"{CHANCES} misses in a row",
        f"{GAMES} games in a row",
        f"more than {child.LONGEST} bytes",
        f"{child.WAITING} lines",
    ):
        assert sentence in TEXT, sentence


@pytest.mark.skipif(sys.platform == "win32", reason="the blocks are for a POSIX shell")
@pytest.mark.skipif(NODE is None, reason="Node is not installed")
def test_the_page_does_what_it_says(tmp_path: Path) -> None:
    for block in (*blocks("python"), *blocks("js")):
        name = re.match(r"(?:#|//) (\S+)\n", block)
        assert name, "a block is a file"
        (tmp_path / name[1]).write_text(block)
    ran = 0
    for block in blocks("console"):
        for command, expected in commands(block):
            done = subprocess.run(
                command, shell=True, cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, (command, done.stderr)
            for line in expected:
                assert line in done.stdout, (command, line, done.stdout)
            ran += 1
    assert ran >= 6
