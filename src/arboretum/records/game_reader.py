"""Reading a whole game in the text notation."""

from __future__ import annotations

import dataclasses
from typing import Final

from arboretum.actions import SEAT_LETTERS
from arboretum.cards import Card
from arboretum.errors import NotationError
from arboretum.events import Dealt, Drew, Ended, Event, Shuffled, Started
from arboretum.language import say
from arboretum.records.game_text import default_shuffle
from arboretum.records.reading import Malformed, Reading, check_hexadecimal, check_size, fault
from arboretum.records.text_heading import HEADINGS, read_heading
from arboretum.records.text_part import Blame, Line, Part, lines_of
from arboretum.records.turn_text import ORDER, parse_turn
from arboretum.setup import FORMAT, Setup

DECK: Final = ("deck", "removed", "salt", "seed")
BEFORE: Final = (*HEADINGS, *DECK, "start", "hand")
"""The first words of the lines before the first turn."""

ENDINGS: Final = ("end", "hand", *DECK, "points", "winners")
"""The first words of the lines from the end of the game on; `end` is the first."""


def read_game(text: str, source: str = "") -> Reading:
    """Read a game in the text notation; `source` names it in errors. Raises RecordError that names the line."""
    check_size(text, source)
    lines, blame = lines_of(text), Blame(source)
    if not any(line.key == "arboretum" for line in lines):
        raise fault(
            source,
            1,
            say("this is no record: it has no JSON header, and no line `arboretum {format}`", format=FORMAT),
        )
    end = next((i for i, line in enumerate(lines) if line.key == "end"), len(lines))
    first = next((i for i, line in enumerate(lines[:end]) if line.key[0].isdigit()), end)
    before, after = Part(lines[:first], BEFORE, blame), Part(lines[end:], ENDINGS, blame)
    if "arboretum" not in before:
        raise fault(source, lines[0].number, say("the line `arboretum {format}` comes first", format=FORMAT))
    setup = read_heading(before)
    game = GameReader(setup, blame)
    game.read_opening(before)
    game.read_turns(lines[first:end])
    if after:
        game.read_end(after)
    return Reading(setup, tuple(game.events), tuple(game.lines))


class GameReader:
    """The events of a game, as they are read."""

    def __init__(self, setup: Setup, blame: Blame) -> None:
        self._setup = setup
        self._blame = blame
        self._shuffled = default_shuffle(setup)
        self.events: list[Event] = []
        self.lines: list[int] = []

    def _add(self, event: Event, line: Line) -> None:
        self.events.append(event)
        self.lines.append(line.number)

    def read_opening(self, part: Part) -> None:
        """The deck if it is told, who started, and the hands in the order they were dealt."""
        self._shuffled = self._deck(part)
        if "deck" in part:
            self._add(self._shuffled, part["deck"][0])
        for line in part.get("start", []):
            with self._blame.at(line):
                line.ends_after(2)
                self._add(Started(line.seat(self._setup.seats)), line)
        for line in part.get("hand", []):
            with self._blame.at(line):
                seat = line.seat(self._setup.seats)
                cards, first = line.words[2:], None
                if cards and cards[-1].text.startswith("-"):
                    first = cards.pop().part(1).card()
                self._add(Dealt(seat, tuple(word.card_or_unseen() for word in cards), first), line)

    def _deck(self, part: Part) -> Shuffled:
        """What a part of the text tells about the deck; the rest is as it was known."""
        known = self._shuffled
        for key in DECK:
            for line in part.get(key, []):
                with self._blame.at(line):
                    match key:
                        case "deck":
                            known = dataclasses.replace(known, deck=line.cards(1))
                        case "removed":
                            known = dataclasses.replace(known, removed=line.species())
                        case "salt":
                            salt = check_hexadecimal(line.second().lower(), "salt", (0, 64))
                            known = dataclasses.replace(known, salt=salt)
                        case _:
                            seed = line.words[1].number() if line.second() else None
                            known = dataclasses.replace(known, seed=seed)
        return known

    def read_turns(self, lines: list[Line]) -> None:
        """The turns, numbered from 1; only the last may be unfinished."""
        for number, line in enumerate(lines, 1):
            with self._blame.at(line):
                turn = parse_turn(line.text)
                if turn.number != number:
                    raise line.words[0].error(f"turn {number}")
                line.seat(self._setup.seats)
                for word, event in zip(line.words[2:], turn.events, strict=True):
                    if isinstance(event, Drew) and event.source in range(self._setup.seats, len(SEAT_LETTERS)):
                        raise word.error(f"a discard pile from A to {SEAT_LETTERS[self._setup.seats - 1]}")
                    self._add(event, line)
                if len(turn.events) < len(ORDER) and line is not lines[-1]:
                    raise NotationError(line.text, len(line.text.rstrip()) + 1, say("the rest of the turn"))

    def read_end(self, part: Part) -> None:
        """The end of the game, with the result."""
        with self._blame.at(part["end"][0]) as end:
            end.ends_after(1)
            for key in ("points", "winners"):
                if key not in part:
                    raise Malformed(say("no line tells the {key}", key=key))
            if len(part.get("hand", [])) < self._setup.seats:
                raise Malformed(say("the end shows the hand of every player"))
        hands = self._hands(part)
        shuffled = self._deck(part)
        with self._blame.at(part["points"][0]) as line:
            totals = tuple(word.number() for word in line.words[1:])
            if len(totals) != self._setup.seats:
                raise line.words[0].error(f"the points of {self._setup.seats} players")
        with self._blame.at(part["winners"][0]) as line:
            winners = tuple(word.seat(self._setup.seats) for word in line.words[1:])
        told = (shuffled.removed, shuffled.deck, shuffled.salt, shuffled.seed)
        self._add(Ended(hands, *told, totals, winners), end)

    def _hands(self, part: Part) -> tuple[tuple[Card, ...], ...]:
        """The hands that the end shows, by seat."""
        hands: dict[int, tuple[Card, ...]] = {}
        for line in part["hand"]:
            with self._blame.at(line):
                seat = line.seat(self._setup.seats)
                if seat in hands:
                    raise line.words[1].error("each hand once")
                hands[seat] = line.cards(2)
        return tuple(hands[seat] for seat in range(self._setup.seats))
