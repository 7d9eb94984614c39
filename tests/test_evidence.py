"""How rivals played is remembered as it was, weighed as the network plays, and believed accordingly."""

from __future__ import annotations

import copy
import random
from collections import Counter

import numpy as np
import pytest

from arboretum import Game, View
from arboretum.bots.heuristic import action_of
from arboretum.bots.search import SEEN, WORLD
from arboretum.events import PILE, Discarded, Drew, Placed
from arboretum.rules.jit import stream
from arboretum.rules.position import HAND_ROOM, NOWHERE, SEATS, UNKNOWN, Position
from arboretum.value import beliefs
from arboretum.value.beliefs import Belief, believed, held, no_belief
from arboretum.value.desk import Desk, desk
from arboretum.value.evidence import (
    CELL,
    DISCARDED,
    FITTED,
    HIDDEN,
    PLACED,
    SEAT,
    SHOWN,
    TURNS_OF_TWO,
    Turns,
    chance_of_choice,
    fitting,
    liking,
    turns_seen,
    undrawn,
)
from arboretum.value.hands import even_odds
from arboretum.value.judge import valued_choices, weigh_all
from arboretum.value.weights import network_for
from arboretum.worlds import out_of_game
from tables import assert_allowed, new_game, play_on

Moment = tuple[Game, View]


def moments(seats: int, options: str = "standard", every: int = 11) -> list[Moment]:
    """A random game now and then, within a turn and at its beginning, with what the acting seat sees."""
    game = new_game(seats, seats, options)
    found = []
    for number, _ in enumerate(play_on(game, random.Random(7))):
        if number % every == 0:
            found.append((copy.copy(game), game.view(game.seat)))
    return found


