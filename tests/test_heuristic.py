"""The heuristic and what it sees: rights against sampled worlds, lists in order, and the same choice compiled."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pytest

from arboretum import Budget, Card, Game, Place, View
from arboretum.bots import heuristic
from arboretum.bots.choices import Mind
from arboretum.bots.heuristic import Heuristic, action_of, decide_once
from arboretum.bots.heuristic_play import considered
from arboretum.bots.heuristic_weights import NAMES, TUNED, weights_for
from arboretum.bots.outlook import WEIGHTS, best_cells, gained, whole
from arboretum.bots.sight import Sight, looked, right_with, size_of, squares_of, sum_of
from arboretum.bots.staircase import Staircase
from arboretum.bots.warming import some_position
from arboretum.rules.growth import Growth, grown, tried
from arboretum.rules.jit import can_compile, compiled, rule, stream
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import PLACE, SEATS, SLOTS, Position
from arboretum.table import Phase
from arboretum.worlds import imagined, out_of_game
from tables import new_game, play_on

WORLDS = 200
PLAYERS = pytest.mark.parametrize("seats", [2, 3, 4])
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


def views(seats: int, seed: int, every: int, options: str = "standard") -> Iterator[View]:
    """The acting seat's view at every so many-th decision of a random game."""
    game = new_game(seats, seed, options)
    for number, _ in enumerate(play_on(game, random.Random(seed))):
        if number % every == 5:
            yield game.view(game.seat)


def played(seats: int, seed: int, every: int) -> Iterator[View]:
    """The same in a game in which arboretums grow."""
    game, bot = new_game(seats, seed), Staircase()
    number = 0
    while not game.is_over:
        view = game.view(game.seat)
        if number % every == 0:
            yield view
        game.play(view.me, bot.choose(view, Budget()))
        number += 1


