"""The score as text."""

from __future__ import annotations

import itertools
import json
import random
import re

import pytest

from arboretum import Card, Cell, Hand, Options, Score, Species, Tableau
from arboretum.cards import CARDS, EDITIONS
from arboretum.pad import read
from arboretum.tui.ink import Ink, width
from arboretum.tui.tally import drawing, parts_lines, score_lines, shown_names
from pad_positions import (
    PATHS_WITHOUT_RIGHTS,
    RULEBOOK,
    SHARED_CARDS,
    TIED_CASSIA,
    WASTED_RIGHT,
    arboretum,
    as_json,
)

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def told(text: str) -> str:
    """What is printed for an input where lines may be long."""
    return "\n".join(score_lines(read(text).score(), 500))


def test_the_rulebooks_example_is_explained() -> None:
    text = told(RULEBOOK)
    for sentence in (
        "Oak (OK)\n  In hand: Ada OK3 + OK8 = 11, Ben none, Cleo OK2 + OK7 = 9.\n"
        "  Ada has the right to score it, with the highest sum.\n"
        "  Ada: 9 points: OK1 OK4 OK5 OK6 (4 for its cards, 4 because all are Oak, 1 for opening on a one).\n"
        "     [OK6  OK5  OK4  OK1]\n"
        "      JA8  RP2  JA3  WI6\n"
        "      MP3   .   RP6   .\n"
        "  Ben and Cleo: no right, and no path.\n",
        "  In hand: Ada RP1 + RP5 = 6, Ben RP3 = 3, Cleo RP8 = 0 (the 8 counts 0: Ada holds the 1).\n",
        "      JA8 [RP2  JA3] WI6\n      MP3   .  [RP6]  .\n",
        "  Ada and Ben tie for the highest sum and have the right to score it.\n",
        "Maple (MP)\n  Nobody holds any, so everybody has the right to score it.\n",
        "Lilac (LI)\n",
        "  Ada: has the right, but no path: 0 points.\n  Ben and Cleo: no right, and no path.\n",
        "Total                 19       0       0\n",
        "\n\nAda wins with 19 points.",
    ):
        assert sentence in text


def test_what_was_lost_is_shown() -> None:
    text = told(json.dumps(as_json(WASTED_RIGHT)))
    assert "A: has the right, but no path: 0 points." in text
    assert re.search(r"B: no right; CA\d CA\d is worth 2 \(2 for its cards\) and is lost\.", text)
    assert re.search(r"\nCassia +0 +\(2\)\n", text)
    assert "In parentheses: what a path would be worth with the right." in text
    lost = told(json.dumps(as_json(PATHS_WITHOUT_RIGHTS)))
    assert lost.count("and is lost.") == lost.count("no right; ") >= 3


def test_ties_and_options_are_told() -> None:
    table = "player Ann\nhand\nOK1 OK2\n... JA3\nplayer Ben\nhand\nMP1 MP2\nCA3 MP4\nCA5 ...\n"
    text = told(table + "unheld nobody")
    assert "Nobody holds any, so nobody has the right to score it." in text
    assert (
        "Ann and Ben tie with 0 points and in different species (Ann 2, Ben 2): Ann and Ben share the win." in text
    )
    text = told(table + "unheld nobody\ntiebreak cards")
    assert "Ann and Ben tie with 0 points; Ben wins with the most cards in the arboretum (Ann 3, Ben 5)." in text
    assert re.search(r"\nCards placed +3 +5\n", text)


def test_without_hands_it_tells_what_paths_are_worth() -> None:
    text = told("player Ada\nOK1 OK3\nplayer Ben\nJA1")
    assert text.startswith(
        "No hand is noted, so this tells what the paths are worth, and not who may score them.\n"
    )
    assert "Ada: OK1 OK3 is worth 3 (2 for its cards, 1 for opening on a one).\n" in text
    assert "right" not in text
    assert "Total" not in text
    assert re.search(r"\nOak +3 +-\n", text)


def test_with_some_hands_it_tells_what_is_known() -> None:
    text = told("player Ada\nhand OK8\nOK1 OK3\nplayer Ben\nJA1")
    assert text.startswith("The hand of Ben is not noted, so rights, totals and winner cannot be told.\n")
    assert "In hand: Ada OK8 = 8, Ben not known." in text
    assert "wins" not in text


def test_one_player_has_points_and_wins_nothing() -> None:
    assert told("player Ada\nhand\nOK1 OK3").endswith("\n\nAda has 3 points.")


# Drawings. ------------------------------------------------------------------------------------------------


def cards_in(rows: list[str]) -> list[str]:
    return re.findall(r"[A-Z]{2}[1-8]", " ".join(rows))


def bracketed(rows: list[str]) -> set[str]:
    return {card for run in re.findall(r"\[([^\]]*)\]", "\n".join(rows)) for card in cards_in([run])}


@pytest.mark.parametrize("columns", [40, 75])
def test_every_card_is_drawn_once_and_exactly_the_path_is_bracketed(columns: int) -> None:
    shuffle = random.Random(7)
    for _ in range(200):
        tableau = Tableau()
        for card in shuffle.sample(CARDS[:48], shuffle.randint(1, 17)):
            tableau = tableau.placing(card, shuffle.choice(tableau.open_cells))
        for path in [None, *tableau.paths.values()]:
            rows = drawing(tableau, path, columns)
            assert max(map(len, rows)) <= columns
            if "are not drawn" not in rows[-1]:
                assert sorted(cards_in(rows)) == sorted(map(str, tableau.values()))
            assert bracketed(rows) == set(map(str, path.cards if path else ()))


