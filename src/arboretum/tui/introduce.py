"""What is told of a game when one sits down to it."""

from __future__ import annotations

from arboretum.explaining import species_lines
from arboretum.language import say
from arboretum.setup import Setup
from arboretum.tui.ink import Ink, wrapped


def introduction(setup: Setup, ink: Ink, columns: int, kept: str = "") -> list[str]:
    """Who plays, by which rules and with which species; kept: a sentence about where it is kept."""
    seed = say("The deck comes from a chosen seed.") if setup.shuffled_by == "seed" else ""
    rules = " ".join(filter(None, [say("Rules: {options}.", options=setup.options), seed, kept]))
    help_ = say("Type ? for what you may type, rules for the rules in short, quit to leave.")
    lines = [rules, *species_lines(setup), help_]
    return [ink.strong(", ".join(setup.players)), *(part for line in lines for part in wrapped(line, columns))]
