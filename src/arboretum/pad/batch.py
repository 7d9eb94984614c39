"""
The fast way to score positions in JSON: whole batches by the compiled rules.

It knows well-formed positions only. What it does not recognise at once it leaves to `json_form`, which
either scores it too or says what is wrong; a test holds that both ways answer with the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from arboretum.cards import CARDS, Species
from arboretum.options import ALLOWED
from arboretum.rules.batch import MIDDLE, NULL, Answer, answer_all
from arboretum.rules.jit import can_compile, compiled
from arboretum.rules.position import (
    SEATS,
    TIEBREAK_CARDS,
    TIEBREAK_SPECIES,
    UNHELD_EVERYONE,
    UNHELD_NOBODY,
    Pad,
)
from arboretum.rules.sheet import Sheet


class Message(NamedTuple):
    """A position, packed for the rules, with the texts that its answer takes up again."""

    packed: bytes
    arboretums: list[dict[str, str]]
    """By player: cells and cards."""
    all_hands: bool
    """Whether the hand of every player is known."""


# In. ------------------------------------------------------------------------------------------------------

FAR: Final = 40  # cells farther from 0,0 are left to `json_form`
CARD: Final = {str(card): int(card) for card in CARDS}
CELL: Final = {
    f"{x},{y}": bytes((MIDDLE + x, MIDDLE + y)) for x in range(-FAR, FAR + 1) for y in range(-FAR, FAR + 1)
}
KIND: Final = {kind.code: 1 << kind for kind in Species}
TIEBREAK: Final = {"species": TIEBREAK_SPECIES, "cards": TIEBREAK_CARDS}
UNHELD: Final = {"everyone": UNHELD_EVERYONE, "nobody": UNHELD_NOBODY}
assert tuple(TIEBREAK) == ALLOWED["tiebreak"]
assert tuple(UNHELD) == ALLOWED["unheld"]


class _Unknown(ValueError):
    """Something that this way does not know; it never leaves this file."""


def packed(text: str) -> Message | None:
    """Pack a position in JSON for the rules, or None if this way does not know it."""
    try:
        return _packed(text)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None


def _packed(text: str) -> Message:
    value = _PLAIN.decode(text)
    players = value["players"]
    if type(players) is not list or not 1 <= len(players) <= SEATS:
        raise _Unknown
    arboretums = [player["arboretum"] for player in players]
    keys = len(value) + len(value.get("options", ())) + sum(map(len, players)) + sum(map(len, arboretums))
    if text.count(":") != keys:  # a colon in a text, or a key that is there twice and was lost
        _STRICT.decode(text)
    chunks = [_head(value)]
    cards = b""
    for player, arboretum in zip(players, arboretums, strict=True):
        placed, hand = _cards(player, arboretum)
        chunks += _counts(placed, hand), placed, b"".join(map(CELL.__getitem__, arboretum)), hand or b""
        cards += placed + (hand or b"")
    if len(set(cards)) != len(cards):
        raise _Unknown
    return Message(b"".join(chunks), arboretums, all("hand" in player for player in players))


def _head(value: dict[str, Any]) -> bytes:
    """The bytes before the first player."""
    tiebreak, unheld, kinds = TIEBREAK_SPECIES, UNHELD_EVERYONE, 0
    known = 1
    if "species" in value:
        known += 1
        kinds = sum(map(KIND.__getitem__, set(value["species"])))
        if type(value["species"]) is not list or not kinds:
            raise _Unknown
    if "options" in value:
        known += 1
        options = {"tiebreak": "species", "unheld": "everyone"} | value["options"]
        tiebreak, unheld = TIEBREAK[options.pop("tiebreak")], UNHELD[options.pop("unheld")]
        if options:
            raise _Unknown
    if len(value) != known:
        raise _Unknown
    return bytes((len(value["players"]), tiebreak, unheld, kinds & 255, kinds >> 8))


def _cards(player: dict[str, Any], arboretum: dict[str, str]) -> tuple[bytes, bytes | None]:
    """The cards of a player's arboretum and hand."""
    known = 1
    hand = None
    if "name" in player:
        known += 1
        if type(player["name"]) is not str:
            raise _Unknown
    if "hand" in player:
        known += 1
        if type(player["hand"]) is not list:
            raise _Unknown
        hand = bytes(map(CARD.__getitem__, player["hand"]))
    if len(player) != known or type(arboretum) is not dict:
        raise _Unknown
    return bytes(map(CARD.__getitem__, arboretum.values())), hand


def _counts(placed: bytes, hand: bytes | None) -> bytes:
    return bytes((len(placed), NULL if hand is None else len(hand)))


def _refuse(constant: str) -> float:
    raise _Unknown(constant)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _Unknown
    return members


