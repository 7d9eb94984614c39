"""The score pad: both forms of its input, and what it finds out."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from arboretum import Cell, Score, ScoreError, Species, Tableau
from arboretum.pad import read
from arboretum.pad.json_form import bare_result, dumps, result
from pad_positions import (
    CANCELLED_CASSIA,
    LARGE,
    LONG_DOGWOOD,
    MANY_PATHS,
    PATHS_WITHOUT_RIGHTS,
    RULEBOOK,
    SHARED_CARDS,
    STAIRS,
    TIED_CASSIA,
    WASTED_RIGHT,
    Position,
    arboretum,
    as_json,
)


def score(text: str) -> Score:
    return read(text).score()


def score_of(position: Position) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(dumps(result(score(json.dumps(as_json(position))))))
    return answer


def refusal(text: str, *, bare: bool = False) -> str:
    """The sentence that refuses this input."""
    with pytest.raises(ScoreError) as caught:
        finish(text, bare=bare)
    return str(caught.value)


def finish(text: str, *, bare: bool) -> None:
    """Read and score this input."""
    entries = read(text, bare=bare)
    if bare:
        bare_result(entries)
    else:
        entries.score()


def board(*cards: str, hand: str = "") -> str:
    """A position of one player in JSON; the cards are written into the object as they are."""
    return '{"players":[{"arboretum":{' + ",".join(cards) + "}" + hand + "}]}"


# Positions from real tables. ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "rights", "points", "totals"),
    [
        (
            TIED_CASSIA,
            {"CA": [0, 1], "BS": [1], "CB": [0], "DW": [0], "JA": [1], "MP": [0]},
            {"CA": [8, 0], "BS": [None, 8], "CB": [11, None], "DW": [0, None], "JA": [None, 12], "MP": [11, None]},
            [30, 20],
        ),
        (
            CANCELLED_CASSIA,
            {"CA": [1], "BS": [1], "CB": [0], "DW": [1], "JA": [0], "MP": [0]},
            {
                "CA": [None, 12],
                "BS": [None, 0],
                "CB": [7, None],
                "DW": [None, 7],
                "JA": [10, None],
                "MP": [5, None],
            },
            [22, 19],
        ),
        (
            PATHS_WITHOUT_RIGHTS,
            {"CA": [1], "BS": [0], "CB": [1], "DW": [1], "JA": [0], "MP": [1]},
            {"CB": [None, 6], "BS": [0, None], "JA": [0, None]},
            [0, 6],
        ),
        (
            LONG_DOGWOOD,
            {"CA": [0], "BS": [1], "CB": [0], "DW": [1], "JA": [1], "MP": [0]},
            {
                "CA": [5, None],
                "BS": [None, 10],
                "CB": [12, None],
                "DW": [None, 17],
                "JA": [None, 0],
                "MP": [7, None],
            },
            [24, 27],
        ),
        (
            WASTED_RIGHT,
            {"CA": [0], "BS": [1], "CB": [0], "DW": [1], "JA": [1], "MP": [0]},
            {"CA": [0, None]},
            [5, 10],
        ),
    ],
)
def test_tables_that_were_played(
    position: Position, rights: dict[str, list[int]], points: dict[str, Any], totals: list[int]
) -> None:
    answer = score_of(position)
    assert {code: entry["right"] for code, entry in answer["species"].items()} == rights
    assert {code: answer["species"][code]["points"] for code in points} == points
    assert answer["totals"] == totals
    assert answer["winners"] == [totals.index(max(totals))]


def test_what_was_lost_is_told() -> None:
    """A right without a path scores 0, a path without the right is there with its worth."""
    entry = score_of(WASTED_RIGHT)["species"]["CA"]
    assert entry["points"] == [0, None]
    assert entry["best"] == [0, 2]
    assert entry["paths"][1]["points"] == 2
    lost = score_of(PATHS_WITHOUT_RIGHTS)["species"]
    assert sorted(e["best"][0] for e in lost.values() if e["points"][0] is None and e["best"][0]) == [4, 5, 9]
    assert score_of(CANCELLED_CASSIA)["species"]["CA"]["sums"] == [0, 1]
    assert score_of(LONG_DOGWOOD)["species"]["DW"]["paths"][1]["cards"] == [
        f"DW{v}" for v in (1, 2, 3, 4, 5, 6, 8)
    ]


@pytest.mark.parametrize(
    ("placings", "best"),
    [
        (SHARED_CARDS, {"CB": 3, "JA": 7, "OK": 9, "RP": 0, "WI": 0}),
        (STAIRS, {"JA": 8, "MP": 3, "OK": 0, "RP": 11, "WI": 8}),
        (LARGE, {"CB": 15, "JA": 11, "MP": 11, "OK": 19, "RP": 11, "WI": 11}),
    ],
)
def test_boards_alone(placings: str, best: dict[str, int]) -> None:
    answer = result(score(json.dumps({"players": [{"arboretum": arboretum(placings)}]})))
    assert {code: entry["best"][0] for code, entry in answer["species"].items()} == best
    assert answer["totals"] is None
    assert answer["winners"] is None


def test_the_same_path_whatever_the_order_and_the_direction() -> None:
    """Thirty-five Cassia paths, one of them best: found turned, mirrored and in any order of entry."""
    cards = [(Cell.parse(cell), card) for cell, card in arboretum(MANY_PATHS).items()]
    shuffle = random.Random(5)
    for flip_x, flip_y, turn in itertools.product((1, -1), (1, -1), (False, True)):
        shuffle.shuffle(cards)
        turned = {f"{flip_x * (y if turn else x)},{flip_y * (x if turn else y)}": card for (x, y), card in cards}
        path = score(json.dumps({"players": [{"arboretum": turned}]})).paths[Species.CASSIA][0]
        assert path is not None
        assert path.points == 15
        assert str(path) == "CA1 CA2 CA4 CA5 CA7 CA8"


# The plain text form. -------------------------------------------------------------------------------------


def test_the_rulebooks_example() -> None:
    found = score(RULEBOOK)
    assert found.players == ("Ada", "Ben", "Cleo")
    assert found.totals == (19, 0, 0)
    assert {kind.code: found.rights[kind] for kind in found.species} == {
        "CA": (1,), "JA": (0, 1), "LI": (0,), "MP": (0, 1, 2), "OK": (0,), "RP": (0,), "WI": (2,),
    }  # fmt: skip
    assert found.cancelled[Species.ROYAL_POINCIANA] == 2


@pytest.mark.parametrize(
    "text",
    [
        RULEBOOK.replace("\n", "\r\n"),
        RULEBOOK.replace("\n", "\r"),
        "\ufeff" + RULEBOOK,
        RULEBOOK.replace(" ", "\t"),
        RULEBOOK.lower().replace("ada", "Ada").replace("ben", "Ben").replace("cleo", "Cleo"),
        RULEBOOK.replace("...", " . "),
        RULEBOOK.replace("...", "-"),
        RULEBOOK.replace(" ...\nplayer", "\nplayer"),
        RULEBOOK.replace("\n", "\n\n   # a remark, and player Eve\n"),
        RULEBOOK.replace("OK1\n", "OK1   # the first row\n"),
        RULEBOOK.replace("player ", "PLAYER: ").replace("hand ", "Hand:").replace("species", "species:"),
        RULEBOOK.replace("hand JA7 LI6 LI7 OK3", "  hand  OK3,LI6 , JA7, LI7,"),
        RULEBOOK.replace("\nMP3", "\n  MP3").replace("\nOK6", "\n OK6"),
        RULEBOOK.replace("species CA JA LI MP OK RP WI\n", "")
        + "tiebreak species\nunheld everyone\nspecies maple cassia Jacaranda Lilac oak willow rp",
    ],
)
def test_writing_it_another_way_changes_nothing(text: str) -> None:
    expected = score(RULEBOOK)
    found = score(text)
    assert found.players == expected.players
    assert result(found) == result(expected)


def test_a_name_is_the_rest_of_its_line() -> None:
    assert read("player Ada #1, the tall  \nOK1").players[0].name == "Ada #1, the tall"
    assert [player.name for player in read("player\nplayer\nOK1").players] == ["A", "B"]


def test_rows_alone_are_one_arboretum() -> None:
    found = score("OK1 OK3\n... OK4\n... OK8")
    assert found.best[Species.OAK] == (11,)
    assert found.totals is None


def test_an_empty_hand_is_a_hand_and_a_missing_one_is_not() -> None:
    assert score("player A\nhand\nOK1 OK3").totals == (3,)
    assert score("player A\nOK1 OK3").totals is None


def test_some_hands() -> None:
    found = result(score("player A\nhand OK8\nplayer B\nOK1 OK3"))
    assert found["species"]["OK"]["sums"] == (8, None)
    assert found["species"]["OK"]["right"] is None
    assert found["species"]["OK"]["points"] is None
    assert found["species"]["OK"]["best"] == (0, 3)
    assert found["totals"] is found["winners"] is None
    assert found["species_placed"] == (0, 1)


def test_the_options_of_scoring() -> None:
    table = "player A\nhand\nOK1 OK2\n... JA3\nplayer B\nhand\nMP1 MP2\n... MP3\n... MP4\n"
    assert score(table + "unheld nobody").totals == (0, 0)
    assert score(table + "unheld nobody").winners == (0,)
    assert score(table + "unheld nobody\ntiebreak cards").winners == (1,)
    assert score(table).totals == (3, 9)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is nothing to score"),
        (" \n\t\n", "There is nothing to score"),
        ("# only a remark", "There is nothing to score"),
        ("OK1 O9", "Line 1, column 5: 'O9' is no card"),
        ("OK1\n  OK9", "Line 2, column 5: 'OK9' is no card: expected a value from 1 to 8"),
        ("OK0", "Line 1, column 3: 'OK0' is no card"),
        ("OK10", "Line 1, column 4: 'OK10' is no card: expected nothing after the value"),
        ("OK4x", "Line 1, column 4"),
        ("OK６", r"Line 1, column 3: 'OK\uff16' is no card"),
        ("\nXX3", "Line 2, column 1: 'XX3' is no card"),
        ("\x1b[2JOK3", r"Line 1, column 1: '\x1b[2JOK3' is no card"),
        ("plyer Ada", "Line 1, column 1: 'plyer' is no card: expected a card"),
        ("hand OK1, OK2 ZZ4", "Line 1, column 15: 'ZZ4' is no card"),
        ("hand OK1\nhand OK2", "Line 2: the hand of A is already on line 1"),
        ("hand OK1 JA2\nOK1", "Line 2, column 1: OK1 is already on line 1, column 6: there is only one OK1"),
        ("player A\nOK1\nplayer B\nOK2 OK1", "Line 4, column 5: OK1 is already on line 2, column 1"),
        ("OK1\nplayer B", "Line 2: the cards above have no player"),
        ("player\n" * 5, "Line 5: this is a fifth player, and 1 to 4 can be scored"),
        ("OK1 ... OK2", "Line 1: OK1 on 0,0 is not next to the rest"),
        ("player A\nOK1 ...\n... OK2", "Lines 2 to 3: OK1 on 0,1 is not next to the rest"),
        ("OK1 OK2\n    OK3", "Line 2: line 2 begins further right than line 1"),
        ("\tOK3\nOK1 OK2", "Line 2: line 1 begins further right than line 2"),
        ("OK1     OK2", "Line 1, column 4: a wide gap: write dots"),
        ("OK1\t\tOK2", "Line 1, column 4: a wide gap: write dots"),
        ("species OK QQ", "Line 1, column 12: 'QQ' is no code"),
        ("species OK\nspecies JA", "Line 2: the species are listed twice"),
        ("species JA\nOK1", "OK1 is on the table, but Oak is not among the species listed: JA."),
        ("tiebreak age\nOK1", "Line 1: Option tiebreak cannot be 'age': choose species or cards."),
        ("tiebreak cards\ntiebreak cards", "Line 2: tiebreak is chosen twice"),
        ("unheld\nOK1", "Line 1: Option unheld cannot be ''"),
        ("species BS CA CB DW JA LI MG MP OK OL RP\nOK1", "There are 11 species: a game has at most 10"),
        (" ".join(f"{c}{v}" for c in ("OK", "JA", "MP") for v in range(1, 9)), "is 23 steps across"),
    ],
)
def test_plain_text_that_cannot_be(text: str, sentence: str) -> None:
    assert sentence in refusal(text)


# JSON. ----------------------------------------------------------------------------------------------------


def test_the_result_in_json() -> None:
    answer = json.loads(dumps(result(score(RULEBOOK))))
    assert list(answer) == ["species", "totals", "species_placed", "winners"]
    assert list(answer["species"]) == ["CA", "JA", "LI", "MP", "OK", "RP", "WI"]
    assert answer["species"]["OK"] == {
        "sums": [11, 0, 9],
        "right": [0],
        "points": [9, None, None],
        "best": [9, 0, 0],
        "paths": [
            {"points": 9, "cards": ["OK1", "OK4", "OK5", "OK6"], "cells": ["3,2", "2,2", "1,2", "0,2"]},
            None,
            None,
        ],
    }
    assert (answer["totals"], answer["species_placed"], answer["winners"]) == ([19, 0, 0], [5, 0, 0], [0])


def test_what_may_be_left_out_in_json() -> None:
    found = score('{"players": [{}, {"hand": null}, {"hand": ["ok1"], "arboretum": null}], "species": null}')
    assert found.players == ("A", "B", "C")
    assert found.hands == (None, None, (64,))
    assert score('{"players": [{"hand": []}]}').totals == (0,)
    assert score('{"players": [{"hand": []}]}').species == ()


def test_cells_are_read_by_value_and_far_away_ones_too() -> None:
    near = score(board('"-0,1":"OK1"', '"01,1":"OK3"'))
    assert near.best[Species.OAK] == (3,)
    far = score(board('"-999,999":"OK1"', '"-998,999":"OK3"'))
    path = far.paths[Species.OAK][0]
    assert path is not None
    assert [str(cell) for cell in path.cells] == ["-999,999", "-998,999"]


def test_all_options_of_a_game_may_stand_in_json() -> None:
    text = '{"players":[{}],"options":{"tiebreak":"cards","start":2,"names":"first","species":"secret"}}'
    assert score(text).options.tiebreak == "cards"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", 'The position: expected an object with "players"'),
        ("{}", "players: expected a list"),
        ('{"players":{}}', "players: expected a list"),
        ('{"players":[]}', "players: there are 0 players, and 1 to 4 can be scored"),
        ('{"players":[{},{},{},{},{}]}', "players: there are 5 players"),
        ('{"players":[1]}', 'players[0]: expected an object with "name"'),
        ('{"players":[{"hands":[]}]}', 'players[0]: there is nothing called "hands": expected name, arboretum,'),
        ('{"player":[]}', 'The position: there is nothing called "player"'),
        ('{"players":[{"name":5}]}', "players[0].name: expected a text, not a number"),
        ('{"players":[{},{"hand":"OK1"}]}', "players[1].hand: expected a list of cards"),
        ('{"players":[{"hand":["OK1",7]}]}', "players[0].hand[1]: expected a card"),
        ('{"players":[{"hand":[" OK4"]}]}', 'players[0].hand[0]: " OK4" is no card'),
        ('{"players":[{"hand":["OK4x"]}]}', 'players[0].hand[0]: "OK4x" is no card: at its sign 4 expected'),
        ('{"players":[{"hand":["OK1","OK1"]}]}', "OK1 is in A's hand and in A's hand"),
        ('{"players":[{"hand":["OK1"]},{"hand":["OK1"]}]}', "OK1 is in A's hand and in B's hand"),
        ('{"players":[{"hand":["OK1"],"arboretum":{"0,0":"OK1"}}]}', "OK1 is on A's 0,0 and in A's hand"),
        (board('"0,0":"OK9"'), 'players[0].arboretum["0,0"]: "OK9" is no card: at its sign 3 expected a value'),
        (board('"0,0":"OK0"'), '"OK0" is no card'),
        (board('"0,0":["OK1"]'), 'players[0].arboretum["0,0"]: expected a card such as "OK6", not a list'),
        (board('"0;0":"OK1"'), 'players[0].arboretum: "0;0" is no cell: expected x,y'),
        (board('"1e3,0":"OK1"'), "is no cell"),
        (board('"1234,0":"OK1"'), "is no cell"),
        (board('"0,0":"OK1"', '"0,0":"OK2"'), 'players[0].arboretum: cell "0,0" has two cards, "OK1" and "OK2"'),
        (board('"0,0":"OK1"', '"-0,0":"OK2"'), "players[0].arboretum: cell 0,0 has two cards, OK1 and OK2"),
        (board('"0,0":"OK1"', '"0,1":"OK1"'), "players[0].arboretum: OK1 lies on 0,0 and on 0,1"),
        (board('"0,0":"OK1"', '"1,1":"OK2"'), "players[0].arboretum: OK1 on 0,0 is not next to the rest"),
        (board('"0,0":"OK1"', '"256,0":"OK2"'), "is not next to the rest"),
        (board('"0,0":"OK1"', '"-78,1":"OK2"'), "is not next to the rest"),
        (board(hand=',"hand":[],"hand":["OK1"]'), 'players[0]: "hand" is there twice in one object'),
        ('{"players":[{}],"players":[{}]}', 'The position: "players" is there twice in one object'),
        ('{"players":[{}],"species":"OK"}', "species: expected a list of codes"),
        ('{"players":[{}],"species":["OK","XX"]}', 'species[1]: "XX" is no species'),
        ('{"players":[{}],"species":[8]}', "species[0]: expected a code"),
        ('{"players":[{"hand":["OK1"]}],"species":["JA"]}', "OK1 is on the table, but Oak is not among"),
        ('{"players":[{}],"options":[]}', "options: expected an object"),
        ('{"players":[{}],"options":{"tiebreak":"x"}}', "options: Option tiebreak cannot be 'x'"),
        ('{"players":[{}],"options":{"tie":"x"}}', "options: There is no option 'tie'"),
        ('{"players":[{}],"options":{"unheld":{}}}', 'options["unheld"]: expected a word'),
        ('{"players":[{}],"options":{"start":9}}', "options: Option start cannot be 9"),
        ('{"players":[{"hand":[NaN]}]}', "NaN is not JSON"),
        ('{"players":[-Infinity]}', "-Infinity is not JSON"),
        ('{"players":' + "9" * 6000 + "}", "The number 999999999... is too large"),
        ('{"players":[{"name":"A', "Column 21: this is not JSON: the text that begins here has no end."),
        ('{"players":[{"name":"A"}', "this is not JSON: expecting ',' delimiter, but the input ends here."),
        ('{\n "players": [\n {"name" "A"}]}', "Line 3, column 10: this is not JSON: expecting ':' delimiter."),
        ('{"players":[{}]} x', "this is not JSON: extra data"),
        ("[" * 100_000, "nested too deeply"),
        ('{"players":' * 50_000, "nested too deeply"),
    ],
)  # fmt: skip
def test_json_that_cannot_be(text: str, sentence: str) -> None:
    assert sentence in refusal(text)


def test_refusals_stay_short_and_printable() -> None:
    for junk in ("x" * 10_000, "\x1b[2J", "\ud800", "\x00", "Ω" * 500):
        for text in (
            json.dumps({"players": [{"hand": [junk]}]}),
            json.dumps({"players": [{"arboretum": {junk: "OK1"}}]}),
            json.dumps({"players": [{junk: 1}]}),
            json.dumps({"players": [{}], "options": {"tiebreak": junk}}),
            json.dumps({"players": [{}], "options": {junk: "cards"}}),
            json.dumps({"players": [{}], "species": [junk]}),
            f"OK1 {junk}",
            f"tiebreak {junk}",
        ):
            sentence = refusal(text)
            assert len(sentence) < 400
            assert sentence.isprintable()


# Bare boards. ---------------------------------------------------------------------------------------------


def test_bare_boards_are_scored_part_by_part() -> None:
    answer = json.loads(dumps(bare_result(read("OK5 OK8 ... OK2 OK6\nOK5", bare=True))))
    assert answer["species"]["OK"]["best"] == [4]
    assert [part["cards"] for part in answer["parts"][0]] == [3, 2]
    assert [part["paths"]["OK"]["points"] for part in answer["parts"][0]] == [4, 2]
    assert answer["species_placed"] == [1]
    assert answer["totals"] is answer["winners"] is answer["species"]["OK"]["right"] is None


def test_bare_boards_do_not_depend_on_the_order_of_entry() -> None:
    cells = [f'"{x},{y}":"OK{1 + (x + y) % 3}"' for x in range(4) for y in range(4)]
    first = bare_result(read(board(*cells), bare=True))
    shuffle = random.Random(3)
    for _ in range(20):
        shuffle.shuffle(cells)
        assert bare_result(read(board(*cells), bare=True)) == first


def test_bare_boards_may_hold_anything_but_two_cards_on_a_cell() -> None:
    codes = [kind.code for kind in Species]
    many = bare_result(read(" ".join(f"{code}1" for code in codes), bare=True))
    assert list(many["species"]) == codes
    assert "has two cards" in refusal(board('"0,0":"OK1"', '"0,0":"OK1"'), bare=True)
    assert "Line 1: The arboretum is 21 steps across" in refusal("OK1 " * 22, bare=True)
    wide = bare_result(read("OK1 " * 21 + "... " + "OK2 " * 21, bare=True))
    assert [part["cards"] for part in wide["parts"][0]] == [21, 21]


def test_a_bare_board_of_a_game_is_worth_what_its_tableau_is() -> None:
    for placings in (SHARED_CARDS, STAIRS, LARGE, MANY_PATHS):
        text = json.dumps({"players": [{"arboretum": arboretum(placings)}]})
        bare = bare_result(read(text, bare=True))
        full = result(score(text))
        for code, entry in full["species"].items():
            assert bare["species"][code]["paths"] == entry["paths"]


def test_a_table_written_both_ways_has_one_score() -> None:
    drawn = Tableau.parse("OK6 OK5 OK4 OK1\nJA8 RP2 JA3 WI6")
    plain = score(f"hand OK7 JA1\n{drawn}")
    cards = {str(cell): str(card) for cell, card in drawn.items()}
    in_json = score(json.dumps({"players": [{"arboretum": cards, "hand": ["JA1", "OK7"]}]}))
    assert result(plain) == result(in_json)
