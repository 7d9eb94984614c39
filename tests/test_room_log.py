"""The log of a table: what each may see of it, how it is written, and what cannot be read back."""

from __future__ import annotations

import itertools
import json
import random
import typing

import pytest

from arboretum import Card, Cell, Discard, DrawDiscard, DrawPile, Options, Place
from arboretum.errors import ArboretumError
from arboretum.events import NOBODY, Dealt, Drew, Shuffled, seen_by
from arboretum.rooms.commands import Act, Claim, Command, Count, EndTurn, Join, Leave, Rematch, Say, Vote
from arboretum.rooms.entries import (
    GAME_EVENTS,
    Begun,
    Configured,
    Entry,
    Opened,
    RoomEvent,
    Seated,
    entry_seen_by,
)
from arboretum.rooms.importing import imported
from arboretum.rooms.lines import entry_to_json, from_lines, to_line
from arboretum.rooms.refusals import DamagedLog
from arboretum.rooms.room import Room
from arboretum.rooms.settings import Settings
from room_tables import NOW, begun, do, everyone, exchanged, over, play_on, seated

SESSIONS = ("ada", "ben", "cleo", "phone")


def eventful() -> Room:
    """A finished table at which everything happened that can happen."""
    room = begun(3)
    do(room, "ben", Say(1, 0))
    do(room, "phone", Claim(1, "ben"))
    do(room, "ada", Vote(0, 2, "wait"), online=[0, 1])
    do(room, "ada", Vote(0, 2, "bot"), online=[0])
    do(room, "cleo", Join(2, ""))
    do(room, "cleo", Leave(2))
    play_on(room, random.Random(1))
    do(room, "ben", Count(1))
    do(room, "ada", Rematch())
    return room


def every_kind() -> set[type[object]]:
    return {*typing.get_args(RoomEvent), *GAME_EVENTS}


def samples() -> dict[type[object], Entry]:
    """An entry of every kind, from tables at which they happened."""
    lobby = seated(2)
    do(lobby, "ben", Leave(1))
    lobby.apply([Configured(Settings(3))])
    finished = over().game
    assert finished is not None
    foreign = finished.record().dump().replace('"rules":"1"', '"rules":"9"')
    archive = Room("archive", imported(foreign, "ada", NOW, "x"))
    return {type(entry): entry for room in (lobby, archive, eventful()) for entry in room.truth()}


def test_everybody_sees_something_or_nothing_of_every_kind() -> None:
    found = samples()
    assert set(found) == every_kind()
    for kind, entry in found.items():
        for seat in (0, 1, 2, NOBODY):
            shown = entry_seen_by(entry, seat)
            assert shown is None or type(shown) is kind
    with pytest.raises(AssertionError):
        entry_seen_by("something new", 0)  # type: ignore[arg-type]


def test_game_events_pass_through_the_game_s_own_gate() -> None:
    for entry in over().truth():
        if isinstance(entry, GAME_EVENTS):
            for seat in (0, 1, NOBODY):
                assert entry_seen_by(entry, seat) == seen_by(entry, seat)


def test_no_session_is_in_anything_that_is_shown() -> None:
    room = eventful()
    assert any(session in to_line(entry) for session in SESSIONS for entry in room.truth())
    for seat in everyone(room):
        for _, entry in room.seen(seat):
            text = "" if entry is None else to_line(entry)
            assert not any(f'"{session}"' in text for session in (*SESSIONS, "another")) or '"rematched"' in text


def test_hidden_entries_keep_their_numbers() -> None:
    room = eventful()
    for seat in everyone(room):
        assert [number for number, _ in room.seen(seat)] == list(range(1, room.version + 1))
        hidden = {type(room.truth()[number - 1]).__name__ for number, entry in room.seen(seat) if entry is None}
        assert hidden == {"Shuffled", "Claimed"}
        assert room.seen(seat, since=room.version) == []
        assert room.seen(seat, since=10) == room.seen(seat)[10:]


# The non-interference law.


def attempts(room: Room, seat: int) -> list[tuple[str, Command]]:
    """Things to ask for from a seat, most of them refused."""
    who = "zoe" if seat == NOBODY else ("ada", "ben", "cleo")[seat]
    at = max(seat, 0)
    cards = [Card(number) for number in range(0, 104, 11)]
    tries: list[Command] = [Act(at, DrawPile()), *(Act(at, DrawDiscard(n)) for n in range(3)), Rematch()]
    tries += [Act(at, Place(card, Cell(0, 0))) for card in cards] + [Act(at, Discard(card)) for card in cards]
    pairs = itertools.pairwise(cards)
    tries += [EndTurn(at, Place(one, Cell(1, 0)), Discard(two)) for one, two in pairs]
    return [(who, command) for command in tries]


def told(room: Room, seat: int) -> dict[str, object]:
    """All that a seat or a spectator is told by a table."""
    answers = []
    for who, command in attempts(room, seat):
        try:
            kinds = [type(entry).__name__ for entry in room.command(who, command, NOW)]
            answers.append(repr(kinds))
        except ArboretumError as refused:
            answers.append(repr(refused))
    return {
        "stream": [entry and to_line(entry) for _, entry in room.seen(seat)],
        "resumed": [room.seen(seat, since) for since in range(0, room.version, 11)],
        "view": (room.view(seat), room.view(seat).key(), room.view(seat).legal_actions),
        "table": (room.version, room.status, room.seats, room.votes, room.due_bot(), room.settings),
        "answers": answers,
    }


