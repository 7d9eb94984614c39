"""Playing a match or a ladder to its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from arboretum.arena.course import Course
from arboretum.arena.entrants import Entrant
from arboretum.arena.match import Match, Terms
from arboretum.arena.result import MatchResult
from arboretum.arena.spreading import Spreader, here
from arboretum.arena.sprt import Sprt
from arboretum.bots.bot import Budget
from arboretum.errors import OptionError
from arboretum.language import say
from arboretum.options import STANDARD, Options


def play(
    bots: Sequence[Entrant],
    *,
    deals: int = 100,
    seed: int | None = None,
    options: Options = STANDARD,
    budget: Budget | None = None,
    workers: int = 1,
    keep: Path | None = None,
    resume: Path | None = None,
    test: Sprt | None = None,
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """
    Let 2-4 bots play each other: so many decks, each in every seating.

    bots: names such as `greedy`, files as `path/to/bot.py:ClassName`, classes, or bots; a bot is copied for
    each game. seed: the same one gives the same result, whatever the workers; None draws one, which the result
    tells. workers: processes; with more than one the call needs `if __name__ == "__main__":` around it.
    keep: a new or empty folder for the record of each game. resume: a file of results that is gone on with, or
    begun. test: ends the match as soon as it is decided. progress: told the number of deals played.
    Raises OptionError, BotError, and ArboretumError for a record or a result that cannot be kept.

    >>> result = play(["random", "random"], deals=2, seed=7)
    >>> [standing.games for standing in result.standings]
    [4, 4]
    """
    match = Match.of(bots, deals=deals, seed=seed, options=options, budget=budget, keep=keep)
    return _played(match, workers, resume, test, progress)


def play_ladder(
    bots: Sequence[Entrant],
    *,
    players: int = 2,
    deals: int = 100,
    seed: int | None = None,
    options: Options = STANDARD,
    budget: Budget | None = None,
    workers: int = 1,
    keep: Path | None = None,
    resume: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """
    Let all pairs of bots play each other, or all tables of three or four, over the same decks; else as `play`.

    >>> result = play_ladder(["random", "random", "random"], deals=1, seed=7)
    >>> [standing.games for standing in result.standings]
    [4, 4, 4]
    """
    terms: Terms = {"deals": deals, "seed": seed, "options": options, "budget": budget, "keep": keep}
    match = Match.ladder(bots, players=players, **terms)
    return _played(match, workers, resume, None, progress)


def processes(workers: int) -> Spreader:
    """A spreader over so many processes; one is this process itself. Raises OptionError for none."""
    if workers < 1:
        raise OptionError(say("A match needs at least one worker, not {workers}.", workers=workers))
    if workers == 1:
        return here
    from arboretum.arena.workers import Processes  # processes are not needed to play in this one

    return Processes(workers)


def _played(
    match: Match,
    workers: int,
    resume: Path | None,
    test: Sprt | None,
    progress: Callable[[int], None] | None,
) -> MatchResult:
    spread = processes(workers)
    tell = progress or (lambda _: None)
    course = Course(match, test)
    return course.run(
        spread, resume=resume, progress=lambda so_far: tell(so_far.played) if so_far.played else None
    )
