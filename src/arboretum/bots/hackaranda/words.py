"""The tournament's words for cards, cells and moves, and ours for them. It is for two players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.bots.process.lines import Nonsense, shown
from arboretum.cards import VALUES, Card, Species
from arboretum.cells import Cell
from arboretum.language import say
from arboretum.records.lines import compact
from arboretum.table import Phase
from arboretum.tableau import Tableau

THEIRS: Final = {
    "J": Species.JACARANDA,
    "R": Species.ROYAL_POINCIANA,
    "C": Species.CASSIA,
    "M": Species.MAPLE,
    "O": Species.OAK,
    "W": Species.WILLOW,
}
"""The six species of the tournament, by its letters."""

FARTHEST: Final = 64
"""Steps from the first card within which a cell is read at all."""

SUB_TURNS: Final = {Phase.DRAW_FIRST: 0, Phase.DRAW_SECOND: 1, Phase.PLACE: 2, Phase.DISCARD: 3, Phase.OVER: 0}
"""Their number of each decision of a turn; after the end the first of the next."""

RANDOM: Final = "RANDOM"
"""The move that asks for any legal one."""

JsonCard = list[Any]


class Letters:
    """A letter for each of the six species in play: its own where it has one, else one that is not needed."""

    def __init__(self, species: Iterable[Species]) -> None:
        """
        species: the six in play.

        >>> letters = Letters(Species.parse(code) for code in "BS CA DW JA MP OK".split())
        >>> " ".join(f"{species.code}={letter}" for species, letter in letters.letter.items())
        'BS=R CA=C DW=W JA=J MP=M OK=O'
        """
        own = {kind: letter for letter, kind in THEIRS.items()}
        kinds = sorted(species)
        free = iter([letter for letter, kind in THEIRS.items() if kind not in kinds])
        self.letter = {kind: own.get(kind) or next(free) for kind in kinds}
        self.species = {letter: kind for kind, letter in self.letter.items()}

    def card(self, card: Card) -> JsonCard:
        """Their form of a card: `["J", 3]`."""
        return [self.letter[card.species], card.value]

    def cards(self, cards: Iterable[Card | None]) -> list[JsonCard | None]:
        """Their form of several; None for one that was not seen."""
        return [None if card is None else self.card(card) for card in cards]

    def area(self, tableau: Tableau) -> dict[str, dict[str, JsonCard]]:
        """Their form of an arboretum: columns by x, in each the cards by y."""
        columns: dict[str, dict[str, JsonCard]] = {}
        for cell, card in tableau.items():
            columns.setdefault(str(cell.x), {})[str(cell.y)] = self.card(card)
        return columns

    def move(self, action: Action, seat: int) -> Any:  # noqa: ANN401 - a number, a list or an object
        """Their form of an action of a seat."""
        match action:
            case DrawPile():
                return 0
            case DrawDiscard(owner):
                return 1 if owner == seat else 2
            case Place(card, cell):
                return {"card": self.card(card), "coord": [cell.x, cell.y]}
            case Discard(card):
                return self.card(card)

    def read_card(self, value: object) -> Card:
        """A card of theirs, in its only form. Raises Nonsense."""
        if isinstance(value, list) and len(value) == 2:
            letter, rank = value
            if isinstance(letter, str) and letter in self.species and type(rank) is int and rank in VALUES:
                return Card.of(self.species[letter], rank)
        letters = " ".join(self.species)
        raise Nonsense(
            say(
                "a card is a letter of {letters} and a number from 1 to 8, such as {example}, not {value}.",
                letters=letters,
                example='["J",3]',
                value=in_short(value),
            )
        )

    def read_action(self, move: object, phase: Phase, seat: int, *, is_first: bool) -> Action:
        """
        What a move of theirs means, in its only form; whether it is legal is another matter. Raises Nonsense.

        is_first: the arboretum is empty, and the card goes on 0,0 wherever it was to go.
        """
        if phase in (Phase.DRAW_FIRST, Phase.DRAW_SECOND):
            if type(move) is not int or move not in (0, 1, 2):
                raise Nonsense(say("a draw is 0, 1 or 2, not {value}.", value=in_short(move)))
            return DrawPile() if move == 0 else DrawDiscard(seat if move == 1 else 1 - seat)
        if phase is Phase.DISCARD:
            return Discard(self.read_card(move))
        if not isinstance(move, dict) or "card" not in move:
            raise Nonsense(
                say(
                    "a placing is an object such as {example}, not {value}.",
                    example='{"card":["J",3],"coord":[1,0]}',
                    value=in_short(move),
                )
            )
        card = self.read_card(move["card"])
        return Place(card, Cell(0, 0) if is_first else read_cell(move.get("coord")))


def read_cell(value: object) -> Cell:
    """A cell of theirs, in its only form. Raises Nonsense."""
    if isinstance(value, list) and len(value) == 2 and all(type(part) is int for part in value):
        x, y = value
        if max(abs(x), abs(y)) <= FARTHEST:
            return Cell(x, y)
    raise Nonsense(
        say("a cell is two whole numbers such as {example}, not {value}.", example="[1,0]", value=in_short(value))
    )


def in_short(value: object) -> str:
    """A JSON value, for a sentence."""
    return shown(compact({"": value})[4:-1])
