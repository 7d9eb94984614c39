"""
Kill -9 of a server while games are played at full speed, again and again on the same file.

    python benchmarks/crash.py [--rounds 50] [--tables 24] [--seed 1] [--json]

In each round the server is killed at a random moment. Then the file is read: everything that was acknowledged
is in it, nothing is in it twice, versions follow without a gap, SQLite finds it whole. The server is started
again, and what was sent and not answered is sent again under the same names: each must have been done exactly
once.
"""

from __future__ import annotations

import asyncio
import dataclasses
import random
import time
from pathlib import Path
from typing import Final

import click
from journal import compared, is_whole, opened
from players import Json, Table, Wrong, all_leave, all_listen, length
from prepared import Prepared, prepare
from rich.progress import Progress
from served import Server, cores, on_core, serving
from verdict import Verdict, judged, percentile, progress

SOONEST: Final = 0.05
LATEST: Final = 0.5
"""Seconds of play after which a server is killed."""
FRESH: Final = 20
"""Actions that have been played at a new table, at most, so that its game lasts for some rounds."""


@dataclasses.dataclass
class Played:
    """A table over all rounds."""

    table: Table
    since: int
    """Its version when it was made."""
    done: list[Json] = dataclasses.field(default_factory=list)
    """Commands that were answered, in order."""
    unanswered: Json | None = None
    """The one that was sent last, and not answered."""

    async def play(self) -> None:
        """Move as fast as the server answers, until it is gone or the game is over."""
        while not self.table.is_over:
            self.unanswered = self.table.next_command()
            await self.table.move(self.unanswered)
            self.done.append(self.unanswered)
            self.unanswered = None

    async def send_again(self) -> None:
        """What was not answered, under the same name, twice: done once, answered alike. Raises Wrong, OSError."""
        command, self.unanswered = self.unanswered, None
        if command is None:
            return
        version = await self.table.move(command)
        ended = version == command["expected"] + length(command) + 1 and self.table.is_over
        if version != command["expected"] + length(command) and not ended:
            raise Wrong(f"{self.table.name}: {command} was answered with version {version}.")
        again = await self.table.send(command)
        if again != (200, {"version": version}):
            raise Wrong(f"{self.table.name}: {command} was answered with {version}, and then with {again}.")
        self.done.append(command)

    def check(self, file: Path) -> list[str]:
        """What is wrong, in sentences, while no server runs."""
        with opened(file) as db:
            wrong = compared(db, self.table.name, self.since, self.done, self.unanswered)
        return self.table.wrongs + ([wrong] if wrong else [])


@dataclasses.dataclass
class Rounds:
    """What came of all rounds so far."""

    acknowledged: int = 0
    unanswered: int = 0
    kept: int = 0
    """Those of them that were in the file when the server was killed."""
    starts: list[float] = dataclasses.field(default_factory=list)


async def one_round(server: Server, all_played: list[Played], seconds: float, rounds: Rounds) -> None:
    """Everybody comes back, sends again what was not answered, plays on; then the server is killed."""
    tables = [played.table for played in all_played]
    for table in tables:
        table.line.close()
    await all_listen(tables)
    await asyncio.gather(*(played.send_again() for played in all_played))
    before = sum(len(played.done) for played in all_played)
    playing = [asyncio.ensure_future(played.play()) for played in all_played]
    await asyncio.sleep(seconds)
    server.kill()
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(outcome, BaseException) and not isinstance(outcome, OSError):
            raise outcome
    rounds.acknowledged += sum(len(played.done) for played in all_played) - before
    rounds.unanswered += sum(played.unanswered is not None for played in all_played)
    await all_leave(tables)


def look(file: Path, all_played: list[Played], rounds: Rounds) -> list[str]:
    """What is wrong with the file after a kill."""
    wrongs = []
    with opened(file) as db:
        wrongs += is_whole(db)
        for played in all_played:
            if played.unanswered is not None:
                query = "SELECT version FROM room WHERE id=?"
                (version,) = db.execute(query, (played.table.name,)).fetchone()
                rounds.kept += version > played.unanswered["expected"]
    for played in all_played:
        wrongs += played.check(file)
    return wrongs


async def crash(
    file: Path, server: Server, count: int, tables: int, chance: random.Random, bar: Progress
) -> Verdict:
    """All rounds; the server runs when this begins."""
    verdict, rounds = Verdict(f"{count} times kill -9 while {tables} tables are played at"), Rounds()
    task = bar.add_task("rounds", total=count)
    live: list[Played] = []
    ended: list[Played] = []
    began = time.monotonic()
    server.stop()
    for number in range(count):
        made = await fresh(file, tables - len(live), chance, first=len(live) + len(ended))
        live += [
            Played(Table(each, server.address, random.Random(chance.random())), each.version) for each in made
        ]
        rounds.starts.append(server.start())
        try:
            await one_round(server, live, chance.uniform(SOONEST, LATEST), rounds)
        except (Wrong, OSError, TimeoutError) as error:
            verdict.wrongs.append(f"Round {number + 1}: {type(error).__name__}: {error}")
            server.kill()
            break
        verdict.wrongs += look(file, live, rounds)
        ended += [played for played in live if played.table.is_over and played.unanswered is None]
        live = [played for played in live if not played.table.is_over or played.unanswered is not None]
        bar.update(task, completed=number + 1)
        if verdict.wrongs:
            break
    server.start()
    for played in live + ended:
        verdict.wrongs += played.check(file)
    verdict.add("rounds", len(rounds.starts), at_least=count)
    verdict.add("moves acknowledged", rounds.acknowledged, at_least=count)
    verdict.add("commands sent and not answered", rounds.unanswered, at_least=1)
    verdict.add("of these, kept before the kill", rounds.kept)
    verdict.add("games played to their end", len(ended))
    verdict.add("from a start to the first answer, the longest", max(rounds.starts), "s")
    verdict.add("from a start to the first answer, half", percentile(rounds.starts, 0.5), "s")
    verdict.add("all of it", time.monotonic() - began, "s")
    return verdict


async def fresh(file: Path, count: int, chance: random.Random, first: int) -> list[Prepared]:
    """New tables in a file that no server uses."""
    return await prepare(file, count, chance.randrange(1 << 32), first=first, latest=FRESH)


def measured(folder: Path, rounds: int, tables: int, seed: int, as_json: bool) -> Verdict:
    """The whole measurement, in a folder that is there."""
    file, chance = folder / "tables.db", random.Random(seed)
    servers, others = cores()
    with progress(as_json) as bar, serving(file, core=servers) as server, on_core(others):
        return asyncio.run(crash(file, server, rounds, tables, chance, bar))


@click.command(help=__doc__)
@click.option("--rounds", type=click.IntRange(1, 1000), default=50, show_default=True)
@click.option("--tables", type=click.IntRange(1, 200), default=24, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of everything that is left to chance.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON instead of a table.")
def main(rounds: int, tables: int, seed: int, as_json: bool) -> None:
    judged(lambda folder: measured(folder, rounds, tables, seed, as_json), as_json)


if __name__ == "__main__":
    main()
