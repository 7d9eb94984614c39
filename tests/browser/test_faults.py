"""What goes wrong in life: reloads, the back button, a lost network, a power cut, two tabs, a nervous finger."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.running import Running
from browser.table import DOUBLE, TWICE, TablePage
from browser.test_together import invitation, opened, seated
from browser.watch import Watch

GONE = (
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "WebSocket",
)
"""What a browser says of a network that is not there, or a server."""


def playing(visitor: Visitor) -> TablePage:
    """Somebody at a table with a bot, whose turn it is, before the first draw."""
    page = visitor().new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    table = TablePage(page)
    table.wait_for_me()
    page.evaluate("window.untouched = true")
    return table


def was_not_reloaded(page: Page) -> bool:
    return bool(page.evaluate("window.untouched === true"))


def test_a_reload_in_mid_turn_keeps_the_draft(visitor: Visitor) -> None:
    table = playing(visitor)
    page = table.page
    table.draw_two()
    placed, thrown = table.hand[1], table.hand[3]
    table.place(placed)
    page.reload()
    expect(page.locator(f".cell.draft[data-move={placed}]")).to_be_visible()
    table.discard(thrown)
    page.reload()
    expect(page.locator(f"[data-target=discard][data-move={thrown}]")).to_be_visible()
    assert len(table.hand) == 7
    assert table.told()["phase"] == "PLACE", "Nothing of a draft is sent."
    table.end()
    told = table.told()
    assert told["tableaux"][told["you"]["as"]][0][1] == placed
    assert f"You discarded {thrown}." in [entry["say"] for entry in told["log"]]


@pytest.mark.browser_long
def test_the_draft_lives_through_rules_log_and_menu(visitor: Visitor) -> None:
    table = playing(visitor)
    page = table.page
    table.draw_two()
    placed = table.hand[0]
    table.place(placed)
    for name in ("Rules", "Log", "Menu"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(f".cell.draft[data-move={placed}]")).to_be_visible()
    page.locator("[data-focus=undo]").click()
    expect(page.locator(".cell.draft")).to_have_count(0)
    assert placed in table.hand


@pytest.mark.browser_long
def test_back_and_forward_come_to_the_table_as_it_is(visitor: Visitor) -> None:
    table = playing(visitor)
    page = table.page
    table.draw_two()
    placed = table.hand[0]
    table.place(placed)
    page.goto("/mine")
    page.go_back()
    expect(page.locator(f".cell.draft[data-move={placed}]")).to_be_visible()
    table.discard(table.hand[0])
    table.end()
    table.wait_for_me()
    page.go_forward()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    page.go_back()
    table.wait_for_me()
    assert table.told_turn() == f"Turn {table.told()['turn']}"
    assert page.locator(".cell.draft").count() == 0
    table.turn()


@pytest.mark.browser_long
def test_a_lost_network_is_told_and_comes_back_by_itself(visitor: Visitor, watch: Watch) -> None:
    host = visitor().new_page()
    ada = opened(host, start="0")
    away = visitor()
    guest = away.new_page()
    ben = seated(guest, invitation(host), "Ben")
    host.get_by_role("button", name="Start").click()
    expect(guest.locator(".game")).to_be_visible()
    guest.evaluate("window.untouched = true")
    with watch.expecting(*GONE):
        away.set_offline(True)
        expect(guest.locator(".linkage")).to_be_visible(timeout=15_000)
        ada.wait_for_me()
        ada.turn()
        away.set_offline(False)
        expect(guest.locator(".linkage")).to_have_count(0, timeout=15_000)
        ben.wait_for_me()
    assert was_not_reloaded(guest)
    ben.turn()


@pytest.mark.browser_long
def test_a_draw_in_a_lost_network_is_done_once_it_is_back_or_said_not_to_be(
    visitor: Visitor, watch: Watch
) -> None:
    table = playing(visitor)
    context = table.page.context
    with watch.expecting(*GONE):
        context.set_offline(True)
        table.page.locator("[data-focus=pile]").click()
        table.page.wait_for_timeout(200)
        context.set_offline(False)
        table.held(8)
    table.page.wait_for_timeout(TWICE)
    table.draw_two()
    assert len(table.told()["hand"]) == 9


class TestPowerCut:
    """At the very server that people start."""

    @pytest.fixture
    def server(self, tmp_path: Path) -> Iterator[Running]:
        server = Running(tmp_path / "tables.db", quick=False)
        yield server
        server.stop()

    @pytest.mark.browser_long
    def test_the_game_goes_on_after_kill_9(self, visitor: Visitor, watch: Watch, server: Running) -> None:
        table = playing(visitor)
        page = table.page
        table.draw_two()
        before = table.told()
        placed = table.hand[0]
        table.place(placed)
        with watch.expecting(*GONE):
            server.kill()
            expect(page.locator(".linkage")).to_have_text("Reconnecting …")
            server.start()
            expect(page.locator(".linkage")).to_have_count(0, timeout=15_000)
        assert was_not_reloaded(page)
        assert {key: table.told()[key] for key in ("v", "hand", "phase")} == {
            key: before[key] for key in ("v", "hand", "phase")
        }
        expect(page.locator(f".cell.draft[data-move={placed}]")).to_be_visible()
        table.discard(table.hand[0])
        table.end()
        with watch.expecting(*GONE):
            server.kill()  # while the bot thinks
            server.start()
            assert table.wait_for_me(40)
        assert was_not_reloaded(page)
        assert table.told()["turn"] == before["turn"] + 2


@pytest.mark.browser_long
def test_where_no_stream_gets_through_the_table_still_plays(visitor: Visitor, watch: Watch) -> None:
    """A proxy that refuses to upgrade: slower, since the page has to ask, but nothing is lost."""
    context = visitor()
    context.route_web_socket(re.compile("/stream"), lambda socket: socket.close())
    page = context.new_page()
    with watch.expecting(*GONE):
        page.goto("/")
        page.get_by_role("button", name="Play now").click()
        table = TablePage(page)
        for _ in range(2):
            assert table.wait_for_me(40)
            before = table.told()["turn"]
            for count in (8, 9):
                page.locator("[data-focus=pile].lit").click()
                expect(page.locator("[data-zone=hand] .handcard")).to_have_count(count, timeout=15_000)
                expect(page.locator(".game.busy")).to_have_count(0)
                page.wait_for_timeout(TWICE)
            table.place(table.hand[0])
            table.discard(table.hand[0])
            table.end()
            assert table.told()["turn"] > before


class TestUpgrade:
    """A tab stays open while the server gets a newer version."""

    @pytest.fixture
    def server(self, tmp_path: Path) -> Iterator[Running]:
        server = Running(tmp_path / "tables.db")
        yield server
        server.stop()

    @pytest.mark.browser_long
    def test_an_open_tab_is_told_and_plays_on(
        self, visitor: Visitor, watch: Watch, server: Running, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = playing(visitor)
        newer = table.page.get_by_role("button", name="New version: reload")
        table.draw_two()
        placed = table.hand[0]
        table.place(placed)
        expect(newer).to_have_count(0)
        monkeypatch.setenv("ARBORETUM_TEST_BUILD", "a newer build")
        with watch.expecting(*GONE):
            server.kill()
            server.start()
            expect(newer).to_be_visible(timeout=15_000)
        assert was_not_reloaded(table.page)
        newer.click()
        expect(table.page.locator(f".cell.draft[data-move={placed}]")).to_be_visible()
        expect(newer).to_have_count(0)
        table.discard(table.hand[0])
        table.end()
        assert table.wait_for_me(40)


@pytest.mark.browser_long
def test_two_tabs_of_one_seat_show_and_do_the_same(visitor: Visitor, watch: Watch) -> None:
    first = playing(visitor)
    page = first.page.context.new_page()
    page.goto(first.page.url)
    second = TablePage(page)
    second.wait_for_me()
    piles = [each.page.locator("[data-focus=pile]") for each in (first, second)]
    with watch.expecting("status of 409"):
        for pile in piles:
            pile.evaluate("(each) => setTimeout(() => each.click(), 300)")
        for each in (first, second):
            expect(each.page.locator("[data-zone=hand] .handcard")).not_to_have_count(7)
            each.page.wait_for_timeout(DOUBLE)
    first.page.bring_to_front()  # a tab that is not in front is drawn once a second
    drawn = len(first.told()["hand"])
    assert drawn in (8, 9), "Two presses draw once or twice, and the second never counts for another step."
    first.draw_two()
    second.held(9)
    assert first.hand == second.hand
    first.place(first.hand[0])
    first.discard(first.hand[0])
    page.bring_to_front()
    second.place(second.hand[1])
    first.page.bring_to_front()
    first.end()
    page.bring_to_front()
    expect(page.locator(".cell.draft")).to_have_count(0)
    second.wait_for_me()
    second.turn()
    first.wait_for_me()
    assert first.told_turn() == second.told_turn()


def test_a_double_click_draws_once_and_ends_no_turn(visitor: Visitor) -> None:
    table = playing(visitor)
    page = table.page
    pile = page.locator("[data-focus=pile]")
    pile.evaluate("(each) => [100, 220].forEach((when) => setTimeout(() => each.click(), when))")
    table.held(8)
    page.wait_for_timeout(TWICE)
    assert len(table.told()["hand"]) == 8
    table.draw_two()
    table.place(table.hand[0])
    card = table.hand[0]
    table.pick(card)
    page.locator("[data-focus=end]").dblclick()
    expect(page.locator("[data-focus=end]")).to_have_text("End turn")
    page.wait_for_timeout(DOUBLE)
    assert table.told()["phase"] == "PLACE"
    version = table.told()["v"]
    page.locator("[data-focus=end]").dblclick()
    page.wait_for_function("() => document.querySelector('.steps').ariaLabel !== 'Your turn'")
    mine = [entry for entry in table.told()["log"] if entry["v"] > version][:2]
    assert "placed" in mine[0]["say"], mine
    assert "discarded" in mine[1]["say"], mine


@pytest.mark.browser_long
def test_nothing_moves_where_no_motion_is_wanted(visitor: Visitor) -> None:
    table = playing(visitor)
    page = table.page
    page.evaluate(
        """() => {
          window.moves = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, how) {
            if (JSON.stringify(frames).match(/transform|opacity|left|top/)) window.moves.push(frames);
            return animate.call(this, frames, how);
          };
        }"""
    )
    table.turn()
    table.wait_for_me()
    assert page.evaluate("window.moves") == []
    assert page.locator(".flying").count() == 0


@pytest.mark.browser_long
def test_cards_move_where_motion_is_welcome_and_a_press_finishes_them(visitor: Visitor) -> None:
    page = visitor(reduced_motion="no-preference").new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    table = TablePage(page)
    table.wait_for_me()
    page.evaluate(
        """() => {
          window.lengths = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, how) {
            window.lengths.push(how.duration ?? how);
            return animate.call(this, frames, how);
          };
        }"""
    )
    page.locator("[data-focus=pile]").click()
    table.held(8)
    lengths = page.evaluate("window.lengths")
    assert lengths
    assert all(180 <= length <= 250 for length in lengths)
    page.keyboard.press("Shift")
    expect(page.locator(".flying")).to_have_count(0)
