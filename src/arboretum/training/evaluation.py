"""How strong a network is: games against opponents that do not learn, of decks that nothing is learned from."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

import numpy as np

from arboretum.arena.stats import Interval, mean, share_interval
from arboretum.training.crew import Crew
from arboretum.training.errands import ERRAND_GAMES, HELD_OUT, Errand, Table
from arboretum.training.selfplay import CARELESS, FROZEN, HEURISTIC, PLAYING
from arboretum.value.network import MARGIN, WIN, Network

ALWAYS: Final = {"heuristic": HEURISTIC, "careless": CARELESS}
"""Opponents of every training, by name."""


@dataclasses.dataclass(frozen=True)
class Opponent:
    """Who plays all other seats."""

    name: str
    by: int
    """As `selfplay` numbers who plays."""
    network: Network | None = None
    """Its network, if it is one."""


@dataclasses.dataclass(frozen=True)
class Strength:
    """How a network did against an opponent."""

    games: int
    share: float
    """Of the wins: a shared one counts its share."""
    interval: Interval
    """Of 95 %."""
    margin: float
    """Points more than the best rival, the mean of all games."""

    def to_json(self) -> dict[str, Any]:
        """By name, rounded."""
        low, high = self.interval
        return {
            "games": self.games,
            "win_share": round(self.share, 4),
            "interval": [round(low, 4), round(high, 4)],
            "margin": round(self.margin, 3),
        }


def strength(
    crew: Crew,
    network: Network,
    opponent: Opponent,
    *,
    players: int,
    games: int,
    seeds: tuple[int, ...],
    choices: int,
) -> Strength:
    """
    Let a network play against others, in each seat alike; at least so many games.

    seeds: which games; they are never those of a lesson, whatever they are.
    """
    most = ERRAND_GAMES - ERRAND_GAMES % players
    errands = [
        Errand(
            seeds=(seeds[0], HELD_OUT, *seeds[1:], number),
            players=seated(most, players, opponent.by),
            choices=choices,
        )
        for number in range(-(-games // most))
    ]
    places = np.arange(most) % players
    harvests = crew.begin(errands, network, opponent.network or network)()
    results = np.concatenate([harvest.results[np.arange(most), places] for harvest in harvests]).astype(float)
    wins = results[:, WIN].tolist()
    return Strength(len(wins), mean(wins), share_interval(wins), mean(results[:, MARGIN].tolist()))


def seated(games: int, players: int, by: int) -> Table:
    """Who plays each seat: the network in one, another one from game to game, and its opponent in the others."""
    table = np.full((games, players), by, np.uint8)
    table[np.arange(games), np.arange(games) % players] = PLAYING
    return table


def opponents(frozen: dict[str, Network]) -> list[Opponent]:
    """All opponents of a training: those of every one, and networks by name."""
    return [
        *(Opponent(name, by) for name, by in ALWAYS.items()),
        *(Opponent(name, FROZEN, network) for name, network in frozen.items()),
    ]
