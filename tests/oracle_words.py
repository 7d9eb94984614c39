"""The words of the oracle and of the package, both ways: cards as text, cells as pairs, actions as tuples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from arboretum import Card, Cell, Discard, Place, Score, Species, Tableau, actions
from oracle import Action, Board


def to_package(action: Action) -> actions.Action:
    """An action of the oracle as one of the package."""
    match action:
        case ("draw", "pile"):
            return actions.DrawPile()
        case ("draw", int(seat)):
            return actions.DrawDiscard(seat)
        case ("place", str(card), (x, y)):
            return Place(Card.parse(card), Cell(x, y))
        case ("discard", str(card)):
            return Discard(Card.parse(card))
    raise TypeError(action)


def to_oracle(action: actions.Action) -> Action:
    """An action of the package as one of the oracle."""
    match action:
        case actions.DrawPile():
            return ("draw", "pile")
        case actions.DrawDiscard(seat):
            return ("draw", seat)
        case Place(card, cell):
            return ("place", str(card), tuple(cell))
        case Discard(card):
            return ("discard", str(card))


def texts(cards: Iterable[Card]) -> list[str]:
    """Cards as text, in the same order."""
    return [str(card) for card in cards]


def tableau_of(board: Board) -> Tableau:
    """An arboretum of the package with these cards."""
    return Tableau({Cell(*cell): Card.parse(card) for cell, card in board.items()})


def board_of(tableau: Tableau) -> dict[tuple[int, int], str]:
    """An arboretum as the oracle has it."""
    return {(cell.x, cell.y): str(card) for cell, card in tableau.items()}


def species_of(codes: Sequence[str]) -> tuple[Species, ...]:
    """Species by code."""
    return tuple(Species.parse(code) for code in codes)


def score_dict(score: Score) -> dict[str, Any]:
    """A score of the package in the form of `oracle.score`."""
    species = {}
    for kind in score.species:
        points, rights = score.points[kind], score.rights[kind]
        assert points is not None
        assert rights is not None
        ways = score.paths[kind]
        species[kind.code] = {
            "sums": list(score.sums[kind]),
            "cancelled": [seat for seat in [score.cancelled[kind]] if seat is not None],
            "right": list(rights),
            "best": list(score.best[kind]),
            "points": list(points),
            "paths": [texts(way.cards) if way else None for way in ways],
            "cells": [[tuple(cell) for cell in way.cells] if way else None for way in ways],
        }
    assert score.totals is not None
    assert score.winners is not None
    return {
        "species": species,
        "totals": list(score.totals),
        "species_placed": list(score.species_placed),
        "cards_placed": list(score.cards_placed),
        "winners": list(score.winners),
    }
