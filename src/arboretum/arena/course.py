"""A match while it is played: what was played so far, in what order it counts, and whether it is decided."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from arboretum.arena.match import Match
from arboretum.arena.outcome import Outcome
from arboretum.arena.result import MatchResult
from arboretum.arena.results import Results
from arboretum.arena.spreading import Spreader, here
from arboretum.arena.sprt import PAIR_SCORES, Sprt
from arboretum.arena.stats import mean, share_of_win
from arboretum.bots.registry import end_idle_programs
from arboretum.errors import ArboretumError, OptionError
from arboretum.language import say

Progress = Callable[["Course"], None]


class Course:
    """
    The deals of a match as they come in.

    With a test, deals count in the order of their numbers: one that is early waits for those before it. So a test
    ends at the same deal whoever plays them, and deals after that one do not count.
    """

    def __init__(self, match: Match, test: Sprt | None = None) -> None:
        if test is not None and (match.is_ladder or match.seatings != 2):
            raise OptionError(say("A test of two differences in Elo is for a match of two bots."))
        self.match = match
        self.test = test
        self.counts = [0] * len(PAIR_SCORES)
        """Pentanomial counts of the deals that are counted, where there is a test."""
        self.decided_at: int | None = None
        """The deal at which the test was decided."""
        self.found = 0
        """How many deals were in the file that is gone on with."""
        self.cut = False
        """Whether that file ended with a damaged line, whose deal is played again."""
        self._played: dict[int, tuple[Outcome, ...]] = {}
        self._next = 1

    @property
    def played(self) -> int:
        """How many deals were played."""
        return len(self._played)

    @property
    def missing(self) -> list[int]:
        """The numbers of the deals that are still to be played, in order."""
        if self.decided_at is not None:
            return []
        return [number for number in range(1, self.match.numbers + 1) if number not in self._played]

    def add(self, number: int, games: tuple[Outcome, ...]) -> bool:
        """Count a deal; whether it is one that was missing."""
        if number in self._played or number > self.match.numbers:
            return False
        self._played[number] = games
        while self.test is not None and self.decided_at is None and self._next in self._played:
            pair = self._played[self._next]
            self.counts[round(4 * mean([share_of_win(game.winners, 0) for game in pair]))] += 1
            if self.test.verdict(self.counts) is not None:
                self.decided_at = self._next
            self._next += 1
        return True

    @property
    def result(self) -> MatchResult:
        """What there is; with a test, of the deals that it has counted."""
        last = self.match.numbers if self.test is None else self._next - 1
        games = [game for number, games in self._played.items() if number <= last for game in games]
        return MatchResult(self.match, games, self.test)

    def run(
        self, spread: Spreader = here, *, resume: Path | None = None, progress: Progress = lambda _: None
    ) -> MatchResult:
        """
        Play what is missing, and write it down as it comes.

        resume: a file of results, gone on with where it is there. progress: told after each deal. What was played
        when an exception passes, Ctrl-C for one, stays counted. Raises OptionError, BotError, and ArboretumError
        for a file that cannot be used.
        """
        with contextlib.ExitStack() as stack:
            stack.callback(end_idle_programs)
            results = None
            if resume is not None:
                results = stack.enter_context(Results.open(resume, self.match, self.test))
                for number, games in sorted(results.known.items()):
                    self.add(number, games)
                self.found, self.cut = self.played, results.cut
            if self.match.keep is not None:
                _make_room(self.match.keep, used=self.played > 0)
            progress(self)
            missing = self.missing
            if missing:
                deals = stack.enter_context(contextlib.closing(spread(self.match, missing)))
                for number, games in deals:
                    if self.add(number, games) and results is not None:
                        results.add(number, games)
                    progress(self)
                    if self.decided_at is not None:
                        break
        return self.result


def _make_room(folder: Path, *, used: bool) -> None:
    """Make sure that a folder for records is there, and empty if the match begins. Raises ArboretumError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        full = any(folder.iterdir())
    except OSError as error:
        raise ArboretumError(
            say("{folder} cannot hold the records: {why}.", folder=folder, why=error.strerror)
        ) from None
    if full and not used:
        raise ArboretumError(
            say("{folder} is not empty: name a new folder for the records of this match.", folder=folder)
        )
