"""The processes in which bots think: what they are given, and what becomes of those that fail."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import textwrap
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from arboretum import Budget, Game, View
from arboretum.bots.simple import Greedy
from arboretum.errors import BotError
from arboretum.rooms.commands import SeatBot, Start
from arboretum.rooms.host import Host
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.settings import Settings
from arboretum.rooms.thinker import NICE
from arboretum.rooms.thinkers import FAULTS, Thinkers
from tables import new_game, twin

BOTS = """
    import os, sys, time

    class First:
        name = "first"
        def choose(self, view, budget):
            print("what a bot prints must not come between the answers")
            assert sys.stdin.read() == ""
            return view.legal_actions[0]

    class Raises(First):
        def choose(self, view, budget):
            raise RuntimeError("I hold " + str(view.hand))

    class Nonsense(First):
        def choose(self, view, budget):
            return "pass"

    class Hangs(First):
        def choose(self, view, budget):
            time.sleep(60)

    class Spins(First):
        def choose(self, view, budget):
            while True:
                pass

    class Exits(First):
        def choose(self, view, budget):
            os._exit(3)

    class Tells(First):
        def choose(self, view, budget):
            with open(os.environ["TOLD"], "a") as file:
                print(os.getpid(), os.nice(0), budget.seconds, file=file, sep="|")
            return view.legal_actions[0]
