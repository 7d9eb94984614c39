"""The sequential test against published results of fishtest, by hand, and by simulation."""

from __future__ import annotations

import math
import random

import pytest

from arboretum.arena.sprt import PAIR_SCORES, Sprt, likeliest, pentanomial
from arboretum.arena.stats import share_of
from arboretum.errors import OptionError

PUBLISHED = [
    # Log-likelihood ratio, differences in Elo, pentanomial counts, and the pull request of Stockfish with them.
    (2.95, (-0.5, 1.5), (665, 4806, 9333, 4893, 747)),  # 2920
    (2.98, (0.25, 1.75), (328, 4564, 15580, 4789, 371)),  # 2920
    (2.96, (-0.25, 1.25), (491, 7345, 29693, 7670, 465)),  # 3098
    (2.94, (-1, 3), (424, 2948, 5832, 3045, 460)),  # 2493
    (2.94, (0, 2), (1284, 17437, 55536, 18085, 1292)),  # 2493
    (2.95, (-0.5, 1.5), (59, 754, 2467, 865, 75)),  # 2951
    (2.95, (0.25, 1.75), (33, 1185, 8378, 1302, 50)),  # 2951
    (2.96, (-0.5, 1.5), (17, 253, 1042, 337, 39)),  # 2971
    (2.93, (0.25, 1.75), (11, 407, 3238, 513, 11)),  # 2971
]


@pytest.mark.parametrize(("ratio", "elos", "counts"), PUBLISHED)
def test_the_ratio_is_that_of_fishtest(ratio: float, elos: tuple[float, float], counts: tuple[int, ...]) -> None:
    assert round(Sprt(*elos).ratio(counts), 2) == ratio


def test_the_bounds_are_walds() -> None:
    assert Sprt(0, 5).bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert Sprt(0, 5, alpha=0.01, beta=0.1).bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))


def test_pairs_are_counted_by_what_they_came_to() -> None:
    assert pentanomial([]) == (0, 0, 0, 0, 0)
    assert pentanomial([0, 0.25, 0.5, 0.75, 1, 1]) == (1, 1, 1, 1, 2)


def test_the_likeliest_chances_by_hand() -> None:
    # Half of all pairs were lost, half won: with two outcomes and a mean there is no choice.
    assert likeliest([0.5, 0, 0, 0, 0.5], 0.7) == pytest.approx([0.3, 0, 0, 0, 0.7])
    # The mean that was seen needs no change.
    assert likeliest([0.1, 0.2, 0.4, 0.2, 0.1], 0.5) == pytest.approx([0.1, 0.2, 0.4, 0.2, 0.1])


def test_the_likeliest_chances_have_their_mean_and_none_near_them_is_likelier() -> None:
    seen, mean = [0.2, 0.1, 0.3, 0.25, 0.15], 0.62
    best = likeliest(seen, mean)
    assert sum(best) == pytest.approx(1)
    assert sum(a * p for a, p in zip(PAIR_SCORES, best, strict=True)) == pytest.approx(mean)
    chance = random.Random(1)
    for _ in range(200):  # a step that changes neither sum nor mean: second differences
        step, at = chance.uniform(-0.02, 0.02), chance.randrange(3)
        other = [p + step * {at: 1, at + 1: -2, at + 2: 1}.get(n, 0) for n, p in enumerate(best)]
        if min(other) > 0:
            told = [sum(p * math.log(q) for p, q in zip(seen, each, strict=True)) for each in (best, other)]
            assert told[0] >= told[1]


def test_a_test_is_read_from_two_numbers() -> None:
    assert Sprt.parse("0,10") == Sprt(0, 10)
    assert Sprt.parse("-3, 1.5") == Sprt(-3, 1.5)
    for text in ("", "5", "10,0", "0,0", "a,b", "0,10,20", "nan,5", "0,inf", "0,2000"):
        with pytest.raises(OptionError, match="two differences in Elo"):
            Sprt.parse(text)


def test_what_was_found_is_said_in_words() -> None:
    test = Sprt(0, 50)
    names = ["Ada", "Ben"]
    assert test.in_words((0, 0, 0, 0, 0), names).startswith("Undecided between 0 and 50 Elo for Ada against Ben")
    higher = test.in_words((10, 20, 100, 60, 50), names)
    assert higher.startswith("Decided for 50 Elo against 0: Ada is stronger than Ben by more than 0")
    lower = test.in_words((50, 60, 100, 20, 10), names)
    assert lower.startswith("Decided for 0 Elo against 50: Ada is not stronger than Ben by 50")
    assert "bounds -2.94 and 2.94" in lower


def played(chance: random.Random, test: Sprt, wins: float) -> str | None:
    """A test over pairs of games that do not depend on each other."""
    counts = [0] * 5
    for _ in range(2000):
        counts[2 * ((chance.random() < wins) + (chance.random() < wins))] += 1
        verdict = test.verdict(counts)
        if verdict:
            return verdict
    return None


@pytest.mark.parametrize(("elo", "wrong"), [(0, "higher"), (100, "lower")])
def test_it_errs_about_as_rarely_as_it_says(elo: float, wrong: str) -> None:
    """About 5 in 100: of 120 tests, 13 or more would come up once in two thousand runs."""
    chance = random.Random(elo)
    found = [played(chance, Sprt(0, 100), share_of(elo)) for _ in range(120)]
    assert None not in found
    assert found.count(wrong) < 13
