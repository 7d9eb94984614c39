"""
How well a hand fits with what its holder did with it: the chance that the network, with such a hand, would have
placed and discarded the same.

Buro, Long, Furtak, Sturtevant 2009 weigh the hands of Skat so. What a rival drew openly counts as known; of what
it drew from the draw pile nobody knows which cards they were, so chance says which of the hand were there before.
"""

from __future__ import annotations

from collections import defaultdict, deque
from typing import Any, Final, NamedTuple

import numpy as np

from arboretum.bots.choices import CELL_BITS
from arboretum.events import PILE, Decided, Discarded, Drew, Event, Placed
from arboretum.fold import empty_table, fold
from arboretum.rules.jit import Stream, below, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import HAND_ROOM, NOWHERE, Position
from arboretum.rules.turn import cell_number, found_in_hand, placed_from
from arboretum.value.desk import Desk
from arboretum.value.network import Network
from arboretum.value.play import masked, weigh, weighed, worth
from arboretum.view import View

FITTED: Final = 8
"""Choices of a rival's decision that are weighed, the one that it made among them."""
SLACK: Final = 0.01
"""How much less than the best a choice may be worth (`play.worth`) to be taken two times in five."""
ODD: Final = 0.2
"""Share of rivals' choices that are taken to be made in other ways, all alike, so that one says little then."""
TURNS_OF_TWO: Final = 2
"""Turns that are looked back at in a game for two; with more players one for each rival."""

# The numbers of a turn.
SEAT: Final = 0
PLACED: Final = 1  # the card
CELL: Final = 2  # the number of its cell
DISCARDED: Final = 3  # the card
HIDDEN: Final = 4  # cards that were drawn from the draw pile
SHOWN: Final = 5  # from here on: the cards that were drawn from discard piles, or NOWHERE
NUMBERS: Final = 7

Bytes = np.ndarray[Any, np.dtype[np.uint8]]
Numbers = np.ndarray[Any, np.dtype[np.int64]]


class Turns(NamedTuple):
    """The latest turns of rivals, as a seat saw them: seat after seat, the latest first."""

    numbers: Numbers  # [turns, NUMBERS]
    before: Bytes  # [turns, ...]: positions before a card was placed, as the seat saw them
    hand: Bytes  # [HAND_ROOM]: room for a hand


def turns_seen(view: View) -> Turns:
    """The latest turns of the rivals of a view's seat."""
    most = TURNS_OF_TWO if view.seats == 2 else 1
    latest: dict[int, deque[tuple[list[int], Bytes]]] = defaultdict(lambda: deque(maxlen=most))
    position = empty_table(view.setup).copy()
    before, turn = position, list[Event]()
    for event in view.seen:
        if isinstance(event, Placed):
            before = position.copy()
        fold(position, event, view.setup.slots)
        if isinstance(event, Decided):
            turn.append(event)
        if isinstance(event, Discarded):
            if event.seat != view.me:
                latest[event.seat].appendleft((_numbers(view, turn), before.rows.view(np.uint8).copy()))
            turn = []
    found = [each for seat in sorted(latest) for each in latest[seat]]
    return Turns(
        np.array([numbers for numbers, _ in found], np.int64).reshape(-1, NUMBERS),
        np.array([bytes for _, bytes in found], np.uint8).reshape(-1, Position.dtype.itemsize),
        np.zeros(HAND_ROOM, np.uint8),
    )


def _numbers(view: View, turn: list[Event]) -> list[int]:
    """The numbers of a turn."""
    slots = view.setup.slots
    *draws, placed, discarded = turn
    assert isinstance(placed, Placed)
    assert isinstance(discarded, Discarded)
    shown = [draw.card for draw in draws if isinstance(draw, Drew) and draw.source != PILE]
    card, discard, *taken = (slots.number(each) or 0 for each in (placed.card, discarded.card, *shown))
    taken += [NOWHERE] * (2 - len(taken))
    return [placed.seat, card, cell_number(*placed.cell), discard, len(draws) - len(shown), *taken]


