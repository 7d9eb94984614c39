"""Names to bots, and everything that can be wrong with a name, a file or a class."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

from arboretum import Bot, Budget
from arboretum.bots import registry
from arboretum.bots.registry import find, make, names
from arboretum.bots.simple import Greedy, Random
from arboretum.errors import BotError
from test_bots import watched

GOOD = """
from arboretum import Action, Budget, View

class First:
    name = "first"

    def choose(self, view: View, budget: Budget) -> Action:
        return view.legal_actions[0]

class Seeded(First):
    name = "seeded"

    def __init__(self, seed):
        self.seed = seed

class NoName:
    def choose(self, view, budget):
        return view.legal_actions[0]

class EmptyName(First):
    name = " "

class NumberName(First):
    name = 7

class Escape(First):
    name = "\\x1b[2J"

class Silent:
    name = "silent"

class Needy(First):
    def __init__(self, a, b):
        pass

class Broken(First):
    def __init__(self):
        raise OSError("weights are missing")

class BadName(First):
    @property
    def name(self):
        raise ValueError("nameless")

def made(seed):
    return Seeded(seed + 1)

one = First()
number = 7
"""


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Iterator[None]:
    """Modules and paths that a test imported are forgotten."""
    path, modules = list(sys.path), set(sys.modules)
    yield
    sys.path[:] = path
    for name in set(sys.modules) - modules:
        if name.startswith(("arboretum_bot_", "other_", "helper_")):
            del sys.modules[name]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "with blanks and ünïcode" / "bot.py"
    path.parent.mkdir()
    path.write_text(GOOD)
    return path


def refusal(spec: str) -> str:
    with pytest.raises(BotError) as caught:
        make(spec, 0)
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert sentence.endswith((".", ")"))
    assert (caught.value.bot, caught.value.seat) == (spec, -1)
    return sentence


def test_our_own_are_known_by_name() -> None:
    assert names()[:2] == ["random", "greedy"]
    assert isinstance(make("random", 4), Random)
    assert isinstance(make("greedy", 4), Greedy)
    assert {point.name: point.value for point in metadata.entry_points(group=registry.GROUP)}.items() >= (
        registry.OURS.items()
    ), "pyproject.toml names them too"


def test_a_seed_of_0_is_one_and_none_is_drawn() -> None:
    views = watched(2, 0)[:20]

    def choices(bot: Bot) -> list[str]:
        return [str(bot.choose(view, Budget())) for view in views]

    assert choices(make("random", 0)) == choices(Random(0))
    assert choices(make("random")) != choices(make("random"))


def test_a_class_in_a_file(file: Path) -> None:
    bot = make(f"{file}:Seeded", 12)
    assert (bot.name, vars(bot)) == ("seeded", {"seed": 12})
    assert make(f"{file}:First", 12).name == "first"
    assert vars(make(f"{file}:made", 12)) == {"seed": 13}


def test_a_relative_path_is_one(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    assert make("bot.py:First", 0).name == "first"


def test_a_file_is_run_once_and_finds_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "helper_beside.py").write_text("NAME = 'helped'")
    path = tmp_path / "one.py"
    runs = tmp_path / "runs"
    path.write_text(
        f"from helper_beside import NAME\nwith open({str(runs)!r}, 'a') as file:\n    file.write('x')\n" + GOOD
    )
    assert make(f"{path}:First", 0).name == "first"
    assert find(f"{path}:First") is find(f"{path}:First")
    assert runs.read_text() == "x"
    assert sys.path[-1] == str(tmp_path), "last, so that nothing else is hidden"


def test_dataclasses_in_a_file_work(tmp_path: Path) -> None:
    path = tmp_path / "data.py"
    path.write_text(
        "from __future__ import annotations\nimport dataclasses\n"
        "@dataclasses.dataclass\nclass Data:\n    seed: int\n    name: str = 'data'\n"
        "    def choose(self, view, budget):\n        return view.legal_actions[0]\n"
    )
    assert make(f"{path}:Data", 3).name == "data"


def test_a_class_in_a_package() -> None:
    assert isinstance(make("arboretum.bots.simple:Greedy", 1), Greedy)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("gredy", "There is no bot 'gredy': the bots are random, greedy"),
        ("", "There is no bot ''"),
        ("Random", "There is no bot 'Random'"),
        ("missing.py:First", "there is no file missing.py"),
        ("missing.py", "names no class"),
        ("bot.py:", "names no class"),
        (":First", "names no class"),
        ("bot.py:First()", "names no class"),
        ("no_such_package.bots:First", "there is no module no_such_package"),
        ("arboretum.no_such:First", "there is no module arboretum.no_such"),
        ("arboretum.bots.simple:Nobody", "has no Nobody: its bots are Random, Greedy"),
        ("arboretum.bots.simple:PROMISE", "something else than a class called PROMISE"),
        ("arboretum.bots.simple:whole", "cannot be made: TypeError"),
        ("arboretum.cells:Cell", "cannot be made: TypeError"),
        ("arboretum.actions:DrawPile", "is not a bot: it has no method choose"),
        ("..bad:First", "cannot be imported"),
        ("a\nb\x1b[2J", "There is no bot"),
    ],
)
def test_a_spec_that_is_none(spec: str, says: str) -> None:
    assert says in refusal(spec)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Nobody", "has no Nobody: its bots are First, Seeded"),
        ("NoName", "needs a name"),
        ("EmptyName", "needs a name"),
        ("NumberName", "needs a name"),
        ("Escape", "needs a name"),
        ("Silent", "has no method choose"),
        ("Needy", "cannot be made: TypeError"),
        ("Broken", "cannot be made: OSError: weights are missing (bot.py, line"),
        ("BadName", "cannot be made: ValueError: nameless"),
        ("one", "something else than a class"),
        ("number", "something else than a class"),
    ],
)
def test_a_class_that_is_no_bot(file: Path, name: str, says: str) -> None:
    assert says in refusal(f"{file}:{name}")


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("def choose(:", "SyntaxError"),
        ("import no_such_module_at_all", "No module named 'no_such_module_at_all'"),
        ("1 / 0", "ZeroDivisionError: division by zero (bad.py, line 1)."),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("\0", "cannot be imported"),
    ],
)
def test_a_file_that_cannot_be_imported(tmp_path: Path, code: str, says: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(code)
    for _ in range(2):  # a half-imported module is not left behind
        sentence = refusal(f"{path}:First")
        assert says in sentence
        assert "cannot be imported" in sentence


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_bytes(b"\xff\xfe\x00\x01")
    assert "cannot be imported" in refusal(f"{path}:First")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "folder.py").mkdir()
    assert "there is no file" in refusal(f"{tmp_path / 'folder.py'}:First")


def test_control_c_while_importing_passes(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        make(f"{path}:First")


# Other packages. ---------------------------------------------------------------------------------------------


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, entries: str) -> None:
    """A package with these entry points, as an installer leaves it."""
    info = folder / "other_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[arboretum.bots]\n{entries}\n")
    (folder / "other_bots.py").write_text(GOOD)
    monkeypatch.syspath_prepend(str(folder))


def test_bots_of_other_packages_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, "first = other_bots:First\nbroken = other_bots:Broken\ngone = gone_bots:Gone")
    assert names() == [*registry.OURS, "broken", "first", "gone"]
    assert make("first", 0).name == "first"
    assert "The bot broken cannot be made: OSError" in refusal("broken")
    assert "The bot gone cannot be found: there is no module gone_bots" in refusal("gone")


def test_nobody_takes_our_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(tmp_path, monkeypatch, "greedy = other_bots:First")
    assert names() == list(registry.OURS)
    assert isinstance(make("greedy", 0), Greedy)


def test_ours_are_found_where_no_entry_point_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(group: str) -> None:
        raise OSError("the metadata is damaged")

    monkeypatch.setattr(metadata, "entry_points", fails)
    assert isinstance(make("greedy", 0), Greedy)
    with pytest.warns(RuntimeWarning, match="the metadata is damaged"):
        assert names() == list(registry.OURS)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert "the bots are random, greedy" in refusal("someone")
