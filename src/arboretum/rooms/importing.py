"""A finished game that was played elsewhere, as a table of its own."""

from __future__ import annotations

from collections.abc import Sequence

from arboretum.errors import ArboretumError
from arboretum.events import Decided, Event, action_of
from arboretum.game import Game
from arboretum.language import say
from arboretum.record import Record
from arboretum.records.reading import fault, unknown_rules
from arboretum.rooms.entries import Archived, Begun, Entry, Opened, Seated
from arboretum.rooms.refusals import Refused
from arboretum.rooms.settings import Settings


def imported(text: str, session: str, now: float, next_id: str) -> list[Entry]:
    """
    The log of a table on which the finished game of a record lies, in either form of records.

    A game that the record tells whole is played once more by the rules. One that it tells in part, or by other
    rules, is kept as it stands, to be read. Raises RecordError with the line and the reason for what is no
    record or breaks a rule, Refused for a game that is not over.
    """
    record = _read(text)
    setup = record.setup
    settings = Settings(setup.seats, setup.options, setup.species)
    opened = Opened(now, session, next_id, settings, imported=True)
    seated = [Seated(seat, name) for seat, name in enumerate(setup.players)]
    if unknown_rules(setup):
        return [opened, *seated, Archived(text)]
    record.verify()
    try:
        whole = record.opened()
    except ArboretumError:  # it does not tell the deck
        return [opened, *seated, Archived(text)]
    return [opened, *seated, Begun(setup), *_played(whole)]


def _read(text: str) -> Record:
    """The record of a finished game. Raises RecordError, Refused."""
    for number, line in enumerate(text.split("\n"), 1):
        if not line.isascii() and any("\ud800" <= sign <= "\udfff" for sign in line):
            raise fault("", number, say("the line is not UTF-8"))
    record = Record.parse(text)
    if record.is_complete:
        return record
    raise Refused(
        record.damage
        or say(
            "This record does not come to the end of its game: `arboretum play --resume FILE` goes on with it."
        ),
        reason="NOT_OVER",
    )


def _played(record: Record) -> Sequence[Event]:
    """The events of a whole record that keeps the rules, as a game of ours tells them."""
    game = Game(record.setup, record.events[:2])
    for event in record.events:
        if isinstance(event, Decided):
            game.play(event.seat, action_of(event))
    return game.record().events
