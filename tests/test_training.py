"""Learning itself, where PyTorch is installed: the network, whole trainings, resuming, Ctrl-C."""

from __future__ import annotations

import importlib.util
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from arboretum.cli import commands
from arboretum.errors import ArboretumError
from arboretum.rules.jit import can_compile
from arboretum.training.crew import Threads
from arboretum.training.files import read_checkpoint
from arboretum.training.selfplay import FROZEN, HEURISTIC, LEARNING, TEACHER
from arboretum.training.settings import Settings
from arboretum.value.features import INPUTS
from arboretum.value.network import SHAPES, Network
from arboretum.value.weights import read_weights, write_weights

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or not can_compile(),
    reason="PyTorch is not installed: pip install --editable '.[train]'",
)

TINY = (
    *("--round-games", "48", "--trials", "24", "--last-trials", "24", "--evaluations", "2", "--choices", "3"),
    *("--batch", "256", "--memory", "20000", "--guesses", "20000", "--seed", "0"),
)
"""A training of a few seconds."""


def trained(*words: object) -> Result:
    return CliRunner().invoke(commands, ["train", *map(str, words)])


def weights(folder: Path, players: int = 2) -> Network:
    return read_weights(folder / f"{players}.npz")[0]


def equal(one: Network, other: Network) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


@needs_torch
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_learns_and_what_plays_are_the_same_network(players: int) -> None:
    from arboretum.rules.jit import compiled
    from arboretum.training.learner import Learner, first_network
    from arboretum.value.network import valued

    chance = np.random.default_rng(players)
    network = Network(*(each + np.float32(0.05) for each in first_network(1)))
    inputs = np.asarray(chance.random((40, 2 * players + 2, INPUTS)), np.float32)
    told = Learner(network).valued(inputs)
    room, outputs = np.zeros((4, 128), np.float32), np.zeros(2)
    for shown, expected in zip(inputs, told, strict=True):
        for value in (valued, compiled(valued)):
            value(network, shown, len(shown), room, outputs)
            np.testing.assert_allclose(outputs, expected, rtol=1e-4, atol=1e-4)


@needs_torch
def test_it_learns_what_it_is_told() -> None:
    from arboretum.training.learner import Learner, first_network

    chance = np.random.default_rng(2)
    inputs = np.asarray(chance.random((256, 6, INPUTS)), np.float16)
    margin = 20 * (inputs[:, :, 3].mean(1) - inputs[:, :, 5].mean(1))
    targets = np.stack([margin > 0, margin], 1).astype(np.float32)
    learner = Learner(first_network(0))
    before = learner.network
    first = learner.learn(inputs, targets, 5e-3)
    for _ in range(150):
        last = learner.learn(inputs, targets, 5e-3)
    assert last[0] < 0.4 * first[0]
    assert last[1] < 0.4 * first[1]
    assert not equal(before, learner.network)
    told = learner.valued(inputs.astype(np.float32))
    assert np.corrcoef(told[:, 1], targets[:, 1])[0, 1] > 0.9


@needs_torch
def test_a_learner_goes_on_as_if_nothing_had_happened() -> None:
    from arboretum.training.learner import Learner, first_network

    chance = np.random.default_rng(2)
    inputs = np.asarray(chance.random((64, 6, INPUTS)), np.float16)
    targets = np.asarray(chance.random((64, 2)), np.float32)
    one = Learner(first_network(0))
    for _ in range(3):
        one.learn(inputs, targets, 1e-3)
    other = Learner(first_network(5))
    other.go_on_from(one.state())
    for learner in (one, other):
        learner.learn(inputs, targets, 1e-3)
    assert equal(one.network, other.network)


@needs_torch
def test_first_weights_come_from_the_seed() -> None:
    from arboretum.training.learner import first_network

    assert equal(first_network(0), first_network(0))
    assert not equal(first_network(0), first_network(1))


@needs_torch
def test_who_sits_where_while_it_learns() -> None:
    from arboretum.training.training import Training

    with Threads(1) as crew:
        settings = Settings(players=3, games=100, against_heuristic=0.5, memory=10)
        training = Training(settings, crew)
        assert set(training._seated(0, by_teacher=True).flat) == {TEACHER}
        table = np.concatenate([training._seated(number, by_teacher=False) for number in range(40)])
        alone = np.count_nonzero(table == HEURISTIC, axis=1)
        assert set(alone) == {0, 2}
        assert 0.4 < np.mean(alone == 2) < 0.6
        assert all(np.count_nonzero(table[alone == 2] == LEARNING, axis=0) > 100)
        exploiter = Training(settings, crew, against=SHAPES)
        table = exploiter._seated(0, by_teacher=False)
        assert (np.count_nonzero(table == FROZEN, axis=1) == 2).all()
        assert (np.count_nonzero(table == LEARNING, axis=1) == 1).all()


