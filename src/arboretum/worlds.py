"""Imagination: whole states that a view allows, each with the same chance (determinization)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arboretum.cards import Card
from arboretum.rules.jit import Stream, below, shuffled
from arboretum.rules.position import NOWHERE, UNKNOWN, Position
from arboretum.rules.turn import in_hand, leave_unseen, removed
from arboretum.state import State
from arboretum.view import View


def sample(view: View, stream: Stream) -> State:
    """
    A state that this view allows, drawn uniformly from all of them.

    First the removed species, where they are secret, among those of which no card was seen; then the hidden
    cards of the hands. What is left is the draw pile. How rivals chose so far is not weighed.
    """
    position = view.position()
    out_of_game = position.slots - view.setup.species_in_play
    if out_of_game and not view.is_over:
        _remove_species(position, stream, out_of_game)
    for seat in range(position.seats):
        while (at := in_hand(position, seat, UNKNOWN)) != NOWHERE:
            card = position.unseen[below(stream, position.unseen_size)]
            leave_unseen(position, card)
            position.hands[seat, at] = card
    return State(view.setup, position.freeze())


def _remove_species(position: Position, stream: Stream, count: int) -> None:
    """Take so many species out of the game, of those whose eight cards are all unseen (option O3)."""
    unseen = [0] * position.slots
    for card in position.unseen[: position.unseen_size]:
        unseen[card >> 3] += 1
    candidates = [slot for slot in range(position.slots) if unseen[slot] == 8]
    for _ in range(count):
        removed(position, candidates.pop(below(stream, len(candidates))))


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
