"""One game between bots: kinds of faults, times, what is made ready first and told last."""

from __future__ import annotations

import time

import pytest

from arboretum import Action, BotError, Budget, Phase, View, play
from arboretum.arena import table
from arboretum.arena.outcome import Times
from arboretum.errors import FaultKind


class First:
    """The first legal action."""

    name = "first"

    def choose(self, view: View, budget: Budget) -> Action:
        return view.legal_actions[0]


class Unsteady(First):
    """Fails in another way in each phase."""

    name = "unsteady"
    kinds: dict[Phase, FaultKind] = {Phase.DRAW_FIRST: "late", Phase.PLACE: "failed"}  # noqa: RUF012 - as it is

    def choose(self, view: View, budget: Budget) -> Action:
        if view.phase in self.kinds:
            raise BotError("It is tired.", bot=self.name, seat=view.me, kind=self.kinds[view.phase])
        return None if view.phase is Phase.DISCARD else view.legal_actions[0]  # type: ignore[return-value]


class Slow(First):
    """Takes a while, and much longer the first time it is asked for a placing."""

    name = "slow"
    asked = 0

    def choose(self, view: View, budget: Budget) -> Action:
        if view.phase is Phase.PLACE:
            time.sleep(0.3 if Slow.asked == 0 else 0.002)
            Slow.asked += 1
        return view.legal_actions[0]


class Telling(First):
    """Writes down what it is told besides its decisions."""

    name = "telling"
    told: list[str] = []  # noqa: RUF012 - a test reads it

    def warm_up(self) -> None:
        self.told.append("ready")

    def game_over(self, view: View) -> None:
        assert view.phase is Phase.OVER
        self.told.append(f"over {view.me}")


def test_faults_are_counted_by_their_kind() -> None:
    result = play([Unsteady, "random"], deals=1, seed=1)
    unsteady, other = result.standings
    turns = sum((game.turns + 1 - game.places[0]) // 2 for game in result.games)
    assert (unsteady.late, unsteady.failed, unsteady.illegal) == (turns, turns, turns)
    assert unsteady.faults == 3 * turns
    assert other.faults == 0
    assert f"unsteady: {3 * turns} faults ({turns} illegal, {turns} late and {turns} failed)." in result.table()


def test_what_is_done_for_the_first_time_is_not_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "_asked", set())
    slow, _ = play([Slow, "random"], deals=1, seed=1).times
    assert 0.002 <= slow.longest < 0.25
    assert slow.decisions % 4 == 0
    assert slow.decisions == 4 * (Slow.asked - 1)
    assert slow.mean == slow.seconds / slow.decisions


def test_a_bot_is_made_ready_once_and_told_the_end_of_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "_ready", set())
    Telling.told.clear()
    play([Telling, "random"], deals=2, seed=1)
    assert Telling.told == ["ready", "over 0", "over 1", "over 0", "over 1"]


def test_a_bot_that_cannot_be_made_ready_ends_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Telling) -> None:
        raise OSError("no weights")

    monkeypatch.setattr(table, "_ready", set())
    monkeypatch.setattr(Telling, "warm_up", fail)
    with pytest.raises(BotError, match="The bot telling cannot be made ready: OSError: no weights"):
        play([Telling, "random"], deals=1, seed=1)


def test_a_bot_that_fails_at_the_end_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Telling, view: View) -> None:
        raise ValueError("no farewell")

    monkeypatch.setattr(Telling, "game_over", fail)
    result = play([Telling, "random"], deals=1, seed=1)
    assert result.standings[0].failed == result.faults == 2
    assert "no farewell" in result.table()


def test_times_add_up() -> None:
    assert Times(2, 1.0, 0.75) + Times(3, 2.0, 1.5) == Times(5, 3.0, 1.5)
    assert Times().mean is None
