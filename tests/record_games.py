"""Records for the tests: of true games, as somebody saw them, cut off, and made false."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from arboretum import NOBODY, RecordError
from arboretum.events import Event
from arboretum.record import Record
from tables import finished

OPTIONS = (
    "standard",
    "first-edition",
    "species=secret",
    "start=1",
    "tiebreak=cards,unheld=nobody,piles=top-card",
    "species=secret,opening=first-edition,names=first,start=0",
)


@cache
def true_record(seats: int = 2, seed: int = 1, options: str = "standard") -> Record:
    """The record of a random game."""
    return finished(seats, seed, options).record()


@cache
def seen_record(who: int, seats: int = 2, seed: int = 1, options: str = "standard") -> Record:
    return true_record(seats, seed, options).seen_by(who)


def replaced(record: Record, index: int, *events: Event) -> Record:
    """The record with one event replaced by others, or by none."""
    return Record(record.setup, (*record.events[:index], *events, *record.events[index + 1 :]))


def find(record: Record, kind: type[Event], number: int = 0) -> int:
    """The index of an event of this kind."""
    return [i for i, event in enumerate(record.events) if isinstance(event, kind)][number]


games = st.builds(true_record, st.integers(2, 4), st.integers(0, 5), st.sampled_from(OPTIONS))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """The truth, or what somebody saw, of a whole game or of its beginning."""
    record = draw(games)
    who = draw(st.sampled_from([None, NOBODY, *range(record.setup.seats)]))
    seen = record if who is None else record.seen_by(who)
    return Record(seen.setup, seen.events[: draw(st.one_of(st.none(), st.integers(0, len(seen.events))))])


def verified_or_refused(record: Record) -> RecordError | None:
    """Verify and walk a record that may be false: nothing but RecordError may come of it."""
    fault = None
    try:
        record.verify()
    except RecordError as error:
        fault = error
    for use in (lambda: list(record.turns()), lambda: record.table, lambda: record.score):
        try:
            use()
        except RecordError as error:
            assert fault is None or error.line >= fault.line or error.clause is None
    return fault
