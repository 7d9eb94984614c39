"""Bots that search at tables: they get ready where nobody waits, and hold up nobody; the line is fair."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import textwrap
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from arboretum import DrawPile, View
from arboretum.bots.styles import STEADY, STYLES, is_quick, searches
from arboretum.cli.serve import serve
from arboretum.errors import BotError
from arboretum.events import NOBODY
from arboretum.records.lines import event_to_json
from arboretum.rooms.commands import Join, SeatBot, Start
from arboretum.rooms.crew import Crew
from arboretum.rooms.host import Host
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.thinkers import FAULTS, SECONDS, SHORTEST, STARTING, Thinkers
from arboretum.rooms.worker import COMMAND, Died
from host_tables import TWO, until
from tables import new_game

FAKE = (sys.executable, "-S", str(Path(__file__).with_name("fake_thinker.py")))
STARTED = " ".join(("start", *(name for name in STYLES if searches(name))))
"""What is noted when a process for searches starts."""
QUICK = tuple(name for name in STYLES if is_quick(name))


class Fake:
    """What the fake processes do, and what they noted."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go, self._notes = folder / "go", folder / "notes"
        monkeypatch.setenv("GO", str(self.go))
        monkeypatch.setenv("NOTES", str(self._notes))

    def ready(self, how: str = "") -> None:
        """Let those that search get ready, or fail."""
        self.go.with_name("new").write_text(how)
        self.go.with_name("new").rename(self.go)

    def hangs(self) -> None:
        """Let those that search hang when they are asked."""
        self.go.with_name("late").touch()

    @property
    def notes(self) -> list[str]:
        return self._notes.read_text().splitlines() if self._notes.exists() else []

    @property
    def asked(self) -> list[str]:
        """The bots that were asked, in order."""
        return [note.split()[0] for note in self.notes if not note.startswith("start")]

    def thinkers(self, workers: int = 1, **more: Any) -> Thinkers:  # noqa: ANN401
        usual: dict[str, Any] = {"seconds": 0.2, "slack": 0.5, "start": 10.0, "patience": 0.05, "command": FAKE}
        return Thinkers(workers, **(usual | more))


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    return Fake(tmp_path, monkeypatch)


def run(thinkers: Callable[[], Thinkers], work: Callable[[Thinkers], Coroutine[Any, Any, None]]) -> None:
    async def worked() -> None:
        made = thinkers()
        try:
            await asyncio.wait_for(work(made), 30)
        finally:
            await made.close()

    asyncio.run(worked())


def first_view() -> View:
    game = new_game(2, 1)
    return game.view(game.seat)


def test_until_a_search_is_ready_another_bot_decides_in_its_place(fake: Fake) -> None:
    async def work(thinkers: Thinkers) -> None:
        told: list[bool] = []
        thinkers.on_ready = lambda: told.append(thinkers.is_ready("flat"))
        assert thinkers.is_ready("greedy")
        assert thinkers.is_ready(STEADY)
        assert not thinkers.is_ready("flat")
        assert await thinkers.choose("flat", first_view()) == DrawPile()
        assert fake.asked == [STEADY]
        assert not told
        fake.ready()
        await until(lambda: bool(told))
        assert told == [True]
        await thinkers.choose("ismcts", first_view())
        assert fake.asked == [STEADY, "ismcts"]
        assert fake.notes.count(STARTED) == 1

    run(fake.thinkers, work)


def test_a_search_that_is_soon_ready_is_waited_for(fake: Fake) -> None:
    async def work(thinkers: Thinkers) -> None:
        fake.ready()
        await thinkers.choose("flat", first_view())
        assert fake.asked == ["flat"]

    run(lambda: fake.thinkers(patience=20.0), work)


def test_it_gets_ready_when_it_is_seated_and_the_table_is_told(fake: Fake) -> None:
    async def work(thinkers: Thinkers) -> None:
        host = Host(MemoryStore(), bots=thinkers, pace=0.0)
        room = await host.create(TWO, "ada", [Join(None, "Ada"), SeatBot(1, "flat")])
        with host.subscribe(room.id, "ada", NOBODY) as news:
            assert await anext(news) == (True, False)
            await until(lambda: STARTED in fake.notes)
            fake.ready()
            assert await anext(news) == (True, True)
        assert host.presence(room.id) == (True, True)
        await host.close()

    run(fake.thinkers, work)


