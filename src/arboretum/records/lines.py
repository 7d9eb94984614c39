"""
A record as JSON lines: the header, then an event a line.

How it is read is strict where a slip could change a game, and open where a later program may have added
something: codes are in capitals, cells and numbers in their only spelling, a key once; keys that are not
known are passed over, kinds of event that are not known are refused; empty lines are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, assert_never

from arboretum.cards import Card
from arboretum.errors import ArboretumError, NotationError
from arboretum.events import Dealt, Discarded, Drew, Ended, Event, Placed, Shuffled, Started
from arboretum.language import say
from arboretum.options import ALLOWED, Options
from arboretum.records.fields import UNSEEN, Fields
from arboretum.records.reading import Malformed, Reading, check_setup, check_size, fault, shown
from arboretum.setup import FORMAT, RULES, Setup

NESTING: Final = 256
"""Brackets that may open in a line; they stand in names too."""


def compact(value: Mapping[str, Any]) -> str:
    """One line of JSON, without its end."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def event_to_json(event: Event) -> dict[str, Any]:
    """The line of an event, as an object."""
    match event:
        case Shuffled():
            return {"event": "shuffled", **_deck(event)}
        case Started():
            return {"event": "started", "seat": event.seat}
        case Dealt():
            dealt = {"event": "dealt", "seat": event.seat, "cards": [_card(card) for card in event.cards]}
            return dealt if event.discard is None else dealt | {"discard": str(event.discard)}
        case Drew():
            return {"event": "drew", "seat": event.seat, "from": event.source, "card": _card(event.card)}
        case Placed():
            return {"event": "placed", "seat": event.seat, "card": str(event.card), "cell": str(event.cell)}
        case Discarded():
            return {"event": "discarded", "seat": event.seat, "card": str(event.card)}
        case Ended():
            return {
                "event": "ended",
                "hands": [[str(card) for card in hand] for hand in event.hands],
                **_deck(event),
                "totals": list(event.totals),
                "winners": list(event.winners),
            }
        case _:
            assert_never(event)


def _deck(event: Shuffled | Ended) -> dict[str, Any]:
    """What the shuffle fixed."""
    return {
        "deck": [str(card) for card in event.deck],
        "removed": [species.code for species in event.removed],
        "salt": event.salt,
        "seed": event.seed,
    }


def _card(card: Card | None) -> str:
    return UNSEEN if card is None else str(card)


def event_from_json(line: Mapping[str, Any], seats: int) -> Event:
    """Read an event of a game for so many players. Raises Malformed."""
    fields = Fields(line, seats)
    kind = fields.text("event")
    match kind:
        case "shuffled":
            return Shuffled(fields.cards("deck"), fields.species("removed"), fields.salt(), fields.seed())
        case "started":
            return Started(fields.seat("seat"))
        case "dealt":
            discard = fields.card("discard") if "discard" in line else None
            return Dealt(fields.seat("seat"), fields.cards_or_unseen("cards"), discard)
        case "drew":
            return Drew(fields.seat("seat"), fields.source(), fields.drawn())
        case "placed":
            return Placed(fields.seat("seat"), fields.card("card"), fields.cell("cell"))
        case "discarded":
            return Discarded(fields.seat("seat"), fields.card("card"))
        case "ended":
            return Ended(
                hands=fields.hands(),
                removed=fields.species("removed"),
                deck=fields.cards("deck"),
                salt=fields.salt(),
                seed=fields.seed(),
                totals=fields.totals(),
                winners=fields.winners(),
            )
        case _:
            raise Malformed(say("there is no event {shown}", shown=shown(kind)))


