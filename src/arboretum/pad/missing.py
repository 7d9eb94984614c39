"""What a half-filled pad still lacks, and what cannot be right yet, in sentences."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from arboretum.cards import HAND_SIZE, SPECIES_IN_PLAY
from arboretum.language import say, say_many
from arboretum.pad.entries import Entries, Entry


@dataclasses.dataclass(frozen=True, slots=True)
class Note:
    """Something that a finished game would have, and this pad has not."""

    seat: int | None
    """Whose entry it is about; None for the whole table."""
    part: str
    """`hand`, `arboretum` or `species`: where on the pad."""
    says: str
    is_wrong: bool = False
    """More than a game has, so that something is to be taken away; else something is only missing."""


def notes_on(entries: Entries) -> list[Note]:
    """What is missing, player by player, and then what concerns all."""
    notes = [note for seat, entry in enumerate(entries.players) for note in _of_player(seat, entry)]
    return [*notes, *_of_species(entries)]


def _of_player(seat: int, entry: Entry) -> Iterator[Note]:
    if not entry.cards:
        yield Note(seat, "arboretum", say("The arboretum of {name} is empty.", name=entry.name))
    if not entry.hand:
        yield Note(seat, "hand", say("The hand of {name} is not entered.", name=entry.name))
        return
    short = HAND_SIZE - len(entry.hand)
    if short > 0:
        told = say_many(
            "The hand of {name} lacks {count} card.",
            "The hand of {name} lacks {count} cards.",
            short,
            name=entry.name,
        )
        yield Note(seat, "hand", told)
    if short < 0:
        told = say_many(
            "The hand of {name} has {count} card too many: {most} are kept (clause T5).",
            "The hand of {name} has {count} cards too many: {most} are kept (clause T5).",
            -short,
            name=entry.name,
            most=HAND_SIZE,
        )
        yield Note(seat, "hand", told, is_wrong=True)


def _of_species(entries: Entries) -> Iterator[Note]:
    """More species on the table than a game of so many players has (clause S2)."""
    seats = len(entries.players)
    appear = {card.species for entry in entries.players for _, card in entry.cards}
    appear |= {card.species for entry in entries.players for card in entry.hand or ()}
    found, most = len(appear), SPECIES_IN_PLAY.get(seats)
    if most is not None and found > most:
        told = say(
            "There are cards of {found} species, and a game of {players} has {most} (clause S2).",
            found=found,
            players=seats,
            most=most,
        )
        yield Note(None, "species", told, is_wrong=True)
