"""Every page: reachable, whole, readable by machines, and safe with any name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE, Visitor
from browser.looks import accessible, fits
from browser.table import TablePage
from browser.test_together import invitation, opened, seated
from browser.watch import Watch

NASTY = "<img src onerror=x>"

SIZES: dict[str, dict[str, Any]] = {
    "wide": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": PHONE,
    "narrow": PHONE | {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"},
}


def mostly_long(values: Iterable[str], everyday: str) -> list[Any]:
    """All of these, of which only one is looked at every day."""
    return [
        value if value == everyday else pytest.param(value, marks=pytest.mark.browser_long) for value in values
    ]


@pytest.mark.parametrize("size", mostly_long(SIZES, "wide"))
def test_every_page_is_reached_from_the_first_and_fits(visitor: Visitor, size: str) -> None:
    page = visitor(**SIZES[size]).new_page()
    page.goto("/")
    for name, title in (("New table", "New table"), ("My games", "My games"), ("Rules", "The rules")):
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(title)
        assert fits(page), name
        assert accessible(page) == [], name
    page.get_by_role("link", name="Arboretum").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Arboretum")
    assert fits(page)
    assert accessible(page) == []
    page.get_by_role("link", name="Pass and play").click()
    expect(page.locator("[name=seat1_kind]")).to_have_value("hot")


@pytest.mark.parametrize("size", mostly_long(SIZES, "phone"))
def test_every_face_of_the_table_fits_and_reads_well(visitor: Visitor, size: str) -> None:
    page = visitor(**SIZES[size]).new_page()
    table = opened(page, seats="4", seat1_kind="bot:random", seat2_kind="hot", seat2_name="Cyd", start="0")
    assert fits(page), "the lobby"
    assert accessible(page) == [], "the lobby"
    page.get_by_label("A bot on seat D").select_option("random")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".curtain")).to_be_visible()
    assert accessible(page) == [], "the curtain"
    table.come()
    table.wait_for_me()
    table.draw_two()
    table.pick(table.hand[0])
    expect(page.locator(".opening").first).to_be_visible()
    assert fits(page), "the table"
    assert accessible(page) == [], "the table"
    page.get_by_role("button", name="Menu").click()
    assert accessible(page) == [], "the menu"
    page.get_by_role("button", name="The table in words").click()
    expect(page.get_by_role("dialog")).to_contain_text("cards in the draw pile")


@pytest.mark.parametrize("seats", mostly_long("234", "4"))
def test_the_whole_table_is_on_one_screen_without_scrolling(visitor: Visitor, seats: str) -> None:
    page = visitor().new_page()
    page.goto("/")
    page.locator(f"[name=seats][value='{seats}']").check(force=True)
    page.get_by_role("button", name="Play now").click()
    table = TablePage(page)
    table.wait_for_me()
    table.turn()
    table.wait_for_me()
    assert page.evaluate(
        "document.scrollingElement.scrollHeight <= innerHeight && document.scrollingElement.scrollTop === 0"
    )
    for what in (
        ".deck",
        "[data-target=discard]",
        "[data-zone=hand]",
        "[data-focus=end]",
        ".steps",
        ".mine .lawn",
    ):
        expect(page.locator(what)).to_be_in_viewport(ratio=0.99)
    for rival in page.locator(".rival").all():
        expect(rival).to_be_in_viewport(ratio=0.99)


@pytest.mark.browser_long
def test_names_are_text_wherever_they_stand(visitor: Visitor) -> None:
    """Nothing of a name is taken for more than letters: a picture that cannot be loaded would be a fault here."""
    host = visitor().new_page()
    table = opened(host, name=NASTY, start="0")
    expect(host.locator(".chair .who").first).to_contain_text(NASTY)
    guest = visitor().new_page()
    guest.goto(invitation(host))
    expect(guest.locator("h1")).to_contain_text(NASTY)
    seated(guest, invitation(host), "\u202eBen<b>")
    host.get_by_role("button", name="Start").click()
    table.wait_for_me()
    table.turn()
    expect(guest.get_by_role("heading", name=NASTY)).to_be_visible()
    expect(guest.locator(".news")).to_contain_text(NASTY)
    assert table.told()["players"] == [NASTY, "Ben<b>"]
    guest.get_by_role("button", name="Log").click()
    expect(guest.locator(".loglist")).to_contain_text(NASTY)
    guest.goto("/mine")
    expect(guest.locator(".games")).to_contain_text(NASTY)
    guest.goto(f"/rules?table={table.id}")
    for page in (host, guest):
        assert page.locator("img").count() == 0


def test_what_is_not_there_is_said_in_a_sentence(visitor: Visitor, watch: Watch) -> None:
    page = visitor().new_page()
    for path, status in (
        ("/nothing", 404),
        ("/t/nothinghere", 404),
        ("/join/nothing", 404),
        ("/seat/nothing", 403),
    ):
        with watch.expecting(r"status of 4\d\d"):
            answer = page.goto(path)
        assert answer is not None
        assert 400 <= answer.status < 500, (path, answer.status)
        expect(page.get_by_role("link", name="Home")).to_be_visible()
        assert accessible(page) == [], path
        assert status
