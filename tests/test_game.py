"""A game from shuffle to score, clause by clause where a deck can be laid ready."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from arboretum import (
    NOBODY,
    Action,
    Card,
    Cell,
    Discard,
    DrawDiscard,
    DrawPile,
    Game,
    IllegalAction,
    NotYourTurn,
    OptionError,
    Options,
    Phase,
    Place,
    Species,
    Stale,
)
from arboretum.cards import EDITIONS, HAND_SIZE, cards_of
from arboretum.errors import ArboretumError
from arboretum.events import PILE, Dealt, Discarded, Drew, Ended, Event, Placed, Shuffled, Started
from tables import NAMES, commitment_of, finished, log_of, new_game, play_on

SEATS = (2, 3, 4)


def turn_of(game: Game, first: object = None, second: object = None) -> None:
    """A whole turn of the acting seat: two draws, the first card of the hand placed, the next discarded."""
    seat = game.seat
    for source in (first, second):
        game.play(seat, DrawPile() if source is None else DrawDiscard(int(source)))  # type: ignore[call-overload]
    view = game.view(seat)
    game.play(seat, Place(view.hand[0], view.my_open_cells[0]))
    game.play(seat, Discard(game.view(seat).hand[0]))


@pytest.mark.parametrize(("seats", "species", "pile"), [(2, 6, 34), (3, 8, 43), (4, 10, 52)])
def test_the_deal(seats: int, species: int, pile: int) -> None:
    """S1-S4: species, each card once, seven to each hand one at a time from the starter, the rest the pile."""
    for seed in range(20):
        game = new_game(seats, seed)
        view = game.view(0)
        assert len(view.species) == species
        assert view.pile_size == pile
        assert view.hand_sizes == (HAND_SIZE,) * seats
        assert all(not pile for pile in view.discards)
        shuffle = log_of(game)[0]
        assert isinstance(shuffle, Shuffled)
        assert sorted(shuffle.deck) == sorted(cards_of(view.species))
        for seat in range(seats):
            place = (seat - view.starter) % seats
            assert set(game.view(seat).hand) == {shuffle.deck[place + seats * i] for i in range(HAND_SIZE)}
        assert len({card for seat in range(seats) for card in game.view(seat).hand}) == 7 * seats


@pytest.mark.parametrize(("seats", "pile"), [(2, 33), (3, 41), (4, 49)])
def test_the_first_edition_opens_with_discards(seats: int, pile: int) -> None:
    """O4: each player but the starter begins with one open card, dealt after the hands; it may be drawn."""
    game = new_game(seats, 4, "first-edition")
    view = game.view(NOBODY)
    assert view.pile_size == pile
    shuffle = log_of(game)[0]
    assert isinstance(shuffle, Shuffled)
    order = [(view.starter + i) % seats for i in range(1, seats)]
    assert [view.discards[seat] for seat in order] == [(card,) for card in shuffle.deck[7 * seats : 8 * seats - 1]]
    assert not view.discards[view.starter]
    assert set(view.species) <= set(EDITIONS["first"])
    drawn = game.play(game.seat, DrawDiscard(order[0]))
    assert drawn == Drew(view.starter, order[0], view.discards[order[0]].top)


def test_species_are_drawn_evenly_and_known_to_all() -> None:
    """S2, S5: over many games each species and each starting seat comes as often."""
    species: Counter[Species] = Counter()
    starts: Counter[int] = Counter()
    for seed in range(1500):
        view = new_game(3, seed).view(NOBODY)
        species.update(view.species)
        starts[view.starter] += 1
    assert set(species) == set(EDITIONS["second"])
    assert all(1080 < count < 1320 for count in species.values()), species
    assert all(420 < count < 580 for count in starts.values()), starts


def test_the_host_may_choose_species_and_starter() -> None:
    chosen = tuple(map(Species.parse, ("Oak", "Maple", "Willow", "Dogwood", "Cassia", "Jacaranda")))
    game = Game.new(["Ada", "Ben"], Options(start=1), species=chosen, seed=0)
    assert game.view(0).species == tuple(sorted(chosen))
    assert game.seat == game.view(0).starter == 1


@pytest.mark.parametrize(
    ("names", "options", "species", "words"),
    [
        (["Ada"], Options(), None, "2 to 4 players, not 1"),
        ([], Options(), None, "2 to 4 players, not 0"),
        (["A", "B", "C", "D", "E"], Options(), None, "2 to 4 players, not 5"),
        (["Ada", "ada"], Options(), None, "Two players are called"),
        (["Ada", " "], Options(), None, "a name needs letters"),
        (["Ada", "B\x1b[2J"], Options(), None, "a name needs letters"),
        (["Ada", "x" * 300], Options(), None, "at most 40"),
        (["Ada", "Ben"], Options(start=2), None, "Seat 2 cannot start"),
        (["Ada", "Ben"], Options(), ["OK", "MP"], "2 players use 6 different species, not 2"),
        (["Ada", "Ben"], Options(), ["OK"] * 6, "6 different species, not 1"),
        (["Ada", "Ben"], Options(), ["OK", "MP", "WI", "CA", "JA", "LI"], "second edition has no Lilac"),
        (["Ada", "Ben"], Options(species="secret"), ["OK"], "cannot be secret"),
    ],
)
def test_a_table_that_can_not_be_is_refused(
    names: list[str], options: Options, species: list[str] | None, words: str
) -> None:
    kinds = None if species is None else [Species.parse(code) for code in species]
    with pytest.raises(OptionError, match=words):
        Game.new(names, options, species=kinds, seed=1)


def test_names_are_trimmed_and_otherwise_free() -> None:
    game = Game.new(["  Ada   Lovelace ", "<b>Zoë</b> 🌳"], seed=1)
    assert game.view(0).players == ("Ada Lovelace", "<b>Zoë</b> 🌳")


def test_a_turn_is_draw_draw_place_discard_and_nothing_else() -> None:
    """T1, T5: at each step every other kind of action is refused and changes nothing; no pass, no third draw."""
    game = new_game(2, 5)
    seat = game.seat
    sizes = []
    for _ in range(6):
        for phase in (Phase.DRAW_FIRST, Phase.DRAW_SECOND, Phase.PLACE, Phase.DISCARD):
            view = game.view(seat := game.seat)
            assert view.phase is phase
            sizes.append(view.hand_sizes[seat])
            tries: dict[Phase, Action] = {
                Phase.DRAW_FIRST: DrawPile(),
                Phase.PLACE: Place(view.hand[0], view.my_open_cells[0]),
                Phase.DISCARD: Discard(view.hand[0]),
            }
            due = tries.pop(Phase.DRAW_FIRST if phase is Phase.DRAW_SECOND else phase)
            version = game.version
            for action in tries.values():
                with pytest.raises(IllegalAction, match="it is time to"):
                    game.play(seat, action)
            assert (game.version, game.view(seat)) == (version, view)
            game.play(seat, due)
    assert sizes == [7, 8, 9, 8] * 6


def test_the_first_card_is_seen_before_the_second_source_is_chosen() -> None:
    game = new_game(2, 5)
    seat, before = game.seat, set(game.view(game.seat).hand)
    drawn = game.play(seat, DrawPile())
    assert isinstance(drawn, Drew)
    assert set(game.view(seat).hand) - before == {drawn.card}
    assert game.view(seat).phase is Phase.DRAW_SECOND


def test_both_cards_may_come_from_one_discard_pile_own_or_not() -> None:
    """T2: two deep from a rival's pile, in order; one from one's own and one from a rival's."""
    game = new_game(2, 6)
    first, second = game.seat, 1 - game.seat
    for _ in range(4):
        turn_of(game)
    under, top = game.view(first).discards[second][-2:]
    assert game.play(first, DrawDiscard(second)) == Drew(first, second, top)
    assert game.play(first, DrawDiscard(second)) == Drew(first, second, under)
    view = game.view(first)
    game.play(first, Place(view.hand[0], view.my_open_cells[0]))
    game.play(first, Discard(game.view(first).hand[0]))
    game.play(second, DrawDiscard(first))
    with pytest.raises(IllegalAction, match="Your own discard pile is empty: draw from the draw pile"):
        game.play(second, DrawDiscard(second))


