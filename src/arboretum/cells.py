"""Cells: where a card lies in an arboretum."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from arboretum.errors import NotationError
from arboretum.language import say

_CELL = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")


class Cell(NamedTuple):
    """
    A place in an arboretum: `x` counts cells to the east, `y` to the north of the first card.

    >>> str(Cell(2, -1))
    '2,-1'
    """

    x: int
    y: int

    @classmethod
    def parse(cls, text: str) -> Cell:
        """Read a cell written `x,y`, such as `2,-1`. Raises NotationError."""
        match = _CELL.fullmatch(text)
        if match is None:
            raise NotationError(text, 1, say("a cell x,y such as 2,-1"))
        return cls(int(match[1]), int(match[2]))

    @property
    def neighbours(self) -> tuple[Cell, Cell, Cell, Cell]:
        """The four orthogonal neighbours: east, north, west, south (clause T3)."""
        x, y = self
        return Cell(x + 1, y), Cell(x, y + 1), Cell(x - 1, y), Cell(x, y - 1)

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


def connected_parts(cells: Iterable[Cell]) -> list[list[Cell]]:
    """Split cells into groups that hang together orthogonally, each in the order given."""
    order = list(cells)
    left = set(order)
    parts: list[set[Cell]] = []
    for start in order:
        if start not in left:
            continue
        left.remove(start)
        part = {start}
        edge = [start]
        while edge:
            for cell in edge.pop().neighbours:
                if cell in left:
                    left.remove(cell)
                    part.add(cell)
                    edge.append(cell)
        parts.append(part)
    number = {cell: index for index, part in enumerate(parts) for cell in part}
    groups: list[list[Cell]] = [[] for _ in parts]
    for cell in order:
        groups[number[cell]].append(cell)
    return groups


def steps_across(cells: Iterable[Cell]) -> int:
    """The greatest number of orthogonal steps between two of these cells, as the crow walks."""
    order = list(cells)
    if not order:
        return 0
    sums = [x + y for x, y in order]
    differences = [x - y for x, y in order]
    return max(max(sums) - min(sums), max(differences) - min(differences))
