"""Species and cards (clauses S1, S2, O7)."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Final

from arboretum.errors import NotationError
from arboretum.language import languages, later, said, say

VALUES: Final = range(1, 9)
"""The printed numbers; every species has one card of each (clause S1)."""

SPECIES_IN_PLAY: Final = {2: 6, 3: 8, 4: 10}
"""Number of species for a number of players (clause S2)."""

HAND_SIZE: Final = 7
"""Cards in a hand between turns (clauses S3, T5)."""


class Species(enum.IntEnum):
    """A kind of tree, in the order of the rules' table. `code` is its two letters, `title` its name."""

    BLUE_SPRUCE = 0
    CASSIA = 1
    CHERRY_BLOSSOM = 2
    DOGWOOD = 3
    JACARANDA = 4
    LILAC = 5
    MAGNOLIA = 6
    MAPLE = 7
    OAK = 8
    OLIVE = 9
    ROYAL_POINCIANA = 10
    TULIP_POPLAR = 11
    WILLOW = 12

    @property
    def code(self) -> str:
        """The two letters that stand for it in every notation."""
        return _CODES[self]

    @property
    def title(self) -> str:
        """Its plain name, such as `Royal poinciana`, in the language that is spoken now."""
        return said(_TITLES[self])

    @classmethod
    def parse(cls, text: str) -> Species:
        """
        Read a code or a name, in any case and any language that can be spoken. Raises NotationError.

        >>> Species.parse("Royal poinciana").code
        'RP'
        """
        name = " ".join(text.split()).casefold()
        species = _BY_NAME.get(name)
        if species is None:
            species = _translated().get(name)
        if species is None:
            known = ", ".join(f"{s.code} ({s.title})" for s in cls)
            raise NotationError(text, 1, say("a species: {known}", known=known))
        return species

    def __str__(self) -> str:
        return self.title


_CODES: Final = ("BS", "CA", "CB", "DW", "JA", "LI", "MG", "MP", "OK", "OL", "RP", "TP", "WI")
_TITLES: Final = (
    later("Blue spruce"),
    later("Cassia"),
    later("Cherry blossom"),
    later("Dogwood"),
    later("Jacaranda"),
    later("Lilac"),
    later("Magnolia"),
    later("Maple"),
    later("Oak"),
    later("Olive"),
    later("Royal poinciana"),
    later("Tulip poplar"),
    later("Willow"),
)
_BY_NAME: Final = {name.casefold(): species for species in Species for name in (_CODES[species], _TITLES[species])}


def _translated() -> dict[str, Species]:
    """The species by their names in all languages."""
    spoken = (language.catalogue.gettext for language in languages().values())
    return {name(_TITLES[species]).casefold(): species for name in spoken for species in Species}


EDITIONS: Final = {
    "second": tuple(Species(i) for i in (0, 1, 2, 3, 4, 7, 8, 10, 11, 12)),
    "first": tuple(Species(i) for i in (1, 3, 4, 5, 6, 7, 8, 9, 10, 12)),
}
"""The ten species of each edition (option O7)."""


class Card(int):
    """
    A card: an integer, eight times its species plus its value less one (0-103), with a name.

    >>> Card.parse("OK6").value, str(Card(70)), Card.of(Species.OAK, 6) == 69
    (6, 'OK7', True)
    """

    __slots__ = ()

    @classmethod
    def of(cls, species: Species, value: int) -> Card:
        """The card of this species and value (1-8). Raises ValueError for another value."""
        if value not in VALUES:
            raise ValueError(f"A card's value is 1 to 8, not {value}.")
        return CARDS[8 * species + value - 1]

    @classmethod
    def parse(cls, text: str) -> Card:
        """
        Read a card written as code and value, such as `OK6`; letters in any case, nothing around them.

        Raises NotationError with the column at which reading stopped.
        """
        card = _CARD_BY_NAME.get(text.upper()) if len(text) == 3 and text.isascii() else None
        if card is None:
            raise NotationError(text, *_what_is_wrong(text))
        return card

    @property
    def species(self) -> Species:
        """Its species."""
        return _SPECIES[self >> 3]

    @property
    def value(self) -> int:
        """Its printed number, 1-8."""
        return (self & 7) + 1

    def __str__(self) -> str:
        return _CARD_NAMES[self]

    def __repr__(self) -> str:
        return f"Card({_CARD_NAMES[self]})"


_SPECIES: Final = tuple(Species)
CARDS: Final = tuple(Card(i) for i in range(8 * len(Species)))
"""Every card of every edition, by number."""
_CARD_NAMES: Final = tuple(f"{code}{value}" for code in _CODES for value in VALUES)
_CARD_BY_NAME: Final = dict(zip(_CARD_NAMES, CARDS, strict=True))


def _what_is_wrong(text: str) -> tuple[int, str]:
    """The column of the first fault of a text that is no card, and what was expected there."""
    if text[:2].upper() not in _CODES:
        codes = " ".join(_CODES)
        return 1, say("a card: a species code ({codes}) and a value 1-8, such as OK6", codes=codes)
    if len(text) < 3 or text[2] not in "12345678":
        return 3, say("a value from 1 to 8 after the species code")
    return 4, say("nothing after the value")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards separated by white space or commas. Raises NotationError naming the column."""
    cards = []
    spaced = text.replace(",", " ")
    column = 0
    for word in spaced.split():
        column = spaced.index(word, column)
        try:
            cards.append(Card.parse(word))
        except NotationError as error:
            raise NotationError(text, column + error.column, error.expected) from None
        column += len(word)
    return tuple(cards)


def cards_of(species: Iterable[Species]) -> tuple[Card, ...]:
    """All cards of these species, in order: the deck before it is shuffled (clause S1)."""
    return tuple(Card.of(kind, value) for kind in species for value in VALUES)


class Slots:
    """
    The numbering of cards inside a position: by the place of their species among those that may be in play.

    Clause S2; the order is that of the rules' table, so that a number tells nothing about the shuffle.
    """

    def __init__(self, species: Iterable[Species]) -> None:
        self.species = tuple(sorted(species))
        self._cards = cards_of(self.species)
        self._numbers = {card: number for number, card in enumerate(self._cards)}

    def number(self, card: Card | None) -> int | None:
        """The number of a card inside; None for a card that is not among these, or none."""
        return None if card is None else self._numbers.get(card)

    def card(self, number: int) -> Card:
        """The card of this number."""
        return self._cards[number]
