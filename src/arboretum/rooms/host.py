"""All open tables: one command at a table at a time, kept before it is shown, shown before it is answered."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

from arboretum.errors import ArboretumError
from arboretum.events import NOBODY
from arboretum.language import say
from arboretum.rooms.autoplay import Autoplay
from arboretum.rooms.bots import Bots, NoBots
from arboretum.rooms.commands import Act, Command
from arboretum.rooms.dealer import Deal, deal
from arboretum.rooms.entries import Entry, Opened, Rematched
from arboretum.rooms.hub import Presence, Subscription, Table
from arboretum.rooms.lines import from_lines, to_line
from arboretum.rooms.lobby import BOTS
from arboretum.rooms.refusals import Forbidden, NoSuchRoom, OutOfDate
from arboretum.rooms.room import Room
from arboretum.rooms.settings import Settings
from arboretum.rooms.shelf import Shelf
from arboretum.rooms.store import Appended, Duplicate, Stale, Step, Store

LOGGER: Final = logging.getLogger("arboretum.rooms")
ID_LETTERS: Final = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
GRACE: Final = 15.0
PACE: Final = 0.8
PERHAPS_A_BOT: Final = '"bot":"'
"""What stands in every entry that seats a bot. Looking for it is quicker than folding a table."""

T = TypeVar("T")


def new_room_id() -> str:
    """A new public name of a table, 10 letters that cannot be guessed."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(10))


@dataclasses.dataclass(frozen=True, slots=True)
class Answer:
    """What came of a command."""

    version: int
    """The table's version after it."""
    entries: int
    """How many entries it made, the last of them `version`; 0 if there was nothing to do."""


