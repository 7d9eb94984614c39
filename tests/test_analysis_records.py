"""Analyses of records of every kind, whole, cut off, seen by one player, and their form as JSON."""

from __future__ import annotations

import dataclasses
import functools
import json

import pytest

from analysed_games import cut, looked_at, near, told
from arboretum import NOBODY, ArboretumError
from arboretum.analysis import analysed, analysis_json
from arboretum.analysis.analyse import Progress
from arboretum.analysis.judge import at_a_look
from arboretum.analysis.model import Part, Worth
from arboretum.analysis.seen import as_open, truth_of
from arboretum.events import Dealt, Discarded, Drew
from arboretum.language import languages, speaking
from record_games import true_record


def test_progress_is_told_from_little_to_all() -> None:
    shares: list[float] = []
    tell: Progress = shares.append
    analysed(cut(true_record(), 20), at_a_look, progress=tell, open_cards=False)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(shares) > 10


def test_an_unfinished_game_is_analysed_as_far_as_it_goes() -> None:
    record = true_record(2, 1)
    first = next(at for at, event in enumerate(record.events) if isinstance(event, Drew))
    for length in (first, first + 1, first + 4, first + 10):
        analysis = analysed(cut(record, length), at_a_look)
        assert len(analysis.known.decisions) == length - first
        assert not analysis.is_complete
        assert len(analysis.known.course) == 1 + -(-(length - first) // 4)
        for ledger in analysis.known.ledgers:
            assert near(functools.reduce(Worth.__add__, map(ledger.total, Part), ledger.start), ledger.end)
        assert any("as far as the record goes" in note for note in analysis_json(analysis)["notes"])


def test_a_players_own_record_tells_of_that_player_alone() -> None:
    whole = true_record(2, 1)
    mine = cut(whole, len(whole.events) - 1).seen_by(1)
    analysis = analysed(mine, at_a_look)
    assert analysis.open is None
    assert {decision.seat for decision in analysis.known.decisions} == {1}
    assert [ledger.seat for ledger in analysis.known.ledgers] == [1]
    ours = [told(decision) for decision in looked_at().known.decisions if decision.seat == 1]
    assert [told(decision) for decision in analysis.known.decisions] == ours
    assert any("The hands of Ada are not in this record" in note for note in analysis_json(analysis)["notes"])
    for standing in analysis.known.course:
        assert standing.own[0] is None
        assert sum(standing.win) == pytest.approx(1.0)


def test_with_the_deck_at_its_end_a_players_record_tells_all() -> None:
    analysis = analysed(true_record(2, 1).seen_by(0), at_a_look)
    assert [told(decision) for decision in analysis.known.decisions] == [
        told(decision) for decision in looked_at().known.decisions
    ]
    assert analysis.open is not None


def test_what_shows_no_hand_cannot_be_analysed() -> None:
    record = true_record(2, 1)
    with pytest.raises(ArboretumError, match="shows no hand"):
        analysed(cut(record, len(record.events) - 1).seen_by(NOBODY), at_a_look)
    other = dataclasses.replace(record, setup=dataclasses.replace(record.setup, rules="77"))
    with pytest.raises(ArboretumError, match="77"):
        analysed(other, at_a_look)


def test_a_record_that_breaks_a_rule_is_refused_with_its_line() -> None:
    record = true_record(2, 1)
    at = next(i for i, event in enumerate(record.events) if isinstance(event, Discarded))
    with pytest.raises(ArboretumError, match="Line "):
        analysed(dataclasses.replace(record, events=record.events[:at] + record.events[at + 1 :]), at_a_look)


def test_with_open_cards_all_hands_are_seen_and_the_draw_pile_is_not() -> None:
    record = truth_of(true_record(2, 1, "species=secret"))
    seen = as_open(record)
    assert seen is not None
    dealt = [card for event in record.events if isinstance(event, Dealt) for card in event.cards]
    for made in seen.decisions[:20:5]:
        assert sum(map(len, made.view.hands_known)) == sum(made.view.hand_sizes)
        assert made.pile is not None
        assert made.pile < made.view.unseen  # with the species that are not in the game
        assert not made.pile & set(dealt)


def test_the_form_that_is_documented() -> None:
    analysis = looked_at()
    written = json.loads(json.dumps(analysis_json(analysis), allow_nan=False))
    assert (written["kind"], written["format"]) == ("arboretum-analysis", 1)
    assert list(written) == ["kind", "format", "players", "complete", "turns", "notes", "known", "open"]
    for lens in (written["known"], written["open"]):
        assert list(lens) == ["course", "decisions", "moments", "summary"]
        numbers = {decision["number"]: decision for decision in lens["decisions"]}
        for moment in lens["moments"]:
            decision = numbers[moment["number"]]
            assert moment["why"] == decision["why"]
            assert (moment["win"] > 0) == (moment["kind"] == "fine")
        for decision in numbers.values():
            actions = [choice["action"] for choice in decision["choices"]]
            assert decision["action"] in actions
            assert len(actions) <= 8
            assert decision["cost"]["win"] >= 0
            assert decision["say"].endswith(".")
            assert bool(decision["why"]) or decision["verdict"] not in ("slip", "mistake", "blunder")
        for summary in lens["summary"]:
            total = summary["start"]["win"] + sum(part["win"] for part in summary["parts"])
            assert total == pytest.approx(summary["end"]["win"], abs=0.002)
            assert summary["say"]


def test_sentences_are_in_the_language_that_is_spoken_and_numbers_are_not() -> None:
    analysis = looked_at()
    assert "de" in languages()
    english = analysis_json(analysis)
    with speaking("de"):
        german = analysis_json(analysis)
    assert english["notes"] != german["notes"]
    for one, other in zip(english["known"]["decisions"], german["known"]["decisions"], strict=True):
        assert one["say"] != other["say"]
        assert (one["win"], one["action"], one["verdict"]) == (other["win"], other["action"], other["verdict"])
