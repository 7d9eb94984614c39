"""The parts of an event's JSON line, each in its only spelling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from arboretum.cards import CARDS, Card, Species
from arboretum.cells import Cell
from arboretum.errors import NotationError
from arboretum.events import PILE
from arboretum.language import say
from arboretum.records.reading import Malformed, check_hexadecimal, shown

UNSEEN: Final = "?"
"""A card that the reader of the record may not see."""

_CARDS: Final = {str(card): card for card in CARDS}
_SPECIES: Final = {species.code: species for species in Species}


class Fields:
    """One line, to be asked for its parts by key. Every method raises Malformed with the reason."""

    def __init__(self, line: Mapping[str, Any], seats: int) -> None:
        self._line = line
        self._seats = seats

    def _value(self, key: str) -> Any:  # noqa: ANN401
        if key not in self._line:
            raise Malformed(say("it has no {key}", key=repr(key)))
        return self._line[key]

    def text(self, key: str) -> str:
        """A text."""
        value = self._value(key)
        if not isinstance(value, str):
            raise Malformed(say("{key} is a text, not {shown}", key=repr(key), shown=shown(value)))
        return value

    def seat(self, key: str) -> int:
        """A seat of this game."""
        return self._seat(key, self._value(key))

    def _seat(self, key: str, value: object) -> int:
        if type(value) is not int or not 0 <= value < self._seats:
            raise Malformed(
                say(
                    "{key} is a seat from 0 to {seats}, not {shown}",
                    key=repr(key),
                    seats=self._seats - 1,
                    shown=shown(value),
                )
            )
        return value

    def card(self, key: str) -> Card:
        """A card, such as "OK6"."""
        return _card(key, self._value(key))

    def cards(self, key: str) -> tuple[Card, ...]:
        """A list of cards."""
        return tuple(_card(key, value) for value in self._list(key))

    def cards_or_unseen(self, key: str) -> tuple[Card | None, ...]:
        """A list of cards, None for those that were not seen."""
        return tuple(None if value == UNSEEN else _card(key, value) for value in self._list(key))

    def _list(self, key: str) -> list[Any]:
        value = self._value(key)
        if not isinstance(value, list):
            raise Malformed(say("{key} is a list, not {shown}", key=repr(key), shown=shown(value)))
        return value

    def species(self, key: str) -> tuple[Species, ...]:
        """A list of species by code."""
        return tuple(_species(key, value) for value in self._list(key))

    def source(self) -> str | int:
        """Where a card was drawn from."""
        value = self._value("from")
        return PILE if value == PILE else self._seat("from", value)

    def drawn(self) -> Card | None:
        """The card that was drawn; None if it was not seen, which can be from the draw pile only."""
        if self._value("card") != UNSEEN:
            return self.card("card")
        if self._value("from") != PILE:
            raise Malformed(say("everyone sees a card that is drawn from a discard pile (clause T6)"))
        return None

    def cell(self, key: str) -> Cell:
        """A cell, such as "2,-1"."""
        text = self.text(key)
        try:
            cell = Cell.parse(text)
        except NotationError:
            cell = None
        if cell is None or str(cell) != text:
            raise Malformed(say('{key} is a cell such as "2,-1", not {shown}', key=repr(key), shown=shown(text)))
        return cell

    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """A hand for each seat."""
        hands = self._list("hands")
        if len(hands) != self._seats or not all(isinstance(hand, list) for hand in hands):
            raise Malformed(
                say("'hands' is a list of {seats} hands, not {shown}", seats=self._seats, shown=shown(hands))
            )
        return tuple(tuple(_card("hands", card) for card in hand) for hand in hands)

    def salt(self) -> str:
        """The salt of the commitment; empty if there is none."""
        return check_hexadecimal(self.text("salt"), "salt", (0, 64))

    def seed(self) -> int | None:
        """The seed, a whole number from 0 up, or null."""
        value = self._value("seed")
        if value is not None and (type(value) is not int or value < 0):
            raise Malformed(say("'seed' is a whole number from 0 up or null, not {shown}", shown=shown(value)))
        return value

    def totals(self) -> tuple[int, ...]:
        """The points of each seat."""
        totals = self._list("totals")
        if len(totals) != self._seats or not all(type(total) is int and total >= 0 for total in totals):
            raise Malformed(
                say(
                    "'totals' is a list of the points of {seats} players, not {shown}",
                    seats=self._seats,
                    shown=shown(totals),
                )
            )
        return tuple(totals)

    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return tuple(self._seat("winners", value) for value in self._list("winners"))


def _card(key: str, value: object) -> Card:
    card = _CARDS.get(value) if isinstance(value, str) else None
    if card is None:
        raise Malformed(
            say('{key} has {shown}, which is no card such as "OK6"', key=repr(key), shown=shown(value))
        )
    return card


def _species(key: str, value: object) -> Species:
    species = _SPECIES.get(value) if isinstance(value, str) else None
    if species is None:
        raise Malformed(
            say(
                "{key} has {shown}, which is no species: they are {species}",
                key=repr(key),
                shown=shown(value),
                species=", ".join(_SPECIES),
            )
        )
    return species
