"""
The examiner: the rulebook of Arboretum once more, written naively.

It imports nothing of the package and nothing for speed, so it can inherit no fault of either.
A card is text (`"OK6"`), a cell a pair `(x, y)`, a hand a set of cards, a board maps cells to cards.
Options are a dictionary with the names and values of the options table; a missing one has its default.
The clauses named here (S1, T2, ...) are those of `docs/3-rules.md`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

Cell = tuple[int, int]
Board = Mapping[Cell, str]
Action = tuple[Any, ...]
Options = Mapping[str, Any]
Scored = tuple[int, list[str], list[Cell]]

TABLE_ORDER = ["BS", "CA", "CB", "DW", "JA", "LI", "MG", "MP", "OK", "OL", "RP", "TP", "WI"]


def species_of(card: str) -> str:
    """The species code of a card: the two letters of `"OK6"`."""
    return card[:2]


def value_of(card: str) -> int:
    """The printed number of a card: the 6 of `"OK6"`."""
    return int(card[2:])


def deck_of(species: Iterable[str]) -> list[str]:
    """All cards of these species, unshuffled: one of every value 1-8 (S1, S2)."""
    return [code + str(value) for code in species for value in range(1, 9)]


def beside(cell: Cell) -> list[Cell]:
    """The four cells orthogonally next to a cell (T3, P1)."""
    x, y = cell
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


# Paths


def all_paths(board: Board, species: str) -> list[list[Cell]]:
    """Every path of a species, as cells: two cards or more, each beside the last and higher (P1)."""
    found: list[list[Cell]] = []

    def walk(path: list[Cell]) -> None:
        here = board[path[-1]]
        if len(path) >= 2 and species_of(here) == species:
            found.append(path)
        for cell in beside(path[-1]):
            if cell in board and value_of(board[cell]) > value_of(here):
                walk([*path, cell])

    for cell, card in board.items():
        if species_of(card) == species:
            walk([cell])
    return found


def path_points(cards: Sequence[str], species: str) -> int:
    """What a path of a species is worth (P2)."""
    points = len(cards)
    if len(cards) >= 4 and all(species_of(card) == species for card in cards):
        points += len(cards)
    if value_of(cards[0]) == 1:
        points += 1
    if value_of(cards[-1]) == 8:
        points += 2
    return points


def best_path(board: Board, species: str) -> Scored | None:
    """
    The path that scores for a species: its points, cards and cells; None if there is no path.

    The one worth most points; of several, the one whose cards come first, compared card by card from the
    start of the path, species in the order of the table, then value (P3).
    """
    rated = []
    for cells in all_paths(board, species):
        cards = [board[cell] for cell in cells]
        in_order = [(TABLE_ORDER.index(species_of(card)), value_of(card)) for card in cards]
        rated.append((-path_points(cards, species), in_order, cells))
    if not rated:
        return None
    minus_points, _, cells = min(rated)
    return -minus_points, [board[cell] for cell in cells], cells


# The right to score


def cancelled(hands: Sequence[Collection[str]], species: str) -> list[int]:
    """The seats whose 8 of the species counts 0, because another hand holds the 1 (R2)."""
    return [
        seat
        for seat, hand in enumerate(hands)
        if species + "8" in hand and any(species + "1" in other for at, other in enumerate(hands) if at != seat)
    ]


def hand_sums(hands: Sequence[Collection[str]], species: str) -> list[int]:
    """The hand sum of each seat for a species (R1, R2)."""
    sums = [sum(value_of(card) for card in hand if species_of(card) == species) for hand in hands]
    for seat in cancelled(hands, species):
        sums[seat] -= 8
    return sums


def rights(hands: Sequence[Collection[str]], species: str, unheld: str = "everyone") -> list[int]:
    """The seats with the right to score a species (R3, R4, O2)."""
    if not any(species_of(card) == species for hand in hands for card in hand):
        return list(range(len(hands))) if unheld == "everyone" else []
    sums = hand_sums(hands, species)
    return [seat for seat, total in enumerate(sums) if total == max(sums)]


# The score and the winner


def score_species(
    boards: Sequence[Board], hands: Sequence[Collection[str]], species: str, unheld: str
) -> dict[str, Any]:
    """One species at the end of a game: for each seat its sum, its best path, its points (None: no right)."""
    right = rights(hands, species, unheld)
    best = [best_path(board, species) for board in boards]
    values = [path[0] if path else 0 for path in best]
    return {
        "sums": hand_sums(hands, species),
        "cancelled": cancelled(hands, species),
        "right": right,
        "best": values,
        "points": [value if seat in right else None for seat, value in enumerate(values)],
        "paths": [path[1] if path else None for path in best],
        "cells": [path[2] if path else None for path in best],
    }


def score(
    boards: Sequence[Board],
    hands: Sequence[Collection[str]],
    species_list: Sequence[str],
    options: Options | None = None,
) -> dict[str, Any]:
    """The whole score of a finished game: every species, totals, tie-break and winners (R1-W3, O1, O2)."""
    options = options or {}
    unheld = options.get("unheld", "everyone")
    species = {code: score_species(boards, hands, code, unheld) for code in species_list}
    totals = [sum(entry["points"][seat] or 0 for entry in species.values()) for seat in range(len(boards))]
    species_placed = [len({species_of(card) for card in board.values()}) for board in boards]
    cards_placed = [len(board) for board in boards]
    return {
        "species": species,
        "totals": totals,
        "species_placed": species_placed,
        "cards_placed": cards_placed,
        "winners": winners(totals, cards_placed if options.get("tiebreak") == "cards" else species_placed),
    }


def winners(totals: Sequence[int], tiebreak: Sequence[int]) -> list[int]:
    """Most points (W1); among those tied, most species or cards (W2, O1); still tied: all of them (W3)."""
    tied = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return [seat for seat in tied if tiebreak[seat] == max(tiebreak[other] for other in tied)]


# The game


class Oracle:
    """
    One game: everything that happens from the deal to the score.

    `phase` is one of DRAW_FIRST, DRAW_SECOND, PLACE, DISCARD, OVER, and `seat` is who acts in it.
    `turns` counts the complete turns; `known[seat]` are the cards that everybody knows to be in that hand.
    """

    def __init__(
        self,
        seats: int,
        species: Sequence[str],
        deck: Sequence[str],
        starter: int = 0,
        options: Options | None = None,
    ) -> None:
        """Deal a deck, given as all its cards in draw order, the top one first (S2-S5, O4, O5)."""
        self.seats, self.species, self.options = seats, list(species), dict(options or {})
        if len(self.species) != {2: 6, 3: 8, 4: 10}[seats] or sorted(deck) != sorted(deck_of(species)):
            raise ValueError("this is not the deck for so many players and these species (S1, S2)")
        self.pile = list(deck)
        self.hands: list[set[str]] = [set() for _ in range(seats)]
        self.known: list[set[str]] = [set() for _ in range(seats)]
        self.boards: list[dict[Cell, str]] = [{} for _ in range(seats)]
        self.discards: list[list[str]] = [[] for _ in range(seats)]
        clockwise = [(starter + step) % seats for step in range(seats)]
        for _ in range(7):
            for seat in clockwise:
                self.hands[seat].add(self.pile.pop(0))
        if self.options.get("opening") == "first-edition":
            for seat in clockwise[1:]:
                self.discards[seat].append(self.pile.pop(0))
        self.seat, self.phase, self.turns = starter, "DRAW_FIRST", 0

    def open_cells(self, seat: int) -> set[Cell]:
        """Where a seat may place its next card (T3)."""
        board = self.boards[seat]
        if not board:
            return {(0, 0)}
        return {cell for taken in board for cell in beside(taken) if cell not in board}

    def legal(self) -> set[Action]:
        """Everything the acting seat may do now (T1-T4, E1, E2)."""
        hand = self.hands[self.seat]
        if self.phase in ("DRAW_FIRST", "DRAW_SECOND"):
            tops: set[Action] = {("draw", seat) for seat in range(self.seats) if self.discards[seat]}
            return tops | {("draw", "pile")} if self.pile else tops
        if self.phase == "PLACE":
            return {("place", card, cell) for card in hand for cell in self.open_cells(self.seat)}
        if self.phase == "DISCARD":
            return {("discard", card) for card in hand}
        return set()

    def apply(self, action: Action) -> None:
        """Do one thing; ValueError if it is not legal."""
        if action not in self.legal():
            raise ValueError(f"{action} is not legal in {self.phase} for seat {self.seat}")
        match action:
            case ("draw", source):
                self._draw(source)
            case ("place", card, cell):
                self._place(card, cell)
            case ("discard", card):
                self._discard(card)

    def _draw(self, source: str | int) -> None:
        """Take the top card of the draw pile, or of a discard pile, which all see (T2, T6)."""
        if isinstance(source, int):
            card = self.discards[source].pop()
            self.known[self.seat].add(card)
        else:
            card = self.pile.pop(0)
        self.hands[self.seat].add(card)
        self.phase = "DRAW_SECOND" if self.phase == "DRAW_FIRST" else "PLACE"

    def _place(self, card: str, cell: Cell) -> None:
        """Put a card from the hand into the arboretum (T3)."""
        self._leave_hand(card)
        self.boards[self.seat][cell] = card
        self.phase = "DISCARD"

    def _discard(self, card: str) -> None:
        """Lay a card on the own discard pile; the turn is complete (T4, E1, S5)."""
        self._leave_hand(card)
        self.discards[self.seat].append(card)
        self.turns += 1
        if not self.pile:
            self.phase = "OVER"
        else:
            self.phase = "DRAW_FIRST"
            self.seat = (self.seat + 1) % self.seats

    def _leave_hand(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.known[self.seat].discard(card)

    def score(self) -> dict[str, Any]:
        """The score of the finished game."""
        if self.phase != "OVER":
            raise ValueError("the game is not over")
        return score(self.boards, self.hands, self.species, self.options)
