"""
Whole random games at full speed: what a search plays on with, and the yardstick of the engine.

A rollout imagines: it draws from the cards that its position holds as unseen, which in the truth of a game
or in a world from `worlds.sample` are those of the draw pile.
"""

from __future__ import annotations

from typing import Annotated

from arboretum.rules.jit import Stream, below, chance_left, chosen, next_word, rule
from arboretum.rules.layout import Byte, Packed, Rows, record_of
from arboretum.rules.position import DRAW_PILE, OVER, SEATS, Bytes, Position
from arboretum.rules.scoring import scored
from arboretum.rules.sheet import Sheet
from arboretum.rules.turn import (
    dealt,
    discarded_from,
    drew,
    placed_from,
    species_in_play,
    started,
)


@rule
def random_unseen(position: Position, stream: Stream) -> int:
    """A card of the draw pile, each with the same chance."""
    return position.unseen[below(stream, position.unseen_size)]


@rule
def random_deal(position: Position, stream: Stream, seats: int) -> None:
    """Start a game and deal seven cards to each seat (clauses S1-S3)."""
    started(position, seats, species_in_play(seats), 0)
    for _ in range(7):
        for seat in range(seats):
            dealt(position, seat, random_unseen(position, stream))


@rule
def sources_of(position: Position) -> int:
    """How many sources of a draw are not empty (clause T2). Seats without a player have no discards."""
    sources = 1 if position.pile_size > 0 else 0
    for seat in range(SEATS):
        sources += 1 if position.discard_size[seat] > 0 else 0
    return sources


@rule
def source_of(position: Position, number: int) -> int:
    """
    The source of this number among those that are not empty, the draw pile before the discard piles.

    All are counted, and no loop is left early: which pile is empty cannot be guessed by a processor.
    """
    so_far = 1 if position.pile_size > 0 else 0
    passed = 1 if so_far <= number else 0
    for seat in range(SEATS):
        so_far += 1 if position.discard_size[seat] > 0 else 0
        passed += 1 if so_far <= number else 0
    return DRAW_PILE if passed == 0 else passed - 1


@rule
def random_draw(position: Position, chance: int) -> int:
    """Draw from a source chosen among those that are not empty (clause T2); gives the chance that is left."""
    sources = sources_of(position)
    source = source_of(position, chosen(chance, sources))
    chance = chance_left(chance, sources)
    if source == DRAW_PILE:
        drew(position, DRAW_PILE, position.unseen[chosen(chance, position.unseen_size)])
        return chance_left(chance, position.unseen_size + 1)
    drew(position, source, position.discards[source, position.discard_size[source] - 1])
    return chance


@rule
def random_turn(position: Position, stream: Stream) -> None:
    """Draw twice, place and discard, each choice with the same chance (clause T1), all from one random word."""
    seat = position.seat
    chance = random_draw(position, random_draw(position, next_word(stream)))
    cards = position.hand_size[seat]
    cells = position.open_size[seat]
    card = chosen(chance, cards)
    chance = chance_left(chance, cards)
    placed_from(position, card, chosen(chance, cells))
    discarded_from(position, chosen(chance_left(chance, cells), cards - 1))


@rule
def random_playout(position: Position, stream: Stream) -> None:
    """Play random turns until the game is over; the position must be at the start of a turn."""
    while position.phase != OVER:
        random_turn(position, stream)


@rule
def random_games(rows: Rows, sheets: Rows, stream: Stream, totals: Rows) -> None:
    """
    Play and score as many random games as `totals` has rows, one after the other.

    rows: Position.dtype[1] and sheets: Sheet.dtype[1], room to play in; totals: uint8[games, seats], written.
    """
    position: Position = record_of(rows, 0)
    sheet: Sheet = record_of(sheets, 0)
    seats = totals.shape[1]
    for game in range(totals.shape[0]):
        random_deal(position, stream, seats)
        random_playout(position, stream)
        scored(position, sheet)
        for seat in range(seats):
            totals[game, seat] = sheet.totals[seat]


class Playout(Packed):
    """How a random game ended: each field with its shape, unit and meaning."""

    totals: Annotated[Bytes, "u1", (SEATS,)]  # points
    winners: Annotated[Bytes, "u1", (SEATS,)]  # 1: won, or shared the win
    cards_placed: Annotated[Bytes, "u1", (SEATS,)]  # cards in the arboretum
    species_placed: Annotated[Bytes, "u1", (SEATS,)]  # different species in the arboretum
    turns: Byte  # turns completed


@rule
def numbered_games(rows: Rows, sheets: Rows, stream: Stream, words: Rows, playouts: Rows, seats: int) -> None:
    """
    Play and score a random game for each of `words`: uint64[games], what its random stream begins with.

    rows: Position.dtype[1], sheets: Sheet.dtype[1] and stream, room to play in; playouts: Playout.dtype[games],
    zeros, written.
    """
    position: Position = record_of(rows, 0)
    sheet: Sheet = record_of(sheets, 0)
    for game in range(words.shape[0]):
        stream[0] = words[game]
        random_deal(position, stream, seats)
        random_playout(position, stream)
        scored(position, sheet)
        told(position, sheet, record_of(playouts, game))


@rule
def told(position: Position, sheet: Sheet, playout: Playout) -> None:
    """Write down how a game ended that was `scored`."""
    playout.turns = position.turns
    for seat in range(position.seats):
        playout.totals[seat] = sheet.totals[seat]
        playout.winners[seat] = sheet.winners[seat]
        playout.cards_placed[seat] = sheet.cards_placed[seat]
        playout.species_placed[seat] = sheet.species_placed[seat]


@rule
def finish_games(rows: Rows, stream: Stream, seats: int) -> None:
    """Deal and play a random game to its end in each of the positions: Position.dtype[games]."""
    for game in range(rows.shape[0]):
        position: Position = record_of(rows, game)
        random_deal(position, stream, seats)
        random_playout(position, stream)


@rule
def score_games(rows: Rows, sheets: Rows, totals: Rows) -> None:
    """Score finished games: Position.dtype[games], Sheet.dtype[1] to work on, uint8[games, seats] written."""
    sheet: Sheet = record_of(sheets, 0)
    for game in range(rows.shape[0]):
        position: Position = record_of(rows, game)
        scored(position, sheet)
        for seat in range(position.seats):
            totals[game, seat] = sheet.totals[seat]
