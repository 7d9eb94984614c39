"""The text notation: what is written is read back, letter by letter; what is none is refused at its column."""

from __future__ import annotations

import dataclasses
import itertools
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import (
    NOBODY,
    Action,
    Card,
    Cell,
    Discard,
    DrawDiscard,
    DrawPile,
    Game,
    NotationError,
    Place,
    RecordError,
)
from arboretum.events import PILE, Discarded, Drew, Placed
from arboretum.notation import TurnText, format_game, format_turn, parse_action, parse_game, parse_turn
from arboretum.record import Record
from record_games import games, records, replaced, seen_record, true_record, verified_or_refused
from tables import log_of

cards = st.sampled_from([Card(number) for number in range(104)])
cells = st.builds(Cell, st.integers(-99, 99), st.integers(-99, 99))
seats = st.integers(0, 3)
actions: st.SearchStrategy[Action] = st.one_of(
    st.just(DrawPile()),
    st.builds(DrawDiscard, seats),
    st.builds(Place, cards, cells),
    st.builds(Discard, cards),
)


@st.composite
def turns(draw: st.DrawFn) -> TurnText:
    seat = draw(seats)
    draws = st.one_of(
        st.builds(Drew, st.just(seat), st.just(PILE), st.none() | cards),
        st.builds(Drew, st.just(seat), seats, cards),
    )
    events = (
        draw(draws),
        draw(draws),
        Placed(seat, draw(cards), draw(cells)),
        Discarded(seat, draw(cards)),
    )
    return TurnText(draw(st.integers(1, 60)), seat, events[: draw(st.integers(1, 4))])


# Actions. -------------------------------------------------------------------------------------------------


@given(actions)
def test_an_action_is_read_as_it_is_written(action: Action) -> None:
    assert parse_action(str(action)) == action
    assert parse_action(f"  {str(action).lower()}\t # a comment") == action


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "an action"),
        ("   ", 1, "an action"),
        ("# nothing", 1, "an action"),
        ("OK5", 1, "an action"),
        ("pass", 1, "an action"),
        ("+OK5", 2, "nothing between"),
        ("+<", 3, "a seat from A to D"),
        ("+<E", 3, "a seat from A to D"),
        ("+<AB", 3, "a seat from A to D"),
        ("+ <B", 3, "nothing after the action"),
        ("-", 2, "a card"),
        ("-OK", 4, "a value from 1 to 8"),
        ("-OK4x", 5, "nothing after the value"),
        ("-OK10", 5, "nothing after the value"),
        ("-OK9", 4, "a value from 1 to 8"),
        ("-OK0", 4, "a value from 1 to 8"),
        ("- OK4", 3, "nothing after"),
        ("-O4", 2, "a card"),
        ("-OK４", 4, "a value from 1 to 8"),
        ("-ÖK4", 2, "a card"),
        ("XX4@0,0", 1, "a card"),
        ("OK4@", 5, "a cell"),
        ("OK4@1", 5, "a cell"),
        ("OK4@1,", 5, "a cell"),
        ("OK4@1,2,3", 5, "a cell"),
        ("OK4@+1,2", 5, "a cell"),
        ("OK4@-0,2", 5, "this cell written 0,2"),
        ("OK4@007,2", 5, "this cell written 7,2"),
        ("OK4@1, 2", 8, "nothing after"),
        ("OK4@1,2 -OK5", 9, "nothing after the action"),
        ("  OK4x@1,2", 6, "nothing after the value"),
    ],
)
def test_what_is_no_action_is_refused_at_its_column(text: str, column: int, expected: str) -> None:
    """Fault R065: nothing may stand inside or after what was understood."""
    with pytest.raises(NotationError) as told:
        parse_action(text)
    assert told.value.column == column
    assert expected in told.value.expected
    assert told.value.text == text


@given(st.text(max_size=12))
def test_any_text_is_an_action_or_refused(text: str) -> None:
    try:
        action = parse_action(text)
    except NotationError as error:
        assert 1 <= error.column <= len(text) + 1
        return
    assert str(action) == text.split("#")[0].split(";")[0].strip(" \t").upper()


# Turns. ---------------------------------------------------------------------------------------------------


