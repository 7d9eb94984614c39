"""
The position: everything that a moment of the game consists of, in one packed record.

The truth, a seat's knowledge and an imagined world are all positions. They differ only in what they hold as
UNKNOWN: a truth nothing, a view the cards it has not seen.

Cards here count the species in play by slots 0, 1, ... in the order of the rules' table: card = 8 * slot +
value - 1. The order of the draw pile is in no position: whoever owns the deck tells which card was drawn.

The board of an arboretum is a torus of 256 cells, so that a cell is one byte and needs no edge: east is +1,
north is +78, both modulo 256. Two cells with the same number differ by a vector (dx, dy) with dx + 78 dy = 0
modulo 256; the shortest such vector has |dx| + |dy| = 22. An arboretum has at most 17 cards (clause E3) that
hang together, so the cells that matter, its open cells and their neighbours, are at most 19 steps apart:
no two of them share a number. The number alone does not tell a cell, so x and y are kept as well.
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
OPEN: Final = 255  # board: an empty cell next to a card (clause T3)
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

NORTH: Final = 78
STEPS: Final = (1, NORTH, 256 - 1, 256 - NORTH)  # east, north, west, south on the torus
STEP_X: Final = (1, 0, -1, 0)
STEP_Y: Final = (0, 1, 0, -1)

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
    tableau_cells: Annotated[Bytes, "u1", (SEATS, TABLEAU_ROOM)]  # where each lies on the torus
    tableau_x: Annotated[Bytes, "i1", (SEATS, TABLEAU_ROOM)]  # cells east of the first card
    tableau_y: Annotated[Bytes, "i1", (SEATS, TABLEAU_ROOM)]  # cells north of the first card
    board: Annotated[Bytes, "u1", (SEATS, BOARD)]  # EMPTY, OPEN, or card + 1

    open_size: Annotated[Bytes, "i1", (SEATS,)]  # open cells
    open_cells: Annotated[Bytes, "u1", (SEATS, OPEN_ROOM)]  # their torus cells, no order
    open_x: Annotated[Bytes, "i1", (SEATS, OPEN_ROOM)]
    open_y: Annotated[Bytes, "i1", (SEATS, OPEN_ROOM)]

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
    tableau_cells: Annotated[Bytes, "u1", (SEATS, BOARD)]
    board: Annotated[Bytes, "u1", (SEATS, BOARD)]


Table: TypeAlias = "Position | Pad | Any"
"""What can be scored."""
