"""The command that plays a match again."""

from __future__ import annotations

import shlex

from arboretum.arena.entrants import with_budget
from arboretum.arena.match import Match
from arboretum.arena.sprt import Sprt
from arboretum.bots.bot import Budget


def command_of(match: Match, test: Sprt | None = None) -> str | None:
    """
    What to type for the same match; None where a bot has no name to type.

    >>> command_of(Match.of(["greedy", "random@9"], deals=7, seed=1, budget=Budget(rollouts=400)))
    'arboretum match greedy random@9 --deals 7 --seed 1 --rollouts 400'
    """
    if not all(isinstance(entrant, str) for entrant in match.entrants):
        return None
    words = ["arboretum", "ladder" if match.is_ladder else "match", *map(str, match.entrants)]
    if match.is_ladder and match.seatings > 2:
        words += ["--players", str(match.seatings)]
    words += ["--deals", str(match.deals), "--seed", str(match.seed)]
    if match.options.changed:
        words += ["--options", str(match.options)]
    common = [
        budget
        for entrant, budget in zip(match.entrants, match.budgets, strict=True)
        if with_budget(entrant, Budget())[0] == entrant
    ]
    for budget in common[:1]:
        words += [] if budget.seconds is None else ["--seconds", f"{budget.seconds:g}"]
        words += [] if budget.rollouts is None else ["--rollouts", str(budget.rollouts)]
    if test is not None:
        words += ["--sprt", f"{test.elo0:g},{test.elo1:g}"]
    return shlex.join(words)
