"""Reading a whole game in the text notation."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator, Sequence
from typing import Final, Literal

from arboretum.actions import SEAT_LETTERS
from arboretum.cards import Card, Species
from arboretum.errors import ArboretumError, NotationError
from arboretum.events import Dealt, Drew, Ended, Event, Shuffled, Started
from arboretum.options import Options
from arboretum.records.game_text import default_shuffle
from arboretum.records.reading import (
    Malformed,
    Reading,
    check_hexadecimal,
    check_setup,
    check_size,
    check_start,
    fault,
)
from arboretum.records.turn_text import ORDER, Word, parse_turn, words
from arboretum.setup import FORMAT, RULES, Setup, check_players, check_species

DECK: Final = ("deck", "removed", "salt", "seed")
HEADINGS: Final = (
    *("arboretum", "rules", "player", "options", "species", "commitment", "shuffled", "began"),
    *(*DECK, "start", "hand"),
)
"""The first words of the lines before the first turn, in the order they are written; any other order is read."""

ENDINGS: Final = ("end", "hand", *DECK, "points", "winners")
"""The first words of the lines from the end of the game on; `end` is the first."""

REPEATED: Final = ("player", "hand")
"""Lines that there is one of for each player; of all others there is one."""


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """A line that is neither empty nor a comment."""

    number: int
    """In the text, from 1."""
    text: str
    words: list[Word]

    @property
    def key(self) -> str:
        """Its first word, in small letters."""
        return self.words[0].text.lower()

    def rest(self, count: int) -> str:
        """What follows its first `count` words, as it stands: a name may have a `#`."""
        return "".join(self.text.split(None, count)[count:]).strip()


class GameReader:
    """The lines of a text, and the game that they tell."""

    def __init__(self, text: str, source: str) -> None:
        self._source = source
        self._events: list[Event] = []
        self._lines: list[int] = []
        lines = [Line(n, line, words(line)) for n, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1)]
        lines = [line for line in lines if line.words]
        first_turn = next(
            (i for i, line in enumerate(lines) if line.key[0].isdigit() or line.key == "end"), len(lines)
        )
        end = next((i for i, line in enumerate(lines) if line.key == "end"), len(lines))
        self._turns = lines[first_turn:end]
        self._heading = self._by_key(lines[:first_turn], HEADINGS)
        self._end = self._by_key(lines[end:], ENDINGS)

    def read(self) -> Reading:
        """The game. Raises RecordError that names line and column."""
        self._check_format()
        setup = self._setup()
        shuffled = self._shuffle(setup)
        self._opening(setup)
        self._decisions(setup)
        if self._end:
            self._ending(setup, shuffled)
        return Reading(setup, tuple(self._events), tuple(self._lines))

    @contextlib.contextmanager
    def _at(self, line: Line) -> Iterator[Line]:
        """Whatever goes wrong inside is a fault of this line."""
        try:
            yield line
        except (ArboretumError, Malformed) as error:
            raise fault(self._source, line.number, str(error)) from None

    def _by_key(self, lines: Sequence[Line], keys: Sequence[str]) -> dict[str, list[Line]]:
        """Lines by their first word, each of which may stand there. Raises RecordError."""
        found: dict[str, list[Line]] = {}
        for line in lines:
            with self._at(line):
                if line.key not in keys:
                    raise line.words[0].error(f"one of {', '.join(keys)}, or the number of a turn")
                if line.key in found and line.key not in REPEATED:
                    raise line.words[0].error(f"one line only that begins with {line.key}")
            found.setdefault(line.key, []).append(line)
        return found

    def _check_format(self) -> None:
        """The text is in this notation, in a version that is known."""
        if "arboretum" not in self._heading:
            raise fault(
                self._source, 1, f"this is no record: it has neither a JSON header nor `arboretum {FORMAT}`"
            )
        with self._at(self._heading["arboretum"][0]) as line:
            if [word.text for word in line.words[1:]] != [str(FORMAT)]:
                told = line.rest(1) or "none"
                raise Malformed(
                    f"the format is {told!r}, and this program reads {FORMAT}: a newer one may read it"
                )

    def _setup(self) -> Setup:
        """The header."""
        options = Options()
        if "options" in self._heading:
            with self._at(self._heading["options"][0]) as line:
                options = Options.parse(",".join(word.text for word in line.words[1:]))
        players = self._players()
        with self._at(self._heading.get("options", self._heading["arboretum"])[0]):
            check_start(options, len(players))
        species = self._species(len(players), options)
        with self._at(self._heading["arboretum"][0]):
            return check_setup(
                Setup(
                    players=players,
                    options=options,
                    species=species,
                    commitment=self._commitment(),
                    shuffled_by=self._shuffled_by(),
                    began=self._heading["began"][0].rest(1) if "began" in self._heading else None,
                    rules=self._word("rules") or RULES,
                )
            )

    def _word(self, key: str) -> str:
        """The word after a heading, empty if there is none."""
        for line in self._heading.get(key, []):
            with self._at(line):
                return _second(line)
        return ""

    def _commitment(self) -> str:
        """The commitment, empty if there is none."""
        for line in self._heading.get("commitment", []):
            with self._at(line):
                return check_hexadecimal(self._word("commitment").lower(), "commitment", (64,))
        return ""

    def _shuffled_by(self) -> Literal["system", "seed"]:
        """Where the order of the deck came from."""
        for line in self._heading.get("shuffled", []):
            with self._at(line):
                match [word.text.lower() for word in line.words[1:]]:
                    case ["by", "seed"]:
                        return "seed"
                    case ["by", "system"]:
                        return "system"
                raise line.words[-1].error("shuffled by seed, or shuffled by system")
        return "system"

    def _players(self) -> tuple[str, ...]:
        """The names, by seat."""
        names: list[str] = []
        for line in self._heading.get("player", []):
            with self._at(line):
                if len(line.words) < 2 or line.words[1].seat() != len(names):
                    expected = f"seat {SEAT_LETTERS[min(len(names), 3)]} and its player's name"
                    raise line.words[min(1, len(line.words) - 1)].error(expected)
                names.append(line.rest(2))
        with self._at(self._heading.get("player", self._heading["arboretum"])[-1]):
            return check_players(names)

    def _species(self, seats: int, options: Options) -> tuple[Species, ...] | None:
        """The species in play; None where they are secret."""
        with self._at(self._heading.get("species", self._heading["arboretum"])[0]) as line:
            if line.key != "species":
                raise Malformed("no line tells the species in play")
            secret = [word.text.lower() for word in line.words[1:]] == ["secret"]
            if secret != (options.species == "secret"):
                raise line.words[0].error(f"species that are {options.species}, as option O3 has it")
            return None if secret else check_species(_codes(line), seats, options)

    def _shuffle(self, setup: Setup) -> Shuffled:
        """What is known about the deck, which is an event if the deck is told."""
        shuffled = self._deck(self._heading, default_shuffle(setup))
        if "deck" in self._heading:
            self._add(shuffled, self._heading["deck"][0])
        return shuffled

    def _deck(self, part: dict[str, list[Line]], known: Shuffled) -> Shuffled:
        """What a part of the text tells about the deck; the rest is as it was known."""
        for key in DECK:
            if key not in part:
                continue
            with self._at(part[key][0]) as line:
                if key == "deck":
                    known = dataclasses.replace(known, deck=_cards(line.words[1:]))
                elif key == "removed":
                    known = dataclasses.replace(known, removed=_codes(line))
                elif key == "salt":
                    salt = check_hexadecimal(_second(line).lower(), "salt", (0, 64))
                    known = dataclasses.replace(known, salt=salt)
                else:
                    seed = line.words[1].number() if _second(line) else None
                    known = dataclasses.replace(known, seed=seed)
        return known

    def _add(self, event: Event, line: Line) -> None:
        self._events.append(event)
        self._lines.append(line.number)

    def _opening(self, setup: Setup) -> None:
        """Who started, and the hands in the order they were dealt."""
        for line in self._heading.get("start", []):
            with self._at(line):
                _at_most(line, 2)
                self._add(Started(_seat(line, setup)), line)
        for line in self._heading.get("hand", []):
            with self._at(line):
                cards, first = line.words[2:], None
                if cards and cards[-1].text.startswith("-"):
                    first = cards.pop().part(1).card()
                seat = _seat(line, setup)
                self._add(Dealt(seat, tuple(word.card_or_unseen() for word in cards), first), line)

    def _decisions(self, setup: Setup) -> None:
        """The turns."""
        for number, line in enumerate(self._turns, 1):
            with self._at(line):
                turn = parse_turn(line.text)
                if turn.number != number:
                    raise line.words[0].error(f"turn {number}")
                _seat(line, setup)
                for word, event in zip(line.words[2:], turn.events, strict=True):
                    if isinstance(event, Drew) and isinstance(event.source, int) and event.source >= setup.seats:
                        raise word.error(f"a discard pile from A to {SEAT_LETTERS[setup.seats - 1]}")
                    self._add(event, line)
                if len(turn.events) < len(ORDER) and line is not self._turns[-1]:
                    raise NotationError(line.text, len(line.text.rstrip()) + 1, "the rest of the turn")

    def _ending(self, setup: Setup, shuffled: Shuffled) -> None:
        """The end of the game, with the result."""
        end = self._end["end"][0]
        hands: dict[int, tuple[Card, ...]] = {}
        for line in self._end.get("hand", []):
            with self._at(line):
                seat = _seat(line, setup)
                if seat in hands:
                    raise line.words[1].error("each hand once")
                hands[seat] = _cards(line.words[2:])
        deck = self._deck(self._end, shuffled)
        with self._at(end):
            _at_most(end, 1)
            for key in ("points", "winners"):
                if key not in self._end:
                    raise Malformed(f"no line tells the {key}")
            if len(hands) < setup.seats:
                raise Malformed("the end shows the hand of every player")
        with self._at(self._end["points"][0]) as line:
            totals = tuple(word.number() for word in line.words[1:])
            if len(totals) != setup.seats:
                raise line.words[0].error(f"the points of {setup.seats} players")
        with self._at(self._end["winners"][0]) as line:
            winners = tuple(word.seat(setup.seats) for word in line.words[1:])
        shown = tuple(hands[seat] for seat in range(setup.seats))
        self._add(Ended(shown, deck.removed, deck.deck, deck.salt, deck.seed, totals, winners), end)


def read_game(text: str, source: str = "") -> Reading:
    """Read a game in the text notation; `source` names it in errors. Raises RecordError that names the line."""
    check_size(text, source)
    return GameReader(text, source).read()


def _seat(line: Line, setup: Setup) -> int:
    """The seat that a line's second word names."""
    if len(line.words) < 2:
        raise line.words[0].error("a seat after it")
    return line.words[1].seat(setup.seats)


def _cards(cards: Sequence[Word]) -> tuple[Card, ...]:
    return tuple(word.card() for word in cards)


def _codes(line: Line) -> tuple[Species, ...]:
    """The species that a line lists by code."""
    found = []
    for word in line.words[1:]:
        if len(word.text) != 2:
            raise word.error("a species code of two letters")
        try:
            found.append(Species.parse(word.text))
        except NotationError as error:
            raise word.error(error.expected) from None
    return tuple(found)


def _second(line: Line) -> str:
    """The second word of a line that has no third; empty if it has none."""
    _at_most(line, 2)
    return line.words[1].text if len(line.words) > 1 else ""


def _at_most(line: Line, count: int) -> None:
    """Nothing follows the first `count` words."""
    if len(line.words) > count:
        raise line.words[count].error("nothing more on this line")
