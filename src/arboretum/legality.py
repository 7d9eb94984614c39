"""The rules' reasons as sentences: what was tried, why it cannot be, what can."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NoReturn

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.cards import Card
from arboretum.errors import IllegalAction, NotYourTurn
from arboretum.events import NOBODY
from arboretum.language import one_of, say, say_many
from arboretum.piles import Hand
from arboretum.rules import legal
from arboretum.rules import position as p
from arboretum.table import Phase, Table

REASONS: Final = {
    legal.WRONG_PHASE: "WRONG_PHASE",
    legal.NO_SUCH_SEAT: "NO_SUCH_SEAT",
    legal.PILE_EMPTY: "PILE_EMPTY",
    legal.NOT_IN_HAND: "NOT_IN_HAND",
    legal.NOT_ADJACENT: "NOT_ADJACENT",
    legal.CELL_TAKEN: "CELL_TAKEN",
}


def check(table: Table, position: p.Position, hand: Callable[[int], Hand], seat: int, action: Action) -> None:
    """
    Raise NotYourTurn or IllegalAction if a seat may not do this now.

    position: that of the table; hand: gives the seat's own hand, for the sentence. Nothing else is looked at, so
    that can tell nothing that the seat does not know.
    """
    if seat == NOBODY or table.is_over or seat != table.seat:
        _not_now(table, seat, action)
    reason = _reason(position, table, seat, action)
    if reason != legal.OK:
        raise IllegalAction(
            _sentence(reason, table, hand(seat), seat, action),
            reason=REASONS[reason],
            action=action,
            seat=seat,
            phase=table.phase.name,
        )


def _reason(position: p.Position, table: Table, seat: int, action: Action) -> int:
    """The rules' answer to an action of the acting seat."""
    match action:
        case DrawPile():
            return legal.draw_reason(position, p.DRAW_PILE)
        case DrawDiscard(other):
            return legal.draw_reason(position, other)
        case Place(card, cell):
            number = table.setup.slots.number(card)
            reason = legal.place_reason(position, p.UNKNOWN if number is None else number)
            return reason or legal.cell_reason(position, seat, cell.x, cell.y)
        case Discard(card):
            number = table.setup.slots.number(card)
            return legal.discard_reason(position, p.UNKNOWN if number is None else number)
        case _:
            raise TypeError(f"{action!r} is not an action: use DrawPile, DrawDiscard, Place or Discard.")


def _not_now(table: Table, seat: int, action: Action) -> NoReturn:
    """Refuse an action of somebody who is not to act."""
    if seat == NOBODY:
        acting = table.players[table.seat]
        why = say("A spectator cannot play {action}: {player} is to act.", action=action, player=acting)
    elif table.is_over:
        why = say("{action} cannot be played: the game is over.", action=action)
    else:
        why = _not_this_player(
            table.phase, player=table.players[seat], action=action, due=table.players[table.seat]
        )
    raise NotYourTurn(why, reason="NOT_YOUR_TURN", action=action, seat=seat, phase=table.phase.name)


def _not_this_player(phase: Phase, **told: object) -> str:
    """Who is to do what, instead of this player."""
    match phase:
        case Phase.DRAW_FIRST:
            return say("{player} cannot play {action} now: {due} is to draw the first card.", **told)
        case Phase.DRAW_SECOND:
            return say("{player} cannot play {action} now: {due} is to draw the second card.", **told)
        case Phase.PLACE:
            return say("{player} cannot play {action} now: {due} is to place a card.", **told)
        case _:
            return say("{player} cannot play {action} now: {due} is to discard a card.", **told)


def _not_this(phase: Phase, action: Action) -> str:
    """What it is time for, instead of this action."""
    match phase:
        case Phase.DRAW_FIRST:
            return say("{action} cannot be played now: it is time to draw the first card.", action=action)
        case Phase.DRAW_SECOND:
            return say("{action} cannot be played now: it is time to draw the second card.", action=action)
        case Phase.PLACE:
            return say("{action} cannot be played now: it is time to place a card.", action=action)
        case _:
            return say("{action} cannot be played now: it is time to discard a card.", action=action)


def _sentence(reason: int, table: Table, hand: Hand, seat: int, action: Action) -> str:
    """Why a seat cannot do this, and what it can do instead."""
    if reason == legal.WRONG_PHASE:
        return _not_this(table.phase, action)
    if reason == legal.NO_SUCH_SEAT:
        return say(
            "{action} names no discard pile: there are {seats} players, {players}.",
            action=action,
            seats=table.seats,
            players=", ".join(table.players),
        )
    if isinstance(action, DrawPile):
        return say("The draw pile is empty: draw from a discard pile, {piles}.", piles=_full_piles(table))
    if isinstance(action, DrawDiscard):
        piles = _full_piles(table)
        if action.seat == seat:
            return say("Your own discard pile is empty: draw from {piles}.", piles=piles)
        owner = table.players[action.seat]
        return say("{player}'s discard pile is empty: draw from {piles}.", player=owner, piles=piles)
    if reason == legal.NOT_IN_HAND:
        return say("{card} is not in your hand: you hold {hand}.", card=_card(action), hand=hand)
    assert isinstance(action, Place)
    return _no_place(reason, table, seat, action)


def _no_place(reason: int, table: Table, seat: int, action: Place) -> str:
    """Why a card cannot be placed there."""
    there = {"card": action.card, "cell": action.cell}
    if reason == legal.CELL_TAKEN:
        other = table.tableaux[seat][action.cell]
        return say("{card} cannot go on {cell}: {other} lies there.", **there, other=other)
    count = len(table.open_cells[seat])
    if count == 1:
        first = table.open_cells[seat][0]
        return say("{card} cannot go on {cell}: the first card goes on {first}.", **there, first=first)
    return say_many(
        "{card} cannot go on {cell}: no card of yours is beside it; {count} cell is open.",
        "{card} cannot go on {cell}: no card of yours is beside it; {count} cells are open.",
        count,
        **there,
    )


def _card(action: Action) -> Card:
    assert isinstance(action, Place | Discard)
    return action.card


def _full_piles(table: Table) -> str:
    """Where a card can be drawn, in words."""
    piles = [
        say("{player}'s ({card})", player=table.players[seat], card=pile.top)
        for seat, pile in enumerate(table.discards)
        if pile
    ]
    if table.pile_size:
        piles.insert(0, say("the draw pile"))
    return one_of(piles)
