"""
How soon everybody is back after a server was killed and started again on the same file.

    python benchmarks/resume.py [--clients 600] [--seed 1] [--json]

Three clients look at each table. Each table gets a last move, then the server is killed (kill -9) and started
again. Clients come back as the pages do: they wait 0.2 to 0.4 s, then twice as long with each try, 4 s at most.
All of them must have been told of the last move within 5 s of the kill; then each table moves once more.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from pathlib import Path
from typing import Final

import click
from players import Table, Viewer, Wrong, all_leave, all_listen
from prepared import long_game, prepare
from rich.progress import Progress
from served import Server, cores, on_core, serving
from verdict import Verdict, judged, percentile, progress

from arboretum.rooms.lines import from_lines
from arboretum.rooms.room import Room

SECONDS: Final = 5.0
READING: Final = 20.0
"""The budgets: seconds until everybody is back, milliseconds to read a long game."""
FIRST_WAIT: Final = 0.4
LONGEST_WAIT: Final = 4.0
"""As in the page's table/net.js."""


async def come_back(viewer: Viewer, version: int, chance: random.Random) -> float:
    """Try until the stream is there again and tells of a version; when that is."""
    tries = 0
    while True:
        await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**tries) * (0.5 + chance.random() / 2))
        tries += 1
        greetings = viewer.greetings
        try:
            await viewer.listen()
        except OSError:
            continue
        while viewer.greetings == greetings:
            await asyncio.sleep(0.01)
        await viewer.reaches(version)
        return time.monotonic()


async def last_moves(tables: list[Table]) -> list[int]:
    """Each table moves once; the versions after it. Not everybody may have been told when this returns."""
    versions = []
    for table in tables:
        status, told = await table.send(table.next_command())
        if status != 200:
            raise Wrong(f"{table.name}: a move was refused with {status}: {told}.")
        versions.append(told["version"])
    return versions


def read_once(verdict: Verdict, seed: int) -> None:
    """How long it takes to make a table of a long game's log, in processor time."""
    lines, taken = long_game(seed), []
    for _ in range(9):
        began = time.process_time()
        Room("long", from_lines(lines))
        taken.append(time.process_time() - began)
    verdict.add("entries of a whole game of four", len(lines), at_least=200)
    verdict.add("to read them", 1000 * statistics.median(taken), "ms", at_most=READING)


async def resume(server: Server, tables: list[Table], chance: random.Random, bar: Progress) -> Verdict:
    """Everything after the server has started for the first time."""
    verdict = Verdict(f"{3 * len(tables)} clients come back after kill -9")
    task = bar.add_task("connecting", total=3)
    await all_listen(tables)
    versions = await last_moves(tables)
    for table in tables:
        table.line.close()
    bar.update(task, description="killed, started again", completed=1)
    killed = time.monotonic()
    server.kill()
    back = asyncio.gather(
        *(
            come_back(viewer, version, random.Random(chance.random()))
            for table, version in zip(tables, versions, strict=True)
            for viewer in table.viewers
        )
    )
    started = await asyncio.to_thread(server.start)
    when = await asyncio.wait_for(back, 120)
    bar.update(task, description="playing on", completed=2)
    for table in tables:
        await table.move(table.next_command())
        verdict.wrongs += table.wrongs
    verdict.add("from starting the server to its first answer", started, "s")
    verdict.add("from the kill until half of the clients are back", percentile(when, 0.5) - killed, "s")
    verdict.add("from the kill until all clients are back", max(when) - killed, "s", at_most=SECONDS)
    verdict.add("memory of the server", server.megabytes, "MB")
    read_once(verdict, chance.randrange(1000))
    await all_leave(tables)
    verdict.wrongs += [f"The server says: {line}" for line in server.said().splitlines()[:5]]
    return verdict


def measured(folder: Path, clients: int, seed: int, as_json: bool) -> Verdict:
    """The whole measurement, in a folder that is there."""
    file, chance = folder / "tables.db", random.Random(seed)
    servers, others = cores()
    with progress(as_json) as bar:
        prepared = asyncio.run(prepare(file, max(1, clients // 3), seed))
        with serving(file, core=servers) as server, on_core(others):
            tables = [Table(each, server.address, random.Random(chance.random())) for each in prepared]
            try:
                return asyncio.run(resume(server, tables, chance, bar))
            except (Wrong, OSError, TimeoutError) as error:
                return Verdict("Resume", wrongs=[f"{type(error).__name__}: {error}"])


@click.command(help=__doc__)
@click.option("--clients", type=click.IntRange(3, 3000), default=600, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of everything that is left to chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of a table.")
def main(clients: int, seed: int, as_json: bool) -> None:
    judged(lambda folder: measured(folder, clients, seed, as_json), as_json)


if __name__ == "__main__":
    main()