@pytest.mark.parametrize("drawn", ["OK1", "OK1 OK2 OK3 OK4 OK5", "OK1\nOK2\nOK3\nOK4\nOK5", "OK1 ...\nOK2 OK3"])
def test_thin_arboretums(drawn: str) -> None:
    assert cards_in(drawing(Tableau.parse(drawn))) == cards_in([drawn])
    assert drawing(Tableau()) == []


def test_of_a_wide_arboretum_the_part_around_the_path_is_drawn() -> None:
    cells = [Cell(x, 0) for x in range(21)]
    for start in range(14):
        cards: list[Card] = [Card.parse("CA1")] * 21
        cards[start : start + 8] = [Card.of(Species.OAK, value) for value in range(1, 9)]
        path = Tableau.bare(zip(cells, cards, strict=True)).best_path("Oak")
        rows = drawing(Tableau.bare(zip(cells, cards, strict=True)), path, 40)
        assert max(map(len, rows)) <= 80
        assert bracketed(rows) == {f"OK{value}" for value in range(1, 9)}
        hidden = re.findall(r"\d+", rows[-1])
        assert sum(map(int, hidden)) + len(cards_in(rows[:1])) == 21


# Widths, names, colour. -----------------------------------------------------------------------------------


def game_lines(players: list[str], columns: int, **how: object) -> list[str]:
    """The score of a random finished table of four, with long names."""
    deck = [card for card in CARDS if card.species in EDITIONS["second"]]
    random.Random(11).shuffle(deck)
    tableaux, hands = [], []
    for _ in players:
        tableau = Tableau()
        for _ in range(13):
            card = deck.pop()
            tableau = tableau.placing(card, max(tableau.open_cells, key=lambda cell: (cell.x % 4, cell.y)))
        tableaux.append(tableau)
        hands.append(Hand(deck.pop() for _ in range(7)))
    score = Score.count(tableaux, hands, players=players, options=Options())
    return score_lines(score, columns, **how)  # type: ignore[arg-type]


ALIKE = ["Ann of the Oaks"] * 4
NAMES = ["Maximiliane von und zu Hohenfels-Ruttershausen", "猫" * 30, "e\u0301" * 30, "x" * 5000]


@pytest.mark.parametrize("columns", [40, 60, 80, 100])
def test_lines_fit(columns: int) -> None:
    for names, ascii_only in itertools.product((NAMES, ALIKE), (False, True)):
        lines = game_lines(names, columns, ascii_only=ascii_only)
        longest = max(lines, key=width)
        assert width(longest) <= columns, longest
        assert all(line == line.rstrip() for line in lines)
        assert all(line.isascii() for line in lines) or not ascii_only


def test_the_text_but_for_names_is_ascii() -> None:
    assert "\n".join(game_lines(["A", "B", "C", "D"], 80)).isascii()


def test_colour_adds_nothing_but_colour() -> None:
    plain = game_lines(["A", "B", "C", "D"], 80)
    coloured = game_lines(["A", "B", "C", "D"], 80, ink=Ink(colour=True))
    assert "\x1b[" in "".join(coloured)
    assert [ESCAPE.sub("", line) for line in coloured] == plain


def test_names_are_harmless_and_different() -> None:
    assert shown_names(["Zoë", "猫"]) == ("Zoë", "猫")
    assert shown_names(["Zoë"], ascii_only=True) == ("Zo\\xeb",)
    assert shown_names(["a\x1b[31mb", "\u202ex\ud800"]) == ("a\\x1b[31mb", "\\u202ex\\ud800")
    assert shown_names(["Ann", "Ann", "Ben", ""]) == ("Ann (1)", "Ann (2)", "Ben", "player 4")
    first, second = shown_names(["x" * 500, "x" * 400])
    assert first != second
    assert len(first) < 40
    text = "\n".join(game_lines(["\x1b]0;title\x07", "\r\n\x00", "\u2028", "\u200f"], 80))
    assert text.replace("\n", "").isprintable()


# Bare boards. ---------------------------------------------------------------------------------------------


def test_parts_are_told_one_by_one() -> None:
    parts = [entry.parts() for entry in read("player Ada\nOK5 OK8 ... JA2\nOK5\nplayer Ben", bare=True).players]
    assert parts_lines(["Ada", "Ben"], parts) == [
        "Ada, part 1 of 2: 3 cards",
        "  Oak: OK5 OK8 is worth 4 (2 for its cards, 2 for closing on an eight).",
        "     [OK5  OK8]",
        "      OK5   .",
        "",
        "Ada, part 2 of 2: 1 card",
        "  No path of Jacaranda.",
        "",
        "Ben: no cards",
    ]


def test_a_board_of_one_part() -> None:
    text = json.dumps({"players": [{"arboretum": arboretum(SHARED_CARDS)}]})
    lines = parts_lines(["A"], [read(text).players[0].parts()])
    assert lines[0] == "A: 10 cards"
    assert lines[-1] == "  No path of Royal poinciana and Willow."


def test_two_players_tied_in_hand() -> None:
    assert "A and B tie for the highest sum and have the right to score it." in told(
        json.dumps(as_json(TIED_CASSIA))
    )
