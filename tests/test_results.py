"""Results in a file: going on where a match stopped, and what is refused."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from arboretum import Action, Budget, Options, View, play
from arboretum.arena.course import Course
from arboretum.arena.match import Match
from arboretum.arena.outcome import Outcome
from arboretum.arena.playing import play_ladder
from arboretum.arena.results import Results, read_header
from arboretum.arena.sprt import Sprt
from arboretum.errors import ArboretumError

BOT = """
class First:
    name = "first"

    def choose(self, view, budget):
        return view.legal_actions[0]

class Failing(First):
    name = "failing"

    def choose(self, view, budget):
        raise ValueError("no idea")
"""


class Stop(Exception):
    """Ctrl-C, a little later than everybody else."""


def stopped(match: Match, file: Path, after: int) -> None:
    """Play a match that is interrupted after so many deals."""

    def stop(course: Course) -> None:
        if course.played == after:
            raise Stop

    with pytest.raises(Stop):
        Course(match).run(resume=file, progress=stop)


def numbers(file: Path) -> list[int]:
    return [json.loads(line)["number"] for line in file.read_text().splitlines()[1:]]


def match(deals: int = 5, **more: object) -> Match:
    return Match.of(["random", "random"], deals=deals, seed=more.pop("seed", 3), **more)  # type: ignore[arg-type]


def test_a_match_that_was_stopped_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    stopped(match(), file, 2)
    assert numbers(file) == [1, 2]
    course = Course(match())
    result = course.run(resume=file)
    assert (course.found, course.cut) == (2, False)
    assert numbers(file) == [1, 2, 3, 4, 5]
    whole = play(["random", "random"], deals=5, seed=3)
    assert result.games == whole.games
    assert result.table() == whole.table()
    before = file.read_bytes()
    assert Course(match()).run(resume=file).games == whole.games, "nothing is left to be played"
    assert file.read_bytes() == before


def test_more_decks_may_be_asked_for_and_fewer_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    Course(match(2)).run(resume=file)
    assert Course(match(4)).run(resume=file).games == play(["random", "random"], deals=4, seed=3).games
    assert Course(match(1)).run(resume=file).games == play(["random", "random"], deals=1, seed=3).games
    assert numbers(file) == [1, 2, 3, 4]


def test_a_ladder_goes_on_too(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    plan = Match.ladder(["random"] * 3, deals=2, seed=5)
    stopped(plan, file, 4)
    assert Course(plan).run(resume=file).games == play_ladder(["random"] * 3, deals=2, seed=5).games


def test_what_a_test_has_decided_stays_decided(tmp_path: Path) -> None:
    file = tmp_path / "test.jsonl"
    plan, test = Match.of(["greedy", "random"], deals=60, seed=6), Sprt(0, 400)
    first = Course(plan, test).run(resume=file)
    assert first.verdict == "higher"
    lines = len(file.read_text().splitlines())
    assert Course(plan, test).run(resume=file).games == first.games
    assert len(file.read_text().splitlines()) == lines
    with pytest.raises(ArboretumError, match="another match: there test is"):
        Course(plan, Sprt(0, 10)).run(resume=file)


def test_faults_and_times_come_back(tmp_path: Path) -> None:
    file, bot = tmp_path / "match.jsonl", tmp_path / "bot.py"
    bot.write_text(BOT)
    plan = Match.of([f"{bot}:Failing", "random"], deals=1, seed=1)
    played = Course(plan).run(resume=file)
    again = Course(plan).run(resume=file)
    assert played.faults > 20
    assert again.games == played.games
    assert again.first_faults == played.first_faults
    for one, other in zip(again.times, played.times, strict=True):
        assert one.decisions == other.decisions > 0
        assert one.seconds == pytest.approx(other.seconds, abs=1e-4)


def test_an_outcome_is_read_back_as_it_was_written() -> None:
    for game in play(["random", "random", "greedy"], deals=1, seed=2).games:
        told = json.loads(json.dumps(game.to_json()))
        assert Outcome.from_json(told) == game


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_a_last_line_that_is_damaged_is_played_again(cut: int, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    whole = Course(match(3)).run(resume=file)
    text = file.read_bytes()
    file.write_bytes(text[:-cut])
    course = Course(match(3))
    assert course.run(resume=file).games == whole.games
    assert (course.found, course.cut) == (2, True)
    assert numbers(file) == [1, 2, 3]
    file.write_bytes(text[: -cut - 1] + b"\0\0\n")
    assert Course(match(3)).run(resume=file).games == whole.games
    assert numbers(file) == [1, 2, 3]


def test_a_first_line_that_was_not_finished_is_begun_again(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    Course(match(1)).run(resume=file)
    first = file.read_bytes().splitlines()[0]
    for cut in (0, 1, 40, len(first)):
        file.write_bytes(first[:cut])
        Course(match(1)).run(resume=file)
        assert numbers(file) == [1]


def test_a_damaged_line_before_the_last_is_told(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    Course(match(3)).run(resume=file)
    lines = file.read_text().splitlines()
    for at, damaged in (
        (2, "nonsense"),
        (1, '{"number": 1}'),
        (1, lines[2].replace('"number":2', '"number":1')),  # the games of another deal
        (1, lines[1].replace('"number":1', '"number":0')),
        (3, lines[3].replace('"turns":', '"turns":"x","was":')),
    ):
        file.write_text("\n".join(damaged if number == at else line for number, line in enumerate(lines)) + "\n")
        with pytest.raises(ArboretumError, match=rf"line {at + 1}: this is no line of results"):
            Course(match(3)).run(resume=file)


@pytest.mark.parametrize("text", ["precious", "precious\n", '{"format": "other"}\n', "[]\n\n", "\n", "\0" * 9])
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text)
    with pytest.raises(ArboretumError, match="is no file of results of a match"):
        Course(match()).run(resume=file)
    assert file.read_text() == text


def test_a_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    Course(match(1)).run(resume=file)
    others = [
        ("seed is 3, here 4", match(1, seed=4)),
        ("budgets is", match(1, budget=Budget(rollouts=5))),
        ("bots is", Match.of(["random", "greedy"], deals=1, seed=3)),
        ("bots is", Match.ladder(["random"] * 3, deals=1, seed=3)),
        ("options is", match(1, options=Options(tiebreak="cards"))),
    ]
    before = file.read_bytes()
    for says, other in others:
        with pytest.raises(ArboretumError, match=f"is of another match: there {says}"):
            Course(other).run(resume=file)
    assert file.read_bytes() == before


def test_a_bot_that_was_changed_is_another_match(tmp_path: Path) -> None:
    file, bot = tmp_path / "match.jsonl", tmp_path / "bot.py"
    bot.write_text(BOT)
    plan = Match.of([f"{bot}:First", "random"], deals=1, seed=3)
    Course(plan).run(resume=file)
    bot.write_text(BOT.replace("\n", "\r\n"))
    Course(plan).run(resume=file)
    bot.write_text(BOT + "\n# better\n")
    with pytest.raises(ArboretumError, match="was begun with other code"):
        Course(plan).run(resume=file)


def test_other_versions_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    Course(match(1)).run(resume=file)
    header = read_header(file)
    for change, says in (
        ({"version": 99}, "written in version 99 of its format"),
        ({"made": header["made"] | {"arboretum": "0.0.1"}}, r"begun with other code \(arboretum is"),
        ({"made": header["made"] | {"code": "000000000000"}}, r"begun with other code \(code is"),
        ({"match": None}, "is of another match"),
    ):
        file.write_text(json.dumps(header | change) + "\n")
        with pytest.raises(ArboretumError, match=says):
            Course(match(1)).run(resume=file)


def test_bots_without_a_name_cannot_be_gone_on_with(tmp_path: Path) -> None:
    class Bot:
        name = "bot"

        def choose(self, view: View, budget: Budget) -> Action:
            return view.legal_actions[0]

    with pytest.raises(ArboretumError, match="Results can be kept of bots alone that are named"):
        play([Bot, "random"], deals=1, resume=tmp_path / "match.jsonl")
    assert not (tmp_path / "match.jsonl").exists()


@pytest.mark.skipif(os.name == "nt", reason="needs POSIX locks")
def test_two_cannot_write_to_one_file(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    with Results.open(file, match()), pytest.raises(ArboretumError, match="Another process is writing to"):
        Results.open(file, match())
    with Results.open(file, match()) as results:
        assert results.known == {}


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ArboretumError, match="cannot be written: No such file or directory"):
        Course(match()).run(resume=tmp_path / "missing" / "match.jsonl")


def test_records_of_a_match_that_goes_on_stay_and_those_that_did_not_count_are_replaced(tmp_path: Path) -> None:
    file, games = tmp_path / "match.jsonl", tmp_path / "games"
    plan = match(3, keep=games)
    stopped(plan, file, 2)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:2]))  # as if it had been killed before it wrote down the second deal
    Course(plan).run(resume=file)
    assert len(list(games.iterdir())) == 6
    whole = tmp_path / "whole"
    Course(match(3, keep=whole)).run()
    for path in whole.iterdir():
        assert (games / path.name).read_bytes() == path.read_bytes()
    shutil.copy(file, tmp_path / "new.jsonl")
    file.unlink()
    with pytest.raises(ArboretumError, match="is not empty"):
        Course(plan).run(resume=file)
