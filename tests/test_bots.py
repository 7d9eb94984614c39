"""Our bots: legal, repeatable, blind to hidden cards; and what happens to an answer that is none."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from arboretum import Action, Bot, Budget, Card, Cell, Discard, DrawDiscard, DrawPile, Game, Place, Species, View
from arboretum.bots.ask import ask
from arboretum.bots.heuristic import Heuristic
from arboretum.bots.racer import Racer
from arboretum.bots.simple import Greedy, Outlook, Random
from arboretum.bots.staircase import Staircase
from arboretum.errors import BotError
from arboretum.table import Phase
from tables import new_game, swapped

OURS: list[Callable[[int], Bot]] = [Random, Greedy, Racer, Staircase, Heuristic]
"""Those that search are in test_search."""


def watched(seats: int, seed: int, options: str = "standard", bot: Bot | None = None) -> list[View]:
    """The views of all decisions of a game that a bot plays against itself."""
    game, player, views = new_game(seats, seed, options), bot or Random(seed), []
    while not game.is_over:
        view = game.view(game.seat)
        views.append(view)
        game.play(view.me, player.choose(view, Budget()))
    return views


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", ["standard", "species=secret,opening=first-edition", "unheld=nobody"])
@pytest.mark.parametrize("make", OURS)
def test_they_play_whole_games_legally(make: Callable[[int], Bot], options: str, seats: int) -> None:
    game, bot = new_game(seats, 5, options), make(3)
    while not game.is_over:
        view = game.view(game.seat)
        action = bot.choose(view, Budget())
        assert action in view.legal_actions
        game.play(view.me, action)


@pytest.mark.parametrize("make", OURS)
def test_a_choice_depends_on_seed_and_view_alone(make: Callable[[int], Bot]) -> None:
    views = watched(3, 1)
    in_order = [make(9).choose(view, Budget()) for view in views]
    one, shuffled = make(9), list(enumerate(views))
    random.Random(2).shuffle(shuffled)
    assert {at: one.choose(view, Budget()) for at, view in shuffled} == dict(enumerate(in_order))


def test_the_seed_changes_what_random_does_and_not_what_greedy_does() -> None:
    views = watched(2, 1)
    assert [Random(0).choose(v, Budget()) for v in views] != [Random(1).choose(v, Budget()) for v in views]
    assert [Greedy(0).choose(v, Budget()) for v in views] == [Greedy(1).choose(v, Budget()) for v in views]


def test_nobody_elses_chance_is_used() -> None:
    before = random.getstate()
    watched(2, 4, bot=Greedy())
    watched(2, 4, bot=Random(1))
    assert random.getstate() == before


CHOICES = """
from test_bots import OURS, watched
from arboretum import Budget
print([str(make(6).choose(view, Budget())) for make in OURS for view in watched(2, 8)])
"""


def test_another_process_chooses_the_same() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", CHOICES],
            env=os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.path.dirname(__file__)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1")
    }
    here = [str(make(6).choose(view, Budget())) for make in OURS for view in watched(2, 8)]
    assert told == {f"{here}\n"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_cards_that_a_seat_has_not_seen_change_no_choice(seats: int) -> None:
    """The swap test: two games that differ in two cards which the acting seat has not seen."""
    chance = random.Random(seats)
    compared = Counter[Phase]()
    for seed in range(2):
        game = new_game(seats, seed)
        played: list[tuple[int, Action]] = []
        while not game.is_over:
            view = game.view(game.seat)
            if chance.random() < 0.2:
                other = swapped(game, played, chance)
                if other is not None:
                    for make in OURS:
                        choice = make(seed).choose(view, Budget())
                        assert make(seed).choose(other.view(view.me), Budget()) == choice
                    compared[view.phase] += 1
            action = Greedy().choose(view, Budget())
            game.play(view.me, action)
            played.append((view.me, action))
    assert all(compared[phase] for phase in Phase if phase is not Phase.OVER)


@pytest.mark.parametrize("phase", [Phase.DRAW_SECOND, Phase.PLACE, Phase.DISCARD])
def test_random_gives_each_choice_the_same_chance(phase: Phase) -> None:
    """For a placing each card, and each cell with each card. Bounds of five standard deviations."""
    view = [view for view in watched(3, 2) if view.phase is phase][20]
    asked = 3000
    chosen = [Random(seed).choose(view, Budget()) for seed in range(asked)]
    groups: list[tuple[Counter[Any], int]] = [(Counter(chosen), len(view.legal_actions))]
    if phase is Phase.PLACE:
        places = [action for action in chosen if isinstance(action, Place)]
        groups += [(Counter(a.card for a in places), len(view.hand))]
        groups += [(Counter(a.cell for a in places), len(view.my_open_cells))]
    for counted, kinds in groups:
        expected = asked / kinds
        assert len(counted) == kinds
        assert all(abs(count - expected) < 5 * expected**0.5 for count in counted.values())


# Greedy. -----------------------------------------------------------------------------------------------------


KINDS = ("CA", "JA", "MP", "OK", "RP", "WI", "BS", "DW", "CB", "TP")


def view_where(cards: str, *, seats: int = 2, seed: int = 0) -> View:
    """The first view, in some seeded game, of a seat that has to draw and whose hand has these cards."""
    wanted = {Card.parse(word) for word in cards.split()}
    for number in range(seed, seed + 3000):
        game = Game.new(
            ["Ada", "Ben", "Cleo", "Dan"][:seats],
            species=[Species.parse(code) for code in KINDS[: 2 * seats + 2]],
            seed=number,
        )
        view = game.view(game.seat)
        if wanted <= set(view.hand):
            return view
    raise AssertionError(f"no deal with {cards}")


def test_the_chance_of_a_right_grows_with_the_sum_in_hand() -> None:
    outlook = Outlook(view_where("OK5"))
    chances = [outlook.chance(Species.OAK, [Card.parse(c) for c in cards.split()]) for cards in ("", "OK2", "OK5")]
    assert chances[0] == 0 < chances[1] < chances[2] < 1


def test_a_right_that_nobody_can_contest_is_certain() -> None:
    view = view_where("OK5")
    oaks = [Card.of(Species.OAK, value) for value in range(1, 9)]
    outlook = Outlook(view)
    outlook.view = view.after(view.seen[0])  # a view of its own to change
    outlook.view.__dict__["unseen"] = view.unseen - set(oaks)
    assert outlook.chance(Species.OAK, oaks) == 1
    assert outlook.chance(Species.OAK, []) == 1, "nobody holds it: everybody has the right"


def test_an_eight_counts_less_while_the_one_may_be_in_another_hand() -> None:
    outlook = Outlook(view_where("OK8"))
    eight, one, seven = (Card.of(Species.OAK, value) for value in (8, 1, 7))
    assert outlook.chance(Species.OAK, [eight]) < outlook.chance(Species.OAK, [seven, one])
    assert outlook.chance(Species.OAK, [eight, one]) > outlook.chance(Species.OAK, [eight])


def test_a_card_fits_best_where_it_steps_by_one_within_its_species() -> None:
    view = [view for view in watched(2, 3) if view.phase is Phase.PLACE][6]
    outlook = Outlook(view)
    cell, lying = next((cell, card) for cell, card in view.tableau.items() if 2 <= card.value <= 6)
    lone = [near for near in cell.neighbours if near in view.my_open_cells and neighbours_of(view, near) == 1]
    assert lone
    other = next(kind for kind in view.species if kind is not lying.species)
    by_one = outlook.fit(Card.of(lying.species, lying.value + 1), lone[0])
    assert by_one > outlook.fit(Card.of(other, lying.value + 1), lone[0])
    assert by_one > outlook.fit(Card.of(lying.species, lying.value + 2), lone[0])
    assert outlook.fit(Card.of(other, lying.value), lone[0]) == 0


def neighbours_of(view: View, cell: Cell) -> int:
    return sum(near in view.tableau for near in cell.neighbours)


def test_greedy_is_not_upside_down() -> None:
    """No measure of strength, only a guard against a wrong sign: it scores far more than random does."""
    totals = [0, 0]
    for seed in range(4):
        game = Game.new(["greedy", "random"], seed=seed)
        bots: list[Bot] = [Greedy(), Random(seed)]
        while not game.is_over:
            game.play(game.seat, bots[game.seat].choose(game.view(game.seat), Budget()))
        assert game.score.totals is not None
        totals = [total + more for total, more in zip(totals, game.score.totals, strict=True)]
    assert totals[0] > 3 * totals[1]


# Asking. -----------------------------------------------------------------------------------------------------


class Saying:
    """A bot that answers what a function says."""

    name = "saying"

    def __init__(self, answer: Callable[[], object]) -> None:
        self.answer = answer

    def choose(self, view: View, budget: Budget) -> Action:
        return self.answer()  # type: ignore[return-value]


class Evil:
    def __repr__(self) -> str:
        raise ValueError("no words")

    def __eq__(self, other: object) -> bool:
        raise ValueError("no comparison")

    __hash__ = None  # type: ignore[assignment]


def first_view(phase: Phase = Phase.DRAW_FIRST) -> View:
    return next(view for view in watched(2, 0) if view.phase is phase)


def raising(error: BaseException) -> Callable[[], None]:
    def fail() -> None:
        raise error

    return fail


ANSWERS: dict[str, Callable[[], object]] = {
    "answered None: that is none of the": lambda: None,
    "answered '+'": lambda: "+",
    "answered 7": lambda: 7,
    "answered <Evil instance at": Evil,
    "answered <class 'arboretum.actions.DrawPile'>": lambda: DrawPile,
    "it is time to draw the first card": lambda: Discard(Card.parse("OK1")),
    "discard pile is empty": lambda: DrawDiscard(0),
    "names no discard pile": lambda: DrawDiscard(3),
    "its parts are not a card": lambda: Discard(Evil()),  # type: ignore[arg-type]
    "answered OK1@(0, 0)": lambda: Place("OK1", (0, 0)),  # type: ignore[arg-type]
    "answered an object of type Place": lambda: Place(Evil(), Evil()),  # type: ignore[arg-type]
    "ZeroDivisionError: by nought (test_bots.py, line": raising(ZeroDivisionError("by nought")),
    "RecursionError": raising(RecursionError()),
    "ValueError: a b [31m": raising(ValueError("a\nb\x1b[31m")),
    "...": raising(ValueError("x" * 5000)),
    "StopIteration": raising(StopIteration()),
}


@pytest.mark.parametrize("says", ANSWERS)
def test_an_answer_that_is_none_is_told_in_a_sentence(says: str) -> None:
    view = first_view()
    with pytest.raises(BotError) as caught:
        ask(Saying(ANSWERS[says]), view, Budget())
    sentence = str(caught.value)
    assert says in sentence
    assert sentence.startswith(f"The bot {view.players[view.me]}, in turn 1 (DRAW_FIRST), ")
    assert sentence.isprintable()
    assert len(sentence) < 600
    assert (caught.value.bot, caught.value.seat) == ("saying", view.me)


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(3)])
def test_what_is_not_a_bots_to_raise_passes(error: BaseException) -> None:
    with pytest.raises(type(error)):
        ask(Saying(raising(error)), first_view(), Budget())


def test_an_equal_answer_becomes_the_action_itself() -> None:
    view = first_view(Phase.PLACE)
    legal = view.legal_actions[-1]
    assert isinstance(legal, Place)
    loose = Place(int(legal.card), tuple(legal.cell))  # type: ignore[arg-type]
    answer = ask(Saying(lambda: loose), view, Budget())
    assert answer == legal
    assert isinstance(answer, Place)
    assert isinstance(answer.card, Card)
    assert isinstance(answer.cell, Cell)
