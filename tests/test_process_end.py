"""Programs that play end with whoever plays, however that ends."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arboretum import Budget
from arboretum.bots.process.pool import IDLE, POOL
from arboretum.bots.registry import end_idle_programs, end_programs, make
from programs import GOOD, answering, gone, is_running, numbers_in, spec
from tables import new_game

pytestmark = pytest.mark.skipif(not hasattr(os, "killpg"), reason="what is looked at here is that of POSIX")

PIDS = """
def note(pid):
    open(sys.argv[0] + ".pids", "a").write(f"{pid}\\n")
note(os.getpid())
"""

STUBBORN = """
import signal
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
if (pid := os.fork()) == 0:
    note(os.getpid())
    while True: time.sleep(1)
"""

FOR_EVER = "\nwhile True: time.sleep(1)\n"


@pytest.fixture(autouse=True)
def _no_program_stays() -> Iterator[None]:
    yield
    end_programs()
    POOL.names.clear()
    POOL._patience.clear()


def asked(bot: object) -> None:
    """One decision of a bot."""
    game = new_game(2, 1)
    bot.choose(game.view(game.seat), Budget())  # type: ignore[attr-defined]


def pids(folder: Path, count: int = 1, seconds: float = 20.0) -> list[int]:
    """The numbers of the programs, when there are so many."""
    until = time.monotonic() + seconds
    while len(numbers_in(folder / "prog.py.pids")) < count and time.monotonic() < until:
        time.sleep(0.02)
    return numbers_in(folder / "prog.py.pids")


def test_one_that_does_not_leave_is_ended_with_what_it_started(tmp_path: Path) -> None:
    bot = make(spec(tmp_path, PIDS + STUBBORN + answering(GOOD) + FOR_EVER), 0)
    asked(bot)
    started = pids(tmp_path, 2)
    assert all(map(is_running, started))
    begin = time.monotonic()
    end_programs()
    assert time.monotonic() - begin < 3
    assert not any(map(is_running, started))
    assert not Path(f"/proc/{started[0]}").exists() or sys.platform != "linux", "it was waited for: no zombie"


def test_one_that_leaves_is_not_waited_for_longer(tmp_path: Path) -> None:
    bots = [make(spec(tmp_path, PIDS + answering(GOOD), name="prog"), 0) for _ in range(3)]
    for bot in bots:
        asked(bot)
    begin = time.monotonic()
    end_programs()
    assert time.monotonic() - begin < 0.9
    assert gone(pids(tmp_path, 3), 0)


def test_it_is_out_of_the_reach_of_our_control_c(tmp_path: Path) -> None:
    make(spec(tmp_path, PIDS + answering(GOOD)), 0)
    (pid,) = pids(tmp_path)
    assert os.getsid(pid) == pid != os.getsid(0)


def test_a_bot_that_is_let_go_gives_its_program_to_the_next(tmp_path: Path) -> None:
    program = spec(tmp_path, PIDS + answering(GOOD))
    for _ in range(5):
        bot = make(program, 0)
        asked(bot)
        del bot
        gc.collect()
    assert len(pids(tmp_path)) == 1


def test_no_more_are_kept_than_are_of_use(tmp_path: Path) -> None:
    program = spec(tmp_path, PIDS + answering(GOOD))
    bots = [make(program, 0) for _ in range(IDLE + 2)]
    for bot in bots:
        asked(bot)
    started = pids(tmp_path, IDLE + 2)
    del bot
    bots.clear()
    gc.collect()
    assert gone(started[:1]) or sum(map(is_running, started)) == IDLE
    assert sum(map(is_running, started)) == IDLE
    end_idle_programs()
    assert gone(started, 0)


def test_a_bot_plays_on_after_all_were_ended(tmp_path: Path) -> None:
    bot = make(spec(tmp_path, PIDS + answering(GOOD)), 0)
    asked(bot)
    end_programs()
    asked(bot)
    assert len(pids(tmp_path)) == 2


def test_nothing_piles_up(tmp_path: Path) -> None:
    program = spec(tmp_path, answering(GOOD))

    def used() -> tuple[int, int]:
        files = len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0
        return files, threading.active_count()

    before = used()
    for _ in range(5):
        asked(make(program, 0))
        end_programs()
    assert used() == before


def test_a_program_of_ours_that_just_ends_leaves_none(tmp_path: Path) -> None:
    """No `close`, no `with`: whoever plays in a script or a notebook need not know that there is a process."""
    program = spec(tmp_path, PIDS + STUBBORN + answering(GOOD) + FOR_EVER)
    script = tmp_path / "script.py"
    script.write_text(f"from arboretum.bots.registry import make\nbot = make({program!r}, 0)\n")
    done = subprocess.run([sys.executable, "-W", "error", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert gone(pids(tmp_path, 2), 5)


def test_one_whose_owner_is_killed_sees_its_input_end(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    program = spec(tmp_path, PIDS + answering(GOOD))
    script.write_text(
        f"import time\nfrom arboretum.bots.registry import make\nbot = make({program!r}, 0)\ntime.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, script]) as owner:
        started = pids(tmp_path)
        assert started
        owner.kill()
    assert gone(started)


def test_a_process_that_was_forked_does_not_end_ours(tmp_path: Path) -> None:
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("nothing is forked here")
    bot = make(spec(tmp_path, PIDS + answering(GOOD)), 0)
    asked(bot)
    pid = os.fork()
    if pid == 0:
        end_programs()
        os._exit(0 if not POOL._all else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    asked(bot)
    assert len(pids(tmp_path)) == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_control_c_ends_a_match_and_all_its_programs(tmp_path: Path, workers: int) -> None:
    think = answering("time.sleep(0.02)", GOOD)
    program = spec(tmp_path, PIDS + STUBBORN + think + FOR_EVER)
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\nfrom arboretum import play\nif __name__ == '__main__':\n    try:\n"
        f"        play([{program!r}, 'random'], deals=500, seed=1, workers={workers})\n"
        "    except KeyboardInterrupt:\n        sys.exit(130)\n"
    )
    match = subprocess.Popen([sys.executable, script], stderr=subprocess.PIPE, text=True, start_new_session=True)
    started = pids(tmp_path, 2 if workers == 1 else 6)  # with workers one more, to learn its name
    time.sleep(0.3)
    os.killpg(match.pid, signal.SIGINT)
    _, errors = match.communicate(timeout=60)
    assert (match.returncode, errors) == (130, "")
    assert len(started) >= 2
    assert gone(numbers_in(tmp_path / "prog.py.pids"), 5)
