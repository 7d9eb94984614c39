"""`arboretum analyse`: its text, its JSON, its refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arboretum import NOBODY, Record
from arboretum.analysis import analysed, analysis_json
from arboretum.analysis.judge import Closer, at_a_look
from arboretum.bots.bot import Budget
from arboretum.cli import analyse as command
from arboretum.cli import commands
from record_games import true_record

RECORDS = Path(__file__).parent / "records"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual judge takes seconds: here a look does."""
    monkeypatch.setattr("arboretum.cli.analyse.to_the_end", at_a_look)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(commands, ["analyse", *map(str, arguments)])


def saved(record: Record, folder: Path) -> Path:
    path = folder / "game.jsonl"
    record.save(path)
    return path


def test_a_game_is_told_as_text(tmp_path: Path) -> None:
    result = run(saved(true_record(2, 1), tmp_path))
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert any("wins with" in line or "win" in line for line in lines[:2])
    graph = [line for line in lines if line[3:5] == " |"]
    assert len(graph) == 11
    assert [line[:3] for line in graph if line[:3].strip()] == ["100", " 50", "  0"]
    assert sum(line.count("A") for line in graph) == len(analysed(true_record(2, 1), at_a_look).known.course)
    assert "Turning points:" in lines
    assert any(line.startswith("The result") for line in lines)
    assert any("Better was to" in line for line in lines)
    assert any("With all cards open:" in line for line in lines)
    assert max(map(len, lines)) <= 80


def test_the_table_of_the_text_adds_up_to_the_result(tmp_path: Path) -> None:
    """As it is printed, rounded: within the rounding of each row."""
    lines = run(saved(true_record(2, 1), tmp_path)).output.splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("At the start"))
    end = next(at for at, line in enumerate(lines) if line.startswith("The result"))
    rows = [line.split()[-4:] for line in lines[start : end + 1]]
    for column in range(4):
        numbers = [float(row[column]) for row in rows]
        assert sum(numbers[:-1]) == pytest.approx(numbers[-1], abs=0.55 * len(rows))


def test_every_decision_and_open_cards_can_be_asked_for(tmp_path: Path) -> None:
    path = saved(true_record(2, 1), tmp_path)
    every = run(path, "--all").output
    assert "Every decision:" in every
    assert len(every) > 2 * len(run(path).output)
    opened = run(path, "--open").output
    assert "By what was known at the time:" in opened


def test_json_is_the_documented_form(tmp_path: Path) -> None:
    path = saved(true_record(2, 1), tmp_path)
    told = json.loads(run(path, "--json").output)
    assert told == json.loads(json.dumps(analysis_json(analysed(true_record(2, 1), at_a_look))))


@pytest.mark.long
def test_a_larger_budget_looks_more_closely(tmp_path: Path) -> None:
    record = true_record(2, 1)
    short = Record(record.setup, record.events[:9])
    path = saved(short, tmp_path)
    usual = json.loads(run(path, "--json").output)["known"]["decisions"]
    closer = json.loads(run(path, "--json", "--rollouts", 40).output)["known"]["decisions"]
    assert [each["action"] for each in closer] == [each["action"] for each in usual]
    assert [each["win"] for each in closer] != [each["win"] for each in usual]
    again = json.loads(run(path, "--json", "--rollouts", 40).output)["known"]["decisions"]
    assert again == closer
    assert run(path, "--seconds", 0.2).exit_code == 0


@pytest.mark.parametrize("name", ["notation.txt", "unfinished.jsonl", "secret-species.jsonl", "win-shared.jsonl"])
def test_records_of_every_kind(name: str) -> None:
    result = run(RECORDS / name)
    assert result.exit_code == 0, result.output
    assert "Turning points:" in result.output


def test_what_cannot_be_told_is_said(tmp_path: Path) -> None:
    record = true_record(2, 1)
    watched = Record(record.setup, record.events[:-1]).seen_by(NOBODY)
    assert "shows no hand" in str(run(saved(watched, tmp_path)).exception)
    mine = Record(record.setup, record.events[:-1]).seen_by(0)
    (tmp_path / "mine").mkdir()
    path = saved(mine, tmp_path / "mine")
    told = run(path)
    assert told.exit_code == 0
    assert "The hands of Ben are not in this record" in " ".join(told.output.split())
    assert "does not tell all hands" in str(run(path, "--open").exception)
    assert "cannot be read" in str(run(tmp_path / "nothing").exception)


def test_german(tmp_path: Path) -> None:
    told = run(saved(true_record(2, 1), tmp_path), "--lang", "de").output
    assert "Wendepunkte:" in told
    assert "Turning" not in told


def test_seconds_are_shared_by_all_decisions() -> None:
    game = true_record(2, 1)
    judge = command._judge(game, 10.0, None)
    assert isinstance(judge, Closer)
    assert judge.budget == Budget(10.0 / (2 * (len(game.events) - 5)), None)
