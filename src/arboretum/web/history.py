"""
A game step by step, as one looks at it again: everything that some eyes saw, from the deal to now or to the end.

It is folded from what those eyes were shown and from nothing else, so that the steps of a running game tell what
its player has seen already. The first step is told whole, each later one by what it changes.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

from arboretum.errors import ArboretumError, RecordError
from arboretum.events import NOBODY, Dealt, Discarded, Ended, Event, Started
from arboretum.explaining import options_in_force
from arboretum.language import say
from arboretum.record import Record
from arboretum.records.lines import event_to_json
from arboretum.records.reading import unknown_rules
from arboretum.rooms.entries import GAME_EVENTS
from arboretum.rooms.folded import Folded
from arboretum.telling import paragraph
from arboretum.view import View
from arboretum.web.count import counted
from arboretum.web.wire import is_browsable, moment_json, score_json

Json = dict[str, Any]

ALL: Final = "all"
"""Eyes that see every hand, once a game is over."""


Row: TypeAlias = tuple[int, Sequence[Event], Sequence[View]]
"""The number of an entry, the event that it is to each of some eyes, and what each of them knows after it."""


@dataclasses.dataclass(frozen=True, slots=True)
class Step:
    """The table after something that happened."""

    v: int
    """The number of the last entry of the table's log that it shows."""
    events: tuple[Event, ...]
    views: tuple[View, ...]
    """What each of the eyes knows then."""


def history_json(room: Folded, eyes: Sequence[int]) -> Json:
    """
    The game of a table, from its deal on, as these seats saw it together; `(NOBODY,)` is what was public.

    Whoever asks has been let in for these eyes. Several may be given for a game that is over.
    """
    if room.archive is not None:
        return _archived(room, room.archive)
    if room.game is None:
        return _told(room, eyes, [], me=NOBODY)
    over = room.game.is_over
    told = _told(room, eyes, list(_steps(room, eyes)), me=eyes[0] if len(eyes) == 1 and not over else NOBODY)
    if over:
        told["notes"] = list(room.game.record().notes)
        told["score"] = score_json(room.view(NOBODY))
    return told


def _steps(room: Folded, eyes: Sequence[int]) -> Iterator[Step]:
    """The steps of a game that is played here."""
    assert room.game is not None
    views = [View.begin(room.game.setup, eye) for eye in eyes]

    def rows() -> Iterator[Row]:
        nonlocal views
        for row in zip(*(room.seen(eye) for eye in eyes), strict=True):
            seen = [entry for _, entry in row if isinstance(entry, GAME_EVENTS)]
            if len(seen) == len(eyes):
                views = [view.after(event) for view, event in zip(views, seen, strict=True)]
                yield row[0][0], seen, views

    yield from _grouped(rows(), eyes)


def _grouped(rows: Iterable[Row], eyes: Sequence[int]) -> Iterator[Step]:
    """What happened, one thing a step; the deal is one. A card that any of the eyes saw is told."""
    opening: list[Event] = []
    for v, seen, views in rows:
        event = next((e for eye, e in zip(eyes, seen, strict=True) if eye == getattr(e, "seat", NOBODY)), seen[0])
        if isinstance(event, Started | Dealt):
            opening.append(event)
            if sum(isinstance(each, Dealt) for each in opening) == views[0].seats:
                yield Step(v, tuple(opening), tuple(views))
        else:
            yield Step(v, (event,), tuple(views))


