"""Sections of the page of statistics: points, seats, how a game goes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import game_figures as figures
import numpy as np
from game_counters import THIRDS, VALUES
from game_plots import Panel, bars, line, rows, scale_of, sheet
from game_told import (
    NOTHING,
    PARTS,
    Page,
    Told,
    along_values,
    each,
    number,
    percent,
    picture,
    point,
    shares_scale,
    table,
    values_scale,
)

SEATS: Final = ("first", "second", "third", "fourth")
SOURCES: Final = ("draw pile", "own discard pile", "a rival's discard pile")


def scores(found: Sequence[Told]) -> Page:
    """Points."""
    drawn = []
    for told in found:
        plot, tip = bars(
            [(value, int(count)) for value, count in enumerate(told.fields["scores"])],
            figures.quantile_of(told.fields["scores"], 0.5),
            f"Scores with {told.name}",
            "seats",
        )
        drawn.append(Panel(f"{told.name}: {tip}", plot, "points of a seat; the line is the median"))

    def line_of(told: Told) -> list[str]:
        counts, all_of = told.fields["scores"], told.fields
        low, middle, high = (str(figures.quantile_of(counts, share)) for share in (0.05, 0.5, 0.95))
        return [
            told.name,
            number(told.one(figures.points), 2),
            f"{figures.spread_of(counts):.1f}" if counts.sum() else NOTHING,
            middle,
            f"{low} to {high}",
            number(told.of_field(figures.mean_of, "winning"), 2),
            number(told.of_field(figures.mean_of, "leads"), 2),
            str(int(np.flatnonzero(all_of["winning"]).max(initial=0))),
        ]

    heading = ("", "mean", "spread", "median", "nine in ten", "most points of a game", "lead", "highest seen")
    return [
        "## How many points",
        "",
        *each(
            found,
            lambda told: (
                f"a seat scores {number(told.one(figures.points))} points, whoever has most"
                f" {number(told.of_field(figures.mean_of, 'winning'))}, and the lead over the next is"
                f" {number(told.of_field(figures.mean_of, 'leads'))}."
            ),
        ),
        *picture("scores", "How often each score was made, by number of players."),
        *table(heading, [line_of(told) for told in found]),
        "The spread is the standard deviation of one score; nine in ten seats score what its column says.",
        "",
    ], {"scores": sheet("Scores by number of players", drawn)}


def seats(found: Sequence[Told]) -> Page:
    """Who wins from where."""
    drawn = []
    lines = []
    for told in found:
        shares = told.many(figures.win_shares)
        points = told.many(figures.seat_points)
        named = [
            (f"{SEATS[seat]} seat", percent(share), point(share))
            for seat, share in enumerate(shares)
            if share.is_known
        ]
        scale = scale_of([each for _, _, each in named], "{:g} %", 1 / told.players, 100.0)
        drawn.append(Panel(told.name, rows(named, scale, f"Win shares, {told.name}"), "share of the wins"))
        lines += [
            [f"{told.name}, {SEATS[seat]} seat", percent(share), number(points[seat], 2)]
            for seat, share in enumerate(shares)
        ]
    return [
        "## Who begins",
        "",
        *each(
            found,
            lambda told: (
                f"the first seat wins {percent(told.one(figures.first_share))},"
                f" where {100 / told.players:.1f} % is fair."
            ),
        ),
        *each(found, lambda told: f"whoever ends the game wins {percent(told.one(figures.last_share))}."),
        "A win that is shared counts for each its share.",
        "",
        *picture("seats", "The share of the wins of each seat; the dashed line is a fair share."),
        *table(("", "share of the wins", "points"), lines),
        *table(
            ("", "several have most points", "the win is shared"),
            [[told.name, *(percent(each, 2) for each in told.many(figures.ties))] for told in found],
        ),
    ], {"seats": sheet("The share of the wins of each seat", drawn)}


def course(found: Sequence[Told]) -> Page:
    """How long games are, where cards are drawn from, and where they end."""
    drawn, ended = [], []
    lines = []
    for told in found:
        lengths = [(value, int(count)) for value, count in enumerate(told.fields["lengths"])]
        plot, tip = bars(lengths, figures.quantile_of(told.fields["lengths"], 0.5), f"Turns, {told.name}", "games")
        drawn.append(Panel(f"{told.name}: {tip}", plot, "turns of all seats; the line is the median"))
        shares = np.array(told.many(figures.draws), object).reshape(THIRDS, len(SOURCES))
        lines += [
            [f"{told.name}, {PARTS[third]}", *(percent(each) for each in shares[third])] for third in range(THIRDS)
        ]
        where = np.array(told.many(figures.ends), object).reshape(3, VALUES)
        up = shares_scale()
        for place, name in enumerate(("hands", "arboretums", "discards")):
            plot = line(along_values(where[place]), values_scale(), up, f"{name}, {told.name}", 130)
            ended.append(Panel(f"{told.name}: {name}", plot, "value of the card"))
    return [
        "## How a game goes",
        "",
        *each(
            found,
            lambda told: (
                f"a game has {number(told.one(figures.turns))} turns, and"
                f" {percent(told.one(figures.all_draws))} of all draws are from the draw pile."
            ),
        ),
        *picture("lengths", "How often a game had so many turns."),
        "Draws by how far the game is: early is while more than two thirds of the draw pile are left, late while"
        " it is a third or less.",
        "",
        *table(("", *SOURCES), lines),
        "Where the cards of each value are in the end, as a share of all cards of that value:",
        "",
        *picture("ends", "Shares of the cards of each value that end in hands, arboretums, on discard piles."),
    ], {
        "lengths": sheet("Turns of a game", drawn),
        "ends": sheet("Where cards are in the end, by value", ended, 3),
    }
