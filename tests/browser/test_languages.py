"""The pages in other languages: chosen by hand, long words, from right to left, where no board ever turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from arboretum.language import MORE
from browser.conftest import PHONE, Visitor
from browser.looks import accessible, fits
from browser.running import Running
from browser.table import TablePage
from browser.wire import begun
from tongues import PLACEHOLDER, made

Box = dict[str, float]

HEBREW: Final = {letter: 0x5D0 + (letter - ord("a")) % 27 for letter in range(ord("a"), ord("z") + 1)}
"""Letters from right to left, which mean nothing."""

CELLS: Final = """() => [...document.querySelectorAll(".pan")].map((pan) => {
  const cards = [...pan.querySelectorAll("svg.card")].map((card) => {
    const [box, value] = [card.getBoundingClientRect(), card.querySelector(".val")?.getBoundingClientRect()];
    return {
      what: card.dataset.species + (card.querySelector(".val")?.textContent ?? ""),
      x: box.x, y: box.y, width: box.width, value: value ? value.x - box.x : 0,
    };
  });
  return { direction: getComputedStyle(pan).direction, cards };
})"""
"""Every arboretum on a page: its direction, and where its cards lie."""

SHORTENED: Final = """() => [...document.querySelectorAll("body *")].filter((each) => {
  const style = getComputedStyle(each);
  const isShort = style.textOverflow === "ellipsis" && style.overflowX !== "visible";
  return isShort && each.scrollWidth > each.clientWidth + 1 && each.checkVisibility()
    && !each.closest("h2, .name, .rivalname");
}).map((each) => each.textContent.trim())"""
"""What ends in dots for want of room, but for names."""


def from_right(text: str) -> str:
    """A text in letters from right to left, but for its `{names}`."""
    parts = PLACEHOLDER.split(text)
    return "".join(part if at % 2 else part.lower().translate(HEBREW) for at, part in enumerate(parts))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that speaks one language more."""
    folder = tmp_path_factory.mktemp("languages")
    made(folder, "he", from_right, rtl=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MORE, str(folder))
        running = Running(tmp_path_factory.mktemp("tables") / "tables.db")
    yield running
    running.stop()


def speak(context: BrowserContext, server: Running, language: str) -> None:
    """As after a choice by hand."""
    context.add_cookies([{"name": "language", "value": language, "url": server.url}])


def choose(page: Page, name: str) -> None:
    page.locator("details.languages > summary").click()
    page.locator(".tongues").get_by_role("button", name=name).click()


@pytest.mark.browser_long
def test_the_browser_asks_for_german_and_english_is_chosen_by_hand(visitor: Visitor) -> None:
    page = visitor(locale="de-AT").new_page()
    page.goto("/new?seats=3")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Neuer Tisch")
    choose(page, "English")
    expect(page.get_by_role("heading", level=1)).to_have_text("New table")
    assert page.url.endswith("/new?seats=3")
    choose(page, "Deutsch")
    page.goto("/")
    page.get_by_role("button", name="Jetzt spielen").click()
    TablePage(page)
    expect(page.locator(".handlbl")).to_contain_text("Deine Hand")
    assert accessible(page) == []


@pytest.mark.browser_long
def test_without_scripts_a_language_is_chosen_too(visitor: Visitor) -> None:
    page = visitor(java_script_enabled=False).new_page()
    page.goto("/rules")
    choose(page, "Deutsch")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url.endswith("/rules")


@pytest.mark.browser_long
@pytest.mark.parametrize("size", ["desk", "phone", "narrow"])
def test_long_german_words_fit(visitor: Visitor, server: Running, size: str) -> None:
    how: dict[str, Any] = {
        "desk": {},
        "phone": PHONE,
        "narrow": PHONE | {"viewport": {"width": 360, "height": 740}},
    }[size]
    context = visitor(**how)
    speak(context, server, "de")
    page = context.new_page()
    for path in ("/", "/new", "/mine", "/rules", "/score", "/import"):
        page.goto(path)
        assert fits(page), path
        assert page.evaluate(SHORTENED) == [], path
    page.goto("/")
    page.get_by_role("button", name="Jetzt spielen").click()
    page.locator(".handcard").first.wait_for()
    page.wait_for_timeout(700)
    assert fits(page)
    assert page.evaluate(SHORTENED) == []


