"""
Statistics of many games of `learned` against itself: play, count, and write the page with its plots.

    python tools/game_statistics.py --games 100000 --option-games 20000 --seed 1
    python tools/game_statistics.py --page

The first command plays what is missing until there are so many games for each number of players, adds it to
`docs/statistics/2.json` and so on, and writes `docs/15-statistics.md` with the plots in `docs/statistics/`.
It may be ended by Ctrl-C at any time and started again: what was played is kept. The second command plays nothing,
and writes the page anew from what is there.

Games are played in chunks. The random stream of each comes from the seed, the number of players, the option that
is changed, and the number of the chunk, so the counts are the same whatever the number of threads and however
often it was interrupted. Weights of another training play other games: they are not added to what is there.
"""

from __future__ import annotations

import argparse
import contextlib
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import numpy as np
from game_counters import Course, Tally
from game_counts import (
    CHUNK_GAMES,
    OPENING,
    SECRET,
    STANDARD,
    TABLES,
    Statistics,
    begun,
    tables_for,
    weights_digest,
)
from game_page import write_page
from game_tally import LEARNED, tally_games
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from arboretum.errors import ArboretumError
from arboretum.rules.jit import compiled, stream
from arboretum.training.crew import cores
from arboretum.training.files import folder_made
from arboretum.training.manifest import made
from arboretum.value.desk import Desk, desk
from arboretum.value.judge import CHOICES
from arboretum.value.weights import network_for

OUT: Final = Path(__file__).resolve().parent.parent / "docs" / "statistics"
SECONDS_UNSAVED: Final = 30.0
"""How much play may be lost if the machine stops."""

Stopped = threading.Event
"""Set once somebody asked to stop."""
Play = Callable[..., None]
"""The rule `tally_games`, or its compiled twin."""


class _Bench(threading.local):
    """Room to play in: each thread has its own, and keeps it."""

    def __init__(self) -> None:
        self.desks: dict[int, Desk] = {}

    def desk(self, players: int) -> Desk:
        if players not in self.desks:
            self.desks[players] = desk(players, CHOICES)
        return self.desks[players]


_bench = _Bench()


def chunk_of(
    players: int, table: str, chunk: int, seed: int, play: Play, by: int = LEARNED, games: int = CHUNK_GAMES
) -> np.ndarray[Any, Any]:
    """Play one chunk, and give what was counted: Tally.dtype[1]."""
    tally = np.zeros(1, Tally.dtype)
    play(
        _bench.desk(players),
        network_for(players),
        tally,
        np.zeros(1, Course.dtype),
        stream(seed, players, TABLES.index(table), chunk),
        players,
        games,
        by,
        1 if table == OPENING else 0,
        1 if table == SECRET else 0,
    )
    return tally


def add_chunks(
    statistics: Statistics,
    table: str,
    chunks: int,
    play: Play,
    *,
    threads: int = 1,
    by: int = LEARNED,
    stopped: Callable[[], bool] = lambda: False,
    added: Callable[[int], None] = lambda _: None,
) -> None:
    """
    Play until a table has so many chunks, or until it is `stopped`; then what was begun is still played.

    added: called after each chunk with the number of chunks that are there.
    """
    counts = statistics.table(table)
    following = counts.chunks
    waiting: deque[Future[np.ndarray[Any, Any]]] = deque()
    with ThreadPoolExecutor(threads, "games") as pool:
        while True:
            while following < chunks and len(waiting) <= threads and not stopped():
                waiting.append(
                    pool.submit(chunk_of, statistics.players, table, following, statistics.seed, play, by)
                )
                following += 1
            if not waiting:
                return
            counts.add(waiting.popleft().result())
            added(counts.chunks)


