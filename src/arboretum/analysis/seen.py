"""A record as its players saw it: each decision with the view of who made it, each turn with everybody's."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from arboretum.actions import Action
from arboretum.cards import Card, cards_of
from arboretum.errors import ArboretumError
from arboretum.events import (
    NOBODY,
    Dealt,
    Decided,
    Discarded,
    Drew,
    Ended,
    Event,
    Shuffled,
    Started,
    action_of,
    seen_by,
)
from arboretum.record import Record
from arboretum.setup import Setup
from arboretum.view import View

Views = tuple[View | None, ...]
"""By seat, what it knows; None for a seat whose hand is not told."""

_After = Callable[[Sequence[View | None], Event], list[View | None]]
"""What all know after one more event."""


@dataclasses.dataclass(frozen=True, slots=True)
class Made:
    """A decision as it was made."""

    number: int
    """Of all draws, placings and discards of the game, from 0."""
    turn: int
    seat: int
    action: Action
    card: Card | None
    """The card that a draw brought, if it is told."""
    view: View
    """What its seat knew before it."""
    after: View
    """What its seat knew after it."""
    pile: frozenset[Card] | None
    """The cards that were in the draw pile before it, if the record tells them."""


@dataclasses.dataclass(frozen=True, slots=True)
class Seen:
    """A game through some eyes."""

    setup: Setup
    decisions: tuple[Made, ...]
    """Those of the seats whose hand is told."""
    moments: tuple[Views, ...]
    """After the deal, and after each turn; the last turn of an unfinished record may be a part of one."""
    movers: tuple[int | None, ...]
    """By moment, the seat that played the turn before it; None for the deal."""
    result: Ended | None


def truth_of(record: Record) -> Record:
    """A record with all that it tells filled in."""
    try:
        return record.opened()
    except ArboretumError:
        return record


def known_seats(record: Record) -> tuple[int, ...]:
    """The seats whose hand a record tells, so that it is known what they knew."""
    told = set(range(record.setup.seats))
    for event in record.events:
        if (isinstance(event, Dealt) and None in event.cards) or (isinstance(event, Drew) and event.card is None):
            told.discard(event.seat)
    dealt = {event.seat for event in record.events if isinstance(event, Dealt)}
    return tuple(sorted(told & dealt))


def as_known(record: Record) -> Seen:
    """A game from what each player knew at the time; `record` is as `truth_of` gives it."""
    seats = known_seats(record)
    views: list[View | None] = [
        View.begin(record.setup, seat) if seat in seats else None for seat in range(record.setup.seats)
    ]

    def after(views: Sequence[View | None], event: Event) -> list[View | None]:
        shown = [seen_by(event, seat) for seat in range(len(views))]
        return [
            view if view is None or event is None else view.after(event)
            for view, event in zip(views, shown, strict=True)
        ]

    return _walked(record, views, after)


def as_open(record: Record) -> Seen | None:
    """A game with all hands open, the draw pile hidden; None if the record does not tell all hands."""
    seats = range(record.setup.seats)
    if len(known_seats(record)) < len(seats):
        return None

    def after(views: Sequence[View | None], event: Event) -> list[View | None]:
        if isinstance(event, Shuffled):
            return list(views)  # nobody knows the order of the draw pile, nor which species are not in the game
        found = [_opened(view.after(event)) for view in views if view is not None]
        return list(found)

    return _walked(record, [View.begin(record.setup, seat) for seat in seats], after)


def _opened(view: View) -> View:
    """A view in which every rival's hand counts as seen."""
    position = view.position()
    for seat in range(view.seats):
        for at in range(position.hand_size[seat]):
            if seat != view.me:
                position.shown[position.hands[seat, at]] = 1
    return View(view.setup, position.freeze(), view.me, view.seen)


class _Walk:
    """What was met so far on the way through a record."""

    def __init__(self, record: Record) -> None:
        self.pile = _whole_pile(record)
        self.decisions: list[Made] = []
        self.moments: list[Views] = []
        self.movers: list[int | None] = []
        self.number = 0
        self.turn = 1
        self.in_turn = False


def _walked(record: Record, views: Sequence[View | None], after: _After) -> Seen:
    """Go through the events of a record."""
    walk = _Walk(record)
    result: Ended | None = None
    mover = NOBODY
    for event in record.events:
        if isinstance(event, Ended):
            result = event
            break
        before, views = views, after(views, event)
        if isinstance(event, Shuffled | Started | Dealt):
            _gone(walk, event)
            continue
        if not walk.moments:
            _note(walk, before, None)
        mover = event.seat
        _decided(walk, event, before[mover], views[mover])
        _gone(walk, event)
        if isinstance(event, Discarded):
            _note(walk, views, mover)
    if not walk.moments:
        _note(walk, views, None)
    elif walk.in_turn:
        _note(walk, views, mover)
    return Seen(record.setup, tuple(walk.decisions), tuple(walk.moments), tuple(walk.movers), result)


def _whole_pile(record: Record) -> frozenset[Card] | None:
    """The cards of the game, from a record that tells all hands and the species in play; else None."""
    if len(known_seats(record)) < record.setup.seats:
        return None
    first, last = record.events[0], record.events[-1]
    told = first if isinstance(first, Shuffled) else last if isinstance(last, Ended) else None
    if record.setup.species is None and told is None:
        return None
    removed = told.removed if told is not None else ()
    return frozenset(cards_of(kind for kind in record.setup.slots.species if kind not in removed))


def _gone(walk: _Walk, event: Event) -> None:
    """Take what was dealt or drawn out of the draw pile."""
    if walk.pile is not None and isinstance(event, Dealt):
        walk.pile -= {event.discard, *event.cards}
    elif walk.pile is not None and isinstance(event, Drew):
        walk.pile -= {event.card}


def _decided(walk: _Walk, event: Decided, before: View | None, after: View | None) -> None:
    """Take down a decision, if it is known what its seat knew."""
    if before is not None and after is not None:
        card = event.card if isinstance(event, Drew) else None
        walk.decisions.append(
            Made(walk.number, walk.turn, event.seat, action_of(event), card, before, after, walk.pile)
        )
    walk.number += 1
    walk.in_turn = True


def _note(walk: _Walk, views: Sequence[View | None], mover: int | None) -> None:
    """Take down how things stand after the deal or after a turn."""
    walk.moments.append(tuple(views))
    walk.movers.append(mover)
    walk.turn = len(walk.moments)
    walk.in_turn = False
