"""The states of the pages that are about games which are over: replay, import, score pad."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from arboretum.pad import read
from arboretum.pad.link_form import write_link
from browser.states import Come, States
from browser.wire import begun
from pad_positions import TIED_CASSIA, as_json

RECORDS = Path(__file__).resolve().parent.parent / "records"


def replay(come: Come) -> States:
    """A finished game step by step, and the history of one that goes on."""
    host, guest = come(), come()
    ended = begun(host.request, guest.request)
    ended.finish()
    page = host.new_page()
    page.goto(f"{ended.path}/replay")
    expect(page.locator(".boards")).to_be_visible()
    yield "replay-deal", page
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("ArrowRight")
    yield "replay-turn", page
    if page.locator("[data-focus=more]").is_visible():  # where there is no room for all of it
        page.locator("[data-focus=more]").click()
        expect(page.get_by_role("dialog")).to_be_visible()
        yield "replay-more", page
        page.keyboard.press("Escape")
    page.locator("[data-focus^=pile-]").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "replay-pile", page
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    expect(page.locator("arboretum-count .points").first).to_be_visible()
    yield "replay-end", page
    page.goto(f"{ended.path}/replay?at=30&as=1")
    expect(page.locator(".boards")).to_be_visible()
    yield "replay-seat", page
    running = begun(host.request, guest.request)
    running.turns(4)
    page.goto(f"{running.path}/replay")
    expect(page.locator(".boards")).to_be_visible()
    yield "replay-running", page


def practice(come: Come) -> States:
    """Played on from a step of a finished game."""
    host, guest = come(), come()
    ended = begun(host.request, guest.request)
    ended.finish()
    page = host.new_page()
    page.goto(f"{ended.path}/replay?at=30")
    expect(page.locator(".boards")).to_be_visible()
    opener = page.locator("[data-focus=practice]:visible, [data-focus=more]:visible").first
    opener.click()
    inner = page.locator("dialog [data-focus=practice]")
    if inner.count():
        inner.click()
    expect(page.locator("form.practice")).to_be_visible()
    yield "replay-practice", page


def importing(come: Come) -> States:
    """A record that is brought here."""
    page = come().new_page()
    page.goto("/import")
    yield "import", page
    page.locator("textarea").fill("no record\nat all\n")
    page.locator("form button.big").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "import-refused", page
    page.goto("/import")
    page.locator("input[type=file]").set_input_files(RECORDS / "long-line.jsonl")
    page.locator("form button.big").click()
    expect(page.locator(".boards")).to_be_visible()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    yield "replay-imported", page


def score_page(come: Come) -> States:
    """The score pad: empty, and full, by its parts."""
    page = come().new_page()
    page.goto("/score")
    expect(page.locator("[data-focus=tab-players]")).to_be_visible()
    yield "score-empty", page
    page.goto(f"/score?p={write_link(read(json.dumps(as_json(TIED_CASSIA))))}")
    expect(page.locator(".sofar")).to_be_visible()
    yield "score-result", page
    for tab in ("players", "hands", "arboretums"):
        page.locator(f"[data-focus=tab-{tab}]").click()
        yield f"score-{tab}", page
    page.locator("[data-focus=tab-result]").click()
    page.locator("#pads").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "score-pads", page
    page.keyboard.press("Escape")
    page.locator("[data-focus=count]").click()
    expect(page.locator("arboretum-count")).to_be_visible()
    yield "score-count", page
