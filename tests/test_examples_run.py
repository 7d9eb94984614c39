"""The examples run, and so does every block of the tutorial, as a reader would run it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
TUTORIAL = ROOT / "docs" / "2-your-first-bot.md"
SAYS = {
    "gardener.py": "gardener",
    "dreamer.py": "dreamer",
    "read_a_game.py": "wins with",
}


def environment() -> dict[str, str]:
    """That of a terminal in which this Python's commands come first."""
    scripts = str(Path(sys.executable).parent)
    return os.environ | {"PATH": scripts + os.pathsep + os.environ["PATH"], "PYTHONWARNINGS": "error"}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_an_example_runs_and_is_short(path: Path, tmp_path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 40
    done = subprocess.run(
        [sys.executable, path], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=True
    )
    assert SAYS[path.name] in done.stdout
    assert done.stderr == ""
    assert list(tmp_path.iterdir()) == [], "it leaves nothing behind"


def test_the_gardener_of_the_tutorial_is_the_one_of_the_examples() -> None:
    def worth(text: str) -> list[str]:
        found = re.search(r"    def worth\(.*?\n(.*?)(?:\n\n|```)", text, re.DOTALL)
        assert found
        return [line.strip() for line in found[1].replace(".top.", "[-1].").splitlines() if line.strip()]

    assert worth(TUTORIAL.read_text()) == worth((ROOT / "examples" / "gardener.py").read_text())


def commands(block: str) -> list[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines that its output is said to have."""
    found: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        else:
            found[-1][1].append(line.strip())
    return found


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="the blocks are for a POSIX shell")
def test_the_tutorial_does_what_it_says(tmp_path: Path) -> None:
    blocks = re.findall(r"```(\w+)\n(.*?)```", TUTORIAL.read_text(), re.DOTALL)
    ran = 0
    for language, block in blocks:
        name = re.match(r"# (\w+\.py)\n", block)
        if language == "python" and name:
            (tmp_path / name[1]).write_text(block)
        elif language == "python":
            assert block.startswith(">>> "), "a block is a file, or run by doctest in test_docs.py"
        elif language == "console":
            for command, lines in commands(block):
                done = subprocess.run(
                    command,
                    shell=True,
                    cwd=tmp_path,
                    env=environment(),
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == 0, (command, done.stderr)
                at = 0
                for line in lines:
                    assert line in done.stdout[at:], (command, line, done.stdout)
                    at = done.stdout.index(line, at) + len(line)
                ran += 1
        else:
            assert language == "toml"
    assert ran >= 10
