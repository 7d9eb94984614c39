"""Starting is light: what is imported, and how long it takes at most."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

HEAVY = ("numba", "llvmlite", "rich", "click", "starlette", "torch", "hypothesis")


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
    loaded = modules_after(
        "import arboretum as a\nassert a.Tableau.parse('OK1 OK3 OK4 OK8').best_path('Oak').points == 11"
    )
    assert "numba" not in loaded


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["play", "--help"], ["score", "--help"], ["match", "--help"]]
)
def test_help_loads_neither_compiler_nor_rules(words: list[str]) -> None:
    code = (
        "import sys\nfrom arboretum.cli import main\n"
        f"sys.argv = ['arboretum', *{words!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code"
    )
    loaded = modules_after(code)
    assert "numba" not in loaded
    assert "llvmlite" not in loaded


def test_starting_takes_no_time_to_speak_of() -> None:
    """The best of five, against the bounds that were promised, doubled for a machine that is busy."""
    for code, bound in (
        ("import arboretum", 0.3),
        ("from arboretum.cli import commands; commands(['--help'], standalone_mode=False)", 0.5),
    ):
        best = min(_seconds(code) for _ in range(5))
        assert best < 2 * bound, f"{code}: {best:.2f} s"


def _seconds(code: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    return time.perf_counter() - start
