"""The opponents for people: fair, repeatable, and each in its own way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from arboretum import Action, Bot, Budget, View
from arboretum.bots.heuristic import Heuristic
from arboretum.bots.learned import Learned
from arboretum.bots.levels import Basil, Hazel, Poppy, Rowan
from arboretum.bots.staircase import Staircase
from arboretum.bots.styles import LEVELS
from arboretum.table import Phase
from arboretum.testing import check_bot
from arboretum.value.judge import judged_at_once
from tables import new_game, swapped

QUICK: list[Callable[[int], Bot]] = [Poppy, Basil, Hazel, Rowan]
"""The fifth, the master, is in test_search."""


def game_views(seats: int, seed: int, options: str = "standard") -> list[View]:
    """What the acting seats of a quick game see."""
    game, player, views = new_game(seats, seed, options), Staircase(), []
    while not game.is_over:
        views.append(game.view(game.seat))
        game.play(game.seat, player.choose(views[-1], Budget()))
    return views


def test_they_are_the_levels() -> None:
    assert [make(0).name for make in QUICK] == list(LEVELS[:4])
    assert LEVELS[4] == "master"


@pytest.mark.long
@pytest.mark.parametrize("make", QUICK)
def test_they_are_bots(make: Callable[[int], Bot]) -> None:
    check_bot(make)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_that_a_seat_has_not_seen_change_no_choice(seats: int) -> None:
    """The swap test: two games that differ in two cards which the acting seat has not seen."""
    chance, compared = random.Random(seats), Counter[Phase]()
    game, played, player = new_game(seats, seats), list[tuple[int, Action]](), Staircase()
    while not game.is_over:
        view = game.view(game.seat)
        other = swapped(game, played, chance) if chance.random() < 0.12 else None
        if other is not None:
            for make in QUICK:
                assert make(1).choose(other.view(view.me), Budget()) == make(2).choose(view, Budget())
            compared[view.phase] += 1
        action = player.choose(view, Budget())
        game.play(view.me, action)
        played.append((view.me, action))
    assert sum(compared.values()) > 3


def test_poppy_grows_longer_paths_than_basil_and_scores_fewer_of_them() -> None:
    grown, scored = Counter[str](), Counter[str]()
    for seed in range(6):
        bots: list[Bot] = [Poppy(), Basil()]
        if seed % 2:
            bots.reverse()
        game = new_game(2, seed)
        while not game.is_over:
            game.play(game.seat, bots[game.seat].choose(game.view(game.seat), Budget()))
        totals = game.score.totals
        assert totals is not None
        for seat, bot in enumerate(bots):
            grown[bot.name] += sum(game.view(seat).tableaux[seat].points.values())
            scored[bot.name] += totals[seat]
    assert grown["poppy"] > grown["basil"]
    assert scored["poppy"] / grown["poppy"] < 0.8 * scored["basil"] / grown["basil"]


def test_basil_gives_away_what_the_heuristic_keeps_from_its_rival() -> None:
    """They differ, and only where rivals count: alone with its own garden Basil does as the heuristic does."""
    views = [view for seed in range(2) for view in game_views(2, seed)]
    differ = [view.phase for view in views if Basil().choose(view, Budget()) != Heuristic().choose(view, Budget())]
    assert 0.02 * len(views) < len(differ) < 0.5 * len(views)


@pytest.mark.parametrize(("make", "ideas"), [(Hazel, 2), (Rowan, 7)])
def test_they_take_the_best_of_their_first_ideas(make: Callable[[int], Bot], ideas: int) -> None:
    other = 0
    for view in game_views(3, 4)[::5]:
        action = make(0).choose(view, Budget())
        if view.phase in (Phase.DRAW_FIRST, Phase.DRAW_SECOND):
            if make is Hazel:
                assert action == Heuristic().choose(view, Budget()), "it draws by habit"
            continue
        judged = [each.action for each in judged_at_once(view)]
        other += action != judged[0]
        better = judged.index(action)
        assert better <= max(0, len(judged) - ideas), "no idea of those weighed is better"
    assert other > 0 or make is Rowan, "it overlooks what Learned finds"


def test_rowan_overlooks_more_than_learned_and_less_than_hazel() -> None:
    found = Counter[str]()
    for view in game_views(2, 6)[::3]:
        best = Learned().choose(view, Budget())
        for make in (Hazel, Rowan):
            found[make.name] += make(0).choose(view, Budget()) == best
    assert found["hazel"] < found["rowan"]
