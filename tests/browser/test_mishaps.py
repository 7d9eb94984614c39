"""What a nervous finger does, and a machine that sleeps: nothing happens that was not meant, nothing is stale."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, WebSocket, expect

from browser.conftest import Visitor
from browser.states import shown
from browser.table import DOUBLE, TablePage
from browser.watch import Watch
from browser.wire import Table, begun

pytestmark = pytest.mark.browser_long

GONE = ("ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "WebSocket")


@pytest.fixture
def two(visitor: Visitor) -> tuple[Table, TablePage, Page]:
    """Ada at her page, on turn; Ben plays by requests."""
    host = visitor()
    laying = begun(host.request, visitor().request)
    table, page = shown(host, laying)
    table.wait_for_me()
    return laying, table, page


def turn_of_ben(laying: Table) -> None:
    """Ben draws twice, places and discards."""
    for _ in range(4):
        assert laying.view()["seat"] == 1
        laying.act()


def test_enter_and_space_on_a_fresh_page_do_nothing(two: tuple[Table, TablePage, Page]) -> None:
    laying, _, page = two
    version = laying.view()["v"]
    for key in ("Enter", "Space", "Enter"):
        page.keyboard.press(key)
    page.wait_for_timeout(DOUBLE)
    assert laying.view()["v"] == version
    assert page.get_by_role("dialog").count() == 0


def test_a_key_that_is_held_presses_once(two: tuple[Table, TablePage, Page]) -> None:
    laying, table, page = two
    page.locator("[data-focus=pile]").focus()
    for _ in range(12):
        page.keyboard.down("Enter")
        page.wait_for_timeout(60)
    page.keyboard.up("Enter")
    assert len(laying.view()["hand"]) == 8
    table.held(8)


def test_a_draw_stays_drawn(two: tuple[Table, TablePage, Page]) -> None:
    """Nothing takes back a card that was seen: not the button, not a key, not a word, not a reload."""
    laying, table, page = two
    for count in (8, 9):
        page.locator("[data-focus=pile].lit").click()
        table.held(count)
        hand = set(table.hand)
        page.locator("[data-focus=undo]").click(force=True)
        page.keyboard.press("u")
        expect(page.locator("#say-assertive")).to_contain_text("a draw stays drawn")
        page.reload()
        table.held(count)
        assert set(table.hand) == hand
    for kind in ("undo", "back"):
        assert laying.ask(0, kind, seat=0, expected=laying.view()["v"]).status == 422
    assert set(laying.view()["hand"]) == hand


def test_one_tap_discards_nothing(two: tuple[Table, TablePage, Page]) -> None:
    """A discard is picked, put on its pile, and sent with the turn; each step can be taken back before."""
    laying, table, page = two
    for count in (8, 9):
        page.locator("[data-focus=pile].lit").click()
        table.held(count)
    version, hand = laying.view()["v"], table.hand
    for card in hand:
        page.locator(f"[data-zone=hand] [data-move={card}]").click()
    page.locator("[data-focus=end]").click(force=True)
    assert laying.view()["v"] == version
    page.reload()
    table.held(9)
    table.discard(table.hand[0])
    page.locator("[data-focus=end]").click(force=True)
    page.locator("[data-focus=undo]").click()
    table.held(9)
    assert laying.view()["v"] == version


def test_why_something_was_refused_stays_while_news_come(two: tuple[Table, TablePage, Page]) -> None:
    laying, table, page = two
    page.locator("[data-focus=end]").click(force=True)
    fault = page.locator(".tag.fault:visible")
    expect(fault).to_have_text("Place a card and choose one to discard first.")
    laying.do(1, "say", phrase=0)
    expect(page.locator(".bubble")).to_be_visible()
    expect(fault).to_have_text("Place a card and choose one to discard first.")
    table.draw_two()
    expect(fault).to_have_count(0)


def test_what_only_the_server_refuses_is_told(two: tuple[Table, TablePage, Page], watch: Watch) -> None:
    """The page believes that a draw is possible; the server knows better, and says why."""
    laying, table, page = two
    refusal = '{"error": "The gardener has locked the gate.", "reason": "LOCKED"}'
    page.route("**/commands", lambda route: route.fulfill(status=422, body=refusal), times=1)
    with watch.expecting("status of 422"):
        page.locator("[data-focus=pile].lit").click()
        expect(page.locator(".tag.fault:visible")).to_have_text("The gardener has locked the gate.")
    laying.do(1, "say", phrase=0)
    expect(page.locator(".bubble")).to_be_visible()
    expect(page.locator(".tag.fault:visible")).to_have_text("The gardener has locked the gate.")
    page.locator("[data-focus=pile].lit").click()
    table.held(8)


def test_presses_in_a_rival_s_turn_do_nothing_later(two: tuple[Table, TablePage, Page]) -> None:
    laying, table, page = two
    table.turn()
    for _ in range(3):
        page.locator("[data-focus=pile]").click()
    page.keyboard.press("+")
    page.locator("[data-zone=hand] .handcard").first.click()
    expect(page.locator(".tag.fault:visible")).to_have_text("It is not your turn.")
    turn_of_ben(laying)
    table.wait_for_me()
    page.wait_for_timeout(DOUBLE)
    assert len(laying.view()["hand"]) == 7
    assert page.locator(".opening, .cell.draft").count() == 0


def test_a_page_that_was_frozen_is_fresh_within_five_seconds(two: tuple[Table, TablePage, Page]) -> None:
    """A telephone that was locked, a tab that was put to sleep."""
    laying, table, page = two
    table.turn()
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    turn_of_ben(laying)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    page.wait_for_function("() => document.querySelector('.steps').ariaLabel === 'Your turn'", timeout=5_000)
    table.turn()


def test_a_machine_that_slept_does_not_trust_its_line(two: tuple[Table, TablePage, Page]) -> None:
    """After a sleep the socket looks open and may be dead: the page opens another as soon as it sees the clock."""
    _, table, page = two
    opened: list[WebSocket] = []

    def note(socket: WebSocket) -> None:
        opened.append(socket)

    page.on("websocket", note)
    page.evaluate("() => { const now = Date.now; Date.now = () => now() + 600_000; }")
    with page.expect_websocket(timeout=5_000):
        pass
    page.wait_for_timeout(5_000)
    assert len(opened) == 1, "One sleep, one new line."
    table.turn()
