"""A part of a text in the notation: its lines by their first word, and whose fault it is if one cannot be read."""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterator, Sequence
from typing import Final

from arboretum.cards import Card, Species
from arboretum.errors import ArboretumError, NotationError, RecordError
from arboretum.records.reading import Malformed, fault
from arboretum.records.turn_text import Word, words

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

    def second(self) -> str:
        """Its second word; empty if it has none. Raises NotationError for a third."""
        self.ends_after(2)
        return self.words[1].text if len(self.words) > 1 else ""

    def seat(self, seats: int) -> int:
        """The seat that its second word names. Raises NotationError."""
        if len(self.words) < 2:
            raise self.words[0].error("a seat after it")
        return self.words[1].seat(seats)

    def cards(self, start: int) -> tuple[Card, ...]:
        """Its words from number `start` on, as cards. Raises NotationError."""
        return tuple(word.card() for word in self.words[start:])

    def species(self) -> tuple[Species, ...]:
        """The species that it lists by code. Raises NotationError."""
        found = []
        for word in self.words[1:]:
            if len(word.text) != 2:
                raise word.error("a species code of two letters")
            try:
                found.append(Species.parse(word.text))
            except NotationError as error:
                raise word.error(error.expected) from None
        return tuple(found)

    def ends_after(self, count: int) -> None:
        """Raise NotationError if anything follows the first `count` words."""
        if len(self.words) > count:
            raise self.words[count].error("nothing more on this line")


class Blame:
    """Makes whatever goes wrong with a line a RecordError that names it."""

    def __init__(self, source: str) -> None:
        self._source = source

    @contextlib.contextmanager
    def at(self, line: Line) -> Iterator[Line]:
        """Whatever goes wrong inside is a fault of this line, unless it is blamed on another already."""
        try:
            yield line
        except RecordError:
            raise
        except (ArboretumError, Malformed) as error:
            raise fault(self._source, line.number, str(error)) from None


class Part(dict[str, list[Line]]):
    """Lines by their first word."""

    def __init__(self, lines: Sequence[Line], keys: Sequence[str], blame: Blame) -> None:
        """Sort lines by their first word, which is one of `keys`. Raises RecordError."""
        super().__init__()
        self.blame = blame
        for line in lines:
            with blame.at(line):
                if line.key not in keys:
                    raise line.words[0].error(f"one of {', '.join(keys)}, or the number of a turn")
                if line.key in self and line.key not in REPEATED:
                    raise line.words[0].error(f"one line only that begins with {line.key}")
            self.setdefault(line.key, []).append(line)

    def first(self, *keys: str) -> Line:
        """The first line that begins with one of these words, tried in order; one of them must be there."""
        return next(self[key][0] for key in keys if key in self)


def lines_of(text: str) -> list[Line]:
    """The lines of a text that are neither empty nor comments."""
    numbered = enumerate(text.replace("\r\n", "\n").split("\n"), 1)
    return [Line(number, line, found) for number, line in numbered if (found := words(line))]