@rule
def fitting(position: Position, hands: Bytes, turns: Turns, mind: Desk, network: Network, stream: Stream) -> float:
    """
    How likely it was that rivals would play their latest turns as they did, if these are their hands now.

    position: as the seat sees it that wonders; hands: uint8[SEATS, HAND_ROOM], the cards of rivals; mind: room for
    rivals to think in.
    """
    fit = 1.0
    size = 0
    for at in range(turns.numbers.shape[0]):
        seat = turns.numbers[at, SEAT]
        if at == 0 or turns.numbers[at - 1, SEAT] != seat:
            size = position.hand_size[seat]
            for place in range(size):
                turns.hand[place] = hands[seat, place]
        else:
            for byte in range(mind.bytes.shape[1]):
                mind.bytes[0, byte] = turns.before[at - 1, byte]
            size = undrawn(record_of(mind.rows, 0), turns.hand, size, turns.numbers[at - 1], stream)
        turns.hand[size] = turns.numbers[at, PLACED]
        turns.hand[size + 1] = turns.numbers[at, DISCARDED]
        size += 2
        for byte in range(mind.bytes.shape[1]):
            mind.bytes[0, byte] = turns.before[at, byte]
        fit *= chance_of(turns.numbers[at], turns.hand, size, mind, network)
    return fit


@rule
def undrawn(before: Position, hand: Bytes, size: int, turn: Rows, stream: Stream) -> int:
    """
    Take out of a hand, as it was before a card was placed, what was drawn in that turn; tells how many are left.

    Which ones came from the draw pile, chance says, of those that nobody saw.
    """
    for drawn in range(2):
        card = turn[SHOWN + drawn]
        for at in range(size):
            if hand[at] == card:
                size -= 1
                hand[at] = hand[size]
                break
    for _ in range(turn[HIDDEN]):
        unseen = 0
        for at in range(size):
            unseen += 1 if before.shown[hand[at]] == 0 else 0
        passed = below(stream, unseen)
        for at in range(size):
            if before.shown[hand[at]] == 0:
                if passed == 0:
                    size -= 1
                    hand[at] = hand[size]
                    break
                passed -= 1
    return size


@rule
def chance_of(turn: Rows, hand: Bytes, size: int, mind: Desk, network: Network) -> float:
    """The chance that a rival with this hand places and discards what it did, in the mind's first position."""
    position = record_of(mind.rows, 0)
    seat = turn[SEAT]
    for at in range(size):
        found_in_hand(position, seat, hand[at])
    masked(position)
    choice = 0
    for at in range(position.hand_size[seat]):
        choice |= at << CELL_BITS if position.hands[seat, at] == turn[PLACED] else 0
    for at in range(position.open_size[seat]):
        choice |= at if position.open_cells[seat, at] == turn[CELL] else 0
    fit = chance_of_choice(choice, mind, network)
    placed_from(position, choice >> CELL_BITS, choice & ((1 << CELL_BITS) - 1))
    choice = 0
    for at in range(position.hand_size[seat]):
        choice |= at if position.hands[seat, at] == turn[DISCARDED] else 0
    return fit * chance_of_choice(choice, mind, network)


@rule
def chance_of_choice(choice: int, mind: Desk, network: Network) -> float:
    """
    The chance that the network takes this choice in the mind's first position: the more, the less it is worth than
    the best. A quotient is the same on every machine, an exponential is not.
    """
    count = weighed(mind, network)
    listed = record_of(mind.prospects, 0)
    taken = NOWHERE
    for at in range(count):
        taken = at if listed.choices[at] == choice else taken
    if taken == NOWHERE:
        taken = count - 1
        weigh(mind, network, choice, taken)
    best = worth(mind.values[0])
    for at in range(1, count):
        best = max(best, worth(mind.values[at]))
    total = 0.0
    for at in range(count):
        total += liking(best - worth(mind.values[at]))
    return (1.0 - ODD) * liking(best - worth(mind.values[taken])) / total + ODD / count


@rule
def liking(less: float) -> float:
    """How readily a choice is taken that is worth so much less than the best: 1 for nothing less."""
    shares = less / SLACK
    return 1.0 / (1.0 + shares + 0.5 * shares * shares)
