"""Reasons in words are true: each sentence against a naive count of what it says."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator

import pytest

from arboretum import Card, Cell, Species
from arboretum.actions import Discard, DrawDiscard, Place
from arboretum.analysis.fits import best_fit, chains, closed, fit
from arboretum.analysis.holdings import claim, has_safe_right, hidden_cards, most_held
from arboretum.analysis.reasons import against, why
from arboretum.piles import Hand
from arboretum.score import Score
from arboretum.table import Phase
from arboretum.tableau import Tableau
from arboretum.view import View
from oracle import best_path
from tables import new_game, play_on


def views(seats: int, seed: int, options: str = "standard", every: int = 5) -> Iterator[View]:
    """Views of the acting seats of a random game, every so often."""
    game, chance = new_game(seats, seed, options), random.Random(seed)
    for number, _ in enumerate(play_on(game, chance)):
        if number % every == 0:
            yield game.view(game.seat)


def worlds_of(view: View, species: Species) -> Iterator[list[set[Card]]]:
    """Every way in which rivals may hold cards of a species, by seat; one's own hand left out."""
    unseen = [card for card in view.unseen if card.species is species]
    rivals = [seat for seat in range(view.seats) if seat != view.me]
    for places in itertools.product([None, *rivals], repeat=len(unseen)):
        hands = [{card for card in hand if card.species is species} for hand in view.hands_known]
        for card, place in zip(unseen, places, strict=True):
            if place is not None:
                hands[place].add(card)
        if all(
            len(hands[seat]) - sum(card.species is species for card in view.hands_known[seat])
            <= hidden_cards(view, seat)
            for seat in rivals
        ):
            yield hands


def scored(view: View, species: Species, hands: list[set[Card]], mine: list[Card]) -> Score:
    """The rights of a species by the rules, with these hands."""
    told = [Hand(mine if seat == view.me else hand) for seat, hand in enumerate(hands)]
    return Score.count([Tableau()] * view.seats, told, species=[species], options=view.options)


@pytest.mark.parametrize(
    ("seats", "seed", "options"), [(2, 3, "standard"), (2, 4, "unheld=nobody"), (3, 5, "standard")]
)
def test_a_right_is_sure_if_it_is_ones_own_whatever_rivals_hold(seats: int, seed: int, options: str) -> None:
    sure = doubtful = 0
    for view in views(seats, seed, options, every=13 if seats == 2 else 37):
        for species in view.species:
            if seats > 2 and sum(card.species is species for card in view.unseen) > 4:
                continue  # too many worlds to go through
            mine = [card for card in view.hand if card.species is species]
            results = [scored(view, species, hands, mine) for hands in worlds_of(view, species)]
            rights = [result.rights[species] for result in results]
            always = all(right is not None and view.me in right for right in rights)
            if seats == 2 or mine:
                assert has_safe_right(view, species, view.hand) == always, (view.hand, species)
            for rival in range(seats):
                if rival != view.me:
                    most = max(result.sums[species][rival] or 0 for result in results)
                    assert most_held(view, rival, species, view.hand) == most
            found = claim(view, species, view.hand)
            assert found.mine <= sum(card.value for card in mine)
            sure, doubtful = sure + always, doubtful + (not always)
    assert min(sure, doubtful) >= 5


def naive_points(tableau: Tableau) -> dict[str, int]:
    """The points of the best path of each species, by the oracle."""
    board = {(cell.x, cell.y): str(card) for cell, card in tableau.items()}
    paths = {code: best_path(board, code) for code in {str(card)[:2] for card in tableau.values()}}
    return {code: path[0] if path else 0 for code, path in paths.items()}


def test_what_a_card_makes_of_an_arboretum_is_what_the_oracle_finds_with_it_placed() -> None:
    grew = 0
    for view in views(2, 7, every=11):
        for card in list(view.hand)[:3]:
            best = 0
            for cell in view.my_open_cells:
                before, after = naive_points(view.tableau), naive_points(view.tableau.placing(card, cell))
                gains = {code: after[code] - before.get(code, 0) for code in after}
                told = {
                    path.species.code: path.after - path.before for path in fit(view.tableau, card, cell).paths
                }
                assert told == {code: gain for code, gain in gains.items() if gain > 0}
                best = max(best, sum(told.values()))
            assert best_fit(view.tableau, card).points == best
            grew += best > 0
    assert grew > 5


def open_rows(tableau: Tableau) -> dict[tuple[str, Species], int]:
    """What rising rows count that can still grow: upwards by their first species, downwards by their last."""
    found: dict[tuple[str, Species], int] = {}

    def has_room(cell: Cell) -> bool:
        return any(near not in tableau for near in cell.neighbours)

    def walk(row: list[Cell]) -> None:
        first, last = tableau[row[0]], tableau[row[-1]]
        if last.value != 8 and has_room(row[-1]):
            counts = len(row) + (first.value == 1)
            found["ahead", first.species] = max(found.get(("ahead", first.species), 0), counts)
        if first.value != 1 and has_room(row[0]):
            counts = len(row) + 2 * (last.value == 8)
            found["behind", last.species] = max(found.get(("behind", last.species), 0), counts)
        for near in row[-1].neighbours:
            if near in tableau and tableau[near].value > last.value:
                walk([*row, near])

    for cell in tableau:
        walk([cell])
    return found


