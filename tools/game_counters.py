"""What is counted in games of `learned`: the counters, and what is noted while a game runs."""

from __future__ import annotations

from typing import Annotated, Final

from arboretum.rules.layout import Byte, Count, Packed
from arboretum.rules.position import SEATS, SLOTS, Bytes

THIRDS: Final = 3
"""Parts of a game by the draw pile: more than two thirds of it left, more than one third, less."""
VALUES: Final = 8
PLACES: Final = 2 * VALUES
"""Where a card of a value is: in the hand (0-7), in the arboretum (8-15)."""
WAYS: Final = 3
"""Ways to count a game that was played: as usual, with the other tie-break (O1), with the other reading of O2."""
USUAL: Final = 0
BY_CARDS: Final = 1
UNHELD_COUNTS_NOTHING: Final = 2
TURNS: Final = 52
"""No game has more than 51 turns (clause E3)."""
SCORES: Final = 80
LEADS: Final = 60
"""Scores and leads that are counted each; what is more is counted as the last."""
SUMS: Final = 37
"""Hand sums of a species: 36 at most."""
WIN: Final = 12
"""What a win counts that nobody shares."""
FROM_PILE: Final = 0
FROM_OWN: Final = 1
FROM_RIVAL: Final = 2


class Tally(Packed):
    """The data dictionary: each field with its shape, unit and meaning. All begin at 0 and are added up."""

    games: Annotated[Bytes, "i8", (1,)]  # games
    lengths: Annotated[Bytes, "i8", (TURNS,)]  # games, by turns
    last: Annotated[Bytes, "i8", (SEATS,)]  # games that the seat ended, by seat; seat 0 begins
    last_wins: Annotated[Bytes, "i8", (SEATS,)]  # twelfths of a win that it got of these
    wins: Annotated[Bytes, "i8", (WAYS, SEATS)]  # twelfths of a win, by way of counting and seat
    points: Annotated[Bytes, "i8", (WAYS, SEATS)]  # points
    margins: Annotated[Bytes, "i8", (WAYS, SEATS)]  # points less those of the best rival
    ties: Annotated[Bytes, "i8", (WAYS, 3)]  # games in which several have most points; decided; shared
    scores: Annotated[Bytes, "i8", (SCORES,)]  # seats, by points
    winning: Annotated[Bytes, "i8", (SCORES,)]  # games, by most points
    leads: Annotated[Bytes, "i8", (LEADS,)]  # games, by points that the best seat is ahead of the next

    draws: Annotated[Bytes, "i8", (THIRDS, 3)]  # draws from the draw pile, one's own discard pile, a rival's
    taken: Annotated[Bytes, "i8", (THIRDS, VALUES)]  # cards drawn from discard piles, by value - 1
    placed: Annotated[Bytes, "i8", (THIRDS, VALUES)]  # cards placed
    discarded: Annotated[Bytes, "i8", (THIRDS, VALUES)]  # cards discarded
    ends: Annotated[Bytes, "i8", (3, VALUES)]  # cards that are at the end in a hand, an arboretum, a discard pile

    species: Annotated[Bytes, "i8", (1,)]  # species in play
    holders: Annotated[Bytes, "i8", (SEATS + 1,)]  # species that somebody holds, by seats that have the right
    winning_sums: Annotated[Bytes, "i8", (SUMS,)]  # such species, by the highest hand sum
    sum_leads: Annotated[Bytes, "i8", (SUMS,)]  # such species, by how much the highest sum is above the next
    sums: Annotated[Bytes, "i8", (SUMS,)]  # seats and such species, by hand sum
    sums_right: Annotated[Bytes, "i8", (SUMS,)]  # of these, with the right
    unheld: Annotated[Bytes, "i8", (3,)]  # species nobody holds; of these with a path; points of all seats by them
    # Species with a cancelled 8; where it costs the right; points of paths that it costs; where the 1 has it then.
    cancelled: Annotated[Bytes, "i8", (4,)]
    blocked: Annotated[Bytes, "i8", (2,)]  # species with a path that nobody scores; points of the best of each
    paths: Annotated[Bytes, "i8", (2,)]  # best paths of seats: without the right, with it
    path_points: Annotated[Bytes, "i8", (2,)]  # their points
    idle: Annotated[Bytes, "i8", (2,)]  # rights to held species of one seat alone; of these without a path

    parts: Annotated[Bytes, "i8", (2, 4)]  # points of seats that lost, that won: cards, doubling, 1, 8
    winners: Annotated[Bytes, "i8", (2,)]  # seats that lost, that won or shared the win
    path_lengths: Annotated[Bytes, "i8", (9,)]  # scored paths, by cards
    path_kinds: Annotated[Bytes, "i8", (3,)]  # scored paths that are doubled, begin with the 1, end with the 8
    species_scored: Annotated[Bytes, "i8", (SLOTS + 1,)]  # seats, by species that they score points for

    moments: Annotated[Bytes, "i8", (THIRDS,)]  # ends of turns
    moment_margins: Annotated[Bytes, "i8", (THIRDS,)]  # final margin of whose turn it was, for each of these
    moment_wins: Annotated[Bytes, "i8", (THIRDS,)]  # twelfths of a win
    had: Annotated[Bytes, "i8", (THIRDS, PLACES)]  # cards that the seat had at these moments
    had_margins: Annotated[Bytes, "i8", (THIRDS, PLACES)]  # its final margin, once for each card
    had_wins: Annotated[Bytes, "i8", (THIRDS, PLACES)]  # its twelfths of a win, once for each card


class Course(Packed):
    """The data dictionary: what is noted while a game runs."""

    first_size: Count  # cards in the draw pile at the beginning
    out_of_game: Byte  # species that are not in play, though seats do not know which (option O3)
    in_play: Annotated[Bytes, "u1", (SLOTS,)]  # 1: the species of this slot is in play
    moments: Annotated[Bytes, "i8", (SEATS, THIRDS)]  # turns that a seat ended
    had: Annotated[Bytes, "i8", (SEATS, THIRDS, PLACES)]  # cards that it had then
