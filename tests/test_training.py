"""Training: what needs no PyTorch is looked at in any case, and learning itself where it is installed."""

from __future__ import annotations

import dataclasses
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
from arboretum.errors import ArboretumError, OptionError
from arboretum.rules.jit import can_compile, stream
from arboretum.training.crew import Threads
from arboretum.training.errands import HELD_OUT, TO_LEARN, Harvest
from arboretum.training.evaluation import seated
from arboretum.training.files import read_checkpoint, write_whole
from arboretum.training.memory import Memory
from arboretum.training.selfplay import FROZEN, HEURISTIC, LEARNING, PLAYING, TEACHER
from arboretum.training.settings import Settings
from arboretum.value.features import INPUTS
from arboretum.value.network import SHAPES, Network
from arboretum.value.weights import network_for, read_network, write_network

needs_torch = pytest.mark.skipif(
    importlib.util.find_spec("torch") is None or not can_compile(),
    reason="PyTorch is not installed: pip install --editable '.[train]'",
)

TINY = (
    *("--round-games", "48", "--trials", "24", "--last-trials", "24", "--evaluations", "2", "--choices", "3"),
    *("--batch", "256", "--memory", "20000", "--seed", "0"),
)
"""A training of a few seconds."""


def trained(*words: object) -> Result:
    return CliRunner().invoke(commands, ["train", *map(str, words)])


def weights(folder: Path, players: int = 2) -> Network:
    return read_network(folder / f"{players}.npz")


def equal(one: Network, other: Network) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


