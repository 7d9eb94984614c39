"""What `arboretum bench` measures inside compiled code: the steps that a search takes millions of times."""

from __future__ import annotations

import functools
import random
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from arboretum.bots.rollout import finish_games, random_playout
from arboretum.bots.search import copied
from arboretum.game import Game
from arboretum.rules.jit import Stream, can_compile, compiled, rule, stream
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.paths import charted
from arboretum.rules.position import Position
from arboretum.rules.scoring import scored
from arboretum.rules.sheet import Sheet
from arboretum.worlds import imagined

DECISIONS: Final = 4  # in a turn (clause T1)
POSITIONS: Final = 16  # of different games; they fit into the nearest cache, as what a search works on does
MOST: Final = 17  # cards of an arboretum (clause E3)
BOARDS: Final = 1000  # too many for the nearest cache, or for a processor to remember


@rule
def copies(bytes: Rows, count: int) -> None:
    """Copy the positions over the last one, in turn, so many times."""
    last = bytes.shape[0] - 1
    for number in range(count):
        copied(bytes, number % last, last)


@rule
def played_worlds(rows: Rows, bytes: Rows, sheets: Rows, stream: Stream, count: int) -> int:
    """Copy the positions over the last one, in turn, imagine a world, play it on at random, score it; points."""
    last = bytes.shape[0] - 1
    world = record_of(rows, last)
    sheet = record_of(sheets, 0)
    points = 0
    for number in range(count):
        copied(bytes, number % last, last)
        imagined(world, stream, 0)
        random_playout(world, stream)
        scored(world, sheet)
        points += sheet.totals[0]
    return points


@rule
def charted_boards(rows: Rows, sheets: Rows) -> int:
    """Find all best paths of the first seat's arboretum in each position; points."""
    sheet = record_of(sheets, 0)
    points = 0
    for number in range(rows.shape[0]):
        charted(record_of(rows, number), sheet, 0)
        points += sheet.best[0, 0]
    return points


def views_in_the_middle(seats: int) -> Any:  # noqa: ANN401 (an array of records)
    """Positions in the middle of random games, as the seat that is to draw knows them, and room for one more."""
    rows = np.zeros(POSITIONS + 1, Position.dtype)
    turns = 4 * (seats + 2)  # of 32, 41, 50 with two, three, four players
    for number in range(POSITIONS):
        chance = random.Random(number)
        game = Game.new(("Ada", "Ben", "Cleo", "Dan")[:seats], seed=number)
        for _ in range(DECISIONS * turns):
            legal = game.view(game.seat).legal_actions
            game.play(game.seat, legal[int(chance.random() * len(legal))])
        rows[number : number + 1] = game.view(game.seat).position().rows
    return rows


def copy_speed() -> Callable[[], float]:
    """A measure of copies of a position a second."""
    rows = views_in_the_middle(2)
    bytes = rows.view(np.uint8).reshape(len(rows), -1)
    return timed(functools.partial(compiled(copies), bytes), 1_000_000 if can_compile() else 10)


def world_speed(seats: int) -> Callable[[], float]:
    """A measure of worlds a second: copied from a view, imagined, played on at random to the end, scored."""
    rows = views_in_the_middle(seats)
    bytes = rows.view(np.uint8).reshape(len(rows), -1)
    play = functools.partial(compiled(played_worlds), rows, bytes, Sheet().rows, stream(0, seats))
    return timed(play, 50_000 if can_compile() else 20)


def chart_speed() -> Callable[[], float]:
    """A measure of arboretums of 17 cards a second whose best paths of all species are found."""
    rows = np.zeros(4 * BOARDS if can_compile() else 40, Position.dtype)
    compiled(finish_games)(rows, stream(0), 2)
    full = rows[rows["tableau_size"][:, 0] == MOST][:BOARDS].copy()
    chart, sheet = compiled(charted_boards), Sheet()

    def all_boards(times: int) -> None:
        for _ in range(times):
            chart(full, sheet.rows)

    once = timed(all_boards, 50 if can_compile() else 1)
    return lambda: once() * len(full)


def timed(work: Callable[[int], object], count: int) -> Callable[[], float]:
    """A measure of how often a second something is done that `work(count)` does so many times."""
    work(1)  # compiles

    def speed() -> float:
        start = time.process_time()
        work(count)
        return count / (time.process_time() - start)

    return speed


INSIDE: Final[dict[str, Callable[[], Callable[[], float]]]] = {
    "copy of a position": copy_speed,
    "all paths of an arboretum of 17 cards": chart_speed,
    **{
        f"copy, imagined world, rollout, score; {seats} players": functools.partial(world_speed, seats)
        for seats in (2, 3, 4)
    },
}
"""Each measure by its name."""