@given(turns())
def test_a_turn_is_read_as_it_is_written(turn: TurnText) -> None:
    assert parse_turn(str(turn)) == turn
    assert parse_turn(str(turn).lower().replace(" ", "   ") + " ; comment") == turn
    assert str(turn) == format_turn(turn.number, turn.seat, turn.events)


def test_a_turn_to_the_letter() -> None:
    events = (
        Drew(0, PILE, Card.parse("OK5")),
        Drew(0, 1, Card.parse("CA8")),
        Placed(0, Card.parse("MP7"), Cell(1, 0)),
        Discarded(0, Card.parse("JA2")),
    )
    assert format_turn(12, 0, events) == "12 A +OK5 +CA8<B MP7@1,0 -JA2"
    assert parse_turn("12 A +OK5 +CA8<B MP7@1,0 -JA2") == TurnText(12, 0, events)
    assert format_turn(3, 3, (Drew(3, PILE, None),)) == "3 D +?"


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("", 1, "a turn's number"),
        ("12 A", 5, "a turn's number"),
        ("12", 3, "a turn's number"),
        ("x A +OK5", 1, "a whole number"),
        ("01 A +OK5", 1, "a whole number"),
        ("١ A +OK5", 1, "a whole number"),
        ("1 E +OK5", 3, "a seat"),
        ("1 Ada +OK5", 3, "a seat"),
        ("1 A OK5@0,0", 5, "the first draw"),
        ("1 A +OK5 OK5@0,0", 10, "the second draw"),
        ("1 A +OK5 +OK6 +OK7", 15, "a placing"),
        ("1 A +OK5 +OK6 -OK7", 15, "a placing"),
        ("1 A +OK5 +OK6 OK7@0,0 OK8@1,0", 23, "a discard"),
        ("1 A +OK5 +OK6 OK7@0,0 -OK8 -OK8", 28, "nothing after the discard"),
        ("1 A +OK5 +OK6 OK7@0,0 -?", 24, "a card"),
        ("1 A +", 6, "a card"),
        ("1 A +<B", 6, "a card"),
        ("1 A +?<B", 6, "a card"),
        ("1 A +OK5<", 10, "a seat"),
        ("1 A +OK5<B<C", 10, "a seat"),
        ("1 A +OK55", 9, "nothing after the value"),
        ("1 A +OK5 +OK6 OK7", 15, "a placing"),
        ("1 A +OK5 +OK6 OK7@x", 19, "a cell"),
    ],
)
def test_what_is_no_turn_is_refused_at_its_column(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError) as told:
        parse_turn(text)
    assert told.value.column == column
    assert expected in told.value.expected
    assert f"column {column}" in str(told.value)


# Games. ---------------------------------------------------------------------------------------------------


@given(records())
def test_a_game_is_read_as_it_is_written(record: Record) -> None:
    text = format_game(record)
    assert parse_game(text) == record
    assert format_game(parse_game(text)) == text
    assert Record.parse(text) == record


@given(games)
def test_a_record_in_both_forms_verifies_alike(record: Record) -> None:
    parse_game(format_game(record)).verify()


def test_a_turn_a_line() -> None:
    record = true_record(3, 2)
    lines = format_game(record).splitlines()
    assert [line for line in lines if line[:1].isdigit()] == [str(turn) for turn in record.turns()]


def test_what_the_end_repeats_is_not_written_twice() -> None:
    text = format_game(true_record())
    assert text.count("\ndeck ") == text.count("\nsalt ") == text.count("\nseed ") == 1
    assert "\nremoved" not in text  # it follows from the species
    assert text.index("\ndeck") < text.index("\nend")
    seen = format_game(seen_record(1))
    assert seen.index("\nend") < seen.index("\ndeck")


def test_what_cannot_mean_anything_else_is_tolerated() -> None:
    """Small letters, blanks, comments, empty lines, the line ends of Windows, headings in another order."""
    record = true_record(2, 3, "first-edition")
    lines = format_game(record).splitlines()
    small = [line if line.startswith("player") else f"  {line.lower()}  ; comment" for line in lines]
    assert parse_game("# a comment\n\n; another\n" + "\n".join(small)) == record
    assert Record.parse("\ufeff" + "\r\n".join(lines)) == record
    start = next(index for index, line in enumerate(lines) if line.startswith("deck"))
    shuffled = lines[1:start]
    for seed in range(5):
        random.Random(seed).shuffle(shuffled)
        players = iter(sorted(line for line in shuffled if line.startswith("player")))
        ordered = [next(players) if line.startswith("player") else line for line in shuffled]
        assert parse_game("\n".join([lines[0], *ordered, *lines[start:]])) == record


