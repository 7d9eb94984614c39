"""The report of a match or a ladder: a page of HTML that needs nothing else, light or dark as its reader likes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from arboretum.arena.command import command_of
from arboretum.arena.figures import Figures
from arboretum.arena.page import panels
from arboretum.arena.page.markup import Content, Markup, tag
from arboretum.arena.tables import notes
from arboretum.arena.versions import versions
from arboretum.arena.wording import duel_in_words, percent, percents
from arboretum.language import all_of, say, speaker
from arboretum.pictures.art import PALETTE

STYLE: Final = Path(__file__).with_name("report.css")


def page_of(figures: Figures) -> str:
    """The page, in the language that is spoken."""
    return document(title_of(figures), found(figures), _panels(figures))


def document(title: str, sentences: Iterable[str], sections: Iterable[Content]) -> str:
    """A page of HTML: a title, what there is to know first, and panels."""
    style = palette() + STYLE.read_text(encoding="utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{title} - Arboretum"),
        tag("style", Markup(style)),
    )
    header = tag("header", tag("h1", title), *(tag("p", sentence, class_="found") for sentence in sentences))
    body = tag("body", header, tag("main", *sections))
    language = speaker()
    return "<!doctype html>\n" + tag("html", head, body, lang=language.code, dir=language.direction) + "\n"


def title_of(figures: Figures) -> str:
    """Who met whom."""
    names = figures.match.names
    if not figures.match.is_ladder:
        return say("Match of {bots}", bots=all_of(names))
    return say("Ladder of {count} bots, {players} at a table", count=len(names), players=figures.match.seatings)


def found(figures: Figures) -> list[str]:
    """What there is to know first, as sentences."""
    if figures.match.is_ladder or figures.match.seatings > 2:
        best = max(figures.standings, key=lambda each: each.win_share)
        told = {"bot": best.bot, "share": percent(best.win_share), "shares": percents(best.win_share_ci)}
        return [say("{bot} wins most, {share} of its games (95 %: {shares}).", **told)]
    sentences = [duel_in_words(duel) for duel in figures.duels.values()]
    if figures.test:
        sentences.append(figures.test.in_words(figures.pairs(0, 1), figures.match.names))
    return sentences


def palette() -> str:
    """The colours of the table in the browser, without those of the species and without remarks."""
    text = re.sub(r"/\*.*?\*/", "", PALETTE.read_text(encoding="utf-8"), flags=re.DOTALL)
    return "\n".join(line for line in text.splitlines() if line.strip() and "[data-species" not in line) + "\n"


def _panels(figures: Figures) -> list[Content]:
    of_two = not figures.match.is_ladder and figures.match.seatings == 2
    return [
        panels.standing_panel(figures),
        panels.ladder_panel(figures),
        panels.seats_panel(figures),
        panels.pairs_panel(next(iter(figures.duels.values()))) if of_two else panels.meetings_panel(figures),
        panels.lengths_panel(figures),
        panels.scores_panel(figures),
        panels.times_panel(figures),
        _colophon(figures),
    ]


def _colophon(figures: Figures) -> Markup:
    """What was played and with what, so that it can be played again."""
    told = [tag("li", sentence) for sentence in notes(figures)]
    command = command_of(figures.match, figures.test)
    if command is not None:
        told.append(tag("li", tag("code", command)))
    made = [tag("li", tag("code", f"{name} {value}")) for name, value in versions(figures.match.entrants).items()]
    return panels.section(say("What was played"), tag("ul", *told, *made, class_="notes"), whole=True)
