"""What our bots are like to play against: how strong, in which style, and whether they can play here."""

from __future__ import annotations

import dataclasses
import importlib.util
import os
from collections.abc import Iterable
from typing import Final

from arboretum.language import all_of, later, said, say


@dataclasses.dataclass(frozen=True, slots=True)
class Style:
    """A bot as its rivals see it."""

    about: str
    """What it does, in a few words to follow its name; `said` them."""
    searches: bool = False
    """It plays imagined games for as long as it may, which is quick enough only when compiled."""
    level: int = 0
    """How strong an opponent for people it is: 1 to 5; 0 for what is there to be studied."""
    title: str = ""
    """What it is called at a table, if not by its name."""


STYLES: Final = {
    "poppy": Style(later("places whatever makes a path longer, and keeps too little to score it"), level=1),
    "basil": Style(later("keeps what scores, and never looks at your garden"), level=2),
    "hazel": Style(later("draws by habit, and weighs a few ideas well"), level=3),
    "rowan": Style(later("has played very many games, and judges by them"), level=4),
    "master": Style(
        later("thinks ahead, and guesses what you hold; the strongest"), searches=True, level=5, title="Sequoia"
    ),
    "random": Style(later("does anything the rules allow; for a first look at the game")),
    "racer": Style(later("hoards high cards and hurries to the end of the draw pile")),
    "staircase": Style(later("builds a rising staircase first, and asks later what it may score")),
    "greedy": Style(later("takes what helps most at once, without a plan")),
    "heuristic": Style(later("weighs every card and cell against what you collect")),
    "flat": Style(later("tries its best moves in hundreds of imagined games; slower"), searches=True),
    "ismcts": Style(later("thinks ahead through imagined games, your answers too"), searches=True),
    "learned": Style(later("judges by what it learned in games against itself; strong, and quick")),
}
"""Our own bots: the five opponents for people, then the others, both from the easiest to the strongest."""

LEVELS: Final = tuple(name for name, style in STYLES.items() if style.level)
"""The opponents for people, from the easiest to the strongest."""

USUAL: Final = "poppy"
"""The one that plays where nobody chose another: for somebody who has just learned the game."""

STEADY: Final = "learned"
"""The strongest that needs no compiler: it decides in some 50 milliseconds as it is."""


def title(name: str) -> str:
    """What a bot is called where people meet it: by its name with a capital, unless it has another one."""
    style = STYLES.get(name)
    return style.title if style and style.title else name[:1].upper() + name[1:]


def level(name: str) -> int:
    """How strong an opponent for people it is, 1 to 5; 0 for what is none."""
    return STYLES[name].level if name in STYLES else 0


def about(name: str) -> str:
    """A bot in a few words to follow its name, in the language that is spoken."""
    return said(STYLES[name].about) if name in STYLES else say("a bot of its own")


def searches(name: str) -> bool:
    """Whether it is one of ours that think for as long as they may."""
    return name in STYLES and STYLES[name].searches


def is_quick(name: str) -> bool:
    """Whether it is one of ours that decide within milliseconds, before anything is compiled as well."""
    return name in STYLES and not STYLES[name].searches


def in_order(names: Iterable[str]) -> tuple[str, ...]:
    """Names of bots in the order of `STYLES`; those that are not ours stand behind."""
    ranks = list(STYLES)
    return tuple(sorted(names, key=lambda name: ranks.index(name) if name in STYLES else len(ranks)))


def offered(names: Iterable[str]) -> tuple[str, ...]:
    """Those of the bots that can be played against at a table here, in order."""
    can = can_search()
    return tuple(name for name in in_order(names) if can or not searches(name))


def usual_of(names: Iterable[str]) -> str:
    """The bot among these that plays where nobody chose another; empty if there is none."""
    found = tuple(names)
    return USUAL if USUAL in found else "".join(found[:1])


def can_search() -> bool:
    """Whether searches can be compiled here; found out without importing the compiler."""
    switched_off = os.environ.get("NUMBA_DISABLE_JIT", "0").strip() not in ("", "0")
    return not switched_off and importlib.util.find_spec("numba") is not None


def why_not(name: str) -> str:
    """Why a bot cannot be played against at a table here, as a sentence; empty if it can."""
    return why_none_searches() if searches(name) else ""


def why_none_searches() -> str:
    """Why bots that search cannot be played against at a table here, as a sentence; empty if they can."""
    if can_search():
        return ""
    return say(
        "{bots} are not to be had here: without the compiler Numba they would take minutes for a decision."
        " The strongest that needs none is {other}.",
        bots=all_of([title(name) for name in STYLES if searches(name)]),
        other=title(STEADY),
    )
