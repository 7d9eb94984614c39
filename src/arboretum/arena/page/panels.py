"""The panels of a report: each a plot, a sentence that tells what it shows, and its numbers as a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from arboretum.arena.figures import Figures
from arboretum.arena.page.markup import Content, Markup, tag
from arboretum.arena.page.plots import Point, Scale, columns, count_scale, histogram, round_scale, whiskers
from arboretum.arena.standing import Duel
from arboretum.arena.stats import quantile
from arboretum.arena.tables import head_to_head, place_names
from arboretum.arena.wording import duration, elos, pairs_in_words, percent, percents, with_error
from arboretum.language import all_of, say

QUANTILES: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


def percent_scale(fair: float) -> Scale:
    """All shares, with a line at the fair one."""
    return Scale(0, 1, (0, 0.25, 0.5, 0.75, 1), lambda share: f"{100 * share:.0f} %", fair)


def standing_panel(figures: Figures) -> Markup:
    """All bots in figures."""
    heading = (
        say("Bot"), say("win share"), "95 %", say("wins"), say("ties"), say("losses"), say("score"), say("margin"),
        say("mean rank"), say("faults"),
    )  # fmt: skip
    rows = [
        (
            each.bot, percent(each.win_share), percents(each.win_share_ci), each.wins, each.ties, each.losses,
            with_error(each.mean_score, each.mean_score_ci).replace("+-", "±"),
            with_error(each.mean_margin, each.mean_margin_ci, "+").replace("+-", "±"),
            f"{each.mean_rank:.2f}", each.faults,
        )
        for each in sorted(figures.standings, key=lambda each: -each.win_share)
    ]  # fmt: skip
    return section(say("All in figures"), number_table(say("All in figures"), heading, rows), whole=True)


def ladder_panel(figures: Figures) -> Markup:
    """Who is how strong: ratings of a ladder of pairs, else win shares."""
    if figures.ratings:
        rated = sorted(zip(figures.match.names, figures.ratings, strict=True), key=lambda each: -each[1].elo)
        ends = [end for _, rating in rated for end in (rating.interval or (rating.elo, rating.elo))]
        rows = [(name, f"{rating.elo:+.0f}", [Point(rating.elo, rating.interval)]) for name, rating in rated]
        scale = round_scale(min(ends), max(ends), lambda value: f"{value:+.0f}" if value else "0", 0)
        told = all_of(f"{name} {elo}" for name, elo, _ in rows)
        caption = say("Ratings in Elo, 0 is the mean of all, with intervals of 95 %.")
        table = [
            (name, f"{rating.elo:+.0f}", elos(rating.interval) if rating.interval else "-")
            for name, rating in rated
        ]
        body = figure(caption, whiskers(rows, scale, say("Ratings in Elo: {all}.", all=told)))
        return section(say("The ladder"), body, numbers(say("The ladder"), (say("Bot"), "Elo", "95 %"), table))
    standings = sorted(figures.standings, key=lambda each: -each.win_share)
    rows = [(each.bot, percent(each.win_share), [Point(each.win_share, each.win_share_ci)]) for each in standings]
    told = all_of(f"{name} {share}" for name, share, _ in rows)
    fair = 1 / figures.match.seatings
    plot = whiskers(rows, percent_scale(fair), say("Win shares: {all}.", all=told))
    caption = say(
        "Win shares with intervals of 95 %; the dashed line is a fair share, {share}.", share=percent(fair)
    )
    extra: list[Content] = []
    if figures.skills:
        ranked = sorted(zip(figures.match.names, figures.skills, strict=True), key=lambda each: -each[1].mu)
        table = [(name, f"{skill.mu:.1f}", f"{skill.sigma:.1f}") for name, skill in ranked]
        heading = (say("Bot"), say("skill"), say("standard deviation"))
        extra = [tag("h3", say("Skill by openskill")), number_table(say("Skill by openskill"), heading, table)]
    return section(
        say("The ladder") if figures.match.is_ladder else say("Win shares"), figure(caption, plot), *extra
    )


def pairs_panel(duel: Duel) -> Markup:
    """The pentanomial counts of a match of two."""
    assert duel.pairs is not None
    bars = list(zip(("0", "½", "1", "1½", "2"), duel.pairs, strict=True))
    caption = say("Decks by what {bot} got of their two games.", bot=duel.bot)
    return section(say("Pairs of games"), figure(caption, columns(bars, pairs_in_words(duel))))


def meetings_panel(figures: Figures) -> Markup:
    """Who does how well against whom."""
    heading, *rows = head_to_head(figures)
    told = say("The share of each bot in a row against that in a column, in percent.")
    body = [tag("tr", tag("th", row[0], scope="row"), *(_meeting(cell) for cell in row[1:])) for row in rows]
    head = tag("thead", tag("tr", *(tag("th", cell, scope="col") for cell in heading)))
    table = tag("table", head, tag("tbody", *body), class_="meets")
    return section(say("Head to head"), tag("p", told, class_="second"), scrolling(say("Head to head"), table))


def _meeting(cell: str) -> Markup:
    share = None if cell == "-" else f"--share:{float(cell) / 100:.3f}"
    return tag("td", cell, style=share)


def seats_panel(figures: Figures) -> Markup:
    """What it is worth to begin, and how each bot does at each place."""
    names = place_names(figures.match.seatings)
    rows = [
        (
            each.bot,
            "",
            [Point(place.share, place.share_ci, str(number)) for number, place in enumerate(each.by_place, 1)],
        )
        for each in figures.standings
    ]
    told = all_of(
        say("{bot} {shares}", bot=each.bot, shares=" / ".join(percent(place.share) for place in each.by_place))
        for each in figures.standings
    )
    plot = whiskers(rows, percent_scale(1 / figures.match.seatings), say("Win shares by seat: {all}.", all=told))
    caption = say("Win shares by the order of turns: 1 begins. Intervals of 95 %.")
    table = [(each.bot, *(percent(place.share) for place in each.by_place)) for each in figures.standings]
    words: list[Content] = []
    if figures.first_seat:
        share, interval = figures.first_seat
        sentence = say(
            "Whoever begins wins {share} (95 %: {shares}).", share=percent(share), shares=percents(interval)
        )
        words.append(tag("p", sentence))
    shown = numbers(say("Share by seat"), (say("Bot"), *names), table)
    return section(say("Share by seat"), *words, figure(caption, plot), shown)


def scores_panel(figures: Figures) -> Markup:
    """How many points each bot gets."""
    points = [[game.totals[player] for game, player in seats] for seats in figures.seats]
    most = max((max(each) for each in points if each), default=1)
    scale = count_scale(0, most)
    parts = []
    table = []
    for name, each in zip(figures.match.names, points, strict=True):
        if each:
            middle = quantile(each, 0.5)
            told = say(
                "Points of {bot}: half of its games between {low} and {high}, the median {median}.",
                bot=name,
                low=f"{quantile(each, 0.25):g}",
                high=f"{quantile(each, 0.75):g}",
                median=f"{middle:g}",
            )
            plot = histogram(sorted(Counter(each).items()), scale, told, height=70, mark=middle)
            parts.append(tag("div", tag("h3", name), figure(told, plot)))
            table.append((name, *(f"{quantile(each, share):g}" for share in QUANTILES)))
    heading = (say("Bot"), *(f"{100 * share:.0f} %" for share in QUANTILES))
    shown = numbers(say("Points"), heading, table)
    return section(say("Points"), tag("div", *parts, class_="beside"), shown, whole=True)


def lengths_panel(figures: Figures) -> Markup:
    """How long the games were."""
    turns = [game.turns for game in figures.games]
    middle = quantile(turns, 0.5)
    told = say(
        "Turns of a game: half of them between {low} and {high}, the median {median}.",
        low=f"{quantile(turns, 0.25):g}",
        high=f"{quantile(turns, 0.75):g}",
        median=f"{middle:g}",
    )
    plot = histogram(sorted(Counter(turns).items()), count_scale(min(turns), max(turns)), told, mark=middle)
    heading = [f"{100 * share:.0f} %" for share in QUANTILES]
    table = [[say("Turns"), *(f"{quantile(turns, share):g}" for share in QUANTILES)]]
    shown = numbers(say("Length of games"), [say("Quantile"), *heading], table)
    return section(say("Length of games"), figure(told, plot), shown)


def times_panel(figures: Figures) -> Markup:
    """How long each bot thought, and how it failed."""
    heading = (
        say("Bot"), say("decisions"), say("mean"), say("longest"), say("illegal"), say("late"), say("failed"),
    )  # fmt: skip
    known = {each.bot: each for each in figures.standings}
    rows = [
        (name, each.decisions, duration(each.mean), duration(each.longest if each.decisions else None),
         known[name].illegal, known[name].late, known[name].failed)
        for name, each in zip(figures.match.names, figures.times, strict=True)
        if name in known
    ]  # fmt: skip
    return section(say("Decisions"), number_table(say("Decisions"), heading, rows), whole=True)


# Parts of panels. --------------------------------------------------------------------------------------------


def section(title: str, *content: Content, whole: bool = False) -> Markup:
    """A panel."""
    return tag("section", tag("h2", title), *content, class_="whole" if whole else None)


def figure(caption: str, plot: Markup) -> Markup:
    """A plot with a sentence above it."""
    return tag("figure", tag("figcaption", caption), plot)


def numbers(name: str, heading: Sequence[str], rows: Sequence[Sequence[str | int]]) -> Markup:
    """The numbers of a plot, to be opened."""
    return tag("details", tag("summary", say("Numbers")), number_table(name, heading, rows))


def number_table(name: str, heading: Sequence[str], rows: Sequence[Sequence[str | int]]) -> Markup:
    """A table whose first column names its rows."""
    head = tag("thead", tag("tr", *(tag("th", cell, scope="col") for cell in heading)))
    body = [tag("tr", tag("th", row[0], scope="row"), *(tag("td", cell) for cell in row[1:])) for row in rows]
    return scrolling(name, tag("table", head, tag("tbody", *body)))


def scrolling(name: str, table: Markup) -> Markup:
    """What may be wider than the page; it is moved with the arrow keys."""
    return tag("div", table, class_="scroll", tabindex="0", role="region", aria_label=name)
