"""The table as somebody sees it, and the four decisions of a turn: by mouse, by touch, by keyboard."""

from __future__ import annotations

import re
from typing import Any, Literal, cast

from playwright.sync_api import Locator, Page, expect

DOUBLE = 370
"""Milliseconds after which a press is no second half of a double click."""

TWICE = 260
"""Milliseconds after which another press of a pile draws another card."""

Hand = Literal["mouse", "touch"]

MINE_OR_OVER = """() => document.querySelector(".endpage") !== null || document.querySelector(".curtain") !== null
  || document.querySelector(".steps")?.ariaLabel === "Your turn" && !document.querySelector(".game.busy")"""

Json = dict[str, Any]


class TablePage:
    """A page that shows a table."""

    def __init__(self, page: Page, hand: Hand = "mouse") -> None:
        """hand: with what the things on it are pressed."""
        self.page = page
        self._hand = hand
        expect(page.locator(".game, .lobbypage, .curtain, .endpage").first).to_be_visible()

    @property
    def id(self) -> str:
        """The table's name, from the address."""
        found = re.search(r"/t/(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    @property
    def is_over(self) -> bool:
        return self.page.locator(".endpage").count() > 0

    def told(self, query: str = "") -> Json:
        """What the server tells this browser about the table now."""
        answer = self.page.request.get(f"/t/{self.id}/view{query}")
        assert answer.ok, answer.status
        return cast(Json, answer.json())

    def press(self, where: Locator) -> None:
        """Click or tap."""
        if self._hand == "touch":
            where.tap()
        else:
            where.click()

    # -- what is seen ---------------------------------------------------------------------------------------

    def skip_the_count(self) -> None:
        """Go straight to the result of a game that is over."""
        self.press(self.page.locator("[data-focus=count-skip]"))
        expect(self.page.locator(".won-by h1")).to_be_visible()

    @property
    def hand(self) -> list[str]:
        """The cards of the hand as they lie there."""
        cards = self.page.locator("[data-zone=hand] .handcard")
        return [str(card) for card in cards.evaluate_all("(all) => all.map((each) => each.dataset.move)")]

    @property
    def step(self) -> int:
        """What is due, 0 and 1 to draw, 2 to place, 3 to discard, 4 to end the turn."""
        return int(self.page.locator(".steps .done").count())

    def wait_for_me(self, seconds: float = 20) -> bool:
        """Until it is this page's turn, or the game is over; says whether there is a turn to play."""
        self.page.wait_for_function(MINE_OR_OVER, timeout=1000 * seconds)
        return not self.is_over

    def held(self, count: int) -> None:
        """Wait until the hand has so many cards."""
        expect(self.page.locator("[data-zone=hand] .handcard")).to_have_count(count)
        expect(self.page.locator(".game.busy")).to_have_count(0)

    @property
    def fault(self) -> str:
        """Why something was refused, if it was."""
        told = self.page.locator(".tag.fault:visible, .note[role=alert]:visible")
        return told.first.inner_text() if told.count() else ""

    # -- what is done ---------------------------------------------------------------------------------------

    def come(self) -> None:
        """Come to a screen that is shared, and let it show one's hand."""
        self.press(self.page.get_by_role("button", name="Show my cards"))
        expect(self.page.locator(".game")).to_be_visible()

    def draw_two(self) -> None:
        """Draw what is due from the draw pile, else the first lit pile of discards."""
        while (count := len(self.hand)) < 9:
            self.press(self.page.locator("[data-focus=pile].lit, [data-focus^=discard-].lit").first)
            self.held(count + 1)
            if count < 8:
                self.page.wait_for_timeout(TWICE)

    def pick(self, card: str) -> None:
        self.press(self.page.locator(f"[data-zone=hand] [data-move={card}]"))
        expect(self.page.locator(f"[data-zone=hand] [data-move={card}]")).to_have_attribute("aria-pressed", "true")

    def place(self, card: str, cell: str | None = None) -> None:
        """Pick a card and put it on a cell, the first that is lit if none is named."""
        self.pick(card)
        lit = self.page.locator(f".opening[data-cell='{cell}']" if cell else ".opening")
        self.press(lit.first)
        expect(self.page.locator(".cell.draft")).to_have_count(1)

    def discard(self, card: str, *, by_button: bool = False) -> None:
        """Pick a card and put it on the own discard pile, or press the large button, which says so then."""
        self.pick(card)
        end = self.page.locator("[data-focus=end]")
        if by_button:
            expect(end).to_have_text(f"Discard {card}")
        self.press(end if by_button else self.page.locator("[data-target=discard]"))
        expect(end).to_have_text("End turn")
        assert card not in self.hand

    def end(self) -> None:
        """End the turn, and see that the server took it."""
        self.page.wait_for_timeout(DOUBLE)
        before = self.told_turn()
        self.press(self.page.locator("[data-focus=end]"))
        self.page.wait_for_function(
            """(turn) => document.querySelector(".endpage") || document.querySelector(".curtain")
              || document.querySelector(".steps")?.ariaLabel !== "Your turn"
              || document.querySelector(".turnno")?.textContent !== turn""",
            arg=before,
        )

    def told_turn(self) -> str:
        return self.page.locator(".turnno").inner_text()

    def turn(self, number: int = 0) -> None:
        """A whole turn: the first card of the hand is placed, the next discarded; `number` varies the ways."""
        self.draw_two()
        self.place(self.hand[0])
        self.discard(self.hand[number % 3], by_button=number % 2 == 1)
        self.end()
