"""Filling in the cards that a record does not tell, once the deck is known."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence

from arboretum.cards import HAND_SIZE, Card
from arboretum.dealing import hand_from, has_first_discard
from arboretum.events import PILE, Dealt, Drew, Event, Started
from arboretum.setup import Setup


def filled(setup: Setup, deck: Sequence[Card], events: Sequence[Event]) -> Iterator[Event]:
    """
    The events with each unseen card told as the deck has it; cards that are told stay as they are.

    Where deck or events cannot be, cards stay unseen: the referee refuses such a record before it meets them.
    """
    if len(deck) != 8 * setup.species_in_play:
        yield from events
        return
    starter = next((event.seat for event in events if isinstance(event, Started)), None)
    drawn = HAND_SIZE * setup.seats
    drawn += sum(has_first_discard(seat, starter or 0, setup.options) for seat in range(setup.seats))
    for event in events:
        if isinstance(event, Dealt) and starter is not None and len(event.cards) == HAND_SIZE:
            true = hand_from(deck, event.seat, setup.seats, starter, setup.options).cards
            cards = tuple(fill if card is None else card for card, fill in zip(event.cards, true, strict=True))
            event = dataclasses.replace(event, cards=cards)
        elif isinstance(event, Drew) and event.source == PILE:
            if event.card is None and drawn < len(deck):
                event = dataclasses.replace(event, card=deck[drawn])
            drawn += 1
        yield event
