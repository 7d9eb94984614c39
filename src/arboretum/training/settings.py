"""What a training is to be like. Everything that decides about the weights is here; workers decide nothing."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from arboretum.errors import OptionError
from arboretum.language import say

FEWEST: Final = 2
MOST: Final = 4


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """How to learn."""

    players: int = 2
    """Players at a table; each number has a network of its own."""
    games: int | None = None
    """Games that are played in all; None if the time is what is given."""
    minutes: float | None = None
    """Minutes that it takes in all, without the last evaluation."""
    seed: int = 0
    """Where decks, exploring, first weights and the order of lessons come from."""
    pretraining: float = 0.2
    """The share of all that is learned from games of the heuristic, before the network plays itself."""
    against_heuristic: float = 0.2
    """The share of games that are played against the heuristic afterwards."""
    teacher_exploring: float = 0.1
    """How many of the heuristic's decisions are made by chance while it teaches."""
    exploring: float = 0.06
    """How many of its own decisions are made by chance."""
    trace: float = 0.9
    """Lambda of TD(lambda): how much what happened counts, against what was expected."""
    choices: int = 8
    """Choices of a decision that are weighed while it learns."""
    rate: float = 2e-3
    """The rate of learning at first; it falls to `last_rate` of that in the course of self-play."""
    last_rate: float = 0.03
    round_games: int = 384
    """Games between one network and the next."""
    batch: int = 1024
    """Lessons of a step."""
    teacher_passes: float = 1.0
    """How often each of the heuristic's lessons is learned; ..."""
    passes: float = 2.0
    """... each of its own."""
    memory: int = 320_000
    """Lessons that are kept to learn from again."""
    trials: int = 400
    """Games of each evaluation against each opponent as it learns; ..."""
    last_trials: int = 2000
    """... and of the last one."""
    evaluations: int = 24
    """Evaluations in all, evenly spread."""
    guesses: int = 800_000
    """Guesses at cards, from which it is learned at the end what rivals hold."""

    def __post_init__(self) -> None:
        """Raise OptionError for what cannot be."""
        if not FEWEST <= self.players <= MOST:
            raise OptionError(say("A game has 2 to 4 players, not {players}.", players=self.players))
        if (self.games is None) == (self.minutes is None):
            raise OptionError(
                say("Say how long to train: {minutes} or {games}.", minutes="--minutes", games="--games")
            )
        if self.games is not None and self.games < 1:
            raise OptionError(
                say("{option} is a number from 1 up, not {value}.", option="--games", value=self.games)
            )
        if self.minutes is not None and not 0 < self.minutes < float("inf"):
            raise OptionError(
                say("A training takes some time: --minutes cannot be {minutes}.", minutes=f"{self.minutes:g}")
            )
        if self.seed < 0:
            raise OptionError(say("A seed is a whole number from 0 up, not {seed}.", seed=self.seed))
        for name in ("pretraining", "against_heuristic", "teacher_exploring", "exploring", "trace", "last_rate"):
            if not 0.0 <= getattr(self, name) <= 1.0:
                raise OptionError(
                    say(
                        "{option} is a share from 0 to 1, not {value}.",
                        option=option_of(name),
                        value=getattr(self, name),
                    )
                )
        for name in (
            "choices",
            "round_games",
            "batch",
            "memory",
            "trials",
            "last_trials",
            "evaluations",
            "guesses",
        ):
            if getattr(self, name) < 1:
                raise OptionError(
                    say(
                        "{option} is a number from 1 up, not {value}.",
                        option=option_of(name),
                        value=getattr(self, name),
                    )
                )
        for name in ("rate", "passes", "teacher_passes"):
            if not 0.0 < getattr(self, name) < float("inf"):
                raise OptionError(
                    say(
                        "{option} is a number above 0, not {value}.",
                        option=option_of(name),
                        value=getattr(self, name),
                    )
                )

    def to_json(self) -> dict[str, Any]:
        """The settings by name."""
        return dataclasses.asdict(self)

    def progress(self, games: int, seconds: float) -> float:
        """How much of the training is done after so many games and seconds: 0 to 1."""
        done = games / self.games if self.games is not None else seconds / (60.0 * (self.minutes or 1.0))
        return min(1.0, done)

    def is_pretraining(self, progress: float) -> bool:
        """Whether the heuristic teaches."""
        return progress < self.pretraining

    def rate_at(self, progress: float) -> float:
        """The rate of learning."""
        if self.is_pretraining(progress) or self.pretraining >= 1.0:
            return self.rate
        left = (1.0 - progress) / (1.0 - self.pretraining)
        return self.rate * (self.last_rate + (1.0 - self.last_rate) * left)


def option_of(name: str) -> str:
    """
    The option of the command that sets a setting.

    >>> option_of("round_games")
    '--round-games'
    """
    return "--" + name.replace("_", "-")
