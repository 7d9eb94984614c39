"""Imagination: whole states that a view allows, each with the same chance (determinization)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arboretum.cards import Card
from arboretum.rules.jit import Stream, below, rule, shuffled
from arboretum.rules.position import NOWHERE, UNKNOWN, Position
from arboretum.rules.turn import leave_unseen, removed, slot_of
from arboretum.state import State
from arboretum.view import View


def sample(view: View, stream: Stream) -> State:
    """
    A state that this view allows, drawn uniformly from all of them.

    First the removed species, where they are secret, among those of which no card was seen; then the hidden
    cards of the hands. What is left is the draw pile. How rivals chose so far is not weighed.
    """
    position = view.position()
    imagined(position, stream, out_of_game(view))
    return State(view.setup, position.freeze())


def out_of_game(view: View) -> int:
    """How many species are not in the game, though this view does not know which (option O3)."""
    return 0 if view.is_over else len(view.setup.slots.species) - view.setup.species_in_play


@rule
def imagined(position: Position, stream: Stream, out_of_game: int) -> None:
    """Make a world of a view's position, in place; so many species are not in the game."""
    species_left_out(position, stream, out_of_game)
    for seat in range(position.seats):
        for at in range(position.hand_size[seat]):
            if position.hands[seat, at] == UNKNOWN:
                card = position.unseen[below(stream, position.unseen_size)]
                leave_unseen(position, card)
                position.hands[seat, at] = card


@rule
def species_left_out(position: Position, stream: Stream, out_of_game: int) -> None:
    """Remove so many species of which no card was seen (option O3)."""
    for _ in range(out_of_game):
        removed(position, unseen_slot(position, stream))


@rule
def unseen_slot(position: Position, stream: Stream) -> int:
    """A species of which no card was seen, each with the same chance (option O3)."""
    candidates = 0
    for slot in range(position.slots):
        candidates += 1 if unseen_of(position, slot) == 8 else 0
    passed = below(stream, candidates)
    found = NOWHERE
    for slot in range(position.slots):
        if unseen_of(position, slot) == 8:
            found = slot if passed == 0 else found
            passed -= 1
    return found


@rule
def unseen_of(position: Position, slot: int) -> int:
    """How many cards of a species are unseen."""
    count = 0
    for at in range(position.unseen_size):
        count += 1 if slot_of(position.unseen[at]) == slot else 0
    return count


def reshuffled(
    view: View, deck: Sequence[Card], hands: Sequence[Collection[Card]], stream: Stream
) -> tuple[Card, ...]:
    """
    Another deck, in draw order, with which the same game would have looked the same to this view.

    deck: the true one; hands: the true ones at this moment. Every card that the view knows of keeps its place;
    the places of the others get what a sampled world has there.
    """
    world = sample(view, stream)
    moved: dict[Card, Card] = {}
    for seat, known in enumerate(view.hands_known):
        hidden = [card for card in hands[seat] if card not in known]
        dreamt = [card for card in world.hands[seat] if card not in known]
        moved.update(zip(hidden, map(Card, shuffled(list(map(int, dreamt)), stream)), strict=True))
    pile = deck[len(deck) - view.pile_size :]
    moved.update(zip(pile, map(Card, shuffled(sorted(map(int, world.pile)), stream)), strict=True))
    return tuple(moved.get(card, card) for card in deck)
