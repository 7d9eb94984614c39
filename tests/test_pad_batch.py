"""Many positions, a line each: three ways to score them, one answer."""

from __future__ import annotations

import functools
import io
import json
import os
import random
import threading
from typing import Any

import pytest

import oracle
from arboretum import Species
from arboretum.cards import SPECIES_IN_PLAY
from arboretum.pad import batch, stream
from arboretum.pad.batch import Scorer, packed
from arboretum.pad.stream import Counted, answer_stream
from pad_positions import TIED_CASSIA, arboretum, as_json

CODES = [kind.code for kind in Species]
GOOD = json.dumps(as_json(TIED_CASSIA))

# Random positions, and what can go wrong with them. -------------------------------------------------------


def random_position(chance: random.Random) -> dict[str, Any]:
    """A position of 1-4 players; hands are missing sometimes, cells come in any order and from anywhere."""
    seats = chance.choice([1, 2, 2, 2, 3, 4])
    species = chance.sample(CODES, SPECIES_IN_PLAY.get(seats, 6))
    deck = [f"{code}{value}" for code in species for value in range(1, 9)]
    chance.shuffle(deck)
    position: dict[str, Any] = {
        "players": [random_player(chance, deck, 17 if seats < 3 else 12) for _ in range(seats)]
    }
    if chance.random() < 0.3:
        position["species"] = species
    if chance.random() < 0.4:
        position["options"] = {
            "tiebreak": chance.choice(["species", "cards"]),
            "unheld": chance.choice(["everyone", "nobody"]),
        }
    return position


def random_player(chance: random.Random, deck: list[str], most: int) -> dict[str, Any]:
    """A player with up to so many cards of the deck in a connected arboretum."""
    cells = {(chance.randint(-9, 9), chance.randint(-9, 9)): deck.pop()}
    for _ in range(chance.randint(0, most) - 1):
        cells[chance.choice(sorted({near for cell in cells for near in oracle.beside(cell)} - cells.keys()))] = (
            deck.pop()
        )
    items = chance.sample(list(cells.items()), len(cells))
    player: dict[str, Any] = {"name": chance.choice(["A", "a: b", "Ω"])}
    player["arboretum"] = {f"{x},{y}": card for (x, y), card in items}
    if chance.random() < 0.95:
        player["hand"] = [deck.pop() for _ in range(min(chance.choice([0, 1, 7, 7, 7]), len(deck)))]
    return player


JUNK: list[Any] = [
    None,
    True,
    0,
    1.5,
    "",
    "OK9",
    "ok5",
    "OK55",
    "XX3",
    [],
    {},
    ["OK5"],
    {"0,1": "OK5"},
    "9" * 50,
    "\ud800",
]


def spoiled(chance: random.Random, position: dict[str, Any]) -> str:
    """The position in JSON with something changed that may or may not make it impossible."""
    player = chance.choice(position["players"])
    board, junk = player["arboretum"], chance.choice(JUNK)
    card = f"{chance.choice(CODES)}{chance.randint(1, 8)}"
    cell = f"{chance.randint(-25, 25)},{chance.randint(-25, 25)}"
    text = json.dumps(position)
    match chance.randrange(14):
        case 0:
            position[chance.choice(["players", "species", "options", "other"])] = junk
        case 1:
            player[chance.choice(["name", "arboretum", "hand", "other"])] = junk
        case 2:
            player.setdefault("hand", []).append(chance.choice([junk, card]))
        case 3:
            board[chance.choice(["0,0", "00,1", "-0,1", "1, 2", "500,3", "999,999", "1000,0"])] = card
        case 4:
            board[chance.choice([cell, *board])] = chance.choice([junk, card])
        case 5:
            board.pop(chance.choice(list(board)))
        case 6:
            position["players"] *= chance.randint(0, 3)
        case 7:
            position["options"] = {chance.choice(["tiebreak", "unheld", "start", "other"]): junk}
        case 8:
            position["species"] = chance.sample(CODES, chance.randint(0, 13))
        case 9:
            player["arboretum"] = {
                f"{int(at.split(',')[0]) + 60},{at.split(',')[1]}": on for at, on in board.items()
            }
        case 10:
            return text[: chance.randrange(1, len(text))]
        case 11:
            return text.replace('"arboretum": {', f'"arboretum": {{"{next(iter(board))}": "{card}", ', 1)
        case 12:
            return text.replace('{"name"', '{"name": "Eve", "name"', 1)
        case _:
            return text.replace(": ", chance.choice([": NaN,", "::", " :\t"]), 1)
    return json.dumps(position)


