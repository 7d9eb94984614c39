"""Playing on from a moment of a finished game: the same to whoever plays, and the finished one stays as it is."""

from __future__ import annotations

import random

import pytest

from arboretum import NOBODY
from arboretum.cards import Card
from arboretum.events import Dealt
from arboretum.rooms.importing import imported
from arboretum.rooms.lines import from_lines, to_line
from arboretum.rooms.practice import CARDS, Cards, Chance, Wish, practice
from arboretum.rooms.refusals import Forbidden, Refused
from arboretum.rooms.room import Room
from record_games import true_record
from room_tables import BOT_NAMES, begun, over, play_on

OPTIONS = ("standard", "species=secret", "opening=first-edition,piles=top-card,names=first")


def finished(people: int = 2, options: str = "standard", seed: int = 1) -> Room:
    room = begun(people, options=options)
    play_on(room, random.Random(seed))
    return room


def practised(room: Room, version: int, seat: int, cards: Cards = "same", seed: int = 7) -> Room:
    """The practice table, loaded from its log as it is kept."""
    before = room.truth()
    wish = Wish(version, seat, cards, "greedy")
    entries = practice(room, wish, "zoe", Chance.of(seed, f"{seed:064x}"), 5.0, "next")
    assert room.truth() == before
    again = from_lines([to_line(entry) for entry in entries])
    assert again == entries
    return Room("practice", again, bots=BOT_NAMES)


@pytest.mark.parametrize("people", [2, 3, 4])
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("cards", CARDS)
def test_the_seat_sees_what_it_saw_then(people: int, options: str, cards: Cards) -> None:
    room = finished(people, options)
    chance = random.Random(people)
    for _ in range(4):
        version, seat = chance.randrange(room.version - 1), chance.randrange(people)
        table = practised(room, version, seat, cards)
        assert table.status == "playing"
        seen = table.view(seat).seen
        assert seen == room.view(seat).seen[: len(seen)]
        assert len(seen) == max(1 + people, sum(number <= version for number in moves(room)) + 1 + people)
        assert table.seats_of("zoe") == (seat,)
        assert [place.kind == "bot" for place in table.seats] == [n != seat for n in range(people)]


def moves(room: Room) -> list[int]:
    """The versions after the deal at which something happened in the game."""
    seen = [number for number, entry in room.seen(NOBODY) if entry in room.view(NOBODY).seen]
    return seen[1 + len(room.seats) :]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("cards", CARDS)
def test_a_practice_game_is_played_to_a_sound_end(options: str, cards: Cards) -> None:
    room = finished(3, options)
    table = practised(room, 60, 1, cards)
    play_on(table, random.Random(3))
    assert table.status == "over"
    assert table.game is not None
    record = table.game.record()
    record.verify()
    assert record.setup.began is not None
    assert "practice from table, entry 60" in record.setup.began


def test_the_same_cards_lie_where_they_lay() -> None:
    room = finished(4)
    table = practised(room, 80, 2)
    for seat in range(4):
        seen = table.view(seat).seen
        assert seen == room.view(seat).seen[: len(seen)]


def test_what_could_not_be_seen_is_any_of_what_could_be() -> None:
    """Over many decks each unseen card comes into the rival's hand as often as any other."""
    room = finished(2)
    version = 40
    counts: dict[Card, int] = {}
    for seed in range(150):
        table = practised(room, version, 0, "reshuffled", seed)
        known = table.view(0)
        hidden = [card for card in table.view(1).hand if card not in known.hands_known[1]]
        for card in hidden:
            counts[card] = counts.get(card, 0) + 1
    assert set(counts) == known.unseen
    expected = sum(counts.values()) / len(counts)
    chi = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi < 2.4 * len(counts)


def test_another_deck_is_another_deck() -> None:
    room = finished(2)
    decks = {practised(room, 30, 0, "reshuffled", seed).view(1).hand for seed in range(5)}
    assert len(decks) > 1
    assert practised(room, 30, 0, "reshuffled").view(1).setup.commitment != room.view(1).setup.commitment


def test_a_moment_within_the_deal_is_the_deal() -> None:
    room = finished(2)
    table = practised(room, 0, 0)
    assert sum(isinstance(event, Dealt) for event in table.view(0).seen) == 2
    assert len(table.view(0).seen) == 3


def test_a_running_game_cannot_be_practised() -> None:
    room = begun(2)
    play_on(room, random.Random(1), 20)
    with pytest.raises(Forbidden, match="not over"):
        practised(room, 10, 0)


def test_nothing_is_played_on_from_the_end() -> None:
    room = over()
    with pytest.raises(Refused, match="choose an earlier step"):
        practised(room, room.version, 0)


def test_a_seat_that_is_none_and_a_record_without_deck_are_refused() -> None:
    with pytest.raises(Refused, match="no such seat"):
        practised(over(), 20, 2)
    archive = Room("a", imported(true_record().dump().replace('"rules":"1"', '"rules":"9"'), "z", 0.0, "n"))
    with pytest.raises(Refused, match="nobody can play on"):
        practised(archive, 20, 0)
