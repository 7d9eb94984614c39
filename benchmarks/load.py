"""
How a server bears many tables at once: games for two with an onlooker each, played at over the network.

    python benchmarks/load.py [--tables 200] [--rate 100] [--seconds 20] [--seed 1] [--json]

All viewers connect first, then the clock starts. Each table moves at its own beat from a random phase on,
sometimes sends a command twice, sometimes one that is stale, sometimes a viewer loses its stream and comes
back. The time from sending a move to its arrival at each viewer is measured, and the server's processor time
and memory. Every frame is checked: its versions follow without a gap, and it shows no card that its reader may
not see.

The server runs on the first processor, the clients on the second, if there are two. The status is 0 if all
budgets are held.
"""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import random
import time
from pathlib import Path
from typing import Final

import click
from players import ONLOOKER, Table, Wrong, all_leave, all_listen
from prepared import prepare
from rich.progress import Progress, TaskID
from served import Server, cores, on_core, serving
from verdict import Verdict, judged, percentile, progress
from wires import Line

P99_MS: Final = 100.0
CORE: Final = 35.0
MEGABYTES: Final = 150.0
"""The budgets: milliseconds from a move to every screen, percent of a core, memory."""

TWICE: Final = 0.05
STALE: Final = 0.05
DROPPED: Final = 0.02
"""How often a command comes twice, a stale one comes, a viewer is cut off."""


@dataclasses.dataclass
class Counted:
    """What the clients did and saw."""

    moves: int = 0
    twice: int = 0
    stale: int = 0
    dropped: int = 0
    late: list[float] = dataclasses.field(default_factory=list)
    """Seconds after its beat at which a move was sent: the clients' own slowness."""
    resumed: list[float] = dataclasses.field(default_factory=list)
    """Seconds from losing a stream to being told everything again."""
    answered: list[float] = dataclasses.field(default_factory=list)
    """Seconds from sending a move to its answer and all its frames."""


async def played(table: Table, begin: float, period: float, end: float, counted: Counted) -> None:
    """Play at a table at its beat. What goes wrong is noted at the table, and ends this."""
    beat = begin + period * table.chance.random()
    try:
        while beat < end and not table.is_over:
            await asyncio.sleep(max(0.0, beat - time.perf_counter()))
            counted.late.append(time.perf_counter() - beat)
            await one_move(table, counted)
            beat += period
    except Wrong as wrong:
        table.wrongs.append(str(wrong))
    except (OSError, TimeoutError) as error:
        table.wrongs.append(f"{table.name}: {type(error).__name__}: {error}")


async def one_move(table: Table, counted: Counted) -> None:
    """A move with what may come with it."""
    command = table.next_command()
    began = time.perf_counter()
    chance = table.chance.random()
    if chance < TWICE:
        counted.twice += 1
        await twice(table, command)
    else:
        await table.move(command)
    counted.answered.append(time.perf_counter() - began)
    counted.moves += 1
    if TWICE <= chance < TWICE + STALE:
        counted.stale += 1
        await stale(table, command)
    if chance > 1 - DROPPED:
        counted.dropped += 1
        counted.resumed.append(await dropped(table))


async def twice(table: Table, command: dict[str, object]) -> None:
    """The same command at the same time by two connections: done once, answered alike. Raises Wrong."""
    other = Line(table.address)
    try:
        again, version = await asyncio.gather(table.send(command, other), table.move(command))
    finally:
        other.close()
    if again != (200, {"version": version}):
        raise Wrong(f"{table.name}: the same command was answered with {version}, and then with {again}.")


async def stale(table: Table, command: dict[str, object]) -> None:
    """What was chosen before the last move is refused, and tells the version. Raises Wrong."""
    status, told = await table.send(command | {"id": table.new_id()})
    if status != 409 or told["version"] != table.version:
        raise Wrong(f"{table.name}: a stale command was answered with {status}, {told}.")


async def dropped(table: Table) -> float:
    """A viewer is cut off and comes back; the seconds until it has heard from the server again."""
    viewer = table.chance.choice(table.viewers)
    greetings, began = viewer.greetings, time.perf_counter()
    viewer.cut()
    await viewer.listen()
    await viewer.reaches(table.version)
    while viewer.greetings == greetings:
        await asyncio.sleep(0.001)
    return time.perf_counter() - began