def seen(page: Page, path: str) -> list[dict[str, Any]]:
    page.goto(path)
    page.locator(".pan svg.card").first.wait_for()
    page.wait_for_timeout(300)
    return cast(list[dict[str, Any]], page.evaluate(CELLS))


def laid_out(bed: dict[str, Any]) -> list[tuple[str, int, int, int]]:
    """The cards of an arboretum with their places beside the first one, and where their values stand."""
    first = bed["cards"][0]
    return [
        (
            card["what"],
            round((card["x"] - first["x"]) / first["width"] * 4),
            round((card["y"] - first["y"]) / first["width"] * 4),
            round(card["value"] / card["width"] * 20),
        )
        for card in bed["cards"]
    ]


@pytest.mark.browser_long
@pytest.mark.parametrize("phone", [False, True])
def test_pages_mirror_and_the_board_never_does(visitor: Visitor, server: Running, phone: bool) -> None:
    """The same moment of the same game, from left to right and from right to left."""
    context, other = (visitor(**(PHONE if phone else {})) for _ in range(2))
    table = begun(context.request, other.request)
    table.turns(10)
    page = context.new_page()
    beds, places = {}, {}
    for language in ("en", "he"):
        speak(context, server, language)
        beds[language] = seen(page, table.path)
        places[language] = {
            name: page.locator(where).first.bounding_box()
            for name, where in (("brand", ".bar .brand, .bar .ico"), ("tools", ".tools"), ("hand", ".handcard"))
        }
        assert fits(page)
    assert page.locator("html").get_attribute("dir") == "rtl"
    assert [bed["direction"] for bed in beds["he"]] == ["ltr"] * len(beds["he"])
    assert len(beds["en"]) >= 2
    assert [laid_out(bed) for bed in beds["en"]] == [laid_out(bed) for bed in beds["he"]]
    assert max(len(bed["cards"]) for bed in beds["en"]) >= 5
    middle = page.evaluate("innerWidth") / 2
    for name, ours in places["en"].items():
        theirs = places["he"][name]
        assert ours is not None
        assert theirs is not None
        assert (ours["x"] < middle) != (theirs["x"] + theirs["width"] / 2 < middle) or name == "hand", name
    assert places["he"]["hand"]["x"] > places["en"]["hand"]["x"]  # type: ignore[index]


@pytest.mark.browser_long
def test_sentences_from_right_to_left_keep_codes_and_coordinates(visitor: Visitor, server: Running) -> None:
    """In the log, "OK5" and "2,-1" read as they do everywhere: each is kept apart from what is around it."""
    context, other = visitor(), visitor()
    table = begun(context.request, other.request)
    table.turns(6)
    speak(context, server, "he")
    told = [entry["say"] for entry in table.view()["log"] if "\u2068" in entry["say"]]
    assert len(told) > 15
    placed = [
        text for text in told if any(f"\u2068{cell}" in text for cell in ("0,0", "0,1", "1,0", "0,-1", "-1,0"))
    ]
    assert placed
    for text in told:
        assert text.count("\u2068") == text.count("\u2069")
    page = context.new_page()
    page.goto("/rules")
    nav, brand = page.locator(".nav").bounding_box(), page.locator(".brand").bounding_box()
    assert nav is not None
    assert brand is not None
    assert nav["x"] < brand["x"]
    for path in ("/", "/new", "/mine", "/score"):
        page.goto(path)
        assert fits(page), path
        assert accessible(page) == [], path
