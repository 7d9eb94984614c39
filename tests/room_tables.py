"""Tables for the tests of rooms: opened, joined, begun and played in a line or two."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from arboretum import Game, Options
from arboretum.events import NOBODY, Shuffled, Started
from arboretum.rooms.commands import Act, Command, Join, SeatBot, Start
from arboretum.rooms.dealer import Deal
from arboretum.rooms.entries import Begun, Entry, Opened
from arboretum.rooms.room import Room
from arboretum.rooms.settings import Settings

NAMES = ("Ada", "Ben", "Cleo", "Dan")
BOT_NAMES = ("greedy", "random")
NOW = 1_000_000.0


def opened(settings: Settings, host: str = "ada", *, room_id: str = "table", deal: Deal | None = None) -> Room:
    """A new table; sessions in tests are called as their players."""
    return Room(room_id, [Opened(NOW, host, "another", settings)], bots=BOT_NAMES, deal=deal or seeded(1))


def do(room: Room, session: str, command: Command, *, now: float = NOW, online: Sequence[int] = ()) -> list[Entry]:
    """Follow a command as if it were kept."""
    entries = room.command(session, command, now, online=online)
    room.apply(entries)
    return entries


def seated(
    people: int, bots: int = 0, *, hot_seat: bool = False, deal: Deal | None = None, **settings: object
) -> Room:
    """A lobby in which everybody sits: Ada the host, Ben, Cleo, and bots."""
    made = Settings(people + bots, hot_seat=hot_seat, **settings)  # type: ignore[arg-type]
    room = opened(made, deal=deal)
    for name in NAMES[:people]:
        do(room, "ada" if hot_seat else name.lower(), Join(None, name, invited=True))
    for seat in range(people, people + bots):
        do(room, "ada", SeatBot(seat, "random"))
    return room


def begun(
    people: int, bots: int = 0, *, start: int = 0, deal: Deal | None = None, options: str = "standard"
) -> Room:
    """A game that begins with this seat."""
    chosen = Options.parse(f"{options},start={start}")
    room = seated(people, bots, deal=deal, options=chosen)
    do(room, "ada", Start())
    return room


def over(people: int = 2, seed: int = 1) -> Room:
    """A game played to its end at random."""
    room = begun(people)
    play_on(room, random.Random(seed))
    assert room.status == "over"
    return room


def play_on(room: Room, chance: random.Random, decisions: int = 1000) -> int:
    """Play at random for whoever is to act; how many decisions that were."""
    done = 0
    while room.status == "playing" and done < decisions:
        assert room.game is not None
        seat = room.game.seat
        session = room.seats[seat].owners[0] if room.seats[seat].kind == "person" else "\0bots"
        do(room, session, Act(seat, chance.choice(room.view(seat).legal_actions)))
        done += 1
    return done


def dealt(game: Game) -> list[Entry]:
    """The first entries of a game that has only been dealt."""
    return [Begun(game.setup), *game._log]


def exchanged(begin: Sequence[Entry], one: int, other: int) -> Deal:
    """A dealer who gives the same game as these entries begin, with two places of the deck exchanged."""
    setup, shuffle, started = begin[:3]
    assert isinstance(setup, Begun)
    assert isinstance(shuffle, Shuffled)
    assert isinstance(started, Started)
    deck = list(shuffle.deck)
    deck[one], deck[other] = deck[other], deck[one]
    swapped = Shuffled(tuple(deck), shuffle.removed, shuffle.salt, shuffle.seed)
    return lambda players, settings, began: dealt(Game(setup.setup, [swapped, started]))


def seeded(seed: int) -> Deal:
    """A dealer who shuffles by a seed, so that tests repeat themselves."""
    return lambda players, settings, began: dealt(
        Game.new(players, settings.options, species=settings.species, began=began, seed=seed)
    )


def everyone(room: Room) -> tuple[int, ...]:
    """All seats, and who looks on."""
    return (*range(len(room.seats)), NOBODY)


def counter(prefix: str = "id") -> Callable[[], str]:
    """Names that are not random."""
    numbers = iter(range(10**6))
    return lambda: f"{prefix}{next(numbers)}"