@pytest.mark.parametrize("options", ["standard", "first-edition", "species=secret"])
@pytest.mark.parametrize("seats", [2, 3])
def test_hidden_cards_change_nothing_that_anyone_is_told(seats: int, options: str) -> None:
    chance = random.Random(f"{seats} {options}")
    compared = dict.fromkeys((*range(seats), NOBODY), 0)
    room = begun(seats, options=options)
    opening = room.truth()[seats + 1 :]
    shuffle = opening[1]
    assert isinstance(shuffle, Shuffled)
    played: list[tuple[str, Command]] = []
    while room.status == "playing":
        if chance.random() < 0.08:
            for seat in everyone(room):
                unseen = [n for n, card in enumerate(shuffle.deck) if card in room.view(seat).unseen]
                if len(unseen) < 2:
                    continue
                twin = begun(seats, options=options, deal=exchanged(opening, *chance.sample(unseen, 2)))
                for session, command in played:
                    do(twin, session, command)
                assert told(twin, seat) == told(room, seat)
                compared[seat] += 1
        assert room.game is not None
        seat = room.game.seat
        act = Act(seat, chance.choice(room.view(seat).legal_actions))
        session = room.seats[seat].owners[0]
        do(room, session, act)
        played.append((session, act))
    assert all(count >= 3 for count in compared.values()), compared


def test_a_draw_is_shown_to_who_drew_alone() -> None:
    room = begun(3)
    (drew,) = do(room, "ada", Act(0, DrawPile()))
    assert isinstance(drew, Drew)
    assert [room.seen(seat)[-1][1] for seat in everyone(room)] == [
        drew,
        Drew(0, "pile", None),
        Drew(0, "pile", None),
        Drew(0, "pile", None),
    ]


# Writing and reading back.


def test_a_log_is_read_back_as_it_was_written() -> None:
    for room in (eventful(), seated(2, options=Options(species="secret"))):
        lines = [to_line(entry) for entry in room.truth()]
        assert from_lines(lines) == list(room.truth())
        again = Room(room.id, from_lines(lines))
        assert again.truth() == room.truth()
        assert (again.seats, again.status, again.rematch, again.votes) == (
            room.seats,
            room.status,
            room.rematch,
            room.votes,
        )
        if room.game is not None:
            for seat in everyone(room):
                assert again.view(seat) == room.view(seat)


def test_every_kind_is_read_back_also_as_it_is_seen() -> None:
    for entry in samples().values():
        for seat in (0, 1, NOBODY):
            shown = entry_seen_by(entry, seat)
            if shown is not None:
                line = json.loads(to_line(shown))
                assert entry_to_json(shown) == line
                assert line["event"] == type(shown).__name__.lower()


def changed(lines: list[str], kind: str, **values: object) -> list[str]:
    """The lines with something else in the first of a kind."""
    at = next(n for n, line in enumerate(lines) if json.loads(line)["event"] == kind)
    return [*lines[:at], json.dumps(json.loads(lines[at]) | values), *lines[at + 1 :]]


def test_a_damaged_log_is_refused_with_the_entry_s_number() -> None:
    room = eventful()
    lines = [to_line(entry) for entry in room.truth()]
    dealt = next(entry for entry in room.truth() if isinstance(entry, Dealt))
    other = str(next(card for card in map(Card, range(104)) if card not in dealt.cards))
    for bad in (
        lines[1:],
        lines[:3] + lines[4:],
        changed(lines, "opened", format=2),
        changed(lines, "begun", setup={}),
        changed(lines, "seated", seat=7),
        changed(lines, "drew", card=other),
        changed(lines, "dealt", cards=[other, *map(str, dealt.cards[1:])]),
        changed(lines, "drew", seat=1),
        changed(lines, "ended", totals=[1, 2, 3]),
        [*lines, lines[0]],
        [*lines, "{"],
        [*lines, '{"event":"undone"}'],
        [*lines, '{"event":"left"}'],
        [lines[0], '{"event":"drew","seat":0,"from":"pile","card":"OK1"}'],
    ):
        with pytest.raises(DamagedLog):
            Room("table", from_lines(bad))
    rules = json.loads(to_line(next(entry for entry in room.truth() if isinstance(entry, Begun))))["setup"]
    with pytest.raises(DamagedLog, match="rules"):
        Room("table", from_lines(changed(lines, "begun", setup=rules | {"rules": "2"})))


def test_a_trial_leaves_the_table_as_it_is() -> None:
    room = begun(2)
    before = (room.truth(), room.seats, room.view(0), room.votes, room.last_said)
    entries = room.command("ada", Act(0, DrawPile()), NOW) + room.command("ben", Leave(1), NOW)
    after = room.after(entries)
    assert (after.version, after.seats[1].kind) == (room.version + 2, "bot")
    assert (room.truth(), room.seats, room.view(0), room.votes, room.last_said) == before
    room.apply(entries)
    assert room.truth() == after.truth()


def test_opened_and_seated_are_shown_without_their_secrets() -> None:
    room = seated(2)
    opened, seat = room.seen(0)[0][1], room.seen(0)[1][1]
    assert isinstance(opened, Opened)
    assert isinstance(seat, Seated)
    assert (opened.host, opened.next_id, seat.owners) == ("", "", ())
    assert "host" not in entry_to_json(opened)
    assert "owners" not in entry_to_json(seat)
