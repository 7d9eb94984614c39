"""Games for the tests to play with: scripted chance, views of every seat, twins that differ in hidden cards."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

from arboretum import NOBODY, Action, Card, Game, Options, State, View
from arboretum.events import Event, Shuffled, Started
from arboretum.rules.position import Position
from arboretum.setup import Setup, commitment

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def new_game(seats: int, seed: int, options: str = "standard") -> Game:
    """A game of this many players from a seed."""
    return Game.new(NAMES[:seats], Options.parse(options), seed=seed)


def log_of(game: Game) -> list[Event]:
    """The true events of a game, which only its owner holds."""
    return game._log


def random_action(game: Game, chance: random.Random) -> Action:
    """A legal action of the acting seat; `random()` alone is the same in every version of Python."""
    legal = game.view(game.seat).legal_actions
    return legal[int(chance.random() * len(legal))]


def play_on(game: Game, chance: random.Random, decisions: int = 1000) -> Iterator[tuple[int, Action]]:
    """Play random actions, one at a time, each reported before it is played."""
    for _ in range(decisions):
        if game.is_over:
            return
        seat, action = game.seat, random_action(game, chance)
        yield seat, action
        game.play(seat, action)


def finished(seats: int, seed: int, options: str = "standard") -> Game:
    """A random game played to its end."""
    game = new_game(seats, seed, options)
    for _ in play_on(game, random.Random(seed)):
        pass
    return game


def from_deck(setup: Setup, shuffle: Shuffled, start: int) -> Game:
    """A game with this deck and starting seat."""
    return Game(setup, [shuffle, Started(start)])


def twin(game: Game, one: Card, other: Card, already: list[tuple[int, Action]]) -> Game:
    """The same game with two cards of its deck exchanged, the same commitment and salt, played as far."""
    shuffle = log_of(game)[0]
    assert isinstance(shuffle, Shuffled)
    exchange = {one: other, other: one}
    deck = tuple(exchange.get(card, card) for card in shuffle.deck)
    start = game.view(NOBODY).starter
    made = from_deck(game.setup, dataclasses.replace(shuffle, deck=deck), start)
    for seat, action in already:
        made.play(seat, action)
    return made


def assert_allowed(view: View, position: Position) -> None:
    """An imagined world is one that a view allows: as many cards everywhere, what is known where it is known."""
    world = State(view.setup, position.freeze())
    assert tuple(map(len, world.hands)) == view.hand_sizes
    assert len(world.pile) == view.pile_size
    assert len(world.species_in_play) == view.setup.species_in_play
    for hand, known in zip(world.hands, view.hands_known, strict=True):
        assert set(known) <= set(hand)
    hidden = {card for hand in world.hands for card in hand} - {card for hand in view.hands_known for card in hand}
    assert hidden <= set(view.unseen)


def commitment_of(shuffle: Shuffled) -> str:
    """What the header of a game with this shuffle says."""
    return commitment(shuffle.salt, shuffle.deck, shuffle.removed)


def swapped(game: Game, already: list[tuple[int, Action]], chance: random.Random) -> Game | None:
    """The same game, as far as its acting seat sees, with two cards exchanged that it has not seen."""
    shuffle, unseen = log_of(game)[0], game.view(game.seat).unseen
    assert isinstance(shuffle, Shuffled)
    cards = [card for card in shuffle.deck if card in unseen]
    if len(cards) < 2:
        return None
    one, other = chance.sample(cards, 2)
    made = twin(game, one, other, already)
    assert log_of(made)[0] != shuffle
    return made
