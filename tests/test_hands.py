"""What is made of how rivals played: clues are public, odds are kept, and worlds follow them."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from arboretum import Card, View
from arboretum.bots.choices import Mind
from arboretum.bots.heuristic_weights import weights_for
from arboretum.bots.outlook import overlooked
from arboretum.rules.growth import Growth
from arboretum.rules.jit import compiled, rule, stream
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import CARDS, SEATS, UNKNOWN, Position
from arboretum.value.ahead import read_all
from arboretum.value.clues import CLUES, clued
from arboretum.value.desk import desk
from arboretum.value.hands import BLANK, Odds, Reader, even_odds, imagined_by, odds_of
from arboretum.worlds import out_of_game
from tables import assert_allowed, new_game, play_on

SEEN = 0


def some_reader(seed: int = 0) -> Reader:
    """A reader of random weights."""
    chance = np.random.default_rng(seed)
    return Reader(*(np.multiply(0.4, chance.standard_normal(array.shape), dtype=np.float32) for array in BLANK))


def odds_for(view: View, reader: Reader, read: object = read_all) -> Odds:
    """What the acting seat of a view makes of rivals' hands."""
    room, odds = desk(view.seats, 1), even_odds()
    room.bytes[SEEN] = view.position().rows.view(np.uint8)
    assert callable(read)
    read(room, reader, odds)
    return odds


def number_of(view: View, card: Card) -> int:
    """The card's number in positions."""
    number = view.setup.slots.number(card)
    assert number is not None
    return number


def some_views(seats: int, options: str = "standard", every: int = 9) -> list[View]:
    """What the acting seat sees now and then in a random game."""
    game = new_game(seats, seats, options)
    return [
        game.view(game.seat) for number, _ in enumerate(play_on(game, random.Random(3))) if number % every == 0
    ][:-1]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_compiled_and_interpreted_read_the_same(seats: int) -> None:
    for view in some_views(seats):
        for reader in (BLANK, some_reader()):
            odds = odds_for(view, reader)
            assert np.array_equal(odds, odds_for(view, reader, compiled(read_all)))
            unseen = np.array([number_of(view, card) for card in view.unseen])
            others = np.array([seat for seat in range(seats) if seat != view.me])
            assert (odds > 0).all()
            assert (odds[np.ix_(others, unseen)] != 1.0).any() == (reader is not BLANK)
            odds[np.ix_(others, unseen)] = 1.0
            assert (odds == 1.0).all(), "odds of cards that are seen stay as they were"


@pytest.mark.parametrize("told", [0.0, 0.3, -2.0, 7.5, 40.0])
def test_the_opposite_has_the_inverse_odds(told: float) -> None:
    assert odds_of(told) * odds_of(-told) == pytest.approx(1.0)
    assert (odds_of(told) > 1.0) == (told > 0.0)


@pytest.mark.parametrize("options", ["standard", "species=secret"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_worlds_by_odds_are_worlds_that_the_view_allows(seats: int, options: str) -> None:
    for number, view in enumerate(some_views(seats, options)):
        odds = odds_for(view, some_reader(number))
        position = view.position()
        imagined_by(position, odds, stream(number), out_of_game(view))
        assert_allowed(view, position)


def test_a_card_is_imagined_as_often_as_its_odds_say() -> None:
    """A rival's hand of one hidden card: chi-square over which one it is."""
    view = next(view for view in reversed(some_views(2, every=1)) if len(view.hands_known[1 - view.me]) < 5)
    position = view.position()
    rival = 1 - view.me
    hidden = [at for at in range(position.hand_size[rival]) if position.hands[rival, at] == UNKNOWN]
    at = hidden[0]
    position.hand_size[rival] = at + 1  # what follows in the hand is not looked at
    odds = odds_for(view, some_reader(1))
    counts: Counter[int] = Counter()
    trials, chance = 4000, stream(5)
    for _ in range(trials):
        world = Position(position.rows.copy())
        imagined_by(world, odds, chance, 0)
        counts[int(world.hands[rival, at])] += 1
    unseen = [int(position.unseen[place]) for place in range(position.unseen_size)]
    total = sum(odds[rival, card] for card in unseen)
    expected = [trials * odds[rival, card] / total for card in unseen]
    chi2 = sum((counts[card] - each) ** 2 / each for card, each in zip(unseen, expected, strict=True))
    assert chi2 < len(unseen) + 4 * (2 * len(unseen)) ** 0.5
    assert sum(counts[card] for card in unseen) == trials


@rule
def clues_of(rows: Rows, minds: Rows, growths: Rows, me: int, seat: int, card: int, clues: Rows) -> None:
    """The clues that `me` has about a rival and a card."""
    position, mind = record_of(rows, 0), record_of(minds, 0)
    overlooked(position, mind, growths, me)
    clued(position, mind, growths, seat, card, clues)


@pytest.mark.parametrize("seats", [2, 4])
def test_clues_do_not_change_when_hidden_cards_change_places(seats: int) -> None:
    """In the view and in the worlds that it allows the same is seen: no reader is told what it guesses."""
    minds = np.zeros(1, Mind.dtype)
    minds["weights"] = weights_for(seats)
    growths = np.zeros(SEATS, Growth.dtype)
    game = new_game(seats, 8)
    for number, _ in enumerate(play_on(game, random.Random(8))):
        if number % 7 or game.is_over:
            continue
        view = game.view(game.seat)
        worlds = [view.position(), view.position(), view.position()]
        for at, world in enumerate(worlds[1:]):
            imagined_by(world, np.ones((SEATS, CARDS)), stream(number, at), 0)
        rivals = [seat for seat in range(seats) if seat != view.me]
        for card, seat in itertools.product(sorted(view.unseen)[::5], rivals):
            seen = []
            for world in worlds:
                clues = np.zeros(CLUES, np.float32)
                clues_of(world.rows, minds, growths, view.me, seat, number_of(view, card), clues)
                seen.append(clues)
            assert np.array_equal(seen[0], seen[1])
            assert np.array_equal(seen[0], seen[2])


def test_a_discard_of_the_species_is_a_clue() -> None:
    game = new_game(2, 5)
    me = 1 - game.seat
    for _ in play_on(game, random.Random(2)):
        if game.seat == me and game.view(me).discards[1 - me]:
            break
    view = game.view(me)
    top = view.discards[1 - me][-1]
    minds, growths = np.zeros(1, Mind.dtype), np.zeros(SEATS, Growth.dtype)
    minds["weights"] = weights_for(2)
    for card in view.unseen:
        clues = np.zeros(CLUES, np.float32)
        clues_of(view.position().rows, minds, growths, me, 1 - me, number_of(view, card), clues)
        assert clues[card.value - 1] == 1.0
        assert (clues[16] == 1.0) == (card.species == top.species)
