"""A training in words."""

from __future__ import annotations

from arboretum.arena.wording import percent, percents
from arboretum.language import say
from arboretum.training.evaluation import Strength
from arboretum.training.training import AGAINST, HALFWAY, TAUGHT, Training


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


def sentences(training: Training) -> list[str]:
    """What came of it: how strong it is, and how well it guesses hands."""
    told = [in_words(name, each) for name, each in training.final.items()]
    if training.reading is not None:
        told.append(
            say(
                "What rivals hold surprises it {share} less than one who takes all cards for equally likely.",
                share=percent(1.0 - training.reading.surprise / training.reading.without),
            )
        )
    return told


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
