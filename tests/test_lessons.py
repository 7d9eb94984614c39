"""Lessons of self-play: their targets, their results, and that nothing in them is hidden from who learns."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from arboretum.bots.heuristic_play import considered, done
from arboretum.bots.rollout import random_deal
from arboretum.bots.search import WORLD
from arboretum.rules.jit import can_compile, compiled, stream
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import OVER, Position
from arboretum.training.errands import Errand, run
from arboretum.training.selfplay import (
    CARELESS,
    FROZEN,
    HEURISTIC,
    LEARNING,
    PLAYING,
    TEACHER,
    Lessons,
    lessons,
    noted,
    played_games,
)
from arboretum.value.desk import Desk, desk
from arboretum.value.features import INPUTS, OF_SPECIES
from arboretum.value.network import MARGIN, POINTS, SHAPES, WIN, Network

pytestmark = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")

SEATS = (2, 3, 4)


def network(seed: int) -> Network:
    """A network that knows nothing, but says something of everything."""
    chance = np.random.default_rng(seed)
    return Network(*(np.asarray(0.3 * chance.standard_normal(zeros.shape), np.float32) for zeros in SHAPES))


def learned(
    players: list[list[int]], *, seed: int = 0, exploring: float = 0.2, trace: float = 0.8
) -> tuple[Lessons, int, Desk]:
    """Lessons of games in which these sat, how many there are, and the desk they were played at."""
    seats = len(players[0])
    room, place = lessons(len(players), seats), desk(seats, 6)
    table = np.array(players, np.uint8)
    count = compiled(played_games)(place, network(1), network(2), table, room, stream(seed), exploring, trace)
    return room, count, place


def looked_back(
    room: Lessons, count: int, teachers: set[int], trace: float
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """The targets by their definition, from the last lesson of each seat on: TD(lambda), cut where it explored."""
    targets = np.zeros((count, 2))
    for game, seat in itertools.product(range(len(room.results)), range(room.results.shape[1])):
        mine = [at for at in range(count) if room.games[at] == game and room.seats[at] == seat]
        steady = 1.0 if seat in teachers else trace
        later = np.array(room.results[game, seat], float)
        for at in reversed(mine):
            targets[at] = later
            if room.explored[at] and steady < 1.0:
                later = np.array(room.instead[at], float)
            else:
                later = steady * later + (1 - steady) * room.estimates[at]
    return targets


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
def test_targets_are_those_of_their_definition(seats: int, trace: float) -> None:
    room, count, _ = learned([[LEARNING] * seats] * 6, seed=seats, trace=trace)
    assert room.explored[:count].any()
    np.testing.assert_allclose(room.targets[:count], looked_back(room, count, set(), trace), atol=1e-4)


def test_a_teacher_is_judged_by_the_result_alone() -> None:
    room, count, _ = learned([[TEACHER, LEARNING, TEACHER]] * 6, trace=0.6)
    np.testing.assert_allclose(room.targets[:count], looked_back(room, count, {0, 2}, 0.6), atol=1e-4)
    taught = room.seats[:count] != 1
    seats, games = room.seats[:count][taught], room.games[:count][taught]
    np.testing.assert_array_equal(room.targets[:count][taught], room.results[games, seats])
    assert room.explored[:count][taught].any()


def valued(inputs: np.ndarray[tuple[int, int], np.dtype[np.float32]], of: Network) -> tuple[float, float]:
    """What a network says, in double precision and as matrices."""
    shown = inputs.astype(float)
    hidden = np.maximum(shown @ of.into + of.into_bias, 0)
    shared = np.maximum(hidden @ of.on + of.on_bias, 0).mean(0)
    joint = np.concatenate([shared, shown[0, OF_SPECIES:]])
    told = np.maximum(joint @ of.joined + of.joined_bias, 0) @ of.out + joint @ of.direct + of.out_bias
    return 0.5 + 0.5 * told[WIN] / np.sqrt(1 + told[WIN] ** 2), POINTS * told[MARGIN]


@pytest.mark.parametrize("seats", SEATS)
def test_estimates_are_what_the_network_makes_of_the_inputs(seats: int) -> None:
    room, count, _ = learned([[LEARNING] * seats] * 2)
    for at in range(0, count, 7):
        np.testing.assert_allclose(room.estimates[at], valued(room.inputs[at], network(1)), rtol=1e-3, atol=1e-3)


def test_what_would_have_been_better_is_remembered_where_it_explored() -> None:
    """It looked better than what was done, by the same network, unless a card came from the draw pile."""
    room, count, _ = learned([[LEARNING, LEARNING]] * 12, exploring=0.5)
    explored = room.explored[:count] == 1
    better = (room.instead + 0.0)[:count][explored]
    worth = better @ [1, 0.01] - room.estimates[:count][explored] @ [1, 0.01]
    assert explored.sum() > 50
    assert np.mean(worth > -1e-4) > 0.85
    assert worth.mean() > 0


@pytest.mark.parametrize("seats", SEATS)
def test_results_are_those_of_the_score(seats: int) -> None:
    for seed in range(5):
        room, _, place = learned([[HEURISTIC] * seats], seed=seed)
        sheet = place.sheets[0]
        totals = [int(total) for total in sheet["totals"][:seats]]
        winners = [bool(won) for won in sheet["winners"][:seats]]
        for seat in range(seats):
            share = 1 / sum(winners) if winners[seat] else 0.0
            margin = totals[seat] - max(total for other, total in enumerate(totals) if other != seat)
            np.testing.assert_allclose(room.results[0, seat], (share, margin), rtol=1e-6)
            assert not winners[seat] or margin >= 0


def test_who_does_not_learn_leaves_no_lesson() -> None:
    for by in (PLAYING, FROZEN, HEURISTIC, CARELESS):
        room, count, _ = learned([[LEARNING, by]] * 3)
        assert count > 0
        assert set(room.seats[:count]) == {0}
        assert learned([[by, by]])[1] == 0


def test_each_seat_is_played_by_whom_the_table_says() -> None:
    """A network that wants what is bad for it loses to the heuristic, and a careless player does too."""
    for by in (PLAYING, FROZEN, CARELESS):
        room, _, _ = learned([[by, HEURISTIC], [HEURISTIC, by]] * 12)
        mine = room.results[np.arange(24), np.arange(24) % 2, WIN]
        assert mine.mean() < 0.4, by


def test_who_plays_without_learning_does_not_explore() -> None:
    never, always = (learned([[PLAYING, HEURISTIC]] * 4, exploring=share)[0].results for share in (0.0, 1.0))
    np.testing.assert_array_equal(never, always)


def test_an_errand_gives_the_same_whatever_was_played_before() -> None:
    errand = Errand((7, 1, 3), np.full((2, 2), LEARNING, np.uint8), 0.1, 0.9, 6)
    first = run(errand, network(1), network(1))
    run(Errand((8, 1, 3), np.full((2, 2), LEARNING, np.uint8), 0.5, 0.9, 6), network(3), network(3))
    again = run(errand, network(1), network(1))
    for one, other in zip(vars(first).values(), vars(again).values(), strict=True):
        np.testing.assert_array_equal(one, other)
    other = run(Errand((7, 1, 4), errand.players, 0.1, 0.9, 6), network(1), network(1))
    assert other.inputs.shape != first.inputs.shape or (other.inputs != first.inputs).any()


def test_seats_without_lessons_need_no_room() -> None:
    harvest = run(Errand((7, 2, 3), np.full((2, 3), HEURISTIC, np.uint8)), network(1), network(1))
    assert len(harvest.targets) == len(harvest.inputs) == 0
    np.testing.assert_allclose(harvest.results[:, :, WIN].sum(1), 1, rtol=1e-6)


# Nothing hidden is learned from. -------------------------------------------------------------------------------


def exchanged(position: Position, me: int, chance: np.random.Generator) -> int:
    """Exchange cards that a seat cannot see, with each other and with the draw pile; tells how many there are."""
    places = [
        (seat, at)
        for seat in range(position.seats)
        if seat != me
        for at in range(position.hand_size[seat])
        if not position.shown[position.hands[seat, at]]
    ]
    cards = [int(position.hands[place]) for place in places]
    cards += [int(position.unseen[at]) for at in range(position.unseen_size)]
    order = [int(card) for card in chance.permutation(cards)]
    for place in places:
        position.hands[place] = order.pop()
    for at, card in enumerate(order):
        position.unseen[at] = card
        position.unseen_at[card] = at
    return len(cards)


@pytest.mark.parametrize("seats", SEATS)
def test_a_lesson_has_nothing_that_is_hidden(seats: int) -> None:
    """Whatever the hidden cards of a truth are, what is noted of a decision is the same."""
    chance = np.random.default_rng(seats)
    place, room = desk(seats, 6), lessons(1, seats)
    looked = 0
    for seed in range(4):
        for truth_then in middles(place, seats, seed)[1::3]:
            place.bytes[WORLD] = truth_then
            truth = record_of(place.rows, WORLD)
            me = int(chance.integers(seats))
            seen = []
            for _ in range(3):
                compiled(noted)(place, network(1), LEARNING, room, 0, me)
                seen.append((room.inputs[0].copy(), room.estimates[0].copy()))
                looked += exchanged(truth, me, chance) > 3
            for inputs, estimates in seen[1:]:
                np.testing.assert_array_equal(inputs, seen[0][0])
                np.testing.assert_array_equal(estimates, seen[0][1])
    assert looked > 100


def middles(place: Desk, seats: int, seed: int) -> list[Rows]:
    """The truth before each decision of a game."""
    found: list[Rows] = []
    chance, truth, prospect = stream(seed, 5), place.rows[WORLD], place.prospects[0]
    compiled(random_deal)(truth, chance, seats)
    while truth["phase"] != OVER:
        found.append(place.bytes[WORLD].copy())
        choice = compiled(considered)(truth, prospect, place.growths)
        compiled(done)(truth, chance, choice)
    return found


def test_inputs_have_as_many_species_as_the_game() -> None:
    for seats in SEATS:
        room, count, _ = learned([[LEARNING] * seats])
        assert room.inputs.shape[1:] == (2 * seats + 2, INPUTS)
        assert np.isfinite(room.inputs[:count]).all()
        assert np.abs(room.inputs[:count]).max() < 64, "half precision holds them to a part in two thousand"
