"""
The score pad as plain text, for people at a kitchen table.

A line is a player, a hand, the species in play, an option of scoring, or a row of cards; `docs/score-pad.md`
tells the rules of it. Lines and columns are counted from 1.
"""

from __future__ import annotations

import dataclasses
import re
from typing import Final

from arboretum.cards import Card, Species
from arboretum.cells import Cell
from arboretum.errors import NotationError, OptionError, ScoreError
from arboretum.language import say
from arboretum.options import Options
from arboretum.pad.entries import MOST_PLAYERS, Entries, Entry, default_name

LINE_END: Final = re.compile(r"\r\n|\n|\r")
KEYWORD: Final = re.compile(r"\s*(player|hand|species|tiebreak|unheld)(?:\s*:|(?=\s)|$)", re.IGNORECASE)
COMMENT: Final = re.compile(r"(?:^|(?<=\s))#.*")
WORD: Final = re.compile(r"[^\s,]+")
EMPTY_CELL: Final = "._-"
"""Signs of which any number stand for an empty cell."""
WIDEST_GAP: Final = 3
"""Blanks between two words of a row; more look like a cell that was left out."""


def read_plain(text: str, *, bare: bool = False) -> Entries:
    """Read the plain text form; with `bare` a card may be there twice. Raises ScoreError with the place."""
    reader = _Reader(bare)
    for number, line in enumerate(LINE_END.split(text), 1):
        reader.read(number, line)
    return reader.entries()


@dataclasses.dataclass(slots=True)
class _Row:
    number: int
    indent: int
    cards: list[tuple[int, Card]]
    """The cards with their cells counted from the left."""


@dataclasses.dataclass(slots=True)
class _Player:
    name: str
    line: int
    rows: list[_Row] = dataclasses.field(default_factory=list)
    hand: tuple[Card, ...] | None = None
    hand_line: int = 0

    def entry(self) -> Entry:
        """The arboretum, of which the lowest row has y = 0 and the leftmost column x = 0."""
        top = len(self.rows) - 1
        cards = [(Cell(x, top - down), card) for down, row in enumerate(self.rows) for x, card in row.cards]
        place = say("Line {line}", line=self.line)
        if self.rows:
            first, last = self.rows[0].number, self.rows[-1].number
            place = (
                say("Lines {first} to {last}", first=first, last=last)
                if last > first
                else say("Line {line}", line=first)
            )
        return Entry(self.name, tuple(cards), self.hand, place)


