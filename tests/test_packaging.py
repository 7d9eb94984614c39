"""The built wheel and sdist, installed elsewhere: they hold everything, and a game can be played."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PLAY = """
import random
from arboretum import Game, Record, Tableau
import arboretum
chance = random.Random(1)
game = Game.new(["Ada", "Ben", "Cleo"], seed=0)
while not game.is_over:
    game.play(game.seat, chance.choice(game.view(game.seat).legal_actions))
game.record().verify()
print(sum(game.score.totals) > 0, arboretum.__file__)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own with the wheel installed; its dependencies are those of this environment."""
    folder = tmp_path_factory.mktemp("elsewhere")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    wheel = next(built.glob("*.whl"))
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)],
        check=True,
        capture_output=True,
    )
    ours = subprocess.run(
        [sys.executable, "-c", "import numpy, pathlib; print(pathlib.Path(numpy.__file__).parent.parent)"],
        check=True, capture_output=True, text=True,
    ).stdout.strip()  # fmt: skip
    site = next(folder.glob("lib/python*/site-packages"))
    for name in ("numpy", "numpy.libs", "click", "rich", "markdown_it", "mdurl", "pygments"):
        if (Path(ours) / name).exists():
            (site / name).symlink_to(Path(ours) / name)
    return folder


def files_of(archive: Path) -> set[str]:
    """The package's files in a wheel or sdist."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            names = wheel.namelist()
    else:
        with tarfile.open(archive) as sdist:
            names = [member.name.partition("/src/")[2] for member in sdist.getmembers() if member.isfile()]
    return {name for name in names if name.startswith("arboretum/")}


def test_wheel_and_sdist_hold_every_file_of_the_package(built: Path) -> None:
    source = ROOT / "src"
    ours = {
        str(path.relative_to(source))
        for path in (source / "arboretum").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files_of(next(built.glob("*.whl"))) == ours
    assert files_of(next(built.glob("*.tar.gz"))) == ours
    assert "arboretum/py.typed" in ours


def test_the_wheel_plays_a_game_elsewhere(installed: Path, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    python = str(installed / "bin" / "python")
    done = subprocess.run(
        [python, "-c", PLAY], check=True, cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    worked, where = done.stdout.split()
    assert worked == "True"
    assert where.startswith(str(installed))


@pytest.mark.parametrize(
    ("words", "given", "expected"),
    [
        (["--version"], "", "arboretum, version"),
        (["score", "-"], "player Ada\nOK1 OK3 OK4 OK7\n", "9"),
        (["--lang", "de", "score", "-"], "player Ada\nOK1 OK3 OK4 OK7\n", "Eiche"),
        (["match", "greedy", "random", "--deals", "1", "--seed", "0"], "", "greedy"),
        (["show", "-"], "OK1 OK3 OK4 OK7\n", "</svg>"),
        (["play"], "", ""),
    ],
)
def test_the_command_works_elsewhere(
    installed: Path, tmp_path: Path, words: list[str], given: str, expected: str
) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    command = str(installed / "bin" / "arboretum")
    done = subprocess.run(
        [command, *words],
        cwd=tmp_path,
        env=environment,
        check=False,
        input=given,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert expected in done.stdout
