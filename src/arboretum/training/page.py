"""The page of a training: how strong it became against each opponent, and how it was made."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from arboretum.arena.page import document
from arboretum.arena.page.markup import Content, Markup, tag
from arboretum.arena.page.panels import figure, number_table, numbers, section
from arboretum.arena.page.plots import Point, Scale, curve, round_scale
from arboretum.arena.wording import percent, percents
from arboretum.language import say
from arboretum.training.files import write_whole
from arboretum.training.manifest import command_of, made
from arboretum.training.training import AGAINST, Training
from arboretum.training.wording import name_of, sentences

SHARES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)


def page_of(training: Training) -> str:
    """The page, in the language that is spoken."""
    players = training.settings.players
    if AGAINST in training.frozen:
        title = say("Learning to beat a network of {players} players", players=players)
    else:
        title = say("Learning Arboretum for {players} players", players=players)
    return document(title, sentences(training), _panels(training))


def write_page(training: Training, folder: Path) -> None:
    """Write the page, once there is something to be seen."""
    if training.curve:
        write_whole(folder / f"{training.settings.players}.html", page_of(training).encode())


def _panels(training: Training) -> list[Content]:
    return [
        *(_strength_panel(training, name) for name in training.curve[-1].strengths),
        _errors_panel(training),
        _colophon(training),
    ]


def _along(training: Training) -> Scale:
    """Games, in thousands."""
    return round_scale(0.0, training.curve[-1].games / 1000, lambda value: f"{value:g} k")


def _strength_panel(training: Training, opponent: str) -> Markup:
    """How strong it became against an opponent."""
    name = name_of(opponent)
    moments = [moment for moment in training.curve if opponent in moment.strengths]
    points = [
        (moment.games / 1000, Point(each.share, each.interval))
        for moment in moments
        for each in (moment.strengths[opponent],)
    ]
    fair = 1 / training.settings.players
    up = Scale(0, 1, SHARES, lambda share: f"{100 * share:.0f} %", fair)
    last = points[-1][1].value
    told = say("Share of the wins against {opponent}: {share} at the end.", opponent=name, share=percent(last))
    caption = say(
        "By games that were played to learn, in thousands, with intervals of 95 %; the dashed line is a fair"
        " share, {share}.",
        share=percent(fair),
    )
    rows = [
        (
            f"{moment.games:,}",
            percent(each.share),
            percents(each.interval),
            f"{each.margin:+.1f}",
            f"{each.games:,}",
        )
        for moment in moments
        for each in (moment.strengths[opponent],)
    ]
    heading = (say("learned from"), say("win share"), "95 %", say("margin"), say("games"))
    title = say("Against {opponent}", opponent=name)
    return section(
        title, figure(caption, curve(points, _along(training), up, told)), numbers(title, heading, rows)
    )


def _errors_panel(training: Training) -> Markup:
    """How wrong it was."""
    title = say("Errors")
    heading = (say("learned from"), say("seconds"), say("chance of winning"), say("margin"))
    rows = [
        (f"{moment.games:,}", f"{moment.seconds:.0f}", *(f"{error:.4f}" for error in moment.errors))
        for moment in training.curve
    ]
    told = say(
        "Mean squared errors of the lessons: of the chance of winning, and of the margin in units of ten points."
    )
    return section(title, tag("p", told, class_="second"), number_table(title, heading, rows), whole=True)


def _colophon(training: Training) -> Markup:
    """What was done and with what, so that it can be done again."""
    tally = training.tally
    counted = say(
        "{games} games, {lessons} lessons, {steps} steps of learning.",
        games=f"{tally.games:,}",
        lessons=f"{tally.lessons:,}",
        steps=f"{tally.steps:,}",
    )
    told = [
        tag("li", counted),
        tag("li", tag("code", command_of(training.settings, against=AGAINST in training.frozen))),
        *(tag("li", tag("code", f"{name} {value}")) for name, value in made().items()),
    ]
    return section(say("How it was made"), tag("ul", *told, class_="notes"), whole=True)