def test_names_stand_as_they_are() -> None:
    game = Game.new(["Zoë # 1", "; drop", "end"], seed=3, began="a day; in May # 2026")
    record = Record(game.setup, tuple(log_of(game)))
    text = format_game(record)
    assert "player A Zoë # 1\n" in text
    assert parse_game(text) == record


def test_an_error_names_the_line_of_the_text() -> None:
    record = true_record()
    lines = format_game(record).splitlines()
    index = lines.index(str(list(record.turns())[4]))
    lines[index] = lines[index].split("@")[0] + "@9,9 -OK1"
    found = parse_game("\n".join(lines))
    with pytest.raises(RecordError) as told:
        found.verify()
    assert told.value.line == index + 1
    assert told.value.clause == "T3"
    assert str(told.value).startswith(f"Line {index + 1}: ")


def text_with(line: str, *, instead_of: str) -> str:
    """The text of a game with a line changed or left out, which is named by how it begins."""
    lines = format_game(true_record()).splitlines()
    index = next(index for index, text in enumerate(lines) if text.startswith(instead_of))
    lines[index : index + 1] = [line] if line else []
    return "\n".join(lines)


BAD = [
    ("arboretum", "", "this is no record"),
    ("arboretum", "arboretum 2", "format is '2'"),
    ("arboretum", "arboretum", "format is 'none'"),
    ("arboretum", "arboretum 1 2", "format is '1 2'"),
    ("player B", "player C Ben", "column 8: expected seat B"),
    ("player B", "player", "seat B"),
    ("player B", "player B", "cannot be called ''"),
    ("player B", "player B Ada", "Two players"),
    ("player B", "", "2 to 4 players"),
    ("options", "options weather=rain", "no option 'weather'"),
    ("options", "options fast", "no preset 'fast'"),
    ("options", "options start=3", "Seat 3 cannot start"),
    ("options", "options standard\noptions standard", "one line only"),
    ("species", "species OK JA", "6 different species"),
    ("species", "species OK JA XX", "column 15"),
    ("species", "species Oak", "column 9: expected a species code of two letters"),
    ("species", "species secret", "species that are public"),
    ("species", "", "no line tells the species"),
    ("commitment", "commitment 123", "64 hexadecimal"),
    ("shuffled", "shuffled by Ada", "shuffled by seed"),
    ("shuffled", "shuffled", "shuffled by seed"),
    ("deck", "deck OK1 OK9", "column 12"),
    ("salt", "salt 99", "64 hexadecimal"),
    ("seed", "seed one", "whole number"),
    ("seed", "seed 1 2", "column 8: expected nothing more"),
    ("start", "start", "a seat after it"),
    ("start", "start C", "a seat from A to B"),
    ("start", "start A B", "nothing more"),
    ("hand A", "hand", "a seat after it"),
    ("hand A", "hand A OK1 xx", "a card"),
    ("hand A", "hand A -OK1 OK2", "a card"),
    ("hand A", "trumps A OK1", "one of arboretum, rules"),
    ("1 A", "2 A +OK5", "turn 1"),
    ("1 A", "1 C +OK5", "a seat from A to B"),
    ("1 A", "1 A +OK5 +OK6<C", "a discard pile from A to B"),
    ("1 A", "1 A +OK5", "the rest of the turn"),
    ("2 B", "player C Cleo", "a whole number"),
    ("end", "end of the game", "nothing more"),
    ("points", "", "no line tells the points"),
    ("points", "points 1", "points of 2 players"),
    ("points", "points 1 -2", "whole number"),
    ("winners", "", "no line tells the winners"),
    ("winners", "winners E", "a seat"),
    ("winners", "winners A\nstart A", "one of end, hand"),
]


