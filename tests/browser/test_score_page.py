"""The score page: entered by taps, kept through a reload and a lost network, shared, and right."""

from __future__ import annotations

import json
import random
import re

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from arboretum.cli import commands
from arboretum.pad import read
from arboretum.pad.link_form import read_link, write_link
from browser.conftest import PHONE, Visitor
from browser.looks import accessible, fits
from browser.watch import Watch
from pad_positions import TIED_CASSIA, as_json

HANDS = ("JA7 DW6 OK3", "JA2 OK5")
BEDS = (
    {"0,0": "OK6", "1,0": "OK2", "2,0": "OK1", "0,-1": "JA8", "1,-1": "JA3"},
    {"0,0": "DW1", "0,1": "DW4", "1,1": "OK8"},
)
OFFLINE = r"ERR_INTERNET_DISCONNECTED"


class PadPage:
    """The page as somebody sees it."""

    def __init__(self, page: Page, where: str = "/score") -> None:
        self.page = page
        page.goto(where)
        expect(page.get_by_role("tab", name="Players")).to_be_visible()

    def tab(self, name: str, seat: int | None = None) -> None:
        self.page.get_by_role("tab", name=name).click()
        if seat is not None:
            self.page.locator(f"[data-focus=seat-{seat}]").click()

    def card(self, card: str, cell: str = "") -> None:
        """Species key, value key, cell."""
        species = self.page.locator(f"[data-focus=sp-{card[:2]}]")
        if species.get_attribute("aria-pressed") != "true":
            species.click()
        self.page.locator(f"[data-focus=value-{card[2]}]").click()
        if cell:
            self.page.locator(f"[data-cell='{cell}']").click()

    @property
    def kept(self) -> str:
        """The pad that is open, as this browser keeps it."""
        shelf = self.page.evaluate("JSON.parse(localStorage.getItem('arboretum.pads'))")
        return str(next(pad["p"] for pad in shelf["pads"] if pad["id"] == shelf["now"]))

    def figures(self) -> list[list[str]]:
        """The table of points, row by row."""
        expect(self.page.locator("[data-now=fresh]")).to_be_visible()
        rows = self.page.locator(".sofar tbody tr").all()
        return [row.locator("td").all_inner_texts() for row in rows]


def by_command(link: str) -> dict[str, object]:
    """What the command says of the pad of a link."""
    entries = read_link(link)
    players = [
        {
            "name": entry.name,
            "arboretum": {str(cell): str(card) for cell, card in entry.cards},
            "hand": entry.hand and [str(card) for card in entry.hand],
        }
        for entry in entries.players
    ]
    done = CliRunner().invoke(commands, ["score", "-", "--json"], input=json.dumps({"players": players}))
    assert done.exit_code == 0, done.output
    told: dict[str, object] = json.loads(done.output)
    return told


def test_a_game_is_entered_by_taps_kept_counted_and_shared(visitor: Visitor, watch: Watch) -> None:
    browser = visitor(**PHONE)
    pad = PadPage(browser.new_page())
    page = pad.page
    page.get_by_label("Name of player A").fill("Ada")
    page.get_by_role("button", name="Next: Hands").click()
    for seat, hand in enumerate(HANDS):
        for card in hand.split():
            pad.card(card)
        page.locator("[data-focus=next]").click()
        if seat == 0:
            expect(page.locator("[data-focus=seat-1]")).to_have_attribute("aria-pressed", "true")
    assert fits(page)
    for cell, card in BEDS[0].items():
        pad.card(card, cell)
    expect(page.locator("[data-focus=tile-OK] b")).to_have_text("4")
    pad.tab("Arboretums", 1)
    pad.card("OK6")
    expect(page.locator(".prompt")).to_contain_text("OK6 lies in the arboretum of Ada")
    with watch.expecting(OFFLINE):
        browser.set_offline(True)
        for cell, card in BEDS[1].items():
            pad.card(card, cell)
        expect(page.locator("[data-state=older]")).to_be_visible()
        whole = pad.kept
        page.reload()
        expect(page.get_by_role("tab", name="Arboretums")).to_have_attribute("aria-selected", "true")
        expect(page.locator("[data-state=none]")).to_be_visible()
        assert pad.kept == whole
        pad.tab("Result")
        browser.set_offline(False)
        expect(page.locator(".sofar")).to_be_visible()
    expect(page.locator("[data-now=fresh]")).to_be_visible()
    told = by_command(whole)
    assert [row.inner_text() for row in page.locator(".sofar tfoot b").all()] == [str(n) for n in told["totals"]]  # type: ignore[attr-defined]
    expect(page.locator(".missing")).to_contain_text("The hand of Ada lacks 4 cards.")
    assert page.evaluate("document.querySelector('[data-focus=picture]').getAttribute('href')").startswith(
        f"/score/picture.png?p={whole}"
    )
    friend = PadPage(visitor().new_page(), f"/score?p={whole}")
    expect(friend.page.locator(".news")).to_contain_text("This pad came by a link")
    assert friend.figures() == pad.figures()
    assert friend.kept == whole


