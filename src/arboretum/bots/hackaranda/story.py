"""
A game in the tournament's words, as one of its two seats sees it.

It is folded from the events that the seat has seen, so there is no hidden card in it. Where the tournament's
own server tells more than a seat may know, this tells what section 5 of its description means and no more: a
card that the rival drew from the draw pile is `false`, and the places of the rival's unknown cards tell nothing.
"""

from __future__ import annotations

from typing import Any

from arboretum.bots.hackaranda.words import SUB_TURNS, Letters
from arboretum.cards import Card
from arboretum.events import Dealt, Decided, Discarded, Drew, Ended, Event, Placed, action_of
from arboretum.setup import Setup
from arboretum.view import View

Json = dict[str, Any]


class Story:
    """One game as it goes on; states and messages of the server to one seat."""

    def __init__(self, setup: Setup, me: int) -> None:
        """setup: of a table of two whose species are known to all."""
        assert setup.species is not None
        self.letters = Letters(setup.species)
        self.view = View.begin(setup, me)
        self._hands: tuple[list[Card | None], list[Card | None]] = ([], [])
        self._previous: Json = {"move": False, "metaData": False}

    @property
    def is_decision(self) -> bool:
        """Somebody is to act: the game was dealt, and is not over."""
        return len(self.view.seen) > self.view.seats and not self.view.is_over

    def follow(self, event: Event) -> None:
        """Go on by an event."""
        self.view = self.view.after(event)
        match event:
            case Dealt():
                self._hands[event.seat].extend(event.cards)
            case Drew():
                self._hands[event.seat].append(event.card)
                self._note(event, event.card)
            case Placed() | Discarded():
                hand = self._hands[event.seat]
                hand.remove(event.card if event.card in hand else None)
                self._note(event, None)

    def _note(self, event: Decided, drawn: Card | None) -> None:
        """Keep what was done last, and the card that was drawn if this seat saw it."""
        self._previous = {
            "move": self.letters.move(action_of(event), event.seat),
            "metaData": False if drawn is None else self.letters.card(drawn),
        }

    def state(self) -> Json:
        """The state of a turn, from the point of view of this seat."""
        view, letters = self.view, self.letters
        me, other = view.me, 1 - view.me
        return {
            "deck": view.pile_size,
            "hand": letters.cards(self._hands[me]),
            "opponentHand": letters.cards(self._hands[other]),
            "discard": letters.cards(view.discards[me]),
            "opponentDiscard": letters.cards(view.discards[other]),
            "playArea": letters.area(view.tableaux[me]),
            "opponentPlayArea": letters.area(view.tableaux[other]),
            "turn": view.turn - 1,
            "subTurn": SUB_TURNS[view.phase],
            "activeTurn": view.is_my_turn,
            "previousTurn": dict(self._previous),
            "showPreviousTurn": view.is_my_turn is (SUB_TURNS[view.phase] == 0),
            "opponent": view.players[other],
        }

    def end(self) -> Json:
        """The state that tells how the game ended; everything is shown then."""
        view = self.view
        ended = view.seen[-1]
        assert isinstance(ended, Ended)
        result = 2 if len(ended.winners) == 2 else int(view.me not in ended.winners)
        return {
            "message": "ENDGAME",
            "result": result,
            "score": ended.totals[view.me],
            "opponentScore": ended.totals[1 - view.me],
            "finalState": self._final(ended),
        }

    def _final(self, ended: Ended) -> Json:
        """The whole state; A is the seat that began. A game ends when the deck is empty."""
        view, letters = self.view, self.letters
        first, second = view.starter, 1 - view.starter
        return {
            "deck": [],
            "handA": letters.cards(ended.hands[first]),
            "handB": letters.cards(ended.hands[second]),
            "discardA": letters.cards(view.discards[first]),
            "discardB": letters.cards(view.discards[second]),
            "playAreaA": letters.area(view.tableaux[first]),
            "playAreaB": letters.area(view.tableaux[second]),
            "seenA": {},
            "seenB": {},
            "turn": view.turn,
            "subTurn": 0,
            "currentPlayer": view.turn % 2,
            "opponent": "",
            "previousTurn": self._previous["move"],
            "previousTurnMetaData": self._previous["metaData"],
            "playBack": False,
        }
