"""Who may do what at a table, in which state, and what comes of it."""

from __future__ import annotations

import random

import pytest

from arboretum import Cell, Discard, DrawDiscard, DrawPile, Options, Place
from arboretum.errors import IllegalAction, NotYourTurn, OptionError
from arboretum.events import NOBODY, Discarded, Drew, Ended, Placed
from arboretum.rooms.commands import (
    Act,
    Command,
    Configure,
    Count,
    EndTurn,
    Join,
    Leave,
    Rematch,
    Say,
    SeatBot,
    Start,
    Vote,
)
from arboretum.rooms.entries import Left, Said, Seated
from arboretum.rooms.refusals import Forbidden, OutOfDate, Refused
from arboretum.rooms.room import LOG_LENGTH
from arboretum.rooms.settings import PHRASES, Settings
from room_tables import NOW, begun, do, opened, over, play_on, seated

CARD = begun(2).view(0).hand[0]
PLACE, DISCARD = Place(CARD, Cell(0, 0)), Discard(CARD)
OK, NO, NOT_NOW = None, Forbidden, Refused

COMMANDS: list[Command] = [
    Configure(Settings(2, preview=False)),
    Join(None, "Zoe"),
    Join(None, "Zoe", invited=True),
    Leave(0),
    Leave(1),
    SeatBot(2, "greedy"),
    SeatBot(1, "greedy"),
    Start(),
    Act(0, DrawPile()),
    EndTurn(0, PLACE, DISCARD),
    Say(0, 2),
    Vote(0, 1, "bot"),
    Rematch(),
    Count(1),
]
HOST, BEN, STRANGER, NOBODY_AT_ALL = "ada", "ben", "zoe", ""

# What each command of the list above leads to, by state and by who gives it.
MATRIX: dict[str, dict[str, list[type[Exception] | None]]] = {
    "lobby": {
        HOST: [
            OK,
            NOT_NOW,
            NOT_NOW,
            OK,
            OK,
            NOT_NOW,
            NOT_NOW,
            OK,
            NOT_NOW,
            NOT_NOW,
            OK,
            NOT_NOW,
            NOT_NOW,
            NOT_NOW,
        ],
        BEN: [NO, NOT_NOW, NOT_NOW, NO, OK, NO, NO, NO, NO, NO, NO, NO, NOT_NOW, NOT_NOW],
        STRANGER: [NO, NO, NOT_NOW, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO],
    },
    "playing": {
        HOST: [
            NOT_NOW,
            NOT_NOW,
            NOT_NOW,
            OK,
            NO,
            NOT_NOW,
            NOT_NOW,
            NOT_NOW,
            OK,
            IllegalAction,
            OK,
            OK,
            NOT_NOW,
            NOT_NOW,
        ],
        BEN: [NO, NOT_NOW, NOT_NOW, NO, OK, NO, NO, NO, NO, NO, NO, NO, NOT_NOW, NOT_NOW],
        STRANGER: [NO, NOT_NOW, NOT_NOW, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO],
    },
    "over": {
        HOST: [*[NOT_NOW] * 4, NO, *[NOT_NOW] * 3, IllegalAction, IllegalAction, OK, NOT_NOW, OK, OK],
        BEN: [NO, NOT_NOW, NOT_NOW, NO, NOT_NOW, NO, NO, NO, NO, NO, NO, NO, OK, OK],
        STRANGER: [NO, NOT_NOW, NOT_NOW, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO],
    },
}


@pytest.mark.parametrize("who", [HOST, BEN, STRANGER, NOBODY_AT_ALL])
@pytest.mark.parametrize("state", ["lobby", "playing", "over"])
def test_who_may_do_what(state: str, who: str) -> None:
    room = seated(2) if state == "lobby" else begun(2) if state == "playing" else over()
    expected = MATRIX[state].get(who, [Forbidden] * len(COMMANDS))
    before = room.truth()
    for command, outcome in zip(COMMANDS, expected, strict=True):
        if outcome is None:
            assert room.command(who, command, NOW), command
        else:
            with pytest.raises(outcome) as refused:
                room.command(who, command, NOW)
            assert isinstance(refused.value, Forbidden) == (outcome is Forbidden), command
            assert str(refused.value).endswith((".", "?")), command
    assert room.truth() == before, "asking changes nothing"


def test_a_whole_table_from_the_door_to_the_end() -> None:
    room = opened(Settings(2))
    do(room, "ada", Join(None, "Ada"))
    do(room, "ada", SeatBot(1, "greedy"))
    assert [(seat.kind, seat.name, seat.bot) for seat in room.seats] == [
        ("person", "Ada", None),
        ("bot", "Greedy", "greedy"),
    ]
    do(room, "ada", Start())
    assert room.status == "playing"
    assert room.game is not None
    assert (room.due_bot() == 1) == (room.game.seat == 1)
    play_on(room, random.Random(3))
    assert room.due_bot() is None
    assert room.game.score.winners


