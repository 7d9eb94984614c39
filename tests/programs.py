"""Programs for the tests to play with: short scripts that speak in lines, well or badly."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

from arboretum.bots.process.pool import POOL
from arboretum.bots.process.program import Program

HEAD = """
import json, os, sys, time
def say(value):
    print(value if isinstance(value, str) else json.dumps(value), flush=True)
def hello(name="prog"):
    say({"hello": name, "protocol": 1})
"""

LOOP = """
for line in sys.stdin:
    told = json.loads(line)
    if "hello" in told:
        hello()
    elif "question" in told:
        number, legal = told["question"], told["legal"]
"""

GOOD = 'say({"answer": number, "action": legal[0]})'


def spec(folder: Path, body: str, kind: str = "process", name: str = "prog") -> str:
    """A program as it is named for a match; its code is run after `HEAD`."""
    path = folder / f"{name}.py"
    path.write_text(HEAD + body)
    return f"{kind}:{shlex.join([sys.executable, '-S', '-E', str(path)])}"


def answering(*lines: str) -> str:
    """The code of a program that says hello, and does this for each question."""
    return LOOP + "".join(f"        {line}\n" for line in lines)


def is_running(pid: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] not in "ZX"


def gone(pids: list[int], seconds: float = 10.0) -> bool:
    """Whether these processes have all ended, or do soon."""
    until = time.monotonic() + seconds
    while any(map(is_running, pids)) and time.monotonic() < until:
        time.sleep(0.02)
    return not any(map(is_running, pids))


def numbers_in(path: Path) -> list[int]:
    """The numbers that programs have written into a file, one a line."""
    return [int(line) for line in path.read_text().split()] if path.exists() else []


def running(spec: str) -> int:
    """How many programs of this kind the pool knows."""
    words = Program.named(spec).words
    return sum(child.program.words == words for child in POOL._all)