def test_nothing_gets_ready_for_bots_that_always_are(fake: Fake) -> None:
    async def work(thinkers: Thinkers) -> None:
        host = Host(MemoryStore(), bots=thinkers, pace=0.0)
        await host.create(TWO, "ada", [Join(None, "Ada"), SeatBot(1, STEADY), Start()])
        await thinkers.choose("greedy", first_view())
        await host.close()
        assert STARTED not in fake.notes

    run(fake.thinkers, work)


def test_searches_that_cannot_start_are_replaced_and_left_alone_for_a_while(fake: Fake) -> None:
    async def work(thinkers: Thinkers) -> None:
        fake.ready("fail")
        for number in range(1, FAULTS + 3):
            assert await thinkers.choose("flat", first_view()) == DrawPile()
            await failed_to_start(thinkers, min(number, FAULTS))
        assert set(fake.asked) == {STEADY}
        assert fake.notes.count(STARTED) == FAULTS

    run(lambda: fake.thinkers(patience=5.0), work)


async def failed_to_start(thinkers: Thinkers, times: int) -> None:
    """Wait until it is known."""
    await until(lambda: thinkers._faults[STARTING] == times)


def test_a_search_that_hangs_is_replaced_and_the_quick_do_not_wait_for_it(fake: Fake) -> None:
    async def work(thinkers: Thinkers) -> None:
        fake.ready()
        await thinkers.choose("flat", first_view())
        fake.hangs()
        late = asyncio.ensure_future(thinkers.choose("flat", first_view()))
        await until(lambda: fake.asked.count("flat") == 2)
        await asyncio.wait_for(thinkers.choose("greedy", first_view()), 5)
        assert not late.done()
        assert await late == DrawPile()
        assert fake.asked == ["flat", "flat", "greedy", STEADY]

    run(lambda: fake.thinkers(patience=20.0, slack=1.0), work)


def test_where_nothing_can_be_compiled_a_table_of_before_is_played_on(
    fake: Fake, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")

    async def work(thinkers: Thinkers) -> None:
        assert thinkers.names == QUICK
        assert thinkers.is_ready("flat"), "nothing is waited for"
        await thinkers.choose("flat", first_view())
        assert fake.asked == [STEADY]
        assert STARTED not in fake.notes

    run(fake.thinkers, work)


def test_no_time_to_think_seats_no_search(fake: Fake) -> None:
    async def work(thinkers: Thinkers) -> None:
        assert thinkers.names == QUICK
        await thinkers.choose("greedy", first_view())
        assert fake.notes[-1] == f"greedy {SHORTEST:g}"

    run(lambda: fake.thinkers(seconds=0.0), work)


def test_the_more_tables_wait_the_less_time_each_search_has_and_nobody_is_passed_over(fake: Fake) -> None:
    async def work(thinkers: Thinkers) -> None:
        fake.ready()
        await thinkers.choose("flat", first_view())
        order: list[int] = []

        async def table(number: int) -> None:
            for _ in range(2):
                await thinkers.choose("flat", first_view())
                order.append(number)

        await asyncio.gather(*map(table, range(6)))
        assert order == [*range(6), *range(6)], "each table in turn"
        seconds = [float(note.split()[1]) for note in fake.notes if note.startswith("flat")]
        assert seconds[0] == seconds[-1] == 1.0
        assert min(seconds) == pytest.approx(1 / 6, abs=1e-6)

    run(lambda: fake.thinkers(patience=20.0, seconds=1.0), work)


# A crew. -----------------------------------------------------------------------------------------------------


def crewed(check: Callable[[Crew], Coroutine[Any, Any, None]], size: int = 1, **more: Any) -> None:  # noqa: ANN401
    async def checked() -> None:
        crew = Crew(size, more.pop("command", FAKE), 10.0, **more)
        try:
            await asyncio.wait_for(check(crew), 20)
        finally:
            await crew.close()

    asyncio.run(checked())


@pytest.mark.usefixtures("fake")
def test_a_process_that_nobody_needs_is_ended_and_started_again(fake: Fake) -> None:
    async def check(crew: Crew) -> None:
        async with crew.worker() as first:
            pass
        assert first.is_alive
        await until(lambda: not first.is_alive)
        async with crew.worker() as second:
            assert second is not first
            assert second.is_alive
        assert crew.was_ready

    crewed(check, idle=0.05)


def test_a_process_that_ended_by_itself_is_replaced(fake: Fake) -> None:
    async def check(crew: Crew) -> None:
        async with crew.worker() as first:
            assert first._process is not None
        first._process.kill()
        await until(lambda: not first.is_alive)
        async with crew.worker() as second:
            assert second.is_alive
        assert fake.notes == ["start", "start"]

    crewed(check)


def test_no_more_processes_than_there_are_to_be(fake: Fake) -> None:
    async def check(crew: Crew) -> None:
        async def use() -> None:
            async with crew.worker():
                await asyncio.sleep(0.02)

        await asyncio.gather(*(use() for _ in range(8)))
        assert len(crew._all) == fake.notes.count("start") == 2

    crewed(check, size=2)


def test_who_waits_for_what_cannot_start_is_told(fake: Fake) -> None:
    async def check(crew: Crew) -> None:
        async def use() -> None:
            async with crew.worker():
                raise AssertionError

        told = await asyncio.gather(*(use() for _ in range(3)), return_exceptions=True)
        assert [str(one) for one in told] == ["cannot think: its process does not start"] * 3

    crewed(check, command=(sys.executable, "-c", "print('no')"))


def test_a_command_that_is_none_is_told() -> None:
    async def check(crew: Crew) -> None:
        with pytest.raises(Died, match="cannot think"):
            async with crew.worker():
                pass

    crewed(check, command=("/no/such/program",))


def test_who_does_not_wait_any_more_loses_no_process(fake: Fake) -> None:
    async def check(crew: Crew) -> None:
        async def use() -> None:
            async with crew.worker():
                pass

        async with crew.worker():
            waiting = [asyncio.ensure_future(use()) for _ in range(3)]
            await asyncio.sleep(0)
            waiting[0].cancel()
        waiting[1].cancel()  # it was given the process, and does not know yet
        await asyncio.gather(*waiting, return_exceptions=True)
        async with crew.worker():
            assert crew.waiting == 0
        assert fake.notes == ["start"]

    crewed(check)


CANCELLED = """
import asyncio, sys
from arboretum.rooms.commands import SeatBot, Start
from arboretum.rooms.host import Host
from arboretum.rooms.memory import MemoryStore
from arboretum.rooms.settings import Settings
from arboretum.rooms.thinkers import Thinkers

async def main():
    host = Host(MemoryStore(), bots=Thinkers(1), pace=0.0)
    await host.create(Settings(2), "ada", [SeatBot(0, "greedy"), SeatBot(1, "greedy"), Start()])
    await asyncio.sleep(float(sys.argv[1]))
    sys.exit(7)

asyncio.run(main())
"""


@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.1, 0.8])
def test_all_ends_when_all_tasks_are_cancelled_at_once(seconds: float) -> None:
    """While a process starts, and while a bot thinks; nobody closes the host."""
    command = [sys.executable, "-c", CANCELLED, str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=40, check=False)
    assert (done.returncode, done.stderr) == (7, "")


