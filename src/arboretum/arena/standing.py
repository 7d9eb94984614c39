"""How bots did: each one over all its games, and each two of them against each other."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from arboretum.arena.outcome import KINDS, Outcome, Times
from arboretum.arena.stats import (
    Interval,
    elo_interval,
    elo_of,
    mean,
    mean_interval,
    share_interval,
    share_of_win,
    superiority,
)

Seat = tuple[Outcome, int]
"""A game, and the number of a player at its table."""


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    """How a bot did where it sat: first, second, ... in the order of turns."""

    share: float
    share_ci: Interval


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """How one bot did. Intervals are of 95 %, with the deck as the unit (`arena.stats`)."""

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
    """None for a single deck."""
    mean_margin: float
    """Its points less those of the best of its rivals."""
    mean_margin_ci: Interval | None
    mean_rank: float
    """1 for the best of a table."""
    by_place: tuple[Place, ...]
    """By whose turn comes first: the win share of the games that it began, of those in which it was second, ..."""
    faults: int
    """How often it failed; where it was to decide, the first legal action was played instead."""
    illegal: int
    """Faults in which it answered something that is no legal action."""
    late: int
    """Faults in which it did not answer in time."""
    failed: int
    """Faults in which it raised an exception, or ended."""


@dataclasses.dataclass(frozen=True, slots=True)
class Duel:
    """How one bot did against another; at tables of three and four, which of them came out above the other."""

    bot: str
    rival: str
    deals: int
    share: float
    """0 to 1: above counts 1, level 1/2."""
    share_ci: Interval
    elo: float
    """The difference in Elo at which this share is expected."""
    elo_ci: Interval
    superiority: float
    """The likelihood that it is the stronger one of the two."""
    mean_difference: float
    """Its points less those of the other."""
    mean_difference_ci: Interval | None
    pairs: tuple[int, ...] | None
    """Pentanomial counts: decks of which it got 0, 1/2, 1, 3/2 and 2 points; None at tables of three and four."""


def standing(bot: str, seats: Sequence[Seat]) -> Standing:
    """How a bot did in these games."""
    shares = by_deck(seats, _share)
    scores = by_deck(seats, lambda game, player: game.totals[player])
    margins = by_deck(seats, lambda game, player: margin(game.totals, player))
    wins = sum(game.winners == (player,) for game, player in seats)
    ties = sum(player in game.winners for game, player in seats) - wins
    kinds = {kind: sum(game.kinds[player][at] for game, player in seats) for at, kind in enumerate(KINDS)}
    return Standing(
        bot=bot,
        games=len(seats),
        wins=wins,
        ties=ties,
        losses=len(seats) - wins - ties,
        win_share=mean(shares),
        win_share_ci=share_interval(shares),
        mean_score=mean(scores),
        mean_score_ci=mean_interval(scores),
        mean_margin=mean(margins),
        mean_margin_ci=mean_interval(margins),
        mean_rank=1 + mean(by_deck(seats, lambda game, player: game.ranks[player])),
        by_place=tuple(_place(seats, place) for place in range(len(seats[0][0].totals))),
        faults=sum(kinds.values()),
        illegal=kinds["illegal"],
        late=kinds["late"],
        failed=kinds["failed"],
    )


def duel(bot: str, rival: str, games: Sequence[tuple[Outcome, int, int]], pairs: Sequence[int] | None) -> Duel:
    """How a bot did against another, in games of which both their players are given."""
    rivals = {id(game): other for game, _, other in games}
    seats = [(game, player) for game, player, _ in games]
    shares = by_deck(seats, lambda game, player: above(game, player, rivals[id(game)]))
    differences = by_deck(seats, lambda game, player: game.totals[player] - game.totals[rivals[id(game)]])
    return Duel(
        bot=bot,
        rival=rival,
        deals=len(shares),
        share=mean(shares),
        share_ci=share_interval(shares),
        elo=elo_of(mean(shares)),
        elo_ci=elo_interval(shares),
        superiority=superiority(shares),
        mean_difference=mean(differences),
        mean_difference_ci=mean_interval(differences),
        pairs=None if pairs is None else tuple(pairs),
    )


def times(seats: Iterable[Seat]) -> Times:
    """How long a bot thought in these games."""
    return sum((game.times[player] for game, player in seats), Times())


def by_deck(seats: Iterable[Seat], value: Callable[[Outcome, int], float]) -> list[float]:
    """The mean of a value over the games of each deck, in the order of the decks."""
    values = defaultdict(list)
    for game, player in seats:
        values[game.deal].append(value(game, player))
    return [mean(values[deal]) for deal in sorted(values)]


def margin(totals: Sequence[int], player: int) -> int:
    """A player's points less those of the best of the others."""
    return totals[player] - max(total for other, total in enumerate(totals) if other != player)


def above(game: Outcome, player: int, rival: int) -> float:
    """Whether a player came out above another: 1, or 1/2 if they are level."""
    ranks = game.ranks
    return 0.5 if ranks[player] == ranks[rival] else float(ranks[player] < ranks[rival])


def _share(game: Outcome, player: int) -> float:
    return share_of_win(game.winners, player)


def _place(seats: Sequence[Seat], place: int) -> Place:
    shares = by_deck([seat for seat in seats if seat[0].places[seat[1]] == place], _share)
    return Place(mean(shares), share_interval(shares))
