"""The cards that a deck gives each seat before the first turn (clauses S3, S5, option O4)."""

from __future__ import annotations

from collections.abc import Sequence

from arboretum.cards import HAND_SIZE, Card
from arboretum.events import Dealt
from arboretum.options import Options


def dealing_order(seats: int, starter: int) -> tuple[int, ...]:
    """The seats in the order in which they are dealt to and play: clockwise from the starting one."""
    return tuple((starter + i) % seats for i in range(seats))


def has_first_discard(seat: int, starter: int, options: Options) -> bool:
    """Whether a seat begins with a card on its discard pile (option O4; else clause S4)."""
    return options.opening == "first-edition" and seat != starter


def hand_from(deck: Sequence[Card], seat: int, seats: int, starter: int, options: Options) -> Dealt:
    """What a seat is dealt from a deck in draw order: one card a round, then, with O4, a first discard."""
    turn = dealing_order(seats, starter).index(seat)
    cards = tuple(deck[turn + seats * round_] for round_ in range(HAND_SIZE))
    first = deck[HAND_SIZE * seats + turn - 1] if has_first_discard(seat, starter, options) else None
    return Dealt(seat, cards, first)
