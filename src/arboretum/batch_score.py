"""Many finished tables scored at once, from arrays and into arrays, by the compiled rules."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, Protocol

import numpy as np

from arboretum.batch import Bools, Bytes, Interrupted, Progress, parts
from arboretum.cards import CARDS, Card
from arboretum.cells import Cell
from arboretum.errors import ScoreError
from arboretum.language import say
from arboretum.options import STANDARD, Options
from arboretum.piles import Hand
from arboretum.rules.batch import HEAD, MIDDLE, NULL, Answer, answer_all
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
from arboretum.score import Score
from arboretum.tableau import Tableau

NO_CARD: Final = 255
"""Stands where there is no card, in arrays that have room for more."""

AT_ONCE: Final = 4_000
"""Tables between two looks at the progress and at Ctrl-C."""

AT_ONCE_INTERPRETED: Final = 20

Numbers = np.ndarray[Any, np.dtype[Any]]


class Laid(Protocol):
    """What lies on a table and in hands: a State, a Score."""

    @property
    def tableaux(self) -> Sequence[Tableau]:
        """The arboretum of each seat."""

    @property
    def hands(self) -> Sequence[Hand | None]:
        """The hand of each seat."""


@dataclasses.dataclass(frozen=True, eq=False)
class Tables:
    """
    Tables with the same number of seats, to be scored: what lies in arboretums and in hands.

    A card is its number, `int(Card.parse("OK6"))`: 8 * species + value - 1, 0-103; NO_CARD (255) is none, and may
    stand anywhere. `room` is how many cards there is room for, in an arboretum and in a hand.
    """

    cards: Numbers
    """Cards of the arboretums, in any order: uint8[tables, seats, room]."""
    cells: Numbers
    """Where each lies, x east and y north of any cell: int8[tables, seats, room, 2]."""
    hands: Numbers
    """Cards in hand, in any order: uint8[tables, seats, room]."""

    def __len__(self) -> int:
        """Number of tables."""
        return len(self.cards)

    @classmethod
    def of(cls, tables: Iterable[Laid]) -> Tables:
        """
        The arrays for tables that are State or Score: `record.table`, `game.score`.

        Raises ScoreError if they have not all the same number of seats, or a hand is not known.
        """
        laid = [(list(table.tableaux), list(_known(table.hands))) for table in tables]
        seats = len(laid[0][0]) if laid else 0
        if any(len(tableaux) != seats or len(hands) != seats for tableaux, hands in laid):
            raise ScoreError(say("Tables are scored together if they have the same number of players."))
        placed = max((len(tableau) for tableaux, _ in laid for tableau in tableaux), default=0)
        held = max((len(hand) for _, hands in laid for hand in hands), default=0)
        cards = np.full((len(laid), seats, placed), NO_CARD, np.uint8)
        cells = np.zeros((len(laid), seats, placed, 2), np.int8)
        in_hand = np.full((len(laid), seats, held), NO_CARD, np.uint8)
        for at, (tableaux, hands) in enumerate(laid):
            for seat, (tableau, hand) in enumerate(zip(tableaux, hands, strict=True)):
                if tableau:
                    cards[at, seat, : len(tableau)] = list(tableau.values())
                    cells[at, seat, : len(tableau)] = list(tableau)
                in_hand[at, seat, : len(hand)] = hand
        return cls(cards, cells, in_hand)


def _known(hands: Iterable[Hand | None]) -> Iterator[Hand]:
    """The hands. Raises ScoreError for one that is not known."""
    for seat, hand in enumerate(hands):
        if hand is None:
            raise ScoreError(say("The hand of seat {seat} is not known, so there are no totals.", seat=seat))
        yield hand


@dataclasses.dataclass(frozen=True, eq=False)
class ScoreBatch:
    """The scores of tables. The arrays have a row for each; species are numbered as `Species` is, 0-12."""

    totals: Bytes
    """Points: uint8[tables, seats]."""
    winners: Bools
    """Who wins or shares the win (clauses W1-W3): bool[tables, seats]."""
    species_placed: Bytes
    """Different species in the arboretum: uint8[tables, seats]."""
    sums: Bytes
    """Hand sums, a cancelled 8 counted 0 (clauses R1, R2): uint8[tables, seats, 13]."""
    rights: Bools
    """Who has the right to a species that is on the table (clauses R3, R4): bool[tables, seats, 13]."""
    best: Bytes
    """Points of the best path, rights aside; 0 without a path (clause P3): uint8[tables, seats, 13]."""
    points: Bytes
    """Points scored; 0 without the right (clause R5): uint8[tables, seats, 13]."""

    def __len__(self) -> int:
        """Number of tables."""
        return len(self.totals)


def score_batch(tables: Tables, *, options: Options = STANDARD, progress: Progress | None = None) -> ScoreBatch:
    """
    Score tables, all at once, as `Score.count` scores each of them.

    progress: called as `progress(done, tables)` now and then. Ctrl-C raises `Interrupted`, a KeyboardInterrupt
    with what was made. Raises ScoreError for the first table that cannot be, with its number, counted from 0;
    ValueError for arrays of other shapes.

    >>> from arboretum import Hand, Score, Tableau
    >>> oaks, maple = Tableau.parse("OK1 OK3 OK4 OK8"), Tableau.parse("MP2 OK5 MP7")
    >>> score = Score.count([oaks, maple], [Hand.parse("OK7"), Hand.parse("OK2 MP3")])
    >>> batch = score_batch(Tables.of([score, score]))
    >>> batch.totals.tolist(), batch.winners.tolist()
    ([[11, 3], [11, 3]], [[True, False], [True, False]])
    """
    cards, cells, hands = _checked_shapes(tables)
    count, seats = cards.shape[:2]
    made = [_batch(np.zeros(0, Answer.dtype), seats)]
    try:
        for part in parts(count, AT_ONCE if can_compile() else AT_ONCE_INTERPRETED):
            some = Tables(cards[part], cells[part], hands[part])
            made.append(_batch(_answers(some, part.start, options), seats))
            if progress is not None:
                progress(part.stop, count)
    except KeyboardInterrupt as stop:
        so_far = _joined(made)
        raise Interrupted(so_far, len(so_far), count) from stop
    return _joined(made)


def _checked_shapes(tables: Tables) -> tuple[Numbers, Numbers, Numbers]:
    """The three arrays. Raises ValueError if their shapes do not fit, or they are not of whole numbers."""
    cards, cells, hands = (np.asarray(array) for array in (tables.cards, tables.cells, tables.hands))
    shapes_fit = cards.ndim == hands.ndim == 3 and cards.shape[:2] == hands.shape[:2]
    if not shapes_fit or cells.shape != (*cards.shape, 2) or not (len(cards) == 0 or 1 <= cards.shape[1] <= SEATS):
        raise ValueError(
            "Tables have cards[tables, seats, room], cells[tables, seats, room, 2] and hands[tables, seats, room]"
            f" for 1 to 4 seats, not {cards.shape}, {cells.shape} and {hands.shape}."
        )
    if any(array.dtype.kind not in "iu" for array in (cards, cells, hands)):
        raise ValueError(f"Cards and cells are whole numbers, not {cards.dtype}, {cells.dtype} and {hands.dtype}.")
    return cards, cells, hands


# From arrays to the messages of `rules.batch`, and back. ---------------------------------------------------


def _answers(some: Tables, first: int, options: Options) -> Any:  # noqa: ANN401 (an array of records)
    """Score a few tables, of which the first has this number: Answer.dtype[tables]."""
    for at in np.flatnonzero(_impossible(some))[:1]:
        raise _refusal(some, int(at), first, options)
    messages = _messages(some, options)
    answers = np.zeros(len(some), Answer.dtype)
    score: Any = compiled(answer_all)
    read: Any = messages if can_compile() else messages.data  # a memory view gives plain integers
    score(Pad().rows, Sheet().rows, answers, read)
    for at in np.flatnonzero(answers["valid"] == 0)[:1]:
        raise _refusal(some, int(at), first, options)
    return answers


def _impossible(some: Tables) -> Bools:
    """By table: whether a number is no card, or a card or a cell is there twice. `rules.batch` sees the rest."""
    count = len(some.cards)
    both = np.concatenate([some.cards.reshape(count, -1), some.hands.reshape(count, -1)], axis=1).astype(np.int64)
    no_card = ((both < 0) | (both >= len(CARDS))) & (both != NO_CARD)
    placed = some.cards != NO_CARD
    cells = some.cells.astype(np.int64)
    too_far = (abs(cells + 0.5) > MIDDLE).any(axis=3) & placed
    lone = -1 - np.arange(some.cards.shape[2])  # a different one for each place without a card
    keys = np.where(placed, 2 * MIDDLE * (cells[..., 0] + MIDDLE) + cells[..., 1] + MIDDLE, lone)
    twice: Bools = (
        no_card.any(axis=1)
        | _doubles(both, but=NO_CARD).any(axis=1)
        | too_far.any(axis=(1, 2))
        | _doubles(keys).any(axis=(1, 2))
    )
    return twice


def _doubles(numbers: Numbers, but: int | None = None) -> Bools:
    """Along the last axis, sorted: whether a number is the same as the next one."""
    order = np.sort(numbers, axis=-1)
    same: Bools = (order[..., 1:] == order[..., :-1]) & (order[..., 1:] != but if but is not None else True)
    return same


def _messages(some: Tables, options: Options) -> Bytes:
    """
    The messages of `rules.batch`, one after the other.

    Each is written into a row with room for the longest one; the mask tells which bytes are in use, and picking
    those, row by row, leaves no gaps.
    """
    count, seats, room = some.cards.shape
    held = some.hands.shape[2]
    placed, holds = some.cards != NO_CARD, some.hands != NO_CARD
    message = np.zeros((count, HEAD + seats * (2 + 3 * room + held)), np.uint8)
    used = np.ones(message.shape, np.bool_)
    message[:, 0] = seats
    message[:, 1] = TIEBREAK_SPECIES if options.tiebreak == "species" else TIEBREAK_CARDS
    message[:, 2] = UNHELD_EVERYONE if options.unheld == "everyone" else UNHELD_NOBODY
    entries = message[:, HEAD:].reshape(count, seats, -1)
    in_use = used[:, HEAD:].reshape(count, seats, -1)
    entries[..., 0] = placed.sum(axis=2)
    entries[..., 1] = holds.sum(axis=2)
    places = 2 + room
    entries[..., 2:places], in_use[..., 2:places] = some.cards, placed
    ends = places + 2 * room
    entries[..., places:ends] = (some.cells.astype(np.int64) + MIDDLE).reshape(count, seats, -1) % (2 * MIDDLE)
    in_use[..., places:ends] = np.repeat(placed, 2, axis=2)
    entries[..., ends:], in_use[..., ends:] = some.hands, holds
    message[:, HEAD:], used[:, HEAD:] = entries.reshape(count, -1), in_use.reshape(count, -1)
    return message[used]


def _batch(answers: Any, seats: int) -> ScoreBatch:  # noqa: ANN401 (an array of records)
    """The columns of the answers, species numbered as everywhere."""
    slots = answers["slot_of_species"].astype(np.int64)
    there = (slots != NULL)[:, :, np.newaxis]
    slots = np.where(slots == NULL, 0, slots)[:, :, np.newaxis]

    def by_species(field: str) -> Bytes:
        values = np.take_along_axis(answers[field][:, :, :seats], slots, axis=1)
        return np.where(there & (values != NULL), values, 0).astype(np.uint8).transpose(0, 2, 1)

    return ScoreBatch(
        totals=answers["totals"][:, :seats],
        winners=answers["winners"][:, :seats].view(np.bool_),
        species_placed=answers["species_placed"][:, :seats],
        sums=by_species("sums"),
        rights=by_species("rights").view(np.bool_),
        best=by_species("best"),
        points=by_species("points"),
    )


def _joined(made: list[ScoreBatch]) -> ScoreBatch:
    """Batches one after the other."""
    names = [field.name for field in dataclasses.fields(ScoreBatch)]
    return ScoreBatch(**{name: np.concatenate([vars(some)[name] for some in made]) for name in names})


def _refusal(some: Tables, at: int, first: int, options: Options) -> ScoreError:
    """Why this table cannot be scored, by the rules for one table, in a sentence that names it."""
    try:
        tableaux, hands = [], []
        for cards, cells, held in zip(some.cards[at], some.cells[at], some.hands[at], strict=True):
            laid = [
                (Cell(*map(int, cell)), _card(card))
                for card, cell in zip(cards, cells, strict=True)
                if card != NO_CARD
            ]
            tableaux.append(Tableau(laid))
            hands.append(Hand(_card(card) for card in held if card != NO_CARD))
        Score.count(tableaux, hands, options=options)
    except ScoreError as error:
        return ScoreError(say("Table {number} cannot be scored. {why}", number=first + at, why=str(error)))
    raise AssertionError(f"Table {first + at} is refused in a batch, and not by itself.")


def _card(number: int) -> Card:
    """The card of this number. Raises ScoreError if it is none."""
    if not 0 <= number < len(CARDS):
        raise ScoreError(
            say("{number} is no card: cards are 0 to 103, and 255 stands for none.", number=int(number))
        )
    return CARDS[int(number)]