def hands_of(game: Game, view: View) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The true hands of a game, which only its owner holds: uint8[SEATS, HAND_ROOM]."""
    hands = np.zeros((SEATS, HAND_ROOM), np.uint8)
    for seat, hand in enumerate(game._state.hands):
        for at, card in enumerate(sorted(hand)):
            hands[seat, at] = view.setup.slots.number(card) or 0
    return hands


@pytest.mark.parametrize("options", ["standard", "species=secret,opening=first-edition"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_latest_turns_of_rivals_are_remembered(seats: int, options: str) -> None:
    """By the events that the seat saw: whole turns, the latest first, as many as are looked back at."""
    most = TURNS_OF_TWO if seats == 2 else 1
    seen_some = 0
    for _, view in moments(seats, options):
        turns = turns_seen(view)
        for rival in range(seats):
            played = [(event, at) for at, event in enumerate(view.seen) if isinstance(event, Placed)]
            theirs = [(event, at) for event, at in played if event.seat == rival != view.me][::-1][:most]
            rows = [at for at, numbers in enumerate(turns.numbers) if numbers[SEAT] == rival]
            assert len(rows) == len(theirs)
            assert rows == list(range(rows[0], rows[0] + len(rows))) if rows else True
            for row, (placed, at) in zip(rows, theirs, strict=True):
                seen_some += 1
                numbers, slots = turns.numbers[row], view.setup.slots
                assert numbers[PLACED] == slots.number(placed.card)
                discarded = view.seen[at + 1]
                assert isinstance(discarded, Discarded)
                assert numbers[DISCARDED] == slots.number(discarded.card)
                draws = [event for event in view.seen[at - 2 : at] if isinstance(event, Drew)]
                assert numbers[HIDDEN] == sum(draw.source == PILE for draw in draws)
                shown = [slots.number(draw.card) for draw in draws if draw.source != PILE]
                assert [card for card in numbers[SHOWN:] if card != NOWHERE] == shown
                before = View.begin(view.setup, view.me).after(*view.seen[:at]).position()
                assert turns.before[row].tobytes() == before.rows.view(np.uint8).tobytes()
                cells = {before.open_cells[rival, place] for place in range(before.open_size[rival])}
                assert numbers[CELL] in cells
    assert seen_some > 3


@pytest.mark.parametrize("seats", [2, 3])
def test_a_true_hand_goes_back_to_what_it_may_have_been(seats: int) -> None:
    """Before its turn a hand had seven cards, and all that everybody knew to be in it."""
    went_back = 0
    for number, (game, view) in enumerate(moments(seats, every=5)):
        turns, hands = turns_seen(view), hands_of(game, view)
        for row, numbers in enumerate(turns.numbers):
            if row and turns.numbers[row - 1][SEAT] == numbers[SEAT]:
                continue
            before = Position()
            before.rows.view(np.uint8)[:] = turns.before[row]
            size = view.hand_sizes[numbers[SEAT]]
            hand = np.zeros(HAND_ROOM, np.uint8)
            hand[: size + 2] = [*hands[numbers[SEAT], :size], numbers[PLACED], numbers[DISCARDED]]
            cards = set(hand[: size + 2].tolist())
            left = undrawn(before, hand, size + 2, numbers, stream(number))
            assert left == size + 2 - numbers[HIDDEN] - sum(card != NOWHERE for card in numbers[SHOWN:]) == 7
            after = set(hand[:left].tolist())
            assert after <= cards
            drawn = {int(card) for card in numbers[SHOWN:] if card != NOWHERE}
            assert not after & drawn
            known = {card for card in cards if before.shown[card]}
            assert known - drawn <= after
            went_back += 1
    assert went_back > 3


def rival_room(seats: int) -> Desk:
    """Room for a rival to think in."""
    return desk(seats, FITTED)


@pytest.mark.parametrize("seats", [2, 3])
def test_choices_share_one_chance_and_the_best_has_most_of_it(seats: int) -> None:
    room, network = rival_room(seats), network_for(seats)
    for _, view in moments(seats, every=17):
        room.bytes[SEEN] = view.position().rows.view(np.uint8)
        choices, _, best = valued_choices(view.position(), weigh_all, FITTED)
        chances = [chance_of_choice(int(choice), room, network) for choice in choices]
        assert sum(chances) == pytest.approx(1.0)
        assert max(chances) == chances[best]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_plays_like_the_network_fits_with_its_own_hand(seats: int) -> None:
    """The choice that is worth most is never less likely than an equal share of all that are weighed."""
    game, network = new_game(seats, 4), network_for(seats)
    for number in range(8 * seats):
        view = game.view(game.seat)
        position = view.position()
        turns = turns_seen(view)
        if number % 4 == 3 and len(turns.numbers):
            latest = turns._replace(numbers=turns.numbers[:1], before=turns.before[:1])
            fit = fitting(position, hands_of(game, view), latest, rival_room(seats), network, stream(1))
            assert 1 / FITTED**2 <= fit <= 1.0
        choices, _, best = valued_choices(position, weigh_all, FITTED)
        game.play(game.seat, action_of(view, position, int(choices[best])))


def test_the_less_a_choice_is_worth_the_less_readily_it_is_taken() -> None:
    likings = [liking(less) for less in (0.0, 0.001, 0.01, 0.1, 1.0)]
    assert likings[0] == 1.0
    assert likings == sorted(likings, reverse=True)
    assert likings[2] == pytest.approx(0.4)
    assert likings[-1] > 0.0, "nothing is impossible"


def believed_in(view: View, belief: Belief, seed: int, turns: Turns, world: Position) -> None:
    """Make a position the next world of a belief."""
    room = desk(view.seats, 1)
    room.bytes[SEEN] = view.position().rows.view(np.uint8)
    network, chance = network_for(view.seats), stream(seed)
    believed(room, rival_room(view.seats), network, turns, even_odds(), belief, chance, out_of_game(view), 2)
    world.rows.view(np.uint8)[:] = room.bytes[WORLD]


@pytest.mark.parametrize("options", ["standard", "species=secret"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_is_believed_is_a_world_that_the_view_allows(
    seats: int, options: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beliefs, "fitting", lambda *_: 1.0)  # takes long, and says nothing of what is allowed
    for number, (_, view) in enumerate(moments(seats, options, every=23)):
        belief, turns = no_belief(), turns_seen(view)
        for again in range(2):
            position = Position()
            believed_in(view, belief, 10 * number + again, turns, position)
            assert_allowed(view, position)


def test_hands_come_as_often_as_they_are_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a hand that holds one card fits three times as well as one without: within four standard errors."""
    view = moments(2, every=1)[60][1]
    rival, slots = 1 - view.me, view.setup.slots
    hidden = view.hand_sizes[rival] - len(view.hands_known[rival])
    unseen = sorted(slots.number(card) or 0 for card in view.unseen)
    card = unseen[0]

    def fits(position: Position, hands: object, *rest: object) -> float:
        return 3.0 if any(position.hands[rival, at] == card for at in range(position.hand_size[rival])) else 1.0

    monkeypatch.setattr(beliefs, "fitting", fits)
    room = desk(2, 1)
    room.bytes[SEEN] = view.position().rows.view(np.uint8)
    belief, turns, chance, counts = no_belief(), turns_seen(view), stream(3), Counter[bool]()
    trials = 1500
    for _ in range(trials):
        believed(room, rival_room(2), network_for(2), turns, even_odds(), belief, chance, 0, 3)
        counts[card in room.rows[WORLD]["hands"][rival][: view.hand_sizes[rival]]] += 1
    share = hidden / len(unseen)
    expected = 3 * share / (3 * share + 1 - share)
    assert abs(counts[True] / trials - expected) < 4 * (2 * expected * (1 - expected) / trials) ** 0.5


def test_what_is_known_of_a_hand_stays_in_it() -> None:
    game, view = moments(2, every=1)[-3]
    position, rival = view.position(), 1 - view.me
    known = [position.hands[rival, at] for at in range(position.hand_size[rival])]
    held(position, hands_of(game, view))
    for at, card in enumerate(known):
        assert position.hands[rival, at] != UNKNOWN
        assert card in (UNKNOWN, position.hands[rival, at])
