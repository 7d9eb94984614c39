"""Whether a deck is one that this game could be played with (clauses S1-S3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from arboretum.cards import EDITIONS, Card, Species, cards_of
from arboretum.events import Ended, Shuffled
from arboretum.language import say
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
        raise Breach(say("the deck is not the one that the header commits to: the hash differs"), "S3")
    if (told.seed is not None) != (setup.shuffled_by == "seed"):
        seed = say("no seed") if told.seed is None else say("seed {seed}", seed=told.seed)
        raise Breach(
            say(
                "the header says that the deck was shuffled by the {shuffled_by}, here is {seed}",
                shuffled_by=setup.shuffled_by,
                seed=seed,
            ),
            None,
        )


def check_removed(setup: Setup, removed: Sequence[Species]) -> None:
    """Raise Breach unless these are the species of the edition that are not in play (clause S2)."""
    edition = EDITIONS[setup.options.names]
    for species in removed:
        if species not in edition:
            raise Breach(
                say(
                    "{title} cannot be removed: the {names} edition has none",
                    title=species.title,
                    names=setup.options.names,
                ),
                "S2",
            )
        if setup.species is not None and species in setup.species:
            raise Breach(say("{title} cannot be removed: the header has it in play", title=species.title), "S2")
    count = len(edition) - setup.species_in_play
    if len(set(removed)) != count or len(removed) != count:
        raise Breach(
            say(
                "{count} species are removed for {seats} players, not {found}",
                count=count,
                seats=setup.seats,
                found=len(removed),
            ),
            "S2",
        )


def _check_cards(deck: Sequence[Card], species: Sequence[Species]) -> None:
    """Raise Breach unless the deck has each card of these species once."""
    for card, count in Counter(deck).items():
        if card.species not in species:
            raise Breach(
                say("{card} is in the deck, but {title} is not in play", card=card, title=card.species.title), "S2"
            )
        if count > 1:
            raise Breach(say("{card} is in the deck {count} times: there is one", card=card, count=count), "S1")
    missing = [str(card) for card in cards_of(species) if card not in deck]
    if missing:
        raise Breach(
            say("the deck has {count} cards: {missing} missing", count=len(deck), missing=" ".join(missing)), "S1"
        )