def _told(room: Folded, eyes: Sequence[int], steps: Sequence[Step], *, me: int) -> Json:
    """Steps as JSON, with what is to be known of their table; `me` is called `you`."""
    over = room.status == "over"
    opened = room.opened
    practice = None if opened.practice is None else dataclasses.asdict(opened.practice)
    moments = [_moment(step, eyes, over=over, preview=room.settings.preview) for step in steps]
    before: Iterable[Json] = [{}, *moments]
    return {
        "id": room.id,
        "v": room.version,
        "status": room.status,
        "as": ALL if len(eyes) > 1 else None if eyes[0] == NOBODY else eyes[0],
        "seats": [{"name": seat.name, "kind": seat.kind, "bot": seat.bot} for seat in room.seats],
        "options": options_in_force(room.settings.options),
        "imported": opened.imported,
        "practice": practice,
        "is_whole": over and room.game is not None,
        "notes": [],
        "start": moments[0] if moments else None,
        "steps": [
            _step(step, me) | {"change": changes(old, new) if old else {}}
            for step, old, new in zip(steps, before, moments, strict=False)
        ],
        "score": None,
        "result": None,
    }


def _step(step: Step, me: int) -> Json:
    """What happened at a step."""
    view, event = step.views[0], step.events[-1]
    told = {"v": step.v, "kind": event_to_json(event)["event"], "say": paragraph(step.events, view.players, me)}
    if isinstance(event, Dealt | Ended):
        return told | {"turn": view.turn if isinstance(event, Ended) else 0}
    turn = view.turn - (isinstance(event, Discarded) and not view.is_over)
    return told | {"turn": turn, "event": event_to_json(event)}


def _moment(step: Step, eyes: Sequence[int], *, over: bool, preview: bool) -> Json:
    """The table and the hands at a step."""
    view = step.views[0]
    told = moment_json(view, paths=preview or over, piles=over or is_browsable(view))
    if len(eyes) == 1:
        held = [[str(card) for card in hand] for hand in view.hands_known]
    else:
        held = [[str(card) for card in each.hand] for each in step.views]
    del told["hand"]
    return told | {"held": held}


def changes(before: Any, after: Any, path: str = "") -> Json:  # noqa: ANN401
    """What to put where, by the path of keys and places to it, so that one JSON value becomes another."""
    if before == after:
        return {}
    keys: Iterable[Any] = ()
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() <= after.keys():
        keys = after
        before = before | dict.fromkeys(after.keys() - before.keys())
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after) and _nests(after):
        keys = range(len(after))
    else:
        return {path: after}
    told: Json = {}
    for key in keys:
        told |= changes(before[key], after[key], f"{path}/{key}" if path else str(key))
    return told


def _nests(values: list[Any]) -> bool:
    return any(isinstance(value, dict | list) for value in values)


def _archived(room: Folded, record: Record) -> Json:
    """A record that can only be read: as far as these rules can follow it, with all the hands that it tells."""
    eyes, parts = _parts(record)
    steps: list[Step] = []
    broken = ""
    try:
        steps.extend(_grouped(_followed(parts), eyes))
    except RecordError as error:
        broken = say("The steps end here, where these rules cannot follow the record. {why}", why=str(error))
    told = _told(room, eyes, steps, me=NOBODY) | {"as": ALL}
    told["notes"] = [*record.notes, *([broken] if broken else [])]
    if record.result is not None:
        told["result"] = {"totals": list(record.result.totals), "winners": list(record.result.winners)}
    if not unknown_rules(record.setup):
        told["score"] = counted(record.score)
    return told


def _parts(record: Record) -> tuple[tuple[int, ...], list[Record]]:
    """A record as each seat saw the game, if it tells so much; else as it is."""
    seats = range(record.setup.seats)
    try:
        return tuple(seats), [record.seen_by(seat) for seat in seats]
    except ArboretumError:
        return (NOBODY if record.me is None else record.me,), [record]


def _followed(parts: Sequence[Record]) -> Iterator[Row]:
    """The events of a game with what each part knows after them. Raises RecordError where the rules stop them."""
    tables = zip(*(part.tables() for part in parts), strict=True)
    seen = zip(*(part.events for part in parts), strict=True)
    for number, (events, views) in enumerate(zip(seen, tables, strict=True), 1):
        yield number, events, [view for view in views if isinstance(view, View)]
