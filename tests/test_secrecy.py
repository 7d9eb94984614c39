"""
The non-interference law: what a seat does not know changes nothing that it receives.

Two games differ in two cards that a seat, or a spectator, has not seen: the same actions are played in both,
and everything the seat could look at is compared, in every phase, for every seat.
"""

from __future__ import annotations

import dataclasses
import itertools
import random

import pytest

from arboretum import (
    NOBODY,
    Action,
    Budget,
    Card,
    Cell,
    Discard,
    DrawDiscard,
    DrawPile,
    Game,
    Place,
    Species,
    View,
)
from arboretum.bots.simple import Greedy, Random
from arboretum.errors import ArboretumError
from arboretum.events import Dealt, Drew, Ended, Shuffled, seen_by
from arboretum.record import Record
from arboretum.rules.jit import stream
from arboretum.table import Phase
from arboretum.tui.draw import view_lines
from arboretum.worlds import sample
from tables import from_deck, log_of, new_game, random_action, twin

CASES = [
    (seats, options)
    for seats in (2, 3, 4)
    for options in ("standard", "first-edition", "species=secret", "piles=top-card", "unheld=nobody")
    if options != "species=secret" or seats < 4
]


def attempts(view: View, chance: random.Random) -> list[Action]:
    """Actions to try, most of them illegal, the same for equal views."""
    cards = [Card(chance.randrange(104)) for _ in range(6)]
    cells = [Cell(0, 0), Cell(1, 0), Cell(13, -10), Cell(chance.randrange(-4, 5), chance.randrange(-4, 5))]
    tries: list[Action] = [DrawPile(), *(DrawDiscard(seat) for seat in range(view.seats))]
    tries += [Place(card, cell) for card in cards for cell in cells] + [Discard(card) for card in cards]
    return tries


def answers(game: Game, seat: int, tries: list[Action]) -> list[str]:
    """What a seat is told about each try that is refused; a legal one is only said to be legal."""
    told = []
    for action in tries:
        try:
            game.view(seat).check(action)
            told.append("legal")
        except ArboretumError as refused:
            told.append(repr(refused))
    return told


def everything(game: Game, seat: int, moment: int) -> dict[str, object]:
    """All that a seat receives, by what it is."""
    view = game.view(seat)
    received: dict[str, object] = {
        "view": (view, view.key(), view.hand, view.hands_known, view.unseen, view.shown, view.hand_sizes),
        "position": view.position().rows.tobytes(),
        "text": view_lines(view),
        "json": Record(view.setup, view.seen).dump(),
        "actions": view.legal_actions,
        "errors": answers(game, seat, attempts(view, random.Random(moment))),
        "world": sample(view, stream(moment)),
    }
    if view.is_my_turn:
        received["choices"] = [bot.choose(view, Budget()) for bot in (Random(seed=moment), Greedy(seed=moment))]
    return received


@pytest.mark.parametrize(("seats", "options"), CASES)
def test_hidden_cards_change_nothing_that_a_seat_receives(seats: int, options: str) -> None:
    compare_twins(seats, options, games=1, share=0.05)


@pytest.mark.long
@pytest.mark.parametrize(("seats", "options"), CASES)
def test_hidden_cards_change_nothing_in_many_games(seats: int, options: str) -> None:
    compare_twins(seats, options, games=3, share=0.12)


def compare_twins(seats: int, options: str, games: int, share: float) -> None:
    """Compare at a share of the moments of some games, and in each phase for each seat at least once."""
    chance = random.Random(f"{seats} {options}")
    due = set(itertools.product((*range(seats), NOBODY), set(Phase) - {Phase.OVER}))
    for seed in range(games):
        game = new_game(seats, seed, options)
        played: list[tuple[int, Action]] = []
        while not game.is_over:
            is_late = seed == games - 1 and len(played) > 40
            for seat in (*range(seats), NOBODY):
                pair = (seat, game.view(seat).phase)
                if chance.random() < share or (is_late and pair in due):
                    due -= {pair} if compared(game, seat, played, chance) else set()
            seat, action = game.seat, random_action(game, chance)
            game.play(seat, action)
            played.append((seat, action))
    assert not due, "every seat in every phase"


