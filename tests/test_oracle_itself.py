"""Small tests of the oracle, by hand and from first principles, since it examines everything else."""

from __future__ import annotations

import ast
import itertools
import random
import sys
from pathlib import Path

import pytest

import oracle
from oracle import Action, Oracle

TWO = ["CA", "DW", "JA", "MP", "OK", "WI"]
THREE = ["BS", "CA", "CB", "DW", "JA", "MP", "OK", "RP"]


def row(text: str) -> dict[tuple[int, int], str]:
    """An arboretum of one row."""
    return {(x, 0): card for x, card in enumerate(text.split())}


def test_it_imports_the_standard_library_only() -> None:
    tree = ast.parse(Path(oracle.__file__).read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {node.module or "." for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in imported} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("OK3 OK5", 2),
        ("OK1 OK2 OK8", 6),
        ("OK2 OK3 OK4 OK5", 8),
        ("OK1 OK3 OK4 OK8", 11),
        ("OK3 JA4 OK6 OK7", 4),
        ("OK1 JA4 OK6", 4),
        ("OK2 JA4 OK8", 5),
        ("OK1 OK2 OK3 OK4 OK5 OK6 OK7 OK8", 19),
    ],
)
def test_points_counted_by_hand(cards: str, points: int) -> None:
    assert oracle.path_points(cards.split(), "OK") == points


def test_the_points_a_path_can_have_are_2_to_17_and_19() -> None:
    """Every rising sequence of values, pure and mixed."""
    possible = set()
    for size in range(2, 9):
        for values in itertools.combinations(range(1, 9), size):
            pure = [f"OK{value}" for value in values]
            possible.add(oracle.path_points(pure, "OK"))
            if size > 2:
                possible.add(oracle.path_points([pure[0], f"JA{values[1]}", *pure[2:]], "OK"))
    assert possible == {*range(2, 18), 19}


def test_all_paths_are_those_found_by_trying_every_sequence_of_cells() -> None:
    """On small random arboretums: every ordering of every subset of cells, checked against P1 word by word."""
    chance = random.Random(4)
    found = 0
    for _ in range(60):
        cells = chance.sample([(x, y) for x in range(3) for y in range(2)], 5)
        cards = chance.sample(oracle.deck_of(["JA", "OK"]), 5)
        board = dict(zip(cells, cards, strict=True))
        expected = set()
        for size in range(2, 6):
            for way in itertools.permutations(board, size):
                steps = list(itertools.pairwise(way))
                touch = all(abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1 for a, b in steps)
                rise = all(int(board[a][2]) < int(board[b][2]) for a, b in steps)
                if touch and rise and board[way[0]][:2] == board[way[-1]][:2] == "OK":
                    expected.add(way)
        paths = oracle.all_paths(board, "OK")
        assert len(paths) == len(expected)
        assert {tuple(path) for path in paths} == expected
        found += len(expected)
    assert found > 50


def test_of_equal_paths_the_first_in_order_is_shown() -> None:
    square = {(0, 1): "OK2", (1, 1): "MP3", (0, 0): "JA4", (1, 0): "OK6"}
    assert oracle.best_path(square, "OK") == (3, ["OK2", "JA4", "OK6"], [(0, 1), (0, 0), (1, 0)])
    assert oracle.best_path(row("OK4 OK5 JA8 OK2 OK3"), "OK") == (2, ["OK2", "OK3"], [(3, 0), (4, 0)])
    assert oracle.best_path(row("OK5"), "OK") is None


def test_rights_with_and_without_the_option() -> None:
    assert oracle.rights([["OK8"], ["OK1"]], "OK") == [1]
    assert oracle.rights([["OK1", "OK8"], ["OK7"]], "OK") == [0]
    assert oracle.rights([["JA2"], []], "OK") == [0, 1]
    assert oracle.rights([["JA2"], []], "OK", "nobody") == []


