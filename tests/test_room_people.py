"""People who vote, leave, come back, bring another device, and play again."""

from __future__ import annotations

import dataclasses
import random

import pytest

from arboretum import DrawPile
from arboretum.counting import Counting
from arboretum.events import NOBODY
from arboretum.rooms.commands import (
    Act,
    Claim,
    Count,
    Join,
    Leave,
    Rematch,
    Vote,
)
from arboretum.rooms.entries import Counted, Opened, Rematched, Replaced, Voted
from arboretum.rooms.lobby import DEVICES
from arboretum.rooms.refusals import DamagedLog, Forbidden, Refused
from arboretum.rooms.room import Room
from arboretum.rooms.settings import STAND_IN
from room_tables import NOW, begun, do, over, play_on, seated


def test_a_vote_of_all_who_are_there_lets_a_bot_take_over() -> None:
    room = begun(4)
    online = [0, 1, 2]
    assert do(room, "ada", Vote(0, 3, "bot"), online=online) == [Voted(0, 3, "bot")]
    assert do(room, "ben", Vote(1, 3, "wait"), online=online) == [Voted(1, 3, "wait")]
    assert do(room, "cleo", Vote(2, 3, "bot"), online=online) == [Voted(2, 3, "bot")]
    assert room.votes == {(0, 3): "bot", (1, 3): "wait", (2, 3): "bot"}
    assert room.command("cleo", Vote(2, 3, "bot"), NOW, online=online) == [], "the same again is nothing new"
    assert do(room, "ben", Vote(1, 3, "bot"), online=online) == [Voted(1, 3, "bot"), Replaced(3, STAND_IN)]
    assert room.votes == {}
    assert (room.seats[3].kind, room.seats[3].name) == ("bot", "Dan")


def test_nobody_who_is_there_is_voted_away() -> None:
    room = begun(3)
    for who, seat, about in [("ada", 0, 1), ("ada", 0, 0), ("ben", 1, 0)]:
        with pytest.raises(Refused):
            room.command(who, Vote(seat, about, "bot"), NOW, online=[0, 1, 2])
    do(room, "ben", Vote(1, 0, "bot"), online=[1, 2])
    do(room, "ada", Act(0, DrawPile()))
    assert room.votes == {}, "who plays is back"
    play_on(room, random.Random(1), 8)
    with pytest.raises(Refused, match="another person"):
        room.command("ada", Vote(0, 0, "bot"), NOW, online=[])
    with pytest.raises(Forbidden):
        room.command("zoe", Vote(0, 1, "bot"), NOW, online=[0])


def test_the_last_one_there_decides_alone() -> None:
    room = begun(2, 1)
    assert do(room, "ada", Vote(0, 1, "bot"), online=[0, 2])[-1] == Replaced(1, STAND_IN)
    with pytest.raises(Refused, match="another person"):
        room.command("ada", Vote(0, 2, "bot"), NOW, online=[0])


def test_who_left_may_come_back_and_nobody_else() -> None:
    room = begun(2)
    assert do(room, "ada", Leave(0)) == [Replaced(0, STAND_IN)]
    assert room.due_bot() == 0
    assert room.seats_of("ada") == ()
    with pytest.raises(Forbidden):
        room.command("ada", Act(0, DrawPile()), NOW)
    for who in ("ben", "zoe"):
        with pytest.raises(Forbidden, match="A bot plays for Ada"):
            room.command(who, Join(0, "Ada", invited=True), NOW)
    do(room, "ada", Join(0, "somebody else"))
    assert (room.seats[0].kind, room.seats[0].name, room.due_bot()) == ("person", "Ada", None)
    do(room, "ada", Act(0, DrawPile()))
    assert "ada" in room.members


def test_a_personal_link_serves_one_more_device_as_long_as_the_seat_is_held() -> None:
    room = begun(2)
    do(room, "phone", Claim(1, "ben"))
    assert room.seats_of("phone") == (1,)
    assert room.command("phone", Claim(1, "ben"), NOW) == []
    with pytest.raises(Forbidden, match="of no use"):
        room.command("zoe", Claim(1, "ada"), NOW)
    for number in range(DEVICES - 2):
        do(room, f"device {number}", Claim(1, "ben"))
    with pytest.raises(Refused, match="that is enough"):
        room.command("zoe", Claim(1, "ben"), NOW)
    lobby = seated(2)
    do(lobby, "ben", Leave(1))
    do(lobby, "cleo", Join(1, "Cleo", invited=True))
    with pytest.raises(Forbidden):
        lobby.command("zoe", Claim(1, "ben"), NOW)


def test_a_rematch_keeps_the_seats_and_the_next_one_starts() -> None:
    room = over(3)
    starter = room.view(NOBODY).starter
    assert do(room, "cleo", Rematch()) == [Rematched("another")]
    assert room.rematch == "another"
    assert room.command("ben", Rematch(), NOW) == [], "there is one"
    again = Room("another", room.rematch_entries("third", NOW + 5))
    assert again.status == "playing"
    assert again.seats == room.seats
    assert again.view(NOBODY).starter == (starter + 1) % 3
    assert again.opened == Opened(NOW + 5, "ada", "third", again.settings, rematch_of="table")
    assert again.settings == dataclasses.replace(room.settings, options=again.settings.options)
    play_on(again, random.Random(1))
    third = Room("third", again.rematch_entries("fourth", NOW))
    assert third.view(NOBODY).starter == (starter + 2) % 3


def test_the_count_goes_forward_for_the_whole_table() -> None:
    room = over(3)
    assert room.counted == 0
    assert do(room, "cleo", Count(1)) == [Counted(1)]
    assert room.command("ada", Count(1), NOW) == [], "who pressed at the same time has it too"
    assert do(room, "ada", Count(3)) == [Counted(3)], "the last of several presses is what counts"
    assert room.command("ben", Count(2), NOW, expected=room.version - 1) == [], "it never goes back"
    assert room.counted == 3
    with pytest.raises(Forbidden, match="Only who sits at the table"):
        room.command("zoe", Count(4), NOW)
    assert room.game is not None
    last = len(Counting.of(room.game.score).steps) + 1
    for beyond in (0, -1, last + 1):
        with pytest.raises(Refused, match=f"the steps 1 to {last}"):
            room.command("ada", Count(beyond), NOW)
    assert do(room, "ada", Count(last)) == [Counted(last)]
    for wrong in (Counted(last), Counted(1)):
        with pytest.raises(DamagedLog):
            room.after([wrong])
    with pytest.raises(DamagedLog):
        begun(2).apply([Counted(1)])