@pytest.mark.browser_long
def test_every_step_is_undone_and_nothing_is_left(visitor: Visitor, watch: Watch) -> None:
    """A whole pad, emptied card by card, undone, and entered again: the link tells that nothing else is there."""
    link = write_link(read(json.dumps(as_json(TIED_CASSIA))))
    pad = PadPage(visitor().new_page(), f"/score?p={link}")
    page = pad.page
    with watch.expecting(r"status of 422"):
        steps = 0
        for tab in ("Hands", "Arboretums"):
            for seat in (0, 1):
                pad.tab(tab, seat)
                what = ".keep" if tab == "Hands" else ".cell.full"
                while page.locator(what).count():
                    page.locator(what).first.click()
                    page.locator("[data-focus=remove]").click()
                    steps += 1
        assert steps == 45
        assert pad.kept == "1.sse......."
        pad.tab("Result")
        expect(page.locator(".missing li")).to_have_count(4)
        expect(page.locator(".sofar")).to_have_count(0)
        pad.tab("Players")
        for _ in range(steps):
            page.locator("[data-focus=undo]").click()
        expect(page.locator("[data-focus=undo]")).to_have_attribute("aria-disabled", "true")
        assert pad.kept == link
    page.reload()
    for _ in range(3):
        page.locator("[data-focus=redo]").click()
    page.locator("[data-focus=undo]").click()
    pad.tab("Result")
    expect(page.locator(".missing")).to_contain_text("lacks 2 cards")


@pytest.mark.browser_long
def test_three_orders_of_entering_give_one_link_and_one_answer(visitor: Visitor, watch: Watch) -> None:
    chance, links, figures = random.Random(5), set(), set()
    for _ in range(3):
        pad = PadPage(visitor(**PHONE).new_page())
        cards = [(0, card, cell) for cell, card in BEDS[0].items()] + [
            (1, card, cell) for cell, card in BEDS[1].items()
        ]
        held = [(seat, card) for seat, hand in enumerate(HANDS) for card in hand.split()]
        chance.shuffle(cards)
        chance.shuffle(held)
        for seat, card in held:
            pad.tab("Hands", seat)
            pad.card(card)
        with watch.expecting(r"status of 422"):  # cards lie apart for a while
            for seat, card, cell in cards:
                pad.tab("Arboretums", seat)
                pad.card(card, cell)
            pad.tab("Result")
            expect(pad.page.locator(".sofar tfoot b").first).to_have_text("4")
        links.add(pad.kept)
        figures.add(str(pad.figures()))
    assert len(links) == len(figures) == 1


@pytest.mark.browser_long
def test_the_keyboard_alone_enters_a_game(visitor: Visitor) -> None:
    pad = PadPage(visitor().new_page())
    page = pad.page
    page.locator("[data-focus=tab-players]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator("[data-focus=sp-BS]").focus()
    page.keyboard.type("ja7ok3ok3")
    expect(page.locator(".keep")).to_have_count(2)
    expect(page.locator(".prompt")).to_contain_text("OK3 is in the hand of A")
    page.keyboard.press("Escape")
    page.locator("[data-focus=tab-arboretums]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-cell='0,0']").focus()
    page.keyboard.type("OK6")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("OK5")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("4")
    expect(page.locator("[data-cell='1,-1']")).to_have_attribute("aria-label", "Oak 4 on 1,-1")
    page.keyboard.press("Delete")
    expect(page.locator(".cell.full")).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(page.locator(".cell.full")).to_have_count(3)
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell='0,-1']")).to_have_attribute("aria-label", "Oak 4 on 0,-1")
    expect(page.locator("[data-cell='0,-1']")).to_be_focused()
    assert pad.kept == "1.sse...E7I3.I6I5_I4..."


