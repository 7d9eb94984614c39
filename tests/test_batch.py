"""Batches: the same games and scores as one by one, however the work is cut up, and what Ctrl-C leaves."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import oracle
from arboretum import (
    Card,
    Cell,
    Hand,
    Interrupted,
    OptionError,
    Options,
    Score,
    ScoreError,
    Tableau,
    Tables,
    batch,
    batch_score,
    playout_batch,
    score_batch,
)
from arboretum.bots.rollout import random_deal, random_playout
from arboretum.cards import EDITIONS, SPECIES_IN_PLAY, Slots, Species
from arboretum.rules.jit import stream, streams
from arboretum.rules.position import Position
from kernel_face import xy
from tables import finished


def same(one: Any, other: Any) -> bool:  # noqa: ANN401 (two batches of a kind)
    """Whether all arrays of two batches are equal."""
    return vars(one).keys() == vars(other).keys() and all(
        np.array_equal(array, vars(other)[name]) for name, array in vars(one).items()
    )


def played_alone(seats: int, seed: int, number: int) -> tuple[int, Score]:
    """A game of a batch, played by itself with the interpreted rules: its turns and its score, told by `Score`."""
    position = Position()
    chance = stream(seed, number)
    random_deal(position, chance, seats)
    random_playout(position, chance)
    card = Slots(EDITIONS["second"][: position.slots]).card
    tableaux = []
    hands = []
    for seat in range(seats):
        placed = range(position.tableau_size[seat])
        cells = [Cell(*xy(position.tableau_cells[seat, at])) for at in placed]
        tableaux.append(
            Tableau(zip(cells, [card(position.tableau_cards[seat, at]) for at in placed], strict=True))
        )
        hands.append(Hand(card(position.hands[seat, at]) for at in range(position.hand_size[seat])))
    return position.turns, Score.count(tableaux, hands)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_of_a_batch_is_the_one_that_is_played_alone(seats: int) -> None:
    played = playout_batch(40, seats, seed=6)
    assert len(played) == 40
    for number in range(0, 40, 3):
        turns, score = played_alone(seats, 6, number)
        assert played.turns[number] == turns
        assert tuple(played.totals[number]) == score.totals
        assert tuple(np.flatnonzero(played.winners[number]).tolist()) == score.winners
        assert tuple(played.species_placed[number]) == score.species_placed
        assert tuple(played.cards_placed[number]) == score.cards_placed


def test_what_a_batch_is_made_of() -> None:
    played = playout_batch(5, 4, seed=0)
    assert [array.shape for array in vars(played).values()] == [(5, 4)] * 4 + [(5,)]
    assert [array.dtype.name for array in vars(played).values()] == ["uint8", "bool", "uint8", "uint8", "uint8"]
    none = playout_batch(0, seed=0)
    assert len(none) == 0
    assert none.totals.shape == (0, 2)


def test_a_batch_is_the_same_however_it_is_cut_up(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = playout_batch(300, 3, seed=2**70)
    assert not same(whole, playout_batch(300, 3, seed=1))
    later = playout_batch(100, 3, seed=2**70, first=200)
    assert np.array_equal(later.totals, whole.totals[200:])
    heard: list[tuple[int, int]] = []
    monkeypatch.setattr(batch, "AT_ONCE", 70)
    monkeypatch.setattr(batch, "AT_ONCE_INTERPRETED", 70)
    assert same(whole, playout_batch(300, 3, seed=2**70, progress=lambda done, games: heard.append((done, games))))
    assert heard == [(70, 300), (140, 300), (210, 300), (280, 300), (300, 300)]


def test_a_batch_is_the_same_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = playout_batch(30, 4, seed=3)
    tables = Tables.of(finished(3, seed).score for seed in range(4))
    fast_scores = score_batch(tables)
    for module in (batch, batch_score):
        monkeypatch.setattr(module, "compiled", lambda function: function)
        monkeypatch.setattr(module, "can_compile", lambda: False)
    assert same(fast, playout_batch(30, 4, seed=3))
    assert same(fast_scores, score_batch(tables))


def test_batches_in_threads_do_not_disturb_each_other() -> None:
    whole = playout_batch(20_000, seed=4)
    found: dict[int, Any] = {}

    def play(first: int) -> None:
        found[first] = playout_batch(5_000, seed=4, first=first).totals

    threads = [threading.Thread(target=play, args=(first,)) for first in range(0, 20_000, 5_000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert np.array_equal(np.concatenate([found[first] for first in sorted(found)]), whole.totals)


def test_the_streams_of_a_batch_are_those_of_its_numbers() -> None:
    for seed in (0, 9, 2**100):
        for first in (0, 5, 2**63):
            assert streams(seed, first, 4).tolist() == [int(stream(seed, first + n)[0]) for n in range(4)]


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(OptionError, match="2 to 4 players, not 5"):
        playout_batch(1, 5, seed=0)
    with pytest.raises(ValueError, match="counted from 0 up"):
        playout_batch(-1, seed=0)
    with pytest.raises(ValueError, match="A seed is a whole number from 0 up"):
        playout_batch(1, seed=-1)


def stop_at(done: int) -> Callable[[int, int], None]:
    """A progress at which somebody presses Ctrl-C."""

    def progress(so_far: int, _: int) -> None:
        if so_far >= done:
            raise KeyboardInterrupt

    return progress


def test_ctrl_c_leaves_what_was_made(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = Tables.of(finished(2, seed).score for seed in range(5))
    for module in (batch, batch_score):
        monkeypatch.setattr(module, "AT_ONCE", 2)
        monkeypatch.setattr(module, "AT_ONCE_INTERPRETED", 2)
    with pytest.raises(KeyboardInterrupt) as stopped:
        playout_batch(100, seed=1, progress=stop_at(10))
    assert isinstance(stopped.value, Interrupted)
    assert str(stopped.value) == "Stopped after 10 of 100."
    assert same(stopped.value.made, playout_batch(10, seed=1))
    with pytest.raises(Interrupted) as stopped:
        score_batch(tables, progress=stop_at(4))
    assert same(stopped.value.made, score_batch(Tables(tables.cards[:4], tables.cells[:4], tables.hands[:4])))


# Scores. --------------------------------------------------------------------------------------------------


def some_table(chance: random.Random, seats: int) -> tuple[list[dict[tuple[int, int], str]], list[list[str]]]:
    """Arboretums somewhere on the map, and hands; both may be empty."""
    species = chance.sample(list(Species), SPECIES_IN_PLAY.get(seats, 6))
    deck = [str(Card.of(kind, value)) for kind in species for value in range(1, 9)]
    chance.shuffle(deck)
    boards = []
    for _ in range(seats):
        board = {(chance.randint(-100, 100), chance.randint(-100, 100)): deck.pop()}
        for _ in range(chance.randint(0, min(16, 36 // seats))):
            open_cells = {near for cell in board for near in oracle.beside(cell)} - board.keys()
            board[chance.choice(sorted(open_cells))] = deck.pop()
        boards.append(board if chance.random() < 0.95 else {})
    return boards, [[deck.pop() for _ in range(min(len(deck), chance.choice([0, 3, 7])))] for _ in range(seats)]


def as_tables(tables: list[Any], chance: random.Random) -> Tables:
    """The arrays, with room to spare and cards anywhere in them."""
    seats = len(tables[0][0])
    cards = np.full((len(tables), seats, 50), 255, np.uint8)
    cells = chance.randint(-128, 127) * np.ones((len(tables), seats, 50, 2), np.int8)
    hands = np.full((len(tables), seats, 9), 255, np.uint8)
    for at, (boards, held) in enumerate(tables):
        for seat in range(seats):
            for place, (cell, card) in zip(
                sorted(chance.sample(range(50), len(boards[seat]))), boards[seat].items(), strict=True
            ):
                cards[at, seat, place], cells[at, seat, place] = Card.parse(card), cell
            for place, card in zip(chance.sample(range(9), len(held[seat])), held[seat], strict=True):
                hands[at, seat, place] = Card.parse(card)
    return Tables(cards, cells.astype(np.int8), hands)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_scores_are_those_of_the_oracle(seats: int) -> None:
    chance = random.Random(seats)
    tables = [some_table(chance, seats) for _ in range(60)]
    arrays = as_tables(tables, chance)
    for tiebreak, unheld in (("species", "everyone"), ("cards", "nobody")):
        told = score_batch(arrays, options=Options(tiebreak=tiebreak, unheld=unheld))  # type: ignore[arg-type]
        for at, (boards, hands) in enumerate(tables):
            laid = [card for board in boards for card in board.values()]
            codes = sorted({card[:2] for card in [*laid, *(card for hand in hands for card in hand)]})
            truth = oracle.score(boards, hands, codes, {"tiebreak": tiebreak, "unheld": unheld})
            assert told.totals[at].tolist() == truth["totals"]
            assert np.flatnonzero(told.winners[at]).tolist() == truth["winners"]
            assert told.species_placed[at].tolist() == truth["species_placed"]
            for kind in Species:
                entry = truth["species"].get(kind.code)
                none = [0] * seats
                assert told.sums[at, :, kind].tolist() == (entry["sums"] if entry else none)
                assert told.best[at, :, kind].tolist() == (entry["best"] if entry else none)
                assert told.points[at, :, kind].tolist() == ([p or 0 for p in entry["points"]] if entry else none)
                assert np.flatnonzero(told.rights[at, :, kind]).tolist() == (entry["right"] if entry else [])


def test_scores_of_games_and_records_are_their_own() -> None:
    games = [finished(3, seed) for seed in range(6)]
    told = score_batch(Tables.of(game.record().table for game in games))  # type: ignore[misc]
    assert [tuple(row) for row in told.totals.tolist()] == [game.score.totals for game in games]
    assert [tuple(np.flatnonzero(row).tolist()) for row in told.winners] == [game.score.winners for game in games]
    assert len(told) == 6
    assert len(score_batch(Tables.of([]))) == 0


def refused(change: Callable[[Tables], None], sentence: str) -> None:
    """A change of the third of five good tables is refused, and the table named."""
    tables = Tables.of(finished(2, seed).score for seed in range(5))
    change(tables)
    with pytest.raises(ScoreError, match=rf"^Table 3 cannot be scored\. .*{sentence}"):
        score_batch(tables)


def test_a_table_that_cannot_be_is_refused_and_named() -> None:
    def lay(place: int, card: int) -> Callable[[Tables], None]:
        return lambda tables: tables.cards[3, 0].__setitem__(place, card)

    def move(place: int, x: int, y: int) -> Callable[[Tables], None]:
        return lambda tables: tables.cells[3, 1].__setitem__(place, (x, y))

    def hold(tables: Tables) -> None:
        tables.hands[3, 1, 0] = tables.cards[3, 0, 0]

    refused(lay(0, 104), "104 is no card: cards are 0 to 103, and 255 stands for none")
    refused(hold, r"there is only one \w\w\d \(clause S1\)")
    refused(lambda tables: tables.cards[3, 0].__setitem__(0, tables.cards[3, 0, 1]), "there is only one")
    refused(lambda tables: tables.cells[3, 1].__setitem__(0, tables.cells[3, 1, 1]), "has two cards")
    refused(move(0, 100, 100), "is not next to the rest")
    wide = Tables.of(finished(2, seed).score for seed in range(5))
    wide = Tables(wide.cards, wide.cells.astype(np.int64), wide.hands)
    wide.cells[2, 0, 0] = 256 + wide.cells[2, 0, 0]
    with pytest.raises(ScoreError, match="Table 2 cannot be scored"):
        score_batch(wide)


def test_tables_that_do_not_go_together_are_refused() -> None:
    with pytest.raises(ScoreError, match="same number of players"):
        Tables.of([finished(2, 1).score, finished(3, 1).score])
    with pytest.raises(ScoreError, match="hand of seat 0 is not known"):
        Tables.of([Score.count([Tableau.parse("OK1 OK2")], [None])])
    good = Tables.of([finished(2, 1).score])
    with pytest.raises(ValueError, match="for 1 to 4 seats, not"):
        score_batch(Tables(good.cards, good.cells[:, :, 1:], good.hands))
    with pytest.raises(ValueError, match="whole numbers, not uint8, float64 and uint8"):
        score_batch(Tables(good.cards, good.cells + 0.5, good.hands))