_PLAIN: Final = json.JSONDecoder(parse_constant=_refuse)
_STRICT: Final = json.JSONDecoder(parse_constant=_refuse, object_pairs_hook=_without_doubles)


# The rules. -----------------------------------------------------------------------------------------------


class Scorer:
    """Scores messages, many at a time."""

    def __init__(self) -> None:
        self._answer_all = answer_all
        self._compiled = False
        self._pads, self._sheets = Pad().rows, Sheet().rows

    def compile(self) -> None:
        """From now on use the compiled rules, if they can be compiled; loading them takes a second or more."""
        if not self._compiled and can_compile():
            self._answer_all = compiled(answer_all)
            self._compiled = True

    def answers(self, messages: Sequence[Message]) -> list[str | None]:
        """The answers in JSON, as `json_form.result` gives them; None for what cannot be a table."""
        if not messages:
            return []
        answers = np.zeros(len(messages), Answer.dtype)
        together = np.frombuffer(b"".join([message.packed for message in messages]), np.uint8)
        read: Any = together if self._compiled else together.data  # a memory view gives plain integers
        self._answer_all(self._pads, self._sheets, answers, read)
        size, records = Answer.dtype.itemsize, answers.tobytes()
        return [
            _text(message, record) if record[_VALID] else None
            for message, at in zip(messages, range(0, len(records), size), strict=True)
            for record in [records[at : at + size]]
        ]


# Out. -----------------------------------------------------------------------------------------------------


class _Rows(dict[bytes, str]):
    """Rows of small numbers as JSON lists, made once each; a table of those met, bounded in size."""

    def __missing__(self, row: bytes) -> str:
        text = "[" + ",".join(["null" if number == NULL else str(number) for number in row]) + "]"
        if len(self) < 100_000:
            self[row] = text
        return text


_ROW: Final = _Rows()
_SEATS: Final = {
    bytes(rights): str([seat for seat, right in enumerate(rights) if right]).replace(" ", "")
    for players in range(1, SEATS + 1)
    for rights in np.ndindex(*[2] * players)
}
"""Who of the players is marked with a 1, as a JSON list of seats."""
_CODE: Final = [kind.code for kind in Species]
_AT: Final = {name: described[1] for name, described in (Answer.dtype.fields or {}).items()}
_VALID, _SLOTS, _SPECIES = _AT["valid"], _AT["slots"], _AT["species"]
_SUMS, _RIGHTS, _BEST, _POINTS = _AT["sums"], _AT["rights"], _AT["best"], _AT["points"]
_TOTALS, _PLACED, _WINNERS = _AT["totals"], _AT["species_placed"], _AT["winners"]
_SIZES, _PATHS = _AT["path_size"], _AT["paths"]


def _text(message: Message, record: bytes) -> str:
    """A record as JSON; the same text as `json_form.result` gives."""
    boards = [(list(arboretum.values()), list(arboretum)) for arboretum in message.arboretums]
    seats = len(boards)
    known = message.all_hands
    species = []
    for slot in range(record[_SLOTS]):
        first = SEATS * slot
        end = first + seats
        right = _SEATS[record[_RIGHTS + first : _RIGHTS + end]] if known else "null"
        points = _ROW[record[_POINTS + first : _POINTS + end]] if known else "null"
        species.append(
            f'"{_CODE[record[_SPECIES + slot]]}":{{"sums":{_ROW[record[_SUMS + first : _SUMS + end]]},'
            f'"right":{right},"points":{points},"best":{_ROW[record[_BEST + first : _BEST + end]]},'
            f'"paths":[{_paths(boards, record, first)}]}}'
        )
    totals = _ROW[record[_TOTALS : _TOTALS + seats]] if known else "null"
    winners = _SEATS[record[_WINNERS : _WINNERS + seats]] if known else "null"
    return (
        f'{{"species":{{{",".join(species)}}},"totals":{totals},'
        f'"species_placed":{_ROW[record[_PLACED : _PLACED + seats]]},"winners":{winners}}}'
    )


def _paths(boards: list[tuple[list[str], list[str]]], record: bytes, first: int) -> str:
    """The best paths of a species, player by player; `first` is where it begins in a field by slot and seat."""
    paths = []
    for at, (cards, cells) in enumerate(boards, first):
        size = record[_SIZES + at]
        if size:
            way = record[_PATHS + 8 * at : _PATHS + 8 * at + size]
            paths.append(
                f'{{"points":{record[_BEST + at]},"cards":["{_JOINT.join([cards[i] for i in way])}"],'
                f'"cells":["{_JOINT.join([cells[i] for i in way])}"]}}'
            )
        else:
            paths.append("null")
    return ",".join(paths)


_JOINT: Final = '","'
