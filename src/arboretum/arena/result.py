"""What a match or a ladder came to: figures, a table to read, and an object for programs."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from arboretum.arena import tables
from arboretum.arena.figures import Figures
from arboretum.arena.versions import versions


class MatchResult(Figures):
    """The games of a match, in figures (`arena.figures`), and how they are told."""

    def table(self) -> str:
        """The match as text, for people; the same whenever it is played again."""
        return tables.table(self)

    def times_table(self) -> str:
        """How long each bot thought, as text."""
        return tables.times_table(self)

    def to_json(self) -> dict[str, Any]:
        """
        The match for programs, the same whenever it is played again.

        Intervals are lists, None where one deck allows none; a difference in Elo without a bound is None.
        """
        match = self.match
        named = dict(zip(match.names, match.entrants, strict=True))
        return {
            "players": [
                dataclasses.asdict(standing)
                | {"named": named[standing.bot] if isinstance(named[standing.bot], str) else None}
                for standing in self.standings
            ],
            "deals": self.deals,
            "tables": [[match.names[bot] for bot in table] for table in match.tables],
            "games": len(self.games),
            "complete": self.is_complete,
            "seed": match.seed,
            "options": match.options.to_json(),
            "budgets": [dataclasses.asdict(budget) for budget in match.budgets],
            "reproducible": match.is_reproducible,
            "first_seat": _share(self.first_seat),
            "duels": [_finite(dataclasses.asdict(duel)) for duel in self.duels.values()],
            "test": self._test(),
            "ratings": self._rated(),
            "faults": self.faults,
            "first_faults": [str(fault) for fault in self.first_faults],
            "versions": versions(match.entrants),
        }

    def times_to_json(self) -> list[dict[str, Any]]:
        """How long each bot thought, for programs."""
        return [
            {"bot": name, "decisions": each.decisions, "mean_seconds": each.mean, "longest_seconds": each.longest}
            for name, each in zip(self.match.names, self.times, strict=True)
        ]

    def _test(self) -> dict[str, Any] | None:
        if self.test is None:
            return None
        counts = self.pairs(0, 1)
        return {
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "ratio": self.test.ratio(counts),
            "bounds": self.test.bounds,
            "verdict": self.verdict,
        }

    def _rated(self) -> list[dict[str, Any]] | None:
        if self.ratings:
            return [
                {"bot": name, "elo": rating.elo, "elo_ci": rating.interval}
                for name, rating in zip(self.match.names, self.ratings, strict=True)
            ]
        if self.skills:
            return [
                {"bot": name, "mu": skill.mu, "sigma": skill.sigma}
                for name, skill in zip(self.match.names, self.skills, strict=True)
            ]
        return None


def _share(share: tuple[float, tuple[float, float]] | None) -> dict[str, Any] | None:
    return None if share is None else {"share": share[0], "share_ci": share[1]}


def _finite(told: dict[str, Any]) -> dict[str, Any]:
    """The same, with None for a number without a bound, which JSON does not have."""
    elo, (low, high) = told["elo"], told["elo_ci"]
    plain = [None if math.isinf(value) else value for value in (elo, low, high)]
    return told | {"elo": plain[0], "elo_ci": plain[1:]}
