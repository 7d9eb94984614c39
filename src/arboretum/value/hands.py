"""
What rivals may hold: from the clues of `value.clues` a small network tells how likely it is that a card is in a
rival's hand and not in the draw pile, and worlds are imagined accordingly.

Solinas, Rebstock, Buro 2019 do so for Skat: an imagined world in which everybody holds what fits with how they
played is worth many in which they hold anything.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np

from arboretum.bots.choices import Mind
from arboretum.bots.outlook import overlooked
from arboretum.rules.jit import Stream, next_word, rule
from arboretum.rules.layout import Rows
from arboretum.rules.position import CARDS, SEATS, UNKNOWN, Position
from arboretum.rules.turn import leave_unseen
from arboretum.value.clues import CLUES, clued
from arboretum.worlds import species_left_out

Floats = np.ndarray[Any, np.dtype[np.float32]]
Odds = np.ndarray[Any, np.dtype[np.float64]]

READING: Final = 32
"""Hidden units."""
WORDS: Final = float(1 << 56)


class Reader(NamedTuple):
    """Weights: float32, the matrix [from, to]."""

    into: Floats  # [CLUES, READING]
    into_bias: Floats
    out: Floats  # [READING]
    out_bias: Floats  # [1]


BLANK: Final = Reader(
    np.zeros((CLUES, READING), np.float32),
    np.zeros(READING, np.float32),
    np.zeros(READING, np.float32),
    np.zeros(1, np.float32),
)
"""One that tells nothing: each unseen card is as likely as another."""


def even_odds() -> Odds:
    """Odds by which each unseen card is as likely as another: float64[SEATS, CARDS]."""
    return np.ones((SEATS, CARDS))


@rule
def read_hands(position: Position, mind: Mind, growths: Rows, reader: Reader, room: Rows, odds: Odds) -> None:
    """
    Tell from what the acting seat of a position sees how likely rivals are to hold each unseen card.

    room: float32[CLUES or more], to work in; odds: float64[SEATS, CARDS], written for each rival and unseen card:
    how many times likelier it is in that hand than a card of which nothing is known.
    """
    overlooked(position, mind, growths, position.seat)
    for seat in range(position.seats):
        if seat != position.seat:
            for at in range(position.unseen_size):
                card = position.unseen[at]
                clued(position, mind, growths, seat, card, room)
                odds[seat, card] = odds_of(read(reader, room))


@rule
def read(reader: Reader, clues: Rows) -> float:
    """What a reader makes of some clues: above 0 if the card is rather in that hand."""
    told = np.float64(reader.out_bias[0])
    for unit in range(READING):
        sum_of_unit = reader.into_bias[unit]
        for at in range(CLUES):
            sum_of_unit += clues[at] * reader.into[at, unit]
        told += max(sum_of_unit, np.float32(0.0)) * reader.out[unit]
    return float(told)


@rule
def odds_of(told: float) -> float:
    """Odds of what a reader told: 1 for 0; of the opposite the inverse; a root alone is needed."""
    root = (told + math.sqrt(told * told + 4.0)) / 2.0
    return root * root


@rule
def imagined_by(position: Position, odds: Odds, stream: Stream, out_of_game: int) -> None:
    """
    Make a world of a view's position, in place, as `worlds.imagined` does, but by these odds.

    Each unknown card of a hand is drawn from the unseen ones, each with a chance in proportion to its odds.
    """
    species_left_out(position, stream, out_of_game)
    for seat in range(position.seats):
        for at in range(position.hand_size[seat]):
            if position.hands[seat, at] == UNKNOWN:
                card = likely_card(position, odds[seat], stream)
                leave_unseen(position, card)
                position.hands[seat, at] = card


@rule
def likely_card(position: Position, odds: Odds, stream: Stream) -> int:
    """An unseen card, each with a chance in proportion to its odds: float64[CARDS]."""
    total = 0.0
    for at in range(position.unseen_size):
        total += odds[position.unseen[at]]
    left = total * (next_word(stream) / WORDS)
    found = 0
    for at in range(position.unseen_size - 1):
        left -= odds[position.unseen[at]]
        found += 1 if left >= 0.0 else 0
    return position.unseen[found]
