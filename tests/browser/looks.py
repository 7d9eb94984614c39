"""What a machine can tell of how a page looks: what axe finds, what sticks out, what the focus meets, what is cut off."""

from __future__ import annotations

from typing import Final, cast

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

RULES: Final = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
"""All rules of axe, and that of the size of targets, which WCAG 2.2 asks for and axe does not by itself."""

STICKS_OUT: Final = """() => {
  const room = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth <= room) return [];
  const out = [...document.body.querySelectorAll("*")].filter((each) => each.getBoundingClientRect().right > room + 1);
  return out.slice(0, 5).map((each) => `${each.localName}.${each.className.baseVal ?? each.className}`);
}"""

FOCUSED: Final = """() => {
  const on = document.activeElement;
  window.met ??= new Set();
  if (!on || on === document.body || window.met.has(on)) return "end";
  window.met.add(on);
  const name = `${on.localName}.${on.className.baseVal ?? on.className} ${on.ariaLabel ?? on.textContent.trim().slice(0, 40)}`;
  const box = on.getBoundingClientRect();
  const spots = [[.5, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9], [.5, .05], [.5, .95]];
  const seen = spots.some(([x, y]) => {
    const top = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
    return top && (on.contains(top) || top.contains(on) && top.closest("label")?.contains(on));
  });
  const ringed = [on, on.closest("label"), on.firstElementChild].some((each) => {
    const style = each && getComputedStyle(each);
    return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  });
  return `${name}: ${seen ? "" : "is hidden; "}${ringed ? "" : "has no ring; "}`;
}"""

SPACED: Final = """() => {
  const wide = new CSSStyleSheet();
  wide.replaceSync(`*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}
    p{margin-bottom:2em!important}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, wide];
}"""

CUT_OFF: Final = """() => {
  const says = (each) => [...each.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
  const clips = (style) => ["hidden", "clip"].includes(style.overflowX) || ["hidden", "clip"].includes(style.overflowY);
  const cut = [];
  for (const each of document.body.querySelectorAll("*")) {
    if (!says(each) || !each.checkVisibility({ visibilityProperty: true }) || each.closest(".sr, svg, [aria-hidden=true]")) continue;
    const box = each.getBoundingClientRect();
    for (let around = each; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around);
      if (style.overflowX === "auto" || style.overflowX === "scroll" || style.overflowY === "auto") break;
      if (!clips(style)) continue;
      const frame = around.getBoundingClientRect();
      const over = around === each
        ? each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 2
        : box.right > frame.right + 1 || box.left < frame.left - 1 || box.bottom > frame.bottom + 2 || box.top < frame.top - 2;
      if (over) cut.push(`${each.localName}.${each.className} "${each.textContent.trim().slice(0, 40)}" in ${around.localName}.${around.className}`);
    }
  }
  return cut;
}"""


def accessible(page: Page) -> list[str]:
    """What axe finds wrong, a line each."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found for node in each["nodes"]]


def fits(page: Page) -> bool:
    """Nothing is wider than the window."""
    return bool(page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"))


def sticking_out(page: Page) -> list[str]:
    """What is wider than the window."""
    return cast(list[str], page.evaluate(STICKS_OUT))


def lost_focus(page: Page, most: int = 150) -> list[str]:
    """Go through a page with Tab: where the focus is hidden by something else, or has no ring."""
    page.evaluate("window.met = undefined")
    faults = []
    for _ in range(most):
        page.keyboard.press("Tab")
        told = cast(str, page.evaluate(FOCUSED))
        if told == "end":
            break
        if not told.endswith(": "):
            faults.append(told)
    return faults


def cut_off(page: Page) -> list[str]:
    """Text that is cut off once lines, words and letters stand as far apart as WCAG 1.4.12 lets readers put them."""
    page.evaluate(SPACED)
    return cast(list[str], page.evaluate(CUT_OFF))
