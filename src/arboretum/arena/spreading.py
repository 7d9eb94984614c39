"""Who gets the deals of a match played: here, in processes of this machine, or elsewhere."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Protocol, TypeAlias

from arboretum.arena.match import Match
from arboretum.arena.outcome import Outcome
from arboretum.bots.registry import end_idle_programs

Played: TypeAlias = tuple[int, tuple[Outcome, ...]]
"""The number of a deal, and its games."""


class Spreader(Protocol):
    """Something that gets deals played. What is played depends on the match and the number alone."""

    def __call__(self, match: Match, numbers: Sequence[int]) -> Generator[Played, None, None]:
        """
        Each of these deals once, in any order, as soon as it is played.

        To close the generator is to stop: it then ends whatever it started. Raises ArboretumError for a deal
        that cannot be played.
        """
        ...


def here(match: Match, numbers: Sequence[int]) -> Generator[Played, None, None]:
    """Play the deals in this process, one after the other."""
    try:
        for number in numbers:
            yield number, match.play_deal(number)
    finally:
        end_idle_programs()
