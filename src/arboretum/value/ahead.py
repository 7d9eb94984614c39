"""
A look ahead: what a choice leads to once rivals have had their turn, in imagined worlds.

Each choice is done in the same worlds, and from the draw pile come the same cards after each (common random
numbers). There the network plays on for all seats, each by what it sees itself, until the searching seat has drawn
the first card of its next turn but one; what that is worth the network tells. Where the game ends before, its
result counts. One such look is short and differs little from world to world, so a few dozen tell more than as many
whole games.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from arboretum.bots.heuristic_play import done
from arboretum.bots.search import SEEN, TRIED, WORLD, copied, share_and_margin
from arboretum.rules.jit import Stream, compiled, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import HAND_ROOM, OVER, SEATS, Position
from arboretum.rules.scoring import scored
from arboretum.value.beliefs import FIRST_STEPS, STEPS, Belief, believed, no_belief
from arboretum.value.desk import Desk, desk
from arboretum.value.evidence import FITTED, Turns, turns_seen
from arboretum.value.features import described
from arboretum.value.hands import Odds, Reader, even_odds, read_hands
from arboretum.value.network import MARGIN, WIN, Network, valued
from arboretum.value.play import best_of, masked, weighed
from arboretum.value.weights import network_for, reader_for
from arboretum.view import View
from arboretum.worlds import out_of_game

FOLLOWED: Final = 6
"""Choices that are weighed in each decision of those who play on."""
CARDS: Final = 3
"""Unseen cards that stand for the draw pile there, or up to twice as many."""

TURNS: Final = 2
"""Turns of the searching seat that it looks ahead: to the first draw of the last of them."""

Numbers = np.ndarray[Any, np.dtype[np.int64]]
Hands = np.ndarray[Any, np.dtype[np.uint8]]
Outcomes = np.ndarray[Any, np.dtype[np.float64]]


class Ahead:
    """Looks ahead for the acting seats of positions of so many seats, one after the other. One for each thread."""

    def __init__(self, seats: int, turns: int = TURNS) -> None:
        """turns: how many turns of the acting seat, 1 or more."""
        self._turns_ahead = turns * seats
        self._network, self._reader = network_for(seats), reader_for(seats)
        self._desk, self._mind = desk(seats, FOLLOWED), desk(seats, FOLLOWED, CARDS)
        self._rival = desk(seats, FITTED)
        self._odds, self._belief = even_odds(), no_belief()

    def enter(self, view: View, chance: Stream) -> None:
        """Begin to think about what the seat sees that is to act; all chance comes from this stream."""
        self._desk.bytes[SEEN] = view.position().rows.view(np.uint8)
        self._chance, self._unused, self._turns = chance, out_of_game(view), turns_seen(view)
        self._belief.fit[0] = 0.0
        compiled(read_all)(self._desk, self._reader, self._odds)
        self.look(np.zeros(0, np.int64), 1, FIRST_STEPS)

    def look(self, choices: Numbers, worlds: int, steps: int | None = None) -> Outcomes:
        """
        Do each choice, int64[choices], in so many worlds: float64[worlds, choices, 2], the share of the win and
        the margin.

        steps: hands that are imagined for each world; `beliefs.STEPS` if None.
        """
        outcomes = np.zeros((worlds, len(choices), 2))
        compiled(looked_ahead)(
            self._desk,
            self._mind,
            self._rival,
            self._network,
            self._turns,
            self._odds,
            self._belief,
            choices,
            outcomes,
            self._chance,
            self._unused,
            STEPS if steps is None else steps,
            self._turns_ahead,
        )
        return outcomes

    def hands(self, worlds: int) -> Hands:
        """What all may hold, in so many worlds as `look` imagines them: uint8[worlds, SEATS, HAND_ROOM]."""
        hands = np.zeros((worlds, SEATS, HAND_ROOM), np.uint8)
        compiled(imagined_hands)(
            self._desk,
            self._rival,
            self._network,
            self._turns,
            self._odds,
            self._belief,
            hands,
            self._chance,
            self._unused,
            STEPS,
        )
        return hands


@rule
def read_all(desk: Desk, reader: Reader, odds: Odds) -> None:
    """`read_hands` of the position that is SEEN."""
    position = record_of(desk.rows, SEEN)
    read_hands(position, record_of(desk.prospects, 0), desk.growths, reader, desk.room[0], odds)


@rule
def looked_ahead(
    desk: Desk,
    mind: Desk,
    rival: Desk,
    network: Network,
    turns: Turns,
    odds: Odds,
    belief: Belief,
    choices: Rows,
    outcomes: Rows,
    stream: Stream,
    unused: int,
    steps: int,
    turns_ahead: int,
) -> None:
    """
    Look ahead from each choice in as many worlds as `outcomes` has rows, the same worlds for all.

    The position that is SEEN on the desk is what the acting seat sees; `mind` is room for those who play on,
    `rival` for those whose latest `turns` are weighed. odds: of hands, float64[SEATS, CARDS]; belief: where it
    stands, which goes on by so many steps for each world; unused: species that are not in the game, though the
    seat does not know which (option O3); turns_ahead: turns of all seats until a look ends; choices:
    int64[choices]; outcomes: float64[worlds, choices, 2], written.
    """
    me = record_of(desk.rows, SEEN).seat
    for number in range(outcomes.shape[0]):
        believed(desk, rival, network, turns, odds, belief, stream, unused, steps)
        chance = stream[0]
        for at in range(outcomes.shape[1]):
            stream[0] = chance
            copied(desk.bytes, WORLD, TRIED)
            position = record_of(desk.rows, TRIED)
            last = position.turns + turns_ahead
            done(position, stream, choices[at])
            went_on(desk, mind, network, stream, last)
            ended(position, desk, network, me)
            outcomes[number, at, WIN] = desk.outputs[WIN]
            outcomes[number, at, MARGIN] = desk.outputs[MARGIN]


@rule
def imagined_hands(
    desk: Desk,
    rival: Desk,
    network: Network,
    turns: Turns,
    odds: Odds,
    belief: Belief,
    hands: Hands,
    stream: Stream,
    unused: int,
    steps: int,
) -> None:
    """
    Write what all hold in worlds as those of `looked_ahead`, which explains the arguments.

    hands: uint8[worlds, SEATS, HAND_ROOM].
    """
    for number in range(hands.shape[0]):
        believed(desk, rival, network, turns, odds, belief, stream, unused, steps)
        world = record_of(desk.rows, WORLD)
        for seat in range(world.seats):
            for at in range(world.hand_size[seat]):
                hands[number, seat, at] = world.hands[seat, at]


@rule
def went_on(desk: Desk, mind: Desk, network: Network, stream: Stream, last: int) -> None:
    """Let the network play on until one decision of the turn of this number is made, or the game is over."""
    position = record_of(desk.rows, TRIED)
    is_last = False
    while position.phase != OVER and not is_last:
        is_last = position.turns == last
        for at in range(desk.bytes.shape[1]):
            mind.bytes[SEEN, at] = desk.bytes[TRIED, at]
        masked(record_of(mind.rows, SEEN))
        best = best_of(mind, weighed(mind, network))
        done(position, stream, record_of(mind.prospects, 0).choices[best])


@rule
def ended(position: Position, desk: Desk, network: Network, me: int) -> None:
    """What a seat has of a game that is over, or what the network expects after its decision, into `outputs`."""
    if position.phase == OVER:
        sheet = record_of(desk.sheets, 0)
        scored(position, sheet)
        win, margin = share_and_margin(sheet, position.seats, me)
        desk.outputs[WIN] = win
        desk.outputs[MARGIN] = margin
        return
    described(position, record_of(desk.prospects, 0), desk.growths, me, desk.inputs)
    valued(network, desk.inputs, position.slots, desk.room, desk.outputs)
