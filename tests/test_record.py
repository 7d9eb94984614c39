"""Records: written as a game goes, read back, replayed, verified, resumed; damaged and false ones told."""

from __future__ import annotations

import dataclasses
import json
import os
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import NOBODY, ArboretumError, Card, Cell, Game, Options, RecordError, Species, State, View
from arboretum.events import PILE, Dealt, Discarded, Drew, Ended, Event, Placed, Shuffled, Started
from arboretum.record import Record, RecordWriter, file_name
from arboretum.records.reading import FILE_SIZE, LINE_LENGTH
from arboretum.setup import commitment
from tables import NAMES, finished, log_of, new_game, play_on

OPTIONS = (
    "standard",
    "first-edition",
    "species=secret",
    "start=1",
    "tiebreak=cards,unheld=nobody,piles=top-card",
    "species=secret,opening=first-edition,names=first,start=0",
)


@cache
def true_record(seats: int = 2, seed: int = 1, options: str = "standard") -> Record:
    """The record of a random game."""
    return finished(seats, seed, options).record()


@cache
def seen_record(who: int, seats: int = 2, seed: int = 1, options: str = "standard") -> Record:
    return true_record(seats, seed, options).seen_by(who)


def replaced(record: Record, index: int, *events: Event) -> Record:
    """The record with one event replaced by others, or by none."""
    return Record(record.setup, (*record.events[:index], *events, *record.events[index + 1 :]))


def find(record: Record, kind: type[Event], number: int = 0) -> int:
    """The index of an event of this kind."""
    return [i for i, event in enumerate(record.events) if isinstance(event, kind)][number]


games = st.builds(true_record, st.integers(2, 4), st.integers(0, 5), st.sampled_from(OPTIONS))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """The truth, or what somebody saw, of a whole game or of its beginning."""
    record = draw(games)
    who = draw(st.sampled_from([None, NOBODY, *range(record.setup.seats)]))
    seen = record if who is None else record.seen_by(who)
    return Record(seen.setup, seen.events[: draw(st.one_of(st.none(), st.integers(0, len(seen.events))))])


# JSON lines. ----------------------------------------------------------------------------------------------


@given(records())
def test_what_is_written_is_read(record: Record) -> None:
    again = Record.parse(record.dump())
    assert again == record
    assert again.dump() == record.dump()
    assert again.damage == ""


def test_lines_are_as_documented() -> None:
    """Every event, every key, to the letter."""
    deck = " ".join(f"{code}{value}" for value in range(1, 9) for code in ("OK", "JA", "MP", "CA", "WI", "BS"))
    cards = tuple(Card.parse(word) for word in deck.split())
    events = (
        Shuffled(cards[:2], (Species.DOGWOOD,), "00" * 32, 7),
        Started(1),
        Dealt(1, cards[:2]),
        Dealt(0, (None, cards[2]), cards[3]),
        Drew(1, PILE, None),
        Drew(1, 0, cards[3]),
        Placed(1, cards[0], Cell(-12, 3)),
        Discarded(1, cards[1]),
        Ended(((cards[4],), ()), (), (), "", None, (3, 0), (0, 1)),
    )
    lines = Record(true_record().setup, events).dump().splitlines()[1:]
    assert lines == [
        '{"event":"shuffled","deck":["OK1","JA1"],"removed":["DW"],"salt":"' + "00" * 32 + '","seed":7}',
        '{"event":"started","seat":1}',
        '{"event":"dealt","seat":1,"cards":["OK1","JA1"]}',
        '{"event":"dealt","seat":0,"cards":["?","MP1"],"discard":"CA1"}',
        '{"event":"drew","seat":1,"from":"pile","card":"?"}',
        '{"event":"drew","seat":1,"from":0,"card":"CA1"}',
        '{"event":"placed","seat":1,"card":"OK1","cell":"-12,3"}',
        '{"event":"discarded","seat":1,"card":"JA1"}',
        '{"event":"ended","hands":[["WI1"],[]],"deck":[],"removed":[],"salt":"","seed":null,'
        '"totals":[3,0],"winners":[0,1]}',
    ]


def test_the_header_is_the_setup() -> None:
    record = true_record(3, 2, "species=secret")
    header = json.loads(record.dump().splitlines()[0])
    assert header == record.setup.to_json()
    assert header["species"] == 8
    assert header["players"] == ["Ada", "Ben", "Cleo"]


def test_names_of_any_script_stand_as_they_are() -> None:
    game = Game.new(["Zoë #1", "<img src=x>", '"; 名前'], seed=3)
    record = Record(game.setup, tuple(log_of(game)))
    assert "名前" in record.dump()
    assert Record.parse(record.dump()).setup.players == ("Zoë #1", "<img src=x>", '"; 名前')


def test_codes_and_cells_and_nothing_that_could_be_renumbered() -> None:
    """Fault R097: a new order of the species must not change old records; R069: cells are no key."""
    for line in true_record(4, 3, "first-edition").dump().splitlines()[1:]:
        event = json.loads(line)
        for key, value in event.items():
            if key in ("card", "discard", "deck", "cards", "hands", "removed"):
                assert not any(sign.isdecimal() and len(word) == 1 for word in str(value).split() for sign in word)
                assert isinstance(value, str | list)
        assert isinstance(event.get("cell", ""), str)


def test_reading_tolerates_what_cannot_mean_anything_else() -> None:
    """A byte order mark, the line ends of Windows, empty lines, no last line end, keys that are not known."""
    record = true_record()
    lines = record.dump().splitlines()
    lines[3] = lines[3][:-1] + ',"comment":"a key of a later program"}'
    assert Record.parse("\ufeff" + "\r\n".join(lines)) == record
    assert Record.parse("\n\n".join(lines) + "\n\n") == record
    spaced = [json.dumps(json.loads(line), indent=None) for line in lines]
    assert Record.parse("\n".join(spaced)) == record


