"""What a machine can tell of a page: what axe finds, what sticks out, where the focus is, what is cut off."""

from __future__ import annotations

from pathlib import Path
from typing import Final, cast

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES: Final = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
"""All rules of axe, and that of the size of targets, which WCAG 2.2 asks for and axe does not by itself."""

SCRIPTS: Final = Path(__file__).with_name("looks.js").read_text()
"""Functions that look at the page they run in."""


def judged(page: Page, judge: str) -> object:
    """What one of the functions of looks.js says."""
    return page.evaluate(f"(() => {{ {SCRIPTS}; return {judge}(); }})()")


def accessible(page: Page) -> list[str]:
    """What axe finds wrong, a line each."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]


def fits(page: Page) -> bool:
    """Nothing is wider than the window."""
    return bool(page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))


def sticking_out(page: Page) -> list[str]:
    """What is wider than the window."""
    return cast(list[str], judged(page, "sticksOut"))


def lost_focus(page: Page, most: int = 150) -> list[str]:
    """Go through a page with Tab: where the focus is hidden by something else, or has no ring."""
    page.evaluate("window.met = undefined")
    faults = []
    for _ in range(most):
        page.keyboard.press("Tab")
        told = cast(str, judged(page, "focused"))
        if told == "end":
            break
        if not told.endswith(": "):
            faults.append(told)
    return faults


def cut_off(page: Page) -> list[str]:
    """Text that is cut off once lines, words and letters stand apart as WCAG 1.4.12 lets readers put them."""
    judged(page, "spaceText")
    return cast(list[str], judged(page, "cutOff"))
