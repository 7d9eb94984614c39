"""The comparison with other libraries: that it plays what it counts, and says what is not there."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import peers
import peers_side
import pytest

SIDE = Path(peers_side.__file__)


def results(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    peers.main([*words, "--rounds", "1", "--seconds", "0.01", "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_without_the_others_ours_are_measured_and_they_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = results(capsys, "--folder", str(tmp_path))
    assert set(found["missing"]) == set(peers_side.GAMES)
    assert all("--install" in why for why in found["missing"].values())
    assert set(found["peers"]) == set(peers.ours())
    for name, speed in found["peers"].items():
        least, most = 4 * (8 if "2 players" in name else 11), 4 * 51
        assert least <= speed["decisions_per_game"] <= most
        assert speed["decisions_per_s"] == pytest.approx(speed["decisions_per_game"] * speed["games_per_s"])


def test_a_library_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In an environment that has nothing of theirs; a table says it too."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python").symlink_to(sys.executable)
    peers.main(["--folder", str(tmp_path), "--rounds", "1", "--seconds", "0.01"])
    told = capsys.readouterr().out
    assert "python-chess is left out: ModuleNotFoundError: No module named 'chess'" in told
    assert "| Arboretum, 2 players, playout_batch (compiled) |" in told


def test_the_other_side_answers_each_line() -> None:
    asked = [json.dumps({"game": name, "seconds": 0.01, "seed": 1}) for name in ("python-chess", "chess 2")]
    done = subprocess.run(
        [sys.executable, str(SIDE)], input="\n".join(asked), capture_output=True, text=True, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [sorted(answer) for answer in answers] == [["missing"], ["missing"]]


def test_what_is_played_is_counted() -> None:
    def games() -> Iterator[int]:
        while True:
            yield 7

    played = peers_side.played(games(), 0.01)
    assert played["games"] > 0
    assert played["decisions"] == 7 * played["games"]
    assert played["seconds"] >= 0.01
