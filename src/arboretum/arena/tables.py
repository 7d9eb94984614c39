"""A match or a ladder as text, for people: tables that any terminal can show, and sentences."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import Final

from arboretum.arena.figures import Figures
from arboretum.arena.standing import Standing
from arboretum.arena.wording import (
    duel_in_words,
    duration,
    elos,
    faults_in_words,
    pairs_in_words,
    percent,
    percents,
    with_error,
)
from arboretum.language import say, say_many

WIDTH: Final = 99
"""Letters of a line of sentences."""


def table(figures: Figures) -> str:
    """The whole match but the times, which are never the same."""
    blocks = [standings_table(figures), *strength(figures), *seats_table(figures), paragraph(notes(figures))]
    return "\n\n".join(blocks)


def paragraph(sentences: Iterable[str]) -> str:
    """Sentences, each in lines of its own; what begins with a blank is left as it is."""
    return "\n".join(
        each
        if each.startswith(" ")
        else textwrap.fill(each, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        for each in sentences
    )


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells, the first cell of each to the left and all others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]).rstrip() for row in rows
    )


def standings_table(figures: Figures) -> str:
    """How each bot did; in a ladder the best one first."""
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
    standings = figures.standings
    if figures.match.is_ladder:
        standings = tuple(sorted(standings, key=lambda each: -each.win_share))
    return columns([heading, *map(_row, standings)])


def _row(standing: Standing) -> tuple[str, ...]:
    return (
        standing.bot,
        percent(standing.win_share),
        percents(standing.win_share_ci),
        str(standing.wins),
        str(standing.ties),
        str(standing.losses),
        with_error(standing.mean_score, standing.mean_score_ci),
        with_error(standing.mean_margin, standing.mean_margin_ci, "+"),
        str(standing.faults),
    )


def strength(figures: Figures) -> list[str]:
    """Differences in strength: of two bots in sentences, of a ladder as tables."""
    if not figures.match.is_ladder:
        duels = list(figures.duels.values())
        told = [duel_in_words(duel) for duel in duels] if figures.match.seatings == 2 else []
        told += [pairs_in_words(duel) for duel in duels if duel.pairs]
        if figures.test and duels:
            told.append(figures.test.in_words(figures.pairs(0, 1), figures.match.names))
        return [paragraph(told)] if told else []
    return [*_ratings(figures), columns(head_to_head(figures))]


def _ratings(figures: Figures) -> list[str]:
    names = figures.match.names
    if figures.ratings:
        rated = sorted(zip(names, figures.ratings, strict=True), key=lambda each: -each[1].elo)
        rows = [
            (name, f"{rating.elo:+.0f}", elos(rating.interval) if rating.interval else "-")
            for name, rating in rated
        ]
        return [columns([("", "Elo", "95 %"), *rows])]
    if figures.skills:
        ranked = sorted(zip(names, figures.skills, strict=True), key=lambda each: -each[1].mu)
        rank = {each.bot: f"{each.mean_rank:.2f}" for each in figures.standings}
        shown = [(name, f"{skill.mu:.1f} +-{skill.sigma:.1f}", rank.get(name, "-")) for name, skill in ranked]
        return [columns([("", say("skill"), say("mean rank")), *shown])]
    return []


def head_to_head(figures: Figures) -> list[list[str]]:
    """Each bot's share against each other one, in percent; the others by their number."""
    names = figures.match.names
    rows = [[say("share against"), *(str(number) for number in range(1, len(names) + 1))]]
    for bot, name in enumerate(names):
        cells = [f"{bot + 1} {name}"]
        for rival in range(len(names)):
            duel = figures.duels.get((min(bot, rival), max(bot, rival)))
            share = None if duel is None else duel.share if bot < rival else 1 - duel.share
            cells.append("-" if share is None else f"{100 * share:.1f}")
        rows.append(cells)
    return rows


def seats_table(figures: Figures) -> list[str]:
    """The win share of each bot by whose turn comes first, and what it is worth to begin."""
    heading = ("", *place_names(figures.match.seatings))
    rows = [(each.bot, *(percent(place.share) for place in each.by_place)) for each in figures.standings]
    if figures.first_seat is None:
        return []
    share, interval = figures.first_seat
    first = say("Whoever begins wins {share} (95 %: {shares}).", share=percent(share), shares=percents(interval))
    return ["\n".join([columns([heading, *rows]), first])]


def place_names(seats: int) -> tuple[str, ...]:
    """What the places in the order of turns are called."""
    return (say("begins"), say("second"), say("third"), say("fourth"))[:seats]


def times_table(figures: Figures) -> str:
    """How long each bot thought about a decision, and how often."""
    heading = ("", say("decisions"), say("mean"), say("longest"))
    rows = [
        (name, str(each.decisions), duration(each.mean), duration(each.longest if each.decisions else None))
        for name, each in zip(figures.match.names, figures.times, strict=True)
    ]
    return columns([heading, *rows])


def notes(figures: Figures) -> list[str]:
    """What was played, and what went wrong, as sentences."""
    return [*what_was_played(figures), *what_went_wrong(figures)]


def what_was_played(figures: Figures) -> list[str]:
    """Decks, seats, seed, rules, and whether that is all."""
    match = figures.match
    told = {
        "seatings": match.seatings,
        "games": len(figures.games),
        "seed": match.seed,
        "options": match.options,
        "tables": len(match.tables),
    }
    if match.is_ladder:
        first = say_many(
            "{count} deck at {tables} tables in {seatings} seatings each, {games} games;"
            " seed {seed}, {options} rules.",
            "{count} decks at {tables} tables in {seatings} seatings each, {games} games;"
            " seed {seed}, {options} rules.",
            figures.deals,
            **told,
        )
    else:
        first = say_many(
            "{count} deal in {seatings} seatings each, {games} games; seed {seed}, {options} rules.",
            "{count} deals in {seatings} seatings each, {games} games; seed {seed}, {options} rules.",
            figures.deals,
            **told,
        )
    return [first, *_more(figures)]


def _more(figures: Figures) -> Iterable[str]:
    match = figures.match
    if not match.is_reproducible:
        yield say("Budgets in seconds were used: played again, it may come out otherwise.")
    if not figures.is_complete:
        yield say_many(
            "Partial: {played} of {count} deal were played.",
            "Partial: {played} of {count} deals were played.",
            match.numbers,
            played=figures.played,
        )
    if figures.wants_skills and figures.skills is None:
        yield say(
            "Ratings of tables of three and four need the package openskill: {command} installs it.",
            command="pip install 'arboretum-game[arena]'",
        )


def what_went_wrong(figures: Figures) -> list[str]:
    """How often bots failed, and the first times they did."""
    if not figures.faults:
        return []
    return [
        say_many(
            "{count} fault: in each the first legal action was played instead. The first:",
            "{count} faults: in each the first legal action was played instead. The first:",
            figures.faults,
        ),
        *(f"  {fault}" for fault in figures.first_faults),
        *(faults_in_words(each) for each in figures.standings if each.faults),
    ]