def test_a_score_of_two_small_arboretums() -> None:
    result = oracle.score([row("OK1 OK3 JA8"), row("JA2 JA4 OK7 OK8")], [["OK5"], ["JA1", "OK4"]], ["JA", "OK"])
    assert result["species"]["OK"] == {
        "sums": [5, 4],
        "cancelled": [],
        "right": [0],
        "best": [3, 4],
        "points": [3, None],
        "paths": [["OK1", "OK3"], ["OK7", "OK8"]],
        "cells": [[(0, 0), (1, 0)], [(2, 0), (3, 0)]],
    }
    assert (result["totals"], result["species_placed"], result["cards_placed"]) == ([3, 2], [2, 2], [3, 4])
    assert result["winners"] == [0]


def test_ties_by_species_by_cards_and_shared() -> None:
    boards, hands = [row("OK1 OK3"), row("JA4 JA5 JA6")], [["CA1"], ["CA2"]]
    assert oracle.score(boards, hands, ["CA", "JA", "OK"])["winners"] == [0, 1]
    assert oracle.score(boards, hands, ["CA", "JA", "OK"], {"tiebreak": "cards"})["winners"] == [1]


def test_the_deal_goes_round_from_the_starting_player() -> None:
    game = Oracle(3, THREE, oracle.deck_of(THREE), 1, {"opening": "first-edition"})
    assert game.hands[1] == {"BS1", "BS4", "BS7", "CA2", "CA5", "CA8", "CB3"}
    assert game.hands[2] == {"BS2", "BS5", "BS8", "CA3", "CA6", "CB1", "CB4"}
    assert game.discards == [["CB7"], [], ["CB6"]]
    assert (game.seat, game.pile[0], len(game.pile)) == (1, "CB8", 41)


def test_a_deck_that_is_none_is_refused() -> None:
    deck = oracle.deck_of(TWO)
    for wrong in (deck[1:], [*deck[1:], "OK6"], [*deck[1:], "RP1"]):
        with pytest.raises(ValueError, match="not the deck"):
            Oracle(2, TWO, wrong)
    with pytest.raises(ValueError, match="not the deck"):
        Oracle(3, TWO, deck)


def test_a_turn_and_what_it_refuses() -> None:
    game = Oracle(2, TWO, oracle.deck_of(TWO))
    refused: list[Action] = [("draw", 0), ("draw", 1), ("place", "CA1", (0, 0)), ("discard", "CA1")]
    for action in refused:
        with pytest.raises(ValueError, match="not legal"):
            game.apply(action)
    with pytest.raises(ValueError, match="not over"):
        game.score()
    for action in [("draw", "pile"), ("draw", "pile"), ("place", "CA1", (0, 0)), ("discard", "DW7")]:
        game.apply(action)
    assert (game.seat, game.turns, game.discards, game.boards[0]) == (1, 1, [["DW7"], []], {(0, 0): "CA1"})
    game.apply(("draw", 0))
    assert game.known == [set(), {"DW7"}]


@pytest.mark.parametrize("seed", range(10))
def test_random_games_keep_what_must_be_kept(seed: int) -> None:
    """Each card in one place, hands of seven between turns, one card fewer to draw each turn (E2, E3)."""
    chance = random.Random(seed)
    deck = oracle.deck_of(TWO)
    chance.shuffle(deck)
    game = Oracle(2, TWO, deck)
    while game.phase != "OVER":
        if game.phase == "DRAW_FIRST":
            assert {len(hand) for hand in game.hands} == {7}
            assert len(game.pile) + sum(map(len, game.discards)) == 34 - game.turns
        lying = [*game.pile, *itertools.chain(*game.hands, *game.discards)]
        lying += [card for board in game.boards for card in board.values()]
        assert sorted(lying) == sorted(deck)
        legal = sorted(game.legal(), key=repr)
        assert legal
        game.apply(chance.choice(legal))
    assert 17 <= game.turns <= 33
    assert game.legal() == set()
