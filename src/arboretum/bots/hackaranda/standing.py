"""
A game in the tournament as one state of it tells it, without what went before.

For a game that cannot be followed: the first message was missed, or a rival made use of a fault of the server,
such as a card that is still in its hand after it was placed. What our own seat holds and has placed is sound then
too; of a card that is told twice ours counts, and what cannot lie where a state says is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from arboretum.bots.hackaranda.following import LETTERS, Lost, setup_of
from arboretum.bots.hackaranda.words import FARTHEST, SUB_TURNS
from arboretum.bots.process.lines import Nonsense
from arboretum.cards import HAND_SIZE, SPECIES_IN_PLAY, Card, Slots
from arboretum.fold import empty_table
from arboretum.language import say
from arboretum.rules import turn as rules
from arboretum.rules.position import NOWHERE, UNKNOWN, Position
from arboretum.table import Phase
from arboretum.view import View

PHASES: Final = {number: phase for phase, number in SUB_TURNS.items() if phase is not Phase.OVER}
MOST_IN_HAND: Final = HAND_SIZE + 2  # clause T5
MOST_TURNS: Final = 17  # of one seat (clause E3)
MOST_IN_PILE: Final = 8 * SPECIES_IN_PLAY[2] - 2 * HAND_SIZE  # clause S3


def standing(state: Mapping[str, Any], name: str) -> View:
    """
    What our seat, called `name`, knows by a state alone: its view of the table, with no events. Raises Lost.

    The rules' verbs put the cards where they are told to be, so the position is one that a game could have.
    """
    turn = _number(state, "turn", 2 * MOST_TURNS)
    pile = _number(state, "deck", MOST_IN_PILE)
    phase = PHASES.get(_number(state, "subTurn", len(PHASES) - 1), Phase.OVER)
    acting = turn % 2
    me = acting if state.get("activeTurn") is True else 1 - acting
    setup = setup_of(state, name, me)
    table = _Table(empty_table(setup).copy(), setup.slots)
    table.hold(me, _cards(state, "hand"), is_mine=True)
    for seat, area, discard in ((me, "playArea", "discard"), (1 - me, "opponentPlayArea", "opponentDiscard")):
        table.lay(seat, _area(state, area))
        table.throw(seat, _cards(state, discard))
    table.hold(1 - me, _cards(state, "opponentHand"), is_mine=False)
    position = table.position
    if rules.in_hand(position, me, UNKNOWN) != NOWHERE or position.hand_size[me] < HAND_SIZE:
        raise Lost(say("{keys} does not follow from what was told before.", keys="hand"))
    position.pile_size, position.turns, position.seat, position.phase = pile, turn, acting, phase
    return View(setup, position.freeze(), me, ())


class _Table:
    """A position to which cards are added, each card once."""

    def __init__(self, position: Position, slots: Slots) -> None:
        self.position = position
        self._slots = slots
        self._unplaced = set(range(8 * len(slots.species)))

    def _new(self, card: Card | None) -> int | None:
        """The number of a card that is not on the table yet; None for another one."""
        number = self._slots.number(card)
        if number not in self._unplaced:
            return None
        self._unplaced.remove(number)
        rules.leave_unseen(self.position, number)
        return number

    def hold(self, seat: int, cards: list[Card | None], *, is_mine: bool) -> None:
        """Put cards into a hand, UNKNOWN ones where none is told; a rival's were seen by all (clause T6)."""
        for card in cards[:MOST_IN_HAND]:
            number = self._new(card)
            if number is not None and not is_mine:
                self.position.shown[number] = 1
            rules.join_hand(self.position, seat, UNKNOWN if number is None else number)

    def throw(self, seat: int, cards: list[Card | None]) -> None:
        """Put cards onto a discard pile."""
        for card in cards[-MOST_TURNS:]:
            number = self._new(card)
            if number is not None:
                rules.lay_on_discards(self.position, seat, number)

    def lay(self, seat: int, area: dict[int, Card | None]) -> None:
        """Place cards by the numbers of their cells, each when it hangs together with those before (clause T3)."""
        position, left = self.position, dict(area)
        position.seat = seat
        while open_cells := [cell for cell in left if rules.where_open(position, seat, cell) != NOWHERE]:
            self._place(seat, open_cells[0], left.pop(open_cells[0]))

    def _place(self, seat: int, cell: int, card: Card | None) -> None:
        number = self._new(card) if self.position.tableau_size[seat] < MOST_TURNS else None
        if number is not None:
            rules.join_hand(self.position, seat, number)
            rules.placed(self.position, number, rules.where_open(self.position, seat, cell))


def _number(state: Mapping[str, Any], key: str, most: int) -> int:
    """A whole number of a state. Raises Lost."""
    told = state.get(key)
    if type(told) is not int or not 0 <= told <= most:
        raise Lost(say("{keys} does not follow from what was told before.", keys=key))
    return told


def _cards(state: Mapping[str, Any], key: str) -> list[Card | None]:
    """A list of cards in a state; None for what is no card."""
    listed = state.get(key)
    return [_card(value) for value in listed] if isinstance(listed, list) else []


def _area(state: Mapping[str, Any], key: str) -> dict[int, Card | None]:
    """An arboretum in a state, by the numbers of its cells, those near the first card first."""
    return {rules.cell_number(x, y): card for x, y, card in sorted(_laid(state.get(key)), key=_steps)}


def _laid(columns: object) -> Iterator[tuple[int, int, Card | None]]:
    """The cards of an arboretum with x and y, as far as they can be read."""
    for x, column in columns.items() if isinstance(columns, dict) else ():
        for y, value in column.items() if isinstance(column, dict) else ():
            try:
                cell = int(x), int(y)
            except ValueError:
                continue
            if max(map(abs, cell)) <= FARTHEST:
                yield *cell, _card(value)


def _steps(laid: tuple[int, int, Card | None]) -> int:
    return abs(laid[0]) + abs(laid[1])


def _card(value: object) -> Card | None:
    """A card, its letter small or not: the server takes both, and keeps them as they came. None for none."""
    if isinstance(value, list) and len(value) == 2 and isinstance(value[0], str):
        try:
            return LETTERS.read_card([value[0].upper(), value[1]])
        except Nonsense:
            return None
    return None
