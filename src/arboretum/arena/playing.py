"""Playing a match to its end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path

from arboretum.arena.match import Entrant, Match
from arboretum.arena.outcome import Outcome
from arboretum.arena.report import MatchResult
from arboretum.bots.bot import Budget
from arboretum.errors import ArboretumError, OptionError
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
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """
    Let 2-4 bots play each other: so many decks, each in every seating.

    bots: names such as `greedy`, files as `path/to/bot.py:ClassName`, classes, or bots; a bot is copied for
    each game. seed: the same one gives the same result, whatever the workers; None draws one, which the result
    tells. workers: processes; with more than one the call needs `if __name__ == "__main__":` around it.
    keep: a new or empty folder for the record of each game. progress: told the number of deals played.
    Raises OptionError, BotError, and ArboretumError for a record that cannot be kept.

    >>> result = play(["random", "random"], deals=2, seed=7)
    >>> [standing.games for standing in result.standings]
    [4, 4]
    """
    match = Match.of(bots, deals=deals, seed=seed, options=options, budget=budget, keep=keep)
    games: list[Outcome] = []
    with closing(deals_of(match, workers)) as deals_played:
        for count, played in enumerate(deals_played, 1):
            games.extend(played)
            if progress:
                progress(count)
    return MatchResult(match, games)


def deals_of(match: Match, workers: int = 1) -> Generator[tuple[Outcome, ...], None, None]:
    """The games of each deal as they are played, in any order; close it to stop. Raises as `play` does."""
    if workers < 1:
        raise OptionError(say("A match needs at least one worker, not {workers}.", workers=workers))
    if match.keep is not None:
        _make_room(match.keep)
    if workers == 1:
        yield from map(match.play_deal, range(1, match.deals + 1))
        return
    from arboretum.arena.workers import spread  # processes are not needed to play in this one

    yield from spread(match, workers)


def _make_room(folder: Path) -> None:
    """Make sure that a folder is there and empty. Raises ArboretumError."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        full = any(folder.iterdir())
    except OSError as error:
        raise ArboretumError(
            say("{folder} cannot hold the records: {why}.", folder=folder, why=error.strerror)
        ) from None
    if full:
        raise ArboretumError(
            say("{folder} is not empty: name a new folder for the records of this match.", folder=folder)
        )
