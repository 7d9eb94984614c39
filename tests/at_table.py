"""Starting `arboretum play` in tests: in this process, in one of its own, in a terminal."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from arboretum import (
    Budget,
    Discard,
    Game,
    Options,
    Record,
)
from arboretum.bots.registry import make
from arboretum.cli import commands
from arboretum.tui.seating import Plan, bot_seats, bot_seed, seated
from tables import random_action


def folder_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept for a test, which runs in its own place."""
    folder = tmp_path / "games"
    monkeypatch.setenv("ARBORETUM_GAMES", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


def play(*words: str, lines: list[str] | None = None) -> Result:
    typed = "".join(line + "\n" for line in lines or [])
    return CliRunner().invoke(commands, ["play", *words], input=typed)


def run_play(*words: str, data: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, with bytes as its input."""
    return run_arboretum("play", *words, data=data, **environment)


def run_arboretum(*words: str, data: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Any command in a process of its own."""
    command = [sys.executable, "-m", "arboretum", *words]
    return subprocess.run(
        command, check=False, input=data, capture_output=True, env=os.environ | environment, timeout=240
    )


def spawn(*words: str, **environment: str) -> pexpect.spawn:
    """The command in a terminal of 80 x 24."""
    known = {key: value for key, value in os.environ.items() if key != "COLORTERM"}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "arboretum", "play", *words],
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
        env={**known, "TERM": "xterm-256color", **environment},
    )
    child.delaybeforesend = None
    return child


def only_record(folder: Path) -> Record:
    (path,) = folder.iterdir()
    return Record.load(path)


def script(seed: int, *bots: str, options: str = "standard") -> list[str]:
    """What the person in seat A types in a whole game from this seed, a complete command a line."""
    plan = Plan(seated(None, ["Ada"], bots, hot_seat=False, me=""))
    game = Game.new(plan.players, Options.parse(options), seed=seed)
    others = {seat: make(bot, bot_seed(game.setup, seat)) for seat, bot in bot_seats(plan.players).items()}
    chance, lines = random.Random(seed), list[str]()
    while not game.is_over:
        view = game.view(game.seat)
        action = others[view.me].choose(view, Budget()) if view.me else random_action(game, chance)
        if view.me == 0 and isinstance(action, Discard):
            lines[-1] += f" {action} end"
        elif view.me == 0:
            lines.append(str(action))
        game.play(view.me, action)
    return lines


GARDENER = """
class Gardener:
    name = "gardener"

    def choose(self, view, budget):
        return view.legal_actions[0]


class Broken:
    name = "broken"

    def choose(self, view, budget):
        raise ValueError("no idea")
"""
"""Bots in a file: one that plays, one that fails."""
