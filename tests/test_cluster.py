"""Matches on a Ray cluster of two nodes on this machine: the same results, whatever is killed."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from arboretum.record import Record
from ray_nodes import Nodes, nodes

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        importlib.util.find_spec("ray") is None,
        reason="Ray is not installed: pip install --editable '.[cluster]'",
    ),
]

SLOW = """
import os, time
from pathlib import Path
from arboretum.bots.simple import Greedy
PIDS = Path(__file__).parent / "pids"
class Slow(Greedy):
    name = "slow"
    def choose(self, view, budget):
        if PIDS.exists():
            (PIDS / str(os.getpid())).touch()
            time.sleep(0.004)
        return super().choose(view, budget)
class Ending(Greedy):
    name = "ending"
    def choose(self, view, budget):
        if view.turn == 5:
            os._exit(3)
        return super().choose(view, budget)
"""


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="module")
def cluster() -> Iterator[Nodes]:
    with nodes(free_port()) as found:
        yield found


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """A file with bots, which tell the processes that they play in, and are slow as long as they do."""
    (tmp_path / "pids").mkdir()
    path = tmp_path / "slow.py"
    path.write_text(SLOW)
    return path


def started(*words: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "arboretum", *map(str, words)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def answer(process: subprocess.Popen[str]) -> dict[str, Any]:
    """What a match printed, without times."""
    out, error = process.communicate(timeout=240)
    assert process.returncode == 0, error
    told: dict[str, Any] = json.loads(out)
    del told["times"]
    return told


def here(match: Sequence[object], slow: Path) -> dict[str, Any]:
    """What the same match prints without a cluster, and fast."""
    shutil.rmtree(slow.parent / "pids")
    return answer(started(*match, "--workers", 2))


def pids(slow: Path, count: int) -> list[int]:
    """The processes that play, as soon as there are so many."""
    until = time.monotonic() + 60
    while len(found := list((slow.parent / "pids").iterdir())) < count:
        assert time.monotonic() < until, "nobody plays"
        time.sleep(0.05)
    return [int(path.name) for path in found]


def numbers_in(results: Path) -> list[int]:
    return [json.loads(line)["number"] for line in results.read_text().splitlines()[1:]]


def test_the_same_as_here(cluster: Nodes, tmp_path: Path) -> None:
    match = ["ladder", "greedy", "random", "flat@20", "--deals", 3, "--seed", 11, "--json"]
    expected = answer(started(*match, "--workers", 2, "--keep", tmp_path / "here"))
    there = answer(started(*match, "--keep", tmp_path / "there", f"--cluster={cluster.address}"))
    assert there == expected
    files = [path.relative_to(tmp_path / "here") for path in (tmp_path / "here").rglob("*.jsonl")]
    assert len(files) == 18
    for file in files:
        Record.load(tmp_path / "there" / file).verify()


def test_the_same_from_elsewhere_with_a_test(cluster: Nodes) -> None:
    match = ["match", "greedy", "random", "--sprt", "0,50", "--seed", 3, "--json"]
    expected = answer(started(*match, "--workers", 1))
    there = answer(started(*match, f"--cluster={cluster.from_elsewhere}"))
    assert there == expected
    assert expected["deals"] < 1_000


def test_a_worker_is_killed_in_the_middle(cluster: Nodes, slow: Path) -> None:
    match = ["match", f"{slow}:Slow", "random", "--deals", 30, "--seed", 5, "--json"]
    results = slow.parent / "results"
    process = started(*match, "--resume", results, f"--cluster={cluster.address}")
    killed = pids(slow, 2)[0]
    time.sleep(1)
    os.kill(killed, signal.SIGKILL)
    there = answer(process)
    assert len(pids(slow, 3)) >= 3, "another one took its place"
    assert sorted(numbers_in(results)) == list(range(1, 31))
    assert there == here(match, slow)


def test_ctrl_c_keeps_what_was_played_and_resume_goes_on(cluster: Nodes, slow: Path) -> None:
    match = ["match", f"{slow}:Slow", "random", "--deals", 30, "--seed", 6, "--json"]
    results = slow.parent / "results"
    process = started(*match, "--resume", results, f"--cluster={cluster.address}")
    workers = pids(slow, 2)
    while not results.exists() or len(results.read_text().splitlines()) < 6:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert f"{len(numbers_in(results))} deals are in {results}" in error
    assert "Traceback" not in error
    gone = time.monotonic() + 30
    while any(Path(f"/proc/{pid}").exists() for pid in workers):
        assert time.monotonic() < gone, "its workers play on"
        time.sleep(0.1)
    before = numbers_in(results)
    assert 5 <= len(before) < 30
    there = answer(started(*match, "--resume", results, f"--cluster={cluster.address}"))
    assert numbers_in(results)[: len(before)] == before
    assert sorted(numbers_in(results)) == list(range(1, 31))
    assert there == here(match, slow)


def test_a_bot_that_ends_its_worker_is_told(cluster: Nodes, slow: Path) -> None:
    process = started("match", f"{slow}:Ending", "random", "--deals", 4, f"--cluster={cluster.address}")
    _, error = process.communicate(timeout=120)
    assert process.returncode == 1
    assert "was lost on the cluster again and again (WorkerCrashedError): does a bot end its process?" in error


def test_a_cluster_that_is_not_there() -> None:
    for address in (f"127.0.0.1:{free_port()}", f"ray://127.0.0.1:{free_port()}"):
        process = started("match", "greedy", "random", "--deals", 2, f"--cluster={address}")
        _, error = process.communicate(timeout=30)
        assert process.returncode == 1, error
        assert error.startswith(f"arboretum: The cluster at {address} cannot be joined: ")
        assert "Traceback" not in error


def test_nodes_with_other_code_play_nothing(cluster: Nodes) -> None:
    """The driver believes that its code is another one."""
    program = (
        "import arboretum.arena.versions as versions\n"
        "versions.fingerprint = lambda: 'not there'\n"
        "from arboretum.cli import main\n"
        "import sys; sys.argv[1:] = ['match', 'greedy', 'random', '--deals', '2', '--cluster=ADDRESS']\n"
        "main()\n"
    ).replace("ADDRESS", cluster.address)
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 1
    assert "(code not there): install the same on every node of the cluster." in done.stderr


def test_a_node_is_killed_in_the_middle(slow: Path) -> None:
    match = ["match", f"{slow}:Slow", "random", "--deals", 30, "--seed", 7, "--json"]
    results = slow.parent / "results"
    with nodes(free_port()) as found:
        process = started(*match, "--resume", results, f"--cluster={found.address}")
        pids(slow, 2)
        time.sleep(1)
        found.kill_second()
        there = answer(process)
    assert sorted(numbers_in(results)) == list(range(1, 31))
    assert there == here(match, slow)


def test_a_cluster_of_ones_own(slow: Path) -> None:
    """It is started for the match, and is gone after Ctrl-C."""
    process = started("match", f"{slow}:Slow", "random", "--deals", 200, "--cluster=local", "--workers", 1)
    workers = pids(slow, 1)
    os.killpg(process.pid, signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted" in error
    assert "Traceback" not in error
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)
