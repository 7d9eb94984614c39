"""The bots in a browser: the style of the one that is chosen is told, and so is that one is not ready."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

from arboretum.bots.styles import LEVELS, STYLES, about, level, title
from browser.conftest import PHONE, Visitor
from browser.looks import accessible, fits
from browser.test_together import opened

pytestmark = pytest.mark.browser_long

SIZES: dict[str, dict[str, Any]] = {"wide": {}, "phone": PHONE}


@pytest.mark.parametrize("size", SIZES)
def test_the_style_of_the_chosen_bot_is_told(visitor: Visitor, size: str) -> None:
    page = visitor(**SIZES[size]).new_page()
    page.goto("/")
    expect(page.get_by_role("radio", name="Poppy", exact=True)).to_be_checked()
    for name in LEVELS:
        page.locator(".opponent").filter(has_text=title(name)).click()
        radio = page.get_by_role("radio", name=title(name), exact=True)
        expect(radio).to_be_checked()
        expect(radio).to_have_accessible_description(f"level {level(name)} of 5 {about(name)}")
        shown = page.locator(".opponent .about:visible")
        expect(shown).to_have_count(len(LEVELS) if size == "wide" else 1)
        expect(shown.filter(has_text=about(name))).to_be_visible()
    assert fits(page)
    assert accessible(page) == []
    page.get_by_text("Other bots").click()
    for name in STYLES:
        radio = page.get_by_role("radio", name=title(name), exact=True)
        expect(radio).to_have_count(1)
        if name not in LEVELS:
            radio.check()
            expect(radio).to_have_accessible_description(about(name))
    assert fits(page)
    assert accessible(page) == []
    page.goto("/new")
    page.get_by_text("What the bots are like").click()
    expect(page.get_by_text(about("ismcts"))).to_be_visible()
    expect(page.locator(".bots .face")).to_have_count(len(LEVELS))
    assert fits(page)
    assert accessible(page) == []


@pytest.mark.parametrize("size", SIZES)
def test_all_opponents_and_the_button_are_on_the_first_screen(visitor: Visitor, size: str) -> None:
    page = visitor(**SIZES[size]).new_page()
    page.goto("/")
    for name in LEVELS:
        expect(page.locator(".opponent").filter(has_text=title(name))).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Play now")).to_be_in_viewport(ratio=1)


def test_an_opponent_is_chosen_by_keyboard(visitor: Visitor) -> None:
    page = visitor().new_page()
    page.goto("/")
    page.get_by_role("radio", name="Poppy", exact=True).focus()
    for name in ("Basil", "Hazel"):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("radio", name=name, exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".rival .face[data-face=hazel]")).to_be_visible()
    expect(page.locator(".rival")).to_contain_text("Hazel")


def test_an_opponent_is_chosen_without_a_script(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False).new_page()
    page.goto("/")
    page.locator(".opponent").filter(has_text="Rowan").click()
    page.get_by_text("Other bots").click()
    expect(page.get_by_text(about("greedy"))).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]+$"))
    told = page.request.get(f"{page.url}/view").json()
    assert [seat["bot"] for seat in told["seats"]] == [None, "rowan"]


@pytest.mark.parametrize("size", SIZES)
def test_an_opponent_shows_its_face_in_the_lobby_at_the_table_and_in_the_replay(
    visitor: Visitor, size: str
) -> None:
    page = visitor(**SIZES[size]).new_page()
    table = opened(page, seats="3", seat1_kind="bot:basil", seat2_kind="bot:greedy", start="0")
    expect(page.locator(".chair").nth(1)).to_contain_text("Basil, a bot")
    expect(page.locator(".chair").nth(1)).to_contain_text(f"level 2 of 5: {about('basil')}")
    expect(page.locator(".chair .face")).to_have_count(1)
    chosen = page.get_by_label("A bot on seat C")
    expect(chosen.locator("optgroup[label=Opponents] option")).to_have_text(
        [f"bot: {title(name)}" for name in LEVELS]
    )
    expect(chosen.locator("optgroup[label='Other bots'] option")).to_have_count(len(STYLES) - len(LEVELS))
    chosen.select_option("hazel")
    expect(page.locator(".chair .face[data-face=hazel]")).to_be_visible()
    chosen.select_option("greedy")
    expect(page.locator(".chair .face")).to_have_count(1)
    page.get_by_role("button", name="Start").click()
    table.wait_for_me()
    expect(page.locator(".rival .face")).to_have_count(1)
    expect(page.locator(".rival .face[data-face=basil]")).to_be_visible()
    page.goto(f"{page.url}/replay")
    expect(page.locator(".board .face")).to_have_count(1)
    expect(page.locator(".board .face[data-face=basil]")).to_be_visible()
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
