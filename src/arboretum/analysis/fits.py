"""What a card makes of an arboretum: points of best paths before and after, and chains that can still grow."""

from __future__ import annotations

import dataclasses
import functools

from arboretum.cards import Card, Species
from arboretum.cells import Cell
from arboretum.rules.growth import Growth, grown, in_lane
from arboretum.rules.turn import cell_number, in_hand, placed_from, where_open
from arboretum.tableau import Tableau
from arboretum.view import View


@dataclasses.dataclass(frozen=True, slots=True)
class Growing:
    """A best path that a card makes worth more."""

    species: Species
    before: int
    """Points without the card; 0 without a path."""
    after: int


@dataclasses.dataclass(frozen=True, slots=True)
class Fit:
    """What a card makes of an arboretum on one cell."""

    cell: Cell
    paths: tuple[Growing, ...]
    """The paths that are worth more with it, the most gained first."""

    @property
    def points(self) -> int:
        """Points that all best paths gain together, rights aside."""
        return sum(path.after - path.before for path in self.paths)


def fit(tableau: Tableau, card: Card, cell: Cell) -> Fit:
    """What a card makes of an arboretum on a cell."""
    before, after = tableau.points, tableau.placing(card, cell).points
    paths = [
        Growing(kind, before.get(kind, 0), points)
        for kind, points in after.items()
        if points > before.get(kind, 0)
    ]
    return Fit(cell, tuple(sorted(paths, key=lambda path: path.before - path.after)))


@functools.lru_cache(4096)
def best_fit(tableau: Tableau, card: Card) -> Fit:
    """What a card makes of an arboretum where it brings most points; of several cells the first."""
    return max((fit(tableau, card, cell) for cell in tableau.open_cells), key=lambda found: found.points)


@dataclasses.dataclass(frozen=True, slots=True)
class Chain:
    """The rows of rising cards that begin or end with a species and can still grow; 0 where there is none."""

    species: Species
    ahead: int
    """What the best row counts that begins with it and can go on: its cards, and 1 for opening on a one."""
    behind: int
    """What the best row counts that ends with it and can begin lower: its cards, and 2 for closing on an eight."""


def chains(view: View, card: Card | None = None, cell: Cell | None = None) -> tuple[Chain, ...]:
    """The chains of one's own arboretum, as it is or with a card of one's hand placed on an open cell."""
    position, growth = view.position(), Growth()
    if card is not None and cell is not None:
        number = view.setup.slots.number(card)
        assert number is not None, "a card in hand is in the game"
        place = where_open(position, view.me, cell_number(*cell))
        placed_from(position, in_hand(position, view.me, number), place)
    grown(position, growth, view.me)
    return tuple(
        Chain(kind, in_lane(growth.ahead[0], slot), in_lane(growth.behind[0], slot))
        for slot, kind in enumerate(view.species)
    )


def closed(view: View, card: Card, cell: Cell) -> tuple[Chain, ...]:
    """
    The chains that a card of one's hand on an open cell would close: those that could grow and would count less.

    What counts 1 is a single card, and not worth a word.
    """
    found = []
    for before, after in zip(chains(view), chains(view, card, cell), strict=True):
        ahead = before.ahead if before.ahead > max(after.ahead, 1) else 0
        behind = before.behind if before.behind > max(after.behind, 1) else 0
        if ahead or behind:
            found.append(Chain(before.species, ahead, behind))
    return tuple(found)