def test_places_are_taken_in_order_and_one_each() -> None:
    room = opened(Settings(2))
    with pytest.raises(Forbidden, match="invitation"):
        room.command("ben", Join(None, "Ben"), NOW)
    do(room, "ben", Join(1, "Ben", invited=True))
    do(room, "ada", Join(None, "Ada"))
    for command in (Join(None, "Ben", invited=True), Join(0, "Ben", invited=True)):
        with pytest.raises(Refused, match="sit here already, as Ben"):
            room.command("ben", command, NOW)
    with pytest.raises(Refused, match="No seat is free"):
        room.command("cleo", Join(None, "Cleo", invited=True), NOW)
    with pytest.raises(Refused, match="Ben sits there already"):
        room.command("cleo", Join(1, "Cleo", invited=True), NOW)
    for seat in (-1, 2):
        with pytest.raises(Refused, match="There is no seat"):
            room.command("cleo", Join(seat, "Cleo", invited=True), NOW)
    for _ in range(3):  # sit, get up, sit again: never two seats
        do(room, "ben", Leave(1))
        do(room, "ben", Join(1, "Ben", invited=True))
    assert room.seats_of("ben") == (1,)


def test_a_hot_seat_table_has_one_person_on_all_seats() -> None:
    room = seated(3, hot_seat=True)
    assert room.seats_of("ada") == (0, 1, 2)
    do(room, "ada", Start())
    play_on(room, random.Random(1), 12)
    assert room.members == ("ada",)


def test_the_game_begins_when_no_seat_is_free() -> None:
    room = opened(Settings(3))
    do(room, "ada", Join(None, "Ada"))
    with pytest.raises(Refused, match="2 seats are free"):
        room.command("ada", Start(), NOW)
    do(room, "ada", SeatBot(1, "greedy"))
    do(room, "ada", SeatBot(2, "greedy"))
    assert [seat.name for seat in room.seats] == ["Ada", "Greedy", "Greedy 2"]
    with pytest.raises(Refused, match="no bot 'nobody'"):
        room.command("ada", SeatBot(2, "nobody"), NOW)
    with pytest.raises(Refused, match="no bot"):
        room.command("ada", SeatBot(2, "os:system"), NOW)
    do(room, "ada", SeatBot(2, "random"))
    do(room, "ada", Start())
    assert room.view(0).players == ("Ada", "Greedy", "Random")
    assert room.view(NOBODY).setup.began == "1970-01-12T13:46:40+00:00"


def test_the_host_configures_until_it_begins() -> None:
    room = seated(2)
    wider = Settings(4, Options(species="secret", start=3), hot_seat=True, public=False)
    do(room, "ada", Configure(wider))
    assert room.settings == wider
    assert [seat.kind for seat in room.seats] == ["person", "person", "open", "open"]
    assert room.command("ada", Configure(wider), NOW) == []
    do(room, "ada", SeatBot(3, "random"))
    with pytest.raises(Refused, match="has no room"):
        room.command("ada", Configure(Settings(3)), NOW)
    do(room, "ada", Leave(3))
    do(room, "ada", Configure(Settings(2)))
    assert len(room.seats) == 2


def test_a_table_for_players_only_is_not_watched() -> None:
    room = seated(2, public=False)
    assert [room.may_watch(who) for who in ("ada", "ben", "zoe", "")] == [True, True, False, False]
    assert seated(2).may_watch("")


