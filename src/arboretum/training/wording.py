"""A training in words."""

from __future__ import annotations

from arboretum.arena.wording import percent, percents
from arboretum.language import say
from arboretum.training.evaluation import Strength
from arboretum.training.training import AGAINST, HALFWAY, TAUGHT


def name_of(opponent: str) -> str:
    """An opponent in words."""
    names = {
        "heuristic": say("the heuristic"),
        "careless": say("a careless player"),
        TAUGHT: say("what the heuristic taught"),
        HALFWAY: say("itself half-way"),
        AGAINST: say("the frozen network"),
    }
    return names[opponent]


def in_words(opponent: str, strength: Strength) -> str:
    """How it did against an opponent, as a sentence."""
    return say(
        "Wins {share} ({interval}) of {games} games against {opponent}, by {margin} points on average.",
        share=percent(strength.share),
        interval=percents(strength.interval),
        games=f"{strength.games:,}",
        opponent=name_of(opponent),
        margin=f"{strength.margin:+.1f}",
    )
