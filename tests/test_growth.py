"""What a card would make of an arboretum, against placing it and following all paths again (clauses P1-P3)."""

from __future__ import annotations

import pytest

from arboretum.bots.rollout import random_deal, random_turn
from arboretum.rules.growth import Growth, grown, in_lane, touched_lanes, tried
from arboretum.rules.jit import stream
from arboretum.rules.paths import charted
from arboretum.rules.position import CARDS, ON_BOARD, OVER, STEPS, Position
from arboretum.rules.sheet import Sheet
from arboretum.rules.turn import slot_of


def best(position: Position, sheet: Sheet, seat: int) -> list[int]:
    """The points of each species' best path, found anew."""
    charted(position, sheet, seat)
    return [sheet.best[seat, slot] for slot in range(position.slots)]


def lay(position: Position, seat: int, card: int, cell: int) -> Position:
    """A copy in which a card lies on a cell."""
    after = position.copy()
    at = after.tableau_size[seat]
    after.tableau_cards[seat, at], after.tableau_cells[seat, at] = card, cell
    after.tableau_size[seat] = at + 1
    after.board[seat, cell & ON_BOARD] = card + 1
    return after


def chained(position: Position, seat: int, cell: int, upward: int) -> set[int]:
    """The species of the cards to which ascending (1) or descending (-1) paths lead from a cell, and its own."""
    card = position.board[seat, cell & ON_BOARD] - 1
    found = {slot_of(card)}
    for step in STEPS:
        there = position.board[seat, (cell + step) & ON_BOARD] - 1
        if 0 <= there < CARDS and (there % 8 - card % 8) * upward > 0:
            found |= chained(position, seat, cell + step, upward)
    return found


@pytest.mark.parametrize(("seats", "seed"), [(2, 0), (2, 1), (3, 2), (4, 3)])
def test_a_card_that_is_tried_brings_what_it_brings_when_it_lies_there(seats: int, seed: int) -> None:
    chance, growth, sheet, position = stream(seed, seats), Growth(), Sheet(), Position()
    random_deal(position, chance, seats)
    tries = gains = 0
    while position.phase != OVER:
        random_turn(position, chance)
        seat = position.seat
        grown(position, growth, seat)
        before = best(position, sheet, seat)
        assert before == [growth.best[seat, slot] for slot in range(position.slots)]
        for at in range(position.hand_size[seat]):
            card = position.hands[seat, at]
            cell = position.open_cells[seat, tries % position.open_size[seat]]
            tried(position, growth, seat, card, cell)
            told = [max(before[slot], in_lane(growth.through[0], slot)) for slot in range(position.slots)]
            told[slot_of(card)] = max(told[slot_of(card)], growth.pure_through)
            laid = lay(position, seat, card, cell)
            assert told == best(laid, sheet, seat)
            touched = {slot for slot in range(position.slots) if in_lane(touched_lanes(growth), slot)}
            assert touched == chained(laid, seat, cell, 1) | chained(laid, seat, cell, -1)
            tries += 1
            gains += told != before
    assert tries > 100
    assert gains > 20


def test_chains_that_can_go_on_are_those_that_end_beside_an_open_cell() -> None:
    """A row 2 4 6 of species 0, 1, 0: from species 0 a chain of three, from species 1 one of two."""
    position, growth = Position(), Growth()
    position.slots, position.seats = 6, 2
    for card, cell in ((1, 0), (8 + 3, 1), (5, 2)):
        at = position.tableau_size[0]
        position.tableau_cards[0, at], position.tableau_cells[0, at] = card, cell
        position.tableau_size[0] = at + 1
        position.board[0, cell] = card + 1
    grown(position, growth, 0)
    assert growth.ahead[0] == growth.behind[0] == 0
    position.board[0, 3] = 248
    grown(position, growth, 0)
    assert [in_lane(growth.ahead[0], slot) for slot in (0, 1, 2)] == [3, 2, 0]
    assert growth.behind[0] != 0
    assert [in_lane(growth.behind[0], slot) for slot in (0, 1, 2)] == [1, 0, 0]
