"""The score pad as JSON: positions in, results out."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from arboretum.cards import Card, Species
from arboretum.cells import Cell
from arboretum.errors import ArboretumError, NotationError, ScoreError
from arboretum.options import STANDARD, Options
from arboretum.pad.entries import MOST_PLAYERS, Entries, Entry, default_name
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


class _Doubled(dict[str, Any]):
    """An object of which a key is there twice; `first` and `second` are what it says."""

    key: str
    first: object
    second: object


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, remembering a key that is there twice, which plain `json` would lose."""
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    doubled = _Doubled(members)
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            doubled.key, doubled.first, doubled.second = key, seen[key], value
            break
        seen[key] = value
    return doubled


def _constant(word: str) -> float:
    raise ScoreError(f"{word} is not JSON, and a position has no numbers but a seat.")


def _whole(digits: str) -> int:
    if len(digits) > 9:
        raise ScoreError(f"The number {digits[:9]}... is too large: a position has no numbers but a seat.")
    return int(digits)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole)


def read_json(text: str) -> Entries:
    """Read a position in JSON. Raises ScoreError with the place and the reason."""
    value = _members(_value(text), "The position", ("players", "species", "options"))
    players = value.get("players")
    if not isinstance(players, list):
        raise _wrong("players", 'a list such as [{"name": "A", "arboretum": {}, "hand": []}]', players)
    if not 1 <= len(players) <= MOST_PLAYERS:
        raise ScoreError(f"players: there are {len(players)} players, and 1 to {MOST_PLAYERS} can be scored.")
    return Entries(
        players=tuple(_entry(player, seat) for seat, player in enumerate(players)),
        species=_species(value.get("species")),
        options=_options(value.get("options")),
    )


def _value(text: str) -> object:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        line = f"Line {error.lineno}, column" if "\n" in text.strip() else "Column"
        reason = error.msg[0].lower() + error.msg[1:]
        if reason.startswith("unterminated"):
            reason = "the text that begins here has no end"
        elif error.pos >= len(text.rstrip()):
            reason += ", but the input ends here"
        raise ScoreError(f"{line} {error.colno}: this is not JSON: {reason}.") from None
    except RecursionError:
        raise ScoreError("The JSON is nested too deeply to be a position.") from None


def _entry(value: object, seat: int) -> Entry:
    place = f"players[{seat}]"
    player = _members(value, place, ("name", "arboretum", "hand"))
    name = player.get("name", default_name(seat))
    if not isinstance(name, str):
        raise _wrong(f"{place}.name", "a text", name)
    hand = player.get("hand")
    if hand is not None and not isinstance(hand, list):
        raise _wrong(f"{place}.hand", 'a list of cards such as ["JA7", "LI6"], or null if it is not known', hand)
    return Entry(
        name=name,
        cards=_arboretum(player.get("arboretum"), f"{place}.arboretum"),
        hand=None if hand is None else tuple(_card(c, f"{place}.hand[{i}]") for i, c in enumerate(hand)),
        place=f"{place}.arboretum",
    )


def _arboretum(value: object, place: str) -> tuple[tuple[Cell, Card], ...]:
    if value is None:
        return ()
    if isinstance(value, _Doubled):
        raise ScoreError(
            f"{place}: cell {_shown(value.key)} has two cards, {_shown(value.first)} and"
            f" {_shown(value.second)}: a cell takes one."
        )
    if not isinstance(value, dict):
        raise _wrong(place, 'an object of cells and cards such as {"0,1": "OK6"}', value)
    cards: dict[Cell, Card] = {}
    for key, named in value.items():
        try:
            cell = Cell.parse(key)
        except NotationError:
            raise ScoreError(f'{place}: {_shown(key)} is no cell: expected x,y such as "2,-1".') from None
        card = _card(named, f"{place}[{_shown(key)}]")
        if cell in cards:
            raise ScoreError(f"{place}: cell {cell} has two cards, {cards[cell]} and {card}: a cell takes one.")
        cards[cell] = card
    return tuple(cards.items())


def _card(value: object, place: str) -> Card:
    if not isinstance(value, str):
        raise _wrong(place, 'a card such as "OK6"', value)
    try:
        return Card.parse(value)
    except NotationError as error:
        raise ScoreError(
            f"{place}: {_shown(value)} is no card: at its sign {error.column} expected {error.expected}."
        ) from None


def _species(value: object) -> tuple[Species, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list):
        raise _wrong("species", 'a list of codes such as ["OK", "JA"]', value)
    kinds = []
    for number, name in enumerate(value):
        if not isinstance(name, str):
            raise _wrong(f"species[{number}]", 'a code such as "OK"', name)
        try:
            kinds.append(Species.parse(name))
        except NotationError as error:
            raise ScoreError(
                f"species[{number}]: {_shown(name)} is no species: expected {error.expected}."
            ) from None
    return tuple(kinds)


def _options(value: object) -> Options:
    if value is None:
        return STANDARD
    options = _members(value, "options", None)
    for name, chosen in options.items():
        if not isinstance(chosen, str | int) or len(str(chosen)) > LONGEST_WORD or len(name) > LONGEST_WORD:
            raise _wrong(f"options[{_shown(name)}]", "a word", chosen)
    try:
        return Options.from_json(options)
    except ArboretumError as error:
        raise ScoreError(f"options: {error}") from None


def _members(value: object, place: str, known: tuple[str, ...] | None) -> dict[str, Any]:
    """The members of an object; only known names, each once."""
    if not isinstance(value, dict):
        names = ", ".join(f'"{name}"' for name in known or ("tiebreak", "unheld"))
        raise _wrong(place, f"an object with {names}", value)
    if isinstance(value, _Doubled):
        raise ScoreError(f"{place}: {_shown(value.key)} is there twice in one object.")
    for name in value:
        if known is not None and name not in known:
            raise ScoreError(f"{place}: there is nothing called {_shown(name)}: expected {', '.join(known)}.")
    return value


def _wrong(place: str, expected: str, value: object) -> ScoreError:
    """An error for a value of the wrong type."""
    return ScoreError(f"{place}: expected {expected}, not {_shown(value)}.")


_KINDS: Final = {list: "a list", bool: "true or false", type(None): "nothing", int: "a number", float: "a number"}


def _shown(value: object, longest: int = 30) -> str:
    """A text as JSON writes it, cut to a length that is kind to print; of any other value its kind."""
    if not isinstance(value, str):
        return _KINDS.get(type(value), "an object")
    text = json.dumps(value[:longest])
    return text if len(value) <= longest and len(text) <= 2 * longest else text[: longest - 3] + "..."