def values(position: Position, seat: int, slot: int) -> list[int]:
    """The values that a seat holds of a species."""
    cards = [position.hands[seat, at] for at in range(position.hand_size[seat])]
    return [card % 8 + 1 for card in cards if card // 8 == slot]


def counted(hands: list[list[int]], seat: int) -> int:
    """A hand's sum of a species, without an 8 that the 1 in another hand cancels (clause R2)."""
    others = [hand for other, hand in enumerate(hands) if other != seat]
    return sum(hands[seat]) - 8 * (8 in hands[seat] and any(1 in hand for hand in others))


class Imagined:
    """What holds on average in many worlds that a view allows."""

    def __init__(self, view: View) -> None:
        self.me, seats = view.me, range(view.seats)
        shape = (view.seats, len(view.species))
        self.sums = np.zeros(shape)
        """Hand sums of rivals, without an 8 that my 1 cancels, or another rival's."""
        self.rights = np.zeros(shape[1])
        """How often I had the right; a tie counts half."""
        self.ones = np.zeros(shape[1])
        """How often a rival held the 1."""
        chance = stream(len(view.seen))
        for _ in range(WORLDS):
            world = view.position()
            imagined(world, chance, out_of_game(view))
            for slot in range(world.slots):
                hands = [values(world, seat, slot) for seat in seats]
                others = [seat for seat in seats if seat != self.me]
                best = max(counted(hands, seat) for seat in others)
                mine = counted(hands, self.me)
                self.rights[slot] += (mine > best) / WORLDS + (mine == best) / (2 * WORLDS)
                self.ones[slot] += any(1 in hands[seat] for seat in others) / WORLDS
                for seat in others:
                    self.sums[seat, slot] += counted(hands, seat) / WORLDS


@PLAYERS
def test_chances_of_rights_are_those_of_sampled_worlds(seats: int) -> None:
    """Means and the feared 1 within the error of the sample; the chance, a bell curve, within some hundredths."""
    errors: list[float] = []
    for view in views(seats, 1, 29):
        position, sight, worlds = view.position(), Sight(), Imagined(view)
        looked(position, sight, view.me)
        for slot in range(position.slots):
            mine = sight.held[slot] & 1
            for seat in range(seats):
                if seat != view.me:
                    bound = 5 * math.sqrt((sight.spread[seat, slot, mine] + 0.01) / WORLDS)
                    assert abs(sight.expected[seat, slot, mine] - worlds.sums[seat, slot]) < bound
            assert abs(sight.one_elsewhere[slot] - worlds.ones[slot]) < 5 * 0.5 / math.sqrt(WORLDS)
            errors.append(right_with(position, sight, slot, sight.held[slot], 0.0, 0.0) - worlds.rights[slot])
    assert len(errors) > 20
    assert sum(map(abs, errors)) / len(errors) < 0.09
    assert abs(sum(errors)) / len(errors) < 0.06


@PLAYERS
def test_all_that_is_seen_and_nothing_else(seats: int) -> None:
    """What it holds, what is known of rivals and what is unseen, as its view tells; a world changes none of it."""
    for view in (*views(seats, 2, 17, "species=secret"), *views(seats, 2, 23)):
        seen = [Sight(), Sight()]
        world = view.position()
        imagined(world, stream(3), out_of_game(view))
        for sight, position in zip(seen, (view.position(), world), strict=True):
            looked(position, sight, view.me)
        assert seen[0].rows.tobytes() == seen[1].rows.tobytes() or out_of_game(view)
        assert list(seen[0].held) == as_sets(view, view.hand)
        assert list(seen[0].unseen) == as_sets(view, view.unseen)
        for seat in range(seats):
            if seat != view.me:
                known = [seen[0].known[seat, slot] for slot in range(SLOTS)]
                assert known == as_sets(view, view.hands_known[seat])


def as_sets(view: View, cards: Iterable[Card]) -> list[int]:
    """Cards as sets of bits, by the number of their species."""
    sets = [0] * SLOTS
    for card in cards:
        number = view.setup.slots.number(card)
        assert number is not None
        sets[number // 8] |= 1 << number % 8
    return sets


def test_sets_of_cards_are_counted() -> None:
    assert [size_of(cards) for cards in (0, 1, 128, 255)] == [0, 1, 1, 8]
    assert [sum_of(cards) for cards in (0, 1, 128, 0b101, 255)] == [0, 1, 8, 4, 36]
    assert [squares_of(cards) for cards in (0, 1, 128, 0b101)] == [0, 1, 64, 10]


@PLAYERS
def test_a_right_is_the_likelier_the_more_is_held(seats: int) -> None:
    position, sight = next(views(seats, 3, 31)).position(), Sight()
    looked(position, sight, position.seat)
    for slot in range(position.slots):
        chances = [right_with(position, sight, slot, cards, 0.0, 5.0) for cards in (0, 0b10, 0b110, 0b1111110)]
        assert chances == sorted(chances)
        assert 0 <= chances[0] < chances[-1] <= 1


# Choices. ----------------------------------------------------------------------------------------------------


def mind_of(view: View) -> tuple[Position, Mind, int]:
    """What the heuristic makes of a view."""
    position, mind = view.position(), Mind()
    mind.rows["weights"] = weights_for(view.seats)
    return position, mind, considered(position, mind, np.zeros(SEATS, Growth.dtype))


@PLAYERS
def test_what_is_done_is_the_best_of_what_is_listed(seats: int) -> None:
    phases = set()
    for view in played(seats, seats, 7):
        position, mind, choice = mind_of(view)
        listed = [(-whole(mind.values[at]), mind.orders[at], mind.choices[at]) for at in range(mind.listed)]
        assert listed == sorted(listed), "the best first, ties by their order"
        assert choice == listed[0][2]
        actions = {action_of(view, position, number) for _, _, number in listed}
        assert len(actions) == len(listed)
        assert actions <= set(view.legal_actions)
        if view.phase is Phase.PLACE:
            placed = {action.card for action in actions if isinstance(action, Place)}
            assert placed == set(view.hand), "each card of the hand, on its best cells"
        else:
            assert actions == set(view.legal_actions)
        assert Heuristic().choose(view, Budget()) == action_of(view, position, choice)
        phases.add(view.phase)
    assert len(phases) == 4


def test_the_two_cells_that_are_listed_are_the_best_there_are() -> None:
    """Each cell tried by itself; of cells that bring the same, the first from the south-west."""
    compared = 0
    for view in played(2, 5, 1):
        if view.phase is not Phase.PLACE or len(view.my_open_cells) < 4:
            continue
        position, mind, _ = mind_of(view)
        growth = Growth()
        grown(position, growth, view.me)
        for at in range(position.hand_size[view.me]):
            card, tries = position.hands[view.me, at], []
            for number in range(position.open_size[view.me]):
                cell = position.open_cells[view.me, number]
                tried(position, growth, view.me, card, cell)
                tries.append((-whole(gained(position, mind, growth, card)), cell, number))
            best_cells(position, mind, growth, card)
            assert list(mind.cells) == [number for _, _, number in sorted(tries)[:2]]
            compared += 1
    assert compared > 60


@PLAYERS
def test_there_is_a_weight_for_each_name(seats: int) -> None:
    assert len(TUNED[seats]) == len(NAMES) == WEIGHTS
    assert weights_for(seats).dtype == np.float64


def test_the_seed_changes_nothing() -> None:
    for view in played(3, 2, 9):
        assert Heuristic(1).choose(view, Budget()) == Heuristic(2).choose(view, Budget(seconds=0.001))


def test_a_position_to_warm_up_with_is_a_placing() -> None:
    position = some_position()
    assert position.phase == PLACE
    assert position.hand_size[position.seat] == 9


# Compiled. ---------------------------------------------------------------------------------------------------


@pytest.fixture
def warm(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Warms the heuristic up, for one test."""
    monkeypatch.setattr(heuristic, "_decide", heuristic._decide)
    return Heuristic().warm_up


@needs_numba
@pytest.mark.long
@PLAYERS
def test_it_decides_the_same_interpreted_and_compiled(seats: int, warm: Callable[[], None]) -> None:
    asked = list(played(seats, 4, 2)) + list(views(seats, 4, 3, "species=secret,unheld=nobody"))
    interpreted = [Heuristic().choose(view, Budget()) for view in asked]
    assert heuristic._decide is decide_once, "nothing was compiled so far"
    warm()
    assert heuristic._decide is not decide_once
    assert [Heuristic().choose(view, Budget()) for view in asked] == interpreted
    assert len(asked) > 40


@rule
def imagined_in(rows: Rows, words: Rows, out: int) -> None:
    """`imagined`, for the compiler."""
    imagined(record_of(rows, 0), words, out)


@needs_numba
@PLAYERS
def test_worlds_are_the_same_interpreted_and_compiled(seats: int) -> None:
    for view in views(seats, 5, 13, "species=secret" if seats < 4 else "standard"):
        worlds = []
        for function in (imagined_in, compiled(imagined_in)):
            position, chance = view.position(), stream(1, len(view.seen))
            function(position.rows, chance, out_of_game(view))
            worlds.append((position.rows.tobytes(), chance.tobytes()))
        assert worlds[0] == worlds[1]


def test_it_plays_a_whole_game_without_a_compiler() -> None:
    """A guard against a wrong sign, no measure of strength: it scores far more than first actions do."""
    game, bot = Game.new(["heuristic", "first"], seed=3), Heuristic()
    while not game.is_over:
        view = game.view(game.seat)
        game.play(view.me, bot.choose(view, Budget()) if view.me == 0 else view.legal_actions[0])
    assert game.score.totals is not None
    assert game.score.totals[0] > game.score.totals[1] + 10
