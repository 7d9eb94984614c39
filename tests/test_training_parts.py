"""The parts of a training that need no PyTorch: settings, memory, files, who sits where, which seeds."""

from __future__ import annotations

import dataclasses
import sys
from concurrent.futures import Future
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from arboretum.cli import commands
from arboretum.errors import ArboretumError, OptionError
from arboretum.rules.jit import stream
from arboretum.training import crew as crew_module
from arboretum.training.crew import Threads
from arboretum.training.errands import HELD_OUT, TO_LEARN, Errand, Harvest
from arboretum.training.evaluation import seated
from arboretum.training.files import write_whole
from arboretum.training.memory import Memory
from arboretum.training.selfplay import HEURISTIC, PLAYING
from arboretum.training.settings import Settings
from arboretum.value.features import INPUTS
from arboretum.value.network import SHAPES, Network
from arboretum.value.weights import network_for, read_weights, trained_for, write_weights


def equal(one: Network, other: Network) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


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
    write_weights(tmp_path / "2.npz", network)
    assert equal(read_weights(tmp_path / "2.npz")[0], network)
    assert (tmp_path / "2.npz").stat().st_size < 200_000


def test_weights_of_ones_own_are_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    network = Network(*(np.full(zeros.shape, 0.5, np.float32) for zeros in SHAPES))
    write_weights(tmp_path / "3.npz", network)
    monkeypatch.setenv("ARBORETUM_WEIGHTS", str(tmp_path))
    try:
        trained_for.cache_clear()
        assert equal(network_for(3), network)
        assert not equal(network_for(2), network)
    finally:
        trained_for.cache_clear()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    write_whole(tmp_path / "file", b"old")
    write_whole(tmp_path / "file", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert (tmp_path / "file").read_bytes() == b"new"
    with pytest.raises(ArboretumError, match="cannot be written"):
        write_whole(tmp_path / "not there" / "file", b"new")


def test_without_pytorch_a_sentence_tells_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    result = CliRunner().invoke(commands, ["train", "--games", "10"])
    assert isinstance(result.exception, ArboretumError)
    assert 'install it with pip install "arboretum-game[train]"' in str(result.exception)


def test_games_are_waited_for_though_the_machine_sleeps_for_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float | None] = []

    def result(future: Future[Harvest], timeout: float | None = None) -> object:
        limits.append(timeout)
        return done(future, timeout)

    done = Future.result
    monkeypatch.setattr(Future, "result", result)
    monkeypatch.setattr(crew_module, "run", lambda errand, network, frozen: errand)
    errands = [Errand((0,), np.zeros((1, 2), np.uint8)), Errand((1,), np.zeros((1, 2), np.uint8))]
    with Threads(1) as crew:
        assert list(map(id, crew.begin(errands, SHAPES, SHAPES)())) == list(map(id, errands))
    assert limits == [None, None]


def test_a_training_needs_a_worker() -> None:
    with pytest.raises(OptionError, match="at least one worker, not 0"):
        Threads(0)
