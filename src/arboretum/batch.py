"""
Many random games at once, by the compiled rules: what a researcher measures and simulates with.

Game number n of a seed is the same game in every batch that has it, whatever the batch's size, its first number
and how the work is cut up, and on every machine. So a batch can be made in parts, in several processes, or in
threads: the compiled rules let other threads run.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import numpy as np

from arboretum.bots.rollout import Playout, numbered_games
from arboretum.cards import SPECIES_IN_PLAY
from arboretum.errors import OptionError
from arboretum.language import say
from arboretum.rules.jit import can_compile, compiled, stream, streams
from arboretum.rules.position import Position
from arboretum.rules.sheet import Sheet

AT_ONCE: Final = 20_000
"""Games between two looks at the progress and at Ctrl-C: less than a tenth of a second."""

AT_ONCE_INTERPRETED: Final = 20

Bools: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
Bytes: TypeAlias = np.ndarray[Any, np.dtype[np.uint8]]
Progress: TypeAlias = Callable[[int, int], None]
"""Is told, now and then, how many are done and how many there are in all."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while a batch was made. What was ready by then, from its beginning on, is `made`."""

    def __init__(self, made: Any, done: int, asked: int) -> None:  # noqa: ANN401 (a batch of any kind)
        super().__init__(say("Stopped after {done} of {asked}.", done=done, asked=asked))
        self.made = made
        """The batch, with the first ones only: a PlayoutBatch or a ScoreBatch."""


@dataclasses.dataclass(frozen=True, eq=False)
class PlayoutBatch:
    """The ends of random games. The arrays have a row for each game and a column for each seat; seat 0 began."""

    totals: Bytes
    """Points: uint8[games, seats]."""
    winners: Bools
    """Who won or shared the win: bool[games, seats]."""
    cards_placed: Bytes
    """Cards in the arboretum: uint8[games, seats]."""
    species_placed: Bytes
    """Different species in the arboretum: uint8[games, seats]."""
    turns: Bytes
    """Turns played: uint8[games]."""

    def __len__(self) -> int:
        """Number of games."""
        return len(self.turns)


def playout_batch(
    games: int, seats: int = 2, *, seed: int, first: int = 0, progress: Progress | None = None
) -> PlayoutBatch:
    """
    Play so many games with random choices, deal to final score, by the standard rules; seat 0 begins each.

    first: the number of the first game, to go on where another batch of the same seed ended. progress: called
    as `progress(done, games)` now and then. Ctrl-C raises `Interrupted`, a KeyboardInterrupt with what was made.
    Raises OptionError for another number of seats than 2 to 4, ValueError for a negative number.

    >>> batch = playout_batch(1000, seats=3, seed=1)
    >>> batch.totals.shape, batch.totals.dtype.name, len(batch)
    ((1000, 3), 'uint8', 1000)
    >>> bool((playout_batch(10, 3, seed=1, first=990).totals == batch.totals[990:]).all())
    True
    """
    if seats not in SPECIES_IN_PLAY:
        raise OptionError(say("Arboretum is for 2 to 4 players, not {seats}.", seats=seats))
    if games < 0 or first < 0:
        raise ValueError(f"Games are counted from 0 up: {games} from number {first} on cannot be played.")
    play = compiled(numbered_games)
    position, sheet, chance = Position(), Sheet(), stream(0)
    playouts = np.zeros(games, Playout.dtype)
    done = 0
    try:
        for part in parts(games, AT_ONCE if can_compile() else AT_ONCE_INTERPRETED):
            words = streams(seed, first + part.start, part.stop - part.start)
            play(position.rows, sheet.rows, chance, words, playouts[part], seats)
            done = part.stop
            if progress is not None:
                progress(done, games)
    except KeyboardInterrupt as stop:
        raise Interrupted(_batch(playouts[:done], seats), done, games) from stop
    return _batch(playouts, seats)


def parts(count: int, at_once: int) -> Iterator[slice]:
    """Cut 0 ... count - 1 into slices of at most `at_once`."""
    for start in range(0, count, at_once):
        yield slice(start, min(start + at_once, count))


def _batch(playouts: Any, seats: int) -> PlayoutBatch:  # noqa: ANN401 (an array of records)
    """The columns of the records, without those of empty seats."""
    return PlayoutBatch(
        totals=playouts["totals"][:, :seats],
        winners=playouts["winners"][:, :seats].view(np.bool_),
        cards_placed=playouts["cards_placed"][:, :seats],
        species_placed=playouts["species_placed"][:, :seats],
        turns=playouts["turns"],
    )
