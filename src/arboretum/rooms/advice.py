"""
Who may be advised at a table: one rule, in one place.

Advice never helps in a running game against people, except where the table agreed on it: then everybody who plays
may ask, and everybody can see so. Who plays against bots alone may ask in any case, since nobody is wronged.
"""

from __future__ import annotations

from collections.abc import Collection

from arboretum.events import NOBODY
from arboretum.language import say
from arboretum.rooms.folded import Folded
from arboretum.rooms.refusals import Forbidden, Refused


def is_advised(room: Folded, seat: int) -> bool:
    """
    Whether whoever plays a seat may be advised in the running game of this table.

    All others must be bots, and no person may be able to come back to one of their seats; or the table agreed.
    """
    if seat == NOBODY or room.status != "playing" or room.seats[seat].kind != "person":
        return False
    others = [other for number, other in enumerate(room.seats) if number != seat]
    return room.settings.hints or all(other.kind == "bot" and not other.owners for other in others)


def check_advice(room: Folded, held: Collection[int], seat: int) -> None:
    """
    Raise Forbidden or Refused, with a sentence, unless a seat may be advised now.

    held: the seats that whoever asks plays for. At one screen for several, the one that is to act sits before it.
    """
    if seat not in held:
        raise Forbidden(say("Advice is for who plays the seat: onlookers and others get none."))
    if room.game is None:
        raise Refused(say("The game has not begun: nothing can be played yet."), reason="NOT_BEGUN")
    if room.game.is_over:
        raise Refused(say("The game is over: there is nothing to advise any more."), reason="OVER")
    if not is_advised(room, seat):
        raise Forbidden(
            say("No hints here: you play against people, and the table did not agree on hints before the game."),
            reason="NO_HINTS",
        )
    if room.game.seat != seat:
        raise Refused(say("It is not your turn: a hint is about a decision that is due."), reason="NOT_YOUR_TURN")
