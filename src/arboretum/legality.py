"""The rules' reasons as sentences: what was tried, why it cannot be, what can."""

from __future__ import annotations

from typing import Final, NoReturn

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.cards import Card
from arboretum.errors import IllegalAction, NotYourTurn
from arboretum.events import NOBODY
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

DUE: Final = {
    Phase.DRAW_FIRST: "draw the first card",
    Phase.DRAW_SECOND: "draw the second card",
    Phase.PLACE: "place a card",
    Phase.DISCARD: "discard a card",
    Phase.OVER: "nothing: the game is over",
}


def check(table: Table, position: p.Position, hand: Hand, seat: int, action: Action) -> None:
    """
    Raise NotYourTurn or IllegalAction if a seat may not do this now.

    position: that of the table; hand: the seat's own hand. Nothing else is looked at, so the sentence can
    tell nothing that the seat does not know.
    """
    if seat == NOBODY or table.is_over or seat != table.seat:
        _not_now(table, seat, action)
    reason = _reason(position, table, seat, action)
    if reason != legal.OK:
        raise IllegalAction(
            _sentence(reason, table, hand, seat, action),
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
        why = f"A spectator cannot play {action}: {table.players[table.seat]} is to act."
    elif table.is_over:
        why = f"{action} cannot be played: the game is over."
    else:
        why = (
            f"{table.players[seat]} cannot play {action} now:"
            f" {table.players[table.seat]} is to {DUE[table.phase]}."
        )
    raise NotYourTurn(why, reason="NOT_YOUR_TURN", action=action, seat=seat, phase=table.phase.name)


def _sentence(reason: int, table: Table, hand: Hand, seat: int, action: Action) -> str:
    """Why a seat cannot do this, and what it can do instead."""
    if reason == legal.WRONG_PHASE:
        return f"{action} cannot be played now: it is time to {DUE[table.phase]}."
    if reason == legal.NO_SUCH_SEAT:
        return f"{action} names no discard pile: there are {table.seats} players, {', '.join(table.players)}."
    if isinstance(action, DrawPile):
        return "The draw pile is empty: draw from a discard pile, " + _full_piles(table) + "."
    if isinstance(action, DrawDiscard):
        whose = "Your own" if action.seat == seat else f"{table.players[action.seat]}'s"
        return f"{whose} discard pile is empty: draw from {_full_piles(table)}."
    if reason == legal.NOT_IN_HAND:
        return f"{_card(action)} is not in your hand: you hold {hand}."
    assert isinstance(action, Place)
    if reason == legal.CELL_TAKEN:
        return f"{action.card} cannot go on {action.cell}: {table.tableaux[seat][action.cell]} lies there."
    count = len(table.open_cells[seat])
    if count == 1:
        return f"{action.card} cannot go on {action.cell}: the first card goes on {table.open_cells[seat][0]}."
    return f"{action.card} cannot go on {action.cell}: no card of yours is beside it; {count} cells are open."


def _card(action: Action) -> Card:
    assert isinstance(action, Place | Discard)
    return action.card


def _full_piles(table: Table) -> str:
    """Where a card can be drawn, in words."""
    piles = [f"{table.players[s]}'s ({pile.top})" for s, pile in enumerate(table.discards) if pile]
    if table.pile_size:
        piles.insert(0, "the draw pile")
    return " or ".join(piles)