@needs_torch
def test_a_tiny_training_from_end_to_end(tmp_path: Path) -> None:
    """The same weights whatever the number of workers; it goes on; what it was made of is told."""
    for workers in (1, 2):
        result = trained(*TINY, "--games", 144, "--out", tmp_path / str(workers), "--workers", workers)
        assert result.exit_code == 0, result.output
        assert "2.npz: learned from 144 games." in result.stdout
        assert result.stdout.count("against") == 4
    assert equal(weights(tmp_path / "1"), weights(tmp_path / "2"))
    told = json.loads((tmp_path / "1" / "2.json").read_text())
    assert told["complete"]
    assert told["games"] == 144
    assert told["settings"]["seed"] == 0
    assert len(told["curve"]) == 2
    assert set(told["evaluation"]) == {"heuristic", "careless", "taught", "halfway"}
    assert told["command"].startswith("arboretum train --players 2 --games 144 --seed 0 --choices 3")
    assert str(tmp_path) not in json.dumps(told)
    page = (tmp_path / "1" / "2.html").read_text()
    assert page.count("<svg") == 4
    assert "<script" not in page
    assert sum(path.stat().st_size for path in (tmp_path / "1").iterdir()) < 600_000

    before = weights(tmp_path / "1")
    refused = trained(*TINY, "--games", 144, "--out", tmp_path / "1")
    assert isinstance(refused.exception, ArboretumError)
    assert "go on with it by --resume" in str(refused.exception)
    assert trained("--resume", "--out", tmp_path / "1").exit_code == 0, "there is nothing left to learn"
    assert equal(weights(tmp_path / "1"), before)
    result = trained("--resume", "--games", 192, "--out", tmp_path / "1")
    assert result.exit_code == 0, result.output
    assert not equal(weights(tmp_path / "1"), before)
    checkpoint = read_checkpoint(tmp_path / "1" / "2.checkpoint.npz")
    assert checkpoint.tally.games == 192
    assert checkpoint.settings.choices == 3
    changed = trained("--resume", "--rate", 0.5, "--out", tmp_path / "1")
    assert "--rate cannot be changed" in str(changed.exception)


@needs_torch
def test_a_tiny_exploiter(tmp_path: Path) -> None:
    """It begins with the weights that it learns to beat, which stay as they are."""
    from arboretum.training.learner import first_network

    write_weights(tmp_path / "frozen.npz", first_network(4))
    words = [*TINY, "--players", 3, "--games", 48, "--out", tmp_path / "out", "--against", tmp_path / "frozen.npz"]
    result = trained(*words)
    assert result.exit_code == 0, result.output
    assert "against the frozen network" in result.stdout
    checkpoint = read_checkpoint(tmp_path / "out" / "3.checkpoint.npz")
    assert equal(checkpoint.frozen["against"], first_network(4))
    assert not equal(weights(tmp_path / "out", 3), first_network(4))
    told = json.loads((tmp_path / "out" / "3.json").read_text())
    assert set(told["evaluation"]) == {"heuristic", "careless", "against"}
    assert told["settings"]["pretraining"] == 0


@needs_torch
def test_files_that_are_none_are_told(tmp_path: Path) -> None:
    (tmp_path / "2.checkpoint.npz").write_bytes(b"PK\x03\x04 cut off")
    assert "is no checkpoint of this version" in str(trained("--resume", "--out", tmp_path).exception)
    assert "is not there" in str(trained("--resume", "--players", 3, "--out", tmp_path).exception)
    np.savez(tmp_path / "other.npz", into=np.zeros((3, 3)))
    for name, sentence in (("2.checkpoint.npz", "has no weights"), ("other.npz", "do not fit the network")):
        result = trained("--games", 10, "--start", tmp_path / name, "--out", tmp_path / "new")
        assert sentence in str(result.exception)
    assert not (tmp_path / "new").exists()


@needs_torch
def test_ctrl_c_keeps_what_was_learned(tmp_path: Path) -> None:
    words = [*TINY, "--minutes", "10", "--evaluations", "100000", "--out", str(tmp_path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "arboretum", "train", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    until = time.monotonic() + 120
    while not (tmp_path / "2.json").exists():
        assert process.poll() is None
        assert time.monotonic() < until
        time.sleep(0.1)
    os.kill(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130, error
    assert "--resume goes on" in error
    assert "Traceback" not in error
    checkpoint = read_checkpoint(tmp_path / "2.checkpoint.npz")
    assert f"Interrupted after {checkpoint.tally.games} games" in error
    assert checkpoint.tally.games >= 48
    assert not json.loads((tmp_path / "2.json").read_text())["complete"]


@needs_torch
@pytest.mark.long
def test_a_minute_makes_a_bot_that_beats_greedy(tmp_path: Path) -> None:
    """A whole training of a minute or two, whatever else the machine does; then its weights play a match."""
    result = trained(
        "--games", 4000, "--seed", 0, "--trials", 96, "--last-trials", 400, "--evaluations", 4, "--out", tmp_path
    )
    assert result.exit_code == 0, result.output
    told = json.loads((tmp_path / "2.json").read_text())
    assert told["evaluation"]["heuristic"]["win_share"] > 0.5
    assert told["evaluation"]["careless"]["win_share"] > 0.9
    match = "match learned greedy --deals 40 --seed 1 --json"
    done = subprocess.run(
        [sys.executable, "-m", "arboretum", *match.split()],
        env=os.environ | {"ARBORETUM_WEIGHTS": str(tmp_path)},
        check=True, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    learned = json.loads(done.stdout)["players"][0]
    assert learned["bot"] == "learned"
    assert learned["win_share"] > 0.75
