"""The plan of the package: who may import whom, read from the syntax tree."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import arboretum

SOURCE = Path(arboretum.__file__).parent


@functools.cache
def modules() -> dict[str, Path]:
    """Every module by its dotted name below the package."""
    found = {}
    for path in SOURCE.rglob("*.py"):
        name = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
        found[name] = path
    return found


@functools.cache
def imports(path: Path) -> set[str]:
    """What a file imports, wherever the import stands, as dotted names; our own without the package's name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path.name}: imports are absolute"
            ours = node.module == "arboretum" or node.module.startswith("arboretum.")
            names = {f"{node.module}.{alias.name}" for alias in node.names} if ours else set()
            inner = {name for name in names if name.removeprefix("arboretum.") in modules()}
            found.update(inner or {node.module})
    return {name.removeprefix("arboretum.") for name in found}


def ours(path: Path) -> set[str]:
    return {name for name in imports(path) if name in modules() and name != "arboretum"}


def test_imports_form_no_circle() -> None:
    graph = {name: ours(path) for name, path in modules().items() if name != "__init__"}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join([*trail, name])
        if name not in done:
            for other in graph.get(name, set()):
                visit(other, (*trail, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def test_rules_and_what_is_below_know_nothing_above() -> None:
    below = {"errors", "cards", "cells", "language"}
    for name, path in modules().items():
        if name.startswith("rules"):
            assert all(other.startswith("rules") for other in ours(path)), name
            foreign = {n.split(".")[0] for n in imports(path) - ours(path)}
            assert not foreign & {"click", "rich", "asyncio", "sqlite3", "secrets", "random"}, name
        if name in below:
            assert ours(path) <= below, name


def test_only_jit_knows_numba() -> None:
    for name, path in modules().items():
        if name != "rules.jit":
            assert not any(n.split(".")[0] == "numba" for n in imports(path)), name


def test_only_skill_knows_openskill() -> None:
    for name, path in modules().items():
        if name != "arena.skill":
            assert not any(n.split(".")[0] == "openskill" for n in imports(path)), name


def test_only_cluster_knows_ray() -> None:
    for name, path in modules().items():
        if name != "arena.cluster":
            assert not any(n.split(".")[0] == "ray" for n in imports(path)), name


def test_only_the_learner_knows_torch() -> None:
    for name, path in modules().items():
        if name != "training.learner":
            assert not any(n.split(".")[0] == "torch" for n in imports(path)), name


def test_playing_needs_no_training() -> None:
    for name, path in modules().items():
        if not name.startswith(("training", "cli")):
            assert not any(other.startswith("training") for other in ours(path)), name


def test_state_and_view_do_not_know_each_other() -> None:
    paths = modules()
    assert not ours(paths["view"]) & {"state", "game", "worlds"}
    assert "view" not in ours(paths["state"])


def test_only_the_owners_of_a_truth_make_one() -> None:
    """`game` and `record` hold a truth, `worlds` imagines one; nobody else imports State."""
    allowed = {"game", "record", "worlds", "__init__", "testing"}
    for name, path in modules().items():
        if name.split(".")[0] not in allowed and name != "state":
            assert "state" not in ours(path), name


def test_a_bot_can_not_cheat() -> None:
    for name, path in modules().items():
        if name.startswith("bots"):
            assert not ours(path) & {"game", "state", "record"}, name


def test_screens_ask_for_what_is_legal() -> None:
    for name, path in modules().items():
        if name.startswith(("tui", "web")):
            assert not any(other.startswith("rules") for other in ours(path)), name
            other_screen = "web" if name.startswith("tui") else "tui"
            assert not any(other.startswith(other_screen) for other in ours(path)), name


def test_a_guest_knows_only_what_it_is_sent() -> None:
    for name, path in modules().items():
        if name.startswith("remote"):
            floors = ("web", "rooms", "rules", "tui", "cli", "state", "game")
            assert not any(other.split(".")[0] in floors for other in ours(path)), name


def test_the_part_with_the_races_is_pure() -> None:
    impure = {"asyncio", "time", "sqlite3", "socket", "random", "threading", "multiprocessing"}
    for name in ("room", "lobby", "folded", "entries", "commands", "settings", "dealer"):
        assert not {n.split(".")[0] for n in imports(modules()[f"rooms.{name}"])} & impure, name
    for name, path in modules().items():
        if name.startswith("rooms"):
            assert not any(other.startswith(("web", "tui", "cli", "arena")) for other in ours(path)), name


def test_frameworks_stay_in_their_rooms() -> None:
    rooms = {
        "click": ("cli",),
        "rich": ("cli", "arena", "tui"),
        "multiprocessing": ("arena", "cli", "rooms"),
        "concurrent": ("arena", "rooms", "training"),
        "sqlite3": ("rooms",),
        "asyncio": ("rooms", "web", "cli"),
        **dict.fromkeys(("starlette", "jinja2", "msgspec"), ("web",)),
        **dict.fromkeys(("uvicorn", "segno"), ("web", "cli")),
    }
    for name, path in modules().items():
        for framework, places in rooms.items():
            if any(n.split(".")[0] == framework for n in imports(path)):
                assert name.split(".")[0] in places, f"{name} imports {framework}"


def test_the_face_is_light() -> None:
    """`import arboretum` and everything it reaches imports NumPy and the standard library alone."""
    import sys

    reached: set[str] = set()
    waiting = ["__init__"]
    paths = modules() | {"__init__": SOURCE / "__init__.py"}
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(ours(paths[name]))
    for name in reached - {"rules.jit", "arena.skill"}:  # they import what is optional, when it is asked for
        foreign = {n.split(".")[0] for n in imports(paths[name])} - {n.split(".")[0] for n in paths}
        assert foreign <= {"numpy", "__future__", "arboretum", *sys.stdlib_module_names}, name


def test_functions_and_files_stay_small() -> None:
    """A file is one idea under 300 lines; in `rules/` a function takes a position, a sheet and three numbers."""
    for name, path in modules().items():
        text = path.read_text()
        assert text.count("\n") <= 300, f"{name} has {text.count(chr(10))} lines"
        if name in ("rules.turn", "rules.legal", "rules.rights", "rules.paths", "rules.scoring"):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef):
                    numbers = [a for a in node.args.args if a.arg not in ("position", "sheet", "pad")]
                    assert len(numbers) <= 3, f"{name}.{node.name}"
                    body = node.body[1:] if ast.get_docstring(node) else node.body
                    lines = body[-1].end_lineno - body[0].lineno + 1  # type: ignore[operator]
                    assert lines <= 30, f"{name}.{node.name} has {lines} lines"
