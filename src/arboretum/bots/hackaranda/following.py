"""
What a seat has seen of a game in the tournament, folded from the states that it is told.

Only what lies open and the own hand are looked at. What a state tells besides, such as the card that a rival drew
from the draw pile, which the tournament's server gives away, is not read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from arboretum.bots.hackaranda.story import Story
from arboretum.bots.hackaranda.words import SUB_TURNS, THEIRS, Letters
from arboretum.bots.process.lines import Nonsense, shown
from arboretum.cards import HAND_SIZE, Card
from arboretum.cells import Cell
from arboretum.events import PILE, Dealt, Discarded, Drew, Event, Placed, Started
from arboretum.language import say
from arboretum.options import Options
from arboretum.setup import NAME_LENGTH, Setup
from arboretum.table import Phase
from arboretum.view import View

LETTERS: Final = Letters(THEIRS.values())

OPEN: Final = (
    "deck",
    "discard",
    "opponentDiscard",
    "playArea",
    "opponentPlayArea",
    "turn",
    "subTurn",
    "activeTurn",
)
"""What of a state must be as it follows from the one before."""


class Lost(Exception):
    """A state that does not follow from the one before; the text says why."""


class Following:
    """One game, as far as it was told."""

    def __init__(self, state: Mapping[str, Any], name: str) -> None:
        """Begin with the first state of a game. Raises Lost if it is none."""
        if (state.get("turn"), state.get("subTurn")) != (0, 0):
            raise Lost(say("the first state of a game was missed."))
        me = 0 if state.get("activeTurn") is True else 1
        setup = setup_of(state, name, me)
        self._story = Story(setup, me)
        hands: list[tuple[Card | None, ...]] = [(None,) * HAND_SIZE, (None,) * HAND_SIZE]
        hands[me] = tuple(_cards(state, "hand"))
        if len(set(hands[me])) != HAND_SIZE or len(hands[me]) != HAND_SIZE:
            raise Lost(say("{keys} does not follow from what was told before.", keys="hand"))
        for event in (Started(0), Dealt(0, hands[0]), Dealt(1, hands[1])):
            self._story.follow(event)
        self._check(state)

    @property
    def view(self) -> View:
        """What our seat has seen."""
        return self._story.view

    def follow(self, state: Mapping[str, Any]) -> View:
        """Go on to the next state, or to the same one again. Raises Lost."""
        if (state.get("turn"), state.get("subTurn")) != self._at():
            try:
                self._story.follow(self._happened(state))
            except (AssertionError, ValueError, KeyError, IndexError, TypeError) as error:
                raise Lost(str(error)) from None
        self._check(state)
        return self.view

    def _at(self) -> tuple[int, int]:
        """Turn and decision that are due, in their numbers."""
        return self.view.turn - 1, SUB_TURNS[self.view.phase]

    def begins_again(self, state: Mapping[str, Any]) -> bool:
        """Whether a state is the first of another game."""
        return (state.get("turn"), state.get("subTurn")) == (0, 0) != self._at()

    def _happened(self, state: Mapping[str, Any]) -> Event:
        """The one event that leads to a state. Raises Lost, or what reading it raises."""
        view = self.view
        seat, is_mine = view.seat, view.seat == view.me
        match view.phase:
            case Phase.DRAW_FIRST | Phase.DRAW_SECOND:
                return self._draw(state, seat, is_mine)
            case Phase.PLACE:
                now = _area(state, "playArea" if is_mine else "opponentPlayArea")
                placed = [(cell, card) for cell, card in now.items() if cell not in view.tableaux[seat]]
                if len(placed) != 1 or placed[0][0] not in view.open_cells[seat]:
                    raise Lost(say("no card was placed on an open cell."))
                return Placed(seat, placed[0][1], placed[0][0])
            case _:
                return Discarded(seat, _cards(state, "discard" if is_mine else "opponentDiscard")[-1])

    def _draw(self, state: Mapping[str, Any], seat: int, is_mine: bool) -> Drew:
        """The draw that leads to a state: from the pile that has become smaller."""
        view = self.view
        for owner, key in ((view.me, "discard"), (1 - view.me, "opponentDiscard")):
            if len(_cards(state, key)) < len(view.discards[owner]):
                return Drew(seat, owner, view.discards[owner][-1])
        if not is_mine:
            return Drew(seat, PILE, None)
        new = list((Counter(_cards(state, "hand")) - Counter(view.hand)).elements())
        if len(new) != 1:
            raise Lost(say("no card was drawn."))
        return Drew(seat, PILE, new[0])

    def _check(self, state: Mapping[str, Any]) -> None:
        """Raise Lost unless a state is what follows from the events."""
        expected = self._story.state()
        wrong = [key for key in OPEN if state.get(key) != expected[key]]
        if sorted(_cards(state, "hand")) != sorted(self.view.hand):
            wrong.append("hand")
        if wrong:
            raise Lost(say("{keys} does not follow from what was told before.", keys=", ".join(wrong)))


def setup_of(state: Mapping[str, Any], name: str, me: int) -> Setup:
    """What all know of a game there, in which our seat is called `name`; the first seat begins."""
    return Setup(_players(name, state.get("opponent"), me), Options(start=0), tuple(sorted(THEIRS.values())))


def _players(name: str, other: object, me: int) -> tuple[str, str]:
    """Names for both seats, ours and one for the rival that a table takes."""
    theirs = shown(other)[:NAME_LENGTH].strip() if isinstance(other, str) and other.strip() else "rival"
    ours = name[:NAME_LENGTH].strip()
    if theirs.casefold() == ours.casefold():
        theirs = "rival" if ours.casefold() != "rival" else "other"
    return (ours, theirs) if me == 0 else (theirs, ours)


def _cards(state: Mapping[str, Any], key: str) -> list[Card]:
    """A list of cards in a state. Raises Lost."""
    listed = state.get(key)
    if not isinstance(listed, list):
        raise Lost(say("{keys} does not follow from what was told before.", keys=key))
    try:
        return [LETTERS.read_card(card) for card in listed]
    except Nonsense as nonsense:
        raise Lost(str(nonsense)) from None


def _area(state: Mapping[str, Any], key: str) -> dict[Cell, Card]:
    """An arboretum in a state. Raises Lost, ValueError, AttributeError."""
    columns = state.get(key)
    if not isinstance(columns, dict) or not all(isinstance(column, dict) for column in columns.values()):
        raise Lost(say("{keys} does not follow from what was told before.", keys=key))
    try:
        return {
            Cell(int(x), int(y)): LETTERS.read_card(card)
            for x, column in columns.items()
            for y, card in column.items()
        }
    except Nonsense as nonsense:
        raise Lost(str(nonsense)) from None
