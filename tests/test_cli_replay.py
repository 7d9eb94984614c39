"""`arboretum replay`: a game turn by turn, through anybody's eyes, printed, or verified."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from arboretum import NOBODY, Game, Record
from arboretum.cli import commands
from arboretum.errors import ArboretumError, RecordError
from arboretum.tui.moments import ALL, Moments, eyes_named
from arboretum.tui.stepper import Stepper
from tables import finished, log_of, new_game, play_on
from typed import Typing

CARD = re.compile(r"[A-Z]{2}[1-8]")


def replay(*words: str | Path) -> Result:
    return CliRunner().invoke(commands, ["replay", *map(str, words)])


def run_replay(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, as somebody starts it."""
    command = [sys.executable, "-m", "arboretum", "replay", *map(str, words)]
    return subprocess.run(command, check=False, capture_output=True, text=True)


@pytest.fixture
def over(tmp_path: Path) -> Path:
    """The record of a finished game of three."""
    path = tmp_path / "over.jsonl"
    finished(3, 5).record().save(path)
    return path


@pytest.fixture
def running(tmp_path: Path) -> Path:
    """The true record of a game that is not over, in the middle of a turn."""
    return written(tmp_path / "running.jsonl", running_game())


def running_game() -> Game:
    import random

    game = new_game(2, 6)
    for _ in play_on(game, random.Random(6), 4 * 9 + 1):
        pass
    return game


def written(path: Path, game: Game) -> Path:
    path.write_text(Record(game.setup, tuple(log_of(game))).dump())
    return path


def hidden_cards(game: Game) -> set[str]:
    """Cards that a spectator has not seen."""
    return {str(card) for card in game.view(NOBODY).unseen}


def test_a_finished_game_is_printed_a_turn_a_line_and_scored(over: Path) -> None:
    result = replay(over)
    record = Record.load(over)
    assert result.exit_code == 0
    for turn in record.turns():
        assert str(turn) in result.output.splitlines()
    assert record.score.explain_win() in " ".join(result.output.split())


@pytest.mark.parametrize("who", ["B", "b", "Ben", "nobody", "all"])
def test_a_game_is_seen_through_anybodys_eyes(over: Path, who: str) -> None:
    result = replay(over, "--view", who)
    record = Record.load(over)
    eyes = {"all": None, "nobody": NOBODY}.get(who, 1)
    shown = record if eyes is None else record.seen_by(eyes)
    assert result.exit_code == 0
    for turn in shown.turns():
        assert str(turn) in result.output.splitlines()


def test_a_running_game_is_shown_as_a_spectator_sees_it(running: Path) -> None:
    """The record is the truth; what is shown by default is not."""
    for words in ([], ["--turn", "9"], ["--view", "nobody"]):
        result = replay(running, *words)
        assert result.exit_code == 0
        assert not set(CARD.findall(result.output)) & hidden_cards(running_game())
        assert "as a spectator saw it" in result.output
    assert "The game is not over" in replay(running).output


def test_a_running_game_shows_more_when_it_is_asked_for_and_says_so(running: Path) -> None:
    result = replay(running, "--view", "all", "--turn", "10")
    game = running_game()
    assert "hidden from each other" in result.output
    assert all(str(card) in result.output for seat in (0, 1) for card in game.view(seat).hand)
    result = replay(running, "--view", "A", "--turn", "10")
    assert "hidden from the others" in result.output
    assert all(str(card) in result.output for card in game.view(0).hand)
    assert not {str(card) for card in game.view(0).unseen} & set(CARD.findall(result.output))


def test_the_record_of_one_player_shows_what_that_player_saw(tmp_path: Path) -> None:
    game = running_game()
    path = tmp_path / "ben.jsonl"
    path.write_text(Record(game.setup, tuple(log_of(game))).seen_by(1).dump())
    result = replay(path, "--turn", "10")
    assert result.exit_code == 0
    assert "as B Ben saw it" in result.output
    assert all(str(card) in result.output for card in game.view(1).hand)
    refused = replay(path, "--view", "A")
    assert isinstance(refused.exception, ArboretumError)
    assert "somebody else's" in str(refused.exception)


