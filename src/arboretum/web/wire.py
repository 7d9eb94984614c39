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
from arboretum.pad.json_form import result
from arboretum.records.ending import final_score
from arboretum.tableau import Path, Tableau
from arboretum.view import View

Json = dict[str, Any]
Laid = tuple[tuple[Cell, Card], ...]

KEPT: Final = 4096
"""Arboretums whose paths are remembered; each placing makes one."""


def game_json(view: View, *, paths: bool = True) -> Json:
    """
    Everything that the owner of a view may see of a running or finished game.

    paths: whether the table shows what paths are worth; when the game is over they are shown in any case.
    """
    tell_paths = paths or view.is_over
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
        "open": [str(cell) for cell in view.my_open_cells],
        **_discards(view),
        "hand": [str(card) for card in view.hand],
        "hands": [
            {"size": size, "known": [str(card) for card in known]}
            for size, known in zip(view.hand_sizes, view.shown, strict=True)
        ],
        "legal": [str(action) for action in view.legal_actions],
        "paths": [paths_json(each) if tell_paths else {} for each in view.tableaux],
        "commitment": view.setup.commitment,
        "score": score_json(view),
    }


def _discards(view: View) -> Json:
    """The discard piles, bottom first; their tops alone where the table plays so (option O6)."""
    piles = [[str(card) for card in pile] for pile in view.discards]
    if view.options.piles == "browsable" or view.is_over:
        return {"discards": piles}
    return {"discards": [pile[-1:] for pile in piles], "discard_counts": [len(pile) for pile in piles]}


def paths_json(tableau: Tableau) -> Json:
    """The best path of every species that has one, by its code; followed once a placing, then remembered."""
    return _paths_json(tuple(tableau.items()))


@functools.lru_cache(KEPT)
def _paths_json(laid: Laid) -> Json:
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
    score = final_score(view, end)
    told = result(score)
    for kind in score.species:
        told["species"][kind.code]["cancelled"] = score.cancelled[kind]
    explained = {
        kind.code: [
            score.explain_right(kind),
            *(f"{player}: {score.explain_points(kind, seat)}" for seat, player in enumerate(score.players)),
        ]
        for kind in score.species
    }
    return told | {
        "cards_placed": list(score.cards_placed),
        "explain": explained,
        "win": score.explain_win(),
        "hands": [[str(card) for card in hand] for hand in end.hands],
    }


def preview_json(tableau: Tableau, card: Card, cells: Iterable[Cell]) -> Json:
    """What the paths of one's own arboretum would be worth with a card on each of these cells."""
    return _preview_json(tuple(tableau.items()), card, tuple(cells))


@functools.lru_cache(KEPT)
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
