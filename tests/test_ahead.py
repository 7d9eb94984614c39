"""The look ahead: the same worlds for all choices, to the end of the game or to a draw of the seat."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import Budget, View
from arboretum.bots.search import TRIED
from arboretum.bots.staircase import Staircase
from arboretum.rules.jit import can_compile, stream
from arboretum.rules.position import HAND_ROOM, OVER, SEATS
from arboretum.table import Phase
from arboretum.value import ahead
from arboretum.value.ahead import Ahead, Outcomes, went_on
from arboretum.value.beliefs import held
from arboretum.value.desk import desk
from arboretum.value.judge import valued_choices, weigh_all
from arboretum.value.network import WIN
from arboretum.value.weights import network_for
from arboretum.worlds import imagined
from tables import assert_allowed, new_game

needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled, and little is imagined."""
    monkeypatch.setattr(ahead, "compiled", lambda function: function)
    monkeypatch.setattr(ahead, "FIRST_STEPS", 1)
    monkeypatch.setattr(ahead, "STEPS", 1)


def view_at(seats: int, pile: int, phase: Phase, seed: int = 3) -> View:
    """What the acting seat sees when the draw pile first has so many cards or fewer, in a phase of its turn."""
    game, bot = new_game(seats, seed), Staircase()
    while not game.is_over:
        view = game.view(game.seat)
        if view.pile_size <= pile and view.phase is phase:
            return view
        game.play(game.seat, bot.choose(view, Budget()))
    raise AssertionError("no such moment in this game")


def looked(view: View, worlds: int, seed: int = 1) -> Outcomes:
    """Two choices of a view, looked ahead from: float64[worlds, 2, 2]."""
    position = view.position()
    choices, _, _ = valued_choices(position, weigh_all)
    eyes = Ahead(view.seats)
    eyes.enter(view, stream(seed))
    return eyes.look(choices[:2], worlds)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("seats", [2, 3])
def test_where_the_game_ends_before_its_result_counts(seats: int) -> None:
    outcomes = looked(view_at(seats, 0, Phase.PLACE), 2)
    assert outcomes.shape == (2, 2, 2)
    shares = {1 / winners for winners in range(1, seats + 1)} | {0.0}
    assert set(outcomes[:, :, WIN].ravel()) <= shares
    assert (outcomes == np.round(outcomes * 12) / 12).all(), "whole points, and shares of a win"


@pytest.mark.usefixtures("interpreted")
def test_the_same_seed_sees_the_same_worlds_and_another_one_others() -> None:
    view = view_at(2, 8, Phase.DISCARD)
    assert np.array_equal(looked(view, 2), looked(view, 2))
    assert not np.array_equal(looked(view, 2), looked(view, 2, seed=2))


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("seats", [2, 3])
def test_hands_are_such_as_may_be_held(seats: int) -> None:
    view = view_at(seats, 6, Phase.DISCARD)
    eyes = Ahead(seats)
    eyes.enter(view, stream(5))
    worlds = eyes.hands(3)
    assert worlds.shape == (3, SEATS, HAND_ROOM)
    for hands in worlds:
        position = view.position()
        size = position.hand_size[view.me]
        assert [position.hands[view.me, at] for at in range(size)] == hands[view.me, :size].tolist()
        held(position, hands)
        assert_allowed(view, position)


@pytest.mark.usefixtures("interpreted")
def test_the_same_choice_twice_ends_alike() -> None:
    """After each choice the same cards come from the draw pile, so that none is luckier than another."""
    view = view_at(2, 8, Phase.PLACE)
    choices, _, _ = valued_choices(view.position(), weigh_all)
    eyes = Ahead(2)
    eyes.enter(view, stream(4))
    outcomes = eyes.look(choices[[0, -1, 0]], 2)
    assert np.array_equal(outcomes[:, 0], outcomes[:, 2])
    assert not np.array_equal(outcomes[:, 0], outcomes[:, 1])
    assert not np.array_equal(outcomes[0], outcomes[1]), "another world"


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("seats", "turns"), [(2, 1), (2, 2), (3, 1), (4, 1)])
def test_it_goes_on_to_a_draw_of_the_seat_and_no_further(seats: int, turns: int) -> None:
    view = view_at(seats, 20, Phase.DRAW_FIRST)
    position = view.position()
    eyes = Ahead(seats, turns)
    eyes.enter(view, stream(5))
    choices, _, _ = valued_choices(position, weigh_all)
    eyes.look(choices[:1], 1)
    tried = eyes._desk.rows[TRIED]
    assert tried["phase"] != OVER
    assert tried["turns"] == position.turns + turns * seats
    assert tried["seat"] == view.me
    assert tried["phase"] == Phase.DRAW_SECOND


@pytest.mark.parametrize("seats", [2, 3])
def test_who_plays_on_does_not_see_what_others_hold(seats: int) -> None:
    """In worlds that look alike to whoever is to act, the same is done, though others hold other cards."""
    view = view_at(seats, 16, Phase.DISCARD)
    hands, piles = set(), set()
    for world in range(4):
        board, mind = desk(seats, 6), desk(seats, 6, 3)
        position = view.position()
        imagined(position, stream(world), 0)
        board.bytes[TRIED] = position.rows.view(np.uint8)
        tried = board.rows[TRIED]
        hands.add(tried["hands"][view.me - 1].tobytes())
        went_on(board, mind, network_for(seats), stream(2), int(tried["turns"]))
        piles.add(tried["discards"][view.me].tobytes())
        assert tried["discard_size"][view.me] == len(view.discards[view.me]) + 1
    assert len(hands) == 4
    assert len(piles) == 1


@needs_numba
@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_it_sees_the_same_as_interpreted(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_at(seats, 12, Phase.PLACE)
    compiled = looked(view, 3)
    monkeypatch.setattr(ahead, "compiled", lambda function: function)
    assert np.array_equal(compiled, looked(view, 3))