def test_empty_lines_do_not_shift_the_line_that_an_error_names() -> None:
    record = true_record()
    lines = record.dump().splitlines()
    lines[10] = lines[11]
    with pytest.raises(RecordError) as told:
        Record.parse("\n\n".join(lines)).verify()
    assert told.value.line == 21


# A file, written as the game goes. ------------------------------------------------------------------------


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
    for bad in (tmp_path / "file" / "a.jsonl", tmp_path):
        with pytest.raises(ArboretumError, match=r"cannot be made|never overwritten"):
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


def resumed(path: Path) -> Game:
    """Go on with the game in a file, to its end."""
    record = Record.load(path)
    game = Game(record.setup, record.events, keep=RecordWriter.resume(path).write)
    for _ in play_on(game, random.Random(8)):
        pass
    return game


@pytest.mark.parametrize(("seats", "options"), [(2, "standard"), (3, "first-edition"), (4, "species=secret")])
def test_a_game_cut_at_any_line_goes_on(tmp_path: Path, seats: int, options: str) -> None:
    lines = true_record(seats, 6, options).dump().splitlines(keepends=True)
    for count in range(2, len(lines) + 1, 1 if seats == 2 else 7):
        path = tmp_path / f"{count}.jsonl"
        path.write_text("".join(lines[:count]))
        game = resumed(path)
        whole = Record.load(path)
        assert whole == game.record()
        assert whole.dump().startswith("".join(lines[:count]))
        whole.verify()


@given(st.data())
def test_a_game_cut_at_any_byte_loses_one_line_at_most(data: st.DataObject) -> None:
    record = true_record(3, 7, "first-edition")
    text = record.dump().encode()
    first = text.index(b"\n", text.index(b"\n") + 1)
    cut = data.draw(st.integers(first, len(text)))
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"arboretum-cut-{os.getpid()}.jsonl"
    try:
        path.write_bytes(text[:cut])
        left = Record.load(path)
        whole_lines = text[:cut].count(b"\n") + (text[cut : cut + 1] == b"\n") - 1
        assert left.events == record.events[:whole_lines]
        is_cut = text[cut - 1 : cut] != b"\n" and text[cut : cut + 1] not in (b"\n", b"")
        assert bool(left.damage) == is_cut
        assert left.notes == ((left.damage,) if is_cut else ())
        left.verify()
        game = resumed(path)
        again = Record.load(path)
        assert again == game.record()
        assert not again.damage
        again.verify()
    finally:
        path.unlink()


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


# Lines that are none. -------------------------------------------------------------------------------------

MALFORMED = [
    (5, "x", "not JSON"),
    (5, "[]", "JSON object"),
    (5, "1", "JSON object"),
    (5, "{}", "no 'event'"),
    (5, '{"event":1}', "'event' is a text"),
    (5, '{"event":"passed"}', "no event 'passed'"),
    (5, '{"event":"drew","event":"drew"}', "twice"),
    (5, '{"event":"drew","seat":NaN}', "NaN is no number"),
    (5, '{"event":"drew","seat":' + "9" * 5000 + "}", "too many digits"),
    (5, "[" * 4000, "brackets"),
    (5, '{"a":' * 200 + "1" + "}" * 200, "no 'event'"),
    (5, " " * LINE_LENGTH + " ", "at most 8,192"),
    (5, '{"event":"drew","seat":0,"from":"pile"}', "no 'card'"),
    (5, '{"event":"drew","seat":2,"from":"pile","card":"?"}', "seat from 0 to 1, not 2"),
    (5, '{"event":"drew","seat":-1,"from":"pile","card":"?"}', "seat from 0 to 1"),
    (5, '{"event":"drew","seat":true,"from":"pile","card":"?"}', "not True"),
    (5, '{"event":"drew","seat":0.0,"from":"pile","card":"?"}', "not 0.0"),
    (5, '{"event":"drew","seat":0,"from":"hand","card":"?"}', "'from' is a seat"),
    (5, '{"event":"drew","seat":0,"from":1,"card":"?"}', "T6"),
    (5, '{"event":"drew","seat":0,"from":"pile","card":"OK9"}', "no card"),
    (5, '{"event":"drew","seat":0,"from":"pile","card":"OK0"}', "no card"),
    (5, '{"event":"drew","seat":0,"from":"pile","card":"OK10"}', "no card"),
    (5, '{"event":"drew","seat":0,"from":"pile","card":"OK4x"}', "no card"),
    (5, '{"event":"drew","seat":0,"from":"pile","card":"ok4"}', "no card"),
    (5, '{"event":"drew","seat":0,"from":"pile","card":" OK4"}', "no card"),
    (5, '{"event":"drew","seat":0,"from":"pile","card":"OK４"}', "no card"),
    (5, '{"event":"drew","seat":0,"from":"pile","card":null}', "no card"),
    (5, '{"event":"drew","seat":0,"from":"pile","card":["OK4"]}', "no card"),
    (5, '{"event":"placed","seat":0,"card":"OK4","cell":"1,-0"}', "cell such as"),
    (5, '{"event":"placed","seat":0,"card":"OK4","cell":"01,0"}', "cell such as"),
    (5, '{"event":"placed","seat":0,"card":"OK4","cell":"1;0"}', "cell such as"),
    (5, '{"event":"placed","seat":0,"card":"OK4","cell":[1,0]}', "'cell' is a text"),
    (5, '{"event":"placed","seat":0,"card":"?","cell":"1,0"}', "no card"),
    (5, '{"event":"dealt","seat":0,"cards":"OK4"}', "'cards' is a list"),
    (5, '{"event":"dealt","seat":0,"cards":["?"],"discard":"?"}', "no card"),
    (2, '{"event":"shuffled","deck":[],"removed":["XX"],"salt":"","seed":1}', "no species"),
    (2, '{"event":"shuffled","deck":[],"removed":[],"salt":"zz","seed":1}', "hexadecimal"),
    (2, '{"event":"shuffled","deck":[],"removed":[],"salt":"","seed":-1}', "'seed' is a whole number"),
    (2, '{"event":"shuffled","deck":[],"removed":[],"salt":""}', "no 'seed'"),
    (5, '{"event":"ended","hands":[],"removed":[]}', "2 hands"),
    (5, '{"event":"ended","hands":[[],3],"removed":[]}', "2 hands"),
]