def test_rows_that_can_grow_are_found_and_closed_as_a_naive_walk_finds_them() -> None:
    shut = 0
    for view in views(2, 9, every=9):
        now = open_rows(view.tableau)
        for chain in chains(view):
            assert chain.ahead == now.get(("ahead", chain.species), 0)
            assert chain.behind == now.get(("behind", chain.species), 0)
        if view.phase is Phase.PLACE:
            for action in view.legal_actions:
                assert isinstance(action, Place)
                then = open_rows(view.tableau.placing(action.card, action.cell))
                expected = {key: length for key, length in now.items() if length > 1 and then.get(key, 0) < length}
                told = {
                    (end, chain.species): length
                    for chain in closed(view, action.card, action.cell)
                    for end, length in (("ahead", chain.ahead), ("behind", chain.behind))
                    if length
                }
                assert told == expected
                shut += bool(told)
    assert shut > 5


KEEPS = re.compile(
    r"It keeps the right to (?P<species>[A-Z][a-z ]+): (?P<mine>\d+) against at most (?P<most>\d+)\."
)
GIVES_UP = re.compile(r"It gives up the sure right to (?P<species>[A-Z][a-z ]+): (?P<mine>\d+) in hand, .+ may")
GIVES = re.compile(
    r"It gives (?P<rival>\w+) (?P<card>\w+), which can be placed there for (?P<points>\d+) points? more"
)
PATH = re.compile(
    r"It makes the path of (?P<species>[A-Z][a-z ]+) worth (?P<after>\d+) instead of (?P<before>\d+)\."
)


def test_sentences_say_what_is_counted() -> None:
    met = dict.fromkeys((KEEPS, GIVES_UP, GIVES, PATH), 0)
    for seed in range(2):
        for view in views(2, seed, every=5):
            legal = view.legal_actions
            for action in legal[:: max(1, len(legal) // 4)]:
                others = [other for other in legal[:6] if other != action]
                for sentence in (*why(view, action, others), *against(view, action, others)):
                    assert sentence.endswith(".")
                    for pattern in met:
                        told = pattern.match(sentence)
                        if told is not None:
                            met[pattern] += 1
                            check(view, action, told)
    assert min(met.values()) >= 2, {pattern.pattern: count for pattern, count in met.items()}


def check(view: View, action: object, told: re.Match[str]) -> None:
    """A sentence about the right to a species, a path, or a gift, counted anew."""
    assert isinstance(action, Place | Discard)
    rest = [card for card in view.hand if card != action.card]
    if told.re is GIVES:
        rival = view.players.index(told["rival"])
        card, tableau = Card.parse(told["card"]), view.tableaux[view.players.index(told["rival"])]
        assert card == action.card
        assert rival != view.me
        before = sum(naive_points(tableau).values())
        most = max(sum(naive_points(tableau.placing(card, cell)).values()) for cell in tableau.open_cells)
        assert int(told["points"]) == most - before
        return
    species = Species.parse(told["species"])
    if told.re is PATH:
        assert isinstance(action, Place)
        after = naive_points(view.tableau.placing(action.card, action.cell))
        assert int(told["before"]) == naive_points(view.tableau)[species.code]
        assert int(told["after"]) == after[species.code]
        return
    mine = [card for card in rest if card.species is species]
    results = [scored(view, species, hands, mine) for hands in worlds_of(view, species)]
    mine_always = all(view.me in (result.rights[species] or ()) for result in results)
    assert mine_always is (told.re is KEEPS)
    if told.re is KEEPS and not any(card.value == 8 for card in mine):
        assert int(told["mine"]) == sum(card.value for card in mine)
        assert int(told["most"]) == max(result.sums[species][1 - view.me] or 0 for result in results)


def test_taking_a_card_is_explained_by_what_lies_there() -> None:
    told = 0
    for view in views(2, 11, every=2):
        for action in view.legal_actions:
            if isinstance(action, DrawDiscard):
                top = view.discards[action.seat].top
                sentences = [*why(view, action), *against(view, action)]
                points = best_fit(view.tableau, top).points if top else 0
                assert any(f"With {top} paths can be worth {points} point" in s for s in sentences) is (points > 0)
                told += len(sentences)
    assert told > 10


def test_reasons_are_for_whoever_is_to_act() -> None:
    game = new_game(2, 1)
    action = game.view(game.seat).legal_actions[0]
    with pytest.raises(ValueError, match="the seat that is to act"):
        why(game.view(1 - game.seat), action)
