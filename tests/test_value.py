"""The learned value: exact chances of rights, what the network is shown, what it makes of it, what it decides."""

from __future__ import annotations

import functools
import io
import itertools
import random

import numpy as np
import pytest

from arboretum import Budget, Game, Place, View
from arboretum.bots import learned
from arboretum.bots.heuristic_weights import weights_for
from arboretum.bots.learned import Learned
from arboretum.bots.sight import Sight, looked
from arboretum.bots.staircase import Staircase
from arboretum.errors import ArboretumError
from arboretum.rules.growth import Growth
from arboretum.rules.jit import can_compile, compiled, rule, stream
from arboretum.rules.layout import Rows
from arboretum.rules.position import SEATS, SLOTS, Position
from arboretum.value.chances import SUBSETS, chance_against, chance_of
from arboretum.value.features import INPUTS, Prospect, described
from arboretum.value.judge import judged, judged_action, judged_at_once, weigh_all
from arboretum.value.network import SHAPES, Network, valued
from arboretum.value.play import masked
from arboretum.value.weights import network_for, read_weights, write_weights
from arboretum.worlds import imagined, out_of_game
from tables import new_game

PLAYERS = pytest.mark.parametrize("seats", [2, 3, 4])
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


@functools.cache
def game_of(seats: int, options: str) -> tuple[View, ...]:
    """The acting seat's view at every decision of a game in which arboretums grow."""
    game, bot, views = new_game(seats, seats, options), Staircase(), []
    while not game.is_over:
        views.append(game.view(game.seat))
        game.play(game.seat, bot.choose(views[-1], Budget()))
    return tuple(views)


def played(seats: int, first: int, every: int, options: str = "standard") -> tuple[View, ...]:
    """Every so many-th of them, from the first of these on."""
    return game_of(seats, options)[first::every]


def some_network(seed: int = 0) -> Network:
    """A network of random weights."""
    chance = np.random.default_rng(seed)
    return Network(*(np.multiply(0.2, chance.standard_normal(array.shape), dtype=np.float32) for array in SHAPES))


# Chances. ----------------------------------------------------------------------------------------------------


def test_sets_are_counted_by_size_and_sum() -> None:
    for cards in (0, 0b1, 0b10000000, 0b10110101, 255):
        values = [place + 1 for place in range(8) if cards >> place & 1]
        for size in range(9):
            sums = [sum(some) for some in itertools.combinations(values, size)]
            for limit in (0, 1, 7, 8, 20, 36):
                assert SUBSETS[cards, size, limit] == sum(total <= limit for total in sums)


def test_the_chance_of_a_hand_is_that_of_all_hands() -> None:
    """Five unseen cards, of which two are in the hand: counted."""
    hands = list(itertools.combinations(range(5), 2))
    for within, without in ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (1, 3), (2, 3), (0, 4)):
        sure, never = set(range(within)), set(range(within, within + without))
        counted = sum(sure <= set(hand) and not never & set(hand) for hand in hands) / len(hands)
        assert chance_of(5, 2, within, without) == pytest.approx(counted)


def holding(mine: str, known: str, unseen: str, others: int, hidden: int) -> tuple[Position, Sight]:
    """Two players and one species of interest: its cards, by value, and so many unseen ones of other species."""
    position, sight = Position(), Sight()
    position.seats, position.slots, sight.me = 2, 6, 0
    sight.held[0], sight.known[1, 0], sight.unseen[0] = (
        sum(1 << (int(value) - 1) for value in values) for values in (mine, known, unseen)
    )
    sight.unseen_size, sight.hidden[1] = len(unseen) + others, hidden
    return position, sight


@pytest.mark.parametrize(
    ("mine", "known", "unseen"),
    [
        ("", "", "123"),
        ("5", "", "2348"),
        ("8", "", "1245"),  # an unseen 1 may cancel my 8
        ("8", "1", "2345"),  # a known one does
        ("18", "", "2367"),
        ("1", "8", "2345"),  # my 1 cancels a known 8
        ("1", "", "348"),
        ("47", "36", "18"),
    ],
)
def test_the_chance_of_a_right_is_exact(mine: str, known: str, unseen: str) -> None:
    """Every hand that the rival may hold, one by one (clauses R1-R3)."""
    position, sight = holding(mine, known, unseen, 4, 3)
    cards = [int(value) for value in unseen] + [0] * 4
    counts = [0, 0]
    hands = list(itertools.combinations(range(len(cards)), 3))
    for hand in hands:
        theirs = [cards[at] for at in hand if cards[at]] + [int(value) for value in known]
        ours = [int(value) for value in mine]
        my_sum = sum(ours) - 8 * (8 in ours and 1 in theirs)
        their_sum = sum(theirs) - 8 * (8 in theirs and 1 in ours)
        counts[0] += their_sum <= my_sum
        counts[1] += their_sum < my_sum
    for less in range(2):
        assert chance_against(position, sight, 1, 0, less) == pytest.approx(counts[less] / len(hands))


# What the network is shown. ----------------------------------------------------------------------------------


def inputs_of(position: Position, me: int) -> np.ndarray:
    """What the network is shown of a position."""
    prospect = Prospect()
    prospect.rows["weights"] = weights_for(position.seats)
    inputs = np.zeros((SLOTS, INPUTS), np.float32)
    described(position, prospect, np.zeros(SEATS, Growth.dtype), me, inputs)
    return inputs