def play_all(
    statistics: Statistics, path: Path, targets: dict[str, int], threads: int, command: str, stopped: Stopped
) -> None:
    """Play what is missing at each table, in chunks, and write it down now and then, and in the end."""
    missing = {name: chunks for name, chunks in targets.items() if statistics.table(name).chunks < chunks}
    if not missing:
        return
    told = {name: value for name, value in made().items() if name != "torch"}  # which plays no game
    if told not in statistics.made:
        statistics.made.append(told)
    play = compiled(tally_games)
    chunk_of(statistics.players, STANDARD, 0, 0, play, games=0)  # compiles it
    for name, chunks in missing.items():
        begun_at = statistics.table(name).chunks
        with _bar(f"{statistics.players} players, {name}", begun_at, chunks) as moved:
            saved = time.monotonic()

            def added(done: int, moved: Callable[[int], None] = moved) -> None:
                nonlocal saved
                moved(done)
                if time.monotonic() - saved > SECONDS_UNSAVED:
                    statistics.write(path, command)
                    saved = time.monotonic()

            add_chunks(statistics, name, chunks, play, threads=threads, stopped=stopped.is_set, added=added)
        statistics.write(path, command)
        if stopped.is_set():
            return


@contextlib.contextmanager
def _bar(what: str, done: int, chunks: int) -> Iterator[Callable[[int], None]]:
    """A bar with games, games a second, and the time that is left; called with the chunks that are there."""
    began = time.monotonic()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[told]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        speed_estimate_period=300,
    ) as bar:
        task = bar.add_task(what, total=chunks, completed=done, told="")

        def moved(now: int) -> None:
            speed = CHUNK_GAMES * (now - done) / max(time.monotonic() - began, 1e-9)
            told = f"{CHUNK_GAMES * now:,} of {CHUNK_GAMES * chunks:,} games, {speed:.1f} games/s, left"
            bar.update(task, completed=now, told=told)

        yield moved


@contextlib.contextmanager
def asked_to_stop() -> Iterator[Stopped]:
    """Hear Ctrl-C as a request to stop after what was begun; a second time it ends everything at once."""
    stopped = Stopped()

    def ask(*_: object) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        stopped.set()
        print("Stopping after the games that were begun ...", file=sys.stderr)

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)


def chunks_for(games: int) -> int:
    """The chunks that have at least so many games."""
    return -(-games // CHUNK_GAMES)


def command_of(given: argparse.Namespace) -> str:
    """The command that plays the same."""
    return (
        f"python tools/game_statistics.py --games {given.games} --option-games {given.option_games}"
        f" --seed {given.seed}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and write; returns the exit status: 1 with a sentence if something does not fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4], choices=(2, 3, 4), metavar="N")
    parser.add_argument("--games", type=int, default=100_000, help="in all, for each number of players")
    parser.add_argument("--option-games", type=int, default=20_000, help="the same with each option changed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--page", action="store_true", help="play nothing, write the page anew")
    parser.add_argument("--out", type=Path, default=OUT, help="a folder; the page is written beside it")
    given = parser.parse_args(arguments)
    if min(given.games, given.option_games, given.seed) < 0 or given.threads < 1:
        parser.error("games and the seed are numbers from 0 up, threads from 1 up")
    try:
        return _run(given)
    except ArboretumError as error:
        print(error, file=sys.stderr)
        return 1


def _run(given: argparse.Namespace) -> int:
    folder = folder_made(given.out)
    with asked_to_stop() as stopped:
        for players in () if given.page else given.players:
            path = folder / f"{players}.json"
            targets = dict.fromkeys(tables_for(players), chunks_for(given.option_games))
            targets[STANDARD] = chunks_for(given.games)
            statistics = begun(path, players, given.seed, weights_digest(players))
            play_all(statistics, path, targets, given.threads, command_of(given), stopped)
            if stopped.is_set():
                break
    found = [Statistics.read(path) for path in sorted(folder.glob("[234].json"))]
    if not found:
        print("There is nothing to be told yet.", file=sys.stderr)
        return 1
    print(f"Wrote {write_page(found, folder)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