@pytest.mark.browser_long
def test_cards_apart_are_marked_and_told(visitor: Visitor, watch: Watch) -> None:
    pad = PadPage(visitor(**PHONE).new_page())
    page = pad.page
    pad.tab("Arboretums")
    pad.card("OK1", "0,0")
    pad.card("OK2", "1,0")
    expect(page.locator("[data-focus=tile-OK] b")).to_have_text("3")
    with watch.expecting(r"status of 422"):
        pad.card("OK3", "2,1")
        expect(page.locator("[data-state=refused]")).to_contain_text("OK3 on 2,1 is not next to the rest")
    expect(page.locator("[data-cell='2,1'] .brackets")).to_have_count(1)
    page.locator("[data-cell='2,1']").click()
    page.locator("[data-cell='2,0']").click()
    expect(page.locator("[data-focus=tile-OK] b")).to_have_text("4")
    expect(page.locator("[data-state=refused]")).to_have_count(0)


@pytest.mark.browser_long
@pytest.mark.parametrize(
    "junk", ["{", "null", "[]", '{"pads":5}', '{"v":1,"now":3,"pads":[{"id":"a","p":"1.sse.x"},7]}']
)
def test_damaged_storage_breaks_nothing(visitor: Visitor, junk: str) -> None:
    pad = PadPage(visitor().new_page())
    pad.page.evaluate("junk => localStorage.setItem('arboretum.pads', junk)", junk)
    pad.page.reload()
    expect(pad.page.locator(".news")).to_contain_text("damaged")
    assert pad.page.evaluate("localStorage.getItem('arboretum.pads.damaged')") == junk
    pad.tab("Hands")
    pad.card("OK1")
    assert pad.kept == "1.sse...I1...."
    pad.page.reload()
    expect(pad.page.locator(".keep")).to_have_count(1)
    expect(pad.page.locator(".news")).to_have_count(0)


@pytest.mark.browser_long
def test_several_pads_are_kept_and_two_tabs_agree(visitor: Visitor) -> None:
    browser = visitor()
    pad = PadPage(browser.new_page())
    page = pad.page
    page.get_by_label("Name of player A").fill("Ada")
    pad.tab("Hands")
    pad.card("OK1")
    first = pad.kept
    page.get_by_role("button", name="Pads").click()
    page.get_by_role("button", name="New pad").click()
    expect(page.get_by_label("Name of player A")).to_have_value("Ada")
    pad.tab("Hands")
    pad.card("OK2")
    other = PadPage(browser.new_page())
    other.tab("Hands")
    other.card("OK4")
    expect(page.locator(".keep")).to_have_count(2)
    page.get_by_role("button", name="Pads").click()
    expect(page.locator(".shelf li")).to_have_count(2)
    page.locator(".shelf li:not(.now) .which").click()
    assert pad.kept == first
    page.get_by_role("button", name="Pads").click()
    page.locator(".shelf li.now").get_by_role("button", name=re.compile("Delete")).click()
    expect(page.locator(".shelf li")).to_have_count(1)
    page.get_by_role("button", name="Bring it back").click()
    expect(page.locator(".shelf li")).to_have_count(2)


@pytest.mark.browser_long
@pytest.mark.parametrize("how", ["narrow", "dark", "desk"])
def test_every_part_fits_and_reads_well(visitor: Visitor, how: str) -> None:
    sizes = {
        "narrow": PHONE | {"viewport": {"width": 360, "height": 740}},
        "dark": PHONE | {"color_scheme": "dark"},
        "desk": {},
    }
    link = write_link(read(json.dumps(as_json(TIED_CASSIA))))
    pad = PadPage(visitor(**sizes[how]).new_page(), f"/score?p={link}")
    expect(pad.page.locator(".sofar")).to_be_visible()
    for tab in ("Result", "Players", "Hands", "Arboretums"):
        pad.tab(tab)
        assert fits(pad.page), tab
        assert accessible(pad.page) == [], tab
    for key in pad.page.locator(".spkeys .key, .valkeys .key, .prompt button:visible, .cell").all():
        box = key.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44, key
    pad.page.get_by_role("button", name="Pads").click()
    assert accessible(pad.page) == [], "the pads"
    pad.page.keyboard.press("Escape")
    pad.tab("Result")
    pad.page.get_by_role("button", name="Count species by species").click()
    expect(pad.page.locator("arboretum-count")).to_be_visible()
    assert fits(pad.page), "the count"
    pad.page.get_by_role("button", name="To the pad").click()
    expect(pad.page.locator(".sofar")).to_be_visible()
