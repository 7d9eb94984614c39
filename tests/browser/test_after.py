"""After a game: replay, practice and score pad by keyboard alone and by touch alone; none of it can do harm."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Visitor
from browser.test_whole_games import Keys
from browser.wire import Table, begun

pytestmark = pytest.mark.browser_long


def ended(visitor: Visitor, page: Page) -> Table:
    """A finished game, and a page that shows its result."""
    table = begun(page.context.request, visitor().request)
    table.finish()
    page.goto(table.path)
    expect(page.locator("#count")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".won-by h1")).to_be_visible()
    return table


def at_step(page: Page, step: int) -> None:
    expect(page.get_by_role("slider")).to_have_value(str(step))


def last_step(page: Page) -> int:
    return int(page.get_by_role("slider").get_attribute("max") or 0)


def test_replay_practice_and_score_pad_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor().new_page()
    table = ended(visitor, page)
    record = page.request.get(f"{table.path}/record").text()
    keys = Keys(page)
    keys.tab_to("a[href$='/replay']")
    keys.board.press("Enter")
    expect(page.locator(".boards")).to_be_visible()
    at_step(page, 0)
    keys.tab_to("[role=slider], input[type=range]")
    keys.press("End")
    at_step(page, last_step(page))
    keys.press("Home")
    at_step(page, 0)
    keys.press("ArrowRight", "ArrowRight", "ArrowLeft")
    at_step(page, 1)
    keys.press("Shift+ArrowRight", "Shift+ArrowRight")
    assert int(page.get_by_role("slider").input_value()) > 3
    keys.tab_to("[data-focus=practice]")
    keys.board.press("Enter")
    expect(page.locator("form.practice")).to_be_visible()
    keys.tab_to("form.practice button.go, form.practice button.big, form.practice button:not([type=button])")
    keys.board.press("Enter")
    expect(page.locator(".game:not(.replay)")).to_be_visible()
    assert table.path not in page.url
    assert page.request.get(f"{table.path}/record").text() == record
    page.goto(table.path)
    expect(page.locator("#count")).to_be_visible()
    page.keyboard.press("Escape")
    keys.tab_to("a[href^='/score?p=']")
    keys.board.press("Enter")
    expect(page.locator(".sofar")).to_be_visible()
    totals = table.view()["score"]["totals"]
    expect(page.locator(".sofar tfoot b")).to_have_text([str(total) for total in totals])
    keys.tab_to("[data-focus=count]")
    keys.board.press("Enter")
    expect(page.locator("arboretum-count")).to_be_visible()
    steps = len(table.view()["score"]["count"]["steps"])
    for _ in range(steps + 1):
        page.keyboard.press("ArrowRight")
    expect(page.locator("arboretum-count .won-by h1")).to_be_visible()
    keys.tab_to("[data-focus=back], [data-focus=back-again]")
    keys.board.press("Enter")
    expect(page.locator(".sofar")).to_be_visible()


def test_replay_practice_and_score_pad_by_touch_alone(visitor: Visitor) -> None:
    page = visitor(**PHONE).new_page()
    table = ended(visitor, page)
    page.locator("a[href$='/replay']").tap()
    expect(page.locator(".boards")).to_be_visible()
    for _ in range(3):
        page.locator("[data-focus=key-on]").tap()
    at_step(page, 3)
    slider = page.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None
    slider.tap(position={"x": box["width"] - 2, "y": box["height"] / 2})
    at_step(page, last_step(page))
    page.locator("[data-focus=key-turnBack]").tap()
    page.locator("[data-focus=more]").tap()
    page.get_by_role("dialog").locator("[data-focus=practice]").tap()
    page.locator("form.practice button.go").tap()
    expect(page.locator(".game:not(.replay)")).to_be_visible()
    page.goto(table.path)
    page.locator("[data-focus=count-skip]").tap()
    page.locator("a[href^='/score?p=']").tap()
    expect(page.locator(".sofar")).to_be_visible()
    for tab in ("players", "hands", "arboretums", "result"):
        page.locator(f"[data-focus=tab-{tab}]").tap()
        expect(page.locator(f"[data-focus=tab-{tab}]")).to_have_attribute("aria-selected", "true")
    page.locator("[data-focus=count]").tap()
    page.locator("[data-focus=count-next]").tap()
    page.locator("[data-focus=count-skip]").tap()
    expect(page.locator("arboretum-count .won-by h1")).to_be_visible()


def test_back_leaves_a_replay_in_one_step_and_deals_nothing_anew(visitor: Visitor) -> None:
    page = visitor().new_page()
    table = ended(visitor, page)
    page.locator("a[href$='/replay']").click()
    expect(page.locator(".boards")).to_be_visible()
    for _ in range(50):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"at=\d+$"))  # a reload comes to the same step
    page.go_back()
    expect(page.locator("#count")).to_be_visible()
    assert page.url.endswith(table.path)
    page.goto("/new")
    page.locator("form.new button.big").click()
    expect(page.locator(".lobbypage")).to_be_visible()
    opened = page.url
    games = page.request.get("/mine").text().count("/t/")
    page.go_back()
    expect(page).to_have_url(re.compile("/new$"))
    page.go_forward()
    expect(page.locator(".lobbypage")).to_be_visible()
    assert page.url == opened
    assert page.request.get("/mine").text().count("/t/") == games


def test_a_sandbox_cannot_touch_a_game_that_goes_on(visitor: Visitor) -> None:
    """From a running game to its history, to the score pad, to a practice game of another, and back and forth."""
    page = visitor().new_page()
    over = ended(visitor, page)
    kept = page.request.get(f"{over.path}/record").text()
    running = begun(page.context.request, visitor().request)
    running.turns(2)
    before = running.view()
    page.goto(running.path)
    expect(page.locator(".game")).to_be_visible()
    page.goto(f"{running.path}/replay")
    expect(page.locator(".boards")).to_be_visible()
    for key in ("Home", "ArrowRight", "ArrowRight", "End"):
        page.keyboard.press(key)
    assert page.request.post(f"{running.path}/practice", form={"at": "5", "seat": "0"}).status in (403, 409, 422)
    page.goto("/score")
    page.go_back()
    expect(page.locator(".boards")).to_be_visible()
    page.go_back()
    expect(page.locator(".game:not(.replay)")).to_be_visible()
    page.goto(f"{over.path}/replay?at=30")
    page.locator("[data-focus=practice]").click()
    page.locator("form.practice button.go").click()
    expect(page.locator(".game:not(.replay)")).to_be_visible()
    sandbox = page.request.get(f"{urlsplit(page.url).path}/view").json()
    move = {"kind": "act", "id": "in-the-sandbox", "seat": sandbox["seat"], "expected": sandbox["v"]}
    done = page.request.post(f"/t/{sandbox['id']}/commands", data=move | {"action": sandbox["legal"][0]})
    assert done.ok, done.text()
    assert running.view()["v"] == before["v"]
    assert running.view()["hand"] == before["hand"]
    assert page.request.get(f"{over.path}/record").text() == kept
