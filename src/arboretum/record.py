"""A game on disk: write, read, replay, verify."""

from __future__ import annotations

import dataclasses
import functools
import os
from collections.abc import Iterator
from pathlib import Path

from arboretum.dealing import disagrees_with_seed
from arboretum.errors import ArboretumError
from arboretum.events import NOBODY, Dealt, Decided, Discarded, Drew, Ended, Event, Placed, Shuffled, seen_by
from arboretum.language import say
from arboretum.records.ending import final_score
from arboretum.records.filling import filled
from arboretum.records.game_reader import read_game
from arboretum.records.lines import compact, event_to_json, read_lines
from arboretum.records.reading import Breach, decoded, fault, read_bytes, unknown_rules
from arboretum.records.referee import Referee
from arboretum.records.turn_text import format_turn
from arboretum.records.writer import RecordWriter, file_name
from arboretum.score import Score
from arboretum.setup import Setup
from arboretum.state import State
from arboretum.view import View

__all__ = ["Record", "RecordWriter", "Turn", "file_name"]


@dataclasses.dataclass(frozen=True)
class Turn:
    """One turn of a recorded game; the last one of an unfinished game may lack its later decisions."""

    number: int
    """Counted from 1."""
    seat: int
    player: str
    """The name of who played it."""
    events: tuple[Decided, ...]
    """What happened in it, one to four events."""
    after: State | View
    """The table after them: the truth if the record tells it, else what its owner knew."""

    @property
    def draws(self) -> tuple[Drew, ...]:
        """The draws, in order."""
        return tuple(event for event in self.events if isinstance(event, Drew))

    @property
    def place(self) -> Placed | None:
        """What was placed, if the turn came so far."""
        return next((event for event in self.events if isinstance(event, Placed)), None)

    @property
    def discard(self) -> Discarded | None:
        """What was discarded; None if the turn is not complete."""
        return next((event for event in self.events if isinstance(event, Discarded)), None)

    def __str__(self) -> str:
        """Its line in the notation, such as `12 A +OK5 +CA8<B MP7@1,0 -JA2`."""
        return format_turn(self.number, self.seat, self.events)


