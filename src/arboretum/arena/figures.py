"""A match or a ladder in figures."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Final

from arboretum.arena.match import Match
from arboretum.arena.outcome import Fault, Outcome, Times
from arboretum.arena.ratings import Rating, ratings
from arboretum.arena.skill import Skill, can_rate, skills
from arboretum.arena.sprt import Sprt, pentanomial
from arboretum.arena.standing import Duel, Seat, Standing, above, by_deck, duel, standing, times
from arboretum.arena.stats import mean, share_interval

FAULTS_SHOWN: Final = 3


class Figures:
    """The games of a match, and what they come to; of those deals that were played in every seating."""

    def __init__(self, match: Match, games: Iterable[Outcome], test: Sprt | None = None) -> None:
        self.match = match
        self.games = tuple(sorted(games, key=lambda game: (game.deal, game.table, game.seating)))
        """In order, whatever order they were played in."""
        self.test = test
        """The sequential test that was to end it."""

    @property
    def played(self) -> int:
        """How many deals were played, one deck at one table each."""
        return len(self.games) // self.match.seatings

    @property
    def deals(self) -> int:
        """How many decks were played, at all tables or at some."""
        return len({game.deal for game in self.games})

    @property
    def verdict(self) -> str | None:
        """What the test found for, `lower` or `higher`; None without one, or while it is open."""
        return self.test.verdict(self.pairs(0, 1)) if self.test else None

    @property
    def is_complete(self) -> bool:
        """All deals were played, or the test was decided: the match was not interrupted."""
        return self.played == self.match.numbers or self.verdict is not None

    @property
    def faults(self) -> int:
        """How often bots failed."""
        return sum(sum(game.faults) for game in self.games)

    @property
    def first_faults(self) -> tuple[Fault, ...]:
        """The first of them."""
        return tuple(fault for game in self.games for fault in game.first_faults)[:FAULTS_SHOWN]

    @functools.cached_property
    def seats(self) -> tuple[list[Seat], ...]:
        """The games of each bot, each with its number at that table."""
        found: tuple[list[Seat], ...] = tuple([] for _ in self.match.names)
        for game in self.games:
            for player, bot in enumerate(self.match.tables[game.table]):
                found[bot].append((game, player))
        return found

    @functools.cached_property
    def standings(self) -> tuple[Standing, ...]:
        """How each bot did that has played, in the order they were named."""
        return tuple(
            standing(name, seats) for name, seats in zip(self.match.names, self.seats, strict=True) if seats
        )

    @functools.cached_property
    def duels(self) -> dict[tuple[int, int], Duel]:
        """How each two bots that have met did against each other, by their numbers, the lower one first."""
        names = self.match.names
        of_two = self.match.seatings == 2
        return {
            (one, other): duel(names[one], names[other], games, self.pairs(one, other) if of_two else None)
            for (one, other), games in self.meetings.items()
        }

    @functools.cached_property
    def meetings(self) -> dict[tuple[int, int], list[tuple[Outcome, int, int]]]:
        """The games in which two bots met, with the number of each at that table."""
        found: dict[tuple[int, int], list[tuple[Outcome, int, int]]] = {}
        for game in self.games:
            members = self.match.tables[game.table]
            for player, one in enumerate(members):
                for rival in range(player + 1, len(members)):
                    found.setdefault((one, members[rival]), []).append((game, player, rival))
        return dict(sorted(found.items()))

    def shares(self, one: int, other: int) -> dict[int, float]:
        """The win share of a bot against another in each deck, by its number."""
        games = self.meetings.get((one, other), [])
        decks = sorted({game.deal for game, _, _ in games})
        rival = {id(game): number for game, _, number in games}
        values = by_deck(
            [(game, player) for game, player, _ in games],
            lambda game, player: above(game, player, rival[id(game)]),
        )
        return dict(zip(decks, values, strict=True))

    def pairs(self, one: int, other: int) -> tuple[int, ...]:
        """The pentanomial counts of a bot against another."""
        return pentanomial(self.shares(one, other).values())

    @functools.cached_property
    def ratings(self) -> Sequence[Rating] | None:
        """The rating of each bot of a ladder of pairs, once all pairs have met; else None."""
        if not self.match.is_ladder or self.match.seatings != 2 or len(self.meetings) < len(self.match.tables):
            return None
        return ratings(len(self.match.names), {pair: self.shares(*pair) for pair in self.meetings})

    @functools.cached_property
    def skills(self) -> Sequence[Skill] | None:
        """The skill of each bot of a ladder of three or four at a table, if openskill is installed; else None."""
        if not self.wants_skills or not can_rate():
            return None
        seated = ((self.match.tables[game.table], game.ranks) for game in self.games)
        return skills(len(self.match.names), seated)

    @property
    def wants_skills(self) -> bool:
        """Whether there are tables of three or four to rate bots by."""
        return self.match.is_ladder and self.match.seatings > 2

    @functools.cached_property
    def times(self) -> tuple[Times, ...]:
        """How long each bot thought."""
        return tuple(map(times, self.seats))

    @functools.cached_property
    def first_seat(self) -> tuple[float, tuple[float, float]] | None:
        """
        The win share of whoever begins, over all games, and its interval; None for no games.

        Each deck counts once, whoever plays it.
        """
        if not self.games:
            return None
        starts = [(game, game.places.index(0)) for game in self.games]
        values = by_deck(starts, lambda game, player: float(player in game.winners) / len(game.winners))
        return mean(values), share_interval(values)