class _Reader:
    """What was read so far."""

    def __init__(self, bare: bool) -> None:
        self._bare = bare
        self._players: list[_Player] = []
        self._named = False
        self._species: tuple[Species, ...] | None = None
        self._options: dict[str, str] = {}
        self._seen: dict[Card, str] = {}

    def entries(self) -> Entries:
        """All of it. Raises ScoreError if there is no player."""
        if not self._players:
            raise ScoreError(say("There is nothing to score: no line is a player, a hand or a row of cards."))
        players = tuple(player.entry() for player in self._players)
        return Entries(players, self._species, Options.from_json(self._options))

    def read(self, number: int, line: str) -> None:
        """Read one line."""
        keyword = KEYWORD.match(line)
        if keyword and keyword[1].lower() == "player":
            self._read_player(number, line, keyword.end())
            return
        line = COMMENT.sub("", line)
        if not line.strip():
            return
        if keyword is None:
            self._read_row(number, line)
        elif keyword[1].lower() == "hand":
            self._read_hand(number, line, keyword.end())
        elif keyword[1].lower() == "species":
            self._read_species(number, line, keyword.end())
        else:
            self._read_option(number, keyword[1].lower(), line[keyword.end() :].strip().lower())

    # One kind of line each. -------------------------------------------------------------------------------

    def _read_player(self, number: int, line: str, column: int) -> None:
        if len(self._players) == MOST_PLAYERS:
            raise ScoreError(
                say(
                    "Line {number}: this is a fifth player, and 1 to {most} can be scored.",
                    number=number,
                    most=MOST_PLAYERS,
                )
            )
        if self._players and not self._named:
            raise ScoreError(
                say(
                    "Line {number}: the cards above have no player: begin with a line `player` and a name.",
                    number=number,
                )
            )
        self._named = True
        name = line[column:].strip()
        self._players.append(_Player(name or default_name(len(self._players)), number))

    def _player(self, number: int) -> _Player:
        """The player whose lines these are; one without a name if there was none yet."""
        if not self._players:
            self._players.append(_Player(default_name(0), number))
        return self._players[-1]

    def _read_hand(self, number: int, line: str, column: int) -> None:
        player = self._player(number)
        if player.hand is not None:
            raise ScoreError(
                say(
                    "Line {number}: the hand of {name} is already on line {hand_line}: write all its cards on one"
                    " line.",
                    number=number,
                    name=player.name,
                    hand_line=player.hand_line,
                )
            )
        words = WORD.finditer(line, column)
        player.hand = tuple(self._card(number, word[0], word.start() + 1) for word in words)
        player.hand_line = number

    def _read_row(self, number: int, line: str) -> None:
        player = self._player(number)
        row = _Row(number, len(line.expandtabs()) - len(line.expandtabs().lstrip()), [])
        end = None
        for x, word in enumerate(re.finditer(r"\S+", line)):
            if end is not None:
                _check_gap(number, end, line[end : word.start()])
            end = word.end()
            if word[0].strip(EMPTY_CELL):
                row.cards.append((x, self._card(number, word[0], word.start() + 1)))
        player.rows.append(row)
        least = min(player.rows, key=lambda row: row.indent)
        most = max(player.rows, key=lambda row: row.indent)
        if most.indent - least.indent >= WIDEST_GAP:
            raise ScoreError(
                say(
                    "Line {number}: line {right} begins further right than line {left}: begin all rows alike,"
                    " and write dots for an empty cell.",
                    number=number,
                    right=most.number,
                    left=least.number,
                )
            )

    def _card(self, number: int, word: str, column: int) -> Card:
        try:
            card = Card.parse(word)
        except NotationError as error:
            raise _not_a_card(number, column, word, error) from None
        here = say("line {number}, column {column}", number=number, column=column)
        if card in self._seen and not self._bare:
            raise ScoreError(
                say(
                    "Line {number}, column {column}: {card} is already on {seen}: there is only one {card} (clause"
                    " S1).",
                    number=number,
                    column=column,
                    card=card,
                    seen=self._seen[card],
                )
            )
        self._seen[card] = here
        return card

    def _read_species(self, number: int, line: str, column: int) -> None:
        if self._species is not None:
            raise ScoreError(
                say("Line {number}: the species are listed twice: write all on one line.", number=number)
            )
        kinds = []
        for word in WORD.finditer(line, column):
            try:
                kinds.append(Species.parse(word[0]))
            except NotationError as error:
                place = say("Line {line}, column {column}", line=number, column=word.start() + 1)
                raise ScoreError(
                    say(
                        "{place}: {word} is no code of {expected}.",
                        place=place,
                        word=_quoted(word[0]),
                        expected=error.expected,
                    )
                ) from None
        self._species = tuple(kinds)

    def _read_option(self, number: int, name: str, chosen: str) -> None:
        if name in self._options:
            raise ScoreError(
                say("Line {number}: {name} is chosen twice: keep one of the two lines.", number=number, name=name)
            )
        try:
            Options.from_json({name: chosen[:30]})
        except OptionError as error:
            raise ScoreError(say("Line {number}: {error}", number=number, error=error)) from None
        self._options[name] = chosen


def _check_gap(number: int, column: int, gap: str) -> None:
    """Refuse a gap in a row in which a cell seems to have been left out."""
    if len(gap) > WIDEST_GAP or gap.count("\t") > 1:
        raise ScoreError(
            say(
                "Line {number}, column {column}: a wide gap: write dots for an empty cell, and one or two blanks"
                " between cells.",
                number=number,
                column=column + 1,
            )
        )


def _not_a_card(number: int, column: int, word: str, error: NotationError) -> ScoreError:
    """An error for a word that is no card; one that starts a line could have been a keyword."""
    place = say("Line {line}, column {column}", line=number, column=column + error.column - 1)
    told = {"place": place, "word": _quoted(word), "expected": error.expected}
    if error.column > 1:
        return ScoreError(say("{place}: {word} is no card: expected {expected}.", **told))
    return ScoreError(
        say(
            "{place}: {word} is no card: expected {expected},"
            " or player, hand, species, tiebreak, unheld at the start of a line.",
            **told,
        )
    )


def _quoted(word: str) -> str:
    """A word as it may be printed."""
    return ascii(word if len(word) <= 30 else word[:27] + "...")
