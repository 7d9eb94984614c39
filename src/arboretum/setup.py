"""What a table agrees on before the first card: the header of every record and view (clauses S1, S2, S5)."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from arboretum.cards import EDITIONS, SPECIES_IN_PLAY, Card, Slots, Species
from arboretum.errors import OptionError
from arboretum.language import say
from arboretum.options import Options

FORMAT: Final = 1
"""Version of the form of records."""

RULES: Final = "1"
"""Version of the rules; a change that could change a result gets a new one."""

NAME_LENGTH: Final = 40
"""Characters that a player's name may have."""


@dataclasses.dataclass(frozen=True)
class Setup:
    """Everything that all players know before the deal."""

    players: tuple[str, ...]
    """Their names, by seat; clockwise."""
    options: Options
    species: tuple[Species, ...] | None
    """The species in play, in order; None while they are secret (option O3)."""
    commitment: str = ""
    """SHA-256 of salt, deck and removed species, in hexadecimal; the end of the game opens it."""
    shuffled_by: Literal["system", "seed"] = "system"
    """`seed`: the deck comes from a number that somebody chose, for practice, tests and research."""
    began: str | None = None
    """When the game began, as the owner of the clock wrote it."""
    format: int = FORMAT
    rules: str = RULES

    @property
    def seats(self) -> int:
        """Number of players, 2-4."""
        return len(self.players)

    @functools.cached_property
    def slots(self) -> Slots:
        """The species that may be in play, numbered: all ten while they are secret."""
        return Slots(EDITIONS[self.options.names] if self.species is None else self.species)

    @property
    def species_in_play(self) -> int:
        """Number of species in play (clause S2)."""
        return SPECIES_IN_PLAY[self.seats]

    def seat_of(self, player: str) -> int | None:
        """The seat of a player by name, or None."""
        return self.players.index(player) if player in self.players else None

    def to_json(self) -> dict[str, Any]:
        """The first line of a record."""
        header: dict[str, Any] = {
            "format": self.format,
            "rules": self.rules,
            "players": list(self.players),
            "options": self.options.to_json(),
            "species": self.species_in_play if self.species is None else [s.code for s in self.species],
            "commitment": self.commitment,
            "shuffled_by": self.shuffled_by,
        }
        return header if self.began is None else header | {"began": self.began}

    @classmethod
    def from_json(cls, header: Mapping[str, Any]) -> Setup:
        """Read a header. Raises OptionError, NotationError; KeyError or TypeError where the form is not one."""
        listed = header["species"]
        options = Options.from_json(header["options"])
        if (options.species == "secret") != isinstance(listed, int):
            raise OptionError(
                say(
                    "Species are {species} by option O3, but the header says {listed}.",
                    species=options.species,
                    listed=repr(listed),
                )
            )
        setup = cls(
            players=check_players(header["players"]),
            options=options,
            species=None if isinstance(listed, int) else tuple(Species.parse(code) for code in listed),
            commitment=header.get("commitment", ""),
            shuffled_by=header.get("shuffled_by", "system"),
            began=header.get("began"),
            format=header["format"],
            rules=header["rules"],
        )
        if setup.species is not None:
            check_species(setup.species, setup.seats, options)
        elif listed != setup.species_in_play:
            raise OptionError(
                say(
                    "{seats} players use {most} species, not {listed} (S2).",
                    seats=setup.seats,
                    most=setup.species_in_play,
                    listed=listed,
                )
            )
        return setup


def commitment(salt: str, deck: Sequence[Card], removed: Sequence[Species]) -> str:
    """
    The commitment to a deck: SHA-256 of the salt's bytes and the text of the deck and the removed species.

    salt: hexadecimal; deck: in draw order; removed: in any order, they are sorted.
    """
    text = " ".join(map(str, deck)) + " / " + " ".join(species.code for species in sorted(removed))
    return hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()


def check_players(names: Sequence[str]) -> tuple[str, ...]:
    """The names of 2-4 players, blanks trimmed. Raises OptionError if they cannot sit at one table."""
    if isinstance(names, str) or not all(isinstance(name, str) for name in names):
        raise OptionError(say("Players are a list of names, not {names}.", names=repr(names)))
    if len(names) not in SPECIES_IN_PLAY:
        raise OptionError(say("Arboretum is for 2 to 4 players, not {seats}.", seats=len(names)))
    trimmed = tuple(" ".join(name.split()) for name in names)
    for name in trimmed:
        if not name or not name.isprintable():
            raise OptionError(
                say("A player cannot be called {name}: a name needs letters that can be shown.", name=repr(name))
            )
        if len(name) > NAME_LENGTH:
            raise OptionError(
                say(
                    "The name {name}... has {count} letters: at most {most} fit.",
                    name=name[:20],
                    count=len(name),
                    most=NAME_LENGTH,
                )
            )
    folded = [name.casefold() for name in trimmed]
    for name in trimmed:
        if folded.count(name.casefold()) > 1:
            raise OptionError(say("Two players are called {name}: give each a name of their own.", name=name))
    return trimmed


def check_species(species: Sequence[Species], seats: int, options: Options) -> tuple[Species, ...]:
    """The species in play, in order. Raises OptionError if they are too few, too many, or of another edition."""
    kinds = tuple(sorted(set(species)))
    edition = EDITIONS[options.names]
    strange = [kind.title for kind in kinds if kind not in edition]
    if strange:
        raise OptionError(
            say(
                "The {names} edition has no {strange}: choose from {edition}.",
                names=options.names,
                strange=", ".join(strange),
                edition=", ".join(kind.code for kind in edition),
            )
        )
    if len(kinds) != SPECIES_IN_PLAY[seats] or len(kinds) != len(species):
        raise OptionError(
            say(
                "{seats} players use {most} different species, not {count} (clause S2).",
                seats=seats,
                most=SPECIES_IN_PLAY[seats],
                count=len(kinds),
            )
        )
    return kinds