def test_placing_asks_for_nothing_but_a_neighbour() -> None:
    """T3: no value, no species; not detached, not diagonal, not on a card; no edge."""
    game = new_game(2, 7)
    for _ in range(2):
        turn_of(game)
    seat = game.seat
    for _ in range(2):
        game.play(seat, DrawPile())
    view = game.view(seat)
    card, laid = view.hand[3], view.tableaux[seat][Cell(0, 0)]
    for cell in (Cell(3, 3), Cell(1, 1), Cell(13, -10), Cell(12, -10), Cell(0, 2), Cell(-256, 0)):
        with pytest.raises(IllegalAction, match="no card of yours is beside it; 4 cells are open") as refused:
            game.play(seat, Place(card, cell))
        assert refused.value.reason == "NOT_ADJACENT"
    with pytest.raises(IllegalAction, match=f"{laid} lies there") as refused:
        game.play(seat, Place(card, Cell(0, 0)))
    assert refused.value.reason == "CELL_TAKEN"
    assert game.view(seat) == view
    game.play(seat, Place(card, Cell(0, -1)))
    assert game.view(seat).tableaux[seat][Cell(0, -1)] == card


def test_the_first_card_goes_on_the_first_cell() -> None:
    game = new_game(2, 7)
    seat = game.seat
    for _ in range(2):
        game.play(seat, DrawPile())
    with pytest.raises(IllegalAction, match="the first card goes on 0,0"):
        game.play(seat, Place(game.view(seat).hand[0], Cell(5, -7)))


