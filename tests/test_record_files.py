"""Records as files: written as a game goes, cut off by a crash, resumed."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from arboretum import ArboretumError, Game, RecordError
from arboretum.record import Record, RecordWriter, file_name
from record_games import true_record
from tables import NAMES, log_of, play_on


def test_a_game_is_kept_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "games" / "a.jsonl"
    game = Game.new(NAMES[:2], seed=5, keep=RecordWriter(path))
    for count, _ in enumerate(play_on(game, random.Random(5))):
        kept = Record.load(path)
        assert kept.events == tuple(log_of(game))
        assert not kept.damage
        assert count + 4 == len(kept.events)
    assert Record.load(path) == game.record()
    assert path.read_text() == game.record().dump()


def test_a_record_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("somebody's\n")
    with pytest.raises(ArboretumError, match="never overwritten"):
        Game.new(NAMES[:2], seed=5, keep=RecordWriter(path))
    with pytest.raises(ArboretumError, match="never overwritten"):
        true_record().save(path)
    assert path.read_text() == "somebody's\n"


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for bad, why in (
        (tmp_path / "file" / "a.jsonl", "cannot be made a folder"),
        (tmp_path, "is there already"),
        (tmp_path / ("x" * 300), "cannot be made: File name too long"),
    ):
        with pytest.raises(ArboretumError, match=why):
            Game.new(NAMES[:2], seed=5, keep=RecordWriter(bad))
    with pytest.raises(ArboretumError, match="cannot be written"):
        true_record().save(tmp_path / "no" / "folder.jsonl")
    with pytest.raises(ArboretumError, match="cannot be read"):
        Record.load(tmp_path / "nothing.jsonl")
    with pytest.raises(ArboretumError, match="cannot be read"):
        Record.load(tmp_path)
    with pytest.raises(ArboretumError, match="cannot be read"):
        Record.load("a\0b")


def test_save_and_load(tmp_path: Path) -> None:
    record = true_record(4, 4)
    record.save(tmp_path / "a.jsonl")
    assert (tmp_path / "a.jsonl").read_bytes() == record.dump().encode()
    assert Record.load(str(tmp_path / "a.jsonl")) == record


def test_a_write_that_fails_leaves_the_file_and_the_game_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full in the middle of a line."""
    path = tmp_path / "a.jsonl"
    game = Game.new(NAMES[:2], seed=5, keep=RecordWriter(path))
    before, version, action = path.read_bytes(), game.version, game.view(game.seat).legal_actions[0]
    real = os.write
    calls = []

    def full(file: int, data: bytes) -> int:
        calls.append(data)
        if len(calls) > 1:
            raise OSError(28, "No space left on device")
        return real(file, data[:10])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(ArboretumError, match="No space left"):
            game.play(game.seat, action)
    assert path.read_bytes() == before
    assert game.version == version
    game.play(game.seat, action)
    assert Record.load(path).events == tuple(log_of(game))