# The process itself. -----------------------------------------------------------------------------------------


def test_our_quick_bots_are_compiled_nothing_for() -> None:
    """A table of them never imports the compiler; the heuristic decides interpreted."""
    game = new_game(3, 2)
    view = game.view(game.seat)
    requests = [
        {
            "bot": bot,
            "seed": 1,
            "seat": view.me,
            "seconds": 0.5,
            "limit": 30,
            "setup": view.setup.to_json(),
            "seen": [event_to_json(event) for event in view.seen],
        }
        for bot in QUICK
    ]
    code = (
        "import sys; from arboretum.rooms.thinker import main; main();"
        "sys.exit(3 if {'numba', 'llvmlite'} & set(sys.modules) else 0)"
    )
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(
        [*COMMAND[:1], "-c", code], input=lines, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["ready", *['{"action":"+"}'] * len(QUICK)]


WARMING = """
    import os

    class Warm:
        name = "warm"
        def warm_up(self):
            with open(os.environ["WARMED"], "a") as file:
                print("warm", file=file)
        def choose(self, view, budget):
            return view.legal_actions[0]

    class Cold(Warm):
        def warm_up(self):
            raise ValueError("no cache")
"""


def test_a_bot_of_others_warms_up_once_in_a_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, warmed = tmp_path / "bots.py", tmp_path / "warmed"
    file.write_text(textwrap.dedent(WARMING))
    monkeypatch.setenv("WARMED", str(warmed))

    async def work(thinkers: Thinkers) -> None:
        for _ in range(3):
            assert await thinkers.choose(f"{file}:Warm", first_view()) == DrawPile()
        assert warmed.read_text() == "warm\n"
        with pytest.raises(BotError, match="no cache"):
            await thinkers.choose(f"{file}:Cold", first_view())

    run(lambda: Thinkers(1), work)


def test_what_the_command_line_tells_of_the_time_to_think_is_so() -> None:
    assert next(option.default for option in serve.params if option.name == "think") == SECONDS
