"""The corpus: recorded games that every later version must load, verify and score as they were."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import oracle
from arboretum import NOBODY
from arboretum.events import Shuffled
from arboretum.notation import format_game, parse_game
from arboretum.record import Record
from corpus_kinds import KINDS, shuffled_again

FOLDER = Path(__file__).parent / "records"
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix in (".jsonl", ".txt"))


@pytest.fixture(params=FILES, ids=lambda path: path.name)
def record(request: pytest.FixtureRequest) -> Record:
    return Record.load(request.param)


def test_it_loads_and_verifies(record: Record) -> None:
    record.verify()
    assert record.events
    assert record.notes == ((record.damage,) if record.damage else ())


def test_its_bytes_are_those_that_are_written_today(record: Record) -> None:
    """A record that is read and written again is the same file, but for what a crash cut off."""
    text = Path(record.source).read_text(encoding="utf-8")
    again = format_game(record) if record.source.endswith(".txt") else record.dump()
    assert again == (text[: text.rindex("\n") + 1] if record.damage else text)


def test_it_goes_through_the_notation_and_back(record: Record) -> None:
    assert parse_game(format_game(record)) == record


def test_its_score_is_the_one_recorded(record: Record) -> None:
    if record.result is None:
        assert not record.is_complete
        return
    assert record.score.totals == record.result.totals
    assert record.score.winners == record.result.winners


def test_the_examiner_gives_the_same_result(record: Record) -> None:
    """The rules written a second time in `oracle.py` agree with what was recorded."""
    if record.result is None:
        assert not record.is_complete
        return
    scored = oracle.score(
        [{(cell.x, cell.y): str(card) for cell, card in tableau.items()} for tableau in record.table.tableaux],
        [[str(card) for card in hand] for hand in record.result.hands],
        [kind.code for kind in record.score.species],
        record.setup.options.to_json(),
    )
    assert scored["totals"] == list(record.result.totals)
    assert scored["winners"] == list(record.result.winners)


def test_everyone_who_sat_there_has_a_record_that_verifies(record: Record) -> None:
    seats = range(record.setup.seats) if record.is_truth else [] if record.me is None else [record.me]
    for seat in {*seats, NOBODY}:
        seen = record.seen_by(seat)
        seen.verify()
        assert seen.me == seat
        assert not any(isinstance(event, Shuffled) for event in seen.events)


def test_a_seed_still_gives_the_deck(record: Record) -> None:
    if record.setup.shuffled_by == "seed" and record.is_truth:
        assert shuffled_again(record, chosen=True) or shuffled_again(record, chosen=False)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_game_is_there(kind: str) -> None:
    assert any(KINDS[kind](Record.load(path)) for path in FILES), f"the corpus has no game for {kind!r}"


@pytest.mark.long
def test_the_generator_still_makes_these_files(tmp_path: Path) -> None:
    """Until a new format is released; then the old files stay, and a new generator makes new ones."""
    tool = FOLDER.parent.parent / "tools" / "make_corpus.py"
    paths = os.pathsep.join([str(FOLDER.parent), *filter(None, sys.path)])
    subprocess.run([sys.executable, str(tool), str(tmp_path)], check=True, env={**os.environ, "PYTHONPATH": paths})
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {p.name: p.read_bytes() for p in FILES}


def test_the_corpus_is_small() -> None:
    assert sum(path.stat().st_size for path in FILES) < 1_000_000
