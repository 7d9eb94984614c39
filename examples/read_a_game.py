"""A recorded game: reading it needs no rules, verifying it uses them."""

import tempfile
from pathlib import Path

from arboretum import Record, play

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        play(["greedy", "random"], deals=1, seed=7, keep=Path(folder, "games"))
        record = Record.load(Path(folder, "games", "deal-0001-seating-1.jsonl"))

    record.verify()  # RecordError would name the line and the clause
    for turn in record.turns():
        print(turn)
    print(record.score.explain_win())
