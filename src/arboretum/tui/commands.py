"""
What a person may type, read into actions and questions.

A line holds one command or several, one after the other. A card is its code or its tree, in any case, and its
number, with or without a blank: `mp7`, `MP7`, `maple7`, `maple 7`. A cell is its number in the drawing or `x,y`.
The words of commands are the same in every language; trees have their English names and those of the language that
is spoken.
"""

from __future__ import annotations

import dataclasses
import enum
import re
from typing import Final, TypeAlias

from arboretum.actions import SEAT_LETTERS, Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.cards import VALUES, Card, Species
from arboretum.cells import Cell
from arboretum.errors import NotationError
from arboretum.language import one_of, say
from arboretum.tui.draw import cell_numbers
from arboretum.view import View

LONGEST: Final = 200
"""Characters of a line that is read as commands."""


class Word(enum.Enum):
    """What can be typed beside actions: the words for it, the plain one first."""

    END = ("end", "done")
    UNDO = ("undo", "u")
    QUIT = ("quit", "q", "exit", "bye")
    HELP = ("?", "help")
    HINT = ("hint", "h")
    TABLE = ("table", "t")
    HAND = ("hand",)
    PATHS = ("paths", "path")
    PILE = ("pile", "piles")
    LIST = ("list",)
    LOG = ("log",)
    UNSEEN = ("unseen",)
    SPECIES = ("species",)
    RULES = ("rules",)
    OPTIONS = ("options",)


@dataclasses.dataclass(frozen=True, slots=True)
class Ask:
    """A word, and what it is asked about."""

    word: Word
    seat: int | None = None
    """The player asked about: `pile b`."""
    card: Card | None = None
    """The card asked about: `paths mp7`."""
    cell: Cell | None = None
    """Where it would be placed: `paths mp7 3`."""
    number: int | None = None
    """How many turns of the log."""


Command: TypeAlias = Action | Ask

_WORDS: Final = {text: word for word in Word for text in word.value}
_FILLERS: Final = ("on", "at", "from", "to", "the", "and", "then", "of")
_TREE: Final = re.compile(r"[^\W\d_](?:[^\W\d_]|-)*")
_CARD: Final = re.compile(rf"({_TREE.pattern})([0-9]+)")


def parse(line: str, view: View) -> list[Command]:
    """Read a line, all of it before anything is done. Raises NotationError; the empty line is no command."""
    if len(line) > LONGEST:
        raise NotationError(line, LONGEST + 1, say("at most {count} letters; ? lists the commands", count=LONGEST))
    reader = _Reader(line, view)
    commands = []
    while not reader.at_end:
        commands.append(reader.command())
    return commands


