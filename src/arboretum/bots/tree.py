"""
A tree of information sets, grown in imagined worlds (single-observer ISMCTS; Cowling, Powley, Whitehouse 2012).

A node is what the searching seat would have seen on the way to it: a card that it draws from the draw pile is
part of it, one that a rival draws is not. So worlds that look the same to the seat share their nodes, and its
choice cannot depend on what it does not know. Nodes lie in a hash table, by a number that is mixed from the way
to them.
"""

from __future__ import annotations

import math
from typing import Final

from arboretum.bots.choices import CELL_BITS, Mind
from arboretum.bots.heuristic_play import considered, done, played_on
from arboretum.bots.outlook import whole
from arboretum.bots.search import SEEN, TRIED, copied, result_of
from arboretum.rules.jit import Stream, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import DRAW_PILE, DRAW_SECOND, OVER, PLACE, Position
from arboretum.rules.scoring import scored
from arboretum.rules.sheet import Sheet
from arboretum.worlds import imagined

EXPLORING: Final = 0.7  # how much more a choice that was tried little is worth
DEPTH: Final = 16  # decisions, from the root, that are in the tree
CHOICES: Final = 8  # choices of a node: the best of the heuristic
LOW_BITS: Final = (1 << 62) - 1
ROOT: Final = 1


@rule
def mixed(key: int, step: int) -> int:
    """The number of the node that a step leads to (xorshift, kept to 62 bits)."""
    key ^= step
    key ^= (key << 13) & LOW_BITS
    key ^= key >> 7
    key ^= (key << 17) & LOW_BITS
    return key


@rule
def step_of(position: Position, choice: int) -> int:
    """A choice as all see it: the phase, the card, the cell or source, and not where a card stands in a hand."""
    seat = position.seat
    if position.phase <= DRAW_SECOND:
        return ((position.phase + 1) << 40) | choice
    if position.phase == PLACE:
        cell = position.open_cells[seat, choice & ((1 << CELL_BITS) - 1)]
        return ((PLACE + 1) << 40) | (position.hands[seat, choice >> CELL_BITS] << 20) | (cell & 0xFFFF)
    return ((position.phase + 1) << 40) | position.hands[seat, choice]


@rule
def node_of(keys: Rows, key: int) -> int:
    """Where a node lies in the table; it is put there if it is new. The table must not be full."""
    at: int = key & (keys.shape[0] - 1)
    while keys[at] != key and keys[at] != 0:
        at = (at + 1) & (keys.shape[0] - 1)
    keys[at] = key
    return at


@rule
def picked(position: Position, mind: Mind, keys: Rows, stats: Rows, key: int) -> int:
    """
    Which of the listed choices to follow: what it brought so far, and more the less it was tried (PUCT).

    stats: float64[nodes, 3], how often a node was visited, could have been, and what it brought its mover.
    The heuristic's order is the prior; a choice that was never tried is taken to bring what the others did.
    """
    count = min(mind.listed, CHOICES)
    visits = total = 0.0
    for at in range(count):
        node = node_of(keys, mixed(key, step_of(position, mind.choices[at])))
        visits += stats[node, 0]
        total += stats[node, 2]
    usual = total / visits if visits > 0.0 else 0.5
    best = 0
    most = 0
    for at in range(count):
        node = node_of(keys, mixed(key, step_of(position, mind.choices[at])))
        stats[node, 1] += 1.0
        tried = stats[node, 0]
        value = stats[node, 2] / tried if tried > 0.0 else usual
        prior = 1.0 / (at + 2.0)
        worth = whole(value + EXPLORING * prior * math.sqrt(stats[node, 1]) / (1.0 + tried))
        if at == 0 or worth > most:
            best = at
            most = worth
    return best


@rule
def searched(
    rows: Rows,
    bytes: Rows,
    minds: Rows,
    growths: Rows,
    sheets: Rows,
    keys: Rows,
    stats: Rows,
    way: Rows,
    stream: Stream,
    out_of_game: int,
    iterations: int,
) -> None:
    """
    Grow the tree by so many worlds, each followed down to a new node and played on from there by the heuristic.

    keys: int64[nodes], a power of 2, twice as many as all calls can find; stats: see `picked`; way: int64[DEPTH,
    2], room for the movers and nodes on the way down. The others are those of a `search.Room`.
    """
    sheet = record_of(sheets, 0)
    for _ in range(iterations):
        copied(bytes, SEEN, TRIED)
        position = record_of(rows, TRIED)
        imagined(position, stream, out_of_game)
        depth = followed_down(position, minds, growths, keys, stats, way, stream)
        played_on(position, minds, growths, stream)
        scored(position, sheet)
        told_back(position, sheet, stats, way, depth)


@rule
def told_back(position: Position, sheet: Sheet, stats: Rows, way: Rows, depth: int) -> None:
    """Count the result of a game that was `scored` for each node on the way down, as its mover sees it."""
    for at in range(depth):
        stats[way[at, 1], 0] += 1.0
        stats[way[at, 1], 2] += result_of(position, sheet, way[at, 0])


@rule
def followed_down(
    position: Position, minds: Rows, growths: Rows, keys: Rows, stats: Rows, way: Rows, stream: Stream
) -> int:
    """Follow the tree down in a world to a node that is new, and tell how many decisions that took."""
    me = position.seat
    key = ROOT
    depth = 0
    is_new = False
    while depth < DEPTH and position.phase != OVER and not is_new:
        mover = position.seat
        mind = record_of(minds, mover)
        considered(position, mind, growths)
        choice = mind.choices[picked(position, mind, keys, stats, key)]
        from_pile = position.phase <= DRAW_SECOND and choice == DRAW_PILE
        key = mixed(key, step_of(position, choice))
        node = node_of(keys, key)
        is_new = stats[node, 0] == 0.0
        way[depth, 0] = mover
        way[depth, 1] = node
        depth += 1
        done(position, stream, choice)
        if from_pile and mover == me:
            key = mixed(key, position.hands[me, position.hand_size[me] - 1] + 1)
    return depth


@rule
def most_visited(rows: Rows, minds: Rows, growths: Rows, keys: Rows, stats: Rows) -> int:
    """The choice at the root that was followed most; of several the one that brought most, then the first."""
    position = record_of(rows, SEEN)
    mind = record_of(minds, position.seat)
    considered(position, mind, growths)
    best = 0
    most = 0.0
    brought = 0
    for at in range(min(mind.listed, CHOICES)):
        node = node_of(keys, mixed(ROOT, step_of(position, mind.choices[at])))
        visits = stats[node, 0]
        value = whole(stats[node, 2] / visits) if visits > 0.0 else 0
        if at == 0 or visits > most or (visits == most and value > brought):
            best = at
            most = visits
            brought = value
    choice: int = mind.choices[best]
    return choice
