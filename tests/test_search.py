"""
The searches: fair, repeatable, within their budgets; and the tree.

Interpreted, a game that is played on to its end takes half a second from its beginning and some milliseconds from
near its end, so the everyday tests look at ends of games. The long ones compile.
"""

from __future__ import annotations

import itertools
import os
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ismcts_by_chance
import numpy as np
import pytest
from ismcts_by_chance import ByChance

from arboretum import Action, Bot, Budget, Game, View
from arboretum.bots import finish, flat, heuristic, ismcts, master
from arboretum.bots.choices import CELL_BITS, Mind
from arboretum.bots.flat import Flat
from arboretum.bots.halving import Halving, Numbers, Reals
from arboretum.bots.heuristic_play import considered
from arboretum.bots.heuristic_weights import weights_for
from arboretum.bots.ismcts import Ismcts
from arboretum.bots.master import Master
from arboretum.bots.search import PER_POINT, SEEN, WORLD, Room, copied, listed_choices, result_of
from arboretum.bots.staircase import Staircase
from arboretum.bots.tree import ROOT, followed_down, mixed, most_visited, node_of, picked, step_of
from arboretum.bots.warming import some_position
from arboretum.rules.growth import Growth
from arboretum.rules.jit import can_compile, compiled, stream
from arboretum.rules.position import SEATS, Position
from arboretum.rules.scoring import scored
from arboretum.rules.sheet import Sheet
from arboretum.table import Phase
from arboretum.testing import check_bot
from arboretum.value import ahead
from arboretum.worlds import imagined, out_of_game
from tables import finished, new_game, swapped

SEARCHES: list[Callable[[int], Bot]] = [Flat, Ismcts, Master]
FEW = Budget(rollouts=6)


def long(*values: int) -> Any:  # noqa: ANN401 - what pytest calls a set of parameters
    """Values that take long."""
    return pytest.param(*values, marks=pytest.mark.long)


needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
each_search = pytest.mark.parametrize("make", SEARCHES)


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and the master looks at few choices and hands."""
    monkeypatch.setattr(master, "CHOICES", 3)
    monkeypatch.setattr(master, "HANDS", 2)
    for module in (flat, ismcts, ismcts_by_chance, master, finish, ahead):
        monkeypatch.setattr(module, "compiled", lambda function: function)
    monkeypatch.setattr(ahead, "FIRST_STEPS", 1)
    monkeypatch.setattr(ahead, "STEPS", 1)


Played = list[tuple[int, Action]]


def ends(seats: int, seed: int, pile: int = 1, options: str = "standard") -> Iterator[tuple[Game, Played, View]]:
    """A game when its draw pile has so many cards or fewer, what was played, and the acting seat's view."""
    game, bot, played = new_game(seats, seed, options), Staircase(), Played()
    while not game.is_over:
        view = game.view(game.seat)
        if view.pile_size <= pile and len(view.legal_actions) > 1:
            yield game, played, view
        action = bot.choose(view, Budget())
        game.play(view.me, action)
        played.append((view.me, action))


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("make", [*SEARCHES, ByChance])
@pytest.mark.parametrize("seats", [long(2), 3, long(4)])
def test_a_choice_is_legal_and_depends_on_seed_view_and_budget_alone(
    seats: int, make: Callable[[int], Bot]
) -> None:
    asked = [view for _, _, view in ends(seats, 1, options="species=secret")][::2]
    in_order = [make(9).choose(view, FEW) for view in asked]
    assert all(action in view.legal_actions for action, view in zip(in_order, asked, strict=True))
    one, backwards = make(9), list(enumerate(asked))[::-1]
    assert {at: one.choose(view, FEW) for at, view in backwards} == dict(enumerate(in_order))


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("seats", "seed", "pile"), [(2, 6, 1), long(3, 3, 2), long(4, 4, 2)])
def test_cards_that_a_seat_has_not_seen_change_no_choice(seats: int, seed: int, pile: int) -> None:
    """The swap test: two games that differ in two cards which the acting seat has not seen."""
    chance, compared = random.Random(seed), Counter[Phase]()
    for game, played, view in ends(seats, seed, pile):
        other = swapped(game, played, chance)
        if other is not None and not compared[view.phase]:
            for make in [*SEARCHES, ByChance]:
                assert make(3).choose(other.view(view.me), FEW) == make(3).choose(view, FEW)
            compared[view.phase] += 1
    assert all(compared[phase] for phase in Phase if phase is not Phase.OVER)


