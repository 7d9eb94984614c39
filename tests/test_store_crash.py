"""Kill -9 of a server while games are played: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

from arboretum.records.turn_text import parse_action
from arboretum.rooms.commands import Act
from arboretum.rooms.host import Answer, Host
from arboretum.rooms.sqlite import SqliteStore

PLAYERS = """
    import asyncio, json, os, random, sys
    from arboretum.rooms.commands import Act, Join, Start
    from arboretum.rooms.host import Host
    from arboretum.rooms.settings import Settings
    from arboretum.rooms.sqlite import SqliteStore

    def tell(**what):
        os.write(1, (json.dumps(what) + "\\n").encode())

    async def play(host, chance, number):
        while True:
            room = await host.create(Settings(2, hot_seat=True), "ada", [Join(0, "A"), Join(1, "B"), Start()])
            tell(opened=room.id, version=room.version)
            while room.status == "playing":
                seat = room.game.seat
                action = chance.choice(room.view(seat).legal_actions)
                move = {"room": room.id, "seat": seat, "action": str(action), "expected": room.version}
                move["id"] = f"{number} {room.version}"
                tell(sent=move)
                answer = await host.command(room.id, "ada", Act(seat, action), room.version, move["id"])
                tell(done=move, version=answer.version)

    async def main():
        host = Host(SqliteStore(sys.argv[1]))
        await asyncio.gather(*(play(host, random.Random(n), n) for n in range(8)))

    asyncio.run(main())
"""


def played(path: Path, seconds: float) -> list[dict[str, Any]]:
    """What players told until their process was killed."""
    command = [sys.executable, "-c", textwrap.dedent(PLAYERS), str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()  # it has started
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        told = [first, *process.stdout]
    return [json.loads(line) for line in told if line.endswith("\n")]


async def check(path: Path, told: list[dict[str, Any]]) -> int:
    """Hold the file against what was told; how many moves were sent and not answered."""
    store = SqliteStore(path)
    host = Host(store)
    unanswered = {line["sent"]["id"]: line["sent"] for line in told if "sent" in line}
    for line in told:
        name = line.get("opened") or line.get("done", {}).get("room")
        if name is not None:
            room = await host.open(name)
            assert room is not None, "a table that was opened is there"
            assert room.version >= line["version"], "what was answered is there"
        if "done" in line:
            del unanswered[line["done"]["id"]]
    for move in unanswered.values():
        room = await host.open(move["room"])
        assert room is not None
        assert room.version in (move["expected"], *range(move["expected"] + 1, move["expected"] + 3))
        act = Act(move["seat"], parse_action(move["action"]))
        answer = await host.command(room.id, "ada", act, move["expected"], move["id"])
        assert answer == Answer(move["expected"] + answer.entries, answer.entries)
        assert len(await store.load(room.id)) == room.version == answer.version, "once"
        assert await host.command(room.id, "ada", act, move["expected"], move["id"]) == answer
    await host.close()
    await store.close()
    return len(unanswered)


def test_kill_9_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    chance = random.Random(1)
    answered = unanswered = 0
    for _ in range(4):
        told = played(path, 0.1 + 0.3 * chance.random())
        answered += sum("done" in line for line in told)
        unanswered += asyncio.run(check(path, told))
        with sqlite3.connect(path) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert db.execute(
                "SELECT count(*) FROM room WHERE version<>(SELECT count(*) FROM entry WHERE room=room.id)"
            ).fetchone() == (0,)
        db.close()
    assert answered > 100
    assert unanswered > 0, "the kill came between sending and answering"


def test_what_is_still_in_the_log_beside_the_file_is_in_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    rooms = [line["opened"] for line in played(path, 0.1) if "opened" in line]
    assert (tmp_path / "tables.db-wal").stat().st_size > 0

    async def backed_up() -> None:
        store = SqliteStore(path)
        await store.backup(tmp_path / "copy.db")
        await store.close()

    async def lengths() -> list[int]:
        store = SqliteStore(tmp_path / "copy.db")
        found = [len(await store.load(room)) for room in rooms]
        await store.close()
        return found

    asyncio.run(backed_up())
    assert min(asyncio.run(lengths())) > 4
