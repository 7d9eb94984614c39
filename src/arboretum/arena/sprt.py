"""
A sequential test: it ends a match of two once the games tell which of two differences in Elo is the likelier.

What is counted are pairs, the two games of a deck, by what they came to together: five outcomes, the pentanomial
counts. The test is the generalized sequential probability ratio test over them, as fishtest does it for chess
(Van den Bergh, "A practical introduction to the GSPRT"): how much likelier are the counts at their likeliest
under the one difference than under the other?
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from arboretum.arena.stats import share_of
from arboretum.errors import OptionError
from arboretum.language import say

PAIR_SCORES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What the two games of a deck can come to, as a win share."""

EMPTY: Final = 1e-3
"""What stands for a count of nought, so that no outcome is impossible."""

Verdict = Literal["lower", "higher"]


def pentanomial(by_deal: Iterable[float]) -> tuple[int, ...]:
    """
    How many decks came to each of the five outcomes, from both games lost to both won.

    >>> pentanomial([0.0, 0.5, 0.5, 0.75])
    (1, 0, 2, 1, 0)
    """
    counts = [0] * len(PAIR_SCORES)
    for share in by_deal:
        counts[round(share * 4)] += 1
    return tuple(counts)


@dataclasses.dataclass(frozen=True, slots=True)
class Sprt:
    """A test of one difference in Elo against a higher one, with the risk of either error."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """Risk of finding for the higher one where the lower is true."""
    beta: float = 0.05
    """Risk of finding for the lower one where the higher is true."""

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """
        Read two differences in Elo, such as `0,10`. Raises OptionError.

        >>> Sprt.parse("-5, 5")
        Sprt(elo0=-5.0, elo1=5.0, alpha=0.05, beta=0.05)
        """
        try:
            low, high = map(float, text.split(","))
        except ValueError:
            low = high = math.nan
        if not -1000 <= low < high <= 1000:
            example = "--sprt 0,10"
            raise OptionError(
                say(
                    "A test needs two differences in Elo, the lower one first, as in {example}: {text} is none.",
                    example=example,
                    text=repr(text),
                )
            )
        return cls(low, high)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which it is decided."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of the higher difference against the lower one; 0 for no pairs."""
        if not any(counts):
            return 0.0
        known = [count or EMPTY for count in counts]
        shares = [count / sum(known) for count in known]
        lower = likeliest(shares, share_of(self.elo0))
        higher = likeliest(shares, share_of(self.elo1))
        return sum(known) * math.fsum(p * math.log(b / a) for p, a, b in zip(shares, lower, higher, strict=True))

    def verdict(self, counts: Sequence[int]) -> Verdict | None:
        """Which of the two is found for; None while it is open."""
        low, high = self.bounds
        ratio = self.ratio(counts)
        return "higher" if ratio >= high else "lower" if ratio <= low else None

    def in_words(self, counts: Sequence[int], names: Sequence[str]) -> str:
        """What it found, or how far it is, as a sentence."""
        low, high = self.bounds
        told = {
            "name": names[0],
            "other": names[1],
            "elo0": f"{self.elo0:g}",
            "elo1": f"{self.elo1:g}",
            "ratio": f"{self.ratio(counts):.2f}",
            "low": f"{low:.2f}",
            "high": f"{high:.2f}",
        }
        match self.verdict(counts):
            case "higher":
                return say(
                    "Decided for {elo1} Elo against {elo0}: {name} is stronger than {other} by more than {elo0}"
                    " (log-likelihood ratio {ratio}, bounds {low} and {high}).",
                    **told,
                )
            case "lower":
                return say(
                    "Decided for {elo0} Elo against {elo1}: {name} is not stronger than {other} by {elo1}"
                    " (log-likelihood ratio {ratio}, bounds {low} and {high}).",
                    **told,
                )
            case None:
                return say(
                    "Undecided between {elo0} and {elo1} Elo for {name} against {other}"
                    " (log-likelihood ratio {ratio}, bounds {low} and {high}).",
                    **told,
                )


def likeliest(shares: Sequence[float], mean: float) -> list[float]:
    """
    The likeliest chances of the outcomes if their mean is this one, where such shares were seen.

    They are p / (1 + x (a - mean)), with the x that gives them that mean (Owen, "Empirical likelihood"); it is
    found by halving, since what is to be nought falls as x rises.
    """
    off = [score - mean for score in PAIR_SCORES]
    low, high = -1 / off[-1], -1 / off[0]
    for _ in range(80):
        middle = (low + high) / 2
        if sum(p * a / (1 + middle * a) for p, a in zip(shares, off, strict=True)) > 0:
            low = middle
        else:
            high = middle
    x = (low + high) / 2
    return [p / (1 + x * a) for p, a in zip(shares, off, strict=True)]