async def load(server: Server, tables: list[Table], rate: float, seconds: float, bar: Progress) -> Verdict:
    """Everything after the server has started: connect, play, look at what came of it."""
    verdict = Verdict(f"{len(tables)} tables, {rate:g} moves a second for {seconds:g} s")
    connected = time.perf_counter()
    await all_listen(tables)
    verdict.add("viewers connected", 3 * len(tables))
    verdict.add("to connect them", time.perf_counter() - connected, "s")
    gc.collect()
    gc.freeze()
    gc.disable()  # the clients' pauses are not the server's
    counted = Counted()
    task = bar.add_task("playing", total=int(seconds))
    begin, cpu = time.perf_counter() + 0.5, server.cpu_seconds
    ticking = asyncio.ensure_future(shown(bar, task, begin, seconds))
    await asyncio.gather(*(played(table, begin, len(tables) / rate, begin + seconds, counted) for table in tables))
    taken = time.perf_counter() - begin
    ticking.cancel()
    used = server.cpu_seconds - cpu
    gc.enable()
    gc.unfreeze()
    judge(verdict, tables, counted, taken)
    verdict.add("of a core", 100 * used / taken, "%", at_most=CORE)
    verdict.add("of a core for a move", 1000 * used / max(1, counted.moves), "ms")
    verdict.add("memory of the server", server.megabytes, "MB", at_most=MEGABYTES)
    verdict.add("open files of the server", server.open_files)
    verdict.wrongs += [f"The server says: {line}" for line in server.said().splitlines()[:5]]
    await all_leave(tables)
    return verdict


def judge(verdict: Verdict, tables: list[Table], counted: Counted, taken: float) -> None:
    """What the viewers saw."""
    latencies = [1000 * latency for table in tables for latency in table.latencies]
    verdict.add("moves", counted.moves)
    verdict.add("moves a second", counted.moves / taken)
    verdict.add("commands sent twice", counted.twice)
    verdict.add("stale commands", counted.stale)
    verdict.add("streams lost and resumed", counted.dropped)
    verdict.add("arrivals measured", len(latencies))
    for name, part in (("half", 0.5), ("95 %", 0.95)):
        verdict.add(f"from a move to a screen, {name}", percentile(latencies, part), "ms")
    verdict.add("from a move to a screen, 99 %", percentile(latencies, 0.99), "ms", at_most=P99_MS)
    verdict.add("from a move to a screen, the longest", max(latencies, default=0.0), "ms")
    verdict.add("a stream resumed, 99 %", 1000 * percentile(counted.resumed, 0.99), "ms")
    verdict.add("moves sent late by the clients, 99 %", 1000 * percentile(counted.late, 0.99), "ms")
    for table in tables:
        behind = [viewer for viewer in table.viewers if viewer.version != table.version]
        verdict.wrongs += table.wrongs
        verdict.wrongs += [f"{viewer} was not told of version {table.version} at the end." for viewer in behind]
        if table.viewers[ONLOOKER].view.get("hand"):
            verdict.wrongs.append(f"{table.name}: an onlooker was told a hand.")


async def shown(bar: Progress, task: TaskID, begin: float, seconds: float) -> None:
    """Move the bar."""
    while True:
        bar.update(task, completed=int(min(seconds, max(0.0, time.perf_counter() - begin))))
        await asyncio.sleep(0.25)


def measured(folder: Path, tables: int, rate: float, seconds: float, seed: int, as_json: bool) -> Verdict:
    """The whole measurement, in a folder that is there."""
    servers, clients = cores()
    file = folder / "tables.db"
    with progress(as_json) as bar:
        bar.add_task(f"preparing {tables} tables", total=None)
        prepared = asyncio.run(prepare(file, tables, seed))
        with serving(file, core=servers) as server:
            chance = random.Random(seed)
            played_at = [Table(each, server.address, random.Random(chance.random())) for each in prepared]
            with on_core(clients):
                verdict = asyncio.run(load(server, played_at, rate, seconds, bar))
    if clients is None:
        verdict.notes.append("Server and clients shared the only processor.")
    return verdict


@click.command(help=__doc__)
@click.option("--tables", type=click.IntRange(1, 1000), default=200, show_default=True)
@click.option(
    "--rate", type=click.FloatRange(1, 500), default=100, show_default=True, help="Moves a second in all."
)
@click.option("--seconds", type=click.FloatRange(1, 600), default=20, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of everything that is left to chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of a table.")
def main(tables: int, rate: float, seconds: float, seed: int, as_json: bool) -> None:
    judged(lambda folder: measured(folder, tables, rate, seconds, seed, as_json), as_json)


if __name__ == "__main__":
    main()
