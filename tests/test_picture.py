"""The picture of the README: drawn from its script, and true."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from arboretum import Tableau

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import draw_picture  # noqa: E402


def test_the_picture_is_the_one_that_its_script_draws() -> None:
    done = subprocess.run([sys.executable, str(ROOT / "tools" / "draw_picture.py"), "--check"], check=False)
    assert done.returncode == 0, "run `make pages`"


def test_the_picture_and_the_words_beside_it_tell_the_truth() -> None:
    path = Tableau.parse(draw_picture.ARBORETUM).best_path("Maple")
    assert path is not None
    assert f"Maple: {path} is worth {path.points}" in draw_picture.PICTURE.read_text()
    readme = (ROOT / "README.md").read_text()
    assert f"{path}, {path.points} points" in readme