def test_one_turn_shows_its_table(over: Path) -> None:
    record = Record.load(over)
    for turn in record.turns():
        result = replay(over, "--turn", str(turn.number))
        assert f"Turn {turn.number} of " in result.output
        placed = {str(card) for tableau in turn.after.tableaux for card in tableau.values()}
        assert placed <= set(CARD.findall(result.output))
    assert "After the deal" in replay(over, "--turn", "0").output
    beyond = replay(over, "--turn", "99")
    assert str(beyond.exception).startswith("There is no turn 99")


def test_a_sound_record_is_verified(over: Path, running: Path) -> None:
    result = replay(over, "--verify")
    assert result.exit_code == 0
    assert Record.load(over).score.explain_win() in " ".join(result.output.split())
    result = replay(running, "--verify")
    assert result.exit_code == 0
    assert "as far as it goes" in " ".join(result.output.split())


def test_a_broken_rule_is_named_with_line_and_clause(over: Path) -> None:
    lines = over.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if '"discarded"' in line)
    event = json.loads(lines[at])
    lines[at] = json.dumps(event | {"card": "ZZ1"})
    over.write_text("\n".join(lines))
    assert isinstance(replay(over, "--verify").exception, RecordError)
    lines[at] = json.dumps(event | {"seat": (event["seat"] + 1) % 3})
    over.write_text("\n".join(lines))
    for words in ([over], [over, "--verify"]):
        done = run_replay(*words)
        assert done.returncode == 1
        assert f"line {at + 1}" in done.stderr
        assert "clause T" in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"{", b"not a record\n", b'{"format":99}\n', b"[]\n"])
@pytest.mark.parametrize("words", [[], ["--verify"], ["--turn", "1"], ["--view", "A"]])
def test_what_is_no_record_is_refused_with_a_sentence(tmp_path: Path, content: bytes, words: list[str]) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    result = replay(path, *words)
    assert isinstance(result.exception, ArboretumError), result.output


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    done = run_replay(tmp_path / "none.jsonl")
    assert (done.returncode, done.stdout) == (1, "")
    assert "cannot be read" in done.stderr
    assert "Traceback" not in done.stderr


def test_all_records_of_a_folder_are_verified(over: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    inner = folder / "table-2"
    inner.mkdir(parents=True)
    text = over.read_text()
    for path in (folder / "1.jsonl", folder / "2.jsonl", inner / "1.jsonl"):
        path.write_text(text)
    (folder / "notes.txt").write_text("no record, and not looked at")
    (folder / "cut.jsonl").write_text("\n".join(text.splitlines()[:40]) + "\n")
    done = run_replay("--verify", folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"{folder}: 4 records obey the rules.", "1 of them is not over."]
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if '"discarded"' in line)
    event = json.loads(lines[at])
    lines[at] = json.dumps(event | {"seat": (event["seat"] + 1) % 3})
    (inner / "2.jsonl").write_text("\n".join(lines))
    (inner / "3.jsonl").write_text("no record")
    done = run_replay("--verify", folder)
    assert done.returncode == 1
    told = done.stdout.splitlines()
    assert told[0].startswith(f"{inner / '2.jsonl'}, line {at + 1}: ")
    assert told[1].startswith(f"{inner / '3.jsonl'}, line 1: ")
    assert told[2:] == [f"{folder}: 4 records obey the rules.", "1 of them is not over.", "2 records break them."]


def test_a_folder_is_not_shown_and_may_not_be_empty(tmp_path: Path) -> None:
    shown, empty = replay(tmp_path), replay(tmp_path, "--verify")
    assert "name one of its records, or verify all with --verify" in str(shown.exception)
    assert str(empty.exception).startswith(f"There is no record in {tmp_path}")


