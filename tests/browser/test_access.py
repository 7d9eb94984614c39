"""WCAG 2.2 AA as far as a machine can tell: every state of every page, in every way to look at it."""

from __future__ import annotations

import pytest

from browser.all_states import GROUPS
from browser.conftest import Visitor
from browser.looks import accessible, cut_off, lost_focus, sticking_out
from browser.running import Running
from browser.states import States
from browser.variants import VARIANTS
from browser.watch import Watch

pytestmark = pytest.mark.browser_long

FALLS_SHORT = r"status of 4\d\d"
"""What the console says of the pages that tell of an error."""


@pytest.fixture
def server(still_server: Running) -> Running:
    """A server whose games are the same in every run."""
    return still_server


@pytest.fixture(params=GROUPS)
def group(request: pytest.FixtureRequest) -> str:
    """The states that are gone through."""
    return str(request.param)


def states(visitor: Visitor, watch: Watch, group: str, variant: str) -> States:
    """The states of a group, in one of the ways to look."""
    with watch.expecting(FALLS_SHORT):
        yield from GROUPS[group](lambda: visitor(**VARIANTS[variant]))


def assert_none(found: dict[str, list[str]]) -> None:
    """There is no fault in any state; else each is told once, with the states that have it."""
    where: dict[str, list[str]] = {}
    for name, faults in found.items():
        for fault in faults:
            where.setdefault(fault, []).append(name)
    assert not where, "\n" + "\n\n".join(f"{', '.join(names)}:\n{fault}" for fault, names in where.items())


@pytest.mark.parametrize("variant", VARIANTS)
def test_axe_finds_nothing_and_nothing_sticks_out(
    visitor: Visitor, watch: Watch, group: str, variant: str
) -> None:
    found = {}
    for name, page in states(visitor, watch, group, variant):
        found[name] = accessible(page) + sticking_out(page)
    assert found
    assert_none(found)


@pytest.mark.parametrize("variant", ["light", "phone", "zoom", "forced"])
def test_the_focus_is_seen_wherever_tab_leads(visitor: Visitor, watch: Watch, group: str, variant: str) -> None:
    """SC 2.4.7 and 2.4.11: it has a ring, and nothing lies over it."""
    found = {}
    for name, page in states(visitor, watch, group, variant):
        if name not in ("turn-picked", "turn-aimed"):  # there Tab goes on from the card in the fingers
            found[name] = lost_focus(page)
    assert_none(found)


@pytest.mark.parametrize("variant", ["light", "phone"])
def test_text_may_be_spaced_as_readers_need(visitor: Visitor, watch: Watch, group: str, variant: str) -> None:
    """SC 1.4.12."""
    found = {name: cut_off(page) for name, page in states(visitor, watch, group, variant)}
    assert_none(found)


def test_what_is_looked_at_would_tell_of_faults(visitor: Visitor) -> None:
    """The judges of this file, before a page that has everything wrong."""
    page = visitor().new_page()
    page.goto("/")
    page.evaluate(
        """() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(`.bad{inline-size:3000px;outline:none!important;color:#eee;background:#fff}
            .cut{overflow:hidden;inline-size:4em;block-size:1.2em;line-height:1.1;white-space:nowrap}
            .lid{position:fixed;inset:0;background:#fff;z-index:99}`);
          document.adoptedStyleSheets = [sheet];
          const add = (name, text, kind) => {
            const made = document.createElement(name);
            made.className = kind;
            made.textContent = text;
            document.querySelector("main").prepend(made);
          };
          add("button", "Nobody can read this", "bad");
          add("div", "Widely cut", "cut");
          add("div", "", "lid");
        }"""
    )
    assert sticking_out(page)
    assert any("hidden" in fault for fault in lost_focus(page))
    assert any("no ring" in fault for fault in lost_focus(page))
    assert any("Widely cut" in fault for fault in cut_off(page))
    page.locator(".lid").evaluate("(lid) => lid.remove()")
    assert any("color-contrast" in fault for fault in accessible(page))