@functools.cache
def lines(count: int, seed: int) -> tuple[str, ...]:
    """Positions, half of them spoiled."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        position = random_position(chance)
        found.append(spoiled(chance, position) if number % 2 else json.dumps(position))
    return tuple(found)


def answers(text: str | bytes, *, bare: bool = False) -> tuple[Counted, list[Any]]:
    """How a run over this input went, and its answers, read from JSON."""
    sink = io.BytesIO()
    counted = answer_stream(io.BytesIO(text.encode() if isinstance(text, str) else text), sink, bare=bare)
    return counted, [json.loads(line) for line in sink.getvalue().decode("ascii").splitlines()]


def raw_answers(text: str) -> bytes:
    sink = io.BytesIO()
    answer_stream(io.BytesIO(text.encode()), sink)
    return sink.getvalue()


# One answer. ----------------------------------------------------------------------------------------------


def test_interpreted_compiled_and_full_give_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(lines(3000, 1))
    monkeypatch.setattr(stream, "COMPILE_FROM", 0)
    monkeypatch.setattr(stream, "COMPILE_TOGETHER", 0)
    by_compiled_rules = raw_answers(text)
    monkeypatch.setattr(stream, "COMPILE_FROM", 10**9)
    assert raw_answers(text) == by_compiled_rules
    monkeypatch.setattr(stream, "packed", lambda line: None)
    assert raw_answers(text) == by_compiled_rules
    assert 1000 < by_compiled_rules.count(b'"error"') < 2000


def test_the_examiner_agrees() -> None:
    chance = random.Random(2)
    positions = [random_position(chance) for _ in range(400)]
    counted, found = answers("\n".join(map(json.dumps, positions)))
    assert counted == Counted(answered=400)
    for position, answer in zip(positions, found, strict=True):
        players = position["players"]
        boards = [{tuple(map(int, at.split(","))): on for at, on in p["arboretum"].items()} for p in players]
        hands = [player.get("hand") for player in players]
        options = position.get("options", {})
        expected = oracle.score(boards, [hand or [] for hand in hands], list(answer["species"]), options)  # type: ignore[arg-type]
        known = None not in hands
        for code, entry in answer["species"].items():
            other = expected["species"][code]
            sums = [None if hand is None else held for hand, held in zip(hands, other["sums"], strict=True)]
            assert entry["sums"] == sums
            assert entry["right"] == (other["right"] if known else None)
            assert entry["points"] == (other["points"] if known else None)
            assert entry["best"] == other["best"]
            assert [path and path["cards"] for path in entry["paths"]] == other["paths"]
            cells = [path and [f"{x},{y}" for x, y in path] for path in other["cells"]]
            assert [path and path["cells"] for path in entry["paths"]] == cells
            assert [path["points"] if path else 0 for path in entry["paths"]] == entry["best"]
        assert answer["species_placed"] == expected["species_placed"]
        assert answer["totals"] == (expected["totals"] if known else None)
        assert answer["winners"] == (expected["winners"] if known else None)


def test_well_formed_positions_go_the_fast_way() -> None:
    chance = random.Random(3)
    for _ in range(300):
        position = random_position(chance)
        message = packed(json.dumps(position, separators=chance.choice([None, (",", ":")])))
        assert message is not None
        assert Scorer().answers([message]) != [None]


def test_the_fast_way_sees_what_plain_json_loses() -> None:
    assert packed('{"players":[{"arboretum":{"0,0":"OK1","0,1":"OK2"}}]}')
    assert packed('{"players":[{"name":":::","arboretum":{"0,0":"OK1","0,1":"OK2"}}]}')
    assert packed('{"players":[{"arboretum":{"0,0":"OK1","0,0":"OK2"}}]}') is None
    assert packed('{"players":[{"name":":","name":"","arboretum":{"0,0":"OK1"}}]}') is None
    assert packed('{"players":[{"name":"\\u003a","name":"","arboretum":{"0,0":"OK1"}}]}') is None
    assert packed('{"players":[],"players":[{"arboretum":{"0,0":"OK1"}}]}') is None
    assert packed('{"players":[{"arboretum":{},"arboretum":{"0,0":"OK1"}}]}') is None


@pytest.mark.parametrize(
    "placings",
    [
        "OK1@0,0 OK2@1,1",
        "OK1@0,0 OK2@2,0",
        "OK1@-40,0 OK2@-39,0 JA1@40,0",
        "OK1@0,0 OK2@-22,1",
        "OK1@0,0 OK2@22,4",  # the same number of cell as 0,1 on the torus of a board
        "OK1@0,0 OK2@1,0 JA1@2,1 JA2@3,1",
        " ".join(f"{CODES[at // 8]}{at % 8 + 1}@{at},0" for at in range(22)),
    ],
)
def test_the_fast_way_does_not_score_what_does_not_hang_together(placings: str) -> None:
    text = json.dumps({"players": [{"arboretum": arboretum(placings)}]})
    message = packed(text)
    assert message is not None
    assert Scorer().answers([message]) == [None]
    assert "error" in answers(text)[1][0]


def test_twenty_steps_across_are_scored() -> None:
    cards = " ".join(f"{CODES[at // 8]}{at % 8 + 1}@{at - 10},0" for at in range(21))
    message = packed(json.dumps({"players": [{"arboretum": arboretum(cards)}]}))
    assert message is not None
    assert Scorer().answers([message]) != [None]


def test_without_numba_the_answers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(lines(300, 4))
    expected = raw_answers(text)
    monkeypatch.setattr(batch, "can_compile", lambda: False)
    monkeypatch.setattr(batch, "compiled", None)
    monkeypatch.setattr(stream, "COMPILE_FROM", 0)
    assert raw_answers(text) == expected


def test_few_lines_do_not_load_the_compiled_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = []
    monkeypatch.setattr(Scorer, "compile", lambda self: loaded.append(1))
    raw_answers(f"{GOOD}\n" * 199)
    assert not loaded
    raw_answers(f"{GOOD}\n" * 200)
    assert loaded


# A line each. ---------------------------------------------------------------------------------------------


def test_a_bad_line_is_answered_in_its_place_and_the_rest_goes_on() -> None:
    bad = '{"players":[{"hand":["OK9"]}]}'
    counted, found = answers(f"{GOOD}\n{bad}\n\n  \r\n{GOOD}\r\n[]\n{GOOD}")
    assert counted == Counted(answered=3, refused=2)
    assert [answer.get("line") for answer in found] == [None, 2, None, 6, None]
    assert '"OK9" is no card' in found[1]["error"]
    assert list(found[1]) == ["line", "error"]
    assert found[0] == found[2] == found[4]


def test_a_line_says_the_same_as_one_position_alone() -> None:
    _, found = answers(f"{GOOD}")
    assert found[0]["totals"] == [30, 20]
    assert found[0]["winners"] == [0]


def test_input_that_is_no_text() -> None:
    long = b'{"players":[' + b" " * (stream.LONGEST_LINE * 3) + b"]}"
    text = b"\xef\xbb\xbf" + GOOD.encode() + b"\n\xff\xfe\n" + long + b"\n" + b"\x00\n" + GOOD.encode()
    counted, found = answers(text)
    assert counted == Counted(answered=2, refused=3)
    assert found[1] == {"line": 2, "error": "Byte 1 of the line is not UTF-8 text."}
    assert found[2] == {"line": 3, "error": "The line is longer than 1048576 bytes: no position is."}
    assert found[3]["line"] == 4
    assert found[4] == found[0]


def test_nothing_in_nothing_out() -> None:
    assert answers("") == (Counted(), [])
    assert answers("\n\n \n") == (Counted(), [])


def test_bare_lines() -> None:
    twice = '{"players":[{"arboretum":{"0,0":"OK1","1,0":"OK2","5,5":"OK1"}}]}'
    counted, found = answers(f"{twice}\n{{}}\n", bare=True)
    assert counted == Counted(answered=1, refused=1)
    assert found[0]["species"]["OK"]["best"] == [3]
    assert found[1]["line"] == 2


@pytest.mark.parametrize("compile_from", [0, 200])
def test_a_live_pipe_is_answered_line_by_line(monkeypatch: pytest.MonkeyPatch, compile_from: int) -> None:
    """Each line is answered before the next one is written."""
    monkeypatch.setattr(stream, "COMPILE_FROM", compile_from)
    (question_out, question_in), (answer_out, answer_in) = os.pipe(), os.pipe()
    with (
        open(question_out, "rb") as source,
        open(question_in, "wb", buffering=0) as asking,
        open(answer_out, "rb") as answered,
        open(answer_in, "wb") as sink,
    ):
        runner = threading.Thread(target=answer_stream, args=(source, sink), daemon=True)
        runner.start()
        for _ in range(5):
            asking.write(GOOD.encode()[:100])
            asking.write(GOOD.encode()[100:] + b"\n")
            assert json.loads(answered.readline())["totals"] == [30, 20]
        asking.close()
        runner.join(10)
        assert not runner.is_alive()