CHOICES = """
from arboretum.bots import master
from arboretum.value import ahead
from test_search import SEARCHES, FEW, ends
ahead.FIRST_STEPS = ahead.STEPS = 1
master.CHOICES, master.HANDS = 3, 2
print([str(make(6).choose(view, FEW)) for make in SEARCHES for _, _, view in ends(2, 8)])
"""


@pytest.mark.usefixtures("interpreted")
def test_another_process_chooses_the_same() -> None:
    here = [str(make(6).choose(view, FEW)) for make in SEARCHES for _, _, view in ends(2, 8)]
    assert len(here) > 8
    assert told(NUMBA_DISABLE_JIT="1", PYTHONHASHSEED="7") == f"{here}\n"


def told(**environment: str) -> str:
    """What another process chooses."""
    folders = Path(__file__).parent, Path(ismcts_by_chance.__file__).parent
    paths = {"PYTHONPATH": os.pathsep.join(map(str, folders))}
    command = [sys.executable, "-c", CHOICES]
    done = subprocess.run(
        command, env=os.environ | paths | environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@needs_numba
@pytest.mark.long
def test_compiled_it_chooses_the_same_as_interpreted() -> None:
    assert told() == told(NUMBA_DISABLE_JIT="1")


@needs_numba
@pytest.mark.long
@pytest.mark.parametrize("bot", ["heuristic", "flat", "ismcts", "master"])
def test_they_are_good_bots(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heuristic, "_decide", compiled(heuristic.decide_once))
    report = check_bot(bot, budget=Budget(rollouts=16))
    assert report.repeated > 100


@needs_numba
@pytest.mark.long
@each_search
def test_a_budget_in_seconds_is_kept_compiled(make: Callable[[int], Bot]) -> None:
    """The median, since other programs may be at work."""
    bot, seconds = make(1), []
    bot.warm_up()  # type: ignore[attr-defined]
    for _, _, view in itertools.islice(ends(3, 5, 40), 0, None, 9):
        began = time.perf_counter()
        bot.choose(view, Budget(seconds=0.1))
        seconds.append(time.perf_counter() - began)
    assert len(seconds) > 8
    assert 0.09 < statistics.median(seconds) < 0.15


# Sequential halving. ----------------------------------------------------------------------------------------


class Slot:
    """Stands for what tries choices out: each is worth what a table says; notes how much was tried, and when."""

    def __init__(self, worth: dict[int, float], monkeypatch: pytest.MonkeyPatch, takes: float = 0.0) -> None:
        self.worth, self.takes, self.now, self.rollouts = worth, takes, 0.0, 0
        self.tried: list[tuple[int, ...]] = []
        monkeypatch.setattr("time.monotonic", lambda: self.now)

    def __call__(self, choices: Numbers, worlds: int) -> Reals:
        results = np.zeros((worlds, len(choices)))
        results[:] = [self.worth[int(choice)] for choice in choices]
        self.rollouts += results.size
        self.now += self.takes
        self.tried.append(tuple(map(int, choices)))
        return results

    def best(self, budget: Budget, opinion: Reals | None = None, belief: float = 0.0) -> int:
        choices = np.array(list(self.worth), np.int64)
        return Halving(choices, self, opinion, belief).best(budget)


@pytest.mark.parametrize("best", range(8))
def test_the_best_choice_is_left_over(best: int, monkeypatch: pytest.MonkeyPatch) -> None:
    slot = Slot({choice: 1.0 if choice == best else 0.1 * choice for choice in range(8)}, monkeypatch)
    assert slot.best(Budget(rollouts=240)) == best
    assert [len(choices) for choices in slot.tried] == [8, 4, 2], "the worse half is dropped"
    assert slot.rollouts == 240


def test_of_choices_that_end_alike_the_first_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Slot(dict.fromkeys((5, 3, 7, 1), 0.5), monkeypatch).best(Budget(rollouts=40)) == 5


@pytest.mark.parametrize(("belief", "best"), [(0.0, 2), (5.0, 2), (50.0, 0)])
def test_an_opinion_counts_as_many_worlds_as_it_is_believed(
    belief: float, best: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    slot = Slot({0: 0.4, 1: 0.45, 2: 0.5}, monkeypatch)
    assert slot.best(Budget(rollouts=60), np.array([0.5, 0.45, 0.4]), belief) == best


def test_a_single_choice_needs_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    slot = Slot({4: 0.0}, monkeypatch)
    assert slot.best(Budget(seconds=10.0)) == 4
    assert slot.rollouts == 0


@pytest.mark.parametrize("count", [2, 3, 5, 8])
def test_a_budget_in_seconds_is_kept(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    slot = Slot({choice: float(choice) for choice in range(count)}, monkeypatch, takes=0.01)
    assert slot.best(Budget(seconds=0.5)) == count - 1
    assert 0.5 <= slot.now <= 0.5 + 0.011


# What searches are made of. ----------------------------------------------------------------------------------


def entered(position: Position) -> tuple[Room, Position]:
    """A room for a search in which a position was entered, and what is seen in it."""
    room = Room()
    room.enter(position)
    return room, Position(room.rows[SEEN : SEEN + 1])


def test_a_room_holds_copies() -> None:
    position = some_position()
    room, seen = entered(position)
    assert room.rows[SEEN].tobytes() == position.rows[0].tobytes()
    copied(room.bytes, SEEN, WORLD)
    Position(room.rows[WORLD : WORLD + 1]).seat = 1 - seen.seat
    assert room.rows[SEEN].tobytes() == position.rows[0].tobytes() != room.rows[WORLD].tobytes()


def test_choices_are_listed_as_the_heuristic_lists_them() -> None:
    for _, _, view in itertools.islice(ends(3, 4), 6):
        room, position = entered(view.position())
        choices = np.zeros(4, np.int64)
        count = listed_choices(room.rows, room.minds, room.growths, choices)
        mind = Mind()
        mind.rows["weights"] = weights_for(view.seats)
        considered(position, mind, np.zeros(SEATS, Growth.dtype))
        assert 2 <= count == min(4, mind.listed)
        assert list(choices[:count]) == [mind.choices[at] for at in range(count)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_result_is_the_share_of_the_win_and_a_little_for_points(seats: int) -> None:
    ties = 0
    for seed in range(12):
        score = finished(seats, seed).score
        assert score.totals is not None
        assert score.winners is not None
        sheet, position = Sheet(), finished(seats, seed).view(0).position()
        scored(position, sheet)
        results = [result_of(position, sheet, seat) for seat in range(seats)]
        for seat, result in enumerate(results):
            others = [total for other, total in enumerate(score.totals) if other != seat]
            share = (seat in score.winners) / len(score.winners)
            assert result == pytest.approx(share + PER_POINT * (score.totals[seat] - max(others)))
        ties += len(score.winners) > 1
    assert seats > 2 or ties < 12


# The tree. ---------------------------------------------------------------------------------------------------


def test_numbers_of_nodes_do_not_meet() -> None:
    """All ways of two steps from the root, for steps as there are."""
    steps = [(3 << 40) | (card << 20) | cell for card in range(80) for cell in range(0, 2000, 67)]
    keys = {mixed(mixed(ROOT, one), other) for one in steps[::40] for other in steps}
    assert len(keys) == len(steps[::40]) * len(steps)
    assert all(0 < key < 1 << 62 for key in keys)


def test_nodes_are_found_again_where_they_were_put() -> None:
    keys = np.zeros(64, np.int64)
    wanted = [5, 5 + 64, 5 + 128, 63, 127, 6]
    places = [node_of(keys, key) for key in wanted]
    assert len(set(places)) == len(wanted), "those that belong on the same place go beside it, and round the end"
    assert [node_of(keys, key) for key in wanted] == places


def test_a_step_is_what_all_see() -> None:
    """The same card placed on the same cell is the same step, wherever it stands in the hand."""
    position = some_position()
    me, other = position.seat, position.copy()
    other.hands[me, 0], other.hands[me, 4] = position.hands[me, 4], position.hands[me, 0]
    assert step_of(position, 0 << CELL_BITS) == step_of(other, 4 << CELL_BITS)
    assert step_of(position, 0 << CELL_BITS) != step_of(position, 4 << CELL_BITS)


def worlds_of(view: View, count: int) -> Iterator[Position]:
    """Worlds that a view allows."""
    for number in range(count):
        world = view.position()
        imagined(world, stream(number), out_of_game(view))
        yield world


def grown_tree(view: View, games: int) -> tuple[Room, np.ndarray[Any, Any], np.ndarray[Any, Any], Counter[int]]:
    """A tree that was grown by so many worlds, and how often each node was on the way."""
    room, _ = entered(view.position())
    keys, stats, way = np.zeros(4096, np.int64), np.zeros((4096, 3)), np.zeros((16, 2), np.int64)
    seen: Counter[int] = Counter()
    for number, world in enumerate(worlds_of(view, games)):
        depth = followed_down(world, room.minds, room.growths, keys, stats, way, stream(number, 5))
        assert 1 <= depth <= len(way)
        for at in range(depth):
            mover, node = map(int, way[at])
            assert 0 <= mover < view.seats
            stats[node] += (1.0, 0.0, 0.5)
            seen[node] += 1
    return room, keys, stats, seen


def test_worlds_that_look_the_same_share_their_nodes() -> None:
    """The first decision knows nothing of the world: its nodes are as few as its choices."""
    view = next(view for _, _, view in ends(2, 3) if view.phase is Phase.PLACE)
    room, keys, stats, seen = grown_tree(view, 24)
    mind = Mind()
    mind.rows["weights"] = weights_for(2)
    position = view.position()
    considered(position, mind, np.zeros(SEATS, Growth.dtype))
    count = min(8, mind.listed)
    roots = [node_of(keys, mixed(ROOT, step_of(position, mind.choices[at]))) for at in range(count)]
    assert sum(seen[node] for node in roots) == 24
    assert all(stats[node, 0] == seen[node] for node in seen)
    assert most_visited(room.rows, room.minds, room.growths, keys, stats) in list(mind.choices[:count])


def test_what_brought_more_is_followed_and_what_was_tried_little_too() -> None:
    position = some_position()
    mind = Mind()
    mind.rows["weights"] = weights_for(2)
    considered(position, mind, np.zeros(SEATS, Growth.dtype))
    keys, stats = np.zeros(256, np.int64), np.zeros((256, 3))
    nodes = [node_of(keys, mixed(ROOT, step_of(position, mind.choices[at]))) for at in range(8)]
    assert picked(position, mind, keys, stats, ROOT) == 0, "the heuristic's order, as long as nothing is known"
    for node in nodes:
        stats[node] = (10.0, 20.0, 2.0)
    stats[nodes[5]] = (10.0, 20.0, 9.0)
    assert picked(position, mind, keys, stats, ROOT) == 5
    stats[nodes[5], 2] = 2.0
    stats[nodes[1]] = (0.0, 20.0, 0.0)
    assert picked(position, mind, keys, stats, ROOT) == 1
