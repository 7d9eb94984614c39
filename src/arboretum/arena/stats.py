"""
What a match says about strength: means and 95 % intervals.

The unit is the deal: its games, one deck in every seating, are alike in luck, so they count as one
observation, their mean. Deals are independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import Final

NORMAL_95: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""

STUDENT_95: Final = (math.inf, 12.706204736, 4.302652730, 3.182446305, 2.776445105, 2.570581836)
"""That of Student's distribution, by degrees of freedom from 0."""

Interval = tuple[float, float]


def share_of_win(winners: Collection[int], player: int) -> float:
    """What a game counts for a player: 1 for a win, 1/n for a win shared by n, else 0."""
    return 1 / len(winners) if player in winners else 0.0


def mean(values: Sequence[float]) -> float:
    """The mean. Raises ValueError where there is nothing."""
    if not values:
        raise ValueError("Nothing has no mean.")
    return math.fsum(values) / len(values)


def variance(values: Sequence[float]) -> float:
    """The unbiased variance of at least two values."""
    centre = mean(values)
    return math.fsum((value - centre) ** 2 for value in values) / (len(values) - 1)


def student_95(freedom: int) -> float:
    """
    The 97.5 % point of Student's distribution with so many degrees of freedom.

    From 6 up by the expansion of Cornish and Fisher about the normal distribution, right to 0.0002.
    """
    if freedom < len(STUDENT_95):
        return STUDENT_95[freedom]
    z, n = NORMAL_95, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def mean_interval(by_deal: Sequence[float]) -> Interval | None:
    """The 95 % interval of the mean over deals, by Student's t; None for fewer than two deals."""
    if len(by_deal) < 2:
        return None
    centre = mean(by_deal)
    half = student_95(len(by_deal) - 1) * math.sqrt(variance(by_deal) / len(by_deal))
    return centre - half, centre + half


def share_interval(by_deal: Sequence[float]) -> Interval:
    """
    The 95 % interval of a win share over deals, each a number from 0 to 1.

    Two imagined deals are added, one won in every seat and one lost, and then it is Student's t. So few deals,
    or deals that all went alike, do not look certain, as with Agresti and Coull's interval for a proportion.
    It holds the share itself, and lies within 0 and 1; one deal says hardly anything.
    """
    low, high = mean_interval([*by_deal, 0.0, 1.0]) or (0.0, 1.0)
    return max(0.0, low), min(1.0, high)


# Strength. -------------------------------------------------------------------------------------------------


def elo_of(share: float) -> float:
    """
    The difference in Elo at which a win share is expected of one bot against another; infinite at 0 and 1.

    >>> round(elo_of(0.75))
    191
    """
    if not 0 < share < 1:
        return math.inf if share >= 1 else -math.inf
    return -400 * math.log10(1 / share - 1)


def share_of(elo: float) -> float:
    """
    The win share that is expected at a difference in Elo.

    >>> share_of(0)
    0.5
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_interval(by_deal: Sequence[float]) -> Interval:
    """The 95 % interval of the difference in Elo: that of the win share (`share_interval`), as Elo."""
    low, high = share_interval(by_deal)
    return elo_of(low), elo_of(high)


def superiority(by_deal: Sequence[float], fair: float = 0.5) -> float:
    """
    The likelihood of superiority: how likely the true win share is above a fair one, if nothing was known before.

    By the normal distribution, with the two imagined deals of `share_interval`, so that it is never certain.
    """
    values = [*by_deal, 0.0, 2 * fair]
    error = math.sqrt(variance(values) / len(values))
    return 0.5 * math.erfc(-(mean(values) - fair) / error / math.sqrt(2))


def quantile(values: Sequence[float], share: float) -> float:
    """
    The value below which a share of all values lies, between neighbours in proportion.

    >>> quantile([3, 1, 2, 10], 0.5)
    2.5
    """
    ordered = sorted(values)
    at = share * (len(ordered) - 1)
    below = math.floor(at)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (at - below) * (ordered[above] - ordered[below])
