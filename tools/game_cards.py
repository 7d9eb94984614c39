"""A section of the page of statistics: what goes with a card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import game_figures as figures
import numpy as np
from game_counters import THIRDS, VALUES
from game_counts import Estimate
from game_plots import Panel, line, scale_of, sheet
from game_told import (
    NOTHING,
    PARTS,
    Page,
    Told,
    along_values,
    number,
    picture,
    point,
    table,
    values_scale,
    written,
)

SELDOM: Final = 0.01
"""What a smaller share of seats have is not drawn: its intervals would be wider than all the rest."""
UNKNOWN: Final = Estimate(math.nan, None)


def cards(found: Sequence[Told]) -> Page:
    """What goes with a card."""
    plots = {}
    lines = [
        "## What goes with a card",
        "",
        "At the end of each of its turns a seat has some cards in its hand and some in its arboretum.",
        "The plots show the final margin (its points less those of its best rival) of seats that have the card of"
        " a value, less the margin of seats that do not have it, over all species in play.",
        "**This goes together, and is no cause**: a seat may hold an 8 because it is already ahead, and what a"
        " seat holds it did not place.",
        "Above 0, seats with the card end better than seats without it.",
        "Early is while more than two thirds of the draw pile are left, late while it is a third or less.",
        f"Cards that fewer than {100 * SELDOM:g} % of the seats have at that time are left out of the plots.",
        "",
    ]
    for told in found:
        name = f"values-{told.players}"
        margins = np.array(told.many(figures.margins_with), object).reshape(THIRDS, 2 * VALUES)
        often = np.array(told.many(figures.has_card), object).reshape(THIRDS, 2 * VALUES)
        margins_shown = np.array(
            [
                margin if has.is_known and has.value >= SELDOM else UNKNOWN
                for margin, has in zip(margins.ravel(), often.ravel(), strict=True)
            ],
            object,
        ).reshape(margins.shape)
        drawn = []
        for place, where in enumerate(("in hand", "placed")):
            part = margins_shown[:, VALUES * place : VALUES * (place + 1)]
            up = scale_of([point(each) for each in part.ravel() if each.is_known], "{:+g}", 0.0)
            for third in range(THIRDS):
                plot = line(along_values(part[third]), values_scale(), up, f"{where}, {PARTS[third]}, {told.name}")
                drawn.append(Panel(f"{where}, {PARTS[third]}: points", plot, "value of the card"))
        plots[name] = sheet(f"The margin that goes with a card, {told.name}", drawn, 3)
        if told.counts.games:
            lines += [_best_card(told, margins), ""]
        lines += picture(name, f"With {told.name}: the final margin that goes with a card, in points.")
        lines += ["The same as a share of the win, and how often a seat has the card:", ""]
        lines += _card_table(told)
    return lines, plots


def _best_card(told: Told, margins: Any) -> str:  # noqa: ANN401
    """Which cards go with the best end, in a sentence."""

    def best(place: int) -> str:
        part = margins[-1, VALUES * place : VALUES * (place + 1)]
        at = max(range(VALUES), key=lambda at: part[at].value if part[at].is_known else -math.inf)
        return f"the {at + 1}, with {number(part[at], 1, '+')} points"

    held, placed = best(0), best(1)
    return (
        f"With {told.name} what goes best late in a game is, of cards in hand, {held}; of cards placed, {placed}."
    )


def _card_table(told: Told) -> list[str]:
    wins = np.array(told.many(figures.wins_with), object).reshape(THIRDS, 2, VALUES)
    has = np.array(told.many(figures.has_card), object).reshape(THIRDS, 2, VALUES)
    heading = (f"{told.name}", *(f"{part}, {where}" for where in ("in hand", "placed") for part in PARTS))
    lines = [
        [
            f"the {value + 1}",
            *(
                f"{written(wins[third, place, value], 100.0, 1, '+', '')} of {_bare(has[third, place, value])}"
                for place in range(2)
                for third in range(THIRDS)
            ),
        ]
        for value in range(VALUES)
    ]
    return [
        *table(heading, lines),
        "Each entry: percent of a win more than without the card (with its interval), of the percent of seats and"
        " species that have it.",
        "",
    ]


def _bare(found: Estimate) -> str:
    return f"{100 * found.value:.0f} %" if found.is_known else NOTHING
