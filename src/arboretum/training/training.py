"""A training from its first game to its last: rounds of games, what is learned from them, how strong that is."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from arboretum.training.crew import Collect, Crew
from arboretum.training.errands import ERRAND_GAMES, ORDER, SEATING, TO_LEARN, Errand, Harvest, Table
from arboretum.training.evaluation import Strength, opponents, strength
from arboretum.training.learner import Learner, first_network
from arboretum.training.memory import Memory
from arboretum.training.reading import Reading, learned_reader
from arboretum.training.selfplay import FROZEN, HEURISTIC, LEARNING, TEACHER
from arboretum.training.settings import Settings
from arboretum.value.hands import Reader
from arboretum.value.network import Network

AGAINST: Final = "against"
"""The network that an exploiter learns to beat."""
TAUGHT: Final = "taught"
"""What was learned from the heuristic."""
HALFWAY: Final = "halfway"
"""What was learned in half of the training."""

TAUGHT_KEPT: Final = 0.25
"""The share of the memory that is kept when the network begins to play itself."""

AS_IT_LEARNS: Final = 0
"""Which of the held-out games show how strong it is while it learns: always the same; ..."""
AT_THE_END: Final = 1
"""... and at the end."""


@dataclasses.dataclass
class Tally:
    """What was done so far."""

    games: int = 0
    lessons: int = 0
    steps: int = 0
    rounds: int = 0
    errands: int = 0
    seconds: float = 0.0
    learning_seconds: float = 0.0
    """Of these, how long nothing but the learning step was done by the thread that does it."""
    errors: tuple[float, float] = (0.0, 0.0)
    """Mean squared errors in the last round: of the chance of winning, of the margin in units of ten points."""


@dataclasses.dataclass(frozen=True)
class Moment:
    """A point of the curve."""

    games: int
    seconds: float
    errors: tuple[float, float]
    strengths: dict[str, Strength]


@dataclasses.dataclass
class _Round:
    """Games under way."""

    collect: Collect
    by_teacher: bool


class Training:
    """
    A network that learns.

    While some games are played, it learns from those before; so the network that plays is one round old. The same
    settings give the same network, bit for bit, on the same machine with the same PyTorch, if it is the number of
    games that is given, and not the time, and nobody interrupts: whatever the number of workers.
    """

    def __init__(
        self, settings: Settings, crew: Crew, *, start: Network | None = None, against: Network | None = None
    ) -> None:
        self.settings = settings
        self.crew = crew
        self.learner = Learner(start or first_network(settings.seed))
        self.memory = Memory(settings.memory, settings.players)
        self.frozen: dict[str, Network] = {} if against is None else {AGAINST: against}
        """Networks to compare with, by name."""
        self.tally = Tally()
        self.curve: list[Moment] = []
        self.final: dict[str, Strength] = {}
        self.reader: Reader | None = None
        """What reads rivals' hands, once all is learned."""
        self.reading: Reading | None = None
        self.begun_games = 0
        self._began = 0.0
        self._spent = 0.0

    @property
    def progress(self) -> float:
        """How much is done: 0 to 1."""
        return self.settings.progress(self.tally.games, self.tally.seconds)

    @property
    def is_over(self) -> bool:
        """Whether all is learned."""
        return self.progress >= 1.0

    def run(self, going_on: Callable[[], bool], after_round: Callable[[], None]) -> None:
        """Learn, until all is done or `going_on` tells False; it may be called again to go on."""
        self._start_clock()
        begun = self._begin()
        while begun is not None:
            harvests = begun.collect()
            self.tally.games += sum(len(harvest.results) for harvest in harvests)
            self._read_clock()
            self._remember_milestones()
            following = self._begin() if going_on() else None
            self._learn(harvests, begun.by_teacher)
            self._read_clock()
            self._look()
            after_round()
            begun = following

    def finish(self) -> None:
        """Learn to read hands, and evaluate by games that were not looked at before."""
        settings = self.settings
        self.reader, self.reading = learned_reader(
            self.learner.network, settings.players, settings.guesses, settings.choices, settings.seed
        )
        self.final = self._strengths(self.settings.last_trials, AT_THE_END)

    # Rounds. ---------------------------------------------------------------------------------------------------

    def _begin(self) -> _Round | None:
        """Begin a round of games; None if there is nothing left to play."""
        settings = self.settings
        count = settings.round_games
        if settings.games is not None:
            count = min(count, settings.games - self.begun_games)
        if count <= 0 or self.is_over:
            return None
        by_teacher = settings.is_pretraining(settings.progress(self.begun_games, self.tally.seconds))
        errands = [self._errand(by_teacher) for _ in range(-(-count // ERRAND_GAMES))]
        self.tally.rounds += 1
        self.begun_games += ERRAND_GAMES * len(errands)
        network = self.learner.network
        return _Round(self.crew.begin(errands, network, self.frozen.get(AGAINST, network)), by_teacher)

    def _errand(self, by_teacher: bool) -> Errand:
        settings = self.settings
        number = self.tally.errands
        self.tally.errands += 1
        return Errand(
            seeds=(settings.seed, TO_LEARN, number),
            players=self._seated(number, by_teacher),
            exploring=settings.teacher_exploring if by_teacher else settings.exploring,
            trace=settings.trace,
            choices=settings.choices,
        )

    def _seated(self, number: int, by_teacher: bool) -> Table:
        """Who plays each seat in the games of an errand."""
        settings = self.settings
        chance = np.random.default_rng([settings.seed, SEATING, number])
        table = np.full((ERRAND_GAMES, settings.players), TEACHER if by_teacher else LEARNING, np.uint8)
        if not by_teacher:
            alone = AGAINST in self.frozen
            among_others = alone | (chance.random(ERRAND_GAMES) < settings.against_heuristic)
            mine = chance.integers(settings.players, size=ERRAND_GAMES)
            table[among_others] = FROZEN if alone else HEURISTIC
            table[among_others, mine[among_others]] = LEARNING
        return table

    def _learn(self, harvests: list[Harvest], by_teacher: bool) -> None:
        """Learn from what was just played, and from what is remembered."""
        begin = time.perf_counter()
        settings = self.settings
        new = sum(self.memory.add(harvest) for harvest in harvests)
        self.tally.lessons += new
        passes = settings.teacher_passes if by_teacher else settings.passes
        rate = settings.rate_at(self.progress)
        chance = np.random.default_rng([settings.seed, ORDER, self.tally.steps])
        errors = []
        for _ in range(max(1, round(passes * new / settings.batch))):
            errors.append(self.learner.learn(*self.memory.some(settings.batch, chance), rate))
        self.tally.steps += len(errors)
        self.tally.errors = (
            sum(win for win, _ in errors) / len(errors),
            sum(margin for _, margin in errors) / len(errors),
        )
        self.tally.learning_seconds += time.perf_counter() - begin

    def _remember_milestones(self) -> None:
        """Keep the network where it may be compared with later; forget most of what the heuristic taught."""
        settings = self.settings
        if AGAINST in self.frozen:
            return
        if TAUGHT not in self.frozen and settings.pretraining > 0 and not settings.is_pretraining(self.progress):
            self.frozen[TAUGHT] = self.learner.network
            self.memory.forget_all_but(round(TAUGHT_KEPT * settings.memory))
        if HALFWAY not in self.frozen and self.progress >= 0.5:
            self.frozen[HALFWAY] = self.learner.network

    # How strong it is. -----------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Add a point to the curve, when it is time."""
        if self.progress * self.settings.evaluations >= len(self.curve) + 1:
            self.look()

    def look(self) -> None:
        """Add a point to the curve."""
        strengths = self._strengths(self.settings.trials, AS_IT_LEARNS)
        self._read_clock()
        self.curve.append(Moment(self.tally.games, self.tally.seconds, self.tally.errors, strengths))

    def _strengths(self, games: int, which: int) -> dict[str, Strength]:
        settings = self.settings
        return {
            opponent.name: strength(
                self.crew,
                self.learner.network,
                opponent,
                players=settings.players,
                games=games,
                seeds=(settings.seed, which),
                choices=settings.choices,
            )
            for opponent in opponents(self.frozen)
        }

    # Time. -----------------------------------------------------------------------------------------------------

    def _start_clock(self) -> None:
        self._spent = self.tally.seconds
        self._began = time.perf_counter()

    def _read_clock(self) -> None:
        self.tally.seconds = self._spent + time.perf_counter() - self._began

    def told(self) -> dict[str, Any]:
        """The tally by name."""
        return dataclasses.asdict(self.tally)
