"""
A game from the deal to the last discard: the verbs of the rules (clauses S1-S5, T1-T6, E1-E4).

Each verb changes the position it is given. A verb that moves a card is told which card, since a position does
not know the order of the draw pile: the truth tells it, a view is told UNKNOWN, a search samples one.
Whether a verb may be applied is asked before, in `legal`.
"""

from __future__ import annotations

from typing import Final

from arboretum.rules.jit import rule
from arboretum.rules.position import (
    DISCARD,
    DRAW_FIRST,
    DRAW_PILE,
    DRAW_SECOND,
    EMPTY,
    NORTH,
    NOWHERE,
    ON_BOARD,
    OPEN,
    OVER,
    PLACE,
    SEATS,
    STEPS,
    UNKNOWN,
    Position,
)

ONE: Final = 1  # the values that the rules single out (clauses R2, P2)
EIGHT: Final = 8


# Cards, and where they are. -------------------------------------------------------------------------------


@rule
def slot_of(card: int) -> int:
    """The slot of a card's species."""
    return card >> 3


@rule
def value_of(card: int) -> int:
    """The printed number of a card, 1-8 (clause S1)."""
    return (card & 7) + 1


@rule
def species_in_play(seats: int) -> int:
    """2, 3, 4 players use 6, 8, 10 species (clause S2)."""
    return 2 * seats + 2


@rule
def leave_unseen(position: Position, card: int) -> None:
    """A card's place became known: it is no longer among the unseen ones. The last one fills its gap."""
    at = position.unseen_at[card]
    last = position.unseen_size - 1
    moved = position.unseen[last]
    position.unseen[at] = moved
    position.unseen_at[moved] = at
    position.unseen_size = last


@rule
def join_hand(position: Position, seat: int, card: int) -> None:
    """Add a card, or UNKNOWN, to a hand."""
    size = position.hand_size[seat]
    position.hands[seat, size] = card
    position.hand_size[seat] = size + 1


@rule
def in_hand(position: Position, seat: int, card: int) -> int:
    """Where in a hand this card, or an UNKNOWN one, stands; NOWHERE if it is not there."""
    for at in range(position.hand_size[seat]):
        if position.hands[seat, at] == card:
            return at
    return NOWHERE


@rule
def found_in_hand(position: Position, seat: int, card: int) -> int:
    """Where in a hand a card stands that is played from it. If it was UNKNOWN there, it is known from now on."""
    at = in_hand(position, seat, card)
    if at == NOWHERE:
        at = in_hand(position, seat, UNKNOWN)
        leave_unseen(position, card)
        position.hands[seat, at] = card
    return at


@rule
def leave_hand(position: Position, seat: int, at: int) -> int:
    """Take the card that stands at this place out of a hand, and tell which it was. The last one fills its gap."""
    card = position.hands[seat, at]
    last = position.hand_size[seat] - 1
    position.hands[seat, at] = position.hands[seat, last]
    position.hand_size[seat] = last
    position.shown[card] = 0
    return card


@rule
def lay_on_discards(position: Position, seat: int, card: int) -> None:
    """Put a card on top of a seat's discard pile."""
    size = position.discard_size[seat]
    position.discards[seat, size] = card
    position.discard_size[seat] = size + 1


# The set-up. ----------------------------------------------------------------------------------------------


@rule
def started(position: Position, seats: int, slots: int, starter: int) -> None:
    """
    An empty table for this many players and species; every card is in the draw pile or out of the game.

    Clauses S1, S2 (cards), S3 (draw pile), S4 (empty discard piles), S5 (starting player), T3 (first cell).
    """
    position.seats = seats
    position.slots = slots
    position.starter = starter
    position.seat = starter
    position.phase = DRAW_FIRST
    position.turns = 0
    position.pile_size = 8 * species_in_play(seats)
    position.unseen_size = 8 * slots
    for card in range(8 * slots):
        position.unseen[card] = card
        position.unseen_at[card] = card
        position.shown[card] = 0
    for seat in range(SEATS):
        position.hand_size[seat] = 0
        position.tableau_size[seat] = 0
        position.discard_size[seat] = 0
    for seat in range(seats):
        clear_board(position, seat)


@rule
def clear_board(position: Position, seat: int) -> None:
    """An arboretum without cards: one open cell, called 0,0 (clause T3)."""
    for cell in range(256):
        position.board[seat, cell] = EMPTY
    position.board[seat, 0] = OPEN
    position.open_cells[seat, 0] = 0
    position.open_size[seat] = 1


@rule
def removed(position: Position, slot: int) -> None:
    """A species is not in the game: none of its cards is anywhere (clause S2, option O3)."""
    for card in range(8 * slot, 8 * slot + 8):
        leave_unseen(position, card)


