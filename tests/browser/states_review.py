"""The states of the review of a finished game, with numbers that are made up."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from browser.states import Come, States
from browser.wire import begun


def review(come: Come) -> States:
    """A game that is reviewed: its moments, an alternative on the board, the sheets."""
    host, guest = come(), come()
    ended = begun(host.request, guest.request)
    ended.finish()
    page = host.new_page()
    page.goto(f"{ended.path}/replay?review=1")
    expect(page.locator(".chance")).to_be_visible(timeout=20_000)
    yield "review-deal", page
    to_a_loss(page)
    yield "review-loss", page
    if page.locator("[data-focus=sheet-moments]").is_visible():  # where there is no room for the column
        page.locator("[data-focus=sheet-moments]").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        yield "review-moments", page
    page.locator("[data-focus=sheet-summary]:visible").click()
    expect(page.locator(".k-summary")).to_be_visible()
    yield "review-summary", page
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    if page.locator("[data-focus=sheet-moments]").is_visible():
        page.locator("[data-focus=sheet-moments]").click()
    page.locator("[data-focus=sheet-text]:visible").click()
    expect(page.locator(".k-text")).to_be_visible()
    yield "review-text", page


def review_four(come: Come) -> States:
    """The fullest table, reviewed: a line for each of four."""
    people = [come() for _ in range(4)]
    ended = begun(*(each.request for each in people))
    ended.finish()
    page = people[0].new_page()
    page.goto(f"{ended.path}/replay?review=1")
    expect(page.locator(".chance")).to_be_visible(timeout=20_000)
    to_a_loss(page)
    yield "review-four", page


def to_a_loss(page: Page) -> None:
    """Go on until a placement is shown for which there was a better one."""
    for _ in range(80):
        page.keyboard.press("ArrowRight")
        if page.locator(".ghostly").count():
            return
    raise AssertionError("no placement of this game let a chance go")
