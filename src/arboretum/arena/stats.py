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
