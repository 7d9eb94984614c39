"""The report's page: it needs nothing else, tells in words what it draws, and escapes what bots are called."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arboretum import Action, Budget, View, play
from arboretum.arena.page import page_of, palette
from arboretum.arena.page.markup import Markup, tag
from arboretum.arena.page.plots import Scale, count_scale, round_scale
from arboretum.arena.playing import play_ladder
from arboretum.arena.result import MatchResult
from arboretum.arena.sprt import Sprt
from arboretum.language import speaking


class Sly:
    """A bot whose name would be markup."""

    name = "<b>&\"'sly"

    def choose(self, view: View, budget: Budget) -> Action:
        return view.legal_actions[0]


@pytest.fixture(scope="module")
def match() -> MatchResult:
    return play(["random", "random"], deals=3, seed=1, test=Sprt(0, 50))


@pytest.fixture(scope="module")
def ladder() -> MatchResult:
    return play_ladder(["random", Sly, "random"], deals=2, seed=1)


@pytest.fixture(scope="module")
def table() -> MatchResult:
    return play(["random", Sly, "random", "random"], deals=1, seed=1)


@pytest.fixture(params=["match", "ladder", "table"])
def result(request: pytest.FixtureRequest) -> MatchResult:
    found = request.getfixturevalue(request.param)
    assert isinstance(found, MatchResult)
    return found


def parsed(page: str) -> ElementTree.Element:
    """The page as a tree; its elements that have no end are the ones HTML allows it for."""
    assert page.startswith("<!doctype html>\n")
    return ElementTree.fromstring(re.sub(r"<(meta|br)([^>]*)>", r"<\1\2/>", page.split("\n", 1)[1]))


def words_of(element: ElementTree.Element) -> str:
    return " ".join(" ".join(element.itertext()).split())


def test_the_page_needs_nothing_else(result: MatchResult) -> None:
    page = page_of(result)
    assert not re.search(r"https?:|url\(|@import|<script|<link|<img| src=| href=", page)
    assert parsed(page).find("head/style") is not None


def test_every_plot_says_what_is_on_it(result: MatchResult) -> None:
    plots = parsed(page_of(result)).findall(".//svg")
    assert len(plots) >= 5
    for plot in plots:
        assert plot.get("role") == "img"
        assert len(plot.get("aria-label") or "") > 20
    assert {section.tag for section in parsed(page_of(result)).findall(".//main/*")} == {"section"}


def test_what_bots_are_called_is_no_markup(ladder: MatchResult) -> None:
    page = page_of(ladder)
    assert "<b>" not in page
    assert "&lt;b&gt;&amp;\"'sly" in page
    assert Sly.name in words_of(parsed(page))


def test_the_page_tells_what_the_table_tells(match: MatchResult) -> None:
    tree = parsed(page_of(match))
    told = words_of(tree)
    standing = match.standings[0]
    for value in (standing.wins, f"{100 * standing.win_share:.1f} %", "Undecided between 0 and 50 Elo"):
        assert str(value) in told
    assert "arboretum match random random --deals 3 --seed 1 --sprt 0,50" in told
    bars = next(
        plot for plot in tree.findall(".//svg") if "got of their two games" in (plot.get("aria-label") or "")
    )
    assert [text.text for text in bars.findall("text")[::2]] == [str(count) for count in match.pairs(0, 1)]


def test_a_ladder_has_ratings_and_who_met_whom(ladder: MatchResult) -> None:
    tree = parsed(page_of(ladder))
    assert "Ladder of 3 bots, 2 at a table" in words_of(tree)
    assert ladder.ratings is not None
    assert any("Ratings in Elo" in (plot.get("aria-label") or "") for plot in tree.findall(".//svg"))
    cells = [cell.text for cell in tree.findall(".//table[@class='meets']/tbody/tr/td")]
    assert cells.count("-") == 3
    assert cells[1] == f"{100 * ladder.duels[0, 1].share:.1f}"


def test_the_page_is_said_in_the_language_spoken(match: MatchResult) -> None:
    with speaking("de"):
        page = page_of(match)
    assert parsed(page).get("lang") == "de"
    assert "Was gespielt wurde" in page
    assert "What was played" not in page


def test_the_page_knows_light_and_dark() -> None:
    assert "light-dark(#dfe2d5,#141a17)" in palette()
    assert "data-species" not in palette()
    used = set(
        re.findall(r"var\(--([\w-]+)\)", Path(page_of.__code__.co_filename).with_name("report.css").read_text())
    )
    known = set(re.findall(r"--([\w-]+):", palette())) | {"share"}
    assert used <= known


def test_markup_escapes_what_is_none() -> None:
    assert tag("p", "<&>", Markup("<i>"), 3, class_="a", aria_label='"', x=1.500, y=-0.001, z=None) == (
        '<p class="a" aria-label="&quot;" x="1.5" y="0">&lt;&amp;&gt;<i>3</p>'
    )
    assert tag("line", x1="5%") == '<line x1="5%"/>'


def test_scales_hold_what_they_show() -> None:
    for low, high in ((0, 40), (-431, 512), (17, 33), (0, 0), (5, 5), (-0.4, 0.2)):
        scale = round_scale(low, high, str)
        assert scale.low <= low <= high <= scale.high
        assert 2 <= len(scale.ticks) <= 9
        assert scale.ticks[0] == scale.low
    counts = count_scale(17, 33)
    assert counts.low < 17 < 33 < counts.high
    assert all(tick == int(tick) for tick in counts.ticks)
    whole = Scale(0, 10, (0, 10), str)
    assert [whole.at(value) for value in (-5, 0, 5, 10, 99)] == ["2.00%", "2.00%", "50.00%", "98.00%", "98.00%"]