@pytest.mark.parametrize(
    "bad",
    [
        {"seats": 1},
        {"seats": 5},
        {"seats": 2, "options": Options(start=2)},
        {"seats": 2, "species": ()},
        {"seats": 4, "species": begun(4).view(0).species, "options": Options(species="secret")},
    ],
)
def test_a_table_that_cannot_be_is_not_opened(bad: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        Settings(**bad)  # type: ignore[arg-type]


def test_a_turn_is_two_draws_and_one_end() -> None:
    room = begun(2)
    (first,) = do(room, "ada", Act(0, DrawPile()))
    (second,) = do(room, "ada", Act(0, DrawPile()))
    assert isinstance(first, Drew)
    assert isinstance(second, Drew)
    assert {first.card, second.card} <= set(room.view(0).hand)
    hand = room.view(0).hand
    version = room.version
    for place, discard, why in [
        (Place(hand[0], Cell(5, 5)), Discard(hand[1]), "first card goes on"),
        (Place(hand[0], Cell(0, 0)), Discard(hand[0]), "not in your hand"),
    ]:
        with pytest.raises(IllegalAction, match=why):
            room.command("ada", EndTurn(0, place, discard), NOW)
        assert (room.version, room.view(0).phase.name) == (version, "PLACE"), "both, or neither"
    placed, thrown = do(room, "ada", EndTurn(0, Place(hand[0], Cell(0, 0)), Discard(hand[1])))
    assert (type(placed), type(thrown)) == (Placed, Discarded)
    assert room.version == version + 2
    (taken,) = do(room, "ben", Act(1, DrawDiscard(0)))
    assert taken == Drew(1, 0, hand[1])


def test_moves_out_of_turn_vanish_with_a_reason_and_do_not_wait() -> None:
    room = begun(2)
    for action in (DrawPile(), DrawPile(), DrawDiscard(0), PLACE):
        with pytest.raises(NotYourTurn, match="Ada is to draw"):
            room.command("ben", Act(1, action), NOW)
    play_on(room, random.Random(1), 4)
    assert room.view(1).phase.name == "DRAW_FIRST"
    assert len(room.view(1).hand) == 7


def test_what_was_chosen_before_a_move_is_refused() -> None:
    room = begun(2)
    looked = room.version
    do(room, "ada", Act(0, DrawPile()))
    for version in (looked, 0):
        with pytest.raises(OutOfDate) as stale:
            room.command("ada", Act(0, DrawPile()), NOW, expected=version)
        assert stale.value.version == room.version
    for version in (room.version + 1, -1):
        with pytest.raises(OutOfDate, match="load it anew"):
            room.command("ada", Act(0, DrawPile()), NOW, expected=version)
    assert room.command("ada", Act(0, DrawPile()), NOW, expected=room.version)


def test_what_does_not_matter_to_a_command_does_not_make_it_stale() -> None:
    room = begun(3)
    looked = room.version
    do(room, "ben", Say(1, 1))
    do(room, "ben", Vote(1, 2, "wait"), online=[0, 1])
    do(room, "ben", Leave(1))
    assert room.command("ada", Act(0, DrawPile()), NOW, expected=looked)
    assert room.command("cleo", Say(2, 1), NOW, expected=looked)
    lobby = seated(2)
    looked = lobby.version
    do(lobby, "ben", Say(1, 0))
    assert lobby.command("ada", Start(), NOW, expected=looked)
    do(lobby, "ben", Leave(1))
    do(lobby, "ada", SeatBot(1, "random"))
    with pytest.raises(OutOfDate):
        lobby.command("ada", Start(), NOW, expected=looked)


def test_only_phrases_are_said_and_not_too_often() -> None:
    room = begun(2)
    assert do(room, "ben", Say(1, 2)) == [Said(1, 2, NOW)]
    with pytest.raises(Refused, match="a moment ago"):
        room.command("ben", Say(1, 3), NOW + 1)
    assert room.command("ada", Say(0, 2), NOW + 1)
    assert room.command("ben", Say(1, 3), NOW + 2)
    for phrase in (-1, len(PHRASES)):
        with pytest.raises(Refused, match="There is no phrase"):
            room.command("ada", Say(0, phrase), NOW)
    for moment in range(LOG_LENGTH):
        now = NOW + 10 * moment
        try:
            do(room, "ben", Say(1, 0), now=now + 10)
        except Refused as refused:
            assert "Enough" in str(refused)
            break
    assert room.version == LOG_LENGTH
    assert room.command("ada", Act(0, DrawPile()), NOW), "the game goes on"


def test_the_end_is_one_entry_with_the_last_move() -> None:
    room = begun(2)
    chance = random.Random(5)
    while room.status == "playing":
        assert room.game is not None
        seat = room.game.seat
        last = do(room, ("ada", "ben")[seat], Act(seat, chance.choice(room.view(seat).legal_actions)))
    assert [type(entry) for entry in last] == [Discarded, Ended]
    with pytest.raises(NotYourTurn, match="over"):
        room.command("ada", Act(0, DrawPile()), NOW)


def test_seating_tells_what_happened() -> None:
    room = opened(Settings(2))
    assert do(room, "ada", Join(None, "  Ada  ")) == [Seated(0, "Ada", None, ("ada",))]
    assert do(room, "ada", Leave(0)) == [Left(0)]
    assert do(room, "ada", SeatBot(0, "greedy")) == [Seated(0, "Greedy", "greedy")]
    assert do(room, "ada", SeatBot(0, "greedy")) == [Seated(0, "Greedy", "greedy")]
    assert room.command("ada", Leave(1), NOW) == []
