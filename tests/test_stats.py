"""Means and intervals against values worked out by hand or taken from tables, and by simulation."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from arboretum.arena.stats import (
    elo_interval,
    elo_of,
    mean,
    mean_interval,
    quantile,
    share_interval,
    share_of,
    share_of_win,
    student_95,
    superiority,
    variance,
)


@pytest.mark.parametrize(
    ("winners", "player", "share"),
    [((0,), 0, 1), ((0,), 1, 0), ((0, 1), 0, 1 / 2), ((0, 1), 1, 1 / 2), ((0, 2, 3), 3, 1 / 3), ((0, 2, 3), 1, 0)],
)
def test_a_shared_win_counts_its_share(winners: tuple[int, ...], player: int, share: float) -> None:
    assert share_of_win(winners, player) == share


def test_shares_of_a_game_add_up_to_one() -> None:
    for winners in ((0,), (1, 2), (0, 1, 2), (0, 1, 2, 3)):
        assert math.isclose(sum(share_of_win(winners, player) for player in range(4)), 1)


def test_mean_and_variance_by_hand() -> None:
    assert mean([1.0, 2.0, 6.0]) == 3
    assert variance([1.0, 2.0, 6.0]) == 7  # (4 + 1 + 9) / 2
    with pytest.raises(ValueError, match="no mean"):
        mean([])


@pytest.mark.parametrize(
    ("freedom", "point"),
    [
        (1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (6, 2.4469), (7, 2.3646), (8, 2.3060),
        (9, 2.2622), (10, 2.2281), (15, 2.1314), (20, 2.0860), (30, 2.0423), (60, 2.0003), (120, 1.9799),
    ],
)  # fmt: skip
def test_student_agrees_with_the_printed_table(freedom: int, point: float) -> None:
    assert student_95(freedom) == pytest.approx(point, abs=0.0002)


def test_student_falls_to_the_normal_distribution() -> None:
    points = [student_95(freedom) for freedom in range(1, 400)]
    assert points == sorted(points, reverse=True)
    assert student_95(10**9) == pytest.approx(1.959964, abs=1e-6)
    assert student_95(0) == math.inf


def test_the_interval_of_a_mean_by_hand() -> None:
    # mean 3, variance 7, so the standard error is (7/3) ** 0.5 = 1.5275, times 4.3027 for two degrees of freedom
    low, high = mean_interval([1.0, 2.0, 6.0]) or (0, 0)
    assert low == pytest.approx(3 - 6.5724, abs=1e-4)
    assert high == pytest.approx(3 + 6.5724, abs=1e-4)
    assert mean_interval([4.0, 4.0]) == (4, 4)


def test_one_deal_allows_no_interval_of_a_mean_and_any_share() -> None:
    assert mean_interval([5.0]) is None
    assert mean_interval([]) is None
    assert share_interval([1.0]) == (0, 1)
    assert share_interval([0.5]) == (0, 1)


def test_the_interval_of_a_share_by_hand() -> None:
    # ten deals won altogether, and the two imagined ones: mean 11/12, variance (11/12)(1/12)(12/11) = 1/12,
    # standard error (1/144) ** 0.5 = 1/12, times 2.2010 for eleven degrees of freedom
    low, high = share_interval([1.0] * 10)
    assert low == pytest.approx((11 - 2.2010) / 12, abs=1e-4)
    assert high == 1
    low, high = share_interval([0.0] * 10)
    assert low == 0
    assert high == pytest.approx((1 + 2.2010) / 12, abs=1e-4)


def test_the_interval_of_a_share_holds_the_share_and_stays_within_bounds() -> None:
    chance = random.Random(1)
    for _ in range(2000):
        shares = [chance.choice([0, 1 / 4, 1 / 3, 1 / 2, 3 / 4, 1.0]) for _ in range(chance.randint(1, 40))]
        low, high = share_interval(shares)
        assert 0 <= low <= mean(shares) + 1e-12
        assert mean(shares) - 1e-12 <= high <= 1


def test_more_deals_narrow_the_interval() -> None:
    widths = [high - low for low, high in (share_interval([0.0, 0.5, 1.0, 0.5] * n) for n in (1, 4, 16, 64))]
    assert widths == sorted(widths, reverse=True)
    assert widths[2] / widths[3] == pytest.approx(2, rel=0.1), "four times the deals, half the width"


def pair(chance: random.Random, wins: float) -> float:
    """A deal of two games that do not depend on each other."""
    return ((chance.random() < wins) + (chance.random() < wins)) / 2


def bound_pair(chance: random.Random, wins: float) -> float:
    """A deal that half the time goes to whoever sits better, one game each, and else all to one bot."""
    return 0.5 if chance.random() < 0.5 else float(chance.random() < wins)


def same_twice(chance: random.Random, wins: float) -> float:
    """A deal whose games always end alike: two games tell no more than one."""
    return float(chance.random() < wins)


def four_seats(chance: random.Random, wins: float) -> float:
    """A deal of four games."""
    return sum(chance.random() < wins for _ in range(4)) / 4


@pytest.mark.parametrize("deals", [10, 40, 200])
@pytest.mark.parametrize(
    ("deal", "wins", "truth"),
    [
        (pair, 0.5, 0.5),
        (pair, 0.75, 0.75),
        (pair, 0.97, 0.97),
        (bound_pair, 0.7, 0.6),
        (same_twice, 0.5, 0.5),
        (same_twice, 0.8, 0.8),
        (four_seats, 0.25, 0.25),
    ],
)
def test_intervals_hold_the_truth_about_95_times_in_100(
    deal: Callable[[random.Random, float], float], wins: float, truth: float, deals: int
) -> None:
    """1,500 matches: between 93 % and, for few deals, where the interval is wider on purpose, all of them."""
    chance = random.Random(f"{deal.__name__} {wins} {deals}")
    held = 0
    for _ in range(1500):
        low, high = share_interval([deal(chance, wins) for _ in range(deals)])
        held += low <= truth <= high
    assert held / 1500 > 0.93
    if deals == 200 and 0.2 < wins < 0.8:
        assert held / 1500 < 0.972


def test_pairing_is_not_ignored() -> None:
    """Counting the games of deals that always end alike as independent would hold the truth far less often."""
    chance = random.Random(3)
    by_deal, by_game = 0, 0
    for _ in range(1000):
        shares = [same_twice(chance, 0.5) for _ in range(60)]
        low, high = share_interval(shares)
        by_deal += low <= 0.5 <= high
        low, high = share_interval([share for share in shares for _ in range(2)])
        by_game += low <= 0.5 <= high
    assert by_deal > 930
    assert by_game < 880


def test_the_interval_of_a_mean_holds_the_truth_about_95_times_in_100() -> None:
    chance = random.Random(5)
    held = 0
    for _ in range(2000):
        low, high = mean_interval([chance.gauss(12, 5) for _ in range(8)]) or (0, 0)
        held += low <= 12 <= high
    assert 0.935 < held / 2000 < 0.965


# Strength. ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("elo", "share"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (190.85, 0.75), (100, 0.6401)]
)
def test_elo_and_share_by_hand(elo: float, share: float) -> None:
    assert share_of(elo) == pytest.approx(share, abs=1e-4)
    assert elo_of(share) == pytest.approx(elo, abs=0.05)


def test_a_share_of_nothing_or_all_has_no_elo() -> None:
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)
    low, high = elo_interval([1.0] * 20)
    assert 150 < low < 400
    assert high == math.inf


def test_elo_and_superiority_are_those_of_fishtest() -> None:
    """Stockfish, pull request 4160: `Elo: 1.35 +-1.2 (95%) LOS: 98.6%`, from these counts of pairs."""
    counts = (39, 5335, 18992, 5622, 12)
    by_deal = [score / 4 for score, count in enumerate(counts) for _ in range(count)]
    assert round(elo_of(mean(by_deal)), 2) == 1.35
    low, high = elo_interval(by_deal)
    assert round((high - low) / 2, 1) == 1.2
    assert round(superiority(by_deal), 3) == 0.986


def test_superiority_of_few_deals_is_not_certain() -> None:
    assert superiority([0.5, 0.5, 0.5]) == pytest.approx(0.5)
    assert 0.6 < superiority([1.0]) < 0.8
    assert 0.9 < superiority([1.0] * 5) < 0.999
    assert superiority([0.2, 0.0, 0.1]) == pytest.approx(1 - superiority([0.8, 1.0, 0.9]))
    assert superiority([1 / 3] * 9, fair=1 / 3) == pytest.approx(0.5)


def test_quantiles_by_hand() -> None:
    assert [quantile([4, 1, 3, 2], share) for share in (0, 0.5, 1)] == [1, 2.5, 4]
    assert quantile([7], 0.3) == 7
