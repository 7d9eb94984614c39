"""The score pad as JSON: positions in, results out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from arboretum.cards import Card, Species
from arboretum.cells import Cell
from arboretum.errors import ArboretumError, NotationError, ScoreError
from arboretum.language import say
from arboretum.options import STANDARD, Options
from arboretum.pad.entries import MOST_PLAYERS, Entries, Entry, default_name
from arboretum.pad.json_text import Doubled, members, shown, value_of, wrong
from arboretum.score import Score
from arboretum.tableau import Path, Tableau

COMPACT: Final = (",", ":")
"""Separators without blanks."""

LONGEST_WORD: Final = 20
"""No name and no value of an option is longer."""

# Out. -----------------------------------------------------------------------------------------------------


def result(score: Score) -> dict[str, Any]:
    """A score as JSON values; species by code, in the order of the rules' table."""
    return {
        "species": {
            kind.code: {
                "sums": score.sums[kind],
                "right": score.rights[kind],
                "points": score.points[kind],
                "best": score.best[kind],
                "paths": [path and _path(path) for path in score.paths[kind]],
            }
            for kind in score.species
        },
        "totals": score.totals,
        "species_placed": score.species_placed,
        "winners": score.winners,
    }


def bare_result(entries: Entries) -> dict[str, Any]:
    """
    Boards scored part by part as JSON values: the form of `result` without hands, and the parts of each board.

    Raises ScoreError for a part more than 20 steps across.
    """
    boards = [player.parts() for player in entries.players]
    appear = [{card.species for part in parts for card in part.values()} for parts in boards]
    species = {}
    for kind in sorted(set(entries.species or ()).union(*appear)):
        paths = [_best_of(parts, kind) for parts in boards]
        species[kind.code] = {
            "sums": [None] * len(boards),
            "right": None,
            "points": None,
            "best": [path.points if path else 0 for path in paths],
            "paths": [path and _path(path) for path in paths],
        }
    return {
        "species": species,
        "totals": None,
        "species_placed": [len(kinds) for kinds in appear],
        "winners": None,
        "parts": [[_part(part) for part in parts] for parts in boards],
    }


def _best_of(parts: Sequence[Tableau], kind: Species) -> Path | None:
    """The best path of a species in any part; of several worth the same, the one that comes first in order."""
    paths = [path for part in parts if (path := part.best_path(kind))]
    return min(paths, key=lambda path: (-path.points, path.cards), default=None)


def _part(part: Tableau) -> dict[str, Any]:
    """The best path of every species of a part, or null."""
    kinds = sorted({card.species for card in part.values()})
    paths = [part.best_path(kind) for kind in kinds]
    return {
        "cards": len(part),
        "paths": {kind.code: path and _path(path) for kind, path in zip(kinds, paths, strict=True)},
    }


def _path(path: Path) -> dict[str, Any]:
    return {
        "points": path.points,
        "cards": [str(card) for card in path.cards],
        "cells": [str(cell) for cell in path.cells],
    }


def dumps(value: object) -> str:
    """One line of JSON, in ASCII."""
    return json.dumps(value, separators=COMPACT)


# In. ------------------------------------------------------------------------------------------------------


def read_json(text: str) -> Entries:
    """Read a position in JSON. Raises ScoreError with the place and the reason."""
    value = members(value_of(text), say("The position"), ("players", "species", "options"))
    players = value.get("players")
    if not isinstance(players, list):
        raise wrong("players", say('a list such as [{"name": "A", "arboretum": {}, "hand": []}]'), players)
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise ScoreError(
            say(
                "players: there are {count} players, and 1 to {most} can be scored.",
                count=len(players),
                most=MOST_PLAYERS,
            )
        )
    return Entries(
        players=tuple(_entry(player, seat) for seat, player in enumerate(players)),
        species=_species(value.get("species")),
        options=_options(value.get("options")),
    )


def _entry(value: object, seat: int) -> Entry:
    place = f"players[{seat}]"
    player = members(value, place, ("name", "arboretum", "hand"))
    name = player.get("name", default_name(seat))
    if not isinstance(name, str):
        raise wrong(f"{place}.name", say("a text"), name)
    hand = player.get("hand")
    if hand is not None and not isinstance(hand, list):
        raise wrong(
            f"{place}.hand", say('a list of cards such as ["JA7", "LI6"], or null if it is not known'), hand
        )
    return Entry(
        name=name,
        cards=_arboretum(player.get("arboretum"), f"{place}.arboretum"),
        hand=None if hand is None else tuple(_card(c, f"{place}.hand[{i}]") for i, c in enumerate(hand)),
        place=f"{place}.arboretum",
    )


def _arboretum(value: object, place: str) -> tuple[tuple[Cell, Card], ...]:
    if value is None:
        return ()
    if isinstance(value, Doubled):
        raise ScoreError(
            say(
                "{place}: cell {cell} has two cards, {first} and {second}: a cell takes one.",
                place=place,
                cell=shown(value.key),
                first=shown(value.first),
                second=shown(value.second),
            )
        )
    if not isinstance(value, dict):
        raise wrong(place, say('an object of cells and cards such as {"0,1": "OK6"}'), value)
    cards: dict[Cell, Card] = {}
    for key, named in value.items():
        try:
            cell = Cell.parse(key)
        except NotationError:
            raise ScoreError(
                say('{place}: {shown} is no cell: expected x,y such as "2,-1".', place=place, shown=shown(key))
            ) from None
        card = _card(named, f"{place}[{shown(key)}]")
        if cell in cards:
            raise ScoreError(
                say(
                    "{place}: cell {cell} has two cards, {first} and {second}: a cell takes one.",
                    place=place,
                    cell=cell,
                    first=cards[cell],
                    second=card,
                )
            )
        cards[cell] = card
    return tuple(cards.items())


def _card(value: object, place: str) -> Card:
    if not isinstance(value, str):
        raise wrong(place, say('a card such as "OK6"'), value)
    try:
        return Card.parse(value)
    except NotationError as error:
        raise ScoreError(
            say(
                "{place}: {shown} is no card: at its sign {column} expected {expected}.",
                place=place,
                shown=shown(value),
                column=error.column,
                expected=error.expected,
            )
        ) from None


def _species(value: object) -> tuple[Species, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise wrong("species", say('a list of codes such as ["OK", "JA"]'), value)
    kinds = []
    for number, name in enumerate(value):
        if not isinstance(name, str):
            raise wrong(f"species[{number}]", say('a code such as "OK"'), name)
        try:
            kinds.append(Species.parse(name))
        except NotationError as error:
            raise ScoreError(
                say(
                    "species[{number}]: {shown} is no species: expected {expected}.",
                    number=number,
                    shown=shown(name),
                    expected=error.expected,
                )
            ) from None
    return tuple(kinds)


def _options(value: object) -> Options:
    if value is None:
        return STANDARD
    options = members(value, "options", None)
    for name, chosen in options.items():
        if not isinstance(chosen, str | int) or len(str(chosen)) > LONGEST_WORD or len(name) > LONGEST_WORD:
            raise wrong(f"options[{shown(name)}]", say("a word"), chosen)
    try:
        return Options.from_json(options)
    except ArboretumError as error:
        raise ScoreError(say("options: {error}", error=error)) from None
