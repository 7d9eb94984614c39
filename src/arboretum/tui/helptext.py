"""Help: what may be typed in a game, and what to choose from when a table is set up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from arboretum.explaining import option_sentence
from arboretum.language import later, said, say
from arboretum.options import ALLOWED, PRESETS, Options
from arboretum.tui.ink import wrapped

TYPED: Final = 12
"""Columns for what may be typed."""

DRAWING: Final = (
    ("+", later("the top card of the draw pile")),
    ("a, b, ...", later("the top card of that player's discard pile; also +a, +b")),
)
PLACING: Final = (
    ("mp7 3", later("place MP7 on the open cell [3]; mp7 1,0 names the cell by x,y")),
    ("x oak6", later("discard OK6: a card is its code or its tree, and its number")),
    ("undo", later("take back the discard or, if there is none, the placing")),
    ("end", later("end the turn")),
)
LOOKING: Final = (
    ("hint", later("what to do, and why")),
    ("table", later("everything again")),
    ("hand", later("your cards and sums")),
    ("paths", later("worth of your paths")),
    ("paths b", later("those of player B")),
    ("paths mp7", later("what MP7 would add")),
    ("paths mp7 3", later("the same, on cell [3]")),
    ("pile b", later("B's discard pile")),
    ("list b", later("B's arboretum in words")),
    ("log 3", later("the last 3 turns")),
    ("unseen", later("cards not seen yet")),
    ("rules", later("the rules in short")),
    ("options", later("what was agreed on")),
    ("species", later("the trees in play")),
    ("quit", later("leave; the game is kept")),
)


def commands_help(columns: int) -> list[str]:
    """What may be typed in a game; it fits a screen of 80 x 24."""
    return [
        *wrapped(say("Draw two cards, one after the other. A draw is never taken back."), columns),
        *entries(DRAWING, columns),
        *wrapped(say("Then place one card, discard one, and end the turn. Until then both may change."), columns),
        *entries(PLACING, columns),
        *wrapped(say("Look at any time; nothing of this changes anything."), columns),
        *entries(LOOKING, columns),
        *wrapped(say("Several commands may stand in one line: {example}", example="mp7 3 x oak6 end"), columns),
    ]


def entries(pairs: Sequence[tuple[str, str]], columns: int) -> list[str]:
    """What may be typed, with its meaning; two in a line where that fits."""
    lines = [f"  {typed:<{TYPED}} {said(meaning)}" for typed, meaning in pairs]
    half = (columns - 1) // 2
    if max(map(len, lines)) < half and len(lines) > 2:
        rows = zip_longest(lines[::2], lines[1::2], fillvalue="")
        return [f"{left:<{half}}{right}".rstrip() for left, right in rows]
    return [part for line in lines for part in wrapped(line, columns, " " * (TYPED + 3))]


def options_to_choose() -> list[str]:
    """Every option and preset with what to type, for whoever sets up a table."""
    lines = [say("Type a preset, or name=value, or several with commas between; Enter for the standard rules.")]
    for preset, options in PRESETS.items():
        lines.append(f"  {preset}: {_changes(options)}")
    for name, values in ALLOWED.items():
        for value in values:
            lines.append(f"  {name}={value}: {option_sentence(name, value)}")
    lines.append("  " + say("start=0: O5 Player A starts, start=1 player B: who last watered a plant?"))
    return lines


def _changes(options: Options) -> str:
    changed = ", ".join(f"{name}={value}" for name, value in options.changed.items())
    return changed or say("everything that is named first below")