# Without PyTorch. ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"players": 5, "games": 1}, "A game has 2 to 4 players, not 5."),
        ({}, "Say how long to train: --minutes or --games."),
        ({"games": 1, "minutes": 1.0}, "Say how long to train: --minutes or --games."),
        ({"games": 0}, "--games is a number from 1 up, not 0."),
        ({"minutes": 0.0}, "A training takes some time: --minutes cannot be 0."),
        ({"minutes": float("nan")}, "A training takes some time: --minutes cannot be nan."),
        ({"games": 1, "seed": -1}, "A seed is a whole number from 0 up, not -1."),
        ({"games": 1, "trace": 1.5}, "--trace is a share from 0 to 1, not 1.5."),
        ({"games": 1, "pretraining": float("nan")}, "--pretraining is a share from 0 to 1, not nan."),
        ({"games": 1, "round_games": 0}, "--round-games is a number from 1 up, not 0."),
        ({"games": 1, "rate": 0.0}, "--rate is a number above 0, not 0.0."),
    ],
)
def test_what_cannot_be_is_said(words: dict[str, float], sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        Settings(**words)  # type: ignore[arg-type]
    assert str(refused.value) == sentence


def test_the_rate_of_learning_falls_once_the_network_plays_itself() -> None:
    settings = Settings(games=1000, pretraining=0.25, rate=0.008, last_rate=0.1)
    assert [settings.rate_at(progress) for progress in (0.0, 0.1, 0.25)] == [0.008] * 3
    assert settings.rate_at(0.625) == pytest.approx(0.008 * 0.55)
    assert settings.rate_at(1.0) == pytest.approx(0.0008)
    assert [settings.is_pretraining(progress) for progress in (0.0, 0.249, 0.25)] == [True, True, False]
    assert Settings(games=10, pretraining=1.0).rate_at(1.0) == Settings(games=10).rate
    assert settings.progress(500, 1e9) == 0.5
    assert Settings(minutes=2.0).progress(10**9, 30.0) == 0.25


def test_every_setting_is_an_option() -> None:
    named = {parameter.name for parameter in commands.get_command(None, "train").params}  # type: ignore[arg-type,union-attr]
    assert {field.name for field in dataclasses.fields(Settings)} <= named


def harvest(first: int, count: int) -> Harvest:
    """Lessons that are known by their number."""
    numbers = np.arange(first, first + count)
    inputs = np.zeros((count, 6, INPUTS), np.float16)
    inputs[:, 0, 0] = numbers
    return Harvest(inputs, np.stack([numbers, -numbers], 1).astype(np.float32), np.zeros((0, 2, 2), np.float32))


def remembered(memory: Memory) -> set[int]:
    inputs, targets = memory.some(4000, np.random.default_rng(1))
    np.testing.assert_array_equal(inputs[:, 0, 0], targets[:, 0])
    np.testing.assert_array_equal(targets[:, 0], -targets[:, 1])
    return {int(number) for number in targets[:, 0]}


def test_the_memory_keeps_the_last_lessons() -> None:
    memory = Memory(50, 2)
    last = 0
    for count in (7, 30, 20, 1, 49, 120, 3):
        assert memory.add(harvest(last, count)) == count
        last += count
        assert remembered(memory) == set(range(max(0, last - 50), last))
    memory.forget_all_but(11)
    assert remembered(memory) == set(range(last - 11, last))
    memory.add(harvest(last, 45))
    assert remembered(memory) == set(range(last - 5, last + 45))
    memory.forget_all_but(1000)
    assert memory.size == 50


def test_a_network_sits_in_each_seat_alike() -> None:
    for players in (2, 3, 4):
        table = seated(24, players, HEURISTIC)
        assert (np.count_nonzero(table == PLAYING, axis=1) == 1).all()
        assert (np.count_nonzero(table == PLAYING, axis=0) == 24 // players).all()


def test_games_of_evaluations_are_never_learned_from() -> None:
    seed = 11
    learned = {int(stream(seed, TO_LEARN, number)[0]) for number in range(20_000)}
    held_out = {int(stream(seed, HELD_OUT, which, number)[0]) for which in (0, 1) for number in range(2_000)}
    assert len(learned) == 20_000
    assert len(held_out) == 4_000
    assert not learned & held_out


def test_weights_go_through_a_file(tmp_path: Path) -> None:
    chance = np.random.default_rng(3)
    network = Network(*(np.asarray(chance.standard_normal(zeros.shape), np.float32) for zeros in SHAPES))
    write_network(network, tmp_path / "2.npz")
    assert equal(weights(tmp_path), network)
    assert (tmp_path / "2.npz").stat().st_size < 200_000


def test_weights_of_ones_own_are_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network(*(np.full(zeros.shape, 0.5, np.float32) for zeros in SHAPES))
    write_network(network, tmp_path / "3.npz")
    monkeypatch.setenv("ARBORETUM_WEIGHTS", str(tmp_path))
    try:
        network_for.cache_clear()
        assert equal(network_for(3), network)
        assert not equal(network_for(2), network)
    finally:
        network_for.cache_clear()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", b"old")
    write_whole(tmp_path / "file", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"new"
    with pytest.raises(ArboretumError, match="cannot be written"):
        write_whole(tmp_path / "not there" / "file", b"new")


def test_without_pytorch_a_sentence_tells_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    result = trained("--games", 10)
    assert isinstance(result.exception, ArboretumError)
    assert 'install it with pip install "arboretum-game[train]"' in str(result.exception)


def test_a_training_needs_a_worker() -> None:
    with pytest.raises(OptionError, match="at least one worker, not 0"):
        Threads(0)


# With it. ------------------------------------------------------------------------------------------------------


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
    for workers in (1, 3):
        result = trained(*TINY, "--games", 240, "--out", tmp_path / str(workers), "--workers", workers)
        assert result.exit_code == 0, result.output
        assert "2.npz: learned from 240 games." in result.stdout
        assert result.stdout.count("against") == 4
    assert equal(weights(tmp_path / "1"), weights(tmp_path / "3"))
    told = json.loads((tmp_path / "1" / "2.json").read_text())
    assert told["complete"]
    assert told["games"] == 240
    assert told["settings"]["seed"] == 0
    assert len(told["curve"]) == 2
    assert set(told["evaluation"]) == {"heuristic", "careless", "taught", "halfway"}
    assert told["command"].startswith("arboretum train --players 2 --games 240 --seed 0 --choices 3")
    assert str(tmp_path) not in json.dumps(told)
    page = (tmp_path / "1" / "2.html").read_text()
    assert page.count("<svg") == 4
    assert "<script" not in page
    assert sum(path.stat().st_size for path in (tmp_path / "1").iterdir()) < 600_000

    before = weights(tmp_path / "1")
    refused = trained(*TINY, "--games", 240, "--out", tmp_path / "1")
    assert isinstance(refused.exception, ArboretumError)
    assert "go on with it by --resume" in str(refused.exception)
    assert trained("--resume", "--out", tmp_path / "1").exit_code == 0, "there is nothing left to learn"
    assert equal(weights(tmp_path / "1"), before)
    result = trained("--resume", "--games", 336, "--out", tmp_path / "1")
    assert result.exit_code == 0, result.output
    assert not equal(weights(tmp_path / "1"), before)
    checkpoint = read_checkpoint(tmp_path / "1" / "2.checkpoint.npz")
    assert checkpoint.tally.games == 336
    assert checkpoint.settings.choices == 3
    changed = trained("--resume", "--rate", 0.5, "--out", tmp_path / "1")
    assert "--rate cannot be changed" in str(changed.exception)


@needs_torch
def test_a_tiny_exploiter(tmp_path: Path) -> None:
    """It begins with the weights that it learns to beat, which stay as they are."""
    from arboretum.training.learner import first_network

    write_network(first_network(4), tmp_path / "frozen.npz")
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
    match = "match learned greedy --deals 60 --seed 1 --json"
    done = subprocess.run(
        [sys.executable, "-m", "arboretum", *match.split()],
        env=os.environ | {"ARBORETUM_WEIGHTS": str(tmp_path)},
        check=True, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    learned = json.loads(done.stdout)["bots"][0]
    assert learned["bot"] == "learned"
    assert learned["win_share"] > 0.75
