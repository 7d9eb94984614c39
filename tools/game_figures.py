"""
What the page of statistics tells: numbers that come from the fields of a `Tally`.

Each function takes the fields, added up, and the number of players; it gives a number or an array, in the unit
that its docstring says, and NaN where nothing was counted.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from game_counters import BY_CARDS, UNHELD_COUNTS_NOTHING, USUAL, VALUES, WIN
from game_counts import Fields, Numbers, ratio

from arboretum.rules.turn import species_in_play

OPTION_WAYS: Final = {"tiebreak=cards": BY_CARDS, "unheld=nobody": UNHELD_COUNTS_NOTHING}
"""Options by which a game that was played is only counted in another way."""


# Scores and seats. ----------------------------------------------------------------------------------------


def win_shares(fields: Fields, players: int, way: int = USUAL) -> Numbers:
    """The share of the wins of each seat, in the order of turns."""
    return ratio(fields["wins"][way, :players], WIN * fields["games"])


def first_share(fields: Fields, players: int, way: int = USUAL) -> float:
    """The share of the wins of the first seat."""
    return float(win_shares(fields, players, way)[0])


def last_share(fields: Fields, players: int) -> Numbers:
    """The share of the wins of whoever ends the game."""
    return ratio(fields["last_wins"].sum(), WIN * fields["games"])


def seat_points(fields: Fields, players: int, way: int = USUAL) -> Numbers:
    """Points of each seat."""
    return ratio(fields["points"][way, :players], fields["games"])


def points(fields: Fields, players: int, way: int = USUAL) -> float:
    """Points of a seat, whichever it is."""
    return float(seat_points(fields, players, way).mean())


def mean_of(counts: Numbers) -> Numbers:
    """The mean of whole numbers from 0 on, of which there are so many."""
    return ratio((np.arange(len(counts)) * counts).sum(), counts.sum())


def spread_of(counts: Numbers) -> float:
    """Their standard deviation."""
    values = np.arange(len(counts))
    return float(np.sqrt(ratio((values**2 * counts).sum(), counts.sum()) - mean_of(counts) ** 2))


def quantile_of(counts: Numbers, share: float) -> int:
    """The least whole number that has at least this share of all at or below it; 0 of nothing."""
    total = counts.sum()
    return int(np.searchsorted(np.cumsum(counts), share * total)) if total else 0


def ties(fields: Fields, players: int, way: int = USUAL) -> Numbers:
    """Shares of the games: several have most points; of all games, those in which they share the win."""
    return ratio(fields["ties"][way, [0, 2]], fields["games"])


# The course of a game. ------------------------------------------------------------------------------------


def turns(fields: Fields, players: int) -> Numbers:
    """Turns of a game, of all seats together."""
    return mean_of(fields["lengths"])


def draws(fields: Fields, players: int) -> Numbers:
    """Of all draws in each third: shares from the draw pile, one's own discard pile, a rival's. [third, 3]"""
    return ratio(fields["draws"], fields["draws"].sum(axis=1, keepdims=True))


def all_draws(fields: Fields, players: int) -> Numbers:
    """The same of the whole game."""
    return ratio(fields["draws"].sum(axis=0), fields["draws"].sum())


def ends(fields: Fields, players: int) -> Numbers:
    """Of the cards of each value: shares in hands, arboretums, discard piles at the end. [3, value]"""
    return ratio(fields["ends"], fields["ends"].sum(axis=0))


# Rights. --------------------------------------------------------------------------------------------------


def held(fields: Fields) -> Numbers:
    """Species that somebody holds."""
    return np.asarray(fields["species"][0] - fields["unheld"][0])


def unheld(fields: Fields, players: int) -> Numbers:
    """Of all species: the share that nobody holds; of these, the share of which somebody has a path."""
    return np.array([ratio(fields["unheld"][0], fields["species"][0]), ratio(*fields["unheld"][[1, 0]])])


def shared(fields: Fields, players: int) -> Numbers:
    """Of the species that somebody holds: the share to which several have the right."""
    return ratio(fields["holders"][2:].sum(), held(fields))


def right_by_sum(fields: Fields, players: int) -> Numbers:
    """By hand sum from 0: the share of the seats with this sum that have the right, where somebody holds any."""
    return ratio(fields["sums_right"], fields["sums"])


def winning_sum(fields: Fields, players: int) -> Numbers:
    """The highest hand sum of a species that somebody holds."""
    return mean_of(fields["winning_sums"])


def sum_lead(fields: Fields, players: int) -> Numbers:
    """By how much a right was won that one seat has alone, and the share of these won by 1."""
    alone = fields["sum_leads"].copy()
    alone[0] = 0
    return np.array([mean_of(alone), ratio(alone[1], alone.sum())])


def cancelled(fields: Fields, players: int) -> Numbers:
    """
    The 8 that a 1 cancels: how many in a game; the share of these that costs the right; where it does, the share
    in which the 1 has the right, and the points of the path that was lost.
    """
    count, costs, lost, to_the_one = fields["cancelled"]
    return np.array(
        [ratio(count, fields["games"][0]), ratio(costs, count), ratio(to_the_one, costs), ratio(lost, costs)]
    )


def without_right(fields: Fields, players: int) -> Numbers:
    """Of all best paths: the share that is worth nothing for want of the right; the same of their points."""
    return np.array(
        [
            ratio(fields["paths"][0], fields["paths"].sum()),
            ratio(fields["path_points"][0], fields["path_points"].sum()),
        ]
    )


def idle(fields: Fields, players: int) -> Numbers:
    """Of the rights that one seat has alone: the share for which it has no path."""
    return ratio(*fields["idle"][[1, 0]])


def blocked(fields: Fields, players: int) -> Numbers:
    """Species in a game that have a path and bring nobody a point."""
    return ratio(fields["blocked"][0], fields["games"])


# Points. --------------------------------------------------------------------------------------------------


def parts(fields: Fields, players: int) -> Numbers:
    """Of all points: shares for cards, for doubled cards, for the 1, for the 8."""
    every = fields["parts"].sum(axis=0)
    return ratio(every, every.sum())


def parts_by_result(fields: Fields, players: int) -> Numbers:
    """Points of a seat that lost, that won or shared the win, for the same four. [2, 4]"""
    return ratio(fields["parts"], fields["winners"][:, None])


def path_kinds(fields: Fields, players: int) -> Numbers:
    """Of the paths that scored: shares that are doubled, that begin with the 1, that end with the 8."""
    return ratio(fields["path_kinds"], fields["path_lengths"].sum())


def path_length(fields: Fields, players: int) -> Numbers:
    """Cards of a path that scored."""
    return mean_of(fields["path_lengths"])


def species_scored(fields: Fields, players: int) -> Numbers:
    """Species for which a seat scores points."""
    return mean_of(fields["species_scored"])


# What goes with a card. -----------------------------------------------------------------------------------


def margins_with(fields: Fields, players: int) -> Numbers:
    """
    The final margin of seats that have a card of a value, less that of seats that have not, in points.

    Of all ends of turns and species in play. [third, 16]: values in hand, then in the arboretum.
    """
    return _with_card(fields, players, "margins", 1.0)


def wins_with(fields: Fields, players: int) -> Numbers:
    """The same of the share of the win."""
    return _with_card(fields, players, "wins", WIN)


def _with_card(fields: Fields, players: int, what: str, unit: float) -> Numbers:
    species = species_in_play(players)
    had, total = fields["had"], fields[f"had_{what}"] / unit
    every = species * fields["moments"][:, None]
    total_of_all = species * fields[f"moment_{what}"][:, None] / unit
    return ratio(total, had) - ratio(total_of_all - total, every - had)


def has_card(fields: Fields, players: int) -> Numbers:
    """The share of the ends of turns and species at which the seat has the card. [third, 16]"""
    return ratio(fields["had"], species_in_play(players) * fields["moments"][:, None])


def moves(fields: Fields, name: str) -> Numbers:
    """Of the cards that were `placed`, `discarded` or `taken` in each third: shares by value. [third, value]"""
    assert fields[name].shape[1] == VALUES
    return ratio(fields[name], fields[name].sum(axis=1, keepdims=True))
