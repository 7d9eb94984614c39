"""What somebody is told who does not look: one notice a turn; each thing aloud as often as it happens."""

from __future__ import annotations

import re
from typing import cast

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visitor
from browser.states import shown
from browser.watch import CARD
from browser.wire import begun, sensible

pytestmark = pytest.mark.browser_long

AWAY = """() => {
  window.noticed = [];
  window.Notification = class {
    constructor(title, how) { window.noticed.push(`${title}: ${how.body}`); }
    static permission = "granted";
    static requestPermission = async () => "granted";
  };
  window.elsewhere = false;
  Object.defineProperty(document, "hidden", { get: () => window.elsewhere });
}"""
"""Desktop notices that are noted, and a tab that is not looked at when that is said."""

LATER = 800
"""Milliseconds after which a notice that was due has come; the page waits for some before it gives one."""

HOLD = """() => {
  window.held = [];
  const later = window.setTimeout;
  window.setTimeout = (what, ms, ...more) =>
    ms === 500 && window.elsewhere ? window.held.push(what) : later(what, ms, ...more);
}"""
"""What waits for half a second while the tab is not looked at waits until it is told to go on."""

LISTEN = """() => {
  window.spoken = [];
  for (const how of ["polite", "assertive"]) {
    const region = document.querySelector(`#say-${how}`);
    new MutationObserver(() => window.spoken.push(region.textContent.replaceAll("\\u200b", ""))).observe(
      region, { childList: true, characterData: true, subtree: true });
  }
}"""


def spoken(page: Page) -> list[str]:
    """What was said aloud so far, empty words left out."""
    return [text for text in cast(list[str], page.evaluate("window.spoken")) if text]


def wants_notices(page: Page) -> None:
    """Switch on in the menu that the desktop tells of turns."""
    page.locator("[data-focus=tool-menu]").click()
    page.locator(".menulist input").nth(1).click()
    page.keyboard.press("Escape")


def test_a_turn_is_told_once_and_tells_no_card(visitor: Visitor) -> None:
    """Four decisions of each of two others, phrases between them: one notice for each of one's own turns."""
    host = visitor()
    host.add_init_script(f"({AWAY})()")
    laying = begun(host.request, visitor().request, visitor().request)
    _, page = shown(host, laying)
    wants_notices(page)
    page.evaluate("window.elsewhere = true")
    turns = 0
    for _ in range(25):
        told = laying.view()
        if told["seat"] == 0 and told["phase"] == "DRAW_FIRST":
            turns += told["turn"] > 1
            page.wait_for_function("(turns) => window.noticed.length >= turns", arg=turns)
        if told["phase"] == "PLACE" and told["turn"] == 2:
            laying.do(told["seat"], "say", seat=told["seat"], phrase=0)
        laying.act(sensible)
    page.wait_for_timeout(LATER)
    notices = cast(list[str], page.evaluate("window.noticed"))
    assert len(notices) == turns
    assert turns > 1
    for notice in notices:
        assert notice == "Your turn: Arboretum with Ben, Cleo"
        assert not CARD.search(notice)


def test_who_has_moved_already_is_not_called(visitor: Visitor) -> None:
    """The other device drew before the news came: there is nothing left to call for."""
    host = visitor()
    host.add_init_script(f"({AWAY})()")
    laying = begun(host.request, visitor().request)
    _, page = shown(host, laying)
    wants_notices(page)
    laying.turns(1)
    page.evaluate("window.elsewhere = true")
    host.set_offline(True)
    expect(page.locator(".linkage")).to_be_visible()
    laying.turns(1)
    laying.act(sensible)
    host.set_offline(False)
    expect(page.locator("[data-zone=hand] .handcard")).to_have_count(8, timeout=15_000)
    page.wait_for_timeout(LATER)
    assert page.evaluate("window.noticed") == []


@pytest.mark.parametrize("begun_elsewhere", [False, True])
def test_a_turn_that_is_begun_elsewhere_before_the_desktop_is_told_is_not_called(
    visitor: Visitor, *, begun_elsewhere: bool
) -> None:
    host = visitor()
    for script in (AWAY, HOLD):
        host.add_init_script(f"({script})()")
    laying = begun(host.request, visitor().request)
    _, page = shown(host, laying)
    wants_notices(page)
    laying.turns(1)
    page.evaluate("window.elsewhere = true")
    laying.turns(1)
    page.wait_for_function("window.held.length === 1")
    if begun_elsewhere:
        laying.act(sensible)
        expect(page.locator("[data-zone=hand] .handcard")).to_have_count(8)
    page.evaluate("window.held.forEach((call) => call())")
    assert page.evaluate("window.noticed") == ([] if begun_elsewhere else ["Your turn: Arboretum with Ben"])


def test_what_is_asked_twice_is_said_twice(visitor: Visitor) -> None:
    host = visitor()
    laying = begun(host.request, visitor().request)
    _, page = shown(host, laying)
    page.keyboard.press("/")
    words = page.locator("#words")
    expect(words).to_be_focused()
    page.evaluate(LISTEN)
    for count in (1, 2):
        before = len(spoken(page))
        page.keyboard.type("pile\n")
        page.wait_for_function("(before) => window.spoken.filter(Boolean).length > before", arg=before)
        assert len(spoken(page)) == count
    assert len(set(spoken(page))) == 1


def test_two_moves_that_are_alike_are_both_said(visitor: Visitor) -> None:
    host = visitor()
    laying = begun(host.request, visitor().request)
    laying.turns(1)
    _, page = shown(host, laying)
    page.evaluate(LISTEN)
    for count in (1, 2):
        laying.act(sensible)
        page.wait_for_function("(count) => window.spoken.filter(Boolean).length >= count", arg=count)
    assert spoken(page) == ["Ben drew a card from the draw pile."] * 2


def test_the_title_says_whose_turn_it_is(visitor: Visitor) -> None:
    host = visitor()
    laying = begun(host.request, visitor().request)
    _, page = shown(host, laying)
    expect(page).to_have_title(re.compile("^● Your turn"))
    laying.turns(1)
    expect(page).to_have_title(re.compile("^Arboretum"))
    laying.finish()
    expect(page).to_have_title(re.compile("^Over"))
