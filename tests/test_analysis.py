"""The teacher: sums that add up, judgements from knowledge alone, luck that is luck, records of every kind."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import random
from fractions import Fraction

import pytest

from analysed_games import looked_at, near, told
from arboretum import Action, Record
from arboretum.actions import Discard, DrawPile
from arboretum.analysis import Analysis, analysed, analysis_json
from arboretum.analysis.judge import at_a_look, ranked_by, to_the_end
from arboretum.analysis.ledger import result_worth
from arboretum.analysis.luck import chances_of, luck
from arboretum.analysis.model import NOTHING, Lens, Part, Verdict, Worth
from arboretum.analysis.seen import as_known, truth_of
from arboretum.events import Discarded, Drew, Placed
from arboretum.table import Phase
from arboretum.view import View
from record_games import true_record
from tables import log_of, new_game, play_on, twin


def lenses(analysis: Analysis) -> list[Lens]:
    return [analysis.known] if analysis.open is None else [analysis.known, analysis.open]


GAMES = [(2, 1, "standard"), (2, 3, "species=secret,opening=first-edition"), (3, 2, "standard")]


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_every_change_is_accounted_for_turn_by_turn(seats: int, seed: int, options: str) -> None:
    """From an equal chance to the result: after each turn the sum so far is what the seat expected then."""
    analysis = looked_at(seats, seed, options)
    assert analysis.open is not None
    for lens in lenses(analysis):
        assert len(lens.course) == analysis.turns + 2
        for ledger in lens.ledgers:
            assert ledger.start == Worth(1 / seats, 0.0)
            value, entries = ledger.start, list(ledger.entries)
            for standing in lens.course[:-1]:
                while entries and entries[0].turn == standing.turn and entries[0].part is not Part.COUNT:
                    value = value + entries.pop(0).change
                own = standing.own[ledger.seat]
                assert own is not None
                assert near(value, own)
            assert [entry.part for entry in entries] == [Part.COUNT]
            parts = functools.reduce(Worth.__add__, map(ledger.total, Part), ledger.start)
            assert near(parts, ledger.end)
            result = true_record(seats, seed, options).result
            assert result is not None
            assert ledger.end == result_worth(result, ledger.seat)
        for standing in lens.course:
            assert sum(standing.win) == pytest.approx(1.0)


def test_the_result_of_a_seat_is_its_share_of_the_win_and_its_points_ahead() -> None:
    result = true_record(3, 2).result
    assert result is not None
    result = dataclasses.replace(result, totals=(7, 9, 9), winners=(1, 2))
    assert [result_worth(result, seat) for seat in range(3)] == [Worth(0, -2), Worth(0.5, 0), Worth(0.5, 0)]


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_a_decision_is_judged_among_what_could_be_done(seats: int, seed: int, options: str) -> None:
    analysis = looked_at(seats, seed, options)
    events = [
        event for event in true_record(seats, seed, options).events if isinstance(event, Drew | Placed | Discarded)
    ]
    verdicts = set()
    for lens in lenses(analysis):
        assert [decision.number for decision in lens.decisions] == list(range(len(events)))
        for decision, event in zip(lens.decisions, events, strict=True):
            assert (decision.seat, decision.view.me) == (event.seat, event.seat)
            actions = [choice.action for choice in decision.choices]
            assert decision.action in actions
            assert set(actions) <= set(decision.view.legal_actions)
            assert len(set(actions)) == len(actions)
            ranks = [ranked_by(choice.worth) for choice in decision.choices]
            assert ranks == sorted(ranks, reverse=True)
            assert all(0.0 <= choice.worth.win <= 1.0 for choice in decision.choices)
            assert sum(share for _, share in decision.split) == pytest.approx(1.0)
            assert (decision.verdict is Verdict.FORCED) == (len(decision.view.legal_actions) == 1)
            assert decision.verdict.is_loss == (
                decision.cost.win >= 0.03 and decision.verdict is not Verdict.FORCED
            )
            verdicts.add(decision.verdict)
        numbers = [decision.number for decision in lens.moments]
        assert numbers == sorted(set(numbers))
        assert all(d.verdict.is_loss or d.verdict is Verdict.FINE for d in lens.moments)
    assert len(verdicts) > 4


def test_the_largest_loss_of_each_seat_is_a_turning_point() -> None:
    lens = looked_at().known
    for seat in range(2):
        worst = max((d for d in lens.decisions if d.seat == seat), key=lambda d: d.cost.win)
        assert worst.verdict.is_loss
        assert worst in lens.moments


@pytest.mark.parametrize("seed", [1, 2])
def test_hidden_cards_change_no_judgement(seed: int) -> None:
    """Two games that look the same to a seat as far as they go: what is said of its choices is the same."""
    game = new_game(2, seed)
    already = list(play_on(game, random.Random(seed), 44))
    me = game.seat
    hidden = game.view(me).unseen
    in_hand = sorted(hidden & set(game.view(1 - me).hand))
    other = twin(game, in_hand[0], min(hidden - set(in_hand)), already)
    assert other.view(me) == game.view(me)
    assert other.view(1 - me) != game.view(1 - me)
    open_setup = dataclasses.replace(game.setup, commitment="")  # which promises no deck
    records = [Record(open_setup, tuple(log_of(each))) for each in (game, other)]
    one, two = (analysed(record, at_a_look) for record in records)
    ours = [[told(d) for d in each.known.decisions if d.seat == me] for each in (one, two)]
    assert ours[0] == ours[1]
    assert len(ours[0]) > 15
    written = [[d for d in analysis_json(each)["known"]["decisions"] if d["seat"] == me] for each in (one, two)]
    assert written[0] == written[1]
    assert one.open is not None
    assert two.open is not None
    assert [told(d) for d in one.open.decisions] != [told(d) for d in two.open.decisions]


def test_luck_is_nothing_on_the_whole_and_that_of_the_card_that_came() -> None:
    seen = as_known(truth_of(true_record(2, 4)))
    draws = [made for made in seen.decisions if isinstance(made.action, DrawPile)]
    for made in draws[::9]:
        assert made.pile is not None
        assert made.card in made.pile
        assert len(made.pile) == made.view.pile_size
        total = functools.reduce(
            Worth.__add__, (luck(dataclasses.replace(made, card=card)) for card in made.pile), NOTHING
        )
        assert near(total, NOTHING)
    assert any(abs(luck(made).win) > 0.01 for made in draws)


def test_an_unseen_card_comes_next_with_the_chance_that_all_worlds_give_it() -> None:
    """Of secret species each set of those that are out is equally likely; then every card of the others is."""
    for options in ("standard", "species=secret"):
        game = new_game(2, 3, options)
        for _ in play_on(game, random.Random(1), 21):
            pass
        view = game.view(game.seat)
        whole = [kind for kind in view.species if sum(card.species is kind for card in view.unseen) == 8]
        out = len(view.species) - view.setup.species_in_play
        chances = dict.fromkeys(view.unseen, Fraction())
        worlds = list(itertools.combinations(whole, out))
        for removed in worlds:
            cards = [card for card in view.unseen if card.species not in removed]
            for card in cards:
                chances[card] += Fraction(1, len(cards) * len(worlds))
        found = chances_of(view)
        assert found == {card: pytest.approx(float(chance)) for card, chance in chances.items() if chance}


def at_phase(phase: Phase, seed: int = 5, decisions: int = 30) -> View:
    """What the acting seat of a random game sees at such a decision."""
    game, chance = new_game(2, seed), random.Random(seed)
    for _ in play_on(game, chance, decisions):
        pass
    while game.view(game.seat).phase is not phase:
        for _ in play_on(game, chance, 1):
            pass
    return game.view(game.seat)


def test_to_the_end_of_the_turn_a_placing_is_worth_its_best_discard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Against following each discard by views, through the doors that everybody uses."""
    monkeypatch.setattr("arboretum.analysis.judge.compiled", lambda function: function)
    view = at_phase(Phase.PLACE)
    for choice in to_the_end(view, view.legal_actions[:1])[::5]:
        best = at_a_look(played(view, choice.action), [])[0]
        assert choice.worth.win == pytest.approx(best.worth.win, abs=1e-5)
        assert choice.worth.margin == pytest.approx(best.worth.margin, abs=1e-4)


