"""The report of a match and of a ladder, opened as a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from arboretum import play
from arboretum.arena.page import page_of
from arboretum.arena.playing import play_ladder
from browser.looks import accessible, cut_off, sticking_out
from browser.variants import VARIANTS


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of each kind."""
    folder = tmp_path_factory.mktemp("reports")
    reports = {
        "match": play(["greedy", "random"], deals=4, seed=1),
        "ladder": play_ladder(["random", "greedy", "random", "random"], deals=2, seed=1),
        "table": play(["random", "random", "random", "random"], deals=2, seed=1),
    }
    for name, result in reports.items():
        (folder / f"{name}.html").write_text(page_of(result), encoding="utf-8")
    return folder


def opened(chromium: Browser, folder: Path, name: str, variant: str) -> Page:
    """A report with all its tables open, in a browser that asks for nothing else and complains of nothing."""
    page = chromium.new_context(**VARIANTS[variant]).new_page()
    asked: list[str] = []
    page.on("console", lambda message: asked.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    page.goto((folder / f"{name}.html").as_uri())
    for each in page.locator("summary").all():
        each.click()
    assert len(asked) == 1, "it needs nothing but itself"
    return page


def test_a_report_can_be_read_on_a_telephone(chromium: Browser, folder: Path) -> None:
    page = opened(chromium, folder, "ladder", "phone-dark")
    assert accessible(page) + sticking_out(page) == []
    page.context.close()


@pytest.mark.browser_long
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", ["match", "ladder", "table"])
def test_a_report_can_be_read_by_all(chromium: Browser, folder: Path, name: str, variant: str) -> None:
    page = opened(chromium, folder, name, variant)
    assert accessible(page) + sticking_out(page) + cut_off(page) == []
    page.context.close()