def test_verifying_a_folder_can_be_interrupted(over: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = over.parent / "games"
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.jsonl").write_text(over.read_text())
    verify = Record.verify

    def interrupted(record: Record) -> None:
        if record.source.endswith("b.jsonl"):
            raise KeyboardInterrupt
        verify(record)

    monkeypatch.setattr(Record, "verify", interrupted)
    result = replay(folder, "--verify")
    assert result.exit_code == 130
    assert "Stopped after 1 of 2." in result.output
    assert "1 record obeys the rules." in result.output


def test_a_record_that_was_cut_off_is_shown_and_says_so(running: Path) -> None:
    running.write_text(running.read_text()[:-9])
    result = replay(running)
    assert result.exit_code == 0
    assert Record.load(running).damage in " ".join(result.output.split())


def test_other_rules_are_told_and_not_replayed(over: Path) -> None:
    lines = over.read_text().splitlines()
    lines[0] = json.dumps(json.loads(lines[0]) | {"rules": "99"})
    over.write_text("\n".join(lines))
    result = replay(over)
    assert result.exit_code == 0
    assert "rules version 99" in " ".join(result.output.split())
    record = Record.load(over)
    assert record.result is not None
    assert f"Ada: {record.result.totals[0]}" in result.output
    assert isinstance(replay(over, "--verify").exception, RecordError)


def test_eyes_by_name() -> None:
    players = ("Ada", "All", "C")
    assert eyes_named(" ada ", players) == 0
    assert eyes_named("b", players) == 1
    assert eyes_named("C", players) == 2
    assert eyes_named("all", players) == ALL
    assert eyes_named("Spectator", players) == NOBODY
    for text in ("", "d", "ab", "\x1b[2J"):
        with pytest.raises(ArboretumError) as refused:
            eyes_named(text, players)
        assert str(refused.value).isprintable()


# Stepping. ------------------------------------------------------------------------------------------------


def stepped(record: Record, *lines: str) -> list[str]:
    """The headings that are shown when these lines are typed."""
    moments = Moments(record)
    typing = Typing(lines)
    with pytest.raises(EOFError):
        Stepper(typing.terminal, moments, moments.usual_eyes()).run(0)
    return re.findall(r"^(After the deal|Turn \d+) ?(?:of \d+)?, ", typing.text, re.MULTILINE)


def test_stepping_and_jumping() -> None:
    record = finished(2, 3).record()
    last = Moments(record).last
    assert stepped(record, "", "n", "p", "12", "turn 3", "home", "p", "end", "") == [
        "After the deal",
        "Turn 1",
        "Turn 2",
        "Turn 1",
        "Turn 12",
        "Turn 3",
        "After the deal",
        "After the deal",
        f"Turn {last}",
    ]


@pytest.mark.parametrize(
    "line", ["99", "turn", "turn x", "0x1", "seat", "seat z", "\x1b[A", "n n", "٣", "9" * 5000]
)
def test_what_cannot_be_stepped_to_is_refused(line: str) -> None:
    typing = Typing([line])
    moments = Moments(finished(2, 3).record())
    with pytest.raises(EOFError):
        Stepper(typing.terminal, moments, ALL).run(0)
    assert typing.text.count("After the deal") == 1
    assert "\x1b" not in typing.text


def test_every_command_is_answered() -> None:
    record = finished(3, 3).record()
    typing = Typing(["5", "seat b", "log", "nobody", "all", "Cleo", "score", "?", "q", "n"])
    moments = Moments(record)
    Stepper(typing.terminal, moments, ALL).run(0)
    text = typing.flat
    assert "as B Ben saw it" in text
    assert "as a spectator saw it" in text
    assert "as C Cleo saw it" in text
    assert str(next(record.seen_by(1).turns())) in text
    assert record.score.explain_win() in text
    assert "Turn 6" not in text


def test_hands_that_are_shown_are_those_that_the_eyes_see() -> None:
    game = running_game()
    moments = Moments(Record(game.setup, tuple(log_of(game))))
    for seat in (0, 1):
        text = "\n".join(moments.drawn(seat, moments.last))
        assert all(str(card) in text for card in game.view(seat).hand)
        assert not set(CARD.findall(text)) & {str(card) for card in game.view(seat).unseen}
    assert not set(CARD.findall("\n".join(moments.drawn(NOBODY, moments.last)))) & hidden_cards(game)


def test_in_a_terminal_one_steps(over: Path) -> None:
    child = pexpect.spawn(
        sys.executable,
        ["-m", "arboretum", "replay", str(over)],
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
        env={**os.environ, "TERM": "dumb"},
    )
    child.expect("After the deal")
    child.expect("> ")
    child.sendline("")
    child.expect("Turn 1 of")
    child.sendline("end")
    child.expect("hand:")
    child.sendline("score")
    child.expect("wins|share")
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
