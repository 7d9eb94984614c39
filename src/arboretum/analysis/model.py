"""What an analysis is: every decision with its worth, the course of the game, and where the worth went."""

from __future__ import annotations

import dataclasses
import enum
from typing import Final

from arboretum.actions import Action
from arboretum.cards import Card
from arboretum.setup import Setup
from arboretum.table import Phase
from arboretum.view import View


@dataclasses.dataclass(frozen=True, slots=True)
class Worth:
    """How the game is expected to end for a seat; or a difference of two such."""

    win: float
    """The chance of winning, 0 to 1; a shared win counts its share."""
    margin: float
    """Points more than those of the best rival."""

    def __add__(self, other: Worth) -> Worth:
        return Worth(self.win + other.win, self.margin + other.margin)

    def __sub__(self, other: Worth) -> Worth:
        return Worth(self.win - other.win, self.margin - other.margin)


NOTHING: Final = Worth(0.0, 0.0)


@dataclasses.dataclass(frozen=True, slots=True)
class Choice:
    """Something that could be done, and what the game was worth to who did it afterwards."""

    action: Action
    worth: Worth


class Verdict(enum.Enum):
    """What is to be said of a choice, in a word."""

    FORCED = "forced"
    FINE = "fine"
    BEST = "best"
    GOOD = "good"
    SLIP = "slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def is_loss(self) -> bool:
        """Something was given away that a person should look at."""
        return self in (Verdict.SLIP, Verdict.MISTAKE, Verdict.BLUNDER)


class Part(enum.Enum):
    """Where worth is won and lost."""

    DEAL = "deal"
    LUCK = "luck"
    DRAWING = "drawing"
    PLACING = "placing"
    HAND = "hand"
    DENIAL = "denial"
    RIVALS = "rivals"
    COUNT = "count"
    JUDGE = "judge"


@dataclasses.dataclass(frozen=True, slots=True)
class Decision:
    """One decision of the game: what was chosen, what else could have been, and what that cost."""

    number: int
    """Of all draws, placings and discards of the game, from 0."""
    turn: int
    """From 1."""
    seat: int
    phase: Phase
    action: Action
    card: Card | None
    """The card that a draw brought."""
    worth: Worth
    """After it, before it is known which card the draw pile gives."""
    choices: tuple[Choice, ...]
    """What was worth looking at, the best first; what was chosen is among them."""
    verdict: Verdict
    split: tuple[tuple[Part, float], ...]
    """To which parts its cost belongs; the shares add up to 1."""
    view: View
    """What was known when it was chosen: by its seat, or with all hands open."""

    @property
    def best(self) -> Choice:
        """The choice that is worth most."""
        return self.choices[0]

    @property
    def cost(self) -> Worth:
        """What was given away by not choosing the best."""
        return self.best.worth - self.worth

    @property
    def ahead(self) -> Worth:
        """By what the best choice is ahead of the second; nothing where there is no second."""
        return self.choices[0].worth - self.choices[1].worth if len(self.choices) > 1 else NOTHING


@dataclasses.dataclass(frozen=True, slots=True)
class Standing:
    """How the game stands for every seat, after the deal or after a turn."""

    turn: int
    """The turn after which; 0 for the deal."""
    seat: int | None
    """Who played that turn."""
    own: tuple[Worth | None, ...]
    """By seat, what that seat expects from its own knowledge; None for one whose hand is not told."""

    @property
    def win(self) -> tuple[float, ...]:
        """
        The chance of winning by seat, adding up to 1.

        Every seat's own chance, divided by the sum of all; a seat that is not told has what the others leave,
        in equal shares.
        """
        known = [worth.win for worth in self.own if worth is not None]
        unknown = len(self.own) - len(known)
        total = sum(known)
        if unknown:
            rest = max(0.0, 1.0 - total) / unknown
            scale = 1.0 if total <= 1.0 else 1.0 / total
            return tuple(rest if worth is None else worth.win * scale for worth in self.own)
        if total <= 0.0:
            return tuple(1.0 / len(self.own) for _ in self.own)
        return tuple(worth.win / total for worth in self.own if worth is not None)


@dataclasses.dataclass(frozen=True, slots=True)
class Entry:
    """A line of a ledger: in which turn, by what, a seat's worth changed."""

    turn: int
    part: Part
    change: Worth


@dataclasses.dataclass(frozen=True, slots=True)
class Ledger:
    """How one seat's worth came about: `start` and all entries together are `end`."""

    seat: int
    start: Worth
    """Before the deal: an equal chance, and no points ahead."""
    entries: tuple[Entry, ...]
    end: Worth
    """The result, or what was expected where the record breaks off."""

    def total(self, part: Part) -> Worth:
        """What a part brought in the whole game."""
        total = NOTHING
        for entry in self.entries:
            if entry.part is part:
                total = total + entry.change
        return total


@dataclasses.dataclass(frozen=True, slots=True)
class Lens:
    """A game as judged from one kind of knowledge."""

    decisions: tuple[Decision, ...]
    course: tuple[Standing, ...]
    """After the deal, and after each turn; after the last one of a finished game it is the result."""
    moments: tuple[Decision, ...]
    """The turning points: the largest losses and the finest choices, in the order of the game."""
    ledgers: tuple[Ledger, ...]
    """For each seat whose hand is told."""


@dataclasses.dataclass(frozen=True, slots=True)
class Analysis:
    """A game and what is to be said about it."""

    setup: Setup
    is_complete: bool
    """The game is over; else it is analysed as far as the record goes."""
    turns: int
    known: Lens
    """From what each player knew at the time."""
    open: Lens | None
    """With all hands open; None if the record does not tell them."""
