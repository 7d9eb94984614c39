"""
What may happen to a server besides being killed, each tried on a real one while games are played.

    python benchmarks/faults.py [NAME ...] [--seed 1] [--json]

\b
bot        the process in which bots think is killed (kill -9) again and again: the game goes on
stopped    the server stands still for some seconds (SIGSTOP): everything is answered afterwards, once
full       its disk is full: moves are refused with a sentence, looking goes on, and all is done when there is room
locked     another program keeps the file locked: the same
read-only  its file cannot be written: it does not start, and says why

Afterwards the file is read: everything that was acknowledged is in it, and nothing else.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Final

import click
from crash import Played
from disks import read_only, small_disk
from journal import is_whole, opened
from players import Json, Table, Wrong, all_leave, all_listen
from prepared import prepare
from served import Server, serving
from verdict import Verdict, judged, progress

TABLES: Final = 8
STILL: Final = 3.0
"""Seconds for which a server is made to stand still."""
LOCKED: Final = 7.0
"""Seconds for which the file is locked: more than the server waits for it."""
KILLS: Final = 6
"""Times that the process of a bot is killed; after three in a row it plays a minute without being asked."""
QUICK: Final = 2.0
"""Seconds within which something is to be seen while nothing can be kept."""


async def set_up(file: Path, server: Server, seed: int) -> list[Played]:
    """Tables in a file that a running server has open already: it finds them when they are asked for."""
    chance = random.Random(seed)
    made = await prepare(file, TABLES, seed, latest=20)
    played = [Played(Table(each, server.address, random.Random(chance.random())), each.version) for each in made]
    await all_listen([each.table for each in played])
    return played


async def move_each(played: list[Played]) -> None:
    """One move at each table. Raises Wrong, OSError."""
    for each in played:
        command = each.table.next_command()
        await each.table.move(command)
        each.done.append(command)


async def refused(each: Played, command: Json) -> None:
    """A command is refused for now, in words, and nothing has changed. Raises Wrong."""
    table, version = each.table, each.table.version
    status, told = await table.send(command)
    if status != 503 or told.get("reason") != "NOT_KEPT" or not told["error"].endswith("."):
        raise Wrong(f"{table.name}: what could not be kept was answered with {status}, {told}.")
    began = time.monotonic()
    status, _ = await table.line.ask(f"/t/{table.name}/view", None, table.headers(command["seat"]))
    if status != 200 or time.monotonic() - began > QUICK:
        raise Wrong(
            f"{table.name}: looking took {time.monotonic() - began:.1f} s, and was answered with {status}."
        )
    if table.version != version:
        raise Wrong(f"{table.name}: what was refused was told as version {table.version}.")


async def while_nothing_is_kept(played: list[Played], again: Callable[[], object]) -> int:
    """Each table tries a move, and once more, then `again` lets things be kept, and the same moves are done."""
    tried = [(each, each.table.next_command()) for each in played]
    for _ in range(2):
        await asyncio.gather(*(refused(each, command) for each, command in tried))
    again()
    for each, command in tried:
        each.unanswered = command
        await each.send_again()
    await move_each(played)
    return 2 * len(tried)


def look(file: Path, played: list[Played]) -> list[str]:
    """What is wrong afterwards, in sentences."""
    with opened(file) as db:
        wrongs = is_whole(db)
    return wrongs + [wrong for each in played for wrong in each.check(file)]


async def bot(folder: Path, seed: int, verdict: Verdict) -> None:
    """A person plays a bot whose process is killed before each of its turns, and in the midst of some."""
    file = folder / "bot.db"
    with serving(file, "--pace", "0.05") as server:
        (made,) = await prepare(file, 1, seed, bot=True)
        table = Table(made, server.address, random.Random(seed), knows_cards=False)
        await all_listen([table])
        kills = 0
        until = time.monotonic() + 60
        onlooker = table.viewers[-1]
        while kills < KILLS and not table.is_over and time.monotonic() < until:
            if onlooker.view["seat"] == 0:
                await table.viewers[0].reaches(onlooker.version)
                await table.move(table.next_command())
                continue
            before = onlooker.version
            for child in server.children():
                with suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
                    kills += 1
            await onlooker.reaches(before + 1)
        verdict.add("bot: processes killed, the game going on", kills, at_least=3)
        await all_leave([table])
    verdict.wrongs += table.wrongs + look(file, [])


async def stopped(folder: Path, seed: int, verdict: Verdict) -> None:
    """The server stands still while every table waits for an answer."""
    file = folder / "stopped.db"
    with serving(file) as server:
        played = await set_up(file, server, seed)
        await move_each(played)
        server.signal(signal.SIGSTOP)
        began = time.monotonic()
        moving = asyncio.ensure_future(asyncio.gather(*(move_each([each]) for each in played)))
        await asyncio.sleep(STILL)
        server.signal(signal.SIGCONT)
        await moving
        verdict.add("stopped: seconds until all is answered", time.monotonic() - began, "s", at_most=STILL + QUICK)
        await move_each(played)
        await all_leave([each.table for each in played])
    verdict.wrongs += look(file, played)


async def full(folder: Path, seed: int, verdict: Verdict) -> None:
    """The disk is full for a while."""
    with small_disk(folder) as disk:
        file = disk.folder / "full.db"
        with serving(file, log=folder / "full.log") as server:
            played = await set_up(file, server, seed)
            await move_each(played)
            disk.fill(server)
            count = await while_nothing_is_kept(played, lambda: disk.free(server))
            await all_leave([each.table for each in played])
            verdict.add(f"full: moves refused, then done ({disk.kind})", count, at_least=1)
        verdict.wrongs += look(file, played)


async def locked(folder: Path, seed: int, verdict: Verdict) -> None:
    """Another program has locked the file for a while."""
    file = folder / "locked.db"
    with serving(file) as server:
        played = await set_up(file, server, seed)
        await move_each(played)
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()

        def release() -> None:
            other.execute("ROLLBACK")
            other.close()

        count = await while_nothing_is_kept(played, release)
        await all_leave([each.table for each in played])
        verdict.add("locked: moves refused, then done", count, at_least=1)
        verdict.add("locked: for", time.monotonic() - began, "s")
    verdict.wrongs += look(file, played)


async def cannot_be_written(folder: Path, seed: int, verdict: Verdict) -> None:
    """The file is read only: the server says so and ends."""
    place = folder / "read-only"
    place.mkdir()
    await prepare(place / "tables.db", 1, seed)
    command = [sys.executable, "-m", "arboretum", "serve", "--port", "0", "--no-browser"]
    with read_only(place):
        ended = await asyncio.to_thread(
            subprocess.run,
            [*command, "--db", str(place / "tables.db")],
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
    says = ended.stderr.strip()
    verdict.add("read-only: status of the server", ended.returncode, at_least=1, at_most=1)
    if "Traceback" in says or "cannot be written" not in says:
        verdict.wrongs.append(f"With a read-only file the server says: {says[-300:] or 'nothing'}")
    else:
        verdict.notes.append(says)


FAULTS: Final[dict[str, Callable[[Path, int, Verdict], Coroutine[None, None, None]]]] = {
    "bot": bot,
    "stopped": stopped,
    "full": full,
    "locked": locked,
    "read-only": cannot_be_written,
}


def measured(folder: Path, names: tuple[str, ...], seed: int, as_json: bool) -> Verdict:
    """All faults that are asked for, in a folder that is there."""
    verdict = Verdict("What happens to a server")
    with progress(as_json) as bar:
        task = bar.add_task("faults", total=len(names))
        for name in names:
            bar.update(task, description=name)
            try:
                asyncio.run(FAULTS[name](folder, seed, verdict))
            except (Wrong, OSError, TimeoutError) as error:
                verdict.wrongs.append(f"{name}: {type(error).__name__}: {error}")
            bar.advance(task)
    return verdict


@click.command(help=__doc__)
@click.argument("names", nargs=-1, type=click.Choice(tuple(FAULTS)))
@click.option("--seed", type=int, default=1, show_default=True, help="Of everything that is left to chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of a table.")
def main(names: tuple[str, ...], seed: int, as_json: bool) -> None:
    judged(lambda folder: measured(folder, names or tuple(FAULTS), seed, as_json), as_json)


if __name__ == "__main__":
    main()
