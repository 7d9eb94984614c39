"""A match in figures: a table to read, and an object for programs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from arboretum.arena.match import Match
from arboretum.arena.outcome import Fault, Outcome
from arboretum.arena.stats import Interval, mean, mean_interval, share_interval, share_of_win
from arboretum.language import say, say_many

FAULTS_SHOWN: Final = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did. Intervals are of 95 %, with the deal as the unit (`arena.stats`)."""

    bot: str
    games: int
    wins: int
    """Games won alone."""
    ties: int
    """Games of which the win was shared."""
    losses: int
    win_share: float
    """0 to 1: a win counts 1, one shared by n players 1/n."""
    win_share_ci: Interval
    mean_score: float
    mean_score_ci: Interval | None
    """None for a single deal."""
    mean_margin: float
    """Its points less those of the best of its rivals."""
    mean_margin_ci: Interval | None
    faults: int
    """Decisions in which it failed, and the first legal action was played instead."""


class MatchResult:
    """The games of a match, of those deals that were played in every seating."""

    def __init__(self, match: Match, games: Iterable[Outcome]) -> None:
        self.match = match
        self.games = tuple(sorted(games, key=lambda game: (game.deal, game.seating)))
        """In order, whatever order they were played in."""

    @property
    def deals(self) -> int:
        """How many decks were played."""
        return len(self.games) // self.match.seatings

    @property
    def is_complete(self) -> bool:
        """All decks were played: the match was not interrupted."""
        return self.deals == self.match.deals

    @property
    def faults(self) -> int:
        """Decisions in which a bot failed."""
        return sum(sum(game.faults) for game in self.games)

    @property
    def first_faults(self) -> tuple[Fault, ...]:
        """The first of them."""
        return tuple(fault for game in self.games for fault in game.first_faults)[:FAULTS_SHOWN]

    @property
    def standings(self) -> tuple[Standing, ...]:
        """How each bot did, in the order they were named."""
        return tuple(self._standing(player) for player in range(len(self.match.names)))

    def _standing(self, player: int) -> Standing:
        shares = self._by_deal(lambda game: share_of_win(game.winners, player))
        scores = self._by_deal(lambda game: game.totals[player])
        margins = self._by_deal(lambda game: margin(game.totals, player))
        wins = sum(game.winners == (player,) for game in self.games)
        ties = sum(player in game.winners for game in self.games) - wins
        return Standing(
            bot=self.match.names[player],
            games=len(self.games),
            wins=wins,
            ties=ties,
            losses=len(self.games) - wins - ties,
            win_share=mean(shares),
            win_share_ci=share_interval(shares),
            mean_score=mean(scores),
            mean_score_ci=mean_interval(scores),
            mean_margin=mean(margins),
            mean_margin_ci=mean_interval(margins),
            faults=sum(game.faults[player] for game in self.games),
        )

    def _by_deal(self, value: Callable[[Outcome], float]) -> list[float]:
        """The mean of a value over the seatings of each deal."""
        values = [value(game) for game in self.games]
        step = self.match.seatings
        return [mean(values[at : at + step]) for at in range(0, len(values), step)]

    def table(self) -> str:
        """The match as text, for people."""
        heading = (
            "",
            say("win share"),
            "95 %",
            say("wins"),
            say("ties"),
            say("losses"),
            say("score"),
            say("margin"),
            say("faults"),
        )
        rows = [heading, *map(_row, self.standings)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(heading))]
        lines = [
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
        ]
        return "\n".join([*lines, "", *self._notes()])

    def _notes(self) -> list[str]:
        """What was played, and what went wrong, as sentences."""
        match = self.match
        notes = [
            say_many(
                "{count} deal in {seatings} seatings each, {games} games; seed {seed}, {options} rules.",
                "{count} deals in {seatings} seatings each, {games} games; seed {seed}, {options} rules.",
                self.deals,
                seatings=match.seatings,
                games=len(self.games),
                seed=match.seed,
                options=match.options,
            )
        ]
        if not self.is_complete:
            notes.append(
                say_many(
                    "Partial: {played} of {count} deal were played.",
                    "Partial: {played} of {count} deals were played.",
                    match.deals,
                    played=self.deals,
                )
            )
        if self.faults:
            notes.append(
                say_many(
                    "{count} fault: in each the first legal action was played instead. The first:",
                    "{count} faults: in each the first legal action was played instead. The first:",
                    self.faults,
                )
            )
            notes += [f"  {fault}" for fault in self.first_faults]
        return notes

    def to_json(self) -> dict[str, Any]:
        """The match for programs; intervals as lists, None where one deal allows none."""
        named = [spec if isinstance(spec, str) else None for spec in self.match.entrants]
        return {
            "players": [
                dataclasses.asdict(standing) | {"named": spec}
                for standing, spec in zip(self.standings, named, strict=True)
            ],
            "deals": self.deals,
            "seed": self.match.seed,
            "faults": self.faults,
            "games": len(self.games),
            "complete": self.is_complete,
            "options": self.match.options.to_json(),
            "first_faults": [str(fault) for fault in self.first_faults],
        }


def margin(totals: Sequence[int], player: int) -> int:
    """A player's points less those of the best of the others."""
    return totals[player] - max(total for other, total in enumerate(totals) if other != player)


def _row(standing: Standing) -> tuple[str, ...]:
    low, high = standing.win_share_ci
    return (
        standing.bot,
        f"{100 * standing.win_share:.1f} %",
        say("{low} to {high} %", low=f"{100 * low:.1f}", high=f"{100 * high:.1f}"),
        str(standing.wins),
        str(standing.ties),
        str(standing.losses),
        _with_error(standing.mean_score, standing.mean_score_ci, ""),
        _with_error(standing.mean_margin, standing.mean_margin_ci, "+"),
        str(standing.faults),
    )


def _with_error(value: float, interval: Interval | None, sign: str) -> str:
    """A mean and half the width of its interval, in ASCII: `12.3 +-0.8`."""
    shown = f"{round(value, 1) + 0.0:{sign}.1f}"  # no -0.0
    return shown if interval is None else f"{shown} +-{(interval[1] - interval[0]) / 2:.1f}"
