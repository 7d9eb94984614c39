"""
What a page or a program is told about a game, as JSON values: made from a View, which holds nothing hidden.

Cards are written `OK5`, cells `2,-1`, actions as in the notation; a card that was not seen is `?`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any, Final

from arboretum.cards import Card
from arboretum.cells import Cell
from arboretum.events import Ended
from arboretum.language import spoken
from arboretum.records.ending import final_score
from arboretum.tableau import Path, Tableau
from arboretum.view import View
from arboretum.web.count import counted

Json = dict[str, Any]
Laid = tuple[tuple[Cell, Card], ...]

KEPT: Final = 512
"""Arboretums whose paths are remembered, more than are looked at in the same minute; each placing makes one."""


def game_json(view: View, *, paths: bool = True) -> Json:
    """
    Everything that the owner of a view may see of a running or finished game.

    paths: whether the table shows what paths are worth; when the game is over they are shown in any case.
    """
    return {
        **moment_json(view, paths=paths or view.is_over, piles=is_browsable(view)),
        "open": [str(cell) for cell in view.my_open_cells],
        "legal": [str(action) for action in view.legal_actions],
        "commitment": view.setup.commitment,
        "score": score_json(view),
    }


def moment_json(view: View, *, paths: bool, piles: bool) -> Json:
    """
    What lies on the table and in the hands, as the owner of a view knows it.

    paths: whether it is told what paths are worth. piles: whether whole discard piles are.
    """
    return {
        "players": list(view.players),
        "species": [species.code for species in view.species],
        "secret": view.setup.species is None,
        "starter": view.starter,
        "turn": view.turn,
        "seat": view.seat,
        "phase": view.phase.name,
        "pile": view.pile_size,
        "tableaux": [[[str(cell), str(card)] for cell, card in each.items()] for each in view.tableaux],
        **_discards(view, piles=piles),
        "hand": [str(card) for card in view.hand],
        "hands": [
            {"size": size, "known": [str(card) for card in known]}
            for size, known in zip(view.hand_sizes, view.shown, strict=True)
        ],
        "paths": [paths_json(each) if paths else {} for each in view.tableaux],
    }


def is_browsable(view: View) -> bool:
    """Whether the discard piles may be looked through: not where the table plays with their tops (option O6)."""
    return view.options.piles == "browsable" or view.is_over


def _discards(view: View, *, piles: bool) -> Json:
    """The discard piles, bottom first, or their tops alone."""
    told = [[str(card) for card in pile] for pile in view.discards]
    if piles:
        return {"discards": told}
    return {"discards": [pile[-1:] for pile in told], "discard_counts": [len(pile) for pile in told]}


def paths_json(tableau: Tableau) -> Json:
    """The best path of every species that has one, by its code; followed once a placing, then remembered."""
    return _paths_json(tuple(tableau.items()), spoken())


@functools.lru_cache(KEPT)
def _paths_json(laid: Laid, language: str) -> Json:
    """The same, in the language that is spoken."""
    return {species.code: path_json(path) for species, path in Tableau.trusted(dict(laid)).paths.items()}


def path_json(path: Path) -> Json:
    """A path, its worth, and why."""
    return {
        "points": path.points,
        "cards": [str(card) for card in path.cards],
        "cells": [str(cell) for cell in path.cells],
        "why": path.why,
    }


def score_json(view: View) -> Json | None:
    """The score of a finished game with every number explained; None while it runs."""
    end = view.seen[-1] if view.seen else None
    if not isinstance(end, Ended):
        return None
    return counted(final_score(view, end))


def preview_json(tableau: Tableau, card: Card, cells: Iterable[Cell]) -> Json:
    """What the paths of one's own arboretum would be worth with a card on each of these cells."""
    return _preview_json(tuple(tableau.items()), card, tuple(cells))


@functools.lru_cache(KEPT // 4)
def _preview_json(laid: Laid, card: Card, cells: tuple[Cell, ...]) -> Json:
    now = Tableau.trusted(dict(laid))
    before = sum(now.points.values())
    told = {}
    for cell in cells:
        points = now.placing(card, cell).points
        told[str(cell)] = {
            "points": {species.code: worth for species, worth in points.items()},
            "gain": sum(points.values()) - before,
        }
    return {"card": str(card), "cells": told}
