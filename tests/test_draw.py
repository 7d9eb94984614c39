"""Views as lines of text: everything that lies open, nothing that does not, in the columns there are."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from arboretum import NOBODY, Card, Cell, Options, Place, Species, Tableau
from arboretum.cards import CARDS
from arboretum.tui import ink
from arboretum.tui.draw import board, cell_numbers, listed, side_by_side, table, view_lines
from arboretum.tui.ink import Ink, width
from tables import finished, new_game, play_on

CARD = re.compile(r"[A-Z]{2}[1-8]")

SHAPES = {
    "one card": [(0, 0)],
    "a row": [(x, 0) for x in range(5)],
    "a column": [(0, y) for y in range(5)],
    "an L": [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)],
    "seventeen to the east": [(x, 0) for x in range(17)],
    "a zigzag to the north-west": [(-(n // 2), (n + 1) // 2) for n in range(17)],
}


def tableau_of(cells: list[tuple[int, int]]) -> Tableau:
    return Tableau([(Cell(x, y), card) for (x, y), card in zip(cells, CARDS, strict=False)])


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("shape", SHAPES)
def test_every_card_is_drawn_once_where_it_lies(shape: str, columns: int) -> None:
    tableau = tableau_of(SHAPES[shape])
    lines = board(tableau, columns=columns)
    assert all(len(line) <= columns for line in lines)
    drawn: dict[Cell, str] = {}
    for line in lines:
        if not CARD.search(line):
            xs = [(int(m.group()), m.start() + 1 - ("-" in m.group())) for m in re.finditer(r"-?\d+", line)]
            starts = {(4 + 4 * i): x for i, (x, _) in enumerate(xs)}
            continue
        y = int(line[:3])
        for match in CARD.finditer(line):
            drawn[Cell(starts[match.start()], y)] = match.group()
    assert drawn == {cell: str(card) for cell, card in tableau.items()}


def test_open_cells_are_numbered_as_one_reads() -> None:
    numbers = cell_numbers([Cell(0, -1), Cell(1, 0), Cell(-1, 0), Cell(0, 1)])
    assert numbers == {Cell(0, 1): 1, Cell(-1, 0): 2, Cell(1, 0): 3, Cell(0, -1): 4}


def test_a_small_arboretum_looks_like_this() -> None:
    tableau = Tableau({Cell(0, 0): Card.parse("OK6"), Cell(1, 0): Card.parse("MP7")})
    numbers = cell_numbers(tableau.open_cells)
    assert board(tableau, numbers=numbers, new={Cell(1, 0)}) == [
        "    -1   0   1   2",
        "  1     [1] [2]",
        "  0 [3] OK6 MP7*[4]",
        " -1     [5] [6]",
    ]


def test_no_card_yet() -> None:
    assert board(Tableau()) == ["  (no card yet)"]
    assert board(Tableau(), numbers={Cell(0, 0): 1}) == ["     0", "  0 [1]"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("columns", [40, 80, 132])
def test_a_view_fits_its_columns_and_shows_all_that_is_open(seats: int, columns: int) -> None:
    game = new_game(seats, seats, "first-edition")
    for number, _ in enumerate(play_on(game, random.Random(columns))):
        for seat in (*range(seats), NOBODY) if number % 11 == 0 else ():
            view = game.view(seat)
            lines = view_lines(view, columns=columns)
            assert max(map(width, lines)) <= columns
            text = "\n".join(lines)
            counted = Counter(CARD.findall(text))
            for tableau in view.tableaux:
                assert all(counted[str(card)] == 1 for card in tableau.values())
            for pile in view.discards:
                assert pile.top is None or str(pile.top) in counted
            for other in range(seats):
                assert all(str(card) in counted for card in view.shown[other] if other != seat)
            known = {str(card) for card in CARDS} - {str(card) for card in view.unseen}
            assert set(counted) <= known
            assert {str(card) for card in view.hand} <= set(counted)


def test_at_the_end_all_hands_are_shown() -> None:
    game = finished(3, 4)
    for seat in (0, NOBODY):
        text = "\n".join(view_lines(game.view(seat)))
        assert all(str(card) in text for hand in game.score.hands if hand for card in hand)


def test_colour_says_nothing_that_letters_do_not() -> None:
    game = finished(2, 1)
    plain, coloured = (view_lines(game.view(0), ink=Ink(colour)) for colour in (False, True))
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in coloured] == plain
    assert any("\x1b" in line for line in coloured)
    assert set(ink.COLOURS) == set(Species)
    assert len(set(ink.COLOURS.values())) == len(Species)


def test_a_drawing_is_ascii() -> None:
    assert "\n".join(view_lines(finished(4, 2).view(1))).isascii()


def test_a_draft_is_drawn_as_if_it_was_placed_and_the_numbers_stay() -> None:
    game = new_game(2, 3)
    for _ in play_on(game, random.Random(3), 34):
        pass
    view = game.view(game.seat)
    cell = view.my_open_cells[2]
    draft = Place(view.hand[0], cell)
    text = "\n".join(table(view, draft=draft))
    assert f"{draft.card}*" in text
    numbers = cell_numbers(view.my_open_cells)
    assert f"[{numbers[cell]}]" not in text
    assert all(f"[{number}]" in text for other, number in numbers.items() if other != cell)


def test_stacked_and_narrow_put_one_player_under_the_other() -> None:
    view = finished(3, 1).view(NOBODY)
    for lines in (table(view, stacked=True), table(view, columns=50)):
        heads = [line for line in lines if line[:2] in ("A ", "B ", "C ")]
        assert heads == ["A Ada", "B Ben", "C Cleo"]
    assert any("A Ada" in line and "B Ben" in line for line in table(view))


def test_blocks_stand_beside_each_other_as_long_as_they_fit() -> None:
    assert side_by_side([["aaa", "a"], ["b"]], 6) == ["aaa  b", "a"]
    assert side_by_side([["aaa", "a"], ["b"]], 5) == ["aaa", "a", "", "b"]


def test_wide_letters_take_two_columns() -> None:
    assert width("山田") == 4
    assert width("Jose\u0301") == 4
    assert ink.clipped("山田太郎", 6) == "山田.."
    assert ink.padded("山", 3) == "山 "


def test_an_arboretum_in_words_names_every_card_and_open_cell() -> None:
    game = finished(2, 7)
    view = game.view(NOBODY)
    for seat in (0, 1):
        words = " ".join(listed(view, seat))
        assert sorted(CARD.findall(words)) == sorted(map(str, view.tableaux[seat].values()))
    start = new_game(2, 7)
    assert listed(start.view(start.seat), start.seat) == ["Open: cell 1 at 0,0."]
    assert listed(start.view(0), 1) == ["No card is placed yet."]


def test_paths_are_worth_what_the_rules_say() -> None:
    view = finished(2, 9).view(0)
    text = "\n".join(table(view))
    for tableau in view.tableaux:
        for kind, points in tableau.points.items():
            assert f"{kind.code} {points}" in text


def test_top_card_only_hides_nothing_that_is_drawn_anyway() -> None:
    """Option O6 is about browsing: the table always shows tops."""
    game = new_game(2, 2, str(Options(piles="top-card")))
    for _ in play_on(game, random.Random(2), 60):
        pass
    view = game.view(0)
    text = "\n".join(table(view))
    for pile in view.discards:
        assert pile.top is None or f"discards: {pile.top} (" in text
        assert not any(str(card) in text for card in pile[:-1])
