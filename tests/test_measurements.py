"""The measurements of servers, each for a moment: that they run, and that they see what they look for."""

from __future__ import annotations

import asyncio
import dataclasses
import importlib
import json
import random
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

if sys.platform != "linux":
    pytest.skip("they read /proc", allow_module_level=True)

import crash
import disks
import faults
import load
import pages
import resume
import soak
from journal import compared, is_whole
from players import ONLOOKER, Table
from prepared import Prepared, prepare
from verdict import BROKEN, HELD, Verdict, percentile

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


def named(verdict: Verdict) -> dict[str, float]:
    return {line.what: line.measured for line in verdict.lines}


def test_load(tmp_path: Path) -> None:
    verdict = load.measured(tmp_path, tables=6, rate=12, seconds=2, seed=3, as_json=True)
    assert verdict.wrongs == []
    told = named(verdict)
    assert told["moves"] >= 20
    assert told["arrivals measured"] >= 3 * told["moves"]
    assert told["of a core for a move"] > 0
    assert 20 < told["memory of the server"] < 150


def test_the_clients_of_a_load_send_all_kinds_of_things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "TWICE", 0.4)
    monkeypatch.setattr(load, "STALE", 0.3)
    monkeypatch.setattr(load, "DROPPED", 0.3)
    verdict = load.measured(tmp_path, tables=4, rate=20, seconds=2, seed=1, as_json=True)
    assert verdict.wrongs == []
    told = named(verdict)
    assert min(told["commands sent twice"], told["stale commands"], told["streams lost and resumed"]) >= 3


def test_resume(tmp_path: Path) -> None:
    verdict = resume.measured(tmp_path, clients=12, seed=1, as_json=True)
    assert verdict.wrongs == []
    assert 0.2 < named(verdict)["from the kill until all clients are back"] < 60


def test_crash(tmp_path: Path) -> None:
    verdict = crash.measured(tmp_path, rounds=2, tables=4, seed=1, as_json=True)
    assert verdict.wrongs == []
    assert named(verdict)["rounds"] == 2
    assert named(verdict)["moves acknowledged"] > 2


def test_faults(tmp_path: Path) -> None:
    verdict = faults.measured(tmp_path, ("full", "read-only"), seed=1, as_json=True)
    assert verdict.is_held, verdict.to_json()


def test_a_disk_is_full_where_nothing_may_be_mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disks, "_run", lambda *command: False)
    verdict = faults.measured(tmp_path, ("full",), seed=1, as_json=True)
    assert verdict.is_held, verdict.to_json()
    assert "a limit on the size of files" in verdict.lines[0].what


def test_pages(tmp_path: Path) -> None:
    verdict = pages.measured(tmp_path)
    assert verdict.is_held, verdict.to_json()
    assert named(verdict)["a table"] > 20


def test_soak(tmp_path: Path) -> None:
    verdict = soak.measured(tmp_path, seconds=8, tables=2, rate=4, seed=1, as_json=True)
    assert verdict.wrongs == []
    assert named(verdict)["moves"] > 10


def samples(rise: float, files: int = 0) -> list[soak.Sample]:
    chance = random.Random(1)
    times = [3.0 * n for n in range(300)]
    return [
        soak.Sample(at, 70 + rise * at / 600 + chance.uniform(-1, 1), 50 + int(files * at / 900)) for at in times
    ]


def test_a_soak_sees_growth() -> None:
    for rise, files, is_held in ((0.0, 0, True), (3.0, 0, False), (0.0, 12, False)):
        verdict = Verdict("")
        soak.judge(verdict, samples(rise, files), 900)
        assert verdict.is_held == is_held, (rise, files)
    verdict = Verdict("")
    soak.judge(verdict, samples(0.0)[:3], 900)
    assert "too short" in verdict.wrongs[0]


# What the clients look for. -------------------------------------------------------------------------------------


def table_of(known: Prepared) -> Table:
    return Table(known, "127.0.0.1:1", random.Random(1))


def prepared(tmp_path: Path, **more: Any) -> Prepared:  # noqa: ANN401
    return asyncio.run(prepare(tmp_path / "tables.db", 1, 1, **more))[0]


