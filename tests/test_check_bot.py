"""`check_bot`: good bots pass, and each way of being bad is found and told."""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arboretum import Action, Budget, DrawPile, Game, State, View
from arboretum.bots.simple import Greedy, Random
from arboretum.errors import BotError
from arboretum.rules.jit import stream
from arboretum.testing import TABLES, check_bot
from arboretum.worlds import sample


class First:
    """A good bot: the first legal action."""

    name = "first"

    def choose(self, view: View, budget: Budget) -> Action:
        return view.legal_actions[0]


class Last(First):
    """A good bot with a memory that changes nothing."""

    name = "last"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, budget: Budget) -> Action:
        self.asked += 1
        return view.legal_actions[-1]


class Counting(First):
    """A bad bot: its choice depends on how often it was asked."""

    name = "counting"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, budget: Budget) -> Action:
        self.asked += 1
        return view.legal_actions[self.asked % len(view.legal_actions)]


class Stream(First):
    """A bad bot: one stream of chance for the whole game, from a seed."""

    name = "stream"

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, view: View, budget: Budget) -> Action:
        return self.chance.choice(view.legal_actions)


class Everyones(First):
    """A bad bot: the chance that the whole process shares."""

    name = "everyones"

    def choose(self, view: View, budget: Budget) -> Action:
        return random.choice(view.legal_actions)


class Stubborn(First):
    """A bad bot: always the same action."""

    name = "stubborn"

    def choose(self, view: View, budget: Budget) -> Action:
        return DrawPile()


class Failing(First):
    """A bad bot: it fails where the pile runs out."""

    name = "failing"

    def choose(self, view: View, budget: Budget) -> Action:
        return view.legal_actions[0 if view.pile_size > 2 else 1000]


class Keeping(First):
    """A bad bot: it keeps an imagined state between decisions, deep inside."""

    name = "keeping"

    def __init__(self) -> None:
        self.kept: dict[str, list[tuple[State]]] = {"worlds": []}

    def choose(self, view: View, budget: Budget) -> Action:
        self.kept["worlds"] = [(sample(view, stream(1)),)]
        return view.legal_actions[0]


class Thief(First):
    """A bad bot: it looks for the game in memory."""

    name = "thief"

    def choose(self, view: View, budget: Budget) -> Action:
        self.game = next(found for found in gc.get_objects() if isinstance(found, Game))
        return view.legal_actions[0]


class Slow(First):
    """A bad bot: it takes its time, whatever its budget."""

    name = "slow"

    def choose(self, view: View, budget: Budget) -> Action:
        time.sleep(0.6)
        return view.legal_actions[0]


@pytest.mark.parametrize(
    "bot",
    ["random", "greedy", "racer", "staircase", Random, Greedy, First, First(), Last, Last()],
    ids=lambda bot: bot if isinstance(bot, str) else getattr(bot, "__name__", f"{bot.name} itself"),
)
def test_good_bots_pass(bot: str) -> None:
    report = check_bot(bot)
    assert report.games == len(TABLES)
    assert report.decisions > 4 * report.games
    assert report.repeated * 3 == pytest.approx(2 * report.decisions, abs=2)
    assert 0 < report.mean_seconds <= report.slowest_seconds
    assert report.bot in str(report)
    assert "all legal" in str(report)


def test_tables_are_of_all_sizes_and_options_differ() -> None:
    assert {seats for seats, _ in TABLES} == {2, 3, 4}
    assert len({options for _, options in TABLES}) > 3


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        (Counting, "from the same view. Its chance must come from its seed"),
        (Stream, "from the same view. Its chance must come from its seed"),
        (Everyones, "from the same view. Its chance must come from its seed"),
        (Stubborn, "it is time to place a card"),
        (Failing, "IndexError: tuple index out of range (test_check_bot.py"),
        (Keeping, "holds a State"),
        (Thief, "holds a Game"),
        (object, "has no method choose"),
        ("nobody", "There is no bot 'nobody'"),
    ],
)
def test_bad_bots_do_not(bot: str, says: str) -> None:
    with pytest.raises(BotError) as caught:
        check_bot(bot)
    assert says in str(caught.value)


def test_a_bot_that_takes_too_long_is_told_so() -> None:
    with pytest.raises(BotError, match=r"slow took 0\.\d s for a decision, with a budget of 0\.01 s"):
        check_bot(Slow, budget=Budget(seconds=0.01))


def test_choices_by_the_clock_are_not_asked_for_twice() -> None:
    report = check_bot(First, budget=Budget(seconds=5))
    assert report.repeated == 0
    assert "depend on the clock" in str(report)


def test_it_needs_neither_pytest_nor_hypothesis_nor_numba() -> None:
    code = (
        "import sys\nfrom arboretum.testing import check_bot\nprint(check_bot('random'))\n"
        "assert not {'pytest', 'hypothesis', 'numba', 'click', 'rich'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "all legal" in done.stdout


def test_a_bot_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(
        "class Bot:\n    name = 'filed'\n"
        "    def choose(self, view, budget):\n        return view.legal_actions[-1]\n"
    )
    assert check_bot(f"{path}:Bot").bot == "filed"