def test_a_card_can_not_be_placed_and_discarded() -> None:
    game = new_game(2, 8)
    seat = game.seat
    for _ in range(2):
        game.play(seat, DrawPile())
    card = game.view(seat).hand[0]
    game.play(seat, Place(card, Cell(0, 0)))
    with pytest.raises(IllegalAction, match=f"{card} is not in your hand: you hold"):
        game.play(seat, Discard(card))
    with pytest.raises(IllegalAction, match="is not in your hand"):
        game.play(seat, Discard(Card.parse("MG1")))


def test_nobody_acts_for_another() -> None:
    game = new_game(3, 9)
    for seat in (NOBODY, (game.seat + 1) % 3, (game.seat + 2) % 3):
        with pytest.raises(NotYourTurn, match=game.view(0).players[game.seat]):
            game.play(seat, DrawPile())
    with pytest.raises(ValueError, match="There is no seat 7"):
        game.view(7)
    with pytest.raises(IllegalAction, match="names no discard pile"):
        game.play(game.seat, DrawDiscard(3))
    for seat in (-1, 4):
        with pytest.raises(ValueError, match="no discard pile of seat"):
            DrawDiscard(seat)


def test_what_was_chosen_too_early_is_stale() -> None:
    game = new_game(2, 9)
    seat, at = game.seat, game.version
    game.play(seat, DrawPile(), at=at)
    with pytest.raises(Stale, match="look again"):
        game.play(seat, DrawPile(), at=at)
    assert game.version == at + 1


def laid_ready(seats: int, pile: int, discards: int, chance: random.Random) -> Game:
    """A game at the start of a turn with so many cards in the draw pile and at least so many discard piles."""
    for seed in range(500):
        game = new_game(seats, seed)
        for _ in play_on(game, chance):
            view = game.view(NOBODY)
            full = sum(map(bool, view.discards))
            if view.phase is Phase.DRAW_FIRST and view.pile_size == pile and full >= discards:
                return game
    raise AssertionError("no such game was met")


@pytest.mark.parametrize("seats", SEATS)
def test_the_last_card_as_first_draw(seats: int) -> None:
    """E1, E2: the second draw comes from a discard pile; the turn is finished, nobody gets another."""
    game = laid_ready(seats, 1, 1, random.Random(1))
    seat, turn = game.seat, game.view(0).turn
    game.play(seat, DrawPile())
    assert all(isinstance(action, DrawDiscard) for action in game.view(seat).legal_actions)
    with pytest.raises(IllegalAction, match="The draw pile is empty: draw from a discard pile"):
        game.play(seat, DrawPile())
    game.play(seat, game.view(seat).legal_actions[0])
    game.play(seat, Place(game.view(seat).hand[0], game.view(seat).my_open_cells[0]))
    assert not game.is_over
    game.play(seat, Discard(game.view(seat).hand[0]))
    assert game.is_over
    assert game.view(NOBODY).turn == turn
    assert game.view(seat).legal_actions == ()
    for anyone in range(seats):
        with pytest.raises(NotYourTurn, match="the game is over"):
            game.play(anyone, DrawPile())