def frame(v: int, events: list[int], **view: Any) -> bytes:  # noqa: ANN401
    told = {"v": v, "events": [{"v": n, "event": "drew"} for n in events], "view": {"v": v, **view}}
    return json.dumps(told).encode()


def test_a_viewer_sees_gaps_and_what_comes_twice(tmp_path: Path) -> None:
    for second, wrong in ((frame(4, [4]), ""), (frame(5, [5]), "of [5]"), (frame(3, []), "of 3")):
        table = table_of(prepared(tmp_path))
        viewer = table.viewers[2]
        viewer.heard(frame(3, [1, 2, 3]), 0.0)
        viewer.heard(second, 0.0)
        assert [wrong in told for told in table.wrongs] == ([True] if wrong else [])
        (tmp_path / "tables.db").unlink()


def test_a_viewer_sees_cards_that_are_not_to_be_seen(tmp_path: Path) -> None:
    known = prepared(tmp_path)
    mine, hidden = sorted(known.own[0] - known.public), known.deck[-1]
    table = table_of(known)
    for seat, card, is_wrong in (
        (0, mine[0], False),
        (1, mine[0], True),
        (ONLOOKER, mine[0], True),
        (0, hidden, True),
    ):
        table.wrongs.clear()
        viewer = table.viewers[seat]
        viewer.heard(frame(viewer.version + 1, [viewer.version + 1], hand=[card]), 0.0)
        assert bool(table.wrongs) == is_wrong, (seat, card)
    table.viewers[1].heard(frame(9, list(range(2, 10)), hand=[hidden], status="over"), 0.0)
    assert len(table.wrongs) == 1, "at the end all is shown"


def test_the_file_is_compared_with_what_was_acknowledged(tmp_path: Path) -> None:
    known = prepared(tmp_path, latest=0)
    draw = {"kind": "act", "seat": 0, "action": "+", "expected": known.version, "id": "x"}
    taken = draw | {"action": "+<B"}
    lines = [
        '{"event":"drew","seat":0,"from":"pile","card":"OK1"}',
        '{"event":"drew","seat":0,"from":1,"card":"OK2"}',
    ]
    db = sqlite3.connect(tmp_path / "tables.db")
    assert is_whole(db) == []
    for number, line in enumerate(lines, known.version + 1):
        db.execute("INSERT INTO entry VALUES(?,?,0,?)", (known.name, number, line))
    assert "has version" in is_whole(db)[0]

    def found(*commands: dict[str, object], unanswered: dict[str, object] | None = None) -> str | None:
        return compared(db, known.name, known.version, commands, unanswered)

    assert found(draw, taken) is None
    assert found(draw, unanswered=taken) is None
    assert "lost" in str(found(draw, taken, draw)), "one is missing"
    assert found(draw) is not None, "one is there that nobody was told of"
    assert found(taken, draw) is not None, "another order"
    db.close()


# How they end. --------------------------------------------------------------------------------------------------


def test_a_verdict_is_a_status(capsys: pytest.CaptureFixture[str]) -> None:
    verdict = Verdict("Title")
    verdict.add("number", 3, "ms", at_most=4)
    assert verdict.show(as_json=False) == HELD
    assert "at most 4" in capsys.readouterr().out
    verdict.add("other", 3, at_least=4)
    assert verdict.show(as_json=True) == BROKEN
    assert [line["held"] for line in json.loads(capsys.readouterr().out)["lines"]] == [True, False]
    verdict = dataclasses.replace(verdict, lines=[], wrongs=["Something is wrong."])
    assert verdict.show(as_json=False) == BROKEN
    assert "Something is wrong." in capsys.readouterr().out
    assert percentile([3, 1, 2], 0.5) == 2
    assert percentile([], 0.5) == 0


@pytest.mark.parametrize("name", ["load", "resume", "crash", "faults", "soak", "pages"])
def test_each_says_how_it_is_used(name: str) -> None:
    told = CliRunner().invoke(importlib.import_module(name).main, ["--help"]).output
    assert "--json" in told
    assert f"python benchmarks/{name}.py" in told


def test_as_a_program(tmp_path: Path) -> None:
    command = [sys.executable, str(BENCHMARKS / "pages.py"), "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == HELD, ended.stderr
    assert json.loads(ended.stdout)["held"]