@pytest.mark.parametrize(
    ("line", "text", "why"), MALFORMED, ids=[f"{why}-{text[:40]}" for _, text, why in MALFORMED]
)
def test_a_malformed_line_is_refused_with_its_number(tmp_path: Path, line: int, text: str, why: str) -> None:
    lines = true_record().dump().splitlines()
    lines[line - 1] = text
    path = tmp_path / "bad.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(RecordError) as told:
        Record.load(path)
    assert told.value.line == line
    assert str(told.value).startswith(f"{path}, line {line}: ")
    assert why in str(told.value)
    assert "\n" not in str(told.value)


def test_the_end_tells_points_and_winners_of_every_player() -> None:
    lines = true_record().dump().splitlines()
    for change, why in (
        ({"totals": [1]}, "points of 2 players"),
        ({"totals": [1, "2"]}, "points of 2 players"),
        ({"winners": 0}, "'winners' is a list"),
        ({"winners": [2]}, "'winners' is a seat"),
    ):
        bad = [*lines[:-1], json.dumps(json.loads(lines[-1]) | change)]
        with pytest.raises(RecordError, match=why):
            Record.parse("\n".join(bad))


HEADERS: list[tuple[dict[str, object], str]] = [
    ({"format": 2}, "format 2, and this program reads format 1"),
    ({"format": "1"}, "format '1'"),
    ({"format": True}, "format True"),
    ({"rules": 1}, "'rules'"),
    ({"rules": ""}, "'rules'"),
    ({"players": ["Ada"]}, "2 to 4 players, not 1"),
    ({"players": list("ABCDE")}, "2 to 4 players, not 5"),
    ({"players": "Ada"}, "'players'"),
    ({"players": ["Ada", 5]}, "list of names"),
    ({"players": ["Ada", "ada"]}, "Two players"),
    ({"players": ["Ada", "B\u0007n"]}, "cannot be called"),
    ({"players": ["Ada", "B" * 41]}, "41 letters"),
    ({"options": []}, "'options'"),
    ({"options": {"tiebreak": "height"}}, "height"),
    ({"options": {"weather": "rain"}}, "no option 'weather'"),
    ({"options": {"start": 2}}, "Seat 2 cannot start"),
    ({"options": {"start": [0]}}, "cannot be [0]"),
    ({"species": ["OK", "JA"]}, "6 different species, not 2"),
    ({"species": ["OK", "OK", "JA", "CA", "WI", "MP"]}, "6 different species, not 5"),
    ({"species": ["OK", "LI", "JA", "CA", "WI", "MP"]}, "no Lilac"),
    ({"species": ["OK", "XX", "JA", "CA", "WI", "MP"]}, "no species"),
    ({"species": ["OK", 7, "JA", "CA", "WI", "MP"]}, "no species"),
    ({"species": 6}, "public"),
    ({"species": True}, "'species'"),
    ({"species": 8, "options": {"species": "secret"}}, "use 6 species, not 8"),
    ({"commitment": "abc"}, "64 hexadecimal"),
    ({"commitment": "A" * 64}, "lower case"),
    ({"shuffled_by": "Ada"}, "shuffled_by"),
    ({"began": "a\nb"}, "'began'"),
    ({"began": 5}, "'began'"),
]


@pytest.mark.parametrize(("change", "why"), HEADERS, ids=[str(change)[:60] for change, _ in HEADERS])
def test_a_header_that_cannot_be_is_refused(change: dict[str, object], why: str) -> None:
    header = true_record().setup.to_json() | change
    with pytest.raises(RecordError) as told:
        Record.parse(json.dumps(header) + "\n")
    assert told.value.line == 1
    assert why in str(told.value)


@pytest.mark.parametrize("key", ["format", "rules", "players", "options", "species"])
def test_a_header_without_a_part_is_refused(key: str) -> None:
    header = true_record().setup.to_json()
    del header[key]
    with pytest.raises(RecordError) as told:
        Record.parse(json.dumps(header) + "\n")
    assert told.value.line == 1


def test_species_in_another_order_are_the_same_game() -> None:
    record = true_record()
    header = record.setup.to_json()
    header["species"].reverse()
    again = Record.parse(json.dumps(header) + "\n" + record.dump().split("\n", 1)[1])
    assert again == record
    again.verify()


def test_what_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(b"\n" * (FILE_SIZE + 1))
    with pytest.raises(RecordError, match="longer than"):
        Record.load(path)


def test_what_is_not_utf_8_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    lines = true_record().dump().encode().splitlines()
    lines[7] = lines[7].replace(b"OK", b"\xff\xfe")
    lines[7] += b"\xff"
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(RecordError, match="UTF-8") as told:
        Record.load(path)
    assert told.value.line == 8