@pytest.mark.parametrize(
    ("begins", "line", "why"), BAD, ids=[f"{line or 'no ' + begins}" for begins, line, _ in BAD]
)
def test_what_is_no_game_is_refused_with_its_line(begins: str, line: str, why: str) -> None:
    text = text_with(line, instead_of=begins)
    with pytest.raises(RecordError) as told:
        parse_game(text)
    assert why in str(told.value)
    blamed = text.split("\n")[told.value.line - 1]
    elsewhere = {"player B": "player A", "species": "arboretum", "points": "end", "winners": "end"}
    if begins == "arboretum":
        assert told.value.line == 1
    elif not line:
        assert blamed.startswith(elsewhere[begins])
    else:
        assert blamed in line.split("\n")


def test_hands_at_the_end_are_each_there_once() -> None:
    lines = format_game(true_record()).splitlines()
    end = lines.index("end")
    with pytest.raises(RecordError, match="each hand once"):
        parse_game("\n".join([*lines[: end + 1], lines[end + 1], *lines[end + 1 :]]))
    with pytest.raises(RecordError, match="the hand of every player"):
        parse_game("\n".join([*lines[: end + 1], *lines[end + 2 :]]))


def test_what_is_neither_form_is_no_record() -> None:
    for text in ("hello", "[1]", "12 A +OK5", "end", "\x00", "# Arboretum\n\nA game."):
        with pytest.raises(RecordError, match="no record") as told:
            Record.parse(text)
        assert told.value.line == 1
    with pytest.raises(RecordError, match="comes first"):
        Record.parse("1 A +?\narboretum 1\nend\n")


def test_events_that_no_game_has_are_not_written() -> None:
    record = true_record()
    for index, events in (
        (5, (record.events[6], record.events[5])),
        (4, ()),
        (0, (record.events[1], record.events[0])),
        (len(record.events) - 1, (record.events[-1], record.events[-1])),
    ):
        broken = replaced(record, index, *events)
        if index == 5:
            broken = Record(record.setup, (*record.events[:5], record.events[6], *record.events[7:]))
        with pytest.raises(RecordError) as told:
            format_game(broken)
        assert told.value.line >= index + 2
    other_seat = dataclasses.replace(record.events[5], seat=1)  # type: ignore[arg-type]
    with pytest.raises(RecordError) as told:
        format_game(replaced(record, 5, other_seat))
    assert told.value.line == 7
    assert told.value.clause == "T1"


BY_HAND = """
arboretum 1
player A Ada
player B Ben
species BS CA JA MP OK WI

start B
1 B +? +? OK3@0,0 -CA1
2 A +CA1<B +? CA1@0,0 -WI2   # thinking aloud
3 B +WI2<A
"""


def test_notes_of_a_game_at_a_table() -> None:
    """What is not told has its default; a hand that nobody noted is written with question marks or left out."""
    record = parse_game(BY_HAND)
    assert record.me == NOBODY
    assert record.setup.commitment == ""
    with pytest.raises(RecordError, match="before every hand was dealt"):
        record.verify()
    dealt = parse_game(BY_HAND.replace("start B", "start B\nhand B ? ? ? ? ? ? ?\nhand A ? ? ? ? ? ? ?"))
    dealt.verify()
    assert str(list(dealt.turns())[-1]) == "3 B +WI2<A"
    assert dealt.table.pile_size == 48 - 14 - 3


@given(st.text())
def test_any_text_is_a_game_or_refused(text: str) -> None:
    for tried in (text, "arboretum 1\n" + text, BY_HAND + text):
        try:
            verified_or_refused(Record.parse(tried))
        except RecordError as error:
            assert error.line >= 1


@given(st.data())
def test_a_text_with_any_change_is_read_or_refused(data: st.DataObject) -> None:
    text = format_game(seen_record(1, 2, 2, "first-edition"))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        put = data.draw(st.sampled_from([*"ABCD?@,-+< \n0189#;", "OK5", "+?", "-CA1", "end", "hand", "\t", "é"]))
        text = text[:at] + put + text[at + data.draw(st.integers(0, 3)) :]
    try:
        record = Record.parse(text)
    except RecordError as error:
        assert error.line <= text.count("\n") + 1
        return
    verified_or_refused(record)
    assert parse_game(format_game(record)) == record


def test_files_of_either_form_are_loaded(tmp_path: Path) -> None:
    for name, form in itertools.product("ab", (format_game, Record.dump)):
        path = tmp_path / f"{name}-{form.__name__}"
        path.write_text(form(true_record()), encoding="utf-8")
        assert Record.load(path) == true_record()
