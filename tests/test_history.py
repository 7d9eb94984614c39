"""A game step by step: what each step tells is the fold of what those eyes had seen by then."""

from __future__ import annotations

import gzip
import json
import random
from typing import Any

import pytest

from arboretum import NOBODY, View
from arboretum.events import Dealt, Discarded, Drew, Ended, Placed
from arboretum.rooms.commands import Start
from arboretum.rooms.entries import GAME_EVENTS
from arboretum.rooms.importing import imported
from arboretum.rooms.room import Room
from arboretum.web.history import changes, history_json
from arboretum.web.wire import moment_json
from record_games import true_record
from room_tables import begun, do, play_on, seated

Json = dict[str, Any]


def put(whole: Any, path: list[str], value: Any) -> Any:  # noqa: ANN401
    """What a page does with a change: the whole of its knowledge of games."""
    copied = whole.copy()
    key: Any = int(path[0]) if isinstance(whole, list) else path[0]
    copied[key] = put(whole[key], path[1:], value) if len(path) > 1 else value
    return copied


def moments(told: Json) -> list[Json]:
    """The table at every step, as a page works it out."""
    now, found = told["start"], []
    for step in told["steps"]:
        for path, value in step["change"].items():
            now = put(now, path.split("/"), value)
        found.append(now)
    return found


def views(room: Room, seat: int) -> dict[int, View]:
    """What a seat, or NOBODY, knew after each entry, by its version."""
    assert room.game is not None
    view, found = View.begin(room.game.setup, seat), {}
    for number, entry in room.seen(seat):
        if isinstance(entry, GAME_EVENTS):
            view = view.after(entry)
            found[number] = view
    return found


@pytest.mark.parametrize(
    ("people", "options"), [(2, "standard"), (3, "species=secret,piles=top-card"), (4, "opening=first-edition")]
)
@pytest.mark.parametrize("decisions", [0, 3, 41, 1000])
def test_each_step_is_the_fold_of_what_was_seen(people: int, options: str, decisions: int) -> None:
    room = begun(people, options=options)
    play_on(room, random.Random(people), decisions)
    over = room.status == "over"
    for seat in (*range(people), NOBODY):
        told = history_json(room, (seat,))
        known = views(room, seat)
        assert [step["v"] for step in told["steps"]] == list(known)[people:]
        for step, moment in zip(told["steps"], moments(told), strict=True):
            view = known[step["v"]]
            piles = over or view.options.piles == "browsable"
            expected = moment_json(view, paths=True, piles=piles)
            assert moment["held"] == [[str(card) for card in hand] for hand in view.hands_known]
            assert {**moment, "hand": None} == {**expected, "hand": None, "held": moment["held"]}
        assert told["as"] == (None if seat == NOBODY else seat)
        assert (told["score"] is not None) == over == told["is_whole"]


@pytest.mark.parametrize("people", [2, 4])
def test_open_hands_are_what_each_knew_of_its_own(people: int) -> None:
    room = begun(people)
    play_on(room, random.Random(2))
    told = history_json(room, tuple(range(people)))
    known = [views(room, seat) for seat in range(people)]
    for step, moment in zip(told["steps"], moments(told), strict=True):
        assert moment["held"] == [[str(card) for card in each[step["v"]].hand] for each in known]
        assert [len(hand) for hand in moment["held"]] == [hand["size"] for hand in moment["hands"]]
        event = step.get("event", {})
        assert event.get("card") != "?"
        assert "you" not in step["say"].lower().split()
    assert told["as"] == "all"


def test_a_step_tells_its_turn_and_its_words() -> None:
    room = begun(2)
    play_on(room, random.Random(2))
    told = history_json(room, (0, 1))
    turn = 0
    kinds: list[str] = []
    for step in told["steps"]:
        if step["kind"] == "drew" and kinds[-1] != "drew":
            turn += 1
        kinds.append(step["kind"])
        assert step["turn"] == turn
        assert step["say"]
    assert kinds[0] == "dealt"
    assert kinds[-1] == "ended"


def test_a_running_game_is_told_to_its_player_as_you() -> None:
    room = begun(2)
    play_on(room, random.Random(2), 8)
    says = " ".join(step["say"] for step in history_json(room, (0,))["steps"])
    assert "You placed" in says
    assert "Ada" not in says
    assert "Ada placed" in " ".join(step["say"] for step in history_json(room, (NOBODY,))["steps"])


def test_hidden_values_of_paths_stay_hidden_until_the_end() -> None:
    from room_tables import seated  # a table that plays so

    room = seated(2, preview=False)
    do(room, "ada", Start())
    play_on(room, random.Random(1), 40)
    assert all(paths == {} for moment in moments(history_json(room, (0,))) for paths in moment["paths"])
    play_on(room, random.Random(1))
    assert any(moments(history_json(room, (0,)))[-1]["paths"])


def test_a_lobby_has_no_steps() -> None:
    told = history_json(seated(2), (NOBODY,))
    assert told["start"] is None
    assert told["steps"] == []


@pytest.mark.parametrize("people", [2, 3, 4])
def test_it_is_small(people: int) -> None:
    room = begun(people)
    play_on(room, random.Random(5))
    told = json.dumps(history_json(room, tuple(range(people)))).encode()
    assert len(told) < 200_000
    assert len(gzip.compress(told)) < 20_000


def archive(text: str) -> Json:
    return history_json(Room("a", imported(text, "z", 0.0, "n")), (NOBODY,))


def test_other_rules_are_told_with_a_note_and_not_counted() -> None:
    record = true_record()
    told = archive(record.dump().replace('"rules":"1"', '"rules":"9"'))
    assert told["notes"] == [told["notes"][0]]
    assert "nothing is verified" in told["notes"][0]
    assert told["score"] is None
    assert told["result"] == {"totals": list(record.result.totals), "winners": list(record.result.winners)}  # type: ignore[union-attr]
    assert not told["is_whole"]
    last = moments(told)[-1]
    assert [len(hand) for hand in last["held"]] == [7, 7]
    assert sum(isinstance(e, Drew | Placed | Discarded | Ended) for e in record.events) + 1 == len(told["steps"])


def test_steps_end_where_these_rules_cannot_follow() -> None:
    record = true_record()
    lines = record.dump().replace('"rules":"1"', '"rules":"9"').splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"discarded"' in line)
    told = archive("".join([*lines[: at + 1], lines[at], *lines[at + 1 :]]))
    assert len(told["steps"]) == at - 2 - sum(isinstance(e, Dealt) for e in record.events) + 1
    assert f"Line {at + 2}" in told["notes"][-1]
    assert told["result"] is not None


def test_changes_lead_from_any_value_to_any_other() -> None:
    chance = random.Random(1)

    def value(depth: int) -> Any:  # noqa: ANN401
        kind = chance.randrange(4 if depth else 2)
        if kind == 2:
            return [value(depth - 1) for _ in range(chance.randrange(4))]
        if kind == 3:
            return {chance.choice("abc"): value(depth - 1) for _ in range(chance.randrange(4))}
        return chance.randrange(3)

    for _ in range(500):
        old, new = {"x": value(3)}, {"x": value(3)}
        told = old
        for path, what in changes(old, new).items():
            told = put(told, path.split("/"), what)
        assert told == new
