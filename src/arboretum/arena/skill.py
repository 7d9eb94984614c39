"""Ratings of tables of three and four by `openskill` (Plackett and Luce's model), an optional package."""

from __future__ import annotations

import dataclasses
import importlib.util
from collections.abc import Iterable, Sequence

from arboretum.errors import ArboretumError
from arboretum.language import say


@dataclasses.dataclass(frozen=True, slots=True)
class Skill:
    """What openskill believes of a bot: a mean and a standard deviation, which begin at 25 and 25/3."""

    mu: float
    sigma: float


def can_rate() -> bool:
    """Whether openskill is installed."""
    return importlib.util.find_spec("openskill") is not None


def skills(bots: int, games: Iterable[tuple[Sequence[int], Sequence[int]]]) -> list[Skill]:
    """
    The skill of each bot after these games in their order, each as its bots and their ranks (0 is best).

    Raises ArboretumError where openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise ArboretumError(
            say(
                "Ratings of tables of three and four need the package openskill: {command} installs it.",
                command="pip install 'arboretum-game[arena]'",
            )
        ) from None
    model = PlackettLuce()
    known = [model.rating() for _ in range(bots)]
    for seated, ranks in games:
        changed = model.rate([[known[bot]] for bot in seated], ranks=[float(rank) for rank in ranks])
        for bot, (rating,) in zip(seated, changed, strict=True):
            known[bot] = rating
    return [Skill(rating.mu, rating.sigma) for rating in known]
