"""
Random games by this engine and by what researchers would use instead, side by side in one run.

Each is used through its normal interface, on one thread, in rounds that take turns; speeds count processor time,
and each is the median of its rounds. The games differ, so what is compared is what an experiment costs, not who
wrote the better program. The libraries live in an environment that can be thrown away, made once by

    .venv/bin/python benchmarks/peers.py --install

and what does not install is said and left out. Then

    .venv/bin/python benchmarks/peers.py [--rounds 5] [--seconds 1] [--seed 1] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import peers_side

from arboretum import Game, playout_batch
from arboretum.cli.bench import pace
from arboretum.rules.jit import can_compile

FOLDER: Final = Path(__file__).parent.parent / "build" / "peers"
NEEDED: Final = (
    ("setuptools==80.9.0",),  # RLCard asks for what newer ones have no more
    ("open_spiel==2.0.2",),
    ("pettingzoo==1.27.0", "shimmy[openspiel]==2.0.1", "pygame-ce"),
    ("rlcard==1.2.0",),
    ("chess==1.11.2",),
)
DECISIONS: Final = 4  # in a turn (clause T1)
NAMES: Final = ("Ada", "Ben", "Cleo", "Dan")


def install(folder: Path) -> None:
    """Make the environment; each library by itself, so that one that fails leaves the others."""
    venv.create(folder, with_pip=True, clear=True)
    for packages in NEEDED:
        command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", *packages]
        print("installing", *packages, file=sys.stderr)
        if subprocess.run(command, check=False).returncode:
            print(f"{packages[0]} does not install here: it is left out.", file=sys.stderr)


# Ours. ----------------------------------------------------------------------------------------------------


def through_game(seats: int, seed: int) -> Iterator[int]:
    """`Game` and `View`, interpreted: a view, its legal actions. The decisions of each game."""
    chance = random.Random(seed)
    while True:
        game = Game.new(NAMES[:seats], seed=seed)
        seed += 1
        decisions = 0
        while not game.is_over:
            legal = game.view(game.seat).legal_actions
            game.play(game.seat, legal[int(chance.random() * len(legal))])
            decisions += 1
        _ = game.score.totals
        yield decisions


def in_a_batch(seats: int, seconds: float, seed: int) -> dict[str, float]:
    """`playout_batch`, until so many seconds of processor time have passed."""
    games, decisions = 0, 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        batch = playout_batch(20_000 if can_compile() else 20, seats, seed=seed, first=games)
        games += len(batch)
        decisions += DECISIONS * int(batch.turns.sum())
    return {"games": games, "decisions": decisions, "seconds": time.process_time() - start}


Played = Callable[[float, int], dict[str, Any]]


def ours() -> dict[str, Played]:
    """What we measure of ours, by name: played for so many seconds from a seed."""

    def game(seats: int) -> Played:
        return lambda seconds, seed: peers_side.played(through_game(seats, seed), seconds)

    def batch(seats: int) -> Played:
        return lambda seconds, seed: in_a_batch(seats, seconds, seed)

    return {f"Arboretum, {seats} players, Game and View (Python)": game(seats) for seats in (2, 3, 4)} | {
        f"Arboretum, {seats} players, playout_batch (compiled)": batch(seats) for seats in (2, 3, 4)
    }


# Theirs. --------------------------------------------------------------------------------------------------


class Side:
    """The other environment: one process that plays what it is asked for."""

    def __init__(self, python: Path) -> None:
        self._process = subprocess.Popen(
            [str(python), str(Path(__file__).with_name("peers_side.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
        )

    def play(self, game: str, seconds: float, seed: int) -> dict[str, Any]:
        """What it played, or `missing` with a reason."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"game": game, "seconds": seconds, "seed": seed}) + "\n")
        self._process.stdin.flush()
        for line in self._process.stdout:
            if line.startswith("{"):  # some libraries greet
                answer: dict[str, Any] = json.loads(line)
                return answer
        return {"missing": "its process ended"}

    def close(self) -> None:
        """End the process."""
        with self._process:
            assert self._process.stdin is not None
            self._process.stdin.close()


def theirs(side: Side | None) -> dict[str, Played]:
    """What is measured of the others, by name."""

    def game(name: str) -> Played:
        if side is None:
            return lambda _seconds, _seed: {"missing": "there is no environment: run with --install first"}
        return lambda seconds, seed: side.play(name, seconds, seed)

    return {name: game(name) for name in peers_side.GAMES}


# The measurement. -----------------------------------------------------------------------------------------


def measure(rounds: int, seconds: float, seed: int, python: Path, tell: Callable[[str], None]) -> dict[str, Any]:
    """All figures; every round plays each once, after a look at the pace of the machine."""
    side = Side(python) if python.exists() else None
    players = theirs(side) | ours()
    for name, play in ours().items():
        tell(f"loading {name}")
        play(0.01, seed)
    paces: list[float] = []
    figures: dict[str, list[dict[str, float]]] = {name: [] for name in players}
    missing: dict[str, str] = {}
    for number in range(rounds):
        for name, play in players.items():
            if name not in missing:
                tell(f"round {number + 1} of {rounds}: {name}")
                paces.append(pace() / 1e6)
                played = play(seconds, seed + 1000 * number)
                if "missing" in played:
                    missing[name] = played["missing"]
                else:
                    figures[name].append(_speeds(played, paces[-1]))
    if side is not None:
        side.close()
    return {
        "pace": statistics.median(paces),
        "rounds": rounds,
        "seconds": seconds,
        "seed": seed,
        "load": os.getloadavg()[0],
        "peers": {
            name: {key: statistics.median(round_[key] for round_ in rounds_) for key in rounds_[0]}
            for name, rounds_ in figures.items()
            if rounds_ and name not in missing
        },
        "missing": missing,
    }


def _speeds(played: dict[str, float], pace: float) -> dict[str, float]:
    """Speeds of one round, and the decisions for a step of the yardstick."""
    return {
        "games_per_s": played["games"] / played["seconds"],
        "decisions_per_s": played["decisions"] / played["seconds"],
        "decisions_per_game": played["decisions"] / played["games"],
        "decisions_of_pace": played["decisions"] / played["seconds"] / pace / 1e6,
    }


def main(words: list[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--install", action="store_true", help="make the environment of the others, and end")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where it is (default: build/peers)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each plays (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long, each time (default: 1)")
    parser.add_argument("--seed", type=int, default=1, help="where random choices begin (default: 1)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of a table")
    asked = parser.parse_args(words)
    if asked.install:
        install(asked.folder)
        return
    python = asked.folder / "bin" / "python"
    results = measure(asked.rounds, asked.seconds, asked.seed, python, lambda what: print(what, file=sys.stderr))
    if asked.json:
        print(json.dumps(results))
        return
    print(
        f"pace {results['pace']:.1f}, load {results['load']:.1f},"
        f" {asked.rounds} rounds of {asked.seconds:g} s each\n"
    )
    print("| random games | games/s | decisions/s | decisions a game | decisions/s of pace |")
    print("|---|---:|---:|---:|---:|")
    for name, speed in sorted(results["peers"].items(), key=lambda item: item[1]["decisions_per_s"]):
        print(
            f"| {name} | {speed['games_per_s']:,.0f} | {speed['decisions_per_s']:,.0f}"
            f" | {speed['decisions_per_game']:,.0f} | {speed['decisions_of_pace']:.5f} |"
        )
    for name, why in results["missing"].items():
        print(f"{name} is left out: {why}")


if __name__ == "__main__":
    main()
