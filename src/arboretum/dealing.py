"""Before the first turn: the species, the deck, and the cards it gives each seat (clauses S2-S5, option O4)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from arboretum.cards import EDITIONS, HAND_SIZE, SPECIES_IN_PLAY, Card, Species, cards_of
from arboretum.errors import OptionError
from arboretum.events import Dealt, Shuffled
from arboretum.language import say
from arboretum.options import Options
from arboretum.rules.jit import Stream, below, shuffled, stream
from arboretum.setup import Setup, check_species


def dealing_order(seats: int, starter: int) -> tuple[int, ...]:
    """The seats in the order in which they are dealt to and play: clockwise from the starting one."""
    return tuple((starter + i) % seats for i in range(seats))


def has_first_discard(seat: int, starter: int, options: Options) -> bool:
    """Whether a seat begins with a card on its discard pile (option O4; else clause S4)."""
    return options.opening == "first-edition" and seat != starter


def hand_from(deck: Sequence[Card], seat: int, seats: int, starter: int, options: Options) -> Dealt:
    """What a seat is dealt from a deck in draw order: one card a round, then, with O4, a first discard."""
    turn = dealing_order(seats, starter).index(seat)
    cards = tuple(deck[turn + seats * round_] for round_ in range(HAND_SIZE))
    first = deck[HAND_SIZE * seats + turn - 1] if has_first_discard(seat, starter, options) else None
    return Dealt(seat, cards, first)


def choose_species(
    species: Sequence[Species] | None, seats: int, options: Options, chance: Stream
) -> tuple[Species, ...]:
    """The species in play: those the host chose, or drawn at random from the edition's ten (clause S2)."""
    if species is not None:
        if options.species == "secret":
            raise OptionError(say("Species that are chosen cannot be secret: let them be drawn at random (O3)."))
        return check_species(species, seats, options)
    order = shuffled(list(EDITIONS[options.names]), chance)
    return tuple(sorted(Species(kind) for kind in order[: SPECIES_IN_PLAY[seats]]))


def shuffle(species: tuple[Species, ...], options: Options, seed: int | None, chance: Stream) -> Shuffled:
    """A deck in random order, and the salt of its commitment (clause S3)."""
    cards: Sequence[Card] = cards_of(species)
    if seed is None:
        deck = list(cards)
        secrets.SystemRandom().shuffle(deck)
        salt = secrets.token_hex(32)
    else:
        deck = [Card(card) for card in shuffled(list(cards), chance)]
        salt = bytes(below(chance, 16) * 16 + below(chance, 16) for _ in range(32)).hex()
    removed = tuple(kind for kind in EDITIONS[options.names] if kind not in species)
    return Shuffled(tuple(deck), removed, salt, seed)


def disagrees_with_seed(setup: Setup, event: Shuffled) -> str:
    """
    A sentence if the deck of a record is not the one that its seed gives; empty if it is, or there is no seed.

    Where they differ the deck counts: it is what was played with.
    """
    if event.seed is None:
        return ""
    kinds = tuple(sorted({card.species for card in event.deck}))
    for chosen in (None, kinds) if setup.options.species == "public" else (None,):
        chance = stream(event.seed)
        species = choose_species(chosen, setup.seats, setup.options, chance)
        if shuffle(species, setup.options, event.seed, chance).deck == event.deck:
            return ""
    return say(
        "The deck is not the one that the seed {seed} gives here: the deck of the record counts.", seed=event.seed
    )
