"""The last decisions of a game: against every way tried by the game itself, and where hands are imagined."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from arboretum import Action, Budget, Game
from arboretum.bots import finish
from arboretum.bots.finish import is_last, last_choice
from arboretum.bots.heuristic import action_of
from arboretum.bots.search import PER_POINT
from arboretum.bots.staircase import Staircase
from arboretum.rules.jit import can_compile, stream
from arboretum.table import Phase
from arboretum.worlds import imagined
from tables import new_game

needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled."""
    monkeypatch.setattr(finish, "compiled", lambda function: function)


def last_moments(seats: int, seed: int, options: str = "standard") -> list[Game]:
    """A game as it was at each of its last decisions, when the draw pile was empty."""
    game, bot, found = new_game(seats, seed, options), Staircase(), []
    while not game.is_over:
        view = game.view(game.seat)
        if is_last(view.position()):
            found.append(copy.copy(game))
        game.play(view.me, bot.choose(view, Budget()))
    return found


def chosen(game: Game, out_of_game: int = 0, seed: int = 0) -> Action:
    """What is found best for the acting seat, by what it sees, in some worlds."""
    view, chance = game.view(game.seat), stream(seed)
    hands = []
    for _ in range(1 if view.seats == 2 and out_of_game == 0 else 3):
        world = view.position()
        imagined(world, chance, out_of_game)
        hands.append(np.array(world.hands, np.uint8))
    return action_of(view, view.position(), last_choice(view.position(), np.array(hands)))


def best_end(game: Game, me: int) -> float:
    """The best end of a game that a seat can still reach, tried by playing."""
    if game.is_over:
        totals, winners = game.score.totals, game.score.winners
        assert totals is not None
        assert winners is not None
        rival = max(total for seat, total in enumerate(totals) if seat != me)
        return (me in winners) / len(winners) + PER_POINT * (totals[me] - rival)
    return max(best_end(after(game, action), me) for action in game.view(me).legal_actions)


def after(game: Game, action: Action) -> Game:
    """The game with one action more."""
    other = copy.copy(game)
    other.play(other.seat, action)
    return other


def moments_of(phase: Phase, seeds: range) -> list[Game]:
    """Last moments of this phase, of games of two."""
    return [game for seed in seeds for game in last_moments(2, seed) if game.view(game.seat).phase is phase]


@pytest.mark.usefixtures("interpreted")
def test_the_last_discard_is_the_best_there_is() -> None:
    for game in moments_of(Phase.DISCARD, range(6)):
        assert best_end(after(game, chosen(game)), game.seat) == pytest.approx(best_end(game, game.seat))


@needs_numba
@pytest.mark.long
@pytest.mark.parametrize("phase", [Phase.PLACE, Phase.DRAW_SECOND])
def test_the_last_placing_and_draw_are_the_best_there_are(phase: Phase) -> None:
    for game in moments_of(phase, range(12))[:2]:
        assert best_end(after(game, chosen(game)), game.seat) == pytest.approx(best_end(game, game.seat))


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(("seats", "options"), [(3, "standard"), (4, "standard"), (2, "species=secret")])
def test_where_hands_are_imagined_the_choice_is_legal(seats: int, options: str) -> None:
    games = [game for game in last_moments(seats, 1, options) if game.view(game.seat).phase is Phase.DISCARD]
    for game in games:
        unused = 4 if options == "species=secret" else 0
        assert chosen(game, unused, 5) in game.view(game.seat).legal_actions
        assert chosen(game, unused, 5) == chosen(game, unused, 5)
    assert games


def test_it_is_for_last_decisions_alone() -> None:
    game, bot = Game.new(["a", "b"], seed=2), Staircase()
    last = []
    while not game.is_over:
        view = game.view(game.seat)
        last.append(is_last(view.position()))
        game.play(view.me, bot.choose(view, Budget()))
    assert 2 <= sum(last) <= 3
    assert sorted(last) == last, "once it is so it stays so"
