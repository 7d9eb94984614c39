"""The rules alone, over one position, with the face of the oracle; compiled or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from arboretum import Card, Options
from arboretum.cards import EDITIONS, Slots
from arboretum.fold import TIEBREAKS, UNHELD
from arboretum.rules import legal, paths, scoring, turn
from arboretum.rules import position as p
from arboretum.rules.jit import compiled
from arboretum.rules.sheet import Sheet
from oracle import Action
from oracle_words import species_of


def xy(number: int) -> tuple[int, int]:
    """The cell that has this number: x east of the first card, y north of it."""
    x = (number + 167) % 334 - 167
    return x, (number - x) // 334


class KernelFace:
    """
    The rules over one position; `fast` compiles them.

    It has what `oracle.Oracle` has; `pile` is a set, since its order is in no position.
    """

    def __init__(
        self,
        seats: int,
        species: Sequence[str],
        deck: Sequence[str],
        starter: int,
        options: dict[str, Any],
        *,
        fast: bool = True,
    ) -> None:
        """Deal by the verbs of `rules/turn`, as the fold of events does."""
        chosen = Options.from_json(options)
        self.species = species
        edition = EDITIONS[chosen.names]
        self.slots = Slots(edition if chosen.species == "secret" else species_of(species))
        self.rows, self.sheets = p.Position().rows, Sheet().rows
        self.position, self.sheet = p.Position(self.rows), Sheet(self.sheets)
        self.fast = fast
        self.deck = [self._number(card) for card in deck]
        self._do(turn.started, seats, len(self.slots.species), starter)
        self.position.tiebreak, self.position.unheld = TIEBREAKS[chosen.tiebreak], UNHELD[chosen.unheld]
        for slot, kind in enumerate(self.slots.species):
            if kind.code not in species:
                self._do(turn.removed, slot)
        order = [(starter + step) % seats for step in range(seats)]
        for seat in order * 7:
            self._do(turn.dealt, seat, self.deck.pop(0))
        for seat in order[1:] if chosen.opening == "first-edition" else []:
            self._do(turn.opened, seat, self.deck.pop(0))

    def _do(self, function: Callable[..., Any], *numbers: int) -> Any:  # noqa: ANN401
        """Call a rule over the position, compiled or as it is."""
        return compiled(function)(self.rows[0], *numbers) if self.fast else function(self.position, *numbers)

    def _judge(self, function: Callable[..., Any], *numbers: int) -> None:
        """Call a rule of scoring."""
        if self.fast:
            compiled(function)(self.rows[0], self.sheets[0], *numbers)
        else:
            function(self.position, self.sheet, *numbers)

    def _number(self, card: str) -> int:
        number = self.slots.number(Card.parse(card))
        assert number is not None
        return number

    def _cards(self, numbers: Iterable[int]) -> list[str]:
        return [str(self.slots.card(number)) for number in numbers]

    @property
    def phase(self) -> str:
        return ("DRAW_FIRST", "DRAW_SECOND", "PLACE", "DISCARD", "OVER")[self.position.phase]

    @property
    def seat(self) -> int:
        return self.position.seat

    @property
    def turns(self) -> int:
        return self.position.turns

    @property
    def pile(self) -> set[str]:
        assert self.position.unseen_size == self.position.pile_size
        return set(self._cards(self.position.unseen[: self.position.unseen_size]))

    def _hand(self, seat: int) -> list[int]:
        return [self.position.hands[seat, at] for at in range(self.position.hand_size[seat])]

    @property
    def hands(self) -> list[set[str]]:
        return [set(self._cards(self._hand(seat))) for seat in range(self.position.seats)]

    @property
    def boards(self) -> list[dict[tuple[int, int], str]]:
        return [dict(self._laid(seat)) for seat in range(self.position.seats)]

    def _laid(self, seat: int) -> list[tuple[tuple[int, int], str]]:
        q = self.position
        return [
            (xy(q.tableau_cells[seat, at]), str(self.slots.card(q.tableau_cards[seat, at])))
            for at in range(q.tableau_size[seat])
        ]

    @property
    def discards(self) -> list[list[str]]:
        q = self.position
        return [self._cards(q.discards[seat, at] for at in range(q.discard_size[seat])) for seat in range(q.seats)]

    @property
    def known(self) -> list[set[str]]:
        q = self.position
        return [set(self._cards(card for card in self._hand(seat) if q.shown[card])) for seat in range(q.seats)]

    def legal(self) -> set[Action]:
        """Everything that the functions of `rules/legal` give no reason against."""
        q = self.position
        found: set[Action] = set()
        for source in (p.DRAW_PILE, *range(q.seats)):
            if self._do(legal.draw_reason, source) == legal.OK:
                found.add(("draw", "pile" if source == p.DRAW_PILE else source))
        cells = [xy(q.open_cells[q.seat, at]) for at in range(q.open_size[q.seat])]
        for number in self._hand(q.seat):
            (card,) = self._cards([number])
            if self._do(legal.place_reason, number) == legal.OK:
                found.update(("place", card, cell) for cell in cells)
            if self._do(legal.discard_reason, number) == legal.OK:
                found.add(("discard", card))
        return found

    def apply(self, action: Action) -> None:
        """Apply the verb of a legal action."""
        q = self.position
        match action:
            case ("draw", "pile"):
                self._do(turn.drew, p.DRAW_PILE, self.deck.pop(0))
            case ("draw", int(other)):
                self._do(turn.drew, other, q.discards[other, q.discard_size[other] - 1])
            case ("place", str(card), (x, y)):
                assert self._do(legal.cell_reason, q.seat, x, y) == legal.OK
                self._do(
                    turn.placed, self._number(card), self._do(turn.where_open, q.seat, turn.cell_number(x, y))
                )
            case ("discard", str(card)):
                self._do(turn.discarded, self._number(card))

    def score(self) -> dict[str, Any]:
        self._judge(scoring.scored)
        q, s = self.position, self.sheet
        seats = range(q.seats)
        species = {}
        for slot, kind in enumerate(self.slots.species):
            if kind.code not in self.species:
                continue
            right = [seat for seat in seats if s.rights[seat, slot]]
            ways = [self._path(seat, slot) for seat in seats]
            species[kind.code] = {
                "sums": [s.sums[seat, slot] for seat in seats],
                "cancelled": [seat for seat in seats if s.cancelled[seat, slot]],
                "right": right,
                "best": [s.best[seat, slot] for seat in seats],
                "points": [s.points[seat, slot] if seat in right else None for seat in seats],
                "paths": [[card for _, card in way] if way else None for way in ways],
                "cells": [[cell for cell, _ in way] if way else None for way in ways],
            }
        return {
            "species": species,
            "totals": [s.totals[seat] for seat in seats],
            "species_placed": [s.species_placed[seat] for seat in seats],
            "cards_placed": [s.cards_placed[seat] for seat in seats],
            "winners": [seat for seat in seats if s.winners[seat]],
        }

    def _path(self, seat: int, slot: int) -> list[tuple[tuple[int, int], str]]:
        """The path shown, as cells and cards; empty if there is none."""
        self._judge(paths.traced, seat, slot)
        laid = self._laid(seat)
        return [laid[self.sheet.path[at]] for at in range(self.sheet.path_size)]
