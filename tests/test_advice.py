"""Advice on a decision: the judge's best, what it is worth and why, what a discard costs; by the view alone."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator

import pytest

from arboretum import DrawDiscard, DrawPile, Place, View
from arboretum.actions import Discard
from arboretum.advice import (
    COSTLY,
    OTHERS,
    Advice,
    Judging,
    advice_json,
    advised,
    as_reviewed,
    deed,
    lines,
    outlook,
    percent,
    warned,
)
from arboretum.analysis.judge import to_the_end
from arboretum.cards import Card
from arboretum.language import speaking
from arboretum.records.lines import compact, event_to_json
from arboretum.rooms.adviser import Adviser
from arboretum.rooms.advisers import COMMAND
from arboretum.rules.jit import can_compile
from arboretum.table import Phase
from arboretum.value.judge import Judged, judged_at_once
from tables import new_game, play_on, random_action, swapped

needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not installed")


def moments(seed: int, count: int = 60, seats: int = 2) -> Iterator[View]:
    """What the acting seat sees at each decision of a random game."""
    game = new_game(seats, seed)
    for seat, _ in play_on(game, random.Random(seed), count):
        yield game.view(seat)


def moment(phase: Phase, seed: int = 3) -> View:
    """A decision of a kind, when some cards lie on the table."""
    return [view for view in moments(seed) if view.phase is phase][-1]


@pytest.mark.parametrize("phase", [Phase.DRAW_FIRST, Phase.DRAW_SECOND, Phase.PLACE, Phase.DISCARD])
def test_the_advice_is_what_the_judge_likes_best(phase: Phase) -> None:
    view = moment(phase)
    told = advised(view)
    assert told.choices == judged_at_once(view)
    assert told.best.action in view.legal_actions
    assert told.instead is None
    assert told.cost == 0
    sentences = list(lines(view, told))
    assert sentences[0].startswith(deed(view, told.best.action))
    assert len(sentences) >= 1 + min(OTHERS, len(told.choices) - 1)
    assert all(sentence.endswith((".", "!")) for sentence in sentences)


def test_a_discard_in_mind_is_compared_with_the_best() -> None:
    view = moment(Phase.DISCARD)
    best, *_, worst = judged_at_once(view)
    assert isinstance(worst.action, Discard)
    assert isinstance(best.action, Discard)
    told = advised(view, worst.action)
    assert told.instead == worst
    assert told.cost == pytest.approx(best.win - worst.win)
    same = advised(view, best.action)
    assert same.instead == best
    assert same.cost == 0
    assert not same.against


def test_what_is_not_among_the_choices_is_refused() -> None:
    view = moment(Phase.PLACE)
    card = next(iter(view.hand))
    with pytest.raises(ValueError, match="none of the choices"):
        advised(view, Discard(card))
    watching = new_game(2, 1)
    with pytest.raises(ValueError, match="another moment"):
        advised(watching.view(1 - watching.seat))


def test_a_costly_discard_is_warned_of_and_a_cheap_one_is_not() -> None:
    costly = cheap = 0
    for view in moments(5, 120):
        if view.phase is not Phase.DISCARD:
            continue
        best, *_, worst = judged_at_once(view)
        assert isinstance(worst.action, Discard)
        told = advised(view, worst.action)
        sentence = advice_json(view, told)["warning"]
        if best.win - worst.win >= COSTLY:
            costly += 1
            assert str(worst.action.card) in sentence
            assert str(percent(best.win)) in sentence
            assert warned(view, told)[-1] == f"Better: {deed(view, best.action)}"
        else:
            cheap += 1
            assert sentence is None
    assert costly > 0
    assert cheap > 0


def test_every_choice_has_words() -> None:
    view = moment(Phase.DRAW_FIRST)
    for seat, owner in (
        (view.me, "your own discard pile"),
        (1 - view.me, f"{view.players[1 - view.me]}'s discard"),
    ):
        if view.discards[seat]:
            assert owner in deed(view, DrawDiscard(seat))
            assert str(view.discards[seat][-1]) in deed(view, DrawDiscard(seat))
    assert deed(view, DrawPile()) == "Draw from the draw pile."
    place = moment(Phase.PLACE).legal_actions[0]
    assert isinstance(place, Place)
    assert deed(view, place) == f"Place {place.card} on {place.cell}."
    assert deed(view, Discard(place.card)) == f"Discard {place.card}."


@pytest.mark.parametrize(
    ("win", "margin", "words"),
    [
        (0.614, 3.14, "about 61 of 100 such games, and end 3.1 points ahead"),
        (0.386, -3.14, "about 39 of 100 such games, and end 3.1 points behind"),
        (0.5, 0.04, "about 50 of 100 such games."),
        (0.5, -0.04, "about 50 of 100 such games."),
        (0.0, -20.0, "about 0 of 100"),
        (1.0, 20.0, "about 100 of 100"),
    ],
)
def test_what_a_choice_is_worth_in_words(win: float, margin: float, words: str) -> None:
    assert words in outlook(Judged(DrawPile(), win, margin))


@pytest.mark.parametrize("judging", [judged_at_once, pytest.param(as_reviewed, marks=needs_numba)])
def test_it_sees_what_the_seat_sees(judging: Judging) -> None:
    """Two games that differ in cards the seat has not seen are advised on alike, to the last letter."""
    chance = random.Random(8)
    compared = 0
    for seats in (2, 3, 4):
        game = new_game(seats, chance.randrange(1000))
        already: list[tuple[int, object]] = []
        for _ in range(chance.randrange(4, 50)):
            if game.is_over:
                break
            seat, action = game.seat, random_action(game, chance)
            already.append((seat, action))
            game.play(seat, action)
        twin = None if game.is_over else swapped(game, already, chance)  # type: ignore[arg-type]
        if twin is None:
            continue
        told = [_told(each.view(each.seat), judging) for each in (game, twin)]
        assert told[0] == told[1]
        compared += 1
    assert compared > 1


def _told(view: View, judging: Judging = judged_at_once) -> str:
    return json.dumps(advice_json(view, advised(view, judging=judging)))


def test_it_is_said_in_the_language_that_is_spoken() -> None:
    view = moment(Phase.DISCARD)
    with speaking("de"):
        assert "abwerfen" in _told(view) or "Wirf" in _told(view)


def test_the_process_answers_a_question_and_says_how_it_failed() -> None:
    view = moment(Phase.DISCARD)
    answer = Adviser().answer
    told = answer(_request(view))
    assert told == json.loads(json.dumps(advice_json(view, advised(view))))
    card: Card = next(iter(view.hand))
    assert answer(_request(view) | {"instead": f"-{card}"})["instead"]["action"] == f"-{card}"
    assert "ValueError" in answer(_request(moment(Phase.PLACE)) | {"instead": f"-{card}"})["failed"]


def _request(view: View) -> dict[str, object]:
    return {
        "seat": view.me,
        "limit": 60.0,
        "setup": view.setup.to_json(),
        "seen": [event_to_json(event) for event in view.seen],
        "instead": None,
        "language": "en",
    }


def test_the_process_is_ready_at_once_and_loads_no_compiler() -> None:
    view = moment(Phase.DISCARD)
    done = subprocess.run(
        COMMAND, input=compact(_request(view)) + "\n", capture_output=True, text=True, timeout=60, check=True
    )
    ready, told = done.stdout.splitlines()
    assert ready == "ready"
    assert json.loads(told)["choices"] == advice_json(view, advised(view))["choices"]
    code = (
        "import sys\nimport json\nfrom arboretum.rooms.adviser import Adviser\n"
        "assert 'failed' not in Adviser().answer(json.loads(sys.stdin.read()))\nassert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], input=compact(_request(view)), text=True, check=True)


@needs_numba
def test_a_process_that_has_compiled_advises_what_the_review_will_like_best() -> None:
    adviser, differ = Adviser(), 0
    adviser.look_closer()
    for view in moments(4, 40):
        told = adviser.answer(_request(view))["choices"]
        best, *_ = to_the_end(view, ())
        assert (told[0]["action"], told[0]["win"]) == (str(best.action), round(best.worth.win, 4))
        differ += advised(view).best.action != best.action
    assert differ, "at a look it is not always the same"


def test_without_the_compiler_it_goes_on_at_a_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arboretum.rooms.adviser.can_compile", lambda: False)
    adviser, request = Adviser(), _request(moment(Phase.DRAW_FIRST))
    before = adviser.answer(request)
    adviser.look_closer()
    assert adviser.answer(request) == before


def test_an_advice_without_reasons_says_so() -> None:
    view = moment(Phase.DRAW_FIRST)
    told = advised(view)
    silent = Advice(told.choices, ())
    assert "No single reason stands out" in "".join(lines(view, silent))
