"""Whether a deck is one that this game could be played with (clauses S1-S3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from arboretum.cards import EDITIONS, Card, Species, cards_of
from arboretum.events import Ended, Shuffled
from arboretum.records.reading import Breach
from arboretum.setup import Setup, commitment


def species_of(setup: Setup, removed: Sequence[Species]) -> tuple[Species, ...]:
    """The species in play: those of the header or, where they were secret, those that were not removed."""
    if setup.species is not None:
        return setup.species
    return tuple(species for species in EDITIONS[setup.options.names] if species not in removed)


def check_deck(setup: Setup, told: Shuffled | Ended) -> None:
    """Raise Breach for a deck or removed species that cannot be, or that are not those the header commits to."""
    check_removed(setup, told.removed)
    species = species_of(setup, told.removed)
    _check_cards(told.deck, species)
    if setup.commitment and commitment(told.salt, told.deck, told.removed) != setup.commitment:
        raise Breach("the deck is not the one that the header commits to: the hash differs", "S3")
    if (told.seed is not None) != (setup.shuffled_by == "seed"):
        seed = "no seed" if told.seed is None else f"seed {told.seed}"
        raise Breach(
            f"the header says that the deck was shuffled by the {setup.shuffled_by}, here is {seed}", None
        )


def check_removed(setup: Setup, removed: Sequence[Species]) -> None:
    """Raise Breach unless these are the species of the edition that are not in play (clause S2)."""
    edition = EDITIONS[setup.options.names]
    for species in removed:
        if species not in edition:
            raise Breach(f"{species.title} cannot be removed: the {setup.options.names} edition has none", "S2")
        if setup.species is not None and species in setup.species:
            raise Breach(f"{species.title} cannot be removed: the header has it in play", "S2")
    count = len(edition) - setup.species_in_play
    if len(set(removed)) != count or len(removed) != count:
        raise Breach(f"{count} species are removed for {setup.seats} players, not {len(removed)}", "S2")


def _check_cards(deck: Sequence[Card], species: Sequence[Species]) -> None:
    """Raise Breach unless the deck has each card of these species once."""
    for card, count in Counter(deck).items():
        if card.species not in species:
            raise Breach(f"{card} is in the deck, but {card.species.title} is not in play", "S2")
        if count > 1:
            raise Breach(f"{card} is in the deck {count} times: there is one", "S1")
    missing = [str(card) for card in cards_of(species) if card not in deck]
    if missing:
        raise Breach(f"the deck has {len(deck)} cards: {' '.join(missing)} missing", "S1")
