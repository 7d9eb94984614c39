"""A game looked at again: step by step by keys and by touch, shared, played on from, and brought from a file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Visitor
from browser.table import TablePage
from browser.test_together import opened
from browser.watch import Watch
from test_web_replay import NASTY

RECORD = Path(__file__).parent.parent / "records" / "three-players.jsonl"


def brought(page: Page, text: str) -> str:
    """Bring a record, pasted; the name of its table."""
    page.goto("/import")
    page.get_by_label("Or the text of a record").fill(text)
    page.get_by_role("button", name="Look at it").click()
    expect(page.locator(".replay")).to_be_visible()
    found = re.search(r"/t/(\w+)/replay", page.url)
    assert found
    return found[1]


def at(page: Page) -> int:
    """The step that the slider stands on."""
    return int(page.get_by_role("slider").input_value())


@pytest.mark.browser_long
def test_a_game_that_is_brought_is_stepped_through_shared_and_played_on_from(visitor: Visitor) -> None:
    context = visitor(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto("/mine")
    table = brought(page, RECORD.read_text())
    expect(page.locator(".now")).to_contain_text("The deal")
    for key, step in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("Shift+ArrowRight", 5),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        assert at(page) == step, key
    for _ in range(15):
        page.keyboard.press("Shift+ArrowRight")
    step = at(page)
    expect(page.locator(".now")).to_contain_text("Turn 15")
    expect(page.locator("[aria-current=step]")).to_be_visible()
    told = page.locator(".board").first.inner_text()
    page.get_by_role("button", name="Copy the link to this step").click()
    expect(page.locator(".said").first).to_have_text("Copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    other = visitor().new_page()
    other.goto(link)
    expect(other.locator(".now")).to_contain_text("Turn 15")
    assert at(other) == step
    assert other.locator(".board").first.inner_text() == told
    assert other.locator(".handrow .hidden").count() == 0
    other.get_by_label("Through whose eyes").select_option("1")
    expect(other.locator(".handrow .hidden").first).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".won-by h1")).to_be_visible()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator(".boards")).to_be_visible()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("radio", name=re.compile("are shuffled anew")).check()
    page.get_by_role("button", name="Play on", exact=True).click()
    practice = TablePage(page)
    assert practice.id != table
    expect(page.get_by_role("link", name="practice")).to_be_visible()
    page.go_back()
    expect(page.locator(".replay")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile("/import$"))


@pytest.mark.browser_long
def test_a_bad_record_is_refused_and_names_are_text(visitor: Visitor, watch: Watch) -> None:
    page = visitor().new_page()
    page.goto("/import")
    text = RECORD.read_text()
    with watch.expecting(r"status of 422"):
        bad = text.replace("placed", "plcaed", 1).encode()
        page.get_by_label("A file").set_input_files(
            {"name": "a:b?.jsonl", "mimeType": "text/plain", "buffer": bad}
        )
        page.get_by_role("button", name="Look at it").click()
        expect(page.get_by_role("alert")).to_contain_text("Nothing was kept")
    name = re.search(r'"players":\["([^"]+)"', text)
    assert name
    brought(page, text.replace(f'"{name[1]}"', f'"{NASTY}"', 1))
    expect(page.get_by_role("heading", name=NASTY)).to_be_visible()
    page.keyboard.press("ArrowRight")
    assert page.locator("img").count() == 0


@pytest.mark.browser_long
def test_it_plays_by_itself_and_stops_when_it_is_told(visitor: Visitor) -> None:
    page = visitor().new_page()
    brought(page, RECORD.read_text())
    page.get_by_label("Speed").select_option("4")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelector('[type=range]').value >= 3")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    step = at(page)
    page.wait_for_timeout(600)
    assert at(page) == step
    page.keyboard.press("Space")
    page.wait_for_function("(step) => document.querySelector('[type=range]').value > step", arg=step)


@pytest.mark.browser_long
def test_a_running_game_is_looked_back_at_from_its_table(visitor: Visitor) -> None:
    page = visitor().new_page()
    table = opened(page, seats="2", seat1_kind="bot:random", start="0")
    page.get_by_role("button", name="Start").click()
    for _ in range(2):
        table.wait_for_me()
        table.turn()
    table.wait_for_me()
    hand = set(table.hand)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="The game so far").click()
    expect(page.locator(".replay")).to_be_visible()
    mine = page.locator(".handrow").first.locator("[data-move]")
    assert {each.get_attribute("data-move") for each in mine.all()} == hand
    assert page.get_by_label("Through whose eyes").count() == 0
    assert page.get_by_role("button", name="Play on from here").count() == 0
    page.keyboard.press("Home")
    expect(page.locator(".now")).to_contain_text("The deal")
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    page.get_by_role("link", name="Back to the table").click()
    assert set(TablePage(page).hand) == hand


@pytest.mark.browser_long
def test_on_a_phone_the_strip_goes_with_the_game(visitor: Visitor) -> None:
    page = visitor(**PHONE).new_page()
    brought(page, RECORD.read_text())
    names = []
    for _ in range(3):
        page.get_by_role("button", name="A turn on").tap()
        page.get_by_role("button", name="A step on").tap()
        acting = page.locator(".board.acting")
        expect(acting).to_be_in_viewport(ratio=0.9)
        names.append(acting.get_attribute("aria-label"))
    assert len(set(names)) == 3
    page.get_by_role("button", name="More").tap()
    page.get_by_role("button", name="What happened").tap()
    page.get_by_role("dialog").locator(".line").first.tap()
    expect(page.locator(".now")).to_contain_text("The deal")
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
