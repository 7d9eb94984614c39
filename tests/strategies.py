"""Hypothesis strategies: arboretums, hands, tables, games."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from arboretum import Card, Cell, Game, Hand, Tableau
from arboretum.cards import EDITIONS, cards_of
from tables import NAMES

POOL = cards_of(EDITIONS["second"])

seeds = st.integers(0, 2**64)


@st.composite
def tableaux(draw: st.DrawFn, pool: Sequence[Card] = POOL, most: int = 17) -> Tableau:
    """A connected arboretum of up to so many cards; dense more often than a random game's."""
    count = draw(st.integers(0, most))
    cards = draw(st.lists(st.sampled_from(pool), min_size=count, max_size=count, unique=True))
    tableau = Tableau()
    for card in cards:
        cells = tableau.open_cells
        near = sorted(cells, key=lambda cell: -sum(beside in tableau for beside in cell.neighbours))
        at = draw(st.integers(0, 9)) if draw(st.booleans()) else draw(st.integers(0, len(near) - 1))
        tableau = tableau.placing(card, near[at % len(near)])
    return tableau


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Tableau], list[Hand]]:
    """Arboretums and hands of 2-4 players that can lie on one table."""
    seats = draw(st.integers(2, 4))
    order = draw(st.permutations(POOL))
    at, boards, hands = 0, [], []
    for _ in range(seats):
        boards.append(draw(tableaux(order[at : at + 12], most=12)))
        hands.append(Hand(order[at + 12 : at + 12 + draw(st.integers(0, 7))]))
        at += 20
    return boards, hands


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A game of 2-4 players, played some random way."""
    seats = draw(st.integers(2, 4))
    game = Game.new(NAMES[:seats], seed=draw(seeds))
    for choice in draw(st.lists(st.integers(0, 10**6), max_size=60)):
        if not game.is_over:
            legal = game.view(game.seat).legal_actions
            game.play(game.seat, legal[choice % len(legal)])
    return game


cells = st.builds(Cell, st.integers(-20, 20), st.integers(-20, 20))
