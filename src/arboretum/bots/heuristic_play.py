"""Whole games by the heuristic, compiled: what searches play on with, and what its weights are tuned by."""

from __future__ import annotations

from arboretum.bots.choices import (
    CELL_BITS,
    Mind,
    list_choices,
    list_discards,
    list_placings,
    list_sources,
    pile_gain,
    ranked,
    weighed_hand,
)
from arboretum.bots.outlook import looked_home, overlooked, right
from arboretum.bots.rollout import random_deal, random_unseen
from arboretum.bots.sight import ALL
from arboretum.rules.jit import Stream, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.position import DRAW_FIRST, DRAW_PILE, DRAW_SECOND, OVER, PLACE, Position
from arboretum.rules.scoring import scored
from arboretum.rules.turn import discarded_from, drew, placed_from, slot_of


@rule
def considered(position: Position, mind: Mind, growths: Rows) -> int:
    """The heuristic's choice for the acting seat, the first of all that it lists."""
    overlooked(position, mind, growths, position.seat)
    if position.phase <= DRAW_SECOND and position.pile_size > 0:
        mind.pile[0] = pile_gain(position, mind, growths)
    list_choices(position, mind, growths)
    return mind.choices[0]


@rule
def done(position: Position, stream: Stream, choice: int) -> None:
    """Do in an imagined world what was decided; a card of the draw pile is any that is unseen there."""
    if position.phase == DRAW_FIRST or position.phase == DRAW_SECOND:
        if choice == DRAW_PILE:
            drew(position, DRAW_PILE, random_unseen(position, stream))
        else:
            drew(position, choice, position.discards[choice, position.discard_size[choice] - 1])
    elif position.phase == PLACE:
        placed_from(position, choice >> CELL_BITS, choice & ((1 << CELL_BITS) - 1))
    else:
        discarded_from(position, choice)


@rule
def heuristic_turn(position: Position, mind: Mind, growths: Rows, stream: Stream) -> None:
    """A turn from its beginning, from one look: rivals' arboretums and the draw pile are weighed once."""
    done(position, stream, considered(position, mind, growths))
    drawn(position, mind)
    list_sources(position, mind, growths)
    ranked(mind, 1)
    done(position, stream, mind.choices[0])
    drawn(position, mind)
    weighed_hand(position, mind, growths)
    list_placings(position, mind, growths)
    ranked(mind, 1)
    left(position, mind, position.hands[mind.me, mind.choices[0] >> CELL_BITS])
    done(position, stream, mind.choices[0])
    looked_home(position, mind, record_of(growths, mind.me))
    list_discards(position, mind)
    ranked(mind, 1)
    done(position, stream, mind.choices[0])


@rule
def drawn(position: Position, mind: Mind) -> None:
    """See the card that was drawn last."""
    card = position.hands[mind.me, position.hand_size[mind.me] - 1]
    slot = slot_of(card)
    mind.held[slot] |= 1 << (card & 7)
    mind.unseen[slot] &= ALL - (1 << (card & 7))
    mind.rights[slot] = right(position, mind, slot, mind.held[slot])


@rule
def left(position: Position, mind: Mind, card: int) -> None:
    """See a card leave the hand."""
    slot = slot_of(card)
    mind.held[slot] &= ALL - (1 << (card & 7))
    mind.rights[slot] = right(position, mind, slot, mind.held[slot])


@rule
def played_on(position: Position, minds: Rows, growths: Rows, stream: Stream) -> None:
    """
    Let the heuristic play an imagined world to its end, each seat with the weights of its mind: Mind.dtype[SEATS].

    A turn that has begun is finished decision by decision.
    """
    while position.phase != OVER:
        mind = record_of(minds, position.seat)
        if position.phase == DRAW_FIRST:
            heuristic_turn(position, mind, growths, stream)
        else:
            done(position, stream, considered(position, mind, growths))


@rule
def heuristic_games(rows: Rows, sheets: Rows, minds: Rows, growths: Rows, stream: Stream, totals: Rows) -> None:
    """
    Play and score as many games as `totals` has rows, each seat with the weights of its mind.

    rows and sheets: room for one; minds: Mind.dtype[SEATS]; growths: Growth.dtype[SEATS]; totals:
    uint8[games, seats], written.
    """
    position = record_of(rows, 0)
    sheet = record_of(sheets, 0)
    seats = totals.shape[1]
    for game in range(totals.shape[0]):
        random_deal(position, stream, seats)
        played_on(position, minds, growths, stream)
        scored(position, sheet)
        for seat in range(seats):
            totals[game, seat] = sheet.totals[seat]
