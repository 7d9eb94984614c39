"""The host changes what is played while friends are coming."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Visitor
from browser.looks import accessible, fits
from browser.test_together import invitation, opened, seated
from browser.watch import Watch


@pytest.mark.browser_long
def test_the_host_changes_what_is_played(visitor: Visitor, watch: Watch) -> None:
    page = visitor().new_page()
    table = opened(page)
    guest = visitor().new_page()
    seated(guest, invitation(page), "Ben")
    expect(guest.locator(".chair.person")).to_have_count(2)
    expect(guest.locator(".agree")).to_have_count(0)
    page.locator(".agree summary").click()
    page.get_by_label("Players").select_option("3")
    expect(guest.locator(".chair")).to_have_count(3)
    ties = page.locator("[data-focus=agree-tiebreak]")
    ties.focus()
    ties.press("ArrowDown")
    expect(guest.locator(".agreed")).to_contain_text("most cards")
    expect(ties).to_be_focused()
    page.get_by_label("Onlookers").select_option("off")
    page.get_by_label("Who starts").select_option("2")
    expect(guest.locator(".agreed")).to_contain_text("Player C starts")
    assert fits(page)
    assert accessible(page) == []
    with watch.expecting("status of 422"):
        page.get_by_label("Players").select_option("2")
        expect(page.get_by_role("alert")).to_contain_text("Seat 2 cannot start")
    expect(page.get_by_label("Players")).to_have_value("3")
    page.get_by_label("Who starts").select_option("random")
    page.get_by_label("Players").select_option("2")
    expect(guest.locator(".chair")).to_have_count(2)
    page.get_by_role("button", name="Start").click()
    expect(guest.locator(".game")).to_be_visible()
    assert table.told()["settings"]["options"]["tiebreak"] == "cards"
