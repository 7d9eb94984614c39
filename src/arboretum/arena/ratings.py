"""
Ratings of a ladder of pairs, in Elo: the differences at which the win shares that were seen are the likeliest.

Bradley and Terry's model: a bot's expected win share against another depends on the difference of their ratings
alone. The ratings add up to nought. Each pair gets one imagined deal that both share, so that no rating is
infinite. Intervals do not trust the model or the independence of games: they come from how much the deals differ
from each other (the sandwich estimator), all pairs of a deck together, since they had the same cards.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from arboretum.arena.stats import Interval, student_95

Pair: TypeAlias = tuple[int, int]
Shares: TypeAlias = Mapping[Pair, Mapping[int, float]]
"""For each pair of bots, the win share of the first of them in each deck, by the deck's number."""

ELO: Final = 400 / math.log(10)
"""A difference in Elo of which the odds are e to 1."""

ROUNDS: Final = 100
IMAGINED: Final = 0.5
"""What the imagined deal of each pair comes to."""


@dataclasses.dataclass(frozen=True, slots=True)
class Rating:
    """How strong a bot is among those of its ladder."""

    elo: float
    interval: Interval | None
    """Of 95 %; None for a single deck."""


def ratings(bots: int, shares: Shares) -> list[Rating]:
    """The rating of each bot, where all bots are connected by the pairs that have met."""
    strength = _strengths(bots, shares)
    decks = sorted({deck for by_deck in shares.values() for deck in by_deck})
    if len(decks) < 2:
        return [Rating(ELO * value, None) for value in strength]
    surprises = _surprises(bots, shares, strength, decks)
    moved = surprises @ np.linalg.pinv(_information(bots, shares, strength))  # by each deck, each rating
    spread = np.square(moved).sum(axis=0) * len(decks) / (len(decks) - 1)
    half = student_95(len(decks) - 1) * np.sqrt(spread) * ELO
    return [
        Rating(ELO * value, (ELO * value - wide, ELO * value + wide))
        for value, wide in zip(strength.tolist(), half.tolist(), strict=True)
    ]


def _strengths(bots: int, shares: Shares) -> npt.NDArray[np.float64]:
    """The likeliest strengths, by Newton's method, which finds the top of what is concave."""
    strength = np.zeros(bots)
    for _ in range(ROUNDS):
        slope = np.zeros(bots)
        for (one, other), by_deck in shares.items():
            seen = IMAGINED + math.fsum(by_deck.values())
            excess = seen - (len(by_deck) + 1) * _expected(strength[one] - strength[other])
            slope[one] += excess
            slope[other] -= excess
        step = np.linalg.pinv(_information(bots, shares, strength)) @ slope
        strength += step / max(1.0, float(np.abs(step).max()))  # no more than by e to 1 at once
        if np.abs(step).max() < 1e-12:
            break
    centred: npt.NDArray[np.float64] = strength - strength.mean()
    return centred


def _information(bots: int, shares: Shares, strength: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """How sharply the likelihood bends at these strengths."""
    bend = np.zeros((bots, bots))
    for (one, other), by_deck in shares.items():
        chance = _expected(strength[one] - strength[other])
        weight = (len(by_deck) + 1) * chance * (1 - chance)
        for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
            bend[row, column] += sign * weight
    return bend


def _surprises(
    bots: int, shares: Shares, strength: npt.NDArray[np.float64], decks: Iterable[int]
) -> npt.NDArray[np.float64]:
    """How much more than expected each bot got in each deck, and in each of those that are imagined."""
    row = {deck: number for number, deck in enumerate(decks)}
    found = np.zeros((len(row) + len(shares), bots))
    for number, ((one, other), by_deck) in enumerate(shares.items(), len(row)):
        chance = _expected(strength[one] - strength[other])
        for at, share in [(number, IMAGINED), *((row[deck], share) for deck, share in by_deck.items())]:
            found[at, one] += share - chance
            found[at, other] -= share - chance
    return found


def _expected(difference: float) -> float:
    """The expected win share."""
    return 1 / (1 + math.exp(-difference))