@pytest.mark.long
@pytest.mark.parametrize("phase", [Phase.DRAW_FIRST, Phase.DRAW_SECOND, Phase.PLACE, Phase.DISCARD])
def test_compiled_the_judge_finds_what_it_finds_interpreted(phase: Phase, monkeypatch: pytest.MonkeyPatch) -> None:
    view = at_phase(phase, decisions=72)
    compiled = to_the_end(view, [])
    monkeypatch.setattr("arboretum.analysis.judge.compiled", lambda function: function)
    for one, other in zip(compiled, to_the_end(view, []), strict=True):
        assert one.action == other.action
        assert one.worth.win == pytest.approx(other.worth.win, abs=1e-5)


def played(view: View, action: Action) -> View:
    """The view after a placing of its own seat."""
    return view.after(Placed(view.me, action.card, action.cell))  # type: ignore[union-attr]


def test_a_discard_that_gives_up_a_sure_right_is_blamed_on_the_hand() -> None:
    """Of all discards that cost something, some are blamed on the hand and some on what they give."""
    blamed = {Part.HAND: 0.0, Part.DENIAL: 0.0}
    for seed in (1, 3):
        for decision in looked_at(2, seed).known.decisions:
            if isinstance(decision.action, Discard) and decision.verdict.is_loss:
                for part, share in decision.split:
                    blamed[part] += share
    assert min(blamed.values()) > 0.5
