"""`arboretum bench`: how fast the engine runs here, beside a yardstick of the machine."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any, Final

import click
import numpy as np

from arboretum.bots.rollout import finish_games, random_games, score_games
from arboretum.cli.bench_inside import INSIDE
from arboretum.events import NOBODY, Event
from arboretum.game import Game
from arboretum.rules.jit import can_compile, compiled, stream
from arboretum.rules.position import Position
from arboretum.rules.sheet import Sheet
from arboretum.setup import Setup
from arboretum.view import View

ROUNDS: Final = 7
DECISIONS: Final = 4  # in a turn (clause T1)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table.")
@click.option("--quick", is_flag=True, help="A single short round: a trial, not a measurement.")
def bench(*, as_json: bool, quick: bool) -> None:
    """
    Measure the engine on this machine, one thread, in about a minute.

    `pace` is a plain Python loop of `x ^= i * 3`, in millions of steps a second, measured in the same run:
    quote the ratios to it, which hold across machines better than seconds do. Speeds count processor time, so
    that other work on the machine disturbs less; start-up times are by the clock.
    """
    if not can_compile():
        click.echo("Numba is not installed or is disabled: the rules are measured interpreted.", err=True)
    results = measure(1 if quick else ROUNDS, tell=lambda what: click.echo(f"  {what} ...", err=True))
    if as_json:
        click.echo(json.dumps(results))
        return
    pace = results["pace"]
    click.echo(f"pace          {pace:12.1f} M steps/s of a plain Python loop")
    for seats, speed in results["playouts_per_s"].items():
        turns = results["turns_per_game"][seats]
        share = f"{speed / pace / 1e6:.4f} of pace"
        click.echo(f"{seats} players     {speed:12,.0f} random games/s   {share}   {turns:.1f} turns")
    click.echo(f"decisions     {results['decisions_per_s']:12,.0f} /s in those of 2 players")
    speed = results["positions_scored_per_s"]
    click.echo(f"scoring       {speed:12,.0f} positions of 2 players/s   {speed / pace / 1e6:.4f} of pace")
    click.echo(f"views         {results['views_folded_per_s']:12,.0f} events folded into a view/s (interpreted)")
    click.echo(f"games         {results['games_per_s']:12,.1f} random games/s through Game and View (interpreted)")
    click.echo("inside compiled code, as it is and as it would be at a pace of 37:")
    for name, nanoseconds in results["nanoseconds"].items():
        click.echo(f"  {name:50} {nanoseconds:8,.1f} ns {nanoseconds * pace / 37:8,.1f} ns")
    for name, (seconds, used) in results["seconds"].items():
        click.echo(f"{name:30} {seconds:6.2f} s, {used:.2f} of processor time")


def measure(rounds: int, tell: Callable[[str], None]) -> dict[str, Any]:
    """All figures, each the median of so many interleaved rounds; `tell` hears what is done."""
    tell("starting up and compiling in a fresh cache")
    seconds = start_up_times()
    tell("compiling here")
    yardsticks = {"pace": pace, "scoring": scoring_speed()}
    turns = {}
    for seats in (2, 3, 4):
        yardsticks[str(seats)], turns[str(seats)] = playout_speed(seats)
    yardsticks["views"], yardsticks["games"] = view_speed(), game_speed
    yardsticks |= {what: speed_of() for what, speed_of in INSIDE.items()}
    tell(f"measuring, {rounds} rounds")
    figures: dict[str, list[float]] = {name: [] for name in yardsticks}
    for _ in range(rounds):
        for name, speed in yardsticks.items():
            figures[name].append(speed())
    median = {name: statistics.median(values) for name, values in figures.items()}
    return {
        "playouts_per_s": {seats: median[seats] for seats in ("2", "3", "4")},
        "turns_per_game": turns,
        "decisions_per_s": median["2"] * turns["2"] * DECISIONS,
        "positions_scored_per_s": median["scoring"],
        "views_folded_per_s": median["views"],
        "games_per_s": median["games"],
        "nanoseconds": {what: 1e9 / median[what] for what in INSIDE},
        "pace": median["pace"] / 1e6,
        "seconds": seconds,
        "rounds": rounds,
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "compiled": can_compile(),
    }


def pace() -> float:
    """Steps a second of a plain Python loop."""
    steps = 2_000_000
    start = time.process_time()
    x = 0
    for i in range(steps):
        x ^= i * 3
    return steps / (time.process_time() - start)


def playout_speed(seats: int) -> tuple[Callable[[], float], float]:
    """A measure of random games a second, deal to final score; and how many turns such a game has."""
    play = compiled(random_games)
    position, sheet, chance = Position(), Sheet(), stream(0, seats)
    totals = np.zeros((50_000 if can_compile() else 100, seats), np.uint8)
    play(position.rows, sheet.rows, chance, totals[:20])
    rows = np.zeros(400 if can_compile() else 20, Position.dtype)
    compiled(finish_games)(rows, chance, seats)

    def speed() -> float:
        start = time.process_time()
        play(position.rows, sheet.rows, chance, totals)
        return len(totals) / (time.process_time() - start)

    return speed, float(rows["turns"].mean())


def scoring_speed() -> Callable[[], float]:
    """A measure of finished two-player positions scored a second, from an array of different ones."""
    score = compiled(score_games)
    rows = np.zeros(4000 if can_compile() else 40, Position.dtype)
    compiled(finish_games)(rows, stream(1), 2)
    sheet, totals = Sheet(), np.zeros((len(rows), 2), np.uint8)
    score(rows[:2], sheet.rows, totals)

    def speed() -> float:
        start = time.process_time()
        for _ in range(20):
            score(rows, sheet.rows, totals)
        return 20 * len(rows) / (time.process_time() - start)

    return speed


def random_game(seed: int) -> tuple[Setup, tuple[Event, ...]]:
    """A random game of two through the everyday classes, as a spectator saw it."""
    chance = random.Random(seed)
    game = Game.new(["Ada", "Ben"], seed=seed)
    while not game.is_over:
        legal = game.view(game.seat).legal_actions
        game.play(game.seat, legal[int(chance.random() * len(legal))])
    return game.setup, game.view(NOBODY).seen


def game_speed() -> float:
    """Random games a second, with the truth and three views kept up to date."""
    start = time.process_time()
    for seed in range(10):
        random_game(seed)
    return 10 / (time.process_time() - start)


def view_speed() -> Callable[[], float]:
    """A measure of events folded into a view a second."""
    setup, events = random_game(0)

    def speed() -> float:
        start = time.process_time()
        for _ in range(20):
            view = View.begin(setup, NOBODY)
            for event in events:
                view = view.after(event)
        return 20 * len(events) / (time.process_time() - start)

    return speed


def start_up_times() -> dict[str, tuple[float, float]]:
    """
    Seconds from nothing, by the clock and of processor time, each in a process of its own; the compiler first
    with an empty cache, then with the one that this filled.
    """
    game = (
        "import numpy as np\nfrom arboretum.bots.rollout import random_games\n"
        "from arboretum.rules.jit import compiled, stream\nfrom arboretum.rules.position import Position\n"
        "from arboretum.rules.sheet import Sheet\n"
        "compiled(random_games)(Position().rows, Sheet().rows, stream(0), np.zeros((1, 2), np.uint8))"
    )
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"ARBORETUM_CACHE": folder}
        return {
            "python itself": _seconds("pass", environment),
            "import arboretum": _seconds("import arboretum", environment),
            "first compiled game, cold": _seconds(game, environment),
            "first compiled game, warm": min(_seconds(game, environment) for _ in range(3)),
        }


def _seconds(code: str, environment: dict[str, str]) -> tuple[float, float]:
    start, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-c", code], check=True, env=environment, capture_output=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, used
