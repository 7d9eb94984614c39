"""
What a screen reader is told, state by state, as it was when somebody last read it: the files in aria/.

Where the pages have changed on purpose, `make aria` writes the files anew; then read what `git diff` shows.
"""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page

from browser.all_states import GROUPS
from browser.conftest import Visitor
from browser.running import Running
from browser.test_access import FALLS_SHORT
from browser.watch import Watch

pytestmark = pytest.mark.browser_long

KEPT = Path(__file__).with_name("aria")

WRITING = bool(os.environ.get("ARBORETUM_WRITE_ARIA"))

PRIVATE = (
    (r"/static/\w+/", "/static/BUILD/"),
    (r"/(t|join|seat)/[\w-]+", r"/\1/NAME"),
    (r"table=\w+", "table=NAME"),
    (r"127\.0\.0\.1:\d+", "127.0.0.1:PORT"),
    (r"\w{3} \d+, \d{4}, \d+:\d\d [AP]M", "TIME"),
)
"""What is another in every run."""


def told(page: Page, wanted: str = "") -> str:
    """The tree of a page as a screen reader goes through it, once it is what is wanted, or stays as it is."""
    before = ""
    for _ in range(12):
        text = page.locator("body").aria_snapshot()
        for pattern, name in PRIVATE:
            text = re.sub(pattern, name, text)
        if text + "\n" == wanted or (not wanted and text == before):
            break
        before = text
        page.wait_for_timeout(400)
    return text + "\n"


@pytest.fixture
def server(still_server: Running) -> Running:
    """A server whose games are the same in every run."""
    return still_server


@pytest.mark.parametrize("group", GROUPS)
def test_a_screen_reader_is_told_what_it_was_told(visitor: Visitor, watch: Watch, group: str) -> None:
    changed: list[str] = []
    with watch.expecting(FALLS_SHORT):
        for name, page in GROUPS[group](visitor):
            file = KEPT / f"{name}.yml"
            before = file.read_text() if file.exists() and not WRITING else ""
            now = told(page, before)
            if WRITING:
                KEPT.mkdir(exist_ok=True)
                file.write_text(now)
                before = now
            if now != before:
                lines = difflib.unified_diff(before.splitlines(), now.splitlines(), str(file), "now", lineterm="")
                changed += lines
    assert not changed, "\n".join(changed)


def test_no_file_is_left_of_a_state_that_is_no_more() -> None:
    """Every file is written by a state: by one that is named, or by one whose name is made of parts."""
    text = "".join(path.read_text() for path in Path(__file__).parent.glob("states*.py"))
    named = re.findall(r'yield f?"([a-z0-9{}-]+)"', text) + re.findall(r'\("([a-z-]+)", (?:"/|f"/)', text)
    patterns = [re.sub(r"\{\w+\}", "[a-z]+", name) for name in [*named, "count-species", "count-next"]]
    assert len(patterns) > 40
    left = [
        file.stem for file in KEPT.glob("*.yml") if not any(re.fullmatch(each, file.stem) for each in patterns)
    ]
    assert left == []