@rule
def dealt(position: Position, seat: int, card: int) -> None:
    """Give a seat a card, or UNKNOWN, from the draw pile (clause S3)."""
    position.pile_size -= 1
    if card != UNKNOWN:
        leave_unseen(position, card)
    join_hand(position, seat, card)


@rule
def opened(position: Position, seat: int, card: int) -> None:
    """Turn up a card from the draw pile as a seat's discard pile (option O4)."""
    position.pile_size -= 1
    leave_unseen(position, card)
    lay_on_discards(position, seat, card)


# A turn: draw, draw, place, discard (clause T1). ----------------------------------------------------------


@rule
def drew(position: Position, source: int, card: int) -> None:
    """
    The acting seat takes the top card of the draw pile (source DRAW_PILE) or of a seat's discard pile.

    Clauses T2 (sources), T6 (a card from a discard pile was seen by all).
    """
    seat = position.seat
    if source == DRAW_PILE:
        position.pile_size -= 1
        if card != UNKNOWN:
            leave_unseen(position, card)
    else:
        position.discard_size[source] -= 1
        position.shown[card] = 1
    join_hand(position, seat, card)
    position.phase = DRAW_SECOND if position.phase == DRAW_FIRST else PLACE


@rule
def placed(position: Position, card: int, open_at: int) -> None:
    """
    Lay a card from the acting seat's hand on an open cell (clause T3).

    open_at: where the cell stands among the open ones; `open_at` finds it for x and y.
    """
    placed_from(position, found_in_hand(position, position.seat, card), open_at)


@rule
def placed_from(position: Position, at: int, open_at: int) -> None:
    """Lay the card that stands at this place of the acting seat's hand on an open cell (clause T3)."""
    seat = position.seat
    card = leave_hand(position, seat, at)
    cell = position.open_cells[seat, open_at]
    size = position.tableau_size[seat]
    position.tableau_cards[seat, size] = card
    position.tableau_cells[seat, size] = cell
    position.tableau_size[seat] = size + 1
    position.board[seat, cell & ON_BOARD] = card + 1
    close_cell(position, seat, open_at)
    open_beside(position, seat, cell)
    position.phase = DISCARD


@rule
def cell_number(x: int, y: int) -> int:
    """The number of the cell x east and y north of the first card, each at most 17 steps away."""
    return x + NORTH * y


@rule
def where_open(position: Position, seat: int, cell: int) -> int:
    """Where a cell stands among the open ones of a seat's arboretum; NOWHERE if it is not open (clause T3)."""
    for at in range(position.open_size[seat]):
        if position.open_cells[seat, at] == cell:
            return at
    return NOWHERE


@rule
def close_cell(position: Position, seat: int, open_at: int) -> None:
    """A cell is no longer open; the last open one fills its gap."""
    last = position.open_size[seat] - 1
    position.open_cells[seat, open_at] = position.open_cells[seat, last]
    position.open_size[seat] = last


@rule
def open_beside(position: Position, seat: int, cell: int) -> None:
    """
    The cells next to a card are open, if they were nothing before (clause T3).

    Whether one was cannot be guessed by a processor, so there is no `if` (it would cost more than all the rest):
    each is written behind the last open one, and counts only if it was nothing.
    """
    size = position.open_size[seat]
    for direction in range(4):
        beside = cell + STEPS[direction]
        there = position.board[seat, beside & ON_BOARD]
        was_nothing = 1 if there == EMPTY else 0
        position.board[seat, beside & ON_BOARD] = there + OPEN * was_nothing
        position.open_cells[seat, size] = beside
        size += was_nothing
    position.open_size[seat] = size


@rule
def discarded(position: Position, card: int) -> None:
    """
    Lay a card from the acting seat's hand on its own discard pile; this ends the turn.

    Clauses T4 (discard), E1 (an empty draw pile ends the game), T1 and S5 (the next seat draws).
    """
    discarded_from(position, found_in_hand(position, position.seat, card))


@rule
def discarded_from(position: Position, at: int) -> None:
    """Lay the card at this place of the acting seat's hand on its own discard pile, as `discarded` does."""
    seat = position.seat
    lay_on_discards(position, seat, leave_hand(position, seat, at))
    position.turns += 1
    if position.pile_size == 0:
        position.phase = OVER
    else:
        position.phase = DRAW_FIRST
        position.seat = seat + 1 if seat + 1 < position.seats else 0


@rule
def revealed(position: Position, seat: int, card: int) -> None:
    """The game is over and a hand is shown: one of its UNKNOWN cards, if it was one, is this (clause E4)."""
    if in_hand(position, seat, card) == NOWHERE:
        leave_unseen(position, card)
        position.hands[seat, in_hand(position, seat, UNKNOWN)] = card
