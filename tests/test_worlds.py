"""Imagined worlds: each is one that the view allows, and all of them are equally likely."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest

from arboretum import NOBODY, Card, State, View
from arboretum.rules.jit import stream
from arboretum.rules.position import UNKNOWN
from arboretum.worlds import sample
from tables import new_game, play_on


def blanked(world: State, view: View) -> View:
    """A world with what the view's seat has not seen blanked out: the view it gives back."""
    position = world.position()
    hidden = []
    for seat in range(position.seats):
        for at in range(position.hand_size[seat]):
            card = position.hands[seat, at]
            if seat != view.me and not position.shown[card]:
                hidden.append(card)
                position.hands[seat, at] = UNKNOWN
    out_of_game = [
        view.setup.slots.number(card) or 0 for card in view.unseen if card.species not in world.species_in_play
    ]
    for card in hidden + out_of_game:
        position.unseen[position.unseen_size] = card
        position.unseen_size += 1
    return View(view.setup, position, view.me, view.seen)


@pytest.mark.parametrize("options", ["standard", "first-edition", "species=secret"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_world_folds_back_to_its_view(seats: int, options: str) -> None:
    chance = random.Random(seats)
    for seed in range(4):
        game = new_game(seats, seed, options)
        for number, _ in enumerate(play_on(game, chance)):
            if number % 5:
                continue
            for seat in (*range(seats), NOBODY):
                view = game.view(seat)
                world = sample(view, stream(seed, number))
                assert UNKNOWN not in [card for hand in world.hands for card in hand]
                assert len(world.pile) == world.pile_size == view.pile_size
                assert len(world.species_in_play) == view.setup.species_in_play
                assert tuple(map(len, world.hands)) == view.hand_sizes
                assert blanked(world, view) == view


def test_a_world_after_the_end_is_the_truth() -> None:
    game = new_game(2, 4, "species=secret")
    for _ in play_on(game, random.Random(1)):
        pass
    world = sample(game.view(NOBODY), stream(0))
    assert world.hands == game.view(0).hands_known
    assert world.score.totals == game.score.totals


@pytest.mark.parametrize(
    ("seats", "options", "pile", "most"),
    [(2, "standard", 2, 200), (3, "standard", 1, 3000), (2, "species=secret", 44, 0)],
)
def test_all_worlds_are_equally_likely(seats: int, options: str, pile: int, most: int) -> None:
    """Chi-square over whole information sets late in the game; early with secret species over what left."""
    chance = random.Random(7)
    for seed in range(200):
        game = new_game(seats, seed, options)
        for _ in play_on(game, chance):
            view = game.view(game.seat)
            if most and (view.pile_size > pile or _worlds(view) > most or _worlds(view) < 8):
                continue
            _check_uniform(view, by_species=not most)
            return
    pytest.fail("no such position was met")


def _worlds(view: View) -> int:
    """How many worlds a view allows, without secret species: ways to fill the hidden hands."""
    left, ways = len(view.unseen), 1
    for seat in range(view.seats):
        hidden = view.hand_sizes[seat] - len(view.hands_known[seat])
        ways *= math.comb(left, hidden)
        left -= hidden
    return ways


def _check_uniform(view: View, *, by_species: bool) -> None:
    seen_species = {card.species for card in _seen_cards(view)}
    out = len(view.species) - view.setup.species_in_play
    cells = math.comb(len(view.species) - len(seen_species), out) if by_species else _worlds(view)
    assert cells >= 8
    rolls = 40 * cells
    chance = stream(11)
    counts: Counter[object] = Counter()
    for _ in range(rolls):
        world = sample(view, chance)
        counts[world.species_in_play if by_species else world.hands] += 1
    assert len(counts) == cells
    chi_square = sum((count - 40) ** 2 / 40 for count in counts.values())
    freedom = cells - 1
    assert abs(chi_square - freedom) < 4 * math.sqrt(2 * freedom), (chi_square, freedom)


def _seen_cards(view: View) -> set[Card]:
    deck = {view.setup.slots.card(number) for number in range(8 * len(view.species))}
    return deck - view.unseen