"""


@pytest.fixture
def bots(tmp_path: Path) -> Callable[[str], str]:
    """The name of a bot in a file."""
    (tmp_path / "bots.py").write_text(textwrap.dedent(BOTS))
    return lambda name: f"{tmp_path / 'bots.py'}:{name}"


def run(work: Callable[[Thinkers], Coroutine[Any, Any, None]], thinkers: Callable[[], Thinkers]) -> None:
    async def worked() -> None:
        made = thinkers()
        try:
            await asyncio.wait_for(work(made), 40)
        finally:
            await made.close()

    asyncio.run(worked())


def view_of(game: Game) -> View:
    return game.view(game.seat)


def quick() -> Thinkers:
    return Thinkers(1, seconds=0.05, slack=0.8, start=10.0)


def test_a_bot_in_a_process_chooses_what_it_would_here() -> None:
    async def work(thinkers: Thinkers) -> None:
        game, chance = new_game(3, 5, "species=secret"), random.Random(5)
        for _ in range(30):
            view = view_of(game)
            assert await thinkers.choose("greedy", view) == Greedy().choose(view, Budget(seconds=2.0))
            game.play(view.me, chance.choice(view.legal_actions))
        assert {"greedy", "random"} <= set(thinkers.names)

    run(work, lambda: Thinkers(1, seed=lambda: 0))


def test_what_a_bot_does_not_know_does_not_reach_it() -> None:
    async def work(thinkers: Thinkers) -> None:
        game = new_game(2, 7)
        view = view_of(game)
        await thinkers.choose("random", view)  # the first time has more time
        one, other = sorted(card for card in view.unseen)[:2]
        sent: list[str] = []
        worker = thinkers._quick._all[0]
        ask = worker.ask

        async def spied(request: str, limit: float) -> dict[str, str]:
            sent.append(request)
            return await ask(request, limit)

        worker.ask = spied  # type: ignore[method-assign]
        answers = [await thinkers.choose("random", view_of(table)) for table in (game, twin(game, one, other, []))]
        assert sent[0] == sent[1]
        assert answers[0] == answers[1]
        assert "deck" not in json.loads(sent[0])
        assert "shuffled" not in [event["event"] for event in json.loads(sent[0])["seen"]]

    run(work, lambda: Thinkers(1, seed=lambda: 3))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Raises", "failed"),
        ("Nonsense", "failed"),
        ("Hangs", "took more than|ended its process"),
        ("Spins", "took more than|ended its process"),
        ("Exits", "ended its process"),
        ("Missing", "failed"),
    ],
)
def test_a_bot_that_fails_is_told_and_the_next_one_plays(
    bots: Callable[[str], str], name: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(thinkers: Thinkers) -> None:
        view = view_of(new_game(2, 1))
        assert await thinkers.choose(bots("First"), view) == view.legal_actions[0]
        thinkers._first = 0.0  # nothing is compiled: no time to warm up
        with pytest.raises(BotError, match=why):
            await thinkers.choose(bots(name), view)
        thinkers._first = 10.0
        assert await thinkers.choose(bots("First"), view) == view.legal_actions[0]

    run(work, quick)


def test_a_bot_that_dies_again_and_again_has_a_rest(bots: Callable[[str], str]) -> None:
    async def work(thinkers: Thinkers) -> None:
        view = view_of(new_game(2, 1))
        for _ in range(FAULTS):
            with pytest.raises(BotError, match="ended its process"):
                await thinkers.choose(bots("Exits"), view)
        loop = asyncio.get_running_loop()
        started = loop.time()
        with pytest.raises(BotError, match="has a rest"):
            await thinkers.choose(bots("Exits"), view)
        assert loop.time() - started < 0.05
        assert await thinkers.choose(bots("First"), view) == view.legal_actions[0], "the others are asked"

    run(work, quick)


def test_processes_are_niced_reused_and_ended(
    bots: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    monkeypatch.setenv("TOLD", str(told))

    async def work(thinkers: Thinkers) -> None:
        view = view_of(new_game(2, 1))
        for _ in range(3):
            await thinkers.choose(bots("Tells"), view)

    run(work, quick)
    lines = [line.split("|") for line in told.read_text().splitlines()]
    assert len({pid for pid, *_ in lines}) == 1
    pid, nice, seconds = lines[0]
    assert int(nice) >= min(19, os.nice(0) + NICE)
    assert float(seconds) == 0.05
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid), 0)


def test_when_many_wait_each_has_less_time(
    bots: Callable[[str], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOLD", str(tmp_path / "told"))

    async def work(thinkers: Thinkers) -> None:
        view = view_of(new_game(2, 1))
        await asyncio.gather(*(thinkers.choose(bots("Tells"), view) for _ in range(8)))

    run(work, lambda: Thinkers(1, seconds=1.0))
    seconds = [float(line.split("|")[2]) for line in (tmp_path / "told").read_text().splitlines()]
    assert min(seconds) < 0.5
    assert seconds[-1] == 1.0


def test_a_process_that_cannot_start_is_told() -> None:
    async def work(thinkers: Thinkers) -> None:
        with pytest.raises(BotError, match="does not start"):
            await thinkers.choose("greedy", view_of(new_game(2, 1)))

    run(work, lambda: Thinkers(1, command=(sys.executable, "-c", "print('no')")))


def test_a_process_ends_with_the_server(bots: Callable[[str], str]) -> None:
    """It hears that nobody asks any more; if its bot hangs, its own alarm ends it."""
    view = view_of(new_game(2, 1))
    request = {"bot": bots("Spins"), "seed": 1, "seat": view.me, "seconds": 0.1, "limit": 0.3}
    request |= {"setup": view.setup.to_json(), "seen": []}
    command = [sys.executable, "-P", "-m", "arboretum.rooms.thinker"]
    idle = subprocess.run(command, input="", capture_output=True, text=True, timeout=20, check=True)
    assert idle.stdout == "ready\n"
    if sys.platform != "win32":
        line = json.dumps(request | {"seen": [{"event": "started", "seat": view.me}]}) + "\n"
        hanging = subprocess.run(command, input=line, capture_output=True, text=True, timeout=20, check=False)
        assert hanging.returncode < 0


def test_a_whole_game_of_bots_and_no_compiler_in_the_server() -> None:
    code = """
        import asyncio, sys
        from arboretum.rooms.commands import SeatBot, Start
        from arboretum.rooms.host import Host
        from arboretum.rooms.memory import MemoryStore
        from arboretum.rooms.settings import Settings
        from arboretum.rooms.sqlite import SqliteStore
        from arboretum.rooms.thinkers import Thinkers

        async def main():
            asyncio.get_running_loop().slow_callback_duration = 30  # the machine may be busy with other tests
            host = Host(MemoryStore(), bots=Thinkers(1), pace=0.0)
            room = await host.create(Settings(2), "ada", [SeatBot(0, "greedy"), SeatBot(1, "random"), Start()])
            with host.subscribe(room.id, "ada") as news:
                while room.status != "over":
                    await anext(news)
            print(room.game.score.totals)
            await host.close()

        asyncio.run(main())
        print(not {"numba", "llvmlite"} & set(sys.modules))
    """
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "True"


def test_a_host_whose_bot_process_is_killed_goes_on() -> None:
    async def check() -> None:
        thinkers = Thinkers(1)
        host = Host(MemoryStore(), bots=thinkers, pace=0.0)
        room = await host.create(Settings(2), "ada", [SeatBot(0, "greedy"), SeatBot(1, "greedy"), Start()])
        killed = 0
        with host.subscribe(room.id, "ada") as news:
            while room.status != "over":
                await asyncio.wait_for(anext(news), 20)
                process = thinkers._quick._all[0]._process if thinkers._quick._all else None
                if room.version in (20, 60) and process is not None and process.returncode is None:
                    process.kill()
                    killed += 1
        await host.close()
        assert killed == 2

    asyncio.run(check())
