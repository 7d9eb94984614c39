"""Writing a whole game in the text notation: headings, the deal, a line a turn, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from types import UnionType
from typing import Final

from arboretum.actions import SEAT_LETTERS
from arboretum.cards import EDITIONS, Card, Species
from arboretum.events import Dealt, Decided, Ended, Event, Shuffled, Started
from arboretum.language import say
from arboretum.records.reading import fault
from arboretum.records.turn_text import ORDER, format_card, format_turn
from arboretum.setup import Setup

STAGES: Final[tuple[type | UnionType, ...]] = (Shuffled, Started, Dealt, Decided, Ended)
"""The order in which the notation tells events; each kind may be absent."""

ONCE = (Shuffled, Started, Ended)
"""Those that come once."""


def default_shuffle(setup: Setup) -> Shuffled:
    """What is meant where the notation tells nothing about the deck."""
    edition = EDITIONS[setup.options.names]
    removed = [] if setup.species is None else [species for species in edition if species not in setup.species]
    return Shuffled((), tuple(removed), "")


def write_game(setup: Setup, events: Sequence[Event], line_of: Callable[[int], int], source: str) -> str:
    """
    A game as text, every line with its end.

    Raises RecordError, with the line that `line_of` gives for an event's index, for events in an order that
    the notation cannot tell; those of a game that was verified can be told.
    """
    _check_order(events, line_of, source)
    shuffled = default_shuffle(setup)
    deck: list[str] = []
    end: list[str] = []
    for event in events:
        if isinstance(event, Shuffled):
            deck = ["deck" + _joined(event.deck), *_deck(event, shuffled)]
            shuffled = event
        elif isinstance(event, Ended):
            end = list(_end(event, shuffled))
    opening = [_opening(event) for event in events if isinstance(event, Started | Dealt)]
    sections = (list(headings(setup)), deck, opening, list(_turns(events, line_of, source)), end)
    return "\n".join("".join(line + "\n" for line in section) for section in sections if section)


def _check_order(events: Sequence[Event], line_of: Callable[[int], int], source: str) -> None:
    """Raise RecordError for an event before those that the notation tells first, or for one that comes once."""
    last = -1
    for index, event in enumerate(events):
        stage = next(number for number, kind in enumerate(STAGES) if isinstance(event, kind))
        if stage < last or (stage == last and isinstance(event, ONCE)):
            raise fault(source, line_of(index), say("the notation cannot tell this event at this place"))
        last = stage


def headings(setup: Setup) -> Iterator[str]:
    """The lines of the header."""
    yield f"arboretum {setup.format}"
    yield f"rules {setup.rules}"
    for letter, player in zip(SEAT_LETTERS, setup.players, strict=False):
        yield f"player {letter} {player}"
    yield f"options {setup.options}"
    yield "species secret" if setup.species is None else "species" + _codes(setup.species)
    if setup.commitment:
        yield f"commitment {setup.commitment}"
    if setup.shuffled_by == "seed":
        yield "shuffled by seed"
    if setup.began is not None:
        yield f"began {setup.began}"


def _opening(event: Started | Dealt) -> str:
    """Who started, or what a seat was dealt."""
    if isinstance(event, Started):
        return f"start {SEAT_LETTERS[event.seat]}"
    first = "" if event.discard is None else f" -{event.discard}"
    return f"hand {SEAT_LETTERS[event.seat]}{_joined(event.cards)}{first}"


def _turns(events: Sequence[Event], line_of: Callable[[int], int], source: str) -> Iterator[str]:
    """A line for each turn."""
    number, so_far = 1, list[Decided]()
    for index, event in enumerate(events):
        if not isinstance(event, Decided):
            continue
        if not isinstance(event, ORDER[len(so_far)]) or (so_far and event.seat != so_far[0].seat):
            raise fault(
                source, line_of(index), say("a turn is a draw, a draw, a placing and a discard of one seat"), "T1"
            )
        so_far.append(event)
        if len(so_far) == len(ORDER):
            yield format_turn(number, event.seat, so_far)
            number, so_far = number + 1, []
    if so_far:
        yield format_turn(number, so_far[0].seat, so_far)


def _end(event: Ended, shuffled: Shuffled) -> Iterator[str]:
    """What the end shows; of the deck only what was not told at the beginning."""
    yield "end"
    for letter, hand in zip(SEAT_LETTERS, event.hands, strict=False):
        yield f"hand {letter}{_joined(hand)}"
    if event.deck != shuffled.deck:
        yield "deck" + _joined(event.deck)
    yield from _deck(event, shuffled)
    yield "points" + "".join(f" {total}" for total in event.totals)
    yield "winners" + "".join(f" {SEAT_LETTERS[seat]}" for seat in event.winners)


def _deck(told: Shuffled | Ended, known: Shuffled) -> Iterator[str]:
    """Removed species, salt and seed, each where it differs from what is known; a lone word tells of none."""
    if told.removed != known.removed:
        yield "removed" + _codes(told.removed)
    if told.salt != known.salt:
        yield f"salt {told.salt}".rstrip()
    if told.seed != known.seed:
        yield "seed" if told.seed is None else f"seed {told.seed}"


def _joined(cards: Iterable[Card | None]) -> str:
    return "".join(f" {format_card(card)}" for card in cards)


def _codes(species: Iterable[Species]) -> str:
    return "".join(f" {kind.code}" for kind in species)
