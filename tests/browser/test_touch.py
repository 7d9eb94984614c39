"""A finger: taps do everything, drags nothing that a tap does not, and the page scrolls and grows under it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page, expect

from browser.conftest import PHONE, Visitor
from browser.states import shown
from browser.table import TablePage
from browser.wire import begun

pytestmark = pytest.mark.browser_long


def on_a_phone(visitor: Visitor, turns: int = 0, **how: Any) -> tuple[TablePage, Page]:  # noqa: ANN401
    context = visitor(**PHONE, **how)
    laying = begun(context.request, visitor().request)
    laying.turns(turns)
    return shown(context, laying)


def slide(session: CDPSession, *points: tuple[float, float]) -> None:
    """A finger comes down on the first point, goes over the others, and leaves."""
    for kind, point in [("touchStart", points[0]), *(("touchMove", point) for point in points[1:])]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": point[0], "y": point[1]}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_finger_that_slides_over_the_hand_discards_nothing(visitor: Visitor) -> None:
    table, page = on_a_phone(visitor)
    for count in (8, 9):
        page.locator("[data-focus=pile].lit").tap()
        table.held(count)
    hand = table.hand
    session = page.context.new_cdp_session(page)
    box = page.locator("[data-zone=hand] .handcard").first.bounding_box()
    assert box is not None
    x, y = box["x"] + 20, box["y"] + 30
    slide(session, (x, y), (x + 30, y + 4), (x + 120, y + 8), (x + 200, y + 8))
    slide(session, (x, y), (x, y + 20), (x, y + 60))
    page.wait_for_timeout(300)
    assert set(table.hand) == set(hand)
    assert page.locator(".cell.draft").count() == 0
    expect(page.locator(".steps .done")).to_have_count(2)


def test_the_page_may_be_made_larger_with_two_fingers(visitor: Visitor) -> None:
    _, page = on_a_phone(visitor)
    for path in (page.url, "/", "/rules", "/score"):
        page.goto(path)
        told = page.locator("meta[name=viewport]").get_attribute("content") or ""
        assert "user-scalable=no" not in told.replace(" ", "")
        assert "maximum-scale" not in told
        assert page.evaluate("getComputedStyle(document.body).touchAction") in (
            "auto",
            "manipulation",
            "pan-x pan-y pinch-zoom",
        )


def test_the_rules_scroll_with_a_finger_on_a_picture(visitor: Visitor) -> None:
    page = visitor(**PHONE).new_page()
    page.goto("/rules")
    picture = page.locator("main svg").first
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = page.evaluate("scrollY")
    slide(page.context.new_cdp_session(page), *((x, y - 20 * step) for step in range(16)))
    page.wait_for_function("(before) => scrollY > before + 150", arg=before)


def test_a_press_that_is_long_shows_the_card_and_does_nothing_else(visitor: Visitor) -> None:
    table, page = on_a_phone(visitor)
    for count in (8, 9):
        page.locator("[data-focus=pile].lit").tap()
        table.held(count)
    session = page.context.new_cdp_session(page)
    box = page.locator("[data-zone=hand] .handcard").nth(2).bounding_box()
    assert box is not None
    point = {"x": box["x"] + 20, "y": box["y"] + 30}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(page.locator(".glass.on")).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator(".glass.on")).to_have_count(0)
    assert page.locator(".cell.draft").count() == 0


def test_the_smallest_telephone_shows_an_arboretum_of_seventeen_in_a_line(visitor: Visitor) -> None:
    """No edge: cells stay as large as a fingertip, and the bed is moved instead."""
    context = visitor(**PHONE | {"viewport": {"width": 360, "height": 640}})
    laying = begun(context.request, visitor().request)

    def eastward(told: dict[str, Any]) -> str:
        if told["phase"] != "PLACE":
            return "+" if "+" in told["legal"] else str(told["legal"][0])
        if told["seat"] == 0:
            return str(max(told["legal"], key=lambda action: int(action.partition("@")[2].split(",")[0])))
        return str(told["legal"][0])

    while len(laying.view()["tableaux"][0]) < 8 and laying.act(eastward):
        pass
    while not (laying.view()["seat"] == 0 and laying.view()["phase"] == "DRAW_FIRST"):
        laying.act(eastward)
    table, page = shown(context, laying)
    for count in (8, 9):
        page.locator("[data-focus=pile].lit, [data-focus^=discard-].lit").first.tap()
        table.held(count)
    page.locator("[data-zone=hand] .handcard").first.tap()
    cells = page.locator(".opening")
    expect(cells.first).to_be_visible()
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    for cell in cells.all()[:3]:
        box = cell.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5
    last = cells.last
    last.scroll_into_view_if_needed()
    last.tap()
    expect(page.locator(".cell.draft")).to_have_count(1)
