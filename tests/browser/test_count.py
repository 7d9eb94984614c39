"""The count: at the pace of the table or at one's own, by every hand, with and without movement."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Visitor
from browser.wire import Json, Table, begun

NEXT = "[data-focus=count-next]"

SPILLED = """[...document.querySelectorAll(".count-main .panel, .side")].filter((box) => {
  const { right } = box.getBoundingClientRect();
  return [...box.querySelectorAll("h2, .badge, .sum, b, .card")].some((each) =>
    each.getClientRects().length && each.getBoundingClientRect().right > right + 1);
})"""
"""Panels of the count that something reaches out of."""


def title(page: Page) -> str:
    return page.locator("#count").inner_text()


def come(page: Page, table: Table) -> Page:
    """Somebody comes to a finished table."""
    page.goto(table.path)
    expect(page.locator("#count")).to_be_visible()
    return page


def shown(page: Page, told: Json, step: int) -> None:
    """The page shows a step of the count, with what the server told of it."""
    steps = told["score"]["count"]["steps"]
    if step > len(steps):
        expect(page.locator("#count")).to_have_text(told["score"]["count"]["title"])
    else:
        todo = sum(map(len, steps[step:]))
        expect(page.locator(".strip .todo")).to_have_count(todo)
        expect(page.locator(".strip .now")).to_have_count(len(steps[step - 1]) if step else 0)


@pytest.mark.browser_long
def test_all_who_watch_see_the_step_that_one_presses_for_all(visitor: Visitor) -> None:
    host, guest = visitor(), visitor(**PHONE)
    table = begun(host.request, guest.request)
    table.finish()
    told = table.view()
    ada, ben, onlooker = (come(each.new_page(), table) for each in (host, guest, visitor()))
    for page in (ada, ben, onlooker):
        shown(page, told, 0)
        assert page.locator(".count-main .card[data-card]").count() == sum(map(len, told["tableaux"])), (
            "no hand yet"
        )
    ada.locator(NEXT).click()
    for page in (ada, ben, onlooker):
        shown(page, told, 1)
    ben.locator(NEXT).tap()
    for page in (ada, ben, onlooker):
        shown(page, told, 2)
    _says_all(ada, told, 2)
    onlooker.reload()
    shown(onlooker, told, 2)
    onlooker.get_by_role("button", name="Go on by myself").click()
    onlooker.locator(NEXT).click()
    shown(onlooker, told, 3)
    shown(ada, told, 2)
    onlooker.get_by_label("Together with the table").check()
    shown(onlooker, told, 2)
    ada.keyboard.press("Escape")
    last = len(told["score"]["count"]["steps"]) + 1
    shown(ada, told, last)
    shown(ben, told, 2)
    for seat, total in enumerate(told["score"]["totals"]):
        expect(ada.locator(".points tfoot tr").first.locator("td").nth(seat)).to_have_text(str(total))
    opened = told["score"]["count"]["steps"][-1][0]
    ada.locator(f"[data-focus=open-{opened}]").click()
    shown(ada, told, last - 1)
    ada.keyboard.press("ArrowRight")
    shown(ada, told, last)
    ada.get_by_role("button", name="Copy as text").click()
    expect(ada.get_by_text("Copied.")).to_be_visible()
    host.grant_permissions(["clipboard-read"])
    assert ada.evaluate("navigator.clipboard.readText()") == told["score"]["count"]["text"]


def _says_all(page: Page, told: Json, step: int) -> None:
    """The sums, the rights, the points and the running totals of a step are those that were counted."""
    count = told["score"]["count"]
    code = count["steps"][step - 1][0]
    numbers, words = told["score"]["species"][code], count["species"][code]
    expect(page.locator(".count-right")).to_have_text(words["right"])
    hands = page.locator(".held")
    for seat, total in enumerate(numbers["sums"]):
        expect(hands.nth(seat).locator(".sum .count-figure")).to_have_text(str(total))
        expect(hands.nth(seat).locator(".kept [data-card]")).to_have_count(len(words["held"][seat]))
        has = seat in numbers["right"]
        expect(hands.nth(seat).locator(".badge")).to_have_text("the right" if has else "no right")
    scoring = [seat for seat in numbers["right"] if numbers["paths"][seat]]
    expect(page.locator(".scored .in-all b")).to_have_text(
        [str(numbers["paths"][seat]["points"]) for seat in scoring]
    )
    so_far = page.locator(".side tfoot .count-figure")
    expect(so_far).to_have_text([str(total) for total in count["so_far"][step - 1]])
    expect(page.locator("arboretum-count > [role=status]")).to_have_text(words["say"])


@pytest.mark.browser_long
def test_it_moves_in_its_time_and_a_key_lets_it_stand(visitor: Visitor) -> None:
    host = visitor(reduced_motion="no-preference")
    table = begun(host.request, visitor().request)
    table.finish()
    page = come(host.new_page(), table)
    moving = "document.getAnimations().filter((each) => each.playState === 'running').length"
    assert page.evaluate(moving) == 0, "who comes to it finds it standing"
    page.keyboard.press(" ")
    shown(page, table.view(), 1)
    page.wait_for_function(f"{moving} > 5")
    page.keyboard.press(" ")
    assert page.evaluate(moving) == 0, "the first press finishes what moves"
    shown(page, table.view(), 1)
    page.keyboard.press(" ")
    shown(page, table.view(), 2)
    page.locator("[data-focus=count-play]").click()
    page.wait_for_timeout(4200)
    shown(page, table.view(), 3)
    page.locator("[data-focus=count-play]").click()
    page.keyboard.press("ArrowLeft")
    shown(page, table.view(), 2)
    expect(page.get_by_label("Together with the table")).not_to_be_checked()


@pytest.mark.browser_long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_each_step_fits_its_screen(visitor: Visitor, seats: int, size: str) -> None:
    people = [visitor(**(PHONE if size == "phone" else {})) for _ in range(seats)]
    table = begun(*(each.request for each in people))
    table.finish()
    page = come(people[0].new_page(), table)
    for step in range(len(table.view()["score"]["count"]["steps"]) + 1):
        shown(page, table.view(), step)
        spare = page.evaluate(
            """() => {
              const { scrollWidth, scrollHeight } = document.documentElement;
              return [innerWidth - scrollWidth, innerHeight - scrollHeight];
            }"""
        )
        assert spare[0] >= 0, step
        assert size == "phone" or spare[1] >= 0, step
        assert page.locator(NEXT).is_visible()
        page.wait_for_function(f"{SPILLED}.length === 0", timeout=10_000)  # cards are on their way at first
        page.keyboard.press("ArrowRight")
