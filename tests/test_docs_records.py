"""The page about records and notation: its lines, its game, its commands and its programs are real."""

from __future__ import annotations

import doctest
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from arboretum.notation import format_game, parse_game, parse_turn
from arboretum.record import Record
from arboretum.records.game_reader import BEFORE, ENDINGS
from arboretum.setup import Setup, commitment

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "5-records-and-notation.md").read_text(encoding="utf-8")
GAME = ROOT / "tests" / "records" / "two-players.jsonl"


def blocks(kind: str) -> list[str]:
    """What stands between fences of a kind."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


def test_every_json_line_is_one_of_a_recorded_game() -> None:
    record = Record.load(GAME)
    real = {
        line
        for source in (record, record.seen_by(0), Record.load(GAME.with_name("first-edition.jsonl")))
        for line in source.dump().splitlines()
    }
    shown = [line for block in blocks("json") for line in block.splitlines()]
    assert len(shown) >= 10
    assert [line for line in shown if line not in real] == []


def test_every_kind_of_line_and_every_key_is_explained() -> None:
    shown = [json.loads(line) for block in blocks("json") for line in block.splitlines()]
    lines = [json.loads(line) for line in GAME.read_text(encoding="utf-8").splitlines()]
    assert {line["event"] for line in shown[1:]} == {line["event"] for line in lines[1:]}
    for key in lines[0]:
        assert f"| `{key}` |" in PAGE
    for line in lines[1:]:
        assert f"**{line['event']}**" in PAGE
    assert all(f"`{name}" in PAGE for name in (*BEFORE, *ENDINGS))


def test_the_game_in_the_notation_is_the_same_game() -> None:
    text = next(block for block in blocks("text") if block.startswith("arboretum 1"))
    found = parse_game(text)
    found.verify()
    assert found == Record.load(GAME)
    assert text == format_game(found)
    assert f"{len(GAME.read_text().splitlines())} lines long" in PAGE


def test_what_is_said_about_turn_15_is_true() -> None:
    turn = list(Record.load(GAME).turns())[14]
    assert str(turn).startswith("15 B +JA8<A +OK4<A ")
    assert [str(card) for card in list(Record.load(GAME).turns())[13].after.discards[0]][-2:] == ["OK4", "JA8"]


def test_the_commitment_is_found_by_hand(tmp_path: Path) -> None:
    script = blocks("sh")[0]
    record = Record.load(GAME)
    assert record.result is not None
    told = dict(re.findall(r"^(\w+)=\"?(.*?)\"?$", script, re.MULTILINE))
    assert told["salt"] == record.result.salt
    assert told["deck"].split() == [str(card) for card in record.result.deck]
    assert told["removed"].split() == sorted(species.code for species in record.result.removed)
    expected = record.setup.commitment
    assert commitment(record.result.salt, record.result.deck, record.result.removed) == expected
    assert PAGE.count(expected) == 3
    bash = shutil.which("bash")
    if bash and shutil.which("sha256sum"):
        done = subprocess.run([bash, "-c", script], capture_output=True, text=True, cwd=tmp_path, check=True)
        assert done.stdout.split()[0] == expected


def test_the_programs_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(GAME, tmp_path)
    monkeypatch.chdir(tmp_path)
    programs = [block for block in blocks("python") if not block.startswith(">>>")]
    assert len(programs) == 3
    for program in programs:
        exec(compile(program, "docs/5", "exec"), {})
    printed = capsys.readouterr().out
    assert "Ben wins with 9 points." in printed
    assert "15 B +JA8<A +OK4<A" in printed
    Record.load("ada-ben.jsonl").verify()


def test_the_examples_with_a_prompt_give_what_they_say() -> None:
    examples = [block for block in blocks("python") if block.startswith(">>>")]
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for block in examples:
        test = parser.get_doctest(block, {}, "docs/5", None, None)
        assert runner.run(test).failed == 0
    assert runner.tries >= 3


def test_the_words_of_a_turn_are_read() -> None:
    line = re.search(r"So `(12 A .*?)` is", PAGE)
    assert line is not None
    assert str(parse_turn(line[1])) == line[1]
    for word in line[1].split()[2:]:
        assert f"| `{word}` |" in PAGE


def test_every_line_that_a_header_may_have_is_in_the_table() -> None:
    setup = Setup.from_json({**Record.load(GAME).setup.to_json(), "began": "today"})
    for key in setup.to_json():
        assert f"| `{key}` |" in PAGE
