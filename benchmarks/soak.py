"""
Whether a server grows while it is played at for long: memory and open files over a quarter of an hour.

    python benchmarks/soak.py [--seconds 900] [--tables 40] [--rate 20] [--seed 1] [--json]

Tables with three viewers each move at their beat, with commands that come twice or stale and streams that are
lost; when a game is over its people leave and go to another table. The first two fifths are for warming up: tables
that were left stay in memory for a minute, and what is remembered fills. Through the rest a line is laid: it may
rise by 1 MB in ten minutes. A run of less than ten minutes cannot tell that apart from chance or from warming up;
it finds leaks of another kind, and may grow by 6 MB.
"""

from __future__ import annotations

import asyncio
import dataclasses
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from load import Counted, one_move
from players import Table, Wrong, all_leave, all_listen
from prepared import LATEST, Prepared, prepare
from rich.progress import Progress
from served import Server, cores, on_core, serving
from verdict import Verdict, judged, percentile, progress

WARM_UP: Final = 0.4
"""The part of a run in which nothing is asked yet."""
LONG: Final = 600.0
"""Seconds, of ten minutes, from which on a slope can be told from chance."""
SLOPE: Final = 1.0
COARSE: Final = 6.0
FILES: Final = 3.0
"""The budgets: megabytes in ten minutes; megabytes in a shorter run; open files."""
MOVES_OF_A_GAME: Final = 60
"""Commands that end a game of two, at least."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sample:
    """The server at one time."""

    at: float
    megabytes: float
    files: int


async def kept_busy(tables: Iterator[Table], first: Table, period: float, end: float, counted: Counted) -> Table:
    """One table after the other, at a beat; the last one."""
    table = first
    beat = time.perf_counter() + period * table.chance.random()
    while beat < end:
        await asyncio.sleep(max(0.0, beat - time.perf_counter()))
        beat += period
        if table.is_over:
            table.close()
            other = next(tables)
            other.wrongs = table.wrongs
            table = other
            await all_listen([table])
        await one_move(table, counted)
        table.latencies.clear()
    return table


async def soak(
    server: Server, tables: list[Table], playing: int, rate: float, seconds: float, bar: Progress
) -> Verdict:
    """Everything after the server has started; `playing` tables are played at at the same time."""
    verdict = Verdict(f"{playing} tables, {rate:g} moves a second for {seconds:g} s")
    await all_listen(tables[:playing])
    waiting, counted = iter(tables[playing:]), Counted()
    began, cpu = time.perf_counter(), server.cpu_seconds
    samples: list[Sample] = []
    watching = asyncio.ensure_future(watch(server, samples, began, seconds, bar))
    work = [kept_busy(waiting, table, playing / rate, began + seconds, counted) for table in tables[:playing]]
    outcomes = await asyncio.gather(*work, return_exceptions=True)
    watching.cancel()
    await all_leave(tables)
    for outcome in outcomes:
        if isinstance(outcome, Wrong | OSError | TimeoutError | StopIteration | RuntimeError):
            verdict.wrongs.append(f"{type(outcome).__name__}: {outcome}")
        elif isinstance(outcome, BaseException):
            raise outcome
    for table in tables:
        verdict.wrongs += [wrong for wrong in table.wrongs if wrong not in verdict.wrongs]
    verdict.add("moves", counted.moves, at_least=0.8 * rate * seconds)
    verdict.add("games left when they were over", sum(table.is_over for table in tables))
    verdict.add("streams lost and resumed", counted.dropped)
    verdict.add("of a core", 100 * (server.cpu_seconds - cpu) / (time.perf_counter() - began), "%")
    verdict.add("a move answered and told to all, 99 %", 1000 * percentile(counted.answered, 0.99), "ms")
    verdict.add("the file at the end", sum(part.stat().st_size for part in parts(server.file)) / 2**20, "MB")
    judge(verdict, samples, seconds)
    verdict.wrongs += [f"The server says: {line}" for line in server.said().splitlines()[:5]]
    return verdict


def parts(file: Path) -> list[Path]:
    """The file and what lies beside it while it is open."""
    return list(file.parent.glob(f"{file.name}*"))


def judge(verdict: Verdict, samples: list[Sample], seconds: float) -> None:
    """How memory and open files went after warming up."""
    warm = [sample for sample in samples if sample.at >= WARM_UP * seconds]
    if len(warm) < 6:
        verdict.wrongs.append("The run is too short to tell anything: let it last for ten seconds at least.")
        return
    third = len(warm) // 3
    early, late = warm[:third], warm[-third:]
    memory = [sample.megabytes for sample in warm]
    line = statistics.linear_regression([sample.at for sample in warm], memory)
    grown = statistics.median(s.megabytes for s in late) - statistics.median(s.megabytes for s in early)
    files = statistics.median(s.files for s in late) - statistics.median(s.files for s in early)
    tenths = [samples[len(samples) * tenth // 10].megabytes for tenth in range(10)] + [samples[-1].megabytes]
    verdict.notes.append("Memory after each tenth, in MB: " + ", ".join(f"{size:.1f}" for size in tenths))
    verdict.add("memory when all were there", samples[0].megabytes, "MB")
    verdict.add("memory when warm, at the most", max(memory), "MB")
    if seconds >= LONG:
        verdict.add("memory in ten minutes, by a line through it", 600 * line.slope, "MB", at_most=SLOPE)
    else:
        verdict.add("memory in this short run", grown, "MB", at_most=COARSE)
    verdict.add("open files when warm, at the most", max(sample.files for sample in warm))
    verdict.add("open files, the last third against the first", files, at_most=FILES)


async def watch(server: Server, samples: list[Sample], began: float, seconds: float, bar: Progress) -> None:
    """Look at the server again and again."""
    task = bar.add_task("playing", total=int(seconds))
    while True:
        at = time.perf_counter() - began
        samples.append(Sample(at, server.megabytes, server.open_files))
        bar.update(task, completed=int(at), description=f"playing, {samples[-1].megabytes:.1f} MB")
        await asyncio.sleep(max(0.25, seconds / 300))


async def prepare_all(file: Path, playing: int, more: int, seed: int) -> list[Prepared]:
    """Tables to begin with, in the midst of their games, and those for later, at their beginning."""
    first = await prepare(file, playing, seed, latest=LATEST)
    return first + await prepare(file, more, seed + 1, first=playing, latest=0)


def measured(folder: Path, seconds: float, tables: int, rate: float, seed: int, as_json: bool) -> Verdict:
    """The whole measurement, in a folder that is there."""
    file, chance = folder / "tables.db", random.Random(seed)
    servers, others = cores()
    with progress(as_json) as bar:
        more = tables + int(rate * seconds / MOVES_OF_A_GAME)
        bar.add_task(f"preparing {tables + more} tables", total=None)
        prepared = asyncio.run(prepare_all(file, tables, more, seed))
        with serving(file, core=servers) as server, on_core(others):
            made = [Table(each, server.address, random.Random(chance.random())) for each in prepared]
            return asyncio.run(soak(server, made, tables, rate, seconds, bar))


@click.command(help=__doc__)
@click.option("--seconds", type=click.FloatRange(10, 7200), default=900, show_default=True)
@click.option("--tables", type=click.IntRange(1, 200), default=40, show_default=True)
@click.option(
    "--rate", type=click.FloatRange(1, 200), default=20, show_default=True, help="Moves a second in all."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of everything that is left to chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of a table.")
def main(seconds: float, tables: int, rate: float, seed: int, as_json: bool) -> None:
    judged(lambda folder: measured(folder, seconds, tables, rate, seed, as_json), as_json)


if __name__ == "__main__":
    main()
