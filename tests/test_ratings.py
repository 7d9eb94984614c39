"""Ratings of ladders: by hand, by simulation, and those of openskill."""

from __future__ import annotations

import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum.arena.ratings import Shares, ratings
from arboretum.arena.skill import skills
from arboretum.arena.stats import elo_of, share_of
from arboretum.errors import ArboretumError


def drawn(chance: random.Random, elos: list[float], decks: int) -> Shares:
    """A round robin over so many decks, with luck that all pairs of a deck share."""
    luck = [chance.gauss(0, 40) for _ in range(decks)]
    return {
        (one, other): {
            deck: sum(chance.random() < share_of(elos[one] - elos[other] + luck[deck]) for _ in range(2)) / 2
            for deck in range(decks)
        }
        for one in range(len(elos))
        for other in range(one + 1, len(elos))
    }


def test_two_bots_are_as_far_apart_as_their_share_says() -> None:
    by_deck = dict(enumerate([1.0, 0.5, 0.75, 1.0, 0.5, 0.25, 0.5, 1.0]))
    first, second = ratings(2, {(0, 1): by_deck})
    share = (sum(by_deck.values()) + 0.5) / (len(by_deck) + 1)
    assert first.elo - second.elo == pytest.approx(elo_of(share))
    assert first.elo == pytest.approx(-second.elo)


def test_differences_that_agree_are_found() -> None:
    """Shares that are exactly those expected, of so many decks that one more does not count."""
    elos = [300.0, 100.0, -400.0]
    shares = {
        (one, other): dict.fromkeys(range(20_000), share_of(elos[one] - elos[other]))
        for one, other in ((0, 1), (0, 2), (1, 2))
    }
    assert [rating.elo for rating in ratings(3, shares)] == pytest.approx(elos, abs=0.5)


def test_a_bot_that_always_wins_has_a_rating_that_is_not_sure() -> None:
    decks = range(50)
    best, worst = ratings(2, {(0, 1): dict.fromkeys(decks, 1.0)})
    assert best.interval is not None
    assert best.elo > 150
    assert best.interval[1] - best.interval[0] > 150
    assert worst.elo == pytest.approx(-best.elo)


def test_a_single_deck_has_no_interval() -> None:
    assert [rating.interval for rating in ratings(2, {(0, 1): {1: 0.5}})] == [None, None]


@given(st.data(), st.integers(2, 4), st.integers(2, 4))
def test_no_result_of_a_few_decks_is_beyond_rating(data: st.DataObject, bots: int, decks: int) -> None:
    """All alike, all won, all lost: numbers, none of them negative under a root."""
    share = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
    shares = {
        (one, other): {deck: data.draw(share) for deck in range(decks)}
        for one in range(bots)
        for other in range(one + 1, bots)
    }
    found = ratings(bots, shares)
    assert sum(rating.elo for rating in found) == pytest.approx(0, abs=1e-6)
    for rating in found:
        assert rating.interval is not None
        assert -3000 < rating.interval[0] <= rating.elo <= rating.interval[1] < 3000


def test_a_bot_whose_rating_no_deck_moves_has_no_interval_below_nothing() -> None:
    """Two decks in which what one bot gained elsewhere cancels out: rounding must not go below nought."""
    for of_first, of_second in (
        ((0, 0.75, 0), (0.25, 1.0, 0.25)),
        ((0, 0.5, 0), (0.5, 1.0, 0.5)),
        ((0, 0.25, 0), (0.75, 1.0, 0.75)),
        ((0, 0, 0), (1.0, 1.0, 1.0)),
    ):
        pairs = zip(((0, 1), (0, 2), (1, 2)), of_first, of_second, strict=True)
        for rating in ratings(3, {pair: {1: first, 2: second} for pair, first, second in pairs}):
            assert rating.interval is not None
            assert rating.interval[0] <= rating.elo <= rating.interval[1]


def test_decks_that_all_ended_alike_leave_no_doubt() -> None:
    for bots in (2, 3, 4, 5):
        pairs = [(one, other) for one in range(bots) for other in range(one + 1, bots)]
        for rating in ratings(bots, {pair: {0: 0.5, 1: 0.5} for pair in pairs}):
            assert rating.interval == pytest.approx((0, 0), abs=1e-6)


def test_intervals_hold_the_truth_about_95_times_in_100() -> None:
    chance = random.Random(2)
    elos = [120.0, 0.0, -120.0]
    held = 0
    for _ in range(150):
        for elo, rating in zip(elos, ratings(3, drawn(chance, elos, 60)), strict=True):
            assert rating.interval is not None
            held += rating.interval[0] <= elo <= rating.interval[1]
    assert 0.90 < held / 450 < 0.99


def test_openskill_ranks_as_the_games_do() -> None:
    pytest.importorskip("openskill")
    games = [([0, 1, 2], [0, 1, 2]), ([1, 2, 3], [0, 1, 1]), ([0, 2, 3], [0, 1, 1])] * 10
    found = skills(4, games)
    assert found[0].mu > found[1].mu > max(found[2].mu, found[3].mu)
    assert all(0 < skill.sigma < 25 / 3 for skill in found)
    assert found == skills(4, games)


def test_without_openskill_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ArboretumError, match=r"need the package openskill: pip install 'arboretum-game\[arena\]'"):
        skills(3, [])
