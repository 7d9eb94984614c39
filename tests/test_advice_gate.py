"""Who may be advised at a table: against bots alone, or where the table agreed; every kind of table."""

from __future__ import annotations

import random

import pytest

from arboretum import Options
from arboretum.events import NOBODY
from arboretum.rooms.advice import check_advice, is_advised
from arboretum.rooms.commands import Configure, Join, Leave, SeatBot, Start, Vote
from arboretum.rooms.importing import imported
from arboretum.rooms.practice import Chance, Wish, practice
from arboretum.rooms.refusals import Refused
from arboretum.rooms.room import Room
from arboretum.rooms.settings import Settings
from record_games import true_record
from room_tables import NAMES, NOW, begun, do, everyone, over, play_on, seated


def advised(room: Room) -> list[int]:
    """The seats that may be advised in the game of a table; who looks on is never among them."""
    assert not is_advised(room, NOBODY)
    return [seat for seat in range(len(room.seats)) if is_advised(room, seat)]


def started(room: Room) -> Room:
    do(room, "ada", Start())
    return room


@pytest.mark.parametrize("bots", [1, 2, 3])
def test_whoever_plays_against_bots_alone_may_be_advised(bots: int) -> None:
    assert advised(begun(1, bots)) == [0]


@pytest.mark.parametrize(("people", "bots"), [(2, 0), (3, 0), (4, 0), (2, 1), (2, 2), (3, 1)])
def test_nobody_is_advised_against_people_unless_all_who_play_are(people: int, bots: int) -> None:
    assert advised(started(seated(people, bots))) == []
    assert advised(started(seated(people, bots, hints=True))) == list(range(people))


def test_one_screen_for_several_is_a_table_of_people() -> None:
    assert advised(started(seated(2, hot_seat=True))) == []
    assert advised(started(seated(2, 1, hot_seat=True))) == []
    assert advised(started(seated(3, hot_seat=True, hints=True))) == [0, 1, 2]
    assert advised(started(seated(1, 1, hot_seat=True))) == [0]


def test_before_the_game_and_after_it_nobody_is_advised() -> None:
    assert advised(seated(1, 1)) == []
    assert advised(seated(2, hints=True)) == []
    alone = begun(1, 1)
    play_on(alone, random.Random(1))
    assert advised(alone) == []
    assert refusal(alone, [0], 0) == "OVER"


def test_a_person_who_may_come_back_is_a_person_still() -> None:
    """Else one who waits until the other is cut off could ask, and the other comes back."""
    left = begun(2)
    do(left, "ben", Leave(1))
    assert left.seats[1].kind == "bot"
    assert advised(left) == []
    away = begun(2)
    do(away, "ada", Vote(0, 1, "bot"), online=[0])
    assert away.seats[1].kind == "bot"
    assert advised(away) == []


def test_a_bot_that_plays_for_a_person_asks_nobody() -> None:
    room = begun(1, 1)
    do(room, "ada", Leave(0))
    assert advised(room) == []
    do(room, "ada", Join(0, "Ada"))
    assert advised(room) == [0]


def test_a_practice_game_is_against_bots() -> None:
    room = over()
    entries = practice(room, Wish(40, 1, "same", "random"), "cleo", Chance.of(1, "s" * 32), NOW, "next")
    table = Room("practice", entries, bots=("random",))
    assert advised(table) == [1]
    check_advice_or_turn(table, 1)


def check_advice_or_turn(room: Room, seat: int) -> None:
    """A seat is advised when it is its turn."""
    assert room.game is not None
    if room.game.seat == seat:
        check_advice(room, [seat], seat)
    else:
        assert refusal(room, [seat], seat) == "NOT_YOUR_TURN"


def test_a_game_that_was_brought_is_over_or_can_only_be_read() -> None:
    whole = Room("whole", imported(true_record().dump(), "zoe", NOW, "next"))
    assert advised(whole) == []
    archive = Room("a", imported(true_record().dump().replace('"rules":"1"', '"rules":"9"'), "zoe", NOW, "next"))
    assert advised(archive) == []
    assert refusal(archive, [0], 0) == "NOT_BEGUN"


def test_a_rematch_is_as_the_game_before() -> None:
    for room, expected in ((begun(1, 1), [0]), (begun(2), []), (started(seated(2, hints=True)), [0, 1])):
        play_on(room, random.Random(1))
        again = Room("again", room.rematch_entries("next", NOW))
        assert advised(again) == expected


def test_the_agreement_is_the_host_s_and_before_the_game() -> None:
    room = seated(2)
    assert not room.settings.hints, "nobody helps unless it was agreed"
    with pytest.raises(Refused):
        room.command("ben", Configure(Settings(2, hints=True)), NOW)
    do(room, "ada", Configure(Settings(2, hints=True)))
    do(room, "ada", Start())
    assert advised(room) == [0, 1]
    for hints in (True, False):
        with pytest.raises(Refused):
            room.command("ada", Configure(Settings(2, hints=hints)), NOW)
    plain = begun(2)
    with pytest.raises(Refused):
        plain.command("ada", Configure(Settings(2, hints=True)), NOW)


def test_a_bot_cannot_be_put_on_a_person_s_seat_to_be_alone() -> None:
    room = begun(2)
    with pytest.raises(Refused):
        room.command("ada", SeatBot(1, "random"), NOW)


def test_a_log_of_before_says_nothing_of_hints() -> None:
    told = Settings(2, hints=True).to_json()
    assert Settings.from_json(told).hints
    del told["hints"]
    assert not Settings.from_json(told).hints


# Now, and by whom. -------------------------------------------------------------------------------------------


def refusal(room: Room, held: list[int], seat: int) -> str:
    """Why a seat is not advised now, or an empty text."""
    try:
        check_advice(room, held, seat)
    except Refused as refused:
        assert str(refused).endswith(".")
        return refused.reason
    return ""


def test_only_who_holds_the_seat_asks_and_only_in_turn() -> None:
    room = started(seated(3, hints=True, options=Options(start=0)))
    assert room.game is not None
    for now in range(3):
        assert room.game.seat == now
        for seat in range(3):
            session = NAMES[seat].lower()
            assert refusal(room, list(room.seats_of(session)), seat) == ("" if seat == now else "NOT_YOUR_TURN")
            others = [other for other in range(3) if other != seat]
            assert refusal(room, others, seat) == "NOT_YOURS"
            assert refusal(room, [], seat) == "NOT_YOURS"
        play_on(room, random.Random(now), 4)


def test_at_one_screen_the_one_who_is_to_act_is_advised() -> None:
    room = started(seated(2, hot_seat=True, hints=True, options=Options(start=0)))
    assert refusal(room, [0, 1], 0) == ""
    assert refusal(room, [0, 1], 1) == "NOT_YOUR_TURN"
    play_on(room, random.Random(0), 4)
    assert refusal(room, [0, 1], 0) == "NOT_YOUR_TURN"
    assert refusal(room, [0, 1], 1) == ""


def test_every_other_refusal_has_its_reason() -> None:
    assert refusal(seated(1, 1), [0], 0) == "NOT_BEGUN"
    assert refusal(over(), [0], 0) == "OVER"
    assert refusal(begun(2), [0], 0) == "NO_HINTS"
    room = begun(2)
    for seat in everyone(room):
        assert refusal(room, [], seat) == "NOT_YOURS"
    with pytest.raises(Refused, match="agree on hints"):
        check_advice(begun(2), [0], 0)
