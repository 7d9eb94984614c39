"""
How many two-player positions a second `arboretum score --jsonl` answers, and the ratio to the machine's pace.

    python benchmarks/score_lines.py [POSITIONS]

The pace is millions of `x ^= i * 3` steps a second of a plain Python for-loop, measured before and after each
run, since other work on the machine slows both. Start-up, which loads the compiled rules, is told apart.
"""

from __future__ import annotations

import io
import json
import random
import sys
import time

from arboretum.pad import stream
from arboretum.pad.batch import Scorer


def positions(count: int, seed: int) -> bytes:
    """Random tables of two: arboretums of 17 cards, hands of 7, six species; a line of JSON each."""
    chance = random.Random(seed)
    lines = []
    for _ in range(count):
        species = chance.sample(["BS", "CA", "CB", "DW", "JA", "MP", "OK", "RP", "TP", "WI"], 6)
        deck = chance.sample([f"{code}{value}" for code in species for value in range(1, 9)], 48)
        players = [
            {"name": name, "arboretum": arboretum(chance, deck), "hand": [deck.pop() for _ in range(7)]}
            for name in ("Ada", "Ben")
        ]
        lines.append(json.dumps({"players": players}))
    return "\n".join(lines).encode()


def arboretum(chance: random.Random, deck: list[str]) -> dict[str, str]:
    """Seventeen cards of the deck, each on an open cell chosen at random."""
    cells = {(0, 0): deck.pop()}
    while len(cells) < 17:
        near = {(x + dx, y + dy) for x, y in cells for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))}
        cells[chance.choice(sorted(near - cells.keys()))] = deck.pop()
    return {f"{x},{y}": card for (x, y), card in cells.items()}


def pace(steps: int = 3_000_000) -> float:
    """Millions of steps a second of a plain for-loop."""
    x = 1
    start = time.perf_counter()
    for i in range(steps):
        x ^= i * 3
    return steps / 1e6 / (time.perf_counter() - start)


def main() -> None:
    """Print the rate, the pace and their ratio, three times."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    lines = positions(count, seed=1)
    start = time.perf_counter()
    Scorer().compile()
    stream.answer_stream(io.BytesIO(b"\n".join(lines.split(b"\n", 300)[:300])), io.BytesIO())
    print(f"loading the compiled rules: {time.perf_counter() - start:.2f} s")
    for _ in range(3):
        before = pace()
        start = time.perf_counter()
        counted = stream.answer_stream(io.BytesIO(lines), io.BytesIO())
        rate = counted.answered / (time.perf_counter() - start)
        around = (before + pace()) / 2
        print(f"{rate:8.0f} positions/s at pace {around:.1f} M/s: {rate / around:.0f} for each M/s of pace")


if __name__ == "__main__":
    main()
