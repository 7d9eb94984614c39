"""What else one does at the table: drag, type, look back, read what is due."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Visitor
from browser.table import DOUBLE, TablePage


def playing(visitor: Visitor) -> TablePage:
    """Somebody at a table with a bot, before the first draw of a turn."""
    page = visitor().new_page()
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    table = TablePage(page)
    table.wait_for_me()
    return table


def middle(where: Locator) -> tuple[float, float]:
    box = where.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(table: TablePage, card: str, target: str) -> None:
    """Drag a card of the hand to a target, which may be lit only when the card has left."""
    mouse = table.page.mouse
    x, y = middle(table.page.locator(f"[data-zone=hand] [data-move={card}]"))
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 6, y - 30, steps=3)
    mouse.move(*middle(table.page.locator(target).first), steps=4)
    mouse.up()


def test_cards_are_dragged_to_cells_and_to_the_discard_pile(visitor: Visitor) -> None:
    table = playing(visitor)
    table.draw_two()
    placed, thrown = table.hand[2], table.hand[5]
    drag(table, placed, ".opening")
    expect(table.page.locator(f".cell.draft[data-move={placed}]")).to_be_visible()
    drag(table, thrown, "[data-target=discard]")
    expect(table.page.locator(f"[data-target=discard][data-move={thrown}]")).to_be_visible()
    nowhere = table.hand[0]
    drag(table, nowhere, ".steps")
    assert nowhere in table.hand, "Let go where nothing takes it, a card goes back."
    table.end()


def test_a_turn_in_the_words_of_the_terminal(visitor: Visitor) -> None:
    table = playing(visitor)
    page = table.page
    expect(page).to_have_title(re.compile("Your turn"))
    page.keyboard.press("/")
    words = page.get_by_label("Command", exact=True)
    expect(words).to_be_focused()
    page.keyboard.type("+ +\n")
    table.held(9)
    hand = table.hand
    page.keyboard.type("no such thing\n")
    expect(page.locator(".console .told")).to_contain_text("not understood")
    expect(words).to_be_focused()
    page.keyboard.type(f"{hand[0].lower()} 1 x {hand[1]}\n")
    expect(page.locator(f".cell.draft[data-move={hand[0]}]")).to_be_visible()
    page.keyboard.type("undo\n")
    expect(page.locator("[data-zone=hand] .handcard")).to_have_count(8)
    page.keyboard.type(f"-{hand[2]} end\n")
    page.wait_for_function("() => document.querySelector('.steps').ariaLabel !== 'Your turn'")
    table.wait_for_me()
    told = table.told()
    assert told["tableaux"][told["you"]["as"]][0][1] == hand[0]
    assert f"You discarded {hand[2]}." in [entry["say"] for entry in told["log"]]


@pytest.mark.browser_long
def test_each_move_is_told_once_to_who_cannot_see_it(visitor: Visitor) -> None:
    table = playing(visitor)
    page = table.page
    page.evaluate(
        """() => {
          window.spoken = [];
          const region = document.querySelector("#say-polite");
          new MutationObserver(() => {
            const text = region.textContent.replaceAll("\\u200b", "");
            if (text) window.spoken.push(text);
          }).observe(region, { childList: true, characterData: true, subtree: true });
        }"""
    )
    version = table.told()["v"]
    table.turn()
    table.wait_for_me()
    page.wait_for_timeout(DOUBLE)
    spoken = " ".join(page.evaluate("window.spoken"))
    moves = [entry["say"] for entry in table.told()["log"] if entry["v"] > version]
    assert len(moves) == 8
    for move in set(moves):
        assert spoken.count(move) == moves.count(move), (move, spoken)


@pytest.mark.browser_long
def test_what_happened_since_is_shown_again_and_changes_nothing(visitor: Visitor) -> None:
    table = playing(visitor)
    page = table.page
    table.turn()
    table.wait_for_me()
    hand, version = table.hand, table.told()["v"]
    page.get_by_role("button", name="replay").click()
    expect(page.locator(".tag.now:visible").first).to_contain_text("replay")
    page.locator("[data-focus=pile]").click()
    page.locator("[data-focus=stop]:visible").first.click()
    expect(page.locator(".tag.now")).to_have_count(0)
    assert table.hand == hand
    assert table.told()["v"] == version


@pytest.mark.browser_long
def test_a_path_that_is_worth_something_is_shown_and_a_gain_before_it_is_made(visitor: Visitor) -> None:
    table = playing(visitor)
    page = table.page
    for number in range(4):
        table.draw_two()
        worth = None
        for card in table.hand:
            told = page.request.get(f"/t/{table.id}/preview?seat=0&card={card}").json()["cells"]
            worth = worth or next(
                ((card, cell, each["gain"]) for cell, each in told.items() if each["gain"] > 0), None
            )
        if worth:
            break
        table.place(table.hand[0])
        table.discard(table.hand[0])
        table.end()
        assert table.wait_for_me(), number
    assert worth, "In four turns there is a card that makes a path."
    card, cell, gain = worth
    table.pick(card)
    opening = page.locator(f".opening[data-cell='{cell}']")
    expect(opening).to_have_accessible_name(re.compile(f"your paths gain {gain}$"))
    before = int(page.locator(".mine .worth b").inner_text())
    opening.hover()
    expect(page.locator(".mine .worth b")).to_have_text(str(before + gain))
    opening.click()
    expect(page.locator(".mine .worth b")).to_have_text(str(before + gain))
