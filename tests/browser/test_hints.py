"""Hints at the table: on the board and in words, gone with the next move; and the warning of a costly discard."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from browser.conftest import PHONE, Visitor
from browser.looks import accessible, fits
from browser.states import shown
from browser.states_hints import asking
from browser.table import DOUBLE, TablePage
from browser.watch import Watch
from browser.wire import Table, begun, laid


def alone(context: BrowserContext, turns: int = 0) -> tuple[Table, TablePage, Page]:
    """Somebody against a bot, on their own turn."""
    table = laid(context.request, seats="2", seat1_kind="bot:greedy")
    table.do(0, "start")
    for _ in range(4 * turns):
        until_mine(table)
        table.act()
    until_mine(table)
    page, looked = shown(context, table)
    return table, page, looked


def until_mine(table: Table) -> None:
    """Wait until the bot has played."""
    for _ in range(200):
        if table.view()["seat"] == 0:
            return
        time.sleep(0.05)
    raise AssertionError("the bot does not play")


def test_a_hint_is_shown_and_told_and_goes_with_the_next_move(visitor: Visitor) -> None:
    """With the true adviser, from the draw to the discard."""
    table, mine, page = alone(visitor())
    before = table.view()["v"]
    page.locator("[data-focus=hint]").click()
    expect(page.locator(".hint .odds")).to_have_text(re.compile(r"wins \d+ of 100"))
    expect(page.locator(".deck.hinted")).to_have_count(1)
    expect(page.locator("#say-polite")).to_contain_text("After it you win about")
    page.keyboard.press("h")
    expect(page.locator(".reasoning li").first).to_be_visible()
    expect(page.locator("[data-focus=hint-why]")).to_have_attribute("aria-expanded", "true")
    assert table.view()["v"] == before, "nothing was done by it"
    mine.draw_two()
    expect(page.locator(".hint, .hinted")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(".cell.hinted")).to_be_visible()
    words = page.locator(".hinttext b").inner_text()
    found = re.search(r"([A-Z]{2}[1-8])\s*on (-?\d+,-?\d+)", words)
    assert found, words
    expect(page.locator(f"[data-zone=hand] [data-move={found[1]}].hinted")).to_have_count(1)
    mine.place(found[1], found[2])
    expect(page.locator(".hint, .hinted")).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator("[data-zone=hand] .hinted")).to_have_count(1)
    assert found[1] not in page.locator(".hinttext b").inner_text()
    assert fits(page)


@pytest.mark.browser_long
class TestMore:
    """What else there is to see."""

    def test_where_no_hints_are_given_there_is_no_button_and_a_key_says_why(self, visitor: Visitor) -> None:
        host, guest = visitor(), visitor()
        table = begun(host.request, guest.request)
        _, page = shown(host, table)
        expect(page.locator("[data-focus=hint]")).to_have_count(0)
        page.keyboard.press("h")
        expect(page.locator(".tag.fault:visible")).to_contain_text("no hints at this table")
        page.locator("[data-focus=tool-menu]").click()
        expect(page.get_by_label("Warn me before")).to_have_count(0)
        expect(page.get_by_label("Cards move")).to_have_count(1)
        _, looking = shown(visitor(), laid_alone(visitor))
        expect(looking.locator("[data-focus=hint]")).to_have_count(0)

    def test_the_host_agrees_on_hints_and_everybody_sees_it(self, visitor: Visitor) -> None:
        host, guest = visitor(), visitor()
        table = laid(host.request, guest.request)
        page, other = host.new_page(), guest.new_page()
        page.goto(table.path)
        other.goto(table.path)
        page.locator(".agree summary").click()
        expect(page.get_by_label("Hints")).to_have_value("off")
        page.get_by_label("Hints").select_option("on")
        expect(other.locator(".agreed")).to_contain_text("whoever plays may ask")
        assert accessible(page) == []
        page.get_by_role("button", name="Start").click()
        expect(page.locator("[data-focus=hint]")).to_be_visible()
        expect(other.locator("[data-focus=hint]")).to_be_visible()
        expect(other.locator(".bar .tag.practice")).to_have_text("hints")
        expect(other.locator("[data-focus=hint]")).to_have_attribute("aria-disabled", "true")
        other.locator("[data-focus=tool-menu]").click()
        expect(other.locator("dialog")).to_contain_text("whoever plays may ask")

    def test_at_one_screen_each_is_advised_in_turn_and_nothing_stays(self, visitor: Visitor) -> None:
        context = visitor()
        table = laid(context.request, seats="2", seat1_kind="hot", hints="on")
        table._people = [context.request, context.request]
        table.do(0, "start")
        page = context.new_page()
        page.goto(table.path)
        mine = TablePage(page)
        mine.come()
        page.keyboard.press("h")
        expect(page.locator(".hint .odds")).to_be_visible()
        mine.turn()
        expect(page.locator(".curtain")).to_be_visible()
        expect(page.locator(".hint, .hinted")).to_have_count(0)
        assert "you win about" not in page.locator("#say-polite").inner_text()
        mine.come()
        expect(page.locator(".hint")).to_have_count(0)
        page.keyboard.press("h")
        expect(page.locator(".hint .odds")).to_be_visible()

    def test_an_answer_that_comes_too_late_is_dropped(self, visitor: Visitor) -> None:
        table, mine, page = alone(visitor())
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/hint?*", hold)
        page.keyboard.press("h")
        expect(page.locator(".hint")).to_contain_text("One moment")
        mine.draw_two()
        expect(page.locator(".hint")).to_have_count(0)
        held[0].fulfill(json=advice("+"))
        page.wait_for_timeout(150)
        expect(page.locator(".hint, .hinted")).to_have_count(0)
        assert table.view()["phase"] == "PLACE"

    @pytest.mark.parametrize("how", ["refused", "cut"])
    def test_where_none_comes_a_sentence_says_so_and_the_game_goes_on(
        self, visitor: Visitor, watch: Watch, how: str
    ) -> None:
        table, mine, page = alone(visitor())
        with watch.expecting(r"status of 503|ERR_FAILED"):
            page.route(
                "**/hint?*",
                lambda route: (
                    route.abort()
                    if how == "cut"
                    else route.fulfill(
                        status=503, json={"error": "No hint now: ask again.", "reason": "NO_ADVICE"}
                    )
                ),
            )
            page.keyboard.press("h")
            expect(page.locator(".hinttext")).to_have_text(
                "No hint now: ask again." if how == "refused" else "The server cannot be reached."
            )
            expect(page.locator("[data-focus=hint-why]")).to_have_count(0)
            page.unroute("**/hint?*")
            page.keyboard.press("h")
            expect(page.locator(".hint .odds")).to_be_visible()
        mine.draw_two()
        assert table.view()["phase"] == "PLACE"

    def test_the_page_loads_it_when_it_is_first_wanted(self, visitor: Visitor, watch: Watch) -> None:
        _, _, page = alone(visitor())
        assert not any("hint.js" in address for address in watch.asked)
        page.keyboard.press("h")
        expect(page.locator(".hint .odds")).to_be_visible()
        assert any("hint.js" in address for address in watch.asked)

    def test_the_command_line_says_it_too(self, visitor: Visitor) -> None:
        _, _, page = alone(visitor())
        page.keyboard.press("/")
        page.keyboard.type("h\n")
        expect(page.locator(".console .told")).to_contain_text("After it you win about")
        page.locator("#words").fill("?")
        page.locator("#words").press("Enter")
        expect(page.locator(".console .told")).to_contain_text("hint, hand")

    def test_by_touch_on_a_phone(self, visitor: Visitor) -> None:
        context = visitor(**PHONE)
        table = laid(context.request, seats="2", seat1_kind="bot:greedy")
        table.do(0, "start")
        page = context.new_page()
        page.goto(table.path)
        mine = TablePage(page, "touch")
        mine.draw_two()
        page.locator("[data-focus=hint]").tap()
        expect(page.locator(".cell.hinted")).to_be_in_viewport()
        page.locator("[data-focus=hint-why]").tap()
        expect(page.locator(".reasoning")).to_be_in_viewport()
        assert fits(page)
        page.locator("[data-focus=hint-close]").tap()
        expect(page.locator(".hint, .hinted")).to_have_count(0)


@pytest.mark.browser_long
class TestWarning:
    """Before a costly discard."""

    def drafted(self, visitor: Visitor, *, warn: bool = True) -> tuple[Table, TablePage, Page]:
        """A whole turn is drafted, of which what is made up says that it costs much."""
        context = visitor()
        table, mine, page = alone(context)
        asking(page, table)
        if warn:
            page.locator("[data-focus=tool-menu]").click()
            page.get_by_label("Warn me before").check()
            page.keyboard.press("Escape")
        mine.draw_two()
        mine.place(mine.hand[0])
        mine.discard(mine.hand[1])
        page.wait_for_timeout(DOUBLE)
        return table, mine, page

    def test_it_asks_once_and_lets_one_discard_all_the_same(self, visitor: Visitor) -> None:
        table, _, page = self.drafted(visitor)
        turn = table.view()["turn"]
        page.locator("[data-focus=end]").click()
        dialog = page.locator("dialog.k-warning")
        expect(dialog).to_contain_text("is a costly discard")
        expect(dialog).to_contain_text("It gives Ben")
        assert accessible(page) == []
        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.locator(".steps .done")).to_have_count(4)
        assert table.view()["turn"] == turn
        page.locator("[data-focus=end]").click()
        page.locator("[data-focus=rethink]").click()
        expect(dialog).to_have_count(0)
        page.locator("[data-focus=end]").click()
        page.locator("[data-focus=anyway]").click()
        expect(dialog).to_have_count(0)
        expect(page.locator(".turnno")).not_to_have_text(f"Turn {turn}")
        assert table.view()["turn"] > turn

    def test_who_does_not_want_it_is_not_asked(self, visitor: Visitor) -> None:
        table, _, page = self.drafted(visitor, warn=False)
        turn = table.view()["turn"]
        page.locator("[data-focus=end]").click()
        expect(page.locator(".turnno")).not_to_have_text(f"Turn {turn}")
        expect(page.locator("dialog")).to_have_count(0)

    def test_the_wish_is_kept_in_this_browser(self, visitor: Visitor) -> None:
        _, _, page = self.drafted(visitor)
        page.reload()
        page.locator("[data-focus=tool-menu]").click()
        expect(page.get_by_label("Warn me before")).to_be_checked()

    @pytest.mark.parametrize("how", ["silent", "failing", "gone", "unloaded"])
    def test_a_server_that_does_not_answer_holds_nobody_up(self, visitor: Visitor, watch: Watch, how: str) -> None:
        table, _, page = self.drafted(visitor)
        page.unroute_all()
        with watch.expecting(r"status of 503|ERR_FAILED"):
            answers: dict[str, Any] = {
                "silent": lambda route: None,
                "failing": lambda route: route.fulfill(status=503, json={"error": "No.", "reason": "NO_ADVICE"}),
                "gone": lambda route: route.abort(),
                "unloaded": lambda route: None,
            }
            page.route("**/hint.js" if how == "unloaded" else "**/hint?*", answers[how])
            page.reload()
            turn = table.view()["turn"]
            expect(page.locator(".steps .done")).to_have_count(4)
            began = time.monotonic()
            page.locator("[data-focus=end]").click()
            expect(page.locator(".turnno")).not_to_have_text(f"Turn {turn}")
            assert time.monotonic() - began < 4


def laid_alone(visitor: Visitor) -> Table:
    """A game of somebody else against a bot."""
    return alone(visitor())[0]


def advice(action: str) -> dict[str, Any]:
    """A hint as the server gives it."""
    told = {"action": action, "say": f"Do {action}.", "win": 0.5, "margin": 0.5}
    return {"say": "Do it.", "choices": [told], "why": [], "instead": None, "warning": None, "against": []}
