"""The page of statistics: its text, in which every number comes from what was counted, its tables and plots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import game_figures as figures
from game_cards import cards
from game_counts import BLOCKS, OPENING, SECRET, STANDARD, Counts, Statistics, estimates
from game_rights import rights, sources
from game_scores import course, scores, seats
from game_told import NOTHING, NUMBER, Page, Told, number, percent, table

from arboretum.training.files import write_whole


def page_of(statistics: Sequence[Statistics]) -> tuple[str, dict[str, str]]:
    """The page, and its plots as SVG by name."""
    found = [Told(each) for each in sorted(statistics, key=lambda each: each.players)]
    lines: list[str] = []
    plots: dict[str, str] = {}
    for section in (introduction, scores, seats, course, rights, sources, cards, options, colophon):
        text, drawn = section(found)
        lines += text
        plots |= drawn
    return "\n".join(lines).rstrip() + "\n", plots


def write_page(statistics: Sequence[Statistics], folder: Path) -> Path:
    """Write the plots into a folder and the page beside it; tells where the page is. Raises ArboretumError."""
    text, plots = page_of(statistics)
    for name, drawn in plots.items():
        write_whole(folder / f"{name}.svg", drawn.encode())
    path = folder.parent / "15-statistics.md"
    write_whole(path, text.encode())
    return path


def introduction(found: Sequence[Told]) -> Page:
    """What this is, and what it is not."""
    games = ", ".join(f"{told.counts.games:,} with {NUMBER[told.players]}" for told in found)
    return [
        "<!-- Made by tools/game_statistics.py from docs/statistics/*.json. Run it again to change anything. -->",
        "",
        "# 15. Statistics",
        "",
        "For whoever wants to know what is usual: how many points a game brings, whether it pays to begin, which"
        " hand wins a right, where points come from.",
        "",
        f"All of it was counted in games of the bot `learned` against itself: {games} players.",
        "So it tells how games between equal, rather strong and very regular players go.",
        "It does not tell what perfect play would be, and people discard, hoard and bluff in other ways:"
        " [what is known to be weak](13-how-it-learns.md#what-is-known-to-be-weak).",
        "",
        "In brackets are intervals of 95 %, and the whiskers in the plots are the same.",
        f"They come from {BLOCKS} blocks of whole games (the jackknife), so it does not matter that the seats of a"
        " game depend on each other.",
        "They tell how far chance may have moved a number, and nothing about other players.",
        "The first seat is the one that begins.",
        "",
    ], {}


def options(found: Sequence[Told]) -> Page:
    """What changed rules change."""
    lines, differences = [], []
    for told in found:
        for name in (STANDARD, *figures.OPTION_WAYS, OPENING, SECRET):
            way = figures.OPTION_WAYS.get(name, 0)
            own = told.statistics.tables.get(name) if name in (OPENING, SECRET) else None
            if name in (OPENING, SECRET) and (own is None or not own.games):
                continue
            lines.append(_option_line(told, name, own, way))
            if name != STANDARD:
                differences.append([f"{told.name}, `{name}`", *_differences(told, own, way)])
    heading = (
        *("", "games", "first seat wins", "points of a seat", "lead"),
        *("several have most points", "the win is shared", "turns", "draws from the draw pile"),
    )
    return [
        "## What the options change",
        "",
        "Each [option](3-rules.md) was changed alone.",
        "The bot knows neither the tie-break (O1) nor the rule for species that nobody holds (O2), so it would"
        " play the same games: those above were counted again by the other rule.",
        "Somebody who knows these rules could play otherwise.",
        f"With opening discards (`{OPENING}`, O4) and with secret species (`{SECRET}`, O3) games of their own were"
        " played; the network was trained on neither, and with secret species it sees all ten species as possible,"
        " as a player does.",
        "With four players all ten species are in play, so there is nothing to be secret.",
        "",
        *table(heading, lines),
        "The difference that an option makes, with its interval:",
        "",
        *table(("", "first seat wins", "points of a seat"), differences),
    ], {}


def _option_line(told: Told, name: str, own: Counts | None, way: int) -> list[str]:
    counts = own or told.counts
    level, shared = told.many(figures.ties, way, table=counts)
    lead = estimates(counts, lambda fields: figures.mean_of(fields["leads"]))[0]
    return [
        f"{told.name}, `{name}`",
        f"{counts.games:,}",
        percent(told.one(figures.first_share, way, table=counts)),
        number(told.one(figures.points, way, table=counts), 2),
        number(lead, 2) if way == 0 else NOTHING,
        percent(level, 2),
        percent(shared, 2),
        number(told.one(figures.turns, table=counts)),
        percent(told.one(figures.all_draws, table=counts)),
    ]


def _differences(told: Told, own: Counts | None, way: int) -> list[str]:
    found = []
    for of in (figures.first_share, figures.points):
        if own is not None:
            found.append(told.one(of, table=own) - told.one(of))
        else:
            found.append(told.one(_other_way(of), way))
    return [percent(found[0], 2, "+"), number(found[1], 2, "+")]


def _other_way(of: Callable[..., Any]) -> Callable[..., Any]:
    """A figure of the same games, counted in another way less counted as usual."""
    return lambda fields, players, way: of(fields, players, way) - of(fields, players)


def colophon(found: Sequence[Told]) -> Page:
    """How it was made."""
    lines = [
        "## The same again",
        "",
        "```console",
        "$ python tools/game_statistics.py --games 100000 --option-games 20000 --seed 1",
        "```",
        "",
        "plays all of it, on any number of threads with the same result, and may be interrupted at any time.",
        "`python tools/game_statistics.py --page` writes this page anew from the files.",
        "",
    ]
    for told in found:
        made = told.statistics.made[-1] if told.statistics.made else {}
        commit = f", commit `{str(made['commit'])[:12]}`" if made.get("commit") else ""
        lines.append(
            f"* [{told.name}](statistics/{told.players}.json): seed {told.statistics.seed}, weights"
            f" `{told.statistics.weights[:16]}` (SHA-256){commit}."
        )
    lines += [
        "",
        f"The files have all counts as whole numbers, each in {BLOCKS} blocks of games; `tools/game_counters.py`"
        " tells what each field counts, and a win counts twelve twelfths there.",
        "",
    ]
    return lines, {}
