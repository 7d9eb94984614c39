"""States with a hint. What it says is made up, so that it is the same whatever the network has learned since."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Route, expect

from browser.states import Come, States, shown
from browser.table import DOUBLE
from browser.wire import Table, begun

Json = dict[str, Any]


def made_up(table: Table, route: Route) -> None:
    """Answer a question with the first thing that may be done, and two of the others."""
    query = parse_qs(urlsplit(route.request.url).query)
    view = table.view()
    place = query.get("place", [""])[0]
    legal = [f"-{card}" for card in view["hand"] if card != place[:3]] if place else view["legal"]
    choices = [choice(action, 0.61 - 0.03 * at) for at, action in enumerate(legal[:3])]
    instead = query.get("instead", [""])[0]
    route.fulfill(
        json={
            "seat": 0,
            "turn": view["turn"],
            "phase": view["phase"],
            "place": place or None,
            "say": f"{choices[0]['say']} After it you win about 61 of 100 such games.",
            "choices": choices,
            "why": ["It keeps the right to Maple: 8 against at most 6.", "It closes no path that still can grow."],
            "instead": choice(instead, 0.4) if instead else None,
            "warning": f"{instead[1:]} is a costly discard: after it you win about 40." if instead else None,
            "against": [f"It gives Ben {instead[1:]}, which can be placed there for 3 points more."]
            if instead
            else [],
        }
    )


def choice(action: str, win: float) -> Json:
    """A choice as the server tells it."""
    say = f"Do {action}." if action[0] in "+-" else f"Place {action[:3]} on {action[4:]}."
    return {"action": action, "say": say, "win": win, "margin": 2.5}


def asking(page: Page, table: Table) -> None:
    """Let a page be answered with what is made up."""
    page.route("**/hint?*", lambda route: made_up(table, route))


def hints(come: Come) -> States:
    """A turn with hints, from the draw to the warning of its discard."""
    host, guest = come(), come()
    laying = begun(host.request, guest.request, hints="on", unheld="nobody")
    laying.turns(4)
    table, page = shown(host, laying)
    asking(page, laying)
    page.locator("[data-focus=hint]").click()
    expect(page.locator(".hint .odds")).to_be_visible()
    yield "hint-draw", page
    page.locator("[data-focus=hint-why]").click()
    expect(page.locator(".reasoning")).to_be_visible()
    yield "hint-why", page
    for count in (8, 9):
        page.locator("[data-focus=pile].lit").click()
        table.held(count)
    page.locator("[data-focus=hint]").click()
    expect(page.locator(".cell.hinted")).to_be_visible()
    yield "hint-place", page
    page.locator("[data-focus=tool-menu]").click()
    page.locator(".menulist .switch").nth(4).locator("input").check()
    page.keyboard.press("Escape")
    page.locator("[data-focus=tool-menu]").click()
    yield "hint-menu", page
    page.keyboard.press("Escape")
    placed, thrown = table.hand[:2]
    table.place(placed)
    table.pick(thrown)
    page.locator("[data-target=discard]").click()
    expect(page.locator(".steps .done")).to_have_count(4)
    page.wait_for_timeout(DOUBLE)
    page.locator("[data-focus=end]").click()
    expect(page.locator("dialog.k-warning")).to_be_visible()
    yield "hint-warning", page
