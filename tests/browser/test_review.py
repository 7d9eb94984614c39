"""The review of a finished game in the browser: waited for, gone through by keys and by touch, played on from."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Visitor
from browser.states_review import to_a_loss
from browser.table import TablePage
from browser.test_replay import at, brought
from browser.watch import Watch

RECORDS = Path(__file__).parent.parent / "records"
RECORD = RECORDS / "two-players.jsonl"


def reviewed(page: Page, record: Path = RECORD) -> str:
    """Bring a record and open its review; the name of its table."""
    table = brought(page, record.read_text())
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".chance")).to_be_visible()
    return table


def test_a_review_shows_moments_alternatives_and_leads_to_another_game(visitor: Visitor) -> None:
    page = visitor().new_page()
    table = reviewed(page)
    first = page.locator(".moment").first
    first.click()
    expect(first).to_have_attribute("aria-current", "step")
    expect(page).to_have_url(re.compile(r"at=\d+.*review=1"))
    to_a_loss(page)
    shown = page.locator(".choice[aria-pressed=true]")
    expect(shown).to_have_count(1)
    expect(page.locator(".now .tag")).to_have_text("played")
    assert str(page.locator(".ghostly svg").get_attribute("data-card")) in shown.inner_text()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile(r"Chance to win \d+ %\.$"))
    other = page.locator("button.choice").last
    other.focus()
    page.keyboard.press("Enter")
    expect(other).to_be_focused()
    expect(other).to_have_attribute("aria-pressed", "true")
    assert str(page.locator(".ghostly svg").get_attribute("data-card")) in other.inner_text()
    page.keyboard.press("Enter")
    expect(page.locator(".ghostly")).to_have_count(0)
    page.get_by_role("button", name="As text").click()
    rows = page.get_by_role("dialog").get_by_role("row")
    expect(rows.filter(has_text="The deal")).to_have_count(1)
    expect(rows.filter(has_text="The end")).to_have_count(1)
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_contain_text("Turn 1")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="As text")).to_be_focused()
    page.get_by_role("button", name="Play it differently").click()
    page.get_by_role("button", name="Play on", exact=True).click()
    assert TablePage(page).id != table


@pytest.mark.browser_long
def test_each_seat_and_each_knowledge_has_its_own(visitor: Visitor) -> None:
    page = visitor().new_page()
    reviewed(page)
    expect(page.get_by_role("heading", name="Ada’s chance to win")).to_be_visible()
    line = page.locator(".course.mine").get_attribute("points")
    page.get_by_label("Turns of").select_option("Ben")
    expect(page.get_by_role("heading", name="Ben’s chance to win")).to_be_visible()
    assert page.locator(".course.mine").get_attribute("points") != line
    page.get_by_label("By which knowledge").select_option("All cards open")
    expect(page.locator(".judge")).to_contain_text("luck counts here")
    for text in page.locator(".moment .what").all_inner_texts():
        assert re.search(r"Turn \d+ Ben ", text), text
    page.get_by_role("button", name="Where the points went").click()
    expect(page.get_by_role("dialog").get_by_role("heading").nth(1)).to_have_text("Ben")
    expect(page.get_by_role("dialog").get_by_role("table")).to_have_count(2)


@pytest.mark.browser_long
def test_three_lines_are_told_apart_by_dash_and_letter(visitor: Visitor) -> None:
    page = visitor().new_page()
    reviewed(page, RECORDS / "three-players.jsonl")
    dashes = {line.get_attribute("stroke-dasharray") for line in page.locator(".course").all()}
    assert len(dashes) == 3
    letters = page.locator(".end-letter")
    assert sorted(letters.all_inner_texts()) == ["A", "B", "C"]
    boxes = sorted(box["y"] for each in letters.all() if (box := each.bounding_box()))
    assert all(below - above >= 14 for above, below in itertools.pairwise(boxes)), boxes


@pytest.mark.browser_long
def test_a_press_on_the_graph_goes_there(visitor: Visitor) -> None:
    page = visitor().new_page()
    reviewed(page)
    box = page.locator(".lines").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 5)
    last = int(str(page.get_by_role("slider").get_attribute("max")))
    assert abs(at(page) - last / 2) <= 1
    line = page.locator(".now-line").bounding_box()
    assert line
    assert abs(line["x"] + 1 - box["x"] - box["width"] * at(page) / last) < 2


@pytest.mark.browser_long
def test_on_a_phone_a_line_leads_to_the_moments(visitor: Visitor) -> None:
    page = visitor(**PHONE).new_page()
    brought(page, RECORD.read_text())
    page.get_by_role("button", name="More").tap()
    page.get_by_role("dialog").get_by_role("button", name="Review").tap()
    expect(page.locator(".chance")).to_be_visible()
    to_a_loss(page)
    for board in page.locator(".board").all():
        frame, pile = board.bounding_box(), board.locator(".discards").bounding_box()
        assert frame
        assert pile
        assert pile["y"] + pile["height"] <= frame["y"] + frame["height"], "no pile is cut off"
    line = page.locator(".review-line")
    expect(line).to_contain_text("best was")
    line.tap()
    moments = page.get_by_role("dialog").locator(".moment")
    moments.last.tap()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert at(page) > 0
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


@pytest.mark.browser_long
def test_while_it_is_made_and_where_it_cannot_be_it_is_said(visitor: Visitor, watch: Watch) -> None:
    page = visitor().new_page()
    table = brought(page, RECORD.read_text())
    answers = iter(
        [
            (200, '{"state":"waiting","ahead":2,"share":0}'),
            (200, '{"state":"waiting","ahead":0,"share":0.25}'),
            (422, '{"error":"There is no judge here.","reason":"NO_REVIEWS"}'),
        ]
    )

    def answer(route: object) -> None:
        status, body = next(answers)
        route.fulfill(status=status, body=body, content_type="application/json")  # type: ignore[attr-defined]

    page.route(f"**/t/{table}/review", answer)
    with watch.expecting(r"status of 422"):
        page.get_by_role("button", name="Review").click()
        expect(page.get_by_role("status").filter(has_text="2 reviews are made before this one.")).to_be_visible()
        expect(page.get_by_role("progressbar")).to_have_attribute("value", "0.25")
        expect(page.get_by_role("alert")).to_have_text("There is no judge here.")
    page.unroute(f"**/t/{table}/review")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".chance")).to_be_visible()
    page.get_by_role("button", name="Review").click()
    expect(page.locator(".chance")).to_have_count(0)
    expect(page.get_by_role("heading", name="What happened")).to_be_visible()


@pytest.mark.browser_long
def test_a_running_game_has_no_review(visitor: Visitor, watch: Watch) -> None:
    page = visitor().new_page()
    page.goto("/mine")
    page.context.request.post("/play", form={})
    page.goto("/mine")
    page.locator("a[href*='/t/']").first.click()
    table = TablePage(page)
    with watch.expecting(r"status of 403"):
        page.goto(f"/t/{table.id}/replay?review=1")
        expect(page.locator(".replay")).to_be_visible()
        expect(page.get_by_role("button", name="Review")).to_have_count(0)
        expect(page.locator(".chance")).to_have_count(0)
        answer = page.request.get(f"/t/{table.id}/review")
        assert answer.status == 403
