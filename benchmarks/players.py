"""Tables that are played at over the network, and everything that each viewer is told, held against the truth."""

from __future__ import annotations

import asyncio
import random
import re
import time
from typing import Any, Final

import msgspec
from prepared import Prepared
from wires import Line, Stream

from arboretum.web.sessions import PLAIN_NAME

Json = dict[str, Any]

CARD: Final = re.compile(rb"\b[A-Z]{2}[1-8]\b")
ONLOOKER: Final = -1
LONGEST_ANSWER: Final = 30.0
"""Seconds for which an answer is waited for."""


class Wrong(AssertionError):
    """The server did something that it may not do; the text is a sentence."""


class Viewer:
    """Somebody who looks at a table: a seat, or an onlooker. Every frame is checked as it arrives."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.seat = seat
        self.version = 0
        """The last version that it was told of."""
        self.view: Json = {}
        """The last view that it was told."""
        self.greetings = 0
        """How often a stream greeted it."""
        self.stream: Stream | None = None
        self._changed = asyncio.Event()

    async def listen(self) -> None:
        """Open a stream from where it stands. Raises OSError."""
        table = self.table
        headers = table.headers(self.seat)
        path = f"/t/{table.name}/stream?since={self.version}"
        self.stream = await Stream.open(table.address, path, headers, self.heard)

    def cut(self) -> None:
        """Lose the stream."""
        if self.stream is not None:
            self.stream.cut()

    def heard(self, told: bytes, now: float) -> None:
        """A frame has arrived."""
        frame = msgspec.json.decode(told)
        if "hello" in frame:
            self.greetings += 1
        if "v" in frame:
            try:
                self._check(frame, told)
            except Wrong as wrong:
                self.table.wrongs.append(str(wrong))
            self.version = frame["v"]
            self.view = frame.get("view", self.view)
            self.table.arrived(self.version, now)
        self._changed.set()

    def _check(self, frame: Json, told: bytes) -> None:
        """The versions follow each other without a gap, and no card is shown that is not to be seen."""
        events = frame.get("events", [])
        numbers = [event["v"] for event in events]
        if events and numbers != list(range(self.version + 1, frame["v"] + 1)):
            raise Wrong(f"{self}: after version {self.version} it was told of {numbers}, up to {frame['v']}.")
        if frame["v"] <= self.version:
            raise Wrong(f"{self}: after version {self.version} it was told of {frame['v']}.")
        if self.table.knows_cards and frame.get("view", {}).get("status") != "over":
            hidden = {card.decode() for card in CARD.findall(told)} - self.table.may_see(self.seat)
            if hidden:
                raise Wrong(f"{self}: it was shown {', '.join(sorted(hidden))}, which it may not see.")

    async def reaches(self, version: int, seconds: float = LONGEST_ANSWER) -> None:
        """Wait until it has been told of a version. Raises Wrong if that takes too long."""
        until = time.monotonic() + seconds
        while self.version < version:
            self._changed.clear()
            try:
                async with asyncio.timeout(max(0.0, until - time.monotonic())):
                    await self._changed.wait()
            except TimeoutError:
                raise Wrong(f"{self}: it is not told of version {version}, but has {self.version}.") from None

    def __str__(self) -> str:
        who = "an onlooker" if self.seat == ONLOOKER else f"seat {self.seat}"
        return f"{self.table.name}, {who}"


class Table:
    """A table with its viewers, and what is known of its cards."""

    def __init__(
        self, prepared: Prepared, address: str, chance: random.Random, *, knows_cards: bool = True
    ) -> None:
        """knows_cards: whether all moves are made here, so that it is known who may see which card."""
        self.knows_cards = knows_cards
        self.name = prepared.name
        self.address = address
        self.chance = chance
        self.known = prepared
        self.wrongs: list[str] = []
        """What was told to its viewers and may not be, in sentences."""
        self.viewers = [Viewer(self, 0), Viewer(self, 1), Viewer(self, ONLOOKER)]
        self.line = Line(address)
        self.latencies: list[float] = []
        """For each move and viewer, seconds from sending it to its arrival."""
        self._sent: tuple[int, float] | None = None
        self._count = 0

    def headers(self, seat: int) -> dict[str, str]:
        """What says who asks: a page of the server, and for a player their cookie."""
        page = {"origin": f"http://{self.address}"}
        return page if seat == ONLOOKER else page | {"cookie": f"{PLAIN_NAME}={self.known.secrets[seat]}"}

    def may_see(self, seat: int) -> set[str]:
        """The cards that a viewer may have been shown by now."""
        return self.known.public if seat == ONLOOKER else self.known.public | self.known.own[seat]

    def arrived(self, version: int, now: float) -> None:
        """A viewer has been told of a version."""
        if self._sent is not None and version >= self._sent[0]:
            self.latencies.append(now - self._sent[1])

    @property
    def version(self) -> int:
        """The last version that any viewer knows."""
        return max(viewer.version for viewer in self.viewers)

    @property
    def is_over(self) -> bool:
        """Its game has ended."""
        return any(viewer.view.get("status") == "over" for viewer in self.viewers)

    def next_command(self) -> Json:
        """A command that is legal now: whoever is to act does anything. Its cards are known from now on."""
        seat = self.viewers[ONLOOKER].view["seat"]
        view = self.viewers[seat].view
        if not view["legal"]:
            raise Wrong(f"{self.name}: seat {seat} is to act, and nothing is legal.")
        command: Json = {"expected": view["v"], "id": self.new_id(), "seat": seat}
        action = self.chance.choice(view["legal"])
        if "@" in action:
            card = action.partition("@")[0]
            other = self.chance.choice([held for held in view["hand"] if held != card])
            command |= {"kind": "turn", "place": action, "discard": f"-{other}"}
        else:
            command |= {"kind": "act", "action": action}
        self._note(command)
        return command

    def new_id(self) -> str:
        """A name for a command."""
        self._count += 1
        return f"{self.name}-{self._count:06d}"

    def _note(self, command: Json) -> None:
        """Who may see what after this command."""
        known = self.known
        if command["kind"] == "turn":
            known.public |= {command["place"].partition("@")[0], command["discard"][1:]}
        elif command["action"] == "+":
            known.own[command["seat"]].add(known.deck[len(known.deck) - known.pile])
            known.pile -= 1
        elif command["action"].startswith("-"):
            known.public.add(command["action"][1:])

    async def send(self, command: Json, line: Line | None = None) -> tuple[int, Json]:
        """Status and answer of the server to a command. Raises OSError."""
        headers = self.headers(command["seat"])
        path = f"/t/{self.name}/commands"
        async with asyncio.timeout(LONGEST_ANSWER):
            status, told = await (line or self.line).ask(path, msgspec.json.encode(command), headers)
        return status, msgspec.json.decode(told)

    async def move(self, command: Json) -> int:
        """
        Send a command, and wait until everybody who looks has been told; the version after it.

        Raises Wrong if it is refused.
        """
        self._sent = (command["expected"] + length(command), time.perf_counter())
        status, told = await self.send(command)
        if status != 200:
            raise Wrong(f"{self.name}: {command} was refused with {status}: {told.get('error')}")
        for viewer in self.viewers:
            if viewer.stream is not None:
                await viewer.reaches(told["version"])
        self._sent = None
        return int(told["version"])

    def close(self) -> None:
        """Leave."""
        self.line.close()
        for viewer in self.viewers:
            viewer.cut()


def length(command: Json) -> int:
    """The entries that a command makes, at least; the last discard of a game makes one more."""
    return 2 if command["kind"] == "turn" else 1


async def all_leave(tables: list[Table]) -> None:
    """Close everything that tables have open."""
    for table in tables:
        table.close()
    await asyncio.sleep(0.05)  # so that the event loop lets go of the connections


async def all_listen(tables: list[Table], at_once: int = 50) -> None:
    """Let all viewers of tables open their streams, and be told what there is. Raises OSError, Wrong."""
    gate = asyncio.Semaphore(at_once)

    async def one(viewer: Viewer) -> None:
        async with gate:
            await viewer.listen()
            await viewer.reaches(viewer.table.known.version)

    await asyncio.gather(*(one(viewer) for table in tables for viewer in table.viewers))