@pytest.mark.parametrize(("sources", "over"), [(("pile", "pile"), True), (("discard", "discard"), False)])
def test_the_end_comes_with_the_turn_that_empties_the_pile(sources: tuple[str, str], over: bool) -> None:
    game = laid_ready(2, 2, 2, random.Random(2))
    seat = game.seat
    piles = iter([action for action in game.view(seat).legal_actions if isinstance(action, DrawDiscard)])
    for source in sources:
        game.play(seat, DrawPile() if source == "pile" else next(piles))
    game.play(seat, Place(game.view(seat).hand[0], game.view(seat).my_open_cells[0]))
    game.play(seat, Discard(game.view(seat).hand[0]))
    assert game.is_over is over


def test_one_card_left_and_two_from_discard_piles_goes_on() -> None:
    game = laid_ready(2, 1, 2, random.Random(3))
    turn_of(game, 0, 1)
    assert not game.is_over
    assert game.view(0).pile_size == 1


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("options", ["standard", "first-edition"])
def test_games_keep_the_bounds_of_their_length(seats: int, options: str) -> None:
    """E3: turns, cards in an arboretum; turns differ by at most one."""
    least, most = {
        (2, "standard"): (17, 33), (3, "standard"): (22, 42), (4, "standard"): (26, 51),
        (2, "first-edition"): (17, 33), (3, "first-edition"): (21, 42), (4, "first-edition"): (25, 51),
    }[seats, options]  # fmt: skip
    for seed in range(8):
        view = finished(seats, seed, options).view(NOBODY)
        assert least <= view.turn <= most
        cards = [len(tableau) for tableau in view.tableaux]
        assert max(cards) <= {2: 17, 3: 14, 4: 13}[seats]
        assert max(cards) - min(cards) <= 1
        assert sum(cards) == view.turn
        assert view.hand_sizes == (7,) * seats


@pytest.mark.parametrize("options", ["standard", "species=secret"])
def test_the_end_shows_everything(options: str) -> None:
    """E4: all hands, the removed species, deck and salt; the commitment of the header opens."""
    game = finished(2, 3, options)
    for seat in (0, 1, NOBODY):
        view = game.view(seat)
        ended = view.seen[-1]
        assert isinstance(ended, Ended)
        assert tuple(view.hands_known) == ended.hands == game.score.hands
        assert len(ended.removed) == 4
        assert not view.unseen
        assert commitment_of(Shuffled(ended.deck, ended.removed, ended.salt)) == game.setup.commitment
        assert (ended.totals, ended.winners) == (game.score.totals, game.score.winners)


def test_a_seed_gives_the_same_game_and_zero_is_one() -> None:
    for seed in (0, 1, 2**70):
        assert log_of(finished(3, 0)) == log_of(finished(3, 0))
        assert log_of(new_game(2, seed)) == log_of(new_game(2, seed))
    assert log_of(new_game(2, 0)) != log_of(new_game(2, 1))
    with pytest.raises(OptionError, match="from 0 up"):
        new_game(2, -1)
    assert new_game(2, 0).setup.shuffled_by == "seed"
    system = [Game.new(["Ada", "Ben"]) for _ in range(2)]
    assert system[0].setup.commitment != system[1].setup.commitment
    assert system[0].setup.shuffled_by == "system"


def test_a_game_goes_on_from_any_moment_of_its_log() -> None:
    whole = finished(3, 11, "first-edition")
    events = log_of(whole)
    for cut in (1, 2, 3, 5, 40, len(events) - 1, len(events)):
        kept: list[Event] = []
        game = Game(whole.setup, events[:cut], keep=kept.append)
        if cut > 1:
            for seat, action in _actions(events[max(cut, 5) :]):
                game.play(seat, action)
            assert log_of(game) == events
            assert events[:cut] + kept == events
        else:
            assert [type(event) for event in kept] == [Started, Dealt, Dealt, Dealt]
    with pytest.raises(ArboretumError, match="begins with its shuffled deck"):
        Game(whole.setup, events[1:])


def _actions(events: list[Event]) -> list[tuple[int, Action]]:
    asked: list[tuple[int, Action]] = []
    for event in events:
        match event:
            case Drew(seat, source, _):
                asked.append((seat, DrawPile() if source == PILE else DrawDiscard(int(source))))
            case Placed(seat, card, cell):
                asked.append((seat, Place(card, cell)))
            case Discarded(seat, card):
                asked.append((seat, Discard(card)))
    return asked


def test_every_seat_has_seen_as_many_events() -> None:
    game = new_game(4, 2)
    for _ in play_on(game, random.Random(0)):
        assert {len(game.view(seat).seen) for seat in (*range(len(NAMES)), NOBODY)} == {game.version}
