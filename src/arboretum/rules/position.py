"""
The position: everything that a moment of the game consists of, in one packed record.

The truth, a seat's knowledge and an imagined world are all positions. They differ only in what they hold as
UNKNOWN: a truth nothing, a view the cards it has not seen.

Cards here count the species in play by slots 0, 1, ... in the order of the rules' table: card = 8 * slot +
value - 1. The order of the draw pile is in no position: whoever owns the deck tells which card was drawn.
Nor does a search need one: it chooses a card when it is drawn, out of a set that nobody shuffles (`unseen`), and
imagines a world by choosing the hidden cards of the hands alone.

A cell is one number, x + 334 y, counted from the first card: east is +1, north is +334. In a game x stays within
-17 and 17, so the number tells both. Its low byte is the cell's place on the board, a torus of 256 places that
needs no edge: there east is +1 and north +78 (334 modulo 256). Two cells with the same place differ by a vector
(dx, dy) with dx + 78 dy = 0 modulo 256; the shortest such vector has |dx| + |dy| = 22. An arboretum has at most
17 cards (clause E3) that hang together, so the cells that matter, its open cells and their neighbours, are at
most 19 steps apart: no two of them share a place.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

from arboretum.rules.layout import Byte, Count, Packed

# Sizes of the record. -------------------------------------------------------------------------------------
SEATS: Final = 4
SLOTS: Final = 10
CARDS: Final = 8 * SLOTS
HAND_ROOM: Final = 10  # a hand has at most 9 cards (clause T5)
TABLEAU_ROOM: Final = 18  # at most 17 cards (clause E3)
OPEN_ROOM: Final = 40  # n cards have at most 2n + 2 open cells
DISCARD_ROOM: Final = 20  # a seat has at most 17 turns, and one opening discard (clauses E3, O4)
BOARD: Final = 256
STEPS_ACROSS: Final = 20  # how far apart two cards of a scored arboretum may lie: no false neighbours on the torus

# Numbers with names. --------------------------------------------------------------------------------------
UNKNOWN: Final = 255  # a card that the holder of this position has not seen
EMPTY: Final = 0  # board: nothing lies here or beside it; a card lies as card + 1
OPEN: Final = 248  # board: an empty cell next to a card (clause T3); as a card it would be an 8, as EMPTY would
DRAW_PILE: Final = SEATS  # a source of a draw; 0-3 are the discard piles of the seats
NOWHERE: Final = -1  # answer of a look-up that found nothing

DRAW_FIRST: Final = 0  # the decisions of a turn in their order (clause T1)
DRAW_SECOND: Final = 1
PLACE: Final = 2
DISCARD: Final = 3
OVER: Final = 4

TIEBREAK_SPECIES: Final = 0  # option O1
TIEBREAK_CARDS: Final = 1
UNHELD_EVERYONE: Final = 0  # option O2
UNHELD_NOBODY: Final = 1

NORTH: Final = 334
STEPS: Final = (1, NORTH, -1, -NORTH)  # from a cell to its neighbours: east, north, west, south
FURTHEST: Final = 17  # how far from the first card, east or north, an open cell can lie (clause E3)
ON_BOARD: Final = BOARD - 1  # masks a cell's place on the board out of its number

Bytes: TypeAlias = memoryview


class Position(Packed):
    """The data dictionary: each field with its shape, unit and meaning."""

    seats: Count  # players, 2-4
    slots: Count  # species that may be in play: 6, 8, 10 (always 10 when they are secret, option O3)
    starter: Byte  # seat of the starting player
    seat: Byte  # seat whose decision is due
    phase: Byte  # the decision that is due: DRAW_FIRST ... OVER
    turns: Byte  # turns completed
    pile_size: Count  # cards in the draw pile
    tiebreak: Byte  # option O1
    unheld: Byte  # option O2

    unseen_size: Count  # cards in `unseen`
    unseen: Annotated[Bytes, "u1", (CARDS,)]  # cards that may be in the draw pile; in a truth those that are
    unseen_at: Annotated[Bytes, "u1", (CARDS,)]  # where in `unseen` a card stands; meaningful while it does
    shown: Annotated[Bytes, "u1", (CARDS,)]  # 1: in a hand, and everyone saw it go there (clause T6)

    hand_size: Annotated[Bytes, "i1", (SEATS,)]  # cards
    hands: Annotated[Bytes, "u1", (SEATS, HAND_ROOM)]  # cards or UNKNOWN, no order

    tableau_size: Annotated[Bytes, "i1", (SEATS,)]  # cards in the arboretum
    tableau_cards: Annotated[Bytes, "u1", (SEATS, TABLEAU_ROOM)]  # cards, in the order they were placed
    tableau_cells: Annotated[Bytes, "i2", (SEATS, TABLEAU_ROOM)]  # the number of the cell where each lies
    board: Annotated[Bytes, "u1", (SEATS, BOARD)]  # EMPTY, OPEN, or card + 1

    open_size: Annotated[Bytes, "i1", (SEATS,)]  # open cells
    open_cells: Annotated[Bytes, "i2", (SEATS, OPEN_ROOM)]  # their numbers, no order

    discard_size: Annotated[Bytes, "i1", (SEATS,)]  # cards
    discards: Annotated[Bytes, "u1", (SEATS, DISCARD_ROOM)]  # cards, the last is the top


class Pad(Packed):
    """Arboretums and hands to be scored without a game: those fields of a position, with room for any."""

    seats: Count
    slots: Count
    tiebreak: Byte
    unheld: Byte
    hand_size: Annotated[Bytes, "i1", (SEATS,)]
    hands: Annotated[Bytes, "u1", (SEATS, 104)]
    tableau_size: Annotated[Bytes, "i2", (SEATS,)]
    tableau_cards: Annotated[Bytes, "u1", (SEATS, BOARD)]
    tableau_cells: Annotated[Bytes, "i2", (SEATS, BOARD)]
    board: Annotated[Bytes, "u1", (SEATS, BOARD)]


Table: TypeAlias = "Position | Pad | Any"
"""What can be scored."""
