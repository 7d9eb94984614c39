"""
The one fold: a position changes when an event is applied to it, and only then.

The truth, every seat's knowledge and every imagined world go through these two functions; they differ only
in what their events say.
"""

from __future__ import annotations

import functools
from typing import Final, assert_never

from arboretum.cards import Card, Slots
from arboretum.events import PILE, Dealt, Discarded, Drew, Ended, Event, Placed, Shuffled, Started
from arboretum.rules import turn
from arboretum.rules.position import (
    DRAW_PILE,
    TIEBREAK_CARDS,
    TIEBREAK_SPECIES,
    UNHELD_EVERYONE,
    UNHELD_NOBODY,
    UNKNOWN,
    Position,
)
from arboretum.setup import Setup

TIEBREAKS: Final = {"species": TIEBREAK_SPECIES, "cards": TIEBREAK_CARDS}
UNHELD: Final = {"everyone": UNHELD_EVERYONE, "nobody": UNHELD_NOBODY}


def empty_table(setup: Setup) -> Position:
    """The position before anything happened: no cards dealt, the starting player not yet known. It is frozen."""
    options = setup.options
    return _empty(setup.seats, len(setup.slots.species), TIEBREAKS[options.tiebreak], UNHELD[options.unheld])


@functools.cache
def _empty(seats: int, slots: int, tiebreak: int, unheld: int) -> Position:
    """Every game begins with one of a few of these, for the truth and for each view of it."""
    position = Position()
    turn.started(position, seats, slots, 0)
    position.tiebreak, position.unheld = tiebreak, unheld
    return position.freeze()


def fold(position: Position, event: Event, slots: Slots) -> None:
    """Apply an event to a position, in place. The event must have been legal."""
    match event:
        case Drew():
            source = DRAW_PILE if event.source == PILE else int(event.source)
            turn.drew(position, source, _number(event.card, slots))
        case Placed():
            open_at = turn.where_open(position, event.seat, turn.cell_number(*event.cell))
            turn.placed(position, _number(event.card, slots), open_at)
        case Discarded():
            turn.discarded(position, _number(event.card, slots))
        case Shuffled():
            for species in event.removed:
                if species in slots.species:  # secret ones only: known ones have no slot (option O3)
                    turn.removed(position, slots.species.index(species))
        case Started():
            position.starter = position.seat = event.seat
        case Dealt():
            for card in event.cards:
                turn.dealt(position, event.seat, _number(card, slots))
            if event.discard is not None:
                turn.opened(position, event.seat, _number(event.discard, slots))
        case Ended():
            _reveal(position, event, slots)
        case _:
            assert_never(event)


def _reveal(position: Position, event: Ended, slots: Slots) -> None:
    """Show all hands and the removed species to whoever did not know them (clause E4)."""
    for seat, hand in enumerate(event.hands):
        for card in hand:
            turn.revealed(position, seat, _number(card, slots))
    for species in event.removed:
        if species in slots.species and position.unseen_size > 0:
            turn.removed(position, slots.species.index(species))


def _number(card: Card | None, slots: Slots) -> int:
    """A card's number inside a position; UNKNOWN for one not seen."""
    number = UNKNOWN if card is None else slots.number(card)
    assert number is not None, f"{card} is not in this game"
    return number
