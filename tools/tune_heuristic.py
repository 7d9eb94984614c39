"""
Tune the weights of the heuristic by play: the cross-entropy method (Rubinstein 1999) over self-play.

Each round draws candidates around the present weights, lets each play so many games against opponents that have
the present and the first weights, keeps the best quarter by the difference in points and the share of wins, and
goes on from their mean and spread. Prints the weights after each round, to be copied into
`bots/heuristic_weights.py`.

    python tools/tune_heuristic.py --seats 2 --rounds 40 --seed 0
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

from arboretum.bots.choices import Mind
from arboretum.bots.heuristic_play import heuristic_games
from arboretum.bots.heuristic_weights import NAMES, weights_for
from arboretum.rules.growth import Growth
from arboretum.rules.jit import compiled, stream
from arboretum.rules.position import SEATS, Position
from arboretum.rules.sheet import Sheet

Array = np.ndarray[Any, np.dtype[np.float64]]
PER_WIN = 10.0
"""Points of difference that a win counts as much as."""


class Table:
    """Room to play in."""

    def __init__(self) -> None:
        self.minds, self.growths = np.zeros(SEATS, Mind.dtype), np.zeros(SEATS, Growth.dtype)
        self.rows, self.sheets = Position().rows, Sheet().rows
        self.play = compiled(heuristic_games)

    def merit(self, candidate: Array, other: Array, seats: int, games: int, seed: int) -> float:
        """How much better a candidate does than the others at its table, seated in turn on every seat."""
        merit = 0.0
        for seat in range(seats):
            self.minds["weights"] = other
            self.minds["weights"][seat] = candidate
            totals = np.zeros((games // seats, seats), np.uint8)
            self.play(self.rows, self.sheets, self.minds, self.growths, stream(seed, seat), totals)
            points = totals.astype(float)
            best = np.delete(points, seat, axis=1).max(axis=1)
            lead = points[:, seat] - best
            merit += float(np.mean(lead + PER_WIN * (np.sign(lead) + 1) / 2)) / seats
        return merit


def tune(seats: int, rounds: int, population: int, games: int, seed: int) -> None:
    """Tune, and print."""
    chance = np.random.default_rng([seed, seats])
    first = weights_for(seats).copy()
    mean, spread = first.copy(), 0.35 * np.abs(first) + 0.05
    table = Table()
    began = time.monotonic()
    for number in range(rounds):
        drawn = [mean + spread * chance.standard_normal(len(mean)) for _ in range(population)]
        seed_of_round = int(chance.integers(2**31))  # the same decks for all, so that luck weighs less
        merits = [
            sum(table.merit(each, other, seats, games, seed_of_round) for other in (mean, first)) for each in drawn
        ]
        best = np.array([drawn[at] for at in np.argsort(merits)[-population // 4 :]])
        mean = 0.3 * mean + 0.7 * best.mean(axis=0)
        spread = 0.3 * spread + 0.7 * (best.std(axis=0) + 0.02 * np.abs(mean) + 0.003)
        check = table.merit(mean, first, seats, 4 * games, 12345)
        level = table.merit(first, first, seats, 4 * games, 12345)
        print(f"round {number + 1}, {time.monotonic() - began:.0f} s: {check - level:+.2f} over the first weights")
        print(
            "   " + ", ".join(f"{name} {value:.3f}" for name, value in zip(NAMES, mean, strict=True)), flush=True
        )


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=2, choices=(2, 3, 4))
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--population", type=int, default=24)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    tune(given.seats, given.rounds, given.population, given.games, given.seed)


if __name__ == "__main__":
    main()
