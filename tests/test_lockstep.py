"""
The package and the oracle walk the same games side by side and agree after every event (design: one rulebook,
written once in `rules/` and once more in the oracle).

The sample of every test run goes through `Game` and all its views. The long one runs the compiled rules;
`ARBORETUM_LOCKSTEP_GAMES` says how many games each kind of table plays (700 without it, so that 2 players,
3 players, 4 players and every option each have more than 2,000).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from arboretum import Hand, IllegalAction, Options, Score
from arboretum.cards import EDITIONS
from arboretum.rules.jit import can_compile
from game_face import GameFace
from kernel_face import KernelFace
from oracle import TABLE_ORDER, Action, Oracle, beside, best_path, deck_of, score, species_of, value_of
from oracle_words import score_dict, tableau_of
from oracle_words import species_of as species_named

needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
LONG_GAMES = int(os.environ.get("ARBORETUM_LOCKSTEP_GAMES", "700"))

VARIANTS: dict[str, dict[str, Any]] = {
    "standard": {},
    "O1-cards": {"tiebreak": "cards"},
    "O2-nobody": {"unheld": "nobody"},
    "O3-secret": {"species": "secret"},
    "O4-first-edition": {"opening": "first-edition"},
    "O5-named-seat": {"start": 1},
    "O7-first-names": {"names": "first"},
    "all-changed": {
        "tiebreak": "cards",
        "unheld": "nobody",
        "species": "secret",
        "opening": "first-edition",
        "start": 0,
        "piles": "top-card",
        "names": "first",
    },
}

SAMPLE = [
    (seats, variant, seed) for seats in (2, 3, 4) for variant in VARIANTS for seed in range(3 if seats < 4 else 2)
]


def deal(seats: int, variant: str, chance: random.Random) -> tuple[list[str], list[str], int, dict[str, Any]]:
    """Species, deck, starting seat and options of a random table of this kind."""
    options = VARIANTS[variant]
    edition = [kind.code for kind in EDITIONS[options.get("names", "second")]]
    species = sorted(chance.sample(edition, {2: 6, 3: 8, 4: 10}[seats]), key=TABLE_ORDER.index)
    deck = deck_of(species)
    chance.shuffle(deck)
    return species, deck, options.get("start", chance.randrange(seats)), options


def choose(oracle: Oracle, chance: random.Random, care: float) -> Action:
    """A legal action: with this probability one that builds paths, else any."""
    hand = sorted(oracle.hands[oracle.seat])
    if oracle.phase == "PLACE":
        cells = sorted(oracle.open_cells(oracle.seat))
        if chance.random() >= care:
            return ("place", chance.choice(hand), chance.choice(cells))
        board = oracle.boards[oracle.seat]

        def fits(card: str, cell: tuple[int, int]) -> float:
            near = [board[place] for place in beside(cell) if place in board]
            steps = sum(1 / abs(value_of(other) - value_of(card)) for other in near if other[2:] != card[2:])
            same = sum(species_of(other) == species_of(card) for other in near)
            return steps + same + chance.random() / 2

        _, card, cell = max((fits(card, cell), card, cell) for card in hand for cell in cells)
        return ("place", card, cell)
    if oracle.phase == "DISCARD":
        return ("discard", chance.choice(hand))
    draws = sorted(oracle.legal(), key=repr)
    return chance.choice(draws)


def agree(oracle: Oracle, table: GameFace | KernelFace) -> None:
    """Assert that the two are in the same position and allow the same."""
    assert table.phase == oracle.phase
    assert table.seat == oracle.seat
    assert table.turns == oracle.turns
    assert table.hands == oracle.hands
    assert table.boards == oracle.boards
    assert table.discards == oracle.discards
    assert table.pile == set(oracle.pile)
    assert table.legal() == oracle.legal()
    if oracle.phase != "OVER":
        assert table.known == oracle.known


def walk(oracle: Oracle, table: GameFace | KernelFace, chance: random.Random) -> dict[str, Any]:
    """Play a random game on both, comparing after every event and at the end; gives the score."""
    care = chance.choice([0.0, 0.5, 0.9])
    agree(oracle, table)
    while oracle.phase != "OVER":
        action = choose(oracle, chance, care)
        oracle.apply(action)
        table.apply(action)
        agree(oracle, table)
    result = oracle.score()
    assert table.score() == result
    return result


@pytest.mark.parametrize(("seats", "variant", "seed"), SAMPLE)
def test_a_game_seen_through_its_views_agrees_with_the_oracle(seats: int, variant: str, seed: int) -> None:
    chance = random.Random(f"{seats} {variant} {seed}")
    species, deck, starter, options = deal(seats, variant, chance)
    oracle = Oracle(seats, species, deck, starter, options)
    walk(oracle, GameFace(seats, species, deck, starter, options), chance)


@pytest.mark.parametrize("fast", [False, pytest.param(True, marks=needs_numba)], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_bare_rules_agree_with_the_oracle(seats: int, fast: bool) -> None:
    chance = random.Random(f"bare {seats}")
    species, deck, starter, options = deal(seats, "all-changed", chance)
    oracle = Oracle(seats, species, deck, starter, options)
    walk(oracle, KernelFace(seats, species, deck, starter, options, fast=fast), chance)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_the_oracle_refuses_the_package_refuses(seats: int) -> None:
    """Wrong phases, cards not in hand, cells taken or apart, empty piles: refused, and nothing changes."""
    chance = random.Random(seats)
    species, deck, starter, options = deal(seats, "standard", chance)
    oracle = Oracle(seats, species, deck, starter, options)
    table = GameFace(seats, species, deck, starter, options)
    refused: Counter[str] = Counter()
    while oracle.phase != "OVER":
        board = oracle.boards[oracle.seat]
        card = chance.choice([*oracle.hands[oracle.seat], *deck])
        cell = chance.choice([*board, (0, 0), (1, 0), (1, 1), (13, -10), (0, 40)])
        tries: list[Action] = [("draw", "pile"), ("draw", chance.randrange(seats))]
        tries += [("place", card, cell), ("discard", card)]
        for action in tries:
            if action not in oracle.legal():
                before = table.truth
                with pytest.raises(IllegalAction) as caught:
                    table.apply(action)
                refused[caught.value.reason] += 1
                assert table.truth == before
        agree(oracle, table)
        action = choose(oracle, chance, 0.5)
        oracle.apply(action)
        table.apply(action)
    reasons = {"WRONG_PHASE", "PILE_EMPTY", "NOT_IN_HAND", "NOT_ADJACENT", "CELL_TAKEN"}
    assert refused.keys() >= reasons, refused


@pytest.mark.parametrize("direction", ["east", "north-west"])
def test_an_arboretum_has_no_edge(direction: str) -> None:
    """The longest game of two, laid in one line or one flight of stairs: 17 cards, far from 0,0 (T3, E3)."""
    chance = random.Random(direction)
    species, deck, _, options = deal(2, "standard", chance)
    oracle, table = Oracle(2, species, deck, 0, options), GameFace(2, species, deck, 0, options)

    def far(x: int, y: int) -> int:
        return x if direction == "east" else 2 * (y - x) - abs(x + y)

    while oracle.phase != "OVER":
        legal = sorted(oracle.legal(), key=repr)
        if oracle.phase == "PLACE":
            action = max(legal, key=lambda placing: far(*placing[2]))
        else:
            action = next((a for a in legal if a[0] == "draw" and a[1] != "pile"), legal[0])
        oracle.apply(action)
        table.apply(action)
        agree(oracle, table)
    assert len(oracle.boards[0]) == 17
    assert max(abs(x) + abs(y) for x, y in oracle.boards[0]) == 16
    assert table.score() == oracle.score()


def grown_board(chance: random.Random) -> dict[tuple[int, int], str]:
    """A random arboretum rich in long paths: mostly the next card is higher and lies beside the last."""
    if chance.random() < 0.3:
        return ladder(chance)
    kinds = chance.sample(TABLE_ORDER, chance.choice([1, 2, 2, 3, 3, 4, 6, 10]))
    left = deck_of(kinds)
    chance.shuffle(left)
    board: dict[tuple[int, int], str] = {}
    cell, value = (0, 0), chance.randint(0, 2)
    for _ in range(min(chance.randint(4, 17), len(left))):
        higher = [card for card in left if value_of(card) > value] or left
        card = min(higher, key=value_of) if chance.random() < 0.8 else chance.choice(left)
        if board:
            free = [place for place in beside(cell) if place not in board]
            if not free or chance.random() < 0.1:
                free = sorted({place for taken in board for place in beside(taken) if place not in board})
            cell = chance.choice(free)
        board[cell], value = card, value_of(card)
        left.remove(card)
    return board


def ladder(chance: random.Random) -> dict[tuple[int, int], str]:
    """A row from 1 to 8 of two species, with more cards beside it: pure and mixed paths are close."""
    kinds = chance.sample(TABLE_ORDER, 2)
    board = {(value, 0): f"{chance.choice(kinds)}{value}" for value in range(1, 9)}
    others = [card for card in deck_of(kinds) if card not in board.values()]
    for x in chance.sample(range(1, 9), chance.randint(0, 6)):
        board[x, chance.choice([-1, 1])] = others.pop(chance.randrange(len(others)))
    return board


def check_board(board: dict[tuple[int, int], str]) -> int:
    """Compare every species of an arboretum; gives how many paths there were."""
    found = tableau_of(board).paths
    expected = {code: best_path(board, code) for code in TABLE_ORDER}
    assert {kind.code: (path.points, [str(card) for card in path.cards]) for kind, path in found.items()} == {
        code: best[:2] for code, best in expected.items() if best
    }
    return len(found)


def test_paths_of_arboretums_rich_in_paths() -> None:
    chance = random.Random(8)
    assert sum(check_board(grown_board(chance)) for _ in range(800)) > 1400


def test_scores_of_hands_and_arboretums_of_any_size() -> None:
    """The score pad's case: no game, one to four players, hands of any size, some species held by nobody."""
    chance = random.Random(9)
    for _ in range(150):
        kinds = sorted(chance.sample(TABLE_ORDER, chance.randint(1, 10)), key=TABLE_ORDER.index)
        cards = deck_of(kinds)
        chance.shuffle(cards)
        seats = chance.randint(1, 4)
        hands = [[cards.pop() for _ in range(chance.randint(0, 2))] for _ in range(seats)]
        options = {
            "tiebreak": chance.choice(["species", "cards"]),
            "unheld": chance.choice(["everyone", "nobody"]),
        }
        boards = []
        for _ in range(seats):
            line = [cards.pop() for _ in range(min(len(cards), chance.randint(0, 4)))]
            boards.append({(x, 0): card for x, card in enumerate(line)})
        result = Score.count(
            [tableau_of(board) for board in boards],
            [Hand.parse(" ".join(hand)) for hand in hands],
            species=species_named(kinds),
            options=Options.from_json(options),
        )
        assert score_dict(result) == score(boards, hands, kinds, options)


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_thousands_of_games_of_the_compiled_rules_agree_with_the_oracle(seats: int, variant: str) -> None:
    for seed in range(LONG_GAMES):
        chance = random.Random(f"long {seats} {variant} {seed}")
        species, deck, starter, options = deal(seats, variant, chance)
        oracle = Oracle(seats, species, deck, starter, options)
        walk(oracle, KernelFace(seats, species, deck, starter, options, fast=can_compile()), chance)


@pytest.mark.long
@pytest.mark.parametrize("part", range(4))
def test_paths_of_thousands_of_arboretums(part: int) -> None:
    chance = random.Random(f"boards {part}")
    for _ in range(5000):
        check_board(grown_board(chance))
