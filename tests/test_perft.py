"""Perft: leaf counts from fixed decks, and the order in which actions are listed, which clients rely on."""

from __future__ import annotations

import copy
import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arboretum import Action, Card, Discard, DrawDiscard, DrawPile, Place, State
from arboretum.events import PILE, Discarded, Drew, Event, Placed, Shuffled
from oracle import Oracle
from tables import log_of, new_game, play_on

CASES = tomllib.loads((Path(__file__).parent / "perft.toml").read_text())


def state_of(seats: int, seed: int, options: str, decisions: int) -> tuple[State, tuple[Card, ...]]:
    """The truth of a game after so many decisions, and the deck."""
    game = new_game(seats, seed, options)
    for _ in play_on(game, random.Random(seed), decisions):
        pass
    shuffle = log_of(game)[0]
    assert isinstance(shuffle, Shuffled)
    return game._state, shuffle.deck


def count(state: State, deck: tuple[Card, ...], depth: int) -> int:
    """The number of sequences of so many decisions."""
    if depth == 0:
        return 1
    actions = state.legal_actions
    if depth == 1:
        return len(actions)
    return sum(count(state.after(_event(state, deck, action)), deck, depth - 1) for action in actions)


def _event(state: State, deck: tuple[Card, ...], action: Action) -> Event:
    match action:
        case DrawPile():
            return Drew(state.seat, PILE, deck[len(deck) - state.pile_size])
        case DrawDiscard(seat):
            return Drew(state.seat, seat, state.discards[seat].top)
        case Place(card, cell):
            return Placed(state.seat, card, cell)
        case Discard(card):
            return Discarded(state.seat, card)


@pytest.mark.parametrize("case", CASES["perft"], ids=lambda c: f"{c['seats']}-{c['options']}-{c['after']}")
def test_perft(case: dict[str, Any]) -> None:
    state, deck = state_of(case["seats"], case["seed"], case["options"], case["after"])
    counts = case["counts"]
    assert [count(state, deck, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("case", CASES["order"], ids=lambda c: c["phase"])
def test_actions_are_listed_in_this_order(case: dict[str, Any]) -> None:
    state, _ = state_of(2, 12, "standard", case["after"])
    assert state.phase.name == case["phase"]
    assert " ".join(map(str, state.legal_actions)) == case["actions"]


def oracle_action(action: Action) -> tuple[object, ...]:
    """An action in the oracle's words."""
    match action:
        case DrawPile():
            return ("draw", "pile")
        case DrawDiscard(seat):
            return ("draw", seat)
        case Place(card, cell):
            return ("place", str(card), tuple(cell))
        case Discard(card):
            return ("discard", str(card))


def oracle_count(oracle: Oracle, depth: int) -> int:
    legal = oracle.legal()
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        after = copy.deepcopy(oracle)
        after.apply(action)
        total += oracle_count(after, depth - 1)
    return total


@pytest.mark.parametrize("case", CASES["perft"], ids=lambda c: f"{c['seats']}-{c['options']}-{c['after']}")
def test_the_oracle_counts_the_same(case: dict[str, Any]) -> None:
    seats, seed = case["seats"], case["seed"]
    game = new_game(seats, seed, case["options"])
    shuffle = log_of(game)[0]
    assert isinstance(shuffle, Shuffled)
    species = sorted({card.species.code for card in shuffle.deck})
    options = {name: str(value) for name, value in game.setup.options.changed.items()}
    oracle = Oracle(seats, species, [str(card) for card in shuffle.deck], game.view(0).starter, options)
    for _, action in play_on(game, random.Random(seed), case["after"]):
        oracle.apply(oracle_action(action))
    for depth, expected in enumerate(case["counts"]):
        if expected <= 4000:
            assert oracle_count(oracle, depth + 1) == expected