def test_two_programs_do_not_keep_one_game(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    game = Game.new(NAMES[:2], seed=5, keep=RecordWriter(path))
    record = Record.load(path)
    other = Game(record.setup, record.events, keep=RecordWriter.resume(path).write)
    other.play(other.seat, other.view(other.seat).legal_actions[0])
    with pytest.raises(ArboretumError, match="Something else has written"):
        game.play(game.seat, game.view(game.seat).legal_actions[0])
    Record.load(path).verify()


@pytest.fixture
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Nobody waits for the disk; the files that would have been waited for are noted."""
    waited: list[int] = []
    monkeypatch.setattr(os, "fsync", waited.append)
    return waited


def test_every_event_is_handed_to_the_disk(tmp_path: Path, quick_disk: list[int]) -> None:
    game = Game.new(NAMES[:2], seed=5, keep=RecordWriter(tmp_path / "a.jsonl"))
    assert len(quick_disk) == 5  # header, shuffle, start, two hands
    game.play(game.seat, game.view(game.seat).legal_actions[0])
    assert len(quick_disk) == 6


def resumed(path: Path, decisions: int = 1000) -> Game:
    """Go on with the game in a file, to its end or for some decisions."""
    record = Record.load(path)
    game = Game(record.setup, record.events, keep=RecordWriter.resume(path).write)
    for _ in play_on(game, random.Random(8), decisions):
        pass
    return game


CUT = [(2, "standard"), (3, "first-edition"), (4, "species=secret")]


@pytest.mark.parametrize(("seats", "options"), CUT)
@pytest.mark.usefixtures("quick_disk")
def test_a_game_cut_at_many_lines_goes_on(tmp_path: Path, seats: int, options: str) -> None:
    cut_and_go_on(tmp_path, seats, options, every=2 * seats - 1)


@pytest.mark.long
@pytest.mark.parametrize(("seats", "options"), CUT)
@pytest.mark.usefixtures("quick_disk")
def test_a_game_cut_at_any_line_goes_on(tmp_path: Path, seats: int, options: str) -> None:
    cut_and_go_on(tmp_path, seats, options, every=1)


def cut_and_go_on(tmp_path: Path, seats: int, options: str, every: int) -> None:
    """Cut a record after every so many lines, and at its end; each goes on, some of them to the end."""
    lines = true_record(seats, 6, options).dump().splitlines(keepends=True)
    for count in sorted({*range(2, len(lines), every), *range(2, 12), len(lines)}):
        path = tmp_path / f"{count}.jsonl"
        path.write_text("".join(lines[:count]))
        game = resumed(path) if count % 20 == 2 else resumed(path, decisions=3)
        whole = Record.load(path)
        assert whole.events == tuple(log_of(game))
        assert whole.dump().startswith("".join(lines[:count]))
        whole.verify()


@pytest.mark.usefixtures("quick_disk")
def test_a_game_cut_at_any_byte_loses_one_line_at_most(tmp_path: Path) -> None:
    record = true_record(3, 7, "first-edition")
    text = record.dump().encode()
    shuffle_ends = text.index(b"\n", text.index(b"\n") + 1)
    cuts = [*range(shuffle_ends, shuffle_ends + 40), *random.Random(7).sample(range(shuffle_ends, len(text)), 40)]
    for cut in [*cuts, len(text) - 2, len(text) - 1, len(text)]:
        path = tmp_path / f"{cut}.jsonl"
        path.write_bytes(text[:cut])
        left = Record.load(path)
        at_end_of_line = text[cut : cut + 1] == b"\n"
        whole_lines = text[:cut].count(b"\n") + at_end_of_line
        assert left.events == record.events[: whole_lines - 1]
        assert bool(left.damage) == (not at_end_of_line and text[cut - 1 : cut] != b"\n")
        assert left.notes == ((left.damage,) if left.damage else ())
        left.verify()
        game = resumed(path) if cut % 3 == 0 else resumed(path, decisions=3)
        again = Record.load(path)
        assert again.events == tuple(log_of(game))
        assert not again.damage
        again.verify()


def test_what_a_crash_cut_off_is_told() -> None:
    text = true_record().dump()
    left = Record.parse(text[:-30])
    last = text.count("\n")
    assert left.damage == f"Line {last} was cut off: what it told is lost, and everything before it is here."
    assert not left.is_complete
    assert left.events == true_record().events[:-1]
    assert "\0" not in Record.parse(text[:-30] + "\0" * 500).dump()


def test_a_header_that_was_cut_off_is_no_record() -> None:
    with pytest.raises(RecordError, match="nothing of a game is left"):
        Record.parse(true_record().dump()[:50])
    with pytest.raises(RecordError, match="empty"):
        Record.parse("")


def test_a_line_that_was_ended_is_not_cut_off() -> None:
    lines = true_record().dump().splitlines()
    lines[20] = lines[20][:-5]
    with pytest.raises(RecordError) as told:
        Record.parse("\n".join(lines))
    assert told.value.line == 21
    with pytest.raises(RecordError) as told:
        Record.parse("\n".join(lines[:21]) + "\n")
    assert told.value.line == 21


def test_only_json_lines_are_continued(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("arboretum 1\n")
    with pytest.raises(RecordError, match="line 1"):
        RecordWriter.resume(path)
    assert path.read_text() == "arboretum 1\n"


@pytest.mark.parametrize(
    ("players", "name"),
    [
        (["Ada", "Ben"], "ada-ben"),
        (["a:b?.", "CON"], "a-b-con"),
        (["名前", "💐"], "game"),
        (["Zoë", "../etc"], "zoe-etc"),
        (["con", "."], "game-con"),
        (["x" * 300, "y"], "x" * 60),
        (["Ad\u0007a", "b/c\\d"], "ad-a-b-c-d"),
    ],
)
def test_names_of_files_are_safe(players: list[str], name: str) -> None:
    """Fault R066."""
    assert file_name(players) == name