def parsed_or_refused(text: str) -> Record | None:
    try:
        return Record.parse(text)
    except RecordError as error:
        assert error.line >= 1
        str(error).encode("utf-8")
        return None


@given(st.one_of(st.text(), st.binary().map(lambda data: data.decode("utf-8", "surrogateescape"))))
def test_any_text_is_read_or_refused(text: str) -> None:
    parsed_or_refused(text)
    parsed_or_refused("{" + text)
    parsed_or_refused(true_record().dump().split("\n")[0] + "\n" + text + "\n")


@given(st.data())
def test_a_record_with_any_bytes_changed_is_read_or_refused(data: st.DataObject) -> None:
    text = bytearray(seen_record(1).dump().encode())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        text[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    record = parsed_or_refused(bytes(text).decode("utf-8", "surrogateescape"))
    if record is not None:
        verified_or_refused(record)


json_values: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
def test_any_value_at_any_place_is_read_or_refused(data: st.DataObject) -> None:
    lines = [json.loads(line) for line in true_record(2, 2, "first-edition").dump().splitlines()]
    line = data.draw(st.sampled_from([lines[0], lines[1], lines[3], lines[6], lines[8], lines[-1]]))
    key = data.draw(st.sampled_from(sorted(line)))
    value = data.draw(json_values)
    if isinstance(line[key], list) and data.draw(st.booleans()):
        line[key][data.draw(st.integers(0, len(line[key]) - 1))] = value
    elif isinstance(line[key], dict) and data.draw(st.booleans()):
        line[key][data.draw(st.sampled_from(sorted(line[key])))] = value
    else:
        line[key] = value
    text = "\n".join(json.dumps(line) for line in lines)
    if (record := parsed_or_refused(text)) is not None:
        verified_or_refused(record)


# Versions. ------------------------------------------------------------------------------------------------


def of_other_rules(record: Record) -> Record:
    """The same record as if it came from a later version of the rules, with an option of theirs."""
    header = record.setup.to_json() | {"rules": "9"}
    header["options"] |= {"weather": "rain", "tiebreak": "height"}
    return Record.parse(json.dumps(header) + "\n" + record.dump().split("\n", 1)[1])


def test_other_rules_are_shown_and_not_verified() -> None:
    """Fault R096: a game of other rules stays readable, with its result as it was, and says so."""
    record = of_other_rules(true_record())
    assert record.result == true_record().result
    assert record.setup.options.tiebreak == "species"
    assert len(record.notes) == 1
    assert "rules version 9" in record.notes[0]
    assert "nothing is verified" in record.notes[0]
    for ask in (record.verify, lambda: record.score):
        with pytest.raises(RecordError, match="rules version 9") as told:
            ask()
        assert told.value.line == 1
    assert Record.parse(record.dump()).events == true_record().events


def test_an_unknown_option_of_these_rules_is_refused() -> None:
    """It could change the game."""
    header = true_record().setup.to_json()
    header["options"] |= {"weather": "rain"}
    with pytest.raises(RecordError, match="weather"):
        Record.parse(json.dumps(header))


# Replaying. -----------------------------------------------------------------------------------------------


@given(games)
def test_a_true_record_verifies(record: Record) -> None:
    record.verify()
    assert record.is_truth
    assert record.is_complete
    assert record.me is None
    assert record.notes == ()
    assert record.opened() == record


@given(records())
def test_every_record_of_a_true_game_verifies(record: Record) -> None:
    record.verify()


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_record_shows_what_its_owner_saw(seats: int, options: str) -> None:
    """What a seat's record replays to is the view that the seat had, after each event."""
    game = new_game(seats, 9, options)
    views: dict[int, list[View]] = {seat: [game.view(seat)] for seat in (NOBODY, *range(seats))}
    for _ in play_on(game, random.Random(9)):
        for seat, seen in views.items():
            seen.append(game.view(seat))
    record = game.record()
    for seat, seen in views.items():
        theirs = record.seen_by(seat)
        assert theirs.me == seat
        assert theirs.events == game.view(seat).seen
        assert theirs.table == game.view(seat)
        tables = list(theirs.tables())
        assert tables[seats : seats + len(seen) - 2] == seen[:-2]
        assert all(isinstance(table, View) for table in tables)
        assert theirs.opened() == record
        assert theirs.score.totals == game.score.totals


def test_the_truth_replays_to_states() -> None:
    record = true_record(3, 4)
    tables = list(record.tables())
    assert len(tables) == len(record.events)
    assert all(isinstance(table, State) for table in tables)
    assert record.table == tables[-1]
    assert record.table.is_over
    assert Record(record.setup, ()).table.pile_size == 64


@given(games, st.data())
def test_seen_by_tells_nothing_that_was_hidden(record: Record, data: st.DataObject) -> None:
    """An unfinished record of a seat holds no card that the seat did not see."""
    cut = data.draw(st.integers(0, len(record.events) - 1))
    part = Record(record.setup, record.events[:cut])
    for seat in (NOBODY, *range(record.setup.seats)):
        text = part.seen_by(seat).dump()
        shuffled = record.events[0]
        assert isinstance(shuffled, Shuffled)
        assert shuffled.salt not in text
        for event in part.events:
            if isinstance(event, Dealt) and event.seat != seat:
                assert all(f'"cards":["{card}"' not in text for card in event.cards)
        shown = {card for line in text.splitlines()[1:] for card in cards_in(json.loads(line))}
        assert shown == known_to(part, seat)


def cards_in(line: dict[str, object]) -> list[str]:
    found = [line[key] for key in ("card", "discard") if key in line]
    cards = line.get("cards", [])
    assert isinstance(cards, list)
    return [str(card) for card in (*found, *cards) if card != "?"]


def known_to(record: Record, seat: int) -> set[str]:
    """The cards that a seat saw, found without `seen_by`."""
    found: set[Card | None] = set()
    for event in record.events:
        match event:
            case Dealt():
                found |= {event.discard, *(event.cards if event.seat == seat else ())}
            case Drew():
                found |= {event.card} if event.seat == seat or event.source != PILE else set()
            case Placed() | Discarded():
                found.add(event.card)
    return {str(card) for card in found if card is not None}


def test_nobody_else_is_found_in_a_seats_record() -> None:
    running = Record(true_record().setup, true_record().events[:40]).seen_by(1)
    assert running.seen_by(1) == running
    assert running.seen_by(NOBODY).me == NOBODY
    with pytest.raises(ArboretumError, match="What Ada saw is not in this record"):
        running.seen_by(0)
    with pytest.raises(ArboretumError, match="does not tell the deck"):
        running.opened()
    with pytest.raises(ValueError, match="no seat 2"):
        true_record().seen_by(2)
    assert seen_record(1).seen_by(0) == seen_record(0)


@pytest.mark.parametrize("options", ["standard", "first-edition"])
def test_turns(options: str) -> None:
    record = true_record(3, 5, options)
    turns = list(record.turns())
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert len(turns) == record.table.turn
    starter = record.table.starter
    for turn in turns:
        assert turn.seat == (starter + turn.number - 1) % 3
        assert turn.player == NAMES[turn.seat]
        assert [draw.seat for draw in turn.draws] == [turn.seat] * 2
        assert turn.place is not None
        assert turn.discard is not None
        assert turn.after.tableaux[turn.seat][turn.place.cell] == turn.place.card
        assert turn.after.discards[turn.seat].top == turn.discard.card
        assert isinstance(turn.after, State)
    events = [event for turn in turns for event in turn.events]
    assert events == [event for event in record.events if isinstance(event, Drew | Placed | Discarded)]


def test_a_turn_as_text() -> None:
    first = next(true_record(2, 1).turns())
    draws = " ".join(f"+{draw.card}" for draw in first.draws)
    assert first.place is not None
    assert first.discard is not None
    assert str(first) == f"1 A {draws} {first.place.card}@0,0 -{first.discard.card}"
    assert str(next(seen_record(1).turns())) == f"1 A +? +? {first.place.card}@0,0 -{first.discard.card}"


def test_the_last_turn_may_be_unfinished() -> None:
    record = true_record()
    draws = find(record, Drew, 2)
    turns = list(Record(record.setup, record.events[: draws + 1]).turns())
    assert len(turns) == 2
    assert turns[-1].place is turns[-1].discard is None
    assert len(turns[-1].draws) == 1
    assert list(Record(record.setup, record.events[:3]).turns()) == []


def test_the_score_is_that_of_the_game() -> None:
    game = finished(3, 11)
    assert game.record().score == game.score
    unfinished = Record(game.setup, game.record().events[:-1])
    with pytest.raises(RecordError, match="no score yet"):
        _ = unfinished.score
    with pytest.raises(RecordError, match="no score yet"):
        _ = Record(game.setup, ()).score


def test_a_game_whose_deck_nobody_noted() -> None:
    """At a table with cardboard there is no commitment: what was seen is verified."""
    seen = seen_record(NOBODY, 2, 1, "species=secret")
    end = seen.result
    assert end is not None
    bare = dataclasses.replace(seen.setup, commitment="", shuffled_by="system")
    record = Record(bare, (*seen.events[:-1], dataclasses.replace(end, deck=(), salt="", seed=None)))
    record.verify()
    assert record.score.totals == end.totals
    with pytest.raises(RecordError, match="missing"):
        Record(seen.setup, record.events).verify()


# Verification. --------------------------------------------------------------------------------------------


def breach(record: Record) -> tuple[int, str | None]:
    """The line and the clause that verification names."""
    with pytest.raises(RecordError) as told:
        record.verify()
    assert str(told.value).startswith(f"Line {told.value.line}: ")
    assert told.value.clause is None or f"(clause {told.value.clause})" in str(told.value)
    return told.value.line, told.value.clause


Change = Callable[[Record], tuple[int, Record]]
"""Makes a record false, and tells the index of the first false event."""


def change(kind: type[Event], number: int = 0, **values: object) -> Change:
    """Change a field of an event."""

    def make(record: Record) -> tuple[int, Record]:
        index = find(record, kind, number)
        return index, replaced(record, index, dataclasses.replace(record.events[index], **values))  # type: ignore[arg-type]

    return make


def drop(kind: type[Event], number: int = 0) -> Change:
    return lambda record: (find(record, kind, number), replaced(record, find(record, kind, number)))


def double(kind: type[Event], number: int = 0) -> Change:
    def make(record: Record) -> tuple[int, Record]:
        index = find(record, kind, number)
        return index + 1, replaced(record, index, *[record.events[index]] * 2)

    return make


def swap_deck(record: Record) -> tuple[int, Record]:
    """The last two cards of the deck exchanged."""
    shuffled = record.events[0]
    assert isinstance(shuffled, Shuffled)
    *rest, one, other = shuffled.deck
    return 0, replaced(record, 0, dataclasses.replace(shuffled, deck=(*rest, other, one)))


def deck_with(card: str) -> Change:
    """Another card in place of the first of the deck."""

    def make(record: Record) -> tuple[int, Record]:
        shuffled = record.events[0]
        assert isinstance(shuffled, Shuffled)
        return 0, replaced(record, 0, dataclasses.replace(shuffled, deck=(Card.parse(card), *shuffled.deck[1:])))

    return make


def too_long(record: Record) -> tuple[int, Record]:
    """Another turn after the draw pile became empty."""
    last = record.events[-2]
    assert isinstance(last, Discarded)
    events = (*record.events[:-1], Drew(1 - last.seat, last.seat, last.card), record.events[-1])
    return len(record.events) - 1, Record(record.setup, events)


def too_short(record: Record) -> tuple[int, Record]:
    """The end comes a turn early."""
    return len(record.events) - 5, Record(record.setup, (*record.events[:-5], record.events[-1]))


def in_the_middle_of_the_last_turn(record: Record) -> tuple[int, Record]:
    """The end comes when the draw pile is empty but the turn is not complete."""
    return len(record.events) - 2, Record(record.setup, (*record.events[:-2], record.events[-1]))


def hands_exchanged(record: Record) -> tuple[int, Record]:
    end = record.events[-1]
    assert isinstance(end, Ended)
    one, other = end.hands
    return len(record.events) - 1, replaced(
        record, len(record.events) - 1, dataclasses.replace(end, hands=(other, one))
    )


def hand_reordered(record: Record, reverse: bool) -> tuple[int, Record]:
    """The first hand, its cards in another order than they were dealt."""
    index = find(record, Dealt)
    dealt = record.events[index]
    assert isinstance(dealt, Dealt)
    return index, replaced(record, index, dataclasses.replace(dealt, cards=dealt.cards[::-1]))


def card_elsewhere(kind: type[Event]) -> Change:
    """Places or discards a card that the other player holds."""

    def make(record: Record) -> tuple[int, Record]:
        index = find(record, kind, 2)
        event = record.events[index]
        assert isinstance(event, Placed | Discarded)
        held = list(record.tables())[index].hands[1 - event.seat]  # type: ignore[union-attr]
        return index, replaced(record, index, dataclasses.replace(event, card=held[0]))

    return make


def lower_card_of_the_pile(record: Record) -> tuple[int, Record]:
    """A draw from a discard pile takes a card that is not its top."""
    for index, (event, table) in enumerate(zip(record.events[1:], record.tables(), strict=False), 1):
        if isinstance(event, Drew) and event.source != PILE and len(table.discards[int(event.source)]) > 1:
            below = table.discards[int(event.source)][0]
            return index, replaced(record, index, dataclasses.replace(event, card=below))
    raise AssertionError("no draw from a pile of two cards")


def first_draw_from_an_empty_pile(record: Record) -> tuple[int, Record]:
    index = find(record, Drew)
    return index, replaced(record, index, Drew(0, 1, Card.parse("OK1")))


def taken_cell(record: Record) -> tuple[int, Record]:
    index = find(record, Placed, 2)
    event = record.events[index]
    assert isinstance(event, Placed)
    return index, replaced(record, index, dataclasses.replace(event, cell=Cell(0, 0)))


def end_with(**values: object) -> Change:
    return change(Ended, **values)


FALSE: list[tuple[str, Change, str | None]] = [
    ("a deck that the header does not commit to", swap_deck, "S3"),
    ("a card twice in the deck", deck_with("WI8"), "S1"),
    ("a card of another species in the deck", deck_with("TP1"), "S2"),
    ("a deck that is too short", change(Shuffled, deck=()), "S1"),
    ("no removed species", change(Shuffled, removed=()), "S2"),
    ("a removed species that is in play", change(Shuffled, removed=(Species.CASSIA,) * 4), "S2"),
    ("a removed species of the other edition", change(Shuffled, removed=(Species.LILAC,)), "S2"),
    ("another salt", change(Shuffled, salt="0" * 64), "S3"),
    ("no seed, where the header says that there is one", change(Shuffled, seed=None), None),
    ("a second shuffle", double(Shuffled), "S3"),
    ("no start", drop(Started), "S5"),
    ("a second start", double(Started), "S5"),
    ("a start that hands do not follow", change(Started, seat=1), "S3"),
    ("a hand missing", drop(Dealt, 1), "S3"),
    ("a hand dealt twice", double(Dealt), "S3"),
    ("three hands for two", double(Dealt, 1), "S3"),
    ("six cards", change(Dealt, cards=tuple(map(Card.parse, ["OK1", "OK2", "OK3", "OK4", "OK5", "OK6"]))), "S3"),
    ("a hand that the deck does not give", change(Dealt, 1, cards=(Card.parse("OK1"),) * 7), "S3"),
    ("cards dealt in another order", lambda record: hand_reordered(record, True), "S3"),
    ("a first discard without option O4", change(Dealt, discard=Card.parse("OK1")), "S4"),
    ("a draw left out", drop(Drew), "T1"),
    ("three draws", double(Drew, 1), "T1"),
    ("no placing", drop(Placed, 1), "T1"),
    ("two placings", double(Placed, 1), "T1"),
    ("no discard", drop(Discarded, 1), "T1"),
    ("two discards", double(Discarded, 1), "S5"),
    ("a draw of a card that is not next", change(Drew, card=Card.parse("TP1")), "S3"),
    ("a draw of another seat", change(Drew, seat=1), "S5"),
    ("a placing of another seat", change(Placed, seat=1), "T1"),
    ("an empty discard pile", first_draw_from_an_empty_pile, "T2"),
    ("a card that is not the top", lower_card_of_the_pile, "T2"),
    ("a card of the other's hand placed", card_elsewhere(Placed), "T3"),
    ("a card of the other's hand discarded", card_elsewhere(Discarded), "T4"),
    ("a card that is not in the game placed", change(Placed, card=Card.parse("TP1")), "T3"),
    ("the first card elsewhere", change(Placed, cell=Cell(1, 0)), "T3"),
    ("a taken cell", taken_cell, "T3"),
    ("a detached cell", change(Placed, 2, cell=Cell(9, 9)), "T3"),
    ("a cell that has the same number on the torus", change(Placed, 2, cell=Cell(13, -10)), "T3"),
    ("a cell so far away that no byte holds it", change(Placed, 2, cell=Cell(999, -999)), "T3"),
    ("a turn too many", too_long, "E1"),
    ("a turn too few", too_short, "E1"),
    ("the end in a turn", in_the_middle_of_the_last_turn, "E1"),
    ("the end twice", double(Ended), "E1"),
    ("the wrong hands at the end", hands_exchanged, "E4"),
    ("no hands at the end", end_with(hands=((), ())), "E4"),
    ("other removed species at the end", end_with(removed=()), "E4"),
    ("another deck at the end", end_with(deck=()), "E4"),
    ("another salt at the end", end_with(salt="0" * 64), "E4"),
    ("another seed at the end", end_with(seed=8), "E4"),
    ("wrong totals", end_with(totals=(3, 99)), "R1-P3"),
]


@pytest.mark.parametrize(("make", "clause"), [(m, c) for _, m, c in FALSE], ids=[name for name, _, _ in FALSE])
def test_the_first_thing_wrong_is_named(make: Change, clause: str | None) -> None:
    """Fault R099: replay stops at the false event, with its line, and never skips one."""
    index, record = make(true_record(2, 1))
    assert record.setup.players[0] == "Ada"
    assert breach(record) == (index + 2, clause)
    index, record = make(Record.parse(true_record(2, 1).dump(), source="a.jsonl"))
    with pytest.raises(RecordError, match="Line"):
        record.verify()


def test_winners_are_checked() -> None:
    """By points (W1), by the tie-break (W2), and as a shared win (W3)."""
    folder = Path(__file__).parent / "records"
    for name, clause in (
        ("two-players.jsonl", "W3"),
        ("tie-decided-by-species.jsonl", "W2"),
        ("tie-decided-by-cards.jsonl", "W2"),
        ("win-shared.jsonl", "W3"),
    ):
        record = Record.load(folder / name)
        end = record.result
        assert end is not None
        others = {(), (0,), (1,), (0, 1)} - {end.winners}
        best = {seat for seat, total in enumerate(end.totals) if total == max(end.totals)}
        for wrong in others:
            with pytest.raises(RecordError) as told:
                replaced(record, len(record.events) - 1, dataclasses.replace(end, winners=wrong)).verify()
            expected = clause if set(wrong) <= best else "W1"
            if name == "two-players.jsonl":
                expected = "W1"
            assert told.value.clause == expected, (name, wrong)


def test_the_first_edition_needs_its_discards() -> None:
    record = true_record(3, 1, "first-edition")
    assert breach(change(Dealt, 1, discard=None)(record)[1]) == (5, "O4")
    assert breach(change(Dealt, 0, discard=Card.parse("OK1"))(record)[1]) == (4, "O4")
    assert breach(change(Dealt, 1, discard=Card.parse("TP1"))(record)[1]) == (5, "O4")


def test_a_named_start_is_kept() -> None:
    record = true_record(2, 1, "start=1")
    assert breach(change(Started, seat=0)(record)[1]) == (3, "S5")


def test_the_correct_starter_is_replayed() -> None:
    """Fault R099: a game that another than seat 0 begins."""
    record = true_record(3, 1, "start=2")
    assert record.table.starter == 2
    assert [turn.seat for turn in record.turns()][:4] == [2, 0, 1, 2]


# What can be verified without seeing everything.


def test_what_a_seat_could_know_is_verified_at_its_line() -> None:
    """Before the end nothing tells the deck; then the rest is compared with it."""
    record = seen_record(1)
    running = Record(record.setup, record.events[:-1])
    mine = [i for i, event in enumerate(record.events) if isinstance(event, Drew) and event.seat == 1]
    index = next(i for i in mine if record.events[i].source == PILE)  # type: ignore[union-attr]
    later = next(
        event.card
        for event in true_record().events[index + 4 :]
        if isinstance(event, Drew) and event.seat == 0 and event.source == PILE
    )
    taken = replaced(running, index, Drew(1, PILE, record.events[3].cards[0]))  # type: ignore[union-attr]
    assert breach(taken) == (index + 2, "S1")
    other_species = replaced(running, index, Drew(1, PILE, Card.parse("TP1")))
    assert breach(other_species) == (index + 2, "S2")
    assert later is not None
    false = replaced(record, index, Drew(1, PILE, later))
    line, clause = breach(false)
    assert line >= index + 2
    assert clause is not None


def test_a_rival_cannot_place_what_was_seen_elsewhere() -> None:
    record = seen_record(1)
    index = find(record, Placed)
    mine = record.events[2].cards[0]  # type: ignore[union-attr]
    assert isinstance(mine, Card)
    assert breach(replaced(record, index, Placed(0, mine, Cell(0, 0)))) == (index + 2, "T3")
    # one that is seen nowhere could be in that hand, until the end tells the deck
    unseen = true_record().events[find(true_record(), Dealt, 0)].cards[3]  # type: ignore[union-attr]
    assert isinstance(unseen, Card)
    running = replaced(Record(record.setup, record.events[: index + 1]), index, Placed(0, unseen, Cell(0, 0)))
    running.verify()


def test_more_species_than_are_in_play_are_noticed() -> None:
    """Option O3: a spectator does not know the species, but counts them."""
    record = seen_record(NOBODY, 2, 1, "species=secret")
    placed = [i for i, event in enumerate(record.events) if isinstance(event, Placed | Discarded)]
    seen: set[Species] = set()
    for index in placed:
        event = record.events[index]
        assert isinstance(event, Placed | Discarded)
        seen.add(event.card.species)
        if len(seen) == 6:
            break
    more = next(i for i in placed if i > index)
    strange = next(s for s in Species if s not in seen and s.code not in ("LI", "MG", "OL"))
    event = record.events[more]
    assert isinstance(event, Placed | Discarded)
    false = replaced(record, more, dataclasses.replace(event, card=Card.of(strange, 1)))
    assert breach(false) == (more + 2, "S2")


def test_the_end_is_held_against_what_was_seen() -> None:
    record = seen_record(0)
    last = len(record.events) - 1
    for make, clause in (
        (hands_exchanged, "E4"),
        (end_with(totals=(50, 50)), "R1-P3"),
        (end_with(removed=()), "S2"),
        (end_with(salt="1" * 64), "S3"),
        (end_with(seed=None), None),
    ):
        index, false = make(record)
        assert index == last
        assert breach(false) == (last + 2, clause)


def test_a_deck_that_was_stacked_is_noticed() -> None:
    """Whoever ran the game shows another deck at the end, with a commitment that fits it."""
    record = seen_record(0)
    end = record.result
    assert end is not None
    *rest, one, other = end.deck
    false_end = dataclasses.replace(end, deck=(*rest, other, one))
    false = replaced(record, len(record.events) - 1, false_end)
    assert breach(false) == (len(record.events) + 1, "S3")
    setup = dataclasses.replace(record.setup, commitment=commitment(end.salt, false_end.deck, end.removed))
    line, clause = breach(Record(setup, false.events))
    assert line <= len(record.events) + 1
    assert clause in ("S3", "E4", "T3", "T4")


def verified_or_refused(record: Record) -> RecordError | None:
    """Verify and walk a record that may be false: nothing but RecordError may come of it."""
    fault = None
    try:
        record.verify()
    except RecordError as error:
        fault = error
    for use in (lambda: list(record.turns()), lambda: record.table, lambda: record.score):
        try:
            use()
        except RecordError as error:
            assert fault is None or error.line >= fault.line or error.clause is None
    return fault


cards = st.sampled_from([Card(i) for i in range(104)])
cells = st.builds(Cell, st.integers(-20, 20), st.integers(-20, 20))


@st.composite
def other_events(draw: st.DrawFn, seats: int) -> Event:
    """Any event that can be read from a file."""
    seat = st.integers(0, seats - 1)
    species = st.lists(st.sampled_from(list(Species)), max_size=4).map(tuple)
    unseen = st.one_of(st.none(), cards)
    hand = st.lists(cards, min_size=6, max_size=8).map(tuple)
    return draw(
        st.one_of(
            st.builds(Shuffled, st.lists(cards).map(tuple), species, st.just(""), st.none()),
            st.builds(Started, seat),
            st.builds(Dealt, seat, st.lists(unseen, min_size=6, max_size=8).map(tuple), unseen),
            st.builds(Drew, seat, st.just(PILE), unseen),
            st.builds(Drew, seat, seat, cards),
            st.builds(Placed, seat, cards, cells),
            st.builds(Discarded, seat, cards),
            st.builds(
                Ended,
                st.tuples(*[hand] * seats),
                species,
                st.lists(cards).map(tuple),
                st.just(""),
                st.none(),
                st.tuples(*[st.integers(0, 50)] * seats),
                st.lists(seat, max_size=seats).map(tuple),
            ),
        )
    )


@given(records(), st.data())
def test_a_changed_event_is_legal_or_named(record: Record, data: st.DataObject) -> None:
    """A changed, doubled, lost or moved event: what is before it is never blamed, and nothing else goes wrong."""
    if not record.events:
        return
    index = data.draw(st.integers(0, len(record.events) - 1))
    event = record.events[index]
    how = data.draw(st.sampled_from(["other", "double", "drop", "swap", "card", "seat"]))
    if how == "swap" and index + 1 < len(record.events):
        events = list(record.events)
        events[index], events[index + 1] = events[index + 1], events[index]
        changed = Record(record.setup, tuple(events))
    else:
        put: list[Event] = []
        if how == "double":
            put = [event, event]
        elif how == "card" and isinstance(event, Drew | Placed | Discarded):
            put = [dataclasses.replace(event, card=data.draw(cards))]
        elif how == "seat" and not isinstance(event, Shuffled | Ended):
            put = [dataclasses.replace(event, seat=data.draw(st.integers(0, record.setup.seats - 1)))]
        elif how != "drop":
            put = [data.draw(other_events(record.setup.seats))]
        changed = replaced(record, index, *put)
    error = verified_or_refused(changed)
    if error is not None:
        deck_is_told = changed.result is not None and not changed.is_truth
        assert error.line >= index + 2 or deck_is_told
    elif changed.is_truth and changed.is_complete:
        assert changed.events[0] == record.events[0]


# Files on every system. -----------------------------------------------------------------------------------


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


def test_options_are_all_in_the_header() -> None:
    header = json.loads(true_record(2, 1, OPTIONS[-1]).dump().splitlines()[0])
    assert Options.from_json(header["options"]) == Options.parse(OPTIONS[-1])
