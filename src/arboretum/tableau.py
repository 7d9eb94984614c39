"""One arboretum: cells and the cards on them, and the paths through it (clauses P1-P3)."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping

from arboretum.cards import Card, Species
from arboretum.cells import Cell, connected_parts, steps_across
from arboretum.errors import NotationError, ScoreError
from arboretum.language import say
from arboretum.rules.paths import FOR_EIGHT, FOR_ONE, charted, noted, torus_cell, traced
from arboretum.rules.position import STEPS_ACROSS, Pad
from arboretum.rules.sheet import LANES, Sheet
from arboretum.rules.turn import EIGHT, ONE


@dataclasses.dataclass(frozen=True, slots=True)
class Path:
    """A scoring path: the best one of its species in an arboretum."""

    species: Species
    cards: tuple[Card, ...]
    """From its start to its end."""
    cells: tuple[Cell, ...]
    """Where they lie."""
    points: int
    """What it is worth (clause P2)."""

    @property
    def opens_on_one(self) -> bool:
        """It starts with the 1 of its species."""
        return self.cards[0].value == ONE

    @property
    def closes_on_eight(self) -> bool:
        """It ends with the 8 of its species."""
        return self.cards[-1].value == EIGHT

    @property
    def pure_points(self) -> int:
        """Points for being all of one species, with at least four cards; else 0."""
        return self.points - len(self.cards) - FOR_ONE * self.opens_on_one - FOR_EIGHT * self.closes_on_eight

    @property
    def parts(self) -> tuple[int, int, int, int]:
        """Its points for its cards, for being all of one species, for the 1 at its start, for the 8 at its end."""
        ends = FOR_ONE * self.opens_on_one, FOR_EIGHT * self.closes_on_eight
        return len(self.cards), self.pure_points, *ends

    @property
    def why(self) -> str:
        """Its points in words."""
        parts = [say("{points} for its cards", points=len(self.cards))]
        if self.pure_points:
            parts.append(
                say("{points} because all are {species}", points=self.pure_points, species=self.species.title)
            )
        if self.opens_on_one:
            parts.append(say("{points} for opening on a one", points=FOR_ONE))
        if self.closes_on_eight:
            parts.append(say("{points} for closing on an eight", points=FOR_EIGHT))
        return ", ".join(parts)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))

    def __repr__(self) -> str:
        return f"Path({str(self)!r})"


class Tableau(Mapping[Cell, Card]):
    """
    An arboretum, read only: a mapping of cells to cards.

    >>> mine = Tableau.parse('''
    ...     MP1 MP3 MP4 OK6
    ...     ... JA4 MP5 MP8
    ... ''')
    >>> path = mine.best_path("Maple")
    >>> path, path.points
    (Path('MP1 MP3 MP4 MP5 MP8'), 13)
    >>> print(path.why)
    5 for its cards, 5 because all are Maple, 1 for opening on a one, 2 for closing on an eight
    """

    __slots__ = ("__dict__", "_cards")

    def __init__(self, cards: Mapping[Cell, Card] | Iterable[tuple[Cell, Card]] = ()) -> None:
        """
        An arboretum of these cards, in the order they were placed if it is known.

        Raises ScoreError for a cell or a card that is there twice, and for cards that do not hang together.
        """
        self._cards = _each_cell_once(cards)
        _check_each_card_once(self._cards)
        _check_connected(self._cards)

    @classmethod
    def bare(cls, cards: Mapping[Cell, Card] | Iterable[tuple[Cell, Card]]) -> Tableau:
        """An arboretum in which a card may be more than once; it must still hang together."""
        laid = _each_cell_once(cards)
        _check_connected(laid)
        return cls.trusted(laid)

    @classmethod
    def trusted(cls, cards: dict[Cell, Card]) -> Tableau:
        """An arboretum of cards that are known to be one: nothing is checked, and the mapping is kept."""
        tableau = cls.__new__(cls)
        tableau._cards = cards
        return tableau

    @classmethod
    def parse(cls, text: str) -> Tableau:
        """
        Read a drawn arboretum: a row a line, the northern one first; dots stand for an empty cell.

        The least x and y are 0. Raises NotationError and ScoreError.
        """
        return cls(parse_rows(text))

    def __getitem__(self, cell: Cell) -> Card:
        return self._cards[cell]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __hash__(self) -> int:
        return hash(frozenset(self._cards.items()))

    @property
    def open_cells(self) -> tuple[Cell, ...]:
        """The empty cells next to a card, from the south-west row by row; 0,0 if there is no card (T3)."""
        beside = {near for cell in self for near in cell.neighbours} - self.keys()
        return tuple(sorted(beside, key=lambda cell: (cell.y, cell.x))) if self else (Cell(0, 0),)

    def placing(self, card: Card, cell: Cell) -> Tableau:
        """This arboretum with one more card. Raises ScoreError if it cannot go there (clause T3)."""
        if cell in self:
            raise ScoreError(
                say("{card} cannot go on {cell}: {other} lies there.", card=card, cell=cell, other=self[cell])
            )
        if self and not any(beside in self for beside in cell.neighbours):
            raise ScoreError(say("{card} cannot go on {cell}: no card is beside it.", card=card, cell=cell))
        more = {**self._cards, cell: card}
        _check_each_card_once(more)
        _check_width(more)
        return Tableau.trusted(more)

    def best_path(self, species: Species | str) -> Path | None:
        """The path of a species that is worth most, or None if there is none (clause P3)."""
        kind = Species.parse(species) if isinstance(species, str) else species
        return self.paths.get(kind)

    @functools.cached_property
    def points(self) -> dict[Species, int]:
        """The points of the best path of every species that has one, rights aside."""
        found = {}
        for species, pad, sheet in self._charts():
            for kind in species:
                worth = sheet.best[0, species.index(kind)]
                if worth and kind not in found:
                    found[kind] = worth
            del pad
        return dict(sorted(found.items()))

    @functools.cached_property
    def paths(self) -> dict[Species, Path]:
        """The best path of every species that has one."""
        cells = list(self)
        found: dict[Species, Path] = {}
        for species, pad, sheet in self._charts():
            for slot, kind in enumerate(species):
                traced(pad, sheet, 0, slot)
                way = [cells[sheet.path[i]] for i in range(sheet.path_size)]
                if way and kind not in found:
                    path = Path(kind, tuple(self[c] for c in way), tuple(way), sheet.best[0, slot])
                    found[kind] = path
        return dict(sorted(found.items()))

    def _charts(self) -> Iterator[tuple[list[Species], Pad, Sheet]]:
        """Charted sheets that hold every species: one, or two where there are more than a pass follows."""
        present = sorted({card.species for card in self.values()})
        for start in range(0, max(len(present), 1), LANES):
            species = present[start:] + present[:start]
            pad, sheet = Pad(), Sheet()
            pad.seats, pad.slots = 1, len(species)
            note_arboretum(pad, 0, self, species)
            charted(pad, sheet, 0)
            yield species[:LANES], pad, sheet

    def __str__(self) -> str:
        """The drawing that `parse` reads; empty for no card."""
        if not self:
            return ""
        xs, ys = {cell.x for cell in self}, {cell.y for cell in self}
        return "\n".join(
            " ".join(str(self.get(Cell(x, y), "...")) for x in range(min(xs), max(xs) + 1))
            for y in range(max(ys), min(ys) - 1, -1)
        )

    def __repr__(self) -> str:
        return f"Tableau({ {str(cell): str(card) for cell, card in self.items()} })"


def note_arboretum(pad: Pad, seat: int, cards: Mapping[Cell, Card], species: list[Species]) -> None:
    """Write an arboretum onto a seat of a pad, on which these species have the slots 0, 1, ..."""
    slots = {kind: slot for slot, kind in enumerate(species)}
    for cell, card in cards.items():
        noted(pad, seat, 8 * slots[card.species] + card.value - 1, torus_cell(cell.x, cell.y))


def parse_rows(text: str) -> list[tuple[Cell, Card]]:
    """The cards of a drawing, from the south-west row by row. Raises NotationError naming row and column."""
    rows = [row.split() for row in text.splitlines() if row.split()]
    cards = []
    for y, row in enumerate(reversed(rows)):
        for x, word in enumerate(row):
            if word.strip("._-"):
                try:
                    cards.append((Cell(x, y), Card.parse(word)))
                except NotationError as error:
                    number = len(rows) - y
                    raise NotationError(
                        " ".join(row),
                        " ".join(row[:x]).__len__() + 1 + (x > 0),
                        say(
                            "in row {number} {expected}, or dots for an empty cell",
                            number=number,
                            expected=error.expected,
                        ),
                    ) from None
    return cards


def _each_cell_once(cards: Mapping[Cell, Card] | Iterable[tuple[Cell, Card]]) -> dict[Cell, Card]:
    """The cards by cell. Raises ScoreError for a cell that has two."""
    pairs = cards.items() if isinstance(cards, Mapping) else cards
    found: dict[Cell, Card] = {}
    for cell, card in pairs:
        if cell in found:
            raise ScoreError(
                say(
                    "Cell {cell} has two cards, {found} and {card}: a cell takes one.",
                    cell=cell,
                    found=found[cell],
                    card=card,
                )
            )
        found[cell] = card
    return found


def _check_each_card_once(cards: Mapping[Cell, Card]) -> None:
    seen: dict[Card, Cell] = {}
    for cell, card in cards.items():
        if card in seen:
            raise ScoreError(
                say(
                    "{card} lies on {seen} and on {cell}: there is only one {card} (clause S1).",
                    card=card,
                    seen=seen[card],
                    cell=cell,
                )
            )
        seen[card] = cell


def _check_connected(cards: Mapping[Cell, Card]) -> None:
    parts = connected_parts(cards)
    if len(parts) > 1:
        lone = min(parts, key=len)[0]
        raise ScoreError(
            say(
                "{card} on {lone} is not next to the rest of the arboretum (clause T3).",
                card=cards[lone],
                lone=lone,
            )
        )
    _check_width(cards)


def _check_width(cards: Mapping[Cell, Card]) -> None:
    if steps_across(cards) > STEPS_ACROSS:
        raise ScoreError(
            say(
                "The arboretum is {steps} steps across: at most {most} can be scored, and a"
                " game has no more than 16 (clause E3).",
                steps=steps_across(cards),
                most=STEPS_ACROSS,
            )
        )
