"""Records brought to a table: whole games are played once more, others are kept to be read, bad ones refused."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from arboretum import NOBODY, RecordError
from arboretum.errors import ArboretumError
from arboretum.events import Discarded, Ended
from arboretum.record import Record
from arboretum.records.game_text import write_game
from arboretum.rooms.commands import Rematch
from arboretum.rooms.importing import imported
from arboretum.rooms.lines import from_lines, to_line
from arboretum.rooms.refusals import Refused
from arboretum.rooms.room import Room
from record_games import find, replaced, seen_record, true_record

FILES = sorted((Path(__file__).parent / "records").glob("*.*"))


def brought(text: str) -> Room:
    """The table that a record becomes, loaded from its log as it is kept."""
    entries = imported(text, "zoe", 5.0, "next")
    again = from_lines([to_line(entry) for entry in entries])
    assert again == entries
    return Room("table", again)


def in_notation(record: Record) -> str:
    return write_game(record.setup, record.events, lambda number: number, "")


@pytest.mark.parametrize("options", ["standard", "species=secret", "opening=first-edition,piles=top-card"])
@pytest.mark.parametrize("who", [None, NOBODY, 1])
def test_a_whole_game_lies_on_the_table_however_it_was_told(options: str, who: int | None) -> None:
    truth = true_record(3, 4, options)
    told = truth if who is None else truth.seen_by(who)
    for text in (told.dump(), in_notation(told)):
        room = brought(text)
        assert room.status == "over"
        assert room.opened.imported
        assert room.game is not None
        assert room.game.record().events == truth.events
        assert [seat.name for seat in room.seats] == list(truth.setup.players)
        assert room.seats_of("zoe") == ()
        assert room.host == "zoe"


@pytest.mark.parametrize("change", ["\ufeff{}", "{}\n\n", "\r\n"])
def test_marks_of_other_systems_change_nothing(change: str) -> None:
    text = true_record().dump()
    text = text.replace("\n", "\r\n") if change == "\r\n" else change.format("@").replace("@", text)
    assert brought(text).status == "over"


def test_the_order_of_a_hand_at_the_end_changes_nothing() -> None:
    record = true_record()
    end = record.events[-1]
    assert isinstance(end, Ended)
    turned = dataclasses.replace(end, hands=tuple(tuple(reversed(hand)) for hand in end.hands))
    room = brought(replaced(record, len(record.events) - 1, turned).dump())
    assert room.game is not None
    assert room.game.record() == record


def test_other_rules_are_kept_to_be_read_and_not_played() -> None:
    text = true_record().dump().replace('"rules":"1"', '"rules":"9"')
    room = brought(text)
    assert room.status == "over"
    assert room.game is None
    assert room.archive == Record.parse(text)
    assert room.archive_text == text


def test_a_game_that_does_not_tell_its_deck_is_kept_to_be_read() -> None:
    record = seen_record(1)
    end = record.events[-1]
    assert isinstance(end, Ended)
    setup = dataclasses.replace(record.setup, commitment="", shuffled_by="system")
    bare = Record(setup, (*record.events[:-1], dataclasses.replace(end, deck=(), salt="", seed=None)))
    room = brought(bare.dump())
    assert room.game is None
    assert room.archive == bare


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_kept_record_is_brought_or_refused_with_a_reason(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    try:
        room = brought(text)
    except ArboretumError as error:
        assert str(error)
        assert isinstance(error, RecordError) or not Record.parse(text).is_complete
    else:
        assert room.status == "over"


def test_a_game_that_is_not_over_is_refused() -> None:
    record = true_record()
    with pytest.raises(Refused, match="does not come to the end"):
        imported(Record(record.setup, record.events[:-1]).dump(), "zoe", 0.0, "x")
    with pytest.raises(Refused, match="was cut off"):
        imported(record.dump()[:-40], "zoe", 0.0, "x")


def test_an_illegal_move_in_the_middle_is_named() -> None:
    record = true_record()
    index = find(record, Discarded, 5)
    event = record.events[index]
    assert isinstance(event, Discarded)
    wrong = replaced(record, index, dataclasses.replace(event, seat=1 - event.seat))
    with pytest.raises(RecordError, match=f"Line {index + 2}: ") as caught:
        imported(wrong.dump(), "zoe", 0.0, "x")
    assert caught.value.line == index + 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("hello", "no record"),
        ("{}", "not the header"),
        (true_record().dump().replace('"Ada"', '"Ben"', 1), "called Ben"),
        (true_record().dump().replace('"event":"started"', '"event":"stared"'), "Line 3"),
        (true_record().dump() + '{"event":"started","seat":0}\n', "come to the end|after the end"),
        ("arboretum 1\nplayers \udcff Ben\n", "Line 2: .*UTF-8"),
    ],
)
def test_what_is_no_sound_record_is_refused(text: str, why: str) -> None:
    with pytest.raises(ArboretumError, match=why):
        imported(text, "zoe", 0.0, "x")


def test_a_deck_that_its_seed_does_not_give_counts_and_is_noted() -> None:
    record = true_record(2, 3)
    text = record.dump().replace('"seed":3', '"seed":4')
    room = brought(text)
    assert room.game is not None
    assert room.game.record().result == dataclasses.replace(record.result, seed=4)  # type: ignore[type-var]
    assert "seed 4" in " ".join(room.game.record().notes)


def test_a_brought_game_has_no_rematch() -> None:
    with pytest.raises(Refused, match="played elsewhere"):
        brought(true_record().dump()).command("zoe", Rematch(), 0.0)