def compared(game: Game, seat: int, played: list[tuple[int, Action]], chance: random.Random) -> bool:
    """Whether a seat has two unseen cards in the deck; with them exchanged it is told the same."""
    unseen = sorted(game.view(seat).unseen)
    in_deck = [card for card in unseen if card in deck_of(game).deck]
    if len(in_deck) < 2:
        return False
    one, exchanged = chance.sample(in_deck, 2)
    other = twin(game, one, exchanged, played)
    moment = len(played)
    assert everything(game, seat, moment) == everything(other, seat, moment), (seat, moment)
    return True


def deck_of(game: Game) -> Shuffled:
    shuffle = log_of(game)[0]
    assert isinstance(shuffle, Shuffled)
    return shuffle


def test_a_secret_species_changes_nothing_while_none_of_its_cards_was_seen() -> None:
    compared = 0
    for seed in range(40):
        game = new_game(2, seed, "species=secret")
        shuffle = deck_of(game)
        for seat in (0, 1, NOBODY):
            unseen = game.view(seat).unseen
            hidden = {
                s for s in {c.species for c in shuffle.deck} if all(Card.of(s, v) in unseen for v in range(1, 9))
            }
            for inside in hidden:
                other = from_deck(
                    game.setup, _exchanged(shuffle, inside, shuffle.removed[0]), game.view(0).starter
                )
                assert everything(game, seat, 0) == everything(other, seat, 0)
                compared += 1
    assert compared > 40


def _exchanged(shuffle: Shuffled, inside: Species, outside: Species) -> Shuffled:
    """The same shuffle with a removed species in place of one in play."""
    deck = tuple(Card.of(outside, card.value) if card.species is inside else card for card in shuffle.deck)
    removed = tuple(sorted({*shuffle.removed, inside} - {outside}))
    return dataclasses.replace(shuffle, deck=deck, removed=removed)


def test_each_event_shows_a_seat_what_it_may_see_and_no_more() -> None:
    card = Card.parse("OK5")
    shuffle = Shuffled((card,), (), "00")
    dealt = Dealt(0, (card, card), Card.parse("OK6"))
    drew = Drew(1, "pile", card)
    for seat in (0, 1, 2, NOBODY):
        assert seen_by(shuffle, seat) is None
        assert seen_by(dealt, seat) == (dealt if seat == 0 else Dealt(0, (None, None), Card.parse("OK6")))
        assert seen_by(drew, seat) == (drew if seat == 1 else Drew(1, "pile", None))
        taken = Drew(1, 0, card)
        assert seen_by(taken, seat) == taken
        ended = Ended(((card,),), (), (card,), "00", None, (0,), (0,))
        assert seen_by(ended, seat) == ended


def test_an_event_nobody_decided_about_is_refused() -> None:
    with pytest.raises(AssertionError):
        seen_by("a new kind of event", 0)  # type: ignore[arg-type]


def test_a_card_from_a_discard_pile_is_known_until_it_leaves_the_hand() -> None:
    game = new_game(2, 3)
    first = game.seat
    second = 1 - first
    for _ in range(2):
        game.play(first, DrawPile())
    game.play(first, Place(game.view(first).hand[0], Cell(0, 0)))
    thrown = game.view(first).hand[0]
    game.play(first, Discard(thrown))
    game.play(second, DrawDiscard(first))
    for seat in (0, 1, NOBODY):
        assert game.view(seat).shown[second] == (thrown,)
        assert thrown in game.view(seat).hands_known[second]
    game.play(second, DrawPile())
    other = next(card for card in game.view(second).hand if card != thrown)
    game.play(second, Place(other, Cell(0, 0)))
    assert game.view(first).hands_known[second] == (thrown,)
    game.play(second, Discard(thrown))
    for seat in (0, 1, NOBODY):
        assert game.view(seat).shown[second] == ()


def test_nothing_of_the_truth_can_be_had_while_the_game_runs() -> None:
    game = new_game(2, 1)
    with pytest.raises(ArboretumError, match="is not over"):
        game.record()
    with pytest.raises(ArboretumError, match="is not over"):
        _ = game.score
    public = [name for name in dir(game) if not name.startswith("_")]
    assert public == ["is_over", "new", "play", "record", "score", "seat", "setup", "version", "view"]
    assert game.setup.commitment not in ("", None)
    assert all(isinstance(game.view(seat), View) for seat in (0, 1, NOBODY))


def test_a_view_can_not_be_changed() -> None:
    view = new_game(2, 1).view(0)
    with pytest.raises(TypeError):
        view._position.hands[0, 0] = 3
    with pytest.raises(TypeError):
        view._position.seat = 1
    before = view.key()
    mine = view.position()
    mine.seat = 1
    assert view.key() == before
