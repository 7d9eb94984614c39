"""Records: what is written is read, what everyone saw is shown, turns, scores, versions."""

from __future__ import annotations

import dataclasses
import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import NOBODY, ArboretumError, Card, Cell, Game, Options, RecordError, Species, State, View
from arboretum.events import PILE, Dealt, Discarded, Drew, Ended, Placed, Shuffled, Started
from arboretum.record import Record
from record_games import OPTIONS, find, games, records, seen_record, true_record
from tables import NAMES, finished, log_of, new_game, play_on


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
    views: dict[int, list[View]] = {seat: [] for seat in (NOBODY, *range(seats))}
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
        assert tables[seats : seats + len(seen)] == seen
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
    assert turns[-1].place is None
    assert turns[-1].discard is None
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


def test_options_are_all_in_the_header() -> None:
    header = json.loads(true_record(2, 1, OPTIONS[-1]).dump().splitlines()[0])
    assert Options.from_json(header["options"]) == Options.parse(OPTIONS[-1])


def test_a_deck_that_its_seed_does_not_give_counts_and_is_told() -> None:
    game = finished(2, 5)
    record = game.record()
    assert record.notes == ()
    shuffle = record.events[0]
    assert isinstance(shuffle, Shuffled)
    other = Record(record.setup, (dataclasses.replace(shuffle, seed=6), *record.events[1:]))
    assert other.notes == ("The deck is not the one that the seed 6 gives here: the deck of the record counts.",)
    chosen = Game.new(["Ada", "Ben"], species=game.view(0).species, seed=5)
    assert Record(chosen.setup, tuple(log_of(chosen))).notes == ()
