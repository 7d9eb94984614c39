"""A recorded game as its moments: the table after the deal and after every turn, through anybody's eyes."""

from __future__ import annotations

from typing import Final

from arboretum.actions import SEAT_LETTERS
from arboretum.errors import ArboretumError
from arboretum.events import NOBODY, Decided, Drew, Event
from arboretum.language import say
from arboretum.record import Record
from arboretum.records.turn_text import format_turn
from arboretum.telling import paragraph, turns
from arboretum.tui.draw import hand_line, table
from arboretum.tui.ink import PLAIN, Ink, joined, shown
from arboretum.view import View

ALL: Final = -2
"""The eyes of somebody who sees every hand. Other eyes are a seat, or NOBODY for a spectator."""


class Moments:
    """
    A record that obeys the rules, as moments 0, 1, 2, ...: after the deal, after the first turn, and so on.

    The table is drawn from a spectator's view; hands are added from the views of the seats that are looked
    through.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._views: dict[int, list[View]] = {}
        self._turns: dict[int, list[list[Event]]] = {}
        self.last = len(self.turns(NOBODY))
        """The number of the last turn that is recorded, complete or not."""

    def usual_eyes(self) -> int:
        """Whose eyes to begin with: all, if the game is over; else its owner's, or a spectator's."""
        if self.record.is_complete:
            return ALL
        return NOBODY if self.record.me is None else self.record.me

    def turns(self, seat: int) -> list[list[Event]]:
        """The turns as a seat, or NOBODY, saw them. Raises ArboretumError if the record cannot tell."""
        self._look(seat)
        return self._turns[seat]

    def view(self, seat: int, moment: int) -> View:
        """What a seat, or NOBODY, knew at a moment. Raises ArboretumError if the record cannot tell."""
        self._look(seat)
        return self._views[seat][moment]

    def _look(self, seat: int) -> None:
        """Fold the record as a seat saw it, once."""
        if seat in self._views:
            return
        seen = self.record.seen_by(seat)
        view = View.begin(seen.setup, seat)
        views: list[View] = [view]
        played: list[list[Event]] = []
        for group in turns(seen.events):
            for event in group:
                view = view.after(event)
            if isinstance(group[0], Drew):
                played.append(group)
                views.append(view)
            else:
                views[-1] = view  # the set-up before the first turn, or what is shown after the last
        self._views[seat], self._turns[seat] = views, played

    def seats(self, eyes: int) -> list[int]:
        """The seats whose hands these eyes see."""
        if eyes == ALL:
            return list(range(self.record.setup.seats))
        return [] if eyes == NOBODY else [eyes]

    def check(self, eyes: int) -> None:
        """Raise ArboretumError if the record cannot be seen through these eyes."""
        for seat in self.seats(eyes) or [NOBODY]:
            self._look(seat)

    def turn(self, eyes: int, number: int) -> list[Event]:
        """What happened in a turn, as these eyes saw it: ALL sees what who played it saw."""
        seat = self.turns(NOBODY)[number - 1][0]
        assert isinstance(seat, Drew)
        return self.turns(seat.seat if eyes == ALL else eyes)[number - 1]

    def line(self, eyes: int, number: int) -> str:
        """A turn in the notation, such as `12 A +OK5 +CA8<B MP7@1,0 -JA2`."""
        events = [event for event in self.turn(eyes, number) if isinstance(event, Decided)]
        return format_turn(number, events[0].seat, events)

    def drawn(
        self, eyes: int, moment: int, *, ink: Ink = PLAIN, columns: int = 80, stacked: bool = False
    ) -> list[str]:
        """The table at a moment, and the hands that these eyes see."""
        view = self.view(NOBODY, moment)
        lines = table(view, ink=ink, columns=columns, stacked=stacked)
        if view.is_over:
            return lines  # which show all hands
        for seat in self.seats(eyes):
            row = hand_line(self.view(seat, moment).hand, ink).split(" ")
            player = f"{SEAT_LETTERS[seat]} {view.players[seat]}"
            lines += joined([say("{player}'s hand:", player=player), *row], columns, "  ")
        return lines

    def told(self, eyes: int, moment: int) -> str:
        """What happened in the turn before a moment, in words."""
        events = self.turn(eyes, moment) if moment else self.view(NOBODY, 0).seen
        return paragraph(events, self.record.setup.players, NOBODY)


def eyes_named(text: str, players: tuple[str, ...]) -> int:
    """Eyes by name: a seat's letter, a player, `all`, or `nobody`. Raises ArboretumError."""
    word = " ".join(text.split()).casefold()
    if word in ("all", "everyone"):
        return ALL
    if word in ("nobody", "spectator", "public"):
        return NOBODY
    names = [name.casefold() for name in players]
    if word in names:
        return names.index(word)
    letters = SEAT_LETTERS[: len(players)].casefold()
    if len(word) == 1 and word in letters:
        return letters.index(word)
    known = ", ".join(letters.upper())
    raise ArboretumError(
        say("Nobody here is called {name}: choose {known}, all or nobody.", name=shown(text), known=known)
    )
