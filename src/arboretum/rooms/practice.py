"""A finished game played on from one of its moments, against bots, at a table of its own."""

from __future__ import annotations

import dataclasses
from typing import Final, Literal, TypeAlias, get_args

from arboretum.cards import EDITIONS
from arboretum.errors import ArboretumError
from arboretum.events import Dealt, Decided, Event, Shuffled, Started, action_of
from arboretum.game import Game
from arboretum.language import say
from arboretum.rooms.dealer import date_in_words
from arboretum.rooms.entries import GAME_EVENTS, Begun, Entry, Opened, Practice, Seated
from arboretum.rooms.folded import Folded
from arboretum.rooms.refusals import Forbidden, Refused
from arboretum.rules.jit import Stream, stream
from arboretum.setup import Setup, commitment
from arboretum.worlds import reshuffled

Cards: TypeAlias = Literal["same", "reshuffled"]
"""What lies where one could not see: what lay there in the game, or cards that one could not tell from those."""

CARDS: Final[tuple[Cards, ...]] = get_args(Cards)


@dataclasses.dataclass(frozen=True, slots=True)
class Wish:
    """Which moment of a game somebody wants to play on from, and how."""

    version: int
    """The last entry of the table's log that is to have happened."""
    seat: int
    """Whose place they take."""
    cards: Cards
    bot: str
    """Who plays for the others, unless a bot did."""


@dataclasses.dataclass(frozen=True, slots=True)
class Chance:
    """Where the chance of a new deck comes from."""

    stream: Stream
    salt: str
    """For its commitment."""

    @classmethod
    def of(cls, seed: int, salt: str) -> Chance:
        """All of it from a number and a salt."""
        return cls(stream(seed), salt)


def practice(room: Folded, wish: Wish, session: str, chance: Chance, now: float, next_id: str) -> list[Entry]:
    """
    The log of a new table that begins as the game of this one did; this one is only read.

    Raises Forbidden while its game goes on, Refused where there is nothing to play on from.
    """
    past = _past(room, wish)
    setup, shuffled = _deck(past, wish, chance, now)
    settings = dataclasses.replace(room.settings, hot_seat=False, species=setup.species)
    opened = Opened(now, session, next_id, settings, practice=Practice(room.id, wish.version))
    seated = [
        Seated(seat, name, owners=(session,))
        if seat == wish.seat
        else Seated(seat, name, bot=room.seats[seat].bot or wish.bot)
        for seat, name in enumerate(setup.players)
    ]
    return [opened, *seated, Begun(setup), *_played(setup, shuffled, past)]


@dataclasses.dataclass(frozen=True, slots=True)
class _Past:
    """A game up to a moment."""

    room: Folded
    events: tuple[Event, ...]
    game: Game


def _past(room: Folded, wish: Wish) -> _Past:
    """What is to have happened: at least the deal. Raises Forbidden, Refused."""
    if room.archive is not None:
        raise Refused(
            say("This record does not tell the whole deck, so nobody can play on from it."), reason="NO_DECK"
        )
    if room.game is None or not room.game.is_over:
        raise Forbidden(say("The game is not over: it can be practised when it is."), reason="NOT_OVER")
    if not 0 <= wish.seat < len(room.seats):
        raise Refused(say("There is no such seat at this table."), reason="NO_SUCH_SEAT")
    entries = room.truth()
    dealt = max(number for number, entry in enumerate(entries, 1) if isinstance(entry, Dealt))
    events = tuple(e for e in entries[: max(wish.version, dealt)] if isinstance(e, GAME_EVENTS))
    game = Game(room.game.setup, events)
    if game.is_over:
        raise Refused(say("There the game is over: choose an earlier step to play on from."), reason="OVER")
    return _Past(room, events, game)


def _deck(past: _Past, wish: Wish, chance: Chance, now: float) -> tuple[Setup, Shuffled]:
    """The header and the shuffle of the new game."""
    old = past.game.setup
    shuffle = past.events[0]
    assert isinstance(shuffle, Shuffled)
    began = f"{date_in_words(now)}, practice from {past.room.id}, entry {wish.version}"
    if wish.cards == "same":
        return dataclasses.replace(old, began=began), shuffle
    hands = [past.game.view(seat).hand for seat in range(old.seats)]
    deck = reshuffled(past.game.view(wish.seat), shuffle.deck, hands, chance.stream)
    kinds = {card.species for card in deck}
    removed = tuple(kind for kind in EDITIONS[old.options.names] if kind not in kinds)
    made = commitment(chance.salt, deck, removed)
    setup = dataclasses.replace(old, began=began, commitment=made, shuffled_by="system")
    return setup, Shuffled(deck, removed, chance.salt)


def _played(setup: Setup, shuffled: Shuffled, past: _Past) -> list[Event]:
    """The same decisions, with this deck."""
    started = past.events[1]
    assert isinstance(started, Started)
    log: list[Event] = [shuffled, started]
    game = Game(setup, log.copy(), keep=log.append)
    for event in past.events:
        if isinstance(event, Decided):
            game.play(event.seat, action_of(event))
    if len(log) != len(past.events):
        raise ArboretumError(say("This game cannot be played on from here."))
    return log
