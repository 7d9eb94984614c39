"""Moves that come together: one after the other, at most three, and all at rest at a press."""

from __future__ import annotations

from typing import Any

import pytest

from browser.conftest import Visitor

pytestmark = pytest.mark.browser_long

STAGE = """async (cards) => {
  const home = document.querySelector("link[rel=stylesheet]").href.match(/.*\\/static\\/\\w+\\//)[0];
  const motion = await import(home + "table/motion.js");
  const root = document.createElement("div");
  const made = (tag, fields, style) => Object.assign(root.appendChild(document.createElement(tag)), { style }) &&
    Object.assign(root.lastChild.dataset, fields);
  made("i", { anchor: "seat-1" }, "position:fixed;left:9px;top:9px;width:20px;height:20px");
  document.body.append(root);
  const before = motion.shot(root);
  cards.forEach((card, at) => {
    made("b", { move: card }, `position:fixed;left:${200 + 90 * at}px;top:300px;width:66px;height:90px`);
    root.lastChild.className = "cell";
    const tree = root.lastChild.appendChild(document.createElement("u"));
    tree.className = "tree";
  });
  const events = cards.map((card, at) => ({ v: at, event: "placed", seat: 1, card, cell: `${at},0` }));
  motion.play(root, before, events, false, null);
  const flights = document.getAnimations().filter((each) => each.effect.target.matches(".flying"));
  const trees = document.getAnimations().filter((each) => each.effect.target.matches(".tree"));
  const told = {
    flights: flights.map((each) => Math.round(each.effect.getTiming().delay)),
    trees: trees.map((each) => Math.round(each.effect.getTiming().delay)),
    moving: motion.moving(),
  };
  motion.finish();
  await new Promise((done) => setTimeout(done, 50));
  return { ...told, after: motion.moving(), left: document.querySelectorAll(".flying").length };
}"""


def played(visitor: Visitor, *cards: str) -> dict[str, Any]:
    """What moves when a rival places these cards at once, and what is left after a press."""
    page = visitor(reduced_motion="no-preference").new_page()
    page.goto("/rules")
    told: dict[str, Any] = page.evaluate(STAGE, list(cards))
    return told


def test_three_moves_go_one_after_the_other_and_of_more_the_newest_alone(visitor: Visitor) -> None:
    three = played(visitor, "OK1", "OK2", "OK3")
    assert three["flights"] == [0, 220, 440]
    assert three["trees"] == [220, 440, 660], "a tree grows when its card has come"
    assert three["moving"]
    assert (three["after"], three["left"]) == (False, 0)
    four = played(visitor, "OK1", "OK2", "OK3", "OK4")
    assert four["flights"] == [0]
    assert four["trees"] == [220]
