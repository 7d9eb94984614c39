"""What one game of a match came to. Players are numbered as they are named for their table."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, get_args

from arboretum.errors import FaultKind
from arboretum.language import say

KINDS: tuple[FaultKind, ...] = get_args(FaultKind)
"""The ways to fail, in the order in which they are counted."""


@dataclasses.dataclass(frozen=True, slots=True)
class Fault:
    """A bot that failed: it raised an exception, answered too late, or something illegal."""

    deal: int
    seating: int
    player: int
    sentence: str

    def __str__(self) -> str:
        what = {"deal": self.deal, "seating": self.seating, "sentence": self.sentence}
        return say("Deal {deal}, seating {seating}: {sentence}", **what)


@dataclasses.dataclass(frozen=True, slots=True)
class Times:
    """How long a player thought in a game. What a process does for the first time is not counted."""

    decisions: int = 0
    seconds: float = 0.0
    """All of them together."""
    longest: float = 0.0

    def __add__(self, other: Times) -> Times:
        return Times(
            self.decisions + other.decisions,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
        )

    @property
    def mean(self) -> float | None:
        """Seconds for a decision; None where none was counted."""
        return self.seconds / self.decisions if self.decisions else None


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one game."""

    deal: int
    """Number of its deck, from 1."""
    table: int
    """Number of its table in the match, from 0."""
    seating: int
    """Number of the seating, from 1; from each to the next all move on a seat."""
    totals: tuple[int, ...]
    """Points, by player."""
    winners: tuple[int, ...]
    """The players who won or share the win."""
    places: tuple[int, ...]
    """When each player's turn was: 0 for who began."""
    turns: int
    kinds: tuple[tuple[int, ...], ...]
    """How often each player failed in each of the ways of `KINDS`."""
    first_faults: tuple[Fault, ...]
    """The first of them, as sentences."""
    times: tuple[Times, ...] = dataclasses.field(compare=False)
    """How long each player thought: all else is the same whenever the game is played again."""

    @property
    def faults(self) -> tuple[int, ...]:
        """How often each player failed, and a move was played for it."""
        return tuple(map(sum, self.kinds))

    @property
    def ranks(self) -> tuple[int, ...]:
        """How many others did better than each player: won where it did not, or lost with more points."""
        done = [(player in self.winners, total) for player, total in enumerate(self.totals)]
        done = [(True, 0) if won else (False, total) for won, total in done]
        return tuple(sum(other > mine for other in done) for mine in done)

    def to_json(self) -> dict[str, Any]:
        """The outcome in plain values; `from_json` reads it back. What is nought is left out."""
        told: dict[str, Any] = {
            "deal": self.deal,
            "table": self.table,
            "seating": self.seating,
            "totals": self.totals,
            "winners": self.winners,
            "places": self.places,
            "turns": self.turns,
            "times": [[each.decisions, round(each.seconds, 6), round(each.longest, 6)] for each in self.times],
        }
        if any(self.faults):
            told["faults"] = self.kinds
            told["first_faults"] = [[fault.player, fault.sentence] for fault in self.first_faults]
        return told

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Outcome:
        """Read one back. Raises KeyError, TypeError or ValueError for anything else."""
        deal, seating, totals = int(told["deal"]), int(told["seating"]), _numbers(told["totals"])
        none = [[0] * len(KINDS)] * len(totals)
        return cls(
            deal=deal,
            table=int(told["table"]),
            seating=seating,
            totals=totals,
            winners=_numbers(told["winners"]),
            places=_numbers(told["places"]),
            turns=int(told["turns"]),
            kinds=tuple(map(_numbers, told.get("faults", none))),
            first_faults=tuple(
                Fault(deal, seating, int(player), str(sentence))
                for player, sentence in told.get("first_faults", ())
            ),
            times=tuple(Times(int(n), float(total), float(most)) for n, total, most in told["times"]),
        )


def _numbers(values: Any) -> tuple[int, ...]:  # noqa: ANN401 - JSON
    return tuple(map(int, values))
