"""What a table is set up as, who sits at it, and what can be said at it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

from arboretum.cards import SPECIES_IN_PLAY, Species
from arboretum.errors import OptionError
from arboretum.language import later, say
from arboretum.options import STANDARD, Options
from arboretum.setup import check_species

PHRASES: Final = (
    later("Hello!"),
    later("Good luck!"),
    later("Well played!"),
    later("Thank you!"),
    later("Your turn."),
    later("Let me think."),
    later("I will be right back."),
    later("Here again."),
    later("Take your time."),
    later("What a lovely path!"),
    later("Oh no!"),
    later("Another game?"),
)
"""All that can be said at a table, by number from 0. New ones go to the end: logs tell the number."""

Status: TypeAlias = Literal["lobby", "playing", "over"]
"""How far a table is: its game has not begun, goes on, or is over."""

STAND_IN: Final = "heuristic"
"""The bot that takes over the seat of a person who left."""


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """What the host of a table chose. Raises OptionError for a table that cannot be."""

    seats: int
    """Number of players, 2-4."""
    options: Options = STANDARD
    """The readings of the rules; `start` may name a seat of this table."""
    species: tuple[Species, ...] | None = None
    """The species in play; None to draw them at random when the game begins."""
    preview: bool = True
    """Whether players are shown what their own paths would be worth."""
    hot_seat: bool = False
    """Whether one person may sit on several seats, passing the screen round."""
    public: bool = True
    """Whether others may look on; they see what is public."""
    hints: bool = False
    """Whether the table agreed that every player may ask for advice; against bots alone one may in any case."""

    def __post_init__(self) -> None:
        if self.seats not in SPECIES_IN_PLAY:
            raise OptionError(say("Arboretum is for 2 to 4 players, not {seats}.", seats=self.seats))
        if isinstance(self.options.start, int) and self.options.start >= self.seats:
            raise OptionError(
                say(
                    "Seat {start} cannot start: there are {seats} players, from seat 0.",
                    start=self.options.start,
                    seats=self.seats,
                )
            )
        if self.species is not None:
            if self.options.species == "secret":
                raise OptionError(
                    say("Species that are chosen cannot be secret: let them be drawn at random (O3).")
                )
            check_species(self.species, self.seats, self.options)

    def to_json(self) -> dict[str, Any]:
        """All of it by name."""
        species = None if self.species is None else [kind.code for kind in self.species]
        plain = {name: getattr(self, name) for name in ("seats", "preview", "hot_seat", "public", "hints")}
        return {**plain, "options": self.options.to_json(), "species": species}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Settings:
        """Read it back. Raises OptionError, NotationError; KeyError or TypeError where it is not of its form."""
        codes = values["species"]
        return cls(
            seats=values["seats"],
            options=Options.from_json(values["options"]),
            species=None if codes is None else tuple(Species.parse(code) for code in codes),
            preview=values["preview"],
            hot_seat=values["hot_seat"],
            public=values["public"],
            hints=values.get("hints", False),  # logs of before know nothing of it
        )


@dataclasses.dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a table."""

    kind: Literal["open", "person", "bot"] = "open"
    name: str = ""
    """What the player is called; empty while the seat is open."""
    bot: str | None = None
    """Which bot plays it, if one does."""
    owners: tuple[str, ...] = ()
    """Sessions of the person who holds it, one for each device; if a bot took over, of who may come back."""

    @property
    def owner(self) -> str | None:
        """The session that sat down here."""
        return self.owners[0] if self.owners else None

    def is_held_by(self, session: str) -> bool:
        """Whether this session plays for it now."""
        return self.kind == "person" and session in self.owners
