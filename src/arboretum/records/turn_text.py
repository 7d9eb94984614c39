"""
Actions and turns as text.

A word of it is an action or what came of it: `+OK5` drew the Oak 5 from the draw pile, `+?` drew a card that the
writer did not see, `+CA8<B` took the Cassia 8 from B's discard pile, `MP7@1,0` placed, `-JA2` discarded.
Letters may be small or capital. Words are separated by blanks; inside a word there is none, and nothing else
may stand on the line but a comment, which begins with `#` or `;` after a blank or at the start.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Final, assert_never

from arboretum.actions import SEAT_LETTERS, Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.cards import Card
from arboretum.cells import Cell
from arboretum.errors import NotationError
from arboretum.events import PILE, Decided, Discarded, Drew, Placed
from arboretum.language import later, said, say

UNSEEN: Final = "?"
"""Stands for a card that the writer did not see."""

COMMENT: Final = ("#", ";")
"""What a comment begins with."""

ORDER: Final = (Drew, Drew, Placed, Discarded)
"""The words of a turn's line in their order (clause T1)."""

EXPECTED: Final = (
    later("the first draw, such as +OK5 or +CA8<B"),
    later("the second draw, such as +OK5 or +CA8<B"),
    later("a placing, such as MP7@1,0"),
    later("a discard, such as -JA2"),
    later("nothing after the discard"),
)


@dataclasses.dataclass(frozen=True, slots=True)
class Word:
    """A word of a line, which knows where it stands, so that an error can tell."""

    line: str
    column: int
    """Of its first sign, from 1."""
    text: str

    def error(self, expected: str, at: int = 0) -> NotationError:
        """An error about the sign number `at` of this word, from 0."""
        return NotationError(self.line, self.column + at, expected)

    def part(self, start: int, end: int | None = None) -> Word:
        """A part of this word."""
        return Word(self.line, self.column + start, self.text[start:end])

    def split(self, mark: str) -> tuple[Word, Word | None]:
        """What stands before and after the first such mark; None after it if there is no mark."""
        at = self.text.find(mark)
        return (self, None) if at < 0 else (self.part(0, at), self.part(at + 1))

    def card(self) -> Card:
        """Read it as a card. Raises NotationError."""
        try:
            return Card.parse(self.text)
        except NotationError as error:
            raise self.error(error.expected, error.column - 1) from None

    def card_or_unseen(self) -> Card | None:
        """Read it as a card, or `?`. Raises NotationError."""
        return None if self.text == UNSEEN else self.card()

    def cell(self) -> Cell:
        """Read it as a cell in its only spelling. Raises NotationError."""
        try:
            cell = Cell.parse(self.text)
        except NotationError as error:
            raise self.error(error.expected) from None
        if str(cell) != self.text:
            raise self.error(f"this cell written {cell}")
        return cell

    def seat(self, seats: int = len(SEAT_LETTERS)) -> int:
        """Read it as a seat letter. Raises NotationError."""
        seat = SEAT_LETTERS.find(self.text.upper()) if len(self.text) == 1 else -1
        if not 0 <= seat < seats:
            raise self.error(f"a seat from A to {SEAT_LETTERS[seats - 1]}")
        return seat

    def number(self) -> int:
        """Read it as a whole number. Raises NotationError."""
        if not re.fullmatch(r"0|[1-9][0-9]{0,99}", self.text):
            raise self.error("a whole number")
        return int(self.text)


def words(line: str) -> list[Word]:
    """The words of a line, a comment left out."""
    found = []
    for match in re.finditer(r"[^ \t]+", line):
        if match[0].startswith(COMMENT):
            break
        found.append(Word(line, match.start() + 1, match[0]))
    return found


@dataclasses.dataclass(frozen=True, slots=True)
class TurnText:
    """A turn as one line tells it."""

    number: int
    """From 1."""
    seat: int
    events: tuple[Decided, ...]

    def __str__(self) -> str:
        return format_turn(self.number, self.seat, self.events)


def parse_action(text: str) -> Action:
    """
    Read an action as a player writes it: `+`, `+<B`, `MP7@1,0` or `-JA2`. Raises NotationError.

    Letters may be small or capital; blanks around are passed over, and nothing may follow.

    >>> parse_action("ok5@2,-1")
    Place(card=Card(OK5), cell=Cell(x=2, y=-1))
    """
    found = words(text)
    if not found:
        raise NotationError(text, 1, say("an action: +, +<B, MP7@1,0 or -JA2"))
    if len(found) > 1:
        raise found[1].error("nothing after the action")
    word = found[0]
    if word.text.startswith("+"):
        head, pile = word.part(1).split("<")
        if head.text:
            raise head.error("nothing between + and the discard pile: the card is not chosen")
        return DrawPile() if pile is None else DrawDiscard(pile.seat())
    if word.text.startswith("-"):
        return Discard(word.part(1).card())
    return Place(*_placing(word, say("an action: +, +<B, MP7@1,0 or -JA2")))


def _placing(word: Word, expected: str) -> tuple[Card, Cell]:
    card, cell = word.split("@")
    if cell is None:
        raise word.error(expected)
    return card.card(), cell.cell()


def parse_turn(text: str) -> TurnText:
    """
    Read the line of a turn, which may lack its later words. Raises NotationError with the column.

    >>> parse_turn("12 A +OK5 +CA8<B MP7@1,0 -JA2").events[1]
    Drew(seat=0, source=1, card=Card(CA8))
    """
    found = words(text)
    if len(found) < 3:
        raise NotationError(text, len(text.rstrip()) + 1, say("a turn's number, its seat and its draws"))
    number, seat = found[0].number(), found[1].seat()
    events = []
    for index, word in enumerate(found[2:]):
        if index == len(ORDER):
            raise word.error(said(EXPECTED[-1]))
        event = _decision(word, seat, said(EXPECTED[index]))
        if not isinstance(event, ORDER[index]):
            raise word.error(said(EXPECTED[index]))
        events.append(event)
    return TurnText(number, seat, tuple(events))


def _decision(word: Word, seat: int, expected: str) -> Decided:
    """What one word of a turn's line tells."""
    if word.text.startswith("-"):
        return Discarded(seat, word.part(1).card())
    if not word.text.startswith("+"):
        return Placed(seat, *_placing(word, expected))
    card, pile = word.part(1).split("<")
    if pile is None:
        return Drew(seat, PILE, card.card_or_unseen())
    return Drew(seat, pile.seat(), card.card())


def format_turn(number: int, seat: int, events: Sequence[Decided]) -> str:
    """The line of a turn: its number, its seat, what happened."""
    return " ".join([str(number), SEAT_LETTERS[seat], *map(format_decision, events)])


def format_decision(event: Decided) -> str:
    """One event of a turn as a word."""
    match event:
        case Drew():
            pile = "" if event.source == PILE else f"<{SEAT_LETTERS[int(event.source)]}"
            return f"+{format_card(event.card)}{pile}"
        case Placed():
            return str(Place(event.card, event.cell))
        case Discarded():
            return str(Discard(event.card))
        case _:
            assert_never(event)


def format_card(card: Card | None) -> str:
    """A card, or `?` for one that was not seen."""
    return UNSEEN if card is None else str(card)
