"""Who sits at a table: persons and bots, how bots' seats are named, and how a bot's chance is seeded."""

from __future__ import annotations

import dataclasses
import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import Final

from arboretum.bots.process.program import label_of_spec
from arboretum.bots.styles import STYLES, USUAL, title
from arboretum.cards import SPECIES_IN_PLAY, Species
from arboretum.errors import OptionError
from arboretum.language import later, say, say_many
from arboretum.options import STANDARD, Options
from arboretum.setup import Setup

BOT: Final = re.compile(r"(?P<label>.+)-bot(?:-[0-9]+)?")
"""The name of a bot's seat: its label, `-bot`, and a number where the same bot sits twice."""

HOUSE_BOT: Final = USUAL
"""The bot that takes a seat for which nobody is named."""

TITLES: Final = {title(name).casefold(): name for name in STYLES}
"""Our own bots by what they are called at a table."""

DEFAULT_NAME: Final = later("Player")
"""What a person is called who gives no name; records are shared, so it is not the name one logs in with."""


@dataclasses.dataclass(frozen=True, slots=True)
class Chair:
    """A place at the table, and who is to take it."""

    name: str
    """A person's name; for a bot a registered name or `path/to/bot.py:ClassName`."""
    is_bot: bool = False

    @property
    def label(self) -> str:
        """What a bot of ours is called; another's name, without the way to its file or the rest of its command."""
        return (
            title(self.name) if self.name in STYLES else label_of_spec(self.name) or self.name.rpartition(":")[2]
        )


def bot_named(text: str) -> str:
    """The registered name of one of our bots, from it or from what it is called; another's name as it is."""
    word = text.casefold()
    return word if word in STYLES else TITLES.get(word, text)


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """A table as it is to be set up."""

    chairs: tuple[Chair, ...]
    options: Options = STANDARD
    species: tuple[Species, ...] | None = None
    """Those in play, in the host's choice; None to draw them at random."""
    seed: int | None = None
    """The number to shuffle with, for practice; None for the system's generator."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the seats. Raises OptionError for a person who is called like a bot's seat."""
        names: list[str] = []
        for chair in self.chairs:
            if not chair.is_bot and BOT.fullmatch(chair.name):
                raise OptionError(say("The name {name} is one for a bot's seat: choose another.", name=chair.name))
            names.append(_bot_seat(chair.label, names) if chair.is_bot else chair.name)
        return tuple(names)

    def __str__(self) -> str:
        """Who plays, and by which rules, in a line."""
        who = [say("the bot {name}", name=chair.label) if chair.is_bot else chair.name for chair in self.chairs]
        how = [say("{options} rules", options=self.options)]
        if self.species is not None:
            how.append(say("species {codes}", codes=" ".join(kind.code for kind in self.species)))
        if self.seed is not None:
            how.append(say("seed {seed}", seed=self.seed))
        return f"{', '.join(who)}; {', '.join(how)}."


def _bot_seat(label: str, taken: Sequence[str]) -> str:
    """The first name for a seat of this bot that nobody has."""
    name, number = f"{label}-bot", 2
    while name.casefold() in {other.casefold() for other in taken}:
        name, number = f"{label}-bot-{number}", number + 1
    return name


def seated(
    players: int | None, names: Sequence[str], bots: Sequence[str], *, hot_seat: bool, me: str
) -> tuple[Chair, ...]:
    """
    Persons, then bots, from what was asked for; whoever is missing is a person with `hot_seat`, else a bot.

    me: the name of a person of whom none was given. Raises OptionError if they cannot sit at one table.
    """
    persons = list(names) or [me]
    count = max(2, len(persons) + len(bots)) if players is None else players
    if count not in SPECIES_IN_PLAY:
        raise OptionError(say("Arboretum is for 2 to 4 players, not {count}.", count=count))
    if len(persons) + len(bots) > count:
        raise OptionError(_too_many(len(persons), len(bots), count))
    missing = count - len(persons) - len(bots)
    if hot_seat:
        persons += [
            say("Player {letter}", letter=letter) for letter in "ABCD"[len(persons) : len(persons) + missing]
        ]
        missing = 0
    chairs = [Chair(name) for name in persons] + [Chair(bot, is_bot=True) for bot in bots]
    return (*chairs, *[Chair(HOUSE_BOT, is_bot=True)] * missing)


def _too_many(persons: int, bots: int, players: int) -> str:
    """That more are named than can play."""
    return say(
        "{persons} and {bots} are more than {count} players: name fewer, or take --players {more}.",
        persons=say_many("{count} person", "{count} persons", persons),
        bots=say_many("{count} bot", "{count} bots", bots),
        count=players,
        more=min(persons + bots, 4),
    )


def bot_seats(players: Sequence[str], given: Iterable[str] = ()) -> dict[int, str]:
    """
    By seat, the bots that the names of players tell of: what makes a resumed game go on with its bots.

    given: bots named on the command line; one whose label fits a seat takes it, which is how a bot from a
    file comes back.
    """
    by_label = {Chair(bot).label.casefold(): bot for bot in given}
    seats = {}
    for seat, player in enumerate(players):
        if match := BOT.fullmatch(player):
            label = match["label"]
            seats[seat] = by_label.get(label.casefold(), bot_named(label))
    return seats


def bot_seed(setup: Setup, seat: int) -> int:
    """
    The seed of a bot's own chance: from the header's commitment and the seat, so that a resumed game keeps it.

    The commitment is public and is a hash: it tells nothing about the deck.
    """
    digest = hashlib.sha256(f"bot {setup.commitment} {seat}".encode()).digest()
    return int.from_bytes(digest[:6], "big")
