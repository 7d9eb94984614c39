"""Laws that hold for every arboretum, every table and every game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import (
    NOBODY,
    Card,
    Cell,
    Discard,
    DrawDiscard,
    DrawPile,
    Game,
    Hand,
    Options,
    Place,
    Score,
    Tableau,
)
from arboretum.cards import EDITIONS, cards_of
from arboretum.errors import ArboretumError, NotationError
from strategies import POOL, cells, games, tableaux, tables
from tables import log_of

MOVES: dict[str, Callable[[Cell], Cell]] = {
    "shifted": lambda c: Cell(c.x + 5, c.y - 9),
    "turned": lambda c: Cell(-c.y, c.x),
    "turned twice": lambda c: Cell(-c.x, -c.y),
    "mirrored": lambda c: Cell(-c.x, c.y),
    "mirrored and turned": lambda c: Cell(c.y, c.x),
}


@pytest.mark.parametrize("how", MOVES)
@given(tableau=tableaux())
def test_turning_mirroring_and_shifting_keep_the_paths(how: str, tableau: Tableau) -> None:
    moved = Tableau([(MOVES[how](cell), card) for cell, card in tableau.items()])
    assert moved.points == tableau.points
    assert {s: p.cards for s, p in moved.paths.items()} == {s: p.cards for s, p in tableau.paths.items()}


@given(tableau=tableaux(), chance=st.randoms(use_true_random=False))
def test_the_order_of_entry_changes_nothing(tableau: Tableau, chance: random.Random) -> None:
    entries = list(tableau.items())
    chance.shuffle(entries)
    again = Tableau(entries)
    assert again == tableau
    assert again.paths == tableau.paths


@given(tableau=tableaux(), chance=st.randoms(use_true_random=False))
def test_renaming_species_renames_the_paths(tableau: Tableau, chance: random.Random) -> None:
    kinds = list(EDITIONS["second"])
    names = dict(zip(kinds, chance.sample(kinds, len(kinds)), strict=True))
    renamed = Tableau({cell: Card.of(names[card.species], card.value) for cell, card in tableau.items()})
    assert renamed.points == {names[kind]: worth for kind, worth in sorted(tableau.points.items())}


@given(tableau=tableaux(most=14), card=st.sampled_from(POOL), at=st.integers(0, 100))
def test_placing_a_card_never_lowers_a_path(tableau: Tableau, card: Card, at: int) -> None:
    if card in tableau.values():
        return
    more = tableau.placing(card, tableau.open_cells[at % len(tableau.open_cells)])
    assert all(more.points[kind] >= worth for kind, worth in tableau.points.items())


@given(tableau=tableaux())
def test_a_path_is_one_and_is_worth_what_it_says(tableau: Tableau) -> None:
    assert {kind: path.points for kind, path in tableau.paths.items()} == tableau.points
    for kind, path in tableau.paths.items():
        assert len(path.cards) >= 2
        assert path.cards[0].species is path.cards[-1].species is kind
        assert [tableau[cell] for cell in path.cells] == list(path.cards)
        for one, other in zip(path.cells, path.cells[1:], strict=False):
            assert other in one.neighbours
        values = [card.value for card in path.cards]
        assert values == sorted(set(values))
        assert path.points in {*range(2, 18), 19}
        assert sum(int(word) for word in path.why.replace(",", "").split() if word.isdigit()) == path.points


@given(tableau=tableaux())
def test_a_drawing_reads_back(tableau: Tableau) -> None:
    least_x = min((cell.x for cell in tableau), default=0)
    least_y = min((cell.y for cell in tableau), default=0)
    moved = {Cell(cell.x - least_x, cell.y - least_y): card for cell, card in tableau.items()}
    assert dict(Tableau.parse(str(tableau))) == moved


@given(table=tables())
def test_a_score_adds_up(table: tuple[list[Tableau], list[Hand]]) -> None:
    boards, hands = table
    score = Score.count(boards, hands)
    assert score.totals is not None
    for seat in range(len(boards)):
        scored = [points[seat] or 0 for points in score.points.values() if points]
        assert sum(scored) == score.totals[seat]
    for kind in score.species:
        rights, sums = score.rights[kind], score.sums[kind]
        assert rights
        assert {sums[seat] for seat in rights} == {max(s for s in sums if s is not None)}
        for seat in range(len(boards)):
            expected = score.best[kind][seat] if seat in rights else None
            assert score.points[kind][seat] == expected  # type: ignore[index]


@given(table=tables(), chance=st.randoms(use_true_random=False))
def test_changing_seats_changes_seats_only(table: tuple[list[Tableau], list[Hand]], chance: random.Random) -> None:
    boards, hands = table
    order = list(range(len(boards)))
    chance.shuffle(order)
    score = Score.count(boards, hands)
    moved = Score.count([boards[seat] for seat in order], [hands[seat] for seat in order])
    assert score.totals is not None
    assert moved.totals == tuple(score.totals[seat] for seat in order)
    assert {order[seat] for seat in moved.winners or ()} == set(score.winners or ())


@given(game=games())
def test_every_card_is_in_one_place(game: Game) -> None:
    everywhere: Counter[Card] = Counter()
    view = game.view(NOBODY)
    for seat in range(view.seats):
        everywhere.update(game.view(seat).hand)
        everywhere.update(view.discards[seat])
        everywhere.update(view.tableaux[seat].values())
    hidden = view.pile_size
    deck = cards_of(view.species)
    assert set(everywhere.values()) <= {1}
    assert everywhere.keys() <= set(deck)
    assert len(everywhere) + hidden == len(deck)
    for seat in range(view.seats):
        own = game.view(seat)
        assert own.hand_sizes == view.hand_sizes
        assert len(own.unseen) == hidden + sum(view.hand_sizes) - sum(map(len, own.hands_known))


@given(game=games())
def test_an_arboretum_by_itself_has_the_open_cells_of_the_game(game: Game) -> None:
    """`Tableau` says where a card can go without a game; the rules say it in one, and both say the same (T3)."""
    view = game.view(NOBODY)
    for tableau, open_cells in zip(view.tableaux, view.open_cells, strict=True):
        assert tableau.open_cells == open_cells


@given(game=games(), card=st.integers(0, 103), cell=cells, seat=st.integers(0, 3), near=st.booleans())
def test_legal_is_what_is_listed_and_done(game: Game, card: int, cell: Cell, seat: int, near: bool) -> None:
    """`action in legal_actions` if and only if `check` lets it pass if and only if the game plays it."""
    view = game.view(game.seat)
    if near and view.hand:
        card = view.hand[card % len(view.hand)]
        cell = view.my_open_cells[cell.x % len(view.my_open_cells)]
    for action in (DrawPile(), DrawDiscard(seat), Place(Card(card), cell), Discard(Card(card))):
        listed = action in view.legal_actions
        try:
            view.check(action)
            passes = True
        except ArboretumError as refused:
            assert str(refused).endswith(".")
            passes = False
        assert passes is listed, action
        if listed and not game.is_over:
            copy = Game(game.setup, log_of(game))
            copy.play(copy.seat, action)
            assert copy.version > game.version
    assert len(set(view.legal_actions)) == len(view.legal_actions)


@given(text=st.text(max_size=6))
def test_a_card_is_read_or_refused_with_its_column(text: str) -> None:
    try:
        assert str(Card.parse(text)) == text.upper()
    except NotationError as refused:
        assert 1 <= refused.column <= len(text) + 1


@given(card=st.sampled_from(cards_of(sum(EDITIONS.values(), ()))), cell=cells)
def test_cards_and_cells_read_back(card: Card, cell: Cell) -> None:
    assert Card.parse(str(card)) == card
    assert Cell.parse(str(cell)) == cell


@given(
    st.builds(
        Options,
        tiebreak=st.sampled_from(["species", "cards"]),
        unheld=st.sampled_from(["everyone", "nobody"]),
        species=st.sampled_from(["public", "secret"]),
        opening=st.sampled_from(["none", "first-edition"]),
        start=st.sampled_from(["random", 0, 1, 2, 3]),
        piles=st.sampled_from(["browsable", "top-card"]),
        names=st.sampled_from(["second", "first"]),
    )
)
def test_options_read_back(options: Options) -> None:
    assert Options.parse(str(options)) == options
    assert Options.from_json(options.to_json()) == options
