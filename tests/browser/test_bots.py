"""The bots in a browser: the style of the one that is chosen is told, and so is that one is not ready."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from arboretum.bots.styles import STYLES, about
from browser.conftest import PHONE, Visitor
from browser.looks import accessible, fits
from browser.test_together import opened

pytestmark = pytest.mark.browser_long

SIZES: dict[str, dict[str, Any]] = {"wide": {}, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES)
def test_the_style_of_the_chosen_bot_is_told(visitor: Visitor, size: str) -> None:
    page = visitor(**SIZES[size]).new_page()
    page.goto("/")
    expect(page.get_by_role("radio", name="greedy")).to_be_checked()
    for name in STYLES:
        page.locator(".against label").filter(has_text=name).click()
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        expect(page.get_by_role("radio", name=name)).to_have_accessible_description(f"{name}: {about(name)}")
        shown = page.locator(".abouts span:visible")
        expect(shown).to_have_count(1)
        expect(shown).to_have_text(f"{name}: {about(name)}")
    assert fits(page)
    page.goto("/new")
    page.get_by_text("What the bots are like").click()
    expect(page.get_by_text(about("ismcts"))).to_be_visible()
    assert fits(page)
    assert accessible(page) == []


def not_ready(route: WebSocketRoute) -> None:
    """A stream that tells that the bot on seat B is not there."""
    server = route.connect_to_server()

    def pass_on(text: str | bytes) -> None:
        told = str(text).replace('"presence":[true,true]', '"presence":[true,false]')
        route.send(told.replace('"bot":"heuristic","online":true', '"bot":"heuristic","online":false'))

    server.on_message(pass_on)


@pytest.mark.parametrize("size", SIZES)
def test_that_a_bot_is_not_ready_is_told(visitor: Visitor, size: str) -> None:
    page = visitor(**SIZES[size]).new_page()
    page.route_web_socket("**/stream*", not_ready)
    table = opened(page, seats="2", seat1_kind="bot:heuristic", start="0")
    expect(page.locator(".chair").nth(1)).to_contain_text("getting ready")
    expect(page.locator(".chair").nth(1)).to_contain_text(about("heuristic"))
    page.get_by_role("button", name="Start").click()
    table.wait_for_me()
    expect(page.locator(".rival .tag").first).to_have_text("getting ready")
    assert fits(page)
    assert accessible(page) == []
