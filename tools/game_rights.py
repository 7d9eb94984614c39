"""Sections of the page of statistics: rights, and where points come from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import game_figures as figures
import numpy as np
from game_plots import Panel, bars, line, rows, sheet
from game_told import Page, Told, each, number, percent, picture, point, shares_scale, table

from arboretum.arena.page.plots import count_scale

POINTS: Final = ("cards", "doubling", "the 1", "the 8")
LEAST: Final = 50
"""A number of seats by hand sum is shown if at least so many had that sum."""


def rights(found: Sequence[Told]) -> Page:
    """Which hands win which rights."""
    drawn = []
    for told in found:
        by_sum = told.many(figures.right_by_sum)
        shown = [
            (float(total), point(chance))
            for total, chance in enumerate(by_sum)
            if chance.is_known and told.fields["sums"][total] >= LEAST
        ]
        along = count_scale(0, int(max((at for at, _ in shown), default=10)))
        up = shares_scale()
        plot = line(shown, along, up, f"Chance of the right by hand sum, {told.name}")
        drawn.append(Panel(f"{told.name}: share of seats that have the right", plot, "hand sum of a species"))
    sums = []
    for told in found:
        counts = [(value, int(count)) for value, count in enumerate(told.fields["winning_sums"])]
        middle = figures.quantile_of(told.fields["winning_sums"], 0.5)
        plot, tip = bars(counts, middle, f"Winning hand sums, {told.name}", "species")
        sums.append(
            Panel(f"{told.name}: {tip}", plot, "highest hand sum of a held species; the line is the median")
        )

    def line_of(told: Told) -> list[str]:
        nobody, with_path = told.many(figures.unheld)
        lead, by_one = told.many(figures.sum_lead)
        return [
            told.name,
            number(told.one(figures.winning_sum), 2),
            number(lead, 2),
            percent(by_one),
            percent(told.one(figures.shared)),
            percent(nobody, 2),
            percent(with_path),
        ]

    def eights(told: Told) -> list[str]:
        count, costs, to_the_one, lost = told.many(figures.cancelled)
        return [told.name, number(count, 2), percent(costs), percent(to_the_one), number(lost, 2)]

    def paths(told: Told) -> list[str]:
        share, points = told.many(figures.without_right)
        return [
            told.name,
            percent(share),
            percent(points),
            percent(told.one(figures.idle)),
            number(told.one(figures.blocked), 2),
        ]

    return [
        "## The right to score",
        "",
        *each(
            found,
            lambda told: (
                f"the hand that wins a right holds {number(told.one(figures.winning_sum))} of the species;"
                f" {percent(told.one(figures.shared))} of rights to a held species are shared, and"
                f" {percent(told.one(figures.unheld), 2)} of the species are held by nobody."
            ),
        ),
        *picture("rights", "How often a hand sum had the right to its species."),
        "The plot takes all species that somebody holds; a sum of 0 has the right to none of them, and a cancelled"
        " 8 counts 0.",
        f"Sums that fewer than {LEAST} seats had are left out.",
        "",
        *picture("sums", "How often the highest hand sum of a species was so much."),
        *table(
            (
                *("", "winning hand sum", "ahead of the next, if alone", "won by 1, if alone"),
                *("shared", "held by nobody", "of these with a path"),
            ),
            [line_of(told) for told in found],
        ),
        "The 1 that cancels an 8 in another hand:",
        "",
        *table(
            ("", "in a game", "costs the right", "then the 1 has the right", "points of the path lost"),
            [eights(told) for told in found],
        ),
        "It costs the right if the 8, had it counted, would have won or shared it.",
        "With two players the 1 always has it then.",
        "",
        *each(
            found,
            lambda told: (
                f"{percent(told.one(figures.without_right))} of all best paths are worth nothing, because another"
                " seat has the right."
            ),
        ),
        *table(
            (
                *("", "paths without the right", "of all points of paths"),
                *("rights of one seat that has no path", "species in a game with a path that nobody scores"),
            ),
            [paths(told) for told in found],
        ),
    ], {
        "rights": sheet("The chance of the right by hand sum", drawn),
        "sums": sheet("Hand sums that win the right", sums),
    }


def sources(found: Sequence[Told]) -> Page:
    """Where points come from."""
    drawn = []
    for told in found:
        shares = told.many(figures.parts)
        named = [
            (name, percent(share), point(share))
            for name, share in zip(POINTS, shares, strict=True)
            if share.is_known
        ]
        drawn.append(Panel(told.name, rows(named, shares_scale(), f"Points, {told.name}"), "share of all points"))

    def results(told: Told) -> list[list[str]]:
        both = np.array(told.many(figures.parts_by_result), object).reshape(2, len(POINTS))
        return [
            [f"{told.name}, {name}", *(number(each, 2) for each in both[at])]
            for at, name in ((1, "won"), (0, "lost"))
        ]

    def kinds(told: Told) -> list[str]:
        return [
            told.name,
            number(told.one(figures.species_scored), 2),
            number(told.one(figures.path_length), 2),
            *(percent(each) for each in told.many(figures.path_kinds)),
        ]

    def told_of(told: Told) -> str:
        cards, doubled, one, eight = told.many(figures.parts)
        return (
            f"{percent(cards)} of the points are for the cards of paths, {percent(doubled)} because all are of one"
            f" species, {percent(one)} for the 1 and {percent(eight)} for the 8."
        )

    return [
        "## Where points come from",
        "",
        *each(found, told_of),
        *picture("points", "What the points were for."),
        "Points of a seat, of those that won (or shared the win) and of those that lost:",
        "",
        *table(("", *POINTS), [line for told in found for line in results(told)]),
        "Paths that scored:",
        "",
        *table(
            ("", "for a seat", "cards", "doubled", "begin with the 1", "end with the 8"),
            [kinds(told) for told in found],
        ),
        "Of paths that are worth the same the one that [the rules](3-rules.md) show is counted.",
        "",
    ], {"points": sheet("Where points come from", drawn)}
