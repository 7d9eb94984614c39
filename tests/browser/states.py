"""
Every state of every page, reached as quickly as can be: looked at by axe, by the aria snapshots, by people.

A group is a function that comes to its states one after the other and gives each its name and its page. On a
server that shuffles by a seed, every state is the same in every run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from playwright.sync_api import BrowserContext, Page, expect

from browser.table import DOUBLE, TablePage
from browser.wire import Table, begun, laid

Come: TypeAlias = Callable[[], BrowserContext]
"""Somebody new, with a browser of their own."""

States: TypeAlias = Iterator[tuple[str, Page]]

TOKEN: Final = re.compile("/seat/")


def plain_pages(come: Come) -> States:
    """What somebody sees who has no game yet."""
    page = come().new_page()
    for name, path in (("home", "/"), ("new", "/new"), ("mine-empty", "/mine"), ("rules", "/rules")):
        page.goto(path)
        yield name, page
    page.goto("/new?seats=4")
    page.locator("details.species > summary").click()
    page.locator("[name=chosen]").first.check()
    yield "new-four-species", page
    page.locator("form.new button.big").click()
    expect(page.get_by_role("alert")).to_be_visible()
    yield "new-refused", page
    for name, path in (("no-page", "/nothing"), ("no-table", "/t/nothinghere"), ("no-seat", "/seat/nothing")):
        page.goto(path)
        yield name, page


def own_pages(come: Come) -> States:
    """What somebody sees who has games, and whom friends invite."""
    host = come()
    page = host.new_page()
    begun(host.request, come().request, seat0_name="Ada").finish()
    running = begun(host.request, come().request)
    for name, path in (("home-games", "/"), ("mine", "/mine"), ("rules-of-table", f"/rules?table={running.id}")):
        page.goto(path)
        yield name, page
    private = laid(host.request, seats="2", public="off", unheld="nobody")
    guest = come().new_page()
    invitation = private.view()["invite"]
    guest.goto(invitation)
    yield "join", guest
    private.do(0, "bot", seat=1, bot="random")
    guest.get_by_role("textbox").fill("Cyd")
    guest.locator("main button").click()
    expect(guest.get_by_role("alert")).to_be_visible()
    yield "join-refused", guest
    guest.goto(private.path)
    yield "private-table", guest


def lobby(come: Come) -> States:
    """A table that is being laid."""
    host, guest = come(), come()
    table = laid(host.request, guest.request, seats="3", unheld="nobody")
    page = host.new_page()
    page.goto(table.path)
    expect(page.locator(".chair.person")).to_have_count(2)
    yield "lobby", page
    page.locator("[data-focus=start]").click(force=True)  # it says why it does nothing
    expect(page.get_by_role("alert")).to_be_visible()
    yield "lobby-refused", page
    other = guest.new_page()
    other.goto(table.path)
    expect(other.locator(".chair.person")).to_have_count(2)
    yield "lobby-guest", other
    looking = come().new_page()
    looking.goto(table.path)
    expect(looking.locator(".chair.person")).to_have_count(2)
    yield "lobby-stranger", looking


def turn(come: Come) -> States:
    """A turn from its first draw to its end, and who looks on."""
    host, guest = come(), come()
    laying = begun(host.request, guest.request)
    laying.turns(8)
    table, page = shown(host, laying)
    yield "turn-draw", page
    page.locator("[data-zone=hand] .handcard").first.click()
    expect(page.locator(".tag.fault:visible")).to_have_count(1)
    yield "turn-refused", page
    for count in (8, 9):
        page.locator("[data-focus=pile].lit").click()
        table.held(count)
    yield "turn-drawn", page
    placed, thrown = table.hand[0], table.hand[1]
    page.locator(f"[data-zone=hand] [data-move={placed}]").click()
    expect(page.locator(".opening").first).to_be_visible()
    yield "turn-picked", page
    page.locator(".opening").first.hover()
    yield "turn-aimed", page
    page.locator(".opening").first.click()
    expect(page.locator(".cell.draft")).to_have_count(1)
    yield "turn-placed", page
    page.locator(f"[data-zone=hand] [data-move={thrown}]").click()
    page.locator("[data-target=discard]").click()
    expect(page.locator(".steps .done")).to_have_count(4)
    yield "turn-complete", page
    page.wait_for_timeout(DOUBLE)
    page.locator("[data-focus=end]").click()
    expect(page.locator(".steps .done")).to_have_count(0)
    yield "turn-waiting", page
    _, looking = shown(come(), laying)
    yield "turn-onlooker", looking
    page.keyboard.press("Escape")
    laying.act()
    page.locator("body").press("/")
    page.keyboard.type("list\n")
    expect(page.locator(".console .told").first).to_be_visible()
    yield "turn-words", page


def sheets(come: Come) -> States:
    """What opens over the table."""
    host, guest = come(), come()
    laying = begun(host.request, guest.request, unheld="nobody")
    laying.turns(4)
    laying.do(1, "say", phrase=0)
    _, page = shown(host, laying)
    for kind in ("rules", "log", "say", "menu"):
        if page.locator(f"[data-focus=tool-{kind}]").is_visible():
            page.locator(f"[data-focus=tool-{kind}]").click()
        else:  # where there is no room, the menu leads there
            page.locator("[data-focus=tool-menu]").click()
            page.locator(".menubuttons button").nth(("rules", "log").index(kind) + 2).click()
        expect(page.locator(f"dialog.k-{kind}")).to_be_visible()
        if kind == "rules":
            expect(page.locator(".rulestext h2").first).to_be_visible()
        yield f"sheet-{kind}", page
        if kind != "menu":
            page.keyboard.press("Escape")
    for kind, at in (("text", 0), ("keys", 1)):
        page.locator(".menubuttons button").nth(at).click()
        expect(page.locator(f"dialog.k-{kind}")).to_be_visible()
        yield f"sheet-{kind}", page
        page.keyboard.press("Escape")
        page.locator("[data-focus=tool-menu]").click()
    page.locator(".menubuttons button").last.click()
    expect(page.locator("dialog.k-device input")).to_have_value(TOKEN)
    page.locator("dialog.k-device input").evaluate("(field) => { field.value = 'http://127.0.0.1/seat/secret'; }")
    yield "sheet-device", page
    page.keyboard.press("Escape")
    page.evaluate("scrollTo(0, 0)")
    page.locator(".rival [data-focus^=near-], .rival .phead button").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "sheet-seat", page


def screen(come: Come) -> States:
    """One screen for two, between their turns."""
    context = come()
    laying = begun_here(context)
    page = context.new_page()
    page.goto(laying.path)
    expect(page.locator(".curtain")).to_be_visible()
    yield "curtain", page


def four(come: Come) -> States:
    """The fullest table."""
    people = [come() for _ in range(4)]
    laying = begun(*(each.request for each in people))
    laying.turns(12)
    _, page = shown(people[0], laying)
    yield "table-four", page
    people = people[:3]
    laying = begun(*(each.request for each in people))
    laying.turns(12)
    _, page = shown(people[0], laying)
    yield "table-three", page


def ending(come: Come) -> States:
    """A game that is over."""
    host, guest = come(), come()
    laying = begun(host.request, guest.request)
    laying.finish()
    page = host.new_page()
    page.goto(laying.path)
    expect(page.locator(".hands.closed")).to_be_visible()
    yield "count", page
    for name in ("count-species", "count-next"):
        page.locator("[data-focus=count-next]").click()
        expect(page.locator(".hands:not(.closed), .unplaced").first).to_be_visible()
        yield name, page
    page.keyboard.press("Escape")
    expect(page.locator(".reckoning .points")).to_be_visible()
    yield "over", page
    page.locator("[data-focus=look]").click()
    expect(page.locator(".game")).to_be_visible()
    yield "over-table", page


def shown(context: BrowserContext, table: Table) -> tuple[TablePage, Page]:
    """A browser comes to a table whose game runs."""
    page = context.new_page()
    page.goto(table.path)
    expect(page.locator(".game")).to_be_visible()
    return TablePage(page), page


def begun_here(context: BrowserContext) -> Table:
    """A game of two at one screen."""
    answer = context.request.post(
        "/new", form={"seats": "2", "seat0_name": "Ada", "seat1_kind": "hot", "seat1_name": "Ben", "start": "0"}
    )
    table = Table(answer.url.rpartition("/")[2], [context.request, context.request])
    table.do(0, "start")
    return table
