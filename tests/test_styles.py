"""What bots are like to play against: each of ours has a style, and one that cannot play says why."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

from arboretum.bots.registry import OURS, names
from arboretum.bots.styles import (
    LEVELS,
    STEADY,
    STYLES,
    USUAL,
    about,
    can_search,
    in_order,
    is_quick,
    level,
    offered,
    searches,
    title,
    usual_of,
    why_none_searches,
    why_not,
)
from arboretum.language import speaking

LINE = 80 - 11
"""Letters beside a bot's name in a terminal."""


def test_each_of_our_bots_has_a_style() -> None:
    assert set(STYLES) == set(OURS)
    assert [name for name in STYLES if searches(name)] == ["master", "flat", "ismcts"]
    assert all(is_quick(name) is not searches(name) for name in STYLES)
    assert is_quick(STEADY)
    assert is_quick(USUAL)
    assert not is_quick("gardener.py:Gardener")
    assert not searches("gardener.py:Gardener")


@pytest.mark.parametrize("name", STYLES)
def test_a_style_is_a_few_words_that_fit_a_line(name: str) -> None:
    assert about(name)[0].islower()
    assert not about(name).endswith(".")
    assert len(about(name)) <= LINE
    with speaking("de"):
        assert about(name) != STYLES[name].about


def test_each_is_called_differently_and_none_by_another_ones_name() -> None:
    titles = [title(name) for name in STYLES]
    assert titles[:5] == ["Poppy", "Basil", "Hazel", "Rowan", "Sequoia"]
    assert len({called.casefold() for called in titles}) == len(titles)
    assert all(called.casefold() in (name, "sequoia") for name, called in zip(STYLES, titles, strict=True))


def test_a_bot_of_somebody_else_has_no_style() -> None:
    assert title("gardener") == "Gardener"
    assert about("gardener") == "a bot of its own"


def test_the_opponents_for_people_stand_first_and_then_the_others_in_order_of_strength() -> None:
    assert LEVELS == tuple(STYLES)[:5] == ("poppy", "basil", "hazel", "rowan", "master")
    assert [level(name) for name in STYLES] == [1, 2, 3, 4, 5, *[0] * (len(STYLES) - 5)]
    assert level("gardener") == 0
    assert in_order(["gardener", "flat", "master", "random", "greedy", "poppy", "abc"]) == (
        "poppy",
        "master",
        "random",
        "greedy",
        "flat",
        "gardener",
        "abc",
    )


def test_the_usual_opponent_is_the_easiest_where_it_is_there() -> None:
    assert LEVELS[0] == USUAL
    assert usual_of(["random", "poppy"]) == "poppy"
    assert usual_of(["random", "gardener"]) == "random"
    assert usual_of([]) == ""


@pytest.fixture(params=["no numba", "switched off"])
def cannot(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which nothing can be compiled."""
    if request.param == "no numba":
        monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
        monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    else:
        monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.mark.usefixtures("cannot")
def test_without_a_compiler_no_search_is_offered_and_a_sentence_says_why() -> None:
    assert not can_search()
    quick = tuple(name for name in STYLES if not searches(name))
    assert offered([*names(), "gardener"]) == (*quick, "gardener")
    assert why_not("heuristic") == why_not("gardener.py:Gardener") == ""
    assert why_not("flat") == why_none_searches()
    assert why_not("flat").startswith(
        "Sequoia, Flat and Ismcts are not to be had here: without the compiler Numba "
    )


def test_with_a_compiler_all_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    assert offered(OURS) == tuple(STYLES)
    assert why_not("flat") == why_none_searches() == ""


def test_the_compiler_is_not_imported_to_find_out() -> None:
    code = "import sys, arboretum.bots.styles as s\ns.can_search()\nassert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
