"""
How much faster the compiled rules play than the naive oracle of the tests, in one run.

    .venv/bin/python benchmarks/against_oracle.py
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from pathlib import Path

import numpy as np

from arboretum.bots.rollout import random_games
from arboretum.cards import EDITIONS, SPECIES_IN_PLAY, cards_of
from arboretum.rules.jit import compiled, stream
from arboretum.rules.position import Position
from arboretum.rules.sheet import Sheet

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from oracle import Oracle

ROUNDS = 5


def oracle_games(seats: int, games: int) -> float:
    """Random games a second by the oracle, deal to final score."""
    chance = random.Random(0)
    species = EDITIONS["second"][: SPECIES_IN_PLAY[seats]]
    codes = [kind.code for kind in species]
    deck = [str(card) for card in cards_of(species)]
    start = time.process_time()
    for _ in range(games):
        chance.shuffle(deck)
        game = Oracle(seats, codes, list(deck), 0, {})
        while game.phase != "OVER":
            game.apply(chance.choice(sorted(game.legal(), key=str)))
        game.score()
    return games / (time.process_time() - start)


def engine_games(seats: int, games: int) -> float:
    """Random games a second by the compiled rules."""
    play = compiled(random_games)
    position, sheet, chance = Position(), Sheet(), stream(0)
    play(position.rows, sheet.rows, chance, np.zeros((10, seats), np.uint8))
    totals = np.zeros((games, seats), np.uint8)
    start = time.process_time()
    play(position.rows, sheet.rows, chance, totals)
    return games / (time.process_time() - start)


def main() -> None:
    for seats in (2, 3, 4):
        pairs = [(engine_games(seats, 50_000), oracle_games(seats, 15)) for _ in range(ROUNDS)]
        fast, slow = (statistics.median(figures) for figures in zip(*pairs, strict=True))
        ratio = statistics.median(engine / oracle for engine, oracle in pairs)
        print(f"{seats} players: rules {fast:10,.0f} games/s, oracle {slow:7,.1f} games/s, {ratio:8,.0f} times")


if __name__ == "__main__":
    main()
