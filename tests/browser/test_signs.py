"""Nothing is told by colour alone: wherever a card or a species stands, its letters and its leaf stand too."""

from __future__ import annotations

from typing import cast

import pytest
from playwright.sync_api import Page

from browser.all_states import GROUPS
from browser.conftest import PHONE, Visitor
from browser.running import Running
from browser.watch import Watch

pytestmark = pytest.mark.browser_long

NAKED = """() => {
  const bad = [];
  const leaf = (each, code) =>
    [...each.querySelectorAll("use")].some((use) => use.getAttribute("href").endsWith(`#leaf-${code}`));
  for (const card of document.querySelectorAll("svg[data-card]")) {
    const [, code, value] = card.dataset.card.match(/^([A-Z]{2})([1-8])$/);
    const texts = [...card.querySelectorAll("text")].map((text) => text.textContent.trim());
    if (!texts.some((text) => text.startsWith(code)) || !texts.includes(value) || !leaf(card, code))
      bad.push(card.outerHTML.slice(0, 200));
  }
  for (const each of document.querySelectorAll(".chip, .tile")) {
    const code = each.dataset.species ?? each.closest("[data-species]")?.dataset.species;
    if (!code || !each.textContent.includes(code) || !leaf(each, code)) bad.push(each.outerHTML.slice(0, 200));
  }
  return bad;
}"""


@pytest.fixture
def server(still_server: Running) -> Running:
    """A server whose games are the same in every run."""
    return still_server


def naked(page: Page) -> list[str]:
    """Cards, chips and tiles without letters, figure or leaf."""
    return cast(list[str], page.evaluate(NAKED))


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("group", ["turn", "sheets", "four", "ending", "replay", "score_page"])
def test_a_species_has_its_letters_and_its_leaf_everywhere(
    visitor: Visitor, watch: Watch, group: str, size: str
) -> None:
    cards = 0
    for name, page in GROUPS[group](lambda: visitor(**(PHONE if size == "phone" else {}))):
        assert naked(page) == [], name
        cards += page.locator("svg[data-card]").count()
    assert cards > 20


def test_the_ten_species_have_ten_marks(visitor: Visitor) -> None:
    """The leaves are as many drawings: none is another one in another colour."""
    page = visitor().new_page()
    page.goto("/")
    sprite = page.locator("use[href*='#']").first.get_attribute("href")
    assert sprite is not None
    text = page.request.get(sprite.partition("#")[0]).text()
    shapes = page.evaluate(
        """(text) => [
            ...new DOMParser().parseFromString(text, "image/svg+xml").querySelectorAll("symbol[id^=leaf-]")
          ].map((each) => each.innerHTML.replace(/(fill|stroke)="[^"]*"/g, ""))""",
        text,
    )
    assert len(shapes) == 13
    assert len(set(shapes)) == 13
