"""Whole games, from the home page to the count: by mouse, by keyboard alone, by touch alone on a telephone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from arboretum.record import Record
from browser.conftest import PHONE, Visitor
from browser.looks import accessible
from browser.table import DOUBLE, TWICE, TablePage

pytestmark = pytest.mark.browser_long

MOST_TURNS = 33
"""Of one player in a game of two; the draw pile is empty long before."""


def counted(table: TablePage) -> Record:
    """The page shows the count, and the record that it offers tells a game that followed the rules to its end."""
    page = table.page
    table.skip_the_count()
    expect(page.locator(".won-by h1")).to_contain_text("win")
    with page.expect_download() as waiting:
        table.press(page.get_by_role("link", name="Download the record"))
    record = Record.load(waiting.value.path())
    record.verify()
    assert record.is_complete
    told = table.told()["score"]["totals"]
    shown = page.locator(".points tfoot tr").first.locator("td").all_inner_texts()
    assert list(map(int, shown)) == told == list(record.score.totals or ())
    assert accessible(page) == [], "the count"
    return record


def test_a_game_by_mouse_alone(visitor: Visitor) -> None:
    page = visitor(reduced_motion="no-preference").new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    table = TablePage(page)
    for number in range(MOST_TURNS):
        if not table.wait_for_me():
            break
        table.turn(number)
    counted(table)
    first = table.told()["starter"]
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator(".game")).to_be_visible()
    page.get_by_role("button", name="back to the count").first.click()
    page.get_by_role("button", name="Rematch").click()
    expect(page.locator(".game")).to_be_visible()
    assert TablePage(page).told()["starter"] == 1 - first, "A rematch rotates the start."


def test_a_game_by_touch_alone(visitor: Visitor) -> None:
    page = visitor(**PHONE).new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    table = TablePage(page, hand="touch")
    for number in range(MOST_TURNS):
        if not table.wait_for_me():
            break
        expect(page.locator("[data-zone=hand]")).to_be_in_viewport()
        table.turn(number)
    counted(table)


class Keys:
    """Somebody who has a keyboard and nothing else."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.board = page.keyboard

    def press(self, *keys: str) -> None:
        """Press keys one after the other; the focus is somewhere after each."""
        for key in keys:
            self.board.press(key)
            assert self.page.evaluate("document.activeElement !== document.body"), (
                f"The focus is lost after {key}."
            )

    def tab_to(self, selector: str) -> None:
        """Go on with Tab until the focus is there."""
        for _ in range(80):
            self.board.press("Tab")
            if self.page.evaluate("(what) => document.activeElement.matches(what)", selector):
                return
        raise AssertionError(f"Tab does not lead to {selector}.")

    @property
    def focus(self) -> str:
        """Which named place has the focus."""
        return str(self.page.evaluate("document.activeElement.dataset.focus ?? ''"))


def test_a_game_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor().new_page()
    page.goto("/")
    keys = Keys(page)
    keys.tab_to("main button")
    keys.board.press("Enter")
    table = TablePage(page)
    for number in range(MOST_TURNS):
        if not table.wait_for_me():
            break
        if number == 0:
            keys.tab_to("[data-focus=pile]")
        turn_by_keys(table, keys, number)
    expect(page.locator(".endpage #count")).to_be_visible()
    steps = len(table.told()["score"]["count"]["steps"])
    for step in range(1, steps + 1):
        keys.press(("ArrowRight", "Space")[step % 2])
        expect(page.locator(".strip [aria-current]").first).to_be_visible()
        expect(page.locator(".strip .todo")).to_have_count(
            sum(map(len, table.told()["score"]["count"]["steps"][step:]))
        )
    keys.press("ArrowRight")
    expect(page.locator(".won-by h1")).to_be_focused()
    keys.tab_to("[data-focus=rematch]")
    keys.board.press("Enter")
    expect(page.locator(".game")).to_be_visible()


def turn_by_keys(table: TablePage, keys: Keys, number: int) -> None:
    """A turn by keys: by numbers, or by the arrows and Enter; by the draw pile's button, or by +."""
    page = table.page
    while (count := len(table.hand)) < 9:
        if "lit" not in (page.locator("[data-focus=pile]").get_attribute("class") or ""):
            keys.tab_to("[data-focus^=discard-].lit")
            keys.press("Enter")
        elif number % 2 and count == 7:
            keys.board.press("+")
        elif keys.focus == "pile":
            keys.press("Enter")
        else:
            keys.tab_to("[data-focus=pile]")
            keys.press("Enter")
        table.held(count + 1)
        page.wait_for_timeout(TWICE)
    if number % 2:
        keys.press("2")
    else:
        keys.tab_to("[data-zone=hand] [data-rove]")
        keys.press("ArrowRight", "Enter")
    assert keys.focus.startswith("open-"), keys.focus
    if page.locator(".opening").count() > 2:
        keys.press("End", "ArrowLeft", "Home")
    keys.press("Enter")
    expect(page.locator(".cell.draft")).to_have_count(1)
    keys.press("1")
    assert keys.focus == f"discard-{table.told()['you']['as']}"
    keys.press("Enter")
    expect(page.locator("[data-focus=end]")).to_be_focused()
    page.wait_for_timeout(DOUBLE)
    turn = table.told_turn()
    keys.press("Enter")
    page.wait_for_function(
        "(turn) => document.querySelector('.endpage') || document.querySelector('.turnno')?.textContent !== turn",
        arg=turn,
    )