class Host:
    """Runs tables: within one event loop, and as the only one who writes to its store."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        bots: Bots | None = None,
        deal: Deal = deal,
        new_id: Callable[[], str] = new_room_id,
        pace: float = PACE,
        grace: float = GRACE,
    ) -> None:
        """
        store: where tables are kept; whoever opened it closes it. clock: seconds since 1970. bots: who thinks
        for bots. deal, new_id: where cards and names come from. pace: seconds that a bot takes for each
        decision, about, so that one can follow; its haste tells nothing. grace: see `Hub`.
        """
        self.store = store
        self._clock = clock
        self._bots = bots or NoBots()
        self._bots.on_ready = self._tell_presence
        self._deal = deal
        self._new_id = new_id
        self._autoplay = Autoplay(self._bots, pace, self._follow_bot)
        self._grace = grace
        self._tables = Shelf(self._load)
        self._working: set[asyncio.Task[Any]] = set()

    async def create(self, settings: Settings, session: str, commands: Sequence[Command] = ()) -> Room:
        """
        Open a table, whose host a session is, and follow commands of that session in it, all kept at once.

        Raises what `Room.command` raises; then there is no table.
        """
        if not session:
            raise Forbidden(
                say("A table is opened by somebody: this browser has no session."), reason="NO_SESSION"
            )
        now = self._clock()
        while True:
            room = self._room(self._new_id(), [Opened(now, session, self._new_id(), settings)])
            for command in commands:
                room.apply(room.command(session, command, now))
            if await self._create(room, now):
                return self._take_up(room)

    async def adopt(self, log: Callable[[float, str], Sequence[Entry]]) -> Room:
        """
        Open a table whose log does not begin in a lobby.

        log: makes it, from the time and the name that the table of a rematch will have.
        """
        now = self._clock()
        entries = log(now, self._new_id())
        while True:
            room = self._room(self._new_id(), entries)
            if await self._create(room, now):
                return self._take_up(room)

    def _take_up(self, room: Room) -> Room:
        """A table that was just opened."""
        table = Table(room, self._grace, self._bots.is_ready)
        self._tables.put(room.id, table)
        self._autoplay.wake(table)
        return room

    async def open(self, room_id: str) -> Room | None:
        """A table, loaded if need be; None if there is none. Do not apply anything to it."""
        table = await self._tables.find(room_id)
        return None if table is None else table.room

    async def command(
        self, room_id: str, session: str, command: Command, expected: int | None, command_id: str
    ) -> Answer:
        """
        Follow a command: what came of it is kept and was told to all who look when this returns.

        expected: the version that was looked at. command_id: any text of its own; the same one of the same
        session is done once, and answered alike again. Raises NoSuchRoom and what `Room.command` raises.
        Whoever asked may go away meanwhile: it is done, or not, all the same.
        """
        return await self._finish(self._command(room_id, session, command, expected, command_id))

    def subscribe(self, room_id: str, session: str, seat: int = NOBODY) -> Subscription:
        """
        Be told of new versions, and of who is there; first have the table opened, then load what is shown.

        Raises NoSuchRoom if it is not open, Forbidden if the seat is somebody else's, or nobody may look on.
        """
        table = self._tables.get(room_id)
        if table is None:
            raise NoSuchRoom(room_id)
        if not table.room.may_watch(session):
            raise Forbidden(say("This table is for its players only."), reason="PRIVATE")
        if seat != NOBODY and seat not in table.room.seats_of(session):
            raise Forbidden(say("That seat is somebody else's: look on, or play from your own."))
        return table.hub.join(session, seat)

    def presence(self, room_id: str) -> Presence:
        """By seat of an open table, whether its player is there."""
        return self._tables[room_id].hub.presence

    async def resume(self) -> None:
        """
        Take up the games in which it is a bot's turn; the others are loaded when somebody asks for them.

        All games that go on are looked through, which may take a while if there are many: between two of them
        others get as much time. A table that cannot be taken up is logged.
        """
        for room_id in await self.store.list_playing():
            began = asyncio.get_running_loop().time()
            try:
                if room_id not in self._tables and await self._waits_for_bot(room_id):
                    await self.open(room_id)
            except ArboretumError as error:
                LOGGER.error("table %s cannot be taken up: %s", room_id, error)
            await asyncio.sleep(asyncio.get_running_loop().time() - began)

    async def _waits_for_bot(self, room_id: str) -> bool:
        lines = await self.store.load(room_id)
        if not any(PERHAPS_A_BOT in line for line in lines):
            return False
        return self._room(room_id, from_lines(lines)).due_bot() is not None

    async def close(self) -> None:
        """Finish what was begun, end all subscriptions, stop the bots. The store stays open."""
        for table in self._tables:
            table.hub.end()
        await self._autoplay.close()
        while self._working:
            await asyncio.gather(*self._working, return_exceptions=True)

    def _tell_presence(self) -> None:
        """Bots that were not ready are."""
        for table in self._tables:
            table.hub.tell_presence()

    async def _follow_bot(self, table: Table, command: Act, version: int) -> None:
        await self.command(table.room.id, BOTS, command, version, f"bot {version}")

    def _room(self, room_id: str, entries: Sequence[Entry]) -> Room:
        return Room(room_id, entries, bots=self._bots.names, deal=self._deal)

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end, even if whoever waits for it is cancelled."""
        task = asyncio.ensure_future(work)
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return await asyncio.shield(task)

    async def _load(self, room_id: str) -> Table | None:
        lines = await self.store.load(room_id)
        if not lines:
            return None
        table = Table(self._room(room_id, from_lines(lines)), self._grace, self._bots.is_ready)
        self._autoplay.wake(table)
        return table

    async def _create(self, room: Room, now: float) -> bool:
        lines = [to_line(entry) for entry in room.truth()]
        return await self.store.create(room.id, lines, status=room.status, members=room.members, now=now)

    async def _command(
        self, room_id: str, session: str, command: Command, expected: int | None, command_id: str
    ) -> Answer:
        table = await self._tables.find(room_id)
        if table is None:
            raise NoSuchRoom(room_id)
        async with table.lock:
            if not table.is_sure:
                await self._catch_up(table)
            now = self._clock()
            online = [seat for seat, here in enumerate(table.hub.presence) if here]
            refusal: ArboretumError | None = None
            try:
                entries = table.room.command(session, command, now, expected=expected, online=online)
            except ArboretumError as error:
                entries, refusal = [], error
            if not entries:  # or it was done before, and comes again
                before = await self.store.answered(room_id, session, command_id)
                if before is not None:
                    return _answer(before)
                if refusal is not None:
                    raise refusal
                return Answer(table.room.version, 0)
            return await self._keep(table, session, command_id, entries, now)

    async def _keep(self, table: Table, session: str, command_id: str, entries: list[Entry], now: float) -> Answer:
        """Keep entries, apply them, tell of them, answer: in this order."""
        room = table.room
        for entry in entries:
            if isinstance(entry, Rematched):  # its table first: where it leads to must exist
                await self._create(self._room(entry.to, room.rematch_entries(self._new_id(), now)), now)
        after = room.after(entries)
        answer = Answer(room.version + len(entries), len(entries))
        step = Step(
            room=room.id,
            expected=room.version,
            lines=[to_line(entry) for entry in entries],
            session=session,
            command=command_id,
            answer=json.dumps(dataclasses.asdict(answer)),
            status=after.status,
            members=after.members,
            now=now,
        )
        table.is_sure = False  # until it is known what became of it
        try:
            outcome = await self.store.append(step)
        except NoSuchRoom:
            self._tables.drop(room.id)  # it was cleared away
            table.hub.end()
            raise
        table.is_sure = True
        match outcome:
            case Appended():
                room.become(after)
                table.hub.tell_version()
                self._autoplay.wake(table)
                return answer
            case Duplicate(before):
                return _answer(before)
            case Stale(version):
                await self._catch_up(table)
                raise OutOfDate(say("Something else happened first: look again, then choose."), version=version)

    async def _catch_up(self, table: Table) -> None:
        """Apply what is kept and not in memory, after a store failed in the middle, or another one wrote to it."""
        lines = await self.store.load(table.room.id)
        if len(lines) > table.room.version:
            table.room.apply(from_lines(lines)[table.room.version :])
            table.hub.tell_version()
        table.is_sure = True


def _answer(text: str) -> Answer:
    return Answer(**json.loads(text))