def header_from_json(line: Mapping[str, Any]) -> Setup:
    """Read a header. Raises Malformed, OptionError, NotationError."""
    form = line.get("format")
    if form != FORMAT or type(form) is not int:
        raise Malformed(
            say("this is not the header of a record")
            if form is None
            else say(
                "the record has format {shown}, and this program reads format {format}: a newer arboretum may"
                " read it",
                shown=shown(form),
                format=FORMAT,
            )
        )
    wanted = {"rules": str, "players": list, "options": dict, "species": (list, int)}
    optional = {"commitment": str, "shuffled_by": str, "began": str}
    for name, kinds in (wanted | optional).items():
        if name not in line and name in wanted:
            raise Malformed(say("the header has no {name}", name=repr(name)))
        if name in line and (not isinstance(line[name], kinds) or isinstance(line[name], bool)):  # type: ignore[arg-type]  # a type or several
            raise Malformed(say("{name} cannot be {shown} in a header", name=repr(name), shown=shown(line[name])))
    if line.get("shuffled_by", "system") not in ("system", "seed"):
        raise Malformed(
            say('\'shuffled_by\' is "system" or "seed", not {shown}', shown=shown(line["shuffled_by"]))
        )
    if isinstance(line["species"], list):
        Fields(line, 0).species("species")
    return check_setup(Setup.from_json({**line, "options": _options(line["options"], line["rules"])}))


def _options(options: Mapping[str, Any], rules: str) -> Mapping[str, Any]:
    """The options of a header; of other rules those that are known here, since that game is shown, not played."""
    if rules == RULES:
        return options
    known = {}
    for name in options.keys() & ALLOWED.keys():
        try:
            Options.from_json({name: options[name]})
        except ArboretumError:
            continue  # a choice that only those rules have
        known[name] = options[name]
    return known


def read_lines(text: str, source: str = "") -> Reading:
    """
    Read a record; `source` names it in errors. Raises RecordError that names the line.

    A last line that was cut off is left out, and `damage` says so.
    """
    check_size(text, source)
    lines = text.split("\n")
    damage = ""
    if lines[-1].strip() and not is_whole(lines[-1]):
        damage = say(
            "Line {count} was cut off: what it told is lost, and everything before it is here.", count=len(lines)
        )
        lines.pop()
    numbered = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not numbered:
        raise fault(
            source, 1, say("the header was cut off: nothing of a game is left") if damage else say("it is empty")
        )
    head, *rest = [(number, _object(line, number, source)) for number, line in numbered]
    try:
        setup = header_from_json(head[1])
    except (Malformed, ArboretumError, TypeError, KeyError) as error:
        raise fault(source, head[0], str(error)) from None
    events = []
    for number, line in rest:
        try:
            events.append(event_from_json(line, setup.seats))
        except (Malformed, NotationError) as error:
            raise fault(source, number, str(error)) from None
    return Reading(setup, tuple(events), tuple(number for number, _ in rest), damage)


def is_whole(line: str) -> bool:
    """Whether a line is a whole JSON object. No part of one that was cut off is: its brace closes last."""
    try:
        return isinstance(_decoded(line), dict)
    except Malformed:
        return False


def _object(line: str, number: int, source: str) -> dict[str, Any]:
    """A line as a JSON object. Raises RecordError."""
    try:
        value = _decoded(line)
    except Malformed as error:
        raise fault(source, number, str(error)) from None
    if not isinstance(value, dict):
        raise fault(source, number, say("a line of a record is a JSON object, not {shown}", shown=shown(value)))
    return value


def _decoded(line: str) -> Any:  # noqa: ANN401
    """A line of JSON as values, each key of an object once. Raises Malformed."""
    if any("\udc80" <= sign <= "\udcff" for sign in line):
        raise Malformed(say("the line is not UTF-8"))
    if line.count("[") + line.count("{") > NESTING:
        raise Malformed(say("the line has more brackets than a record needs"))
    try:
        return json.loads(line, object_pairs_hook=_each_once, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise Malformed(
            say("this is not JSON from column {column} on: {why}", column=error.colno, why=error.msg.lower())
        ) from None
    except Malformed:
        raise
    except ValueError:
        raise Malformed(say("a number in it has too many digits")) from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Malformed(say("a key stands twice in one object"))
    return found


def _no_number(name: str) -> None:
    raise Malformed(say("{name} is no number of JSON", name=name))
