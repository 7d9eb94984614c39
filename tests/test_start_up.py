"""Starting is light: what is imported, and how long it takes at most."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

HEAVY = ("numba", "llvmlite", "rich", "click", "starlette", "torch", "hypothesis", "resvg_py")


def modules_after(code: str) -> set[str]:
    """The top-level modules in memory after running some code in a new process."""
    script = f"{code}\nimport sys\nprint(' '.join(sorted(m.split('.')[0] for m in sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return set(done.stdout.splitlines()[-1].split())


def test_the_library_needs_numpy_alone() -> None:
    loaded = modules_after("import arboretum")
    assert "numpy" in loaded
    assert not loaded & set(HEAVY)


def test_scoring_one_table_does_not_load_the_compiler() -> None:
    code = "from arboretum import Tableau\nassert Tableau.parse('OK1 OK3 OK4 OK8').best_path('Oak').points == 11"
    assert "numba" not in modules_after(code)


@pytest.mark.parametrize(
    "words", ["--help", "--version", "play --help", "score --help", "match --help", "show --help"]
)
def test_help_loads_no_compiler(words: str) -> None:
    code = (
        "import sys\nfrom arboretum.cli import main\n"
        f"sys.argv = ['arboretum', *{words.split()!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code"
    )
    loaded = modules_after(code)
    assert "numba" not in loaded
    assert "llvmlite" not in loaded


@pytest.mark.parametrize(
    ("code", "bound"),
    [
        ("import arboretum", 2.0),
        ("from arboretum.cli import commands\ncommands(['--help'], standalone_mode=False)", 2.5),
    ],
)
def test_starting_takes_no_time_to_speak_of(code: str, bound: float, tmp_path: Path) -> None:
    """A few times what NumPy takes alone at most, 1.4 and 1.7 are usual: a ratio, since machines differ.

    Processor time, the best of five, so that a busy machine does not count, and from bytecode.
    """
    _seconds(code, tmp_path)
    numpy = min(_seconds("import numpy", tmp_path) for _ in range(5))
    ours = min(_seconds(code, tmp_path) for _ in range(5))
    assert ours < bound * numpy, f"{code}: {ours:.2f} s, and NumPy alone {numpy:.2f} s"


def _seconds(code: str, bytecode: Path) -> float:
    """Seconds of processor time of a process that runs some code, whose bytecode is kept in a folder."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = str(bytecode)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