@PLAYERS
def test_it_is_shown_numbers_of_one_size(seats: int) -> None:
    highest = np.zeros(INPUTS, np.float32)
    for view in played(seats, 1, 19):
        inputs = inputs_of(view.position(), view.me)
        assert np.isfinite(inputs).all()
        highest = np.maximum(highest, np.abs(inputs).max(axis=0))
    assert highest.max() < 4
    assert (highest > 0).sum() > INPUTS - (8 if seats == 2 else 6), "each input is used"


@PLAYERS
@pytest.mark.parametrize("options", ["standard", "species=secret"])
def test_it_is_shown_no_hidden_card(seats: int, options: str) -> None:
    """In any world that looks the same to a seat, the network is shown the same."""
    for view in played(seats, 2, 31, options):
        shown = inputs_of(view.position(), view.me)
        for seed in range(2):
            world = view.position()
            imagined(world, stream(seed), out_of_game(view))
            if out_of_game(view) == 0:
                assert (inputs_of(world, view.me) == shown).all()
                masked(world)
                assert (inputs_of(world, view.me) == shown).all()


@PLAYERS
def test_what_is_masked_is_what_a_view_holds(seats: int) -> None:
    for view in played(seats, 3, 11):
        world, seen = view.position(), [Sight(), Sight()]
        imagined(world, stream(1), 0)
        masked(world)
        for sight, position in zip(seen, (view.position(), world), strict=True):
            looked(position, sight, view.me)
        assert seen[0].rows.tobytes() == seen[1].rows.tobytes()
        unseen = [sorted(position.unseen[: position.unseen_size]) for position in (view.position(), world)]
        assert unseen[0] == unseen[1]


# The network. ------------------------------------------------------------------------------------------------


def outputs_of(network: Network, inputs: np.ndarray, slots: int) -> np.ndarray:
    """What a network makes of inputs."""
    outputs = np.zeros(2)
    valued(network, inputs, slots, np.zeros((4, 128), np.float32), outputs)
    return outputs


def test_no_species_is_another_to_it_than_the_rest() -> None:
    view = played(3, 60, 9)[0]
    inputs, network = inputs_of(view.position(), view.me), some_network()
    order = random.Random(1).sample(range(8), 8)
    before, after = outputs_of(network, inputs, 8), outputs_of(network, inputs[[*order, 8, 9]], 8)
    assert after == pytest.approx(before, abs=1e-5)
    assert outputs_of(network, inputs[[0] * 10], 8) != pytest.approx(before, abs=1e-3)


@PLAYERS
def test_its_outputs_are_a_chance_and_points(seats: int) -> None:
    for view in played(seats, 5, 41):
        for network in (some_network(3), network_for(seats)):
            win, margin = outputs_of(network, inputs_of(view.position(), view.me), 2 * seats + 2)
            assert 0 <= win <= 1
            assert abs(margin) < 60


@rule
def valued_in(network: Network, inputs: Rows, slots: int, room: Rows, outputs: Rows) -> None:
    """`valued`, for the compiler."""
    valued(network, inputs, slots, room, outputs)


@needs_numba
def test_it_is_the_same_interpreted_and_compiled() -> None:
    """To the last bit: sums are added up in the same order."""
    for number, view in enumerate(played(2, 6, 23)):
        inputs, network, outputs = inputs_of(view.position(), view.me), some_network(number), np.zeros(2)
        compiled(valued_in)(network, inputs, 6, np.zeros((4, 128), np.float32), outputs)
        assert outputs.tolist() == outputs_of(network, inputs, 6).tolist()


def test_weights_are_kept_as_they_are() -> None:
    file = io.BytesIO()
    write_weights(file, some_network())
    file.seek(0)
    for one, other in zip(read_weights(file)[0], some_network(), strict=True):
        assert one.dtype == np.float32
        assert (one == other).all()


def test_other_weights_are_refused_with_a_sentence() -> None:
    network = some_network()
    for broken in (network._replace(into=network.into[1:]), network._replace(out_bias=network.out_bias[:1])):
        file = io.BytesIO()
        write_weights(file, broken)
        file.seek(0)
        with pytest.raises(ArboretumError, match=r"do not fit the network: .* has the shape .*, not .*\. Train"):
            read_weights(file)


@PLAYERS
def test_the_weights_that_ship_are_small_and_fit(seats: int) -> None:
    assert sum(array.nbytes for array in network_for(seats)) < 200_000


# What it decides. --------------------------------------------------------------------------------------------


@PLAYERS
def test_what_is_judged_best_is_done(seats: int) -> None:
    phases = set()
    for view in played(seats, 20, 33):
        listed = judged_at_once(view)
        worths = [one.win + 0.01 * one.margin for one in listed]
        assert worths == sorted(worths, reverse=True) or max(np.diff(worths)) < 1e-6
        assert {one.action for one in listed} <= set(view.legal_actions)
        assert Learned(3).choose(view, Budget()) == Learned().choose(view, Budget(seconds=0.1)) == listed[0].action
        phases.add(view.phase)
    assert len(phases) > 2


def test_the_view_of_somebody_else_is_not_judged() -> None:
    game = Game.new(["a", "b"], seed=1)
    with pytest.raises(ValueError, match="for the seat that is to act"):
        judged_at_once(game.view(1 - game.seat))


@needs_numba
@pytest.mark.long
@PLAYERS
def test_it_decides_the_same_interpreted_and_compiled(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learned, "_weigh_all", weigh_all)
    for view in played(seats, 8, 5):
        interpreted = Learned().choose(view, Budget())
        assert judged(view) == judged_at_once(view)
        assert judged(view)[0].action == interpreted
        for action in view.legal_actions[::7]:
            one = judged_action(view, action)
            found = [other for other in judged(view) if other.action == action]
            assert not found or found[0] == one
            assert isinstance(action, Place) or found, "only placings are left out"
