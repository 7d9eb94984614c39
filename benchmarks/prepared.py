"""
Tables in the midst of their games, written into a file before a server starts on it.

A measurement of first moves would be too kind: views and logs are short there. So each table has been played at
for a random while, by players who do anything that is legal. Whoever prepares a table knows its deck, and so
can tell whether the server shows anybody a card that is not theirs to see.
"""

from __future__ import annotations

import dataclasses
import random
import time
from pathlib import Path
from typing import Final

from arboretum.events import PILE, Dealt, Discarded, Drew, Placed, Shuffled
from arboretum.rooms.commands import Act, Command, Join, SeatBot, Start
from arboretum.rooms.dealer import deal
from arboretum.rooms.entries import Opened
from arboretum.rooms.lines import to_line
from arboretum.rooms.room import Room
from arboretum.rooms.settings import Settings
from arboretum.rooms.sqlite import SqliteStore
from arboretum.rooms.store import hash_of

YEAR: Final = 365 * 24 * 3600.0
LATEST: Final = 80
"""Actions that have been played at a table, at most; a game of two has some 140."""


@dataclasses.dataclass
class Prepared:
    """A table, and what its players know of it and of each other."""

    name: str
    secrets: list[str]
    """By seat, the cookie of its player."""
    version: int
    deck: list[str]
    """All cards as they were shuffled, in draw order."""
    pile: int
    """How many of them are still to be drawn."""
    public: set[str]
    """Cards that everybody has seen at some time."""
    own: list[set[str]]
    """By seat, the cards that it has seen, being in its hand."""


async def prepare(
    file: Path, tables: int, seed: int, *, first: int = 0, latest: int = LATEST, bot: bool = False
) -> list[Prepared]:
    """
    Tables of two, each played at for 0 to `latest` actions; the same ones for the same seed, but their shuffles.

    first: the number of the first one, in its name. bot: whether the second seat is a bot's.
    """
    chance = random.Random(seed)
    store = SqliteStore(file)
    names = [f"table{number:05d}" for number in range(first, first + tables)]
    try:
        return [await _table(store, chance, name, latest, bot) for name in names]
    finally:
        await store.close()


def long_game(seed: int) -> list[str]:
    """The lines of a whole game of four, in which everything legal was done at random."""
    chance, session = random.Random(seed), "somebody"
    room = Room("long", [Opened(0.0, session, "next", Settings(4, hot_seat=True))], deal=deal)
    for seat, player in enumerate(("Ada", "Ben", "Cleo", "Dora")):
        _do(room, session, Join(seat, player), 0.0)
    _do(room, session, Start(), 0.0)
    while room.status == "playing":
        _play(room, [session] * 4, chance, 0.0)
    return [to_line(entry) for entry in room.truth()]


async def _table(store: SqliteStore, chance: random.Random, name: str, latest: int, bot: bool) -> Prepared:
    now = time.time()
    sessions = [f"{name} player {seat}" for seat in range(2)]
    room = Room(name, [Opened(now, sessions[0], f"{name}next", Settings(2))], bots=("greedy",), deal=deal)
    _do(room, sessions[0], Join(0, "Ada"), now)
    if bot:
        _do(room, sessions[0], SeatBot(1, "greedy"), now)
    else:
        _do(room, sessions[1], Join(1, "Ben", invited=True), now)
    _do(room, sessions[0], Start(), now)
    for _ in range(0 if bot else chance.randrange(latest + 1)):
        _play(room, sessions, chance, now)
    lines = [to_line(entry) for entry in room.truth()]
    await store.create(name, lines, status=room.status, members=room.members, now=now)
    secrets = [f"{name}-secret-{seat}-{chance.getrandbits(128):032x}" for seat in range(2)]
    for session, secret in zip(sessions, secrets, strict=True):
        await store.new_session(hash_of(secret), session, now=now, expires=now + YEAR)
    return _known(room, secrets)


def _do(room: Room, session: str, command: Command, now: float) -> None:
    room.apply(room.command(session, command, now))


def _play(room: Room, sessions: list[str], chance: random.Random, now: float) -> None:
    assert room.game is not None
    seat = room.game.seat
    action = chance.choice(room.view(seat).legal_actions)
    _do(room, sessions[seat], Act(seat, action), now)


def _known(room: Room, secrets: list[str]) -> Prepared:
    """What the entries of a table tell of who has seen which card."""
    deck: list[str] = []
    pile = 0
    public: set[str] = set()
    own: list[set[str]] = [set(), set()]
    for entry in room.truth():
        match entry:
            case Shuffled():
                deck = [str(card) for card in entry.deck]
                pile = len(deck)
            case Dealt(seat, cards):
                own[seat] |= set(map(str, cards))
                pile -= len(cards)
            case Drew(seat, source, card):
                own[seat].add(str(card))
                pile -= source == PILE
            case Placed(_, card, _) | Discarded(_, card):
                public.add(str(card))
    assert pile == room.view(-1).pile_size
    return Prepared(room.id, secrets, room.version, deck, pile, public, own)
