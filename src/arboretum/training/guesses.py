"""
Guesses at hands: in games of the network against itself, what could be seen about a card, and who held it.

At the beginning of each turn a guess is written for every rival and every card that the acting seat has not seen.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from arboretum.bots.heuristic_play import done
from arboretum.bots.outlook import overlooked
from arboretum.bots.rollout import random_deal
from arboretum.bots.search import SEEN, WORLD, copied
from arboretum.rules.jit import Stream, compiled, rule, stream
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import DRAW_FIRST, OVER
from arboretum.value.clues import CLUES, clued
from arboretum.value.desk import Desk, desk
from arboretum.value.hands import Reader, odds_of, read
from arboretum.value.network import Network
from arboretum.value.play import best_of, masked, weighed

AT_ONCE: Final = 2048
"""Guesses for which there is room beyond those that are asked for: more than a turn has."""
LEAST: Final = 1e-3
"""A chance is taken to be this far from 0 and 1 at least."""


class Guesses(NamedTuple):
    """Of each: what could be seen, how likely it was without that, and whether the rival held the card."""

    clues: np.ndarray[Any, np.dtype[np.float32]]  # [guesses, CLUES]
    chances: np.ndarray[Any, np.dtype[np.float32]]  # [guesses]: the share of the unseen cards that the rival holds
    held: np.ndarray[Any, np.dtype[np.uint8]]  # [guesses]: 1 if the rival held it


def guessed(network: Network, seats: int, count: int, choices: int, *seeds: int) -> Guesses:
    """So many guesses, from games whose random stream is made of these seeds."""
    room = Guesses(
        np.zeros((count + AT_ONCE, CLUES), np.float32),
        np.zeros(count + AT_ONCE, np.float32),
        np.zeros(count + AT_ONCE, np.uint8),
    )
    compiled(guess_games)(desk(seats, choices), network, room, count, stream(*seeds), seats)
    return Guesses(room.clues[:count], room.chances[:count], room.held[:count])


@rule
def guess_games(desk: Desk, network: Network, guesses: Guesses, wanted: int, stream: Stream, seats: int) -> None:
    """Play games until so many guesses are written, and perhaps the rest of a turn's."""
    truth = record_of(desk.rows, WORLD)
    count = 0
    while count < wanted:
        random_deal(truth, stream, seats)
        while truth.phase != OVER and count < wanted:
            if truth.phase == DRAW_FIRST:
                count = guess_turn(desk, guesses, count)
            copied(desk.bytes, WORLD, SEEN)
            masked(record_of(desk.rows, SEEN))
            best = best_of(desk, weighed(desk, network))
            done(truth, stream, record_of(desk.prospects, 0).choices[best])


@rule
def guess_turn(desk: Desk, guesses: Guesses, count: int) -> int:
    """Write the guesses of one turn from this place on; tells where the next ones go."""
    truth = record_of(desk.rows, WORLD)
    mind = record_of(desk.prospects, 0)
    overlooked(truth, mind, desk.growths, truth.seat)
    for seat in range(truth.seats):
        if seat != truth.seat and mind.hidden[seat] > 0:
            for at in range(truth.unseen_size):
                guess(desk, guesses, count, seat, truth.unseen[at], 0)
                count += 1
            for holder in range(truth.seats):
                for at in range(truth.hand_size[holder]):
                    card = truth.hands[holder, at]
                    if holder != truth.seat and truth.shown[card] == 0:
                        guess(desk, guesses, count, seat, card, 1 if holder == seat else 0)
                        count += 1
    return count


@rule
def guess(desk: Desk, guesses: Guesses, at: int, seat: int, card: int, held: int) -> None:
    """Write one guess."""
    mind = record_of(desk.prospects, 0)
    clued(record_of(desk.rows, WORLD), mind, desk.growths, seat, card, desk.room[0])
    for number in range(CLUES):
        guesses.clues[at, number] = desk.room[0, number]
    guesses.chances[at] = mind.hidden[seat] / mind.unseen_size
    guesses.held[at] = held


def surprise(guesses: Guesses, reader: Reader) -> float:
    """How surprising the truth was to a reader, on average: the log loss, in nats for a guess."""
    told = np.zeros(len(guesses.held))
    compiled(read_guesses)(reader, guesses.clues, told)
    even = np.clip(guesses.chances.astype(np.float64), LEAST, 1 - LEAST)
    odds = even / (1 - even) * told
    chance = odds / (1 + odds)
    return float(-np.log(np.where(guesses.held == 1, chance, 1 - chance)).mean())


@rule
def read_guesses(reader: Reader, clues: Rows, odds: Rows) -> None:
    """The odds of each guess: clues float32[guesses, CLUES], odds float64[guesses], written."""
    for at in range(odds.shape[0]):
        odds[at] = odds_of(read(reader, clues[at]))
