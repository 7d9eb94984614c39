"""Lines that are none: each is refused with its number and the reason, and nothing crashes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import RecordError
from arboretum.record import Record
from arboretum.records.reading import FILE_SIZE, LINE_LENGTH
from record_games import seen_record, true_record, verified_or_refused

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
