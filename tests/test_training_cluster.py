"""A training on a Ray cluster of two nodes on this machine: the same weights, whatever is killed."""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from arboretum.training.files import read_checkpoint
from ray_nodes import nodes

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        importlib.util.find_spec("ray") is None or importlib.util.find_spec("torch") is None,
        reason="Ray or PyTorch is not installed: pip install --editable '.[cluster,train]'",
    ),
]

TINY = (
    *("--round-games", "48", "--trials", "24", "--last-trials", "24", "--evaluations", "2", "--choices", "3"),
    *("--batch", "256", "--memory", "20000", "--guesses", "20000", "--seed", "0"),
)


def started(out: Path, *words: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "arboretum", "train", *TINY, "--out", str(out), *map(str, words)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def ended(process: subprocess.Popen[str]) -> None:
    _, error = process.communicate(timeout=400)
    assert process.returncode == 0, error


def same(one: Path, other: Path) -> bool:
    with np.load(one / "2.npz") as mine, np.load(other / "2.npz") as theirs:
        return all(np.array_equal(mine[name], theirs[name]) for name in mine.files)


def until_there(path: Path, process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + 300
    while not path.exists():
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.1)


def test_the_same_as_here_though_a_node_is_killed(tmp_path: Path) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = int(one.getsockname()[1])
    ended(started(tmp_path / "here", "--games", 480))
    with nodes(port) as found:
        process = started(tmp_path / "there", "--games", 480, f"--cluster={found.address}")
        until_there(tmp_path / "there" / "2.json", process)
        found.kill_second()
        ended(process)
    assert same(tmp_path / "here", tmp_path / "there")


def test_ctrl_c_keeps_what_was_learned_on_a_cluster_of_ones_own(tmp_path: Path) -> None:
    words = ("--minutes", 20, "--evaluations", 100_000, "--cluster=local", "--workers", 1)
    process = started(tmp_path, *words)
    until_there(tmp_path / "2.json", process)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=120)
    assert process.returncode == 130, error
    assert "--resume goes on" in error
    assert "Traceback" not in error
    assert read_checkpoint(tmp_path / "2.checkpoint.npz").tally.games >= 48


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    process = started(tmp_path / "out", "--games", 48, "--cluster=127.0.0.1:1")
    _, error = process.communicate(timeout=60)
    assert process.returncode == 1
    assert error.startswith("arboretum: The cluster at 127.0.0.1:1 cannot be joined: ")