class _Reader:
    """Walks along the words of a line."""

    def __init__(self, line: str, view: View) -> None:
        self._line = line
        self._view = view
        spaced = line.replace("@", " ")
        found = [(m.group().casefold(), m.start() + 1) for m in re.finditer(r"\S+", spaced)]
        self._words = [(word, column) for word, column in found if word not in _FILLERS]
        self._at = 0

    @property
    def at_end(self) -> bool:
        return self._at >= len(self._words)

    def _peek(self) -> str:
        return "" if self.at_end else self._words[self._at][0]

    def _take(self) -> str:
        word = self._peek()
        self._at += 1
        return word

    def _wrong(self, expected: str, back: int = 0) -> NotationError:
        """That the word here, or so many before it, is not what it should be."""
        at = self._at - back
        column = self._words[at][1] if at < len(self._words) else len(self._line) + 1
        return NotationError(self._line, column, expected)

    def command(self) -> Command:
        """The next command."""
        word = self._peek()
        if word in _WORDS:
            self._take()
            return self._asked(_WORDS[word])
        if word[0] == "+" or word in ("draw", "take"):
            return self._draw()
        if word[0] == "-" or word in ("x", "discard"):
            return self._discard()
        if word == "place":
            self._take()
        elif len(word) == 1 and word.isalpha():
            return DrawDiscard(self._seat())
        return self._place()

    def _asked(self, word: Word) -> Ask:
        """What follows a word: a player, a card and a cell, or a number, where it takes one."""
        if word in (Word.PILE, Word.LIST, Word.PATHS) and self._is_seat():
            return Ask(word, seat=self._seat())
        if word is Word.PATHS and self._is_card():
            card = self._card()
            return Ask(word, card=card, cell=self._cell() if self._is_cell() else None)
        if word is Word.LOG and re.fullmatch("[0-9]{1,3}", self._peek()):
            return Ask(word, number=int(self._take()))
        return Ask(word)

    def _draw(self) -> Command:
        """`+`, `draw`; `+b`, `+<B`, `draw b`."""
        word = self._take()
        letter = word[1:].removeprefix("<") if word[0] == "+" else ""
        if letter or word == "+<":
            return DrawDiscard(self._seat_of(letter))
        if word != "+" and self._is_seat():
            return DrawDiscard(self._seat())
        if word != "+":
            self._pass_over("draw", "pile") or self._pass_over("pile") or self._pass_over("deck")
        return DrawPile()

    def _pass_over(self, *words: str) -> bool:
        """Skip these words if they come next, so that `draw from the draw pile` is one draw."""
        here = tuple(word for word, _ in self._words[self._at : self._at + len(words)])
        self._at += len(words) if here == words else 0
        return here == words

    def _discard(self) -> Command:
        """`x CARD`, `-CARD`, `discard CARD`."""
        word = self._take()
        if word[0] == "-" and len(word) > 1:
            self._at -= 1
            self._words[self._at] = (word[1:], self._words[self._at][1] + 1)
        return Discard(self._card())

    def _place(self) -> Command:
        """`CARD CELL`, `place CARD CELL`, `CARD@CELL`."""
        card = self._card()
        return Place(card, self._cell())

    def _is_seat(self) -> bool:
        word = self._peek()
        return word != "" and (word.upper() in tuple(SEAT_LETTERS) or self._player(word) is not None)

    def _player(self, word: str) -> int | None:
        """The seat of a player whose name is this word."""
        names = [name.casefold() for name in self._view.players]
        return names.index(word) if word in names else None

    def _seat(self) -> int:
        return self._seat_of(self._take())

    def _seat_of(self, word: str) -> int:
        """A seat by its letter or its player's name."""
        named = self._player(word)
        letters = SEAT_LETTERS[: self._view.seats]
        if named is not None:
            return named
        if len(word) != 1 or word.upper() not in letters:
            raise self._wrong(
                say("a player, {letters}; the draw pile is +; ? lists the commands", letters=one_of(letters)), 1
            )
        return letters.index(word.upper())

    def _is_card(self) -> bool:
        match = _CARD.fullmatch(self._peek())
        return bool(match) or self._tree(self._peek()) is not None

    def _card(self) -> Card:
        """A card: code or tree, and value."""
        start = self._at
        word = self._take()
        match = _CARD.fullmatch(word)
        name, value = (match[1], match[2]) if match else (word, "")
        while not match and not value and _TREE.fullmatch(self._peek()):
            name += " " + self._take()
        species = self._tree(name)
        if species is None:
            self._at = start
            raise self._wrong(self._what_is_due())
        value = value or self._take()
        if value not in map(str, VALUES):
            self._at = start
            card = f"{species.code}7"
            raise self._wrong(
                say("a value from 1 to 8 after {species}, such as {card}", species=species.title, card=card)
            )
        return Card.of(species, int(value))

    def _tree(self, name: str) -> Species | None:
        """A species by its code, its name, a word of its name, or at least three letters that begin one."""
        found = {
            species
            for species in Species
            if name == species.code.casefold() or any(_begins(name, title) for title in _titles(species))
        }
        here = found & set(self._view.species) or found
        return here.pop() if len(here) == 1 else None

    def _is_cell(self) -> bool:
        return re.fullmatch(r"-?[0-9,-]+", self._peek()) is not None

    def _cell(self) -> Cell:
        """A cell: its number in the drawing, or `x,y`."""
        word = self._peek()
        numbers = {number: cell for cell, number in cell_numbers(self._view.my_open_cells).items()}
        if "," in word:
            try:
                cell = Cell.parse(word)
            except NotationError:
                raise self._wrong(say("a cell x,y such as {example}", example="2,-1")) from None
            self._take()
            return cell
        if not (word.isascii() and word.isdecimal()) or len(word) > 3 or int(word) not in numbers:
            raise self._wrong(say("the number of an open cell, 1 to {count}, or x,y", count=len(numbers)))
        return numbers[int(self._take())]

    def _what_is_due(self) -> str:
        """What would have been understood."""
        codes = " ".join(species.code for species in self._view.species)
        return say("a command (? lists them) or a card, which is one of {codes} and a value 1-8", codes=codes)


def _titles(species: Species) -> tuple[str, str]:
    """The names by which a species can be typed: the English one, and that of the language that is spoken."""
    return species.name.replace("_", " ").casefold(), species.title.casefold()


def _begins(name: str, title: str) -> bool:
    """Whether this is the title, or at least three letters that begin a word of it."""
    return name == title or (len(name) >= 3 and any(word.startswith(name) for word in re.split(r"[\s-]", title)))
