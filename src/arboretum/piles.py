"""Hands and discard piles: cards in a row, read only."""

from __future__ import annotations

from collections.abc import Iterable

from arboretum.cards import Card, Species, parse_cards


class Hand(tuple[Card, ...]):
    """
    The cards of a hand, sorted by species and value.

    >>> hand = Hand.parse("OK8 MP2 OK1")
    >>> str(hand), hand.total("Oak")
    ('MP2 OK1 OK8', 9)
    """

    __slots__ = ()

    def __new__(cls, cards: Iterable[Card] = ()) -> Hand:
        return super().__new__(cls, sorted(cards))

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Read cards separated by blanks or commas. Raises NotationError."""
        return cls(parse_cards(text))

    def total(self, species: Species | str) -> int:
        """The sum of this hand's values of a species, before any 8 is cancelled (clause R1)."""
        kind = Species.parse(species) if isinstance(species, str) else species
        return sum(card.value for card in self if card.species is kind)

    def of(self, species: Species) -> tuple[Card, ...]:
        """Its cards of a species."""
        return tuple(card for card in self if card.species is species)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"


class DiscardPile(tuple[Card, ...]):
    """The cards of a discard pile, the bottom one first; public all the way down (clause T6)."""

    __slots__ = ()

    @property
    def top(self) -> Card | None:
        """The card that may be drawn; None if the pile is empty."""
        return self[-1] if self else None

    def __str__(self) -> str:
        return " ".join(map(str, self))