@dataclasses.dataclass(frozen=True)
class Record:
    """
    A recorded game: its header, and its events as somebody saw them.

    The record of whoever ran the game is the truth and begins with the shuffle. That of a player or of a
    spectator lacks the shuffle, and cards that were not seen are None. Two records are equal if header and
    events are; where they were read from is not compared.
    """

    setup: Setup
    events: tuple[Event, ...]
    lines: tuple[int, ...] = dataclasses.field(default=(), compare=False, repr=False)
    """By event, the line it was read from; empty if it was not read."""
    source: str = dataclasses.field(default="", compare=False)
    """The file it was read from, for errors."""
    damage: str = dataclasses.field(default="", compare=False)
    """What a crash cut off at the end of the file, as a sentence; empty if nothing was."""

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Record:
        """
        Read a file of JSON lines or in the text notation.

        Raises RecordError with file, line and reason for a malformed line, and ArboretumError for a file that
        cannot be read. Nothing is verified. A last JSON line that was cut off is left out; `damage` tells.
        """
        return cls.parse(decoded(read_bytes(path)), source=str(path))

    @classmethod
    def parse(cls, text: str, *, source: str = "") -> Record:
        """Read a record: JSON lines if the text begins with a brace, else the notation. Raises RecordError."""
        text = text.removeprefix("\ufeff")
        read = read_lines if text.lstrip()[:1] in ("{", "") else read_game
        found = read(text, source)
        return cls(found.setup, found.events, found.lines, source, found.damage)

    def dump(self) -> str:
        """The record as JSON lines, each with its end."""
        lines = [compact(self.setup.to_json()), *(compact(event_to_json(event)) for event in self.events)]
        return "".join(line + "\n" for line in lines)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record as JSON lines to a new file. Raises ArboretumError if there is one, or it cannot be."""
        try:
            with Path(path).open("x", encoding="utf-8", newline="\n") as file:
                file.write(self.dump())
        except FileExistsError:
            raise ArboretumError(
                say("{path} is there already: a record is never overwritten.", path=path)
            ) from None
        except OSError as error:
            raise ArboretumError(say("{path} cannot be written: {why}.", path=path, why=error.strerror)) from None

    @property
    def result(self) -> Ended | None:
        """The end of the game as it was recorded; None if the record does not come so far."""
        last = self.events[-1] if self.events else None
        return last if isinstance(last, Ended) else None

    @property
    def is_complete(self) -> bool:
        """The game is over and the end is recorded."""
        return self.result is not None

    @property
    def is_truth(self) -> bool:
        """The record begins with the shuffle: it is that of whoever ran the game."""
        return bool(self.events) and isinstance(self.events[0], Shuffled)

    @property
    def me(self) -> int | None:
        """Whose record this is: a seat, or NOBODY; None for the truth, and where several hands are told."""
        told = {event.seat for event in self.events if isinstance(event, Dealt) and None not in event.cards}
        if self.is_truth or len(told) > 1:
            return None
        return told.pop() if told else NOBODY

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader should be told about this record: sentences, none for a sound one of these rules."""
        first = self.events[0] if self.is_truth else None
        seed = disagrees_with_seed(self.setup, first) if isinstance(first, Shuffled) else ""
        return tuple(filter(None, (self.damage, unknown_rules(self.setup), seed)))

    def line(self, index: int) -> int:
        """The line of an event: the one it was read from, else the one that `dump` writes it to."""
        return self.lines[index] if self.lines else index + 2

    def opened(self) -> Record:
        """
        The truth, from a record that tells the deck at its beginning or its end: nothing is unseen in it.

        Raises ArboretumError if the record does not tell the deck, as that of a player before the end.
        """
        first, last = (self.events[0], self.events[-1]) if self.events else (None, None)
        if not isinstance(first, Shuffled):
            if not isinstance(last, Ended) or not last.deck:
                raise ArboretumError(
                    say("This record does not tell the deck, so the cards that were not seen stay unseen.")
                )
            first = Shuffled(last.deck, last.removed, last.salt, last.seed)
        rest = self.events[1:] if self.is_truth else self.events
        lines = [self.line(index) for index in range(len(self.events))]
        return dataclasses.replace(
            self,
            events=(first, *filled(self.setup, first.deck, rest)),
            lines=tuple(lines if self.is_truth else [lines[-1], *lines]),
        )

    def seen_by(self, seat: int) -> Record:
        """
        The record as a seat, or NOBODY, saw the game, the end included.

        Raises ArboretumError if this is a record of somebody else, in which that cannot be found.
        """
        View.begin(self.setup, seat)  # refuses a seat that is none
        shown = self.opened() if self._tells_deck else self
        seen = [(at, seen_by(event, seat)) for at, event in enumerate(shown.events)]
        events = tuple(event for _, event in seen if event is not None)
        if any(_is_unseen(event, seat) for event in events):
            raise ArboretumError(
                say(
                    "What {player} saw is not in this record: it is somebody else's.",
                    player=self.setup.players[seat],
                )
            )
        lines = tuple(shown.lines[at] for at, event in seen if event is not None) if self.lines else ()
        return Record(self.setup, events, lines, self.source, self.damage)

    @property
    def _tells_deck(self) -> bool:
        return self.is_truth or (self.result is not None and bool(self.result.deck))

    def tables(self) -> Iterator[State | View]:
        """
        The table after each event: a State for the truth, else a View of who saw it.

        Raises RecordError with line and clause at the first event that the rules do not allow; they are the
        rules that this program knows, whatever the header says.
        """
        told = self.opened() if self.is_truth else self
        table = self._begin()
        referee = Referee(self.setup)
        for index, event in enumerate(told.events):
            try:
                referee.admit(table, table.position(), event)
            except Breach as breach:
                raise fault(self.source, self.line(index), str(breach), breach.clause) from None
            table = table.after(event)
            yield table

    def verify(self) -> None:
        """
        Replay the game by the rules, as far as it is recorded.

        Raises RecordError with the line and the clause of the first thing that is wrong, and for a record of
        another version of the rules, which cannot be verified. What was not seen is checked as soon as the
        end tells the deck.
        """
        if unknown_rules(self.setup):
            raise fault(self.source, 1, unknown_rules(self.setup))
        for _ in self.tables():
            pass
        if self._tells_deck and not self.is_truth:
            for _ in self.opened().tables():
                pass

    def turns(self) -> Iterator[Turn]:
        """The turns in order, each with the table after it. Raises RecordError as `tables` does."""
        number, so_far = 1, list[Decided]()
        after = self._begin()
        told = self.opened() if self.is_truth else self
        for event, after in zip(told.events, self.tables(), strict=True):
            if isinstance(event, Decided):
                so_far.append(event)
            if isinstance(event, Discarded):
                yield self._turn(number, so_far, after)
                number, so_far = number + 1, []
        if so_far:
            yield self._turn(number, so_far, after)

    def _turn(self, number: int, events: list[Decided], after: State | View) -> Turn:
        seat = events[0].seat
        return Turn(number, seat, self.setup.players[seat], tuple(events), after)

    @property
    def table(self) -> State | View:
        """The table after the last event. Raises RecordError as `tables` does."""
        table = self._begin()
        for after in self.tables():
            table = after
        return table

    def _begin(self) -> State | View:
        """The table before the first event."""
        me = NOBODY if self.me is None else self.me
        return State.begin(self.setup) if self.is_truth else View.begin(self.setup, me)

    @functools.cached_property
    def score(self) -> Score:
        """
        The final score by the rules. Raises RecordError if the game is not over, breaks a rule, or was played
        by other rules; `result` shows what was recorded.
        """
        last = len(self.events) - 1
        if self.result is None:
            raise fault(
                self.source, self.line(last), say("the record does not come to the end: there is no score yet")
            )
        if unknown_rules(self.setup):
            raise fault(self.source, 1, unknown_rules(self.setup))
        return final_score(self.table, self.result)


def _is_unseen(event: Event, seat: int) -> bool:
    """Whether a card that this seat saw is not told in an event."""
    match event:
        case Dealt():
            return event.seat == seat and None in event.cards
        case Drew():
            return event.seat == seat and event.card is None
        case _:
            return False
