"""Every worked example of `tests/examples` against the package and against the oracle."""

from __future__ import annotations

from typing import Any

import pytest

import example_files
import oracle
from arboretum import NOBODY, Game, Hand, IllegalAction, Options, Score, Species, Tableau
from arboretum.cards import EDITIONS
from arboretum.events import Ended, Shuffled
from arboretum.fold import TIEBREAKS
from arboretum.rules.position import Pad
from arboretum.rules.scoring import crowned
from arboretum.rules.sheet import Sheet
from example_kinds import (
    SPECIES,
    Example,
    FlowExample,
    LengthExample,
    PathExample,
    RightExample,
    SetupExample,
    Step,
    TableExample,
    TieExample,
)
from game_face import NAMES, GameFace
from oracle_words import score_dict, species_of, tableau_of, texts

EXAMPLES = example_files.load()
CLAUSES = "S1 S2 S3 S4 S5 T1 T2 T3 T4 T5 T6 E1 E2 E3 E4 R1 R2 R3 R4 R5 P1 P2 P3 W1 W2 W3 O1 O2 O3 O4 O5 O6 O7"
FROM_THE_RULEBOOK = [f"P{n:02}" for n in range(1, 27)] + [f"R{n:02}" for n in range(1, 20)] + ["B01"]
OF_TIES_AND_FLOW = [f"{letter}{n:02}" for letter in "TF" for n in range(1, 6)]
SEEDS = range(40)


def of_kind(kind: type[Example]) -> pytest.MarkDecorator:
    """A test for each example of this kind, named by its id."""
    chosen = [example for example in EXAMPLES if isinstance(example, kind)]
    assert chosen
    return pytest.mark.parametrize("example", chosen, ids=[example.id for example in chosen])


@pytest.mark.parametrize("clause", CLAUSES.split())
def test_every_clause_and_option_has_an_example(clause: str) -> None:
    assert any(example.clause == clause for example in EXAMPLES), f"no example shows {clause}"


@pytest.mark.parametrize("name", FROM_THE_RULEBOOK + OF_TIES_AND_FLOW)
def test_the_examples_the_rules_name_are_there(name: str) -> None:
    assert any(example.id == name for example in EXAMPLES)


def test_examples_name_clauses_that_exist() -> None:
    assert {example.clause for example in EXAMPLES} <= set(CLAUSES.split())


def test_species_have_the_names_of_the_package() -> None:
    assert {kind.title: kind.code for kind in Species} == SPECIES


# Paths.


@of_kind(PathExample)
def test_paths(example: PathExample) -> None:
    tableau = tableau_of(example.tableau)
    assert Tableau.parse(str(tableau)) == tableau
    for worth in example.worths:
        path = tableau.best_path(Species.parse(worth.species))
        found = (path.points, tuple(texts(path.cards)), path.why) if path else (0, (), "")
        assert found == (worth.points, worth.path, worth.why)


@of_kind(PathExample)
def test_paths_by_the_oracle(example: PathExample) -> None:
    for worth in example.worths:
        best = oracle.best_path(example.tableau, worth.species)
        points, cards = best[:2] if best else (0, [])
        assert (points, tuple(cards)) == (worth.points, worth.path)


# Rights.


@of_kind(RightExample)
def test_rights(example: RightExample) -> None:
    kind = Species.parse(example.species)
    held = {oracle.species_of(card) for hand in example.hands for card in hand}
    score = Score.count(
        [Tableau()] * len(example.hands),
        [Hand.parse(" ".join(hand)) for hand in example.hands],
        species=species_of(sorted(held | {example.species})),
        options=Options.from_json(example.options),
    )
    assert score.sums[kind] == example.sums
    assert score.rights[kind] == example.right
    assert [seat for seat in [score.cancelled[kind]] if seat is not None] == list(example.cancelled)


@of_kind(RightExample)
def test_rights_by_the_oracle(example: RightExample) -> None:
    assert tuple(oracle.hand_sums(example.hands, example.species)) == example.sums
    assert tuple(oracle.cancelled(example.hands, example.species)) == example.cancelled
    assert tuple(oracle.rights(example.hands, example.species, **example.options)) == example.right


# Ties and whole tables.


@of_kind(TieExample)
@pytest.mark.parametrize("tiebreak", ["species", "cards"])
def test_ties(example: TieExample, tiebreak: str) -> None:
    pad, sheet = Pad(), Sheet()
    pad.seats, pad.tiebreak = len(example.totals), TIEBREAKS[tiebreak]
    for seat, total in enumerate(example.totals):
        sheet.totals[seat] = total
        sheet.species_placed[seat] = example.species_placed[seat]
        sheet.cards_placed[seat] = example.cards_placed[seat]
    crowned(pad, sheet)
    winners = tuple(seat for seat in range(pad.seats) if sheet.winners[seat])
    assert winners == (example.winners if tiebreak == "species" else example.winners_by_cards)


@of_kind(TieExample)
def test_ties_by_the_oracle(example: TieExample) -> None:
    assert tuple(oracle.winners(example.totals, example.species_placed)) == example.winners
    assert tuple(oracle.winners(example.totals, example.cards_placed)) == example.winners_by_cards


def check_table(example: TableExample, result: dict[str, Any], winners: tuple[int, ...]) -> None:
    """Compare a whole score with the example, but for what the example does not know."""
    assert list(result["species"]) == [line.species for line in example.lines]
    for line in example.lines:
        entry = result["species"][line.species]
        assert tuple(entry["sums"]) == line.sums
        assert tuple(entry["right"]) == line.right
        for given, found in zip(line.points, entry["points"], strict=True):
            assert given in ("?", "-" if found is None else found)
        scored = [path if points else None for path, points in zip(entry["paths"], entry["points"], strict=True)]
        assert [tuple(path or ()) for path in scored] == list(line.paths)
    for stated, total in zip(example.totals, result["totals"], strict=True):
        assert stated in ("?", total)
    if example.winners:
        assert tuple(result["species_placed"]) == example.species_placed
        assert tuple(result["winners"]) == winners


@of_kind(TableExample)
@pytest.mark.parametrize("tiebreak", ["species", "cards"])
def test_tables(example: TableExample, tiebreak: str) -> None:
    winners = example.winners if tiebreak == "species" else example.winners_by_cards
    codes = [line.species for line in example.lines]
    options = {"tiebreak": tiebreak}
    score = Score.count(
        [tableau_of(board) for board in example.tableaux],
        [Hand.parse(" ".join(hand)) for hand in example.hands],
        species=species_of(codes),
        options=Options.from_json(options),
    )
    check_table(example, score_dict(score), winners)
    check_table(example, oracle.score(example.tableaux, example.hands, codes, options), winners)


# Decisions from a given deck.


def check_step(step: Step, table: oracle.Oracle | GameFace) -> None:
    """Compare a position with everything that the step says of it."""
    hands = table.hands
    said = {
        "acts": (step.acts, table.seat),
        "phase": (step.phase, table.phase),
        "turns": (step.turns, table.turns),
        "pile": (step.pile, len(table.pile)),
        "hand_sizes": (step.hand_sizes, tuple(len(hand) for hand in hands)),
        "hands": ({s: set(c) for s, c in step.hands.items()}, {s: hands[s] for s in step.hands}),
        "discards": (step.discards, {s: tuple(table.discards[s]) for s in step.discards}),
        "known": ({s: set(c) for s, c in step.known.items()}, {s: table.known[s] for s in step.known}),
    }
    for field, (given, found) in said.items():
        assert given is None or given == found, field
    legal = table.legal()
    if step.draws is not None:
        assert {action for action in legal if action[0] == "draw"} == set(step.draws)
    if step.cells is not None:
        assert {action[2] for action in legal if action[0] == "place"} == set(step.cells)
    for action in step.refused:
        assert action not in legal
        with pytest.raises((IllegalAction, ValueError)):
            table.apply(action)


@of_kind(FlowExample)
@pytest.mark.parametrize("by", ["package", "oracle"])
def test_flows(example: FlowExample, by: str) -> None:
    make = GameFace if by == "package" else oracle.Oracle
    table = make(example.players, example.species, example.deck, example.starter, example.options)
    for turn in example.before:
        assert [action[0] for action in turn] == ["draw", "draw", "place", "discard"]
        for action in turn:
            table.apply(action)
    for step in example.steps:
        for action in step.do:
            table.apply(action)
        check_step(step, table)
        if isinstance(table, GameFace):
            check_shown(step, table)


def check_shown(step: Step, table: GameFace) -> None:
    """What everyone sees when the game is over (E4)."""
    everyone = table.views
    if step.shown:
        assert all([set(texts(hand)) for hand in view.hands_known] == table.hands for view in everyone)
    if step.removed is not None:
        ends = [event for view in everyone for event in view.seen if isinstance(event, Ended)]
        assert len(ends) == len(everyone)
        assert all(tuple(kind.code for kind in end.removed) == step.removed for end in ends)


# Set-up and length.


def start(example: SetupExample, seed: int) -> tuple[Game, list[str], list[str]]:
    """A new game, its species and its deck; the deck is what only the game's owner is told."""
    told: list[object] = []
    chosen = None if example.species is None else species_of(example.species)
    options = Options.from_json(example.options)
    names = NAMES[: example.players]
    game = Game.new(names, options, species=chosen, seed=seed, keep=lambda setup: told.append)
    (shuffle,) = [event for event in told if isinstance(event, Shuffled)]
    deck = texts(shuffle.deck)
    return game, [code for code in SPECIES.values() if code + "1" in deck], deck


@of_kind(SetupExample)
def test_set_ups(example: SetupExample) -> None:
    starters, in_play = set(), set()
    for seed in SEEDS:
        game, species, deck = start(example, seed)
        assert len(species) == example.species_in_play
        assert sorted(deck) == sorted(oracle.deck_of(species))
        assert len(deck) == example.cards
        starters.add(game.seat)
        in_play.add(tuple(species))
        for seat in (*range(example.players), NOBODY):
            view = game.view(seat)
            assert tuple(kind.code for kind in view.species) == example.may_be_in_play
            assert (view.pile_size, set(view.hand_sizes)) == (example.pile, {example.hand})
            assert tuple(len(pile) for pile in view.discards) == example.discards
        other = oracle.Oracle(example.players, species, deck, game.seat, example.options)
        assert (len(other.pile), {len(hand) for hand in other.hands}) == (example.pile, {example.hand})
        assert tuple(len(pile) for pile in other.discards) == example.discards
    assert starters == set(example.acts)
    everything_is_in = example.species_in_play == len(example.may_be_in_play)
    assert (len(in_play) == 1) == everything_is_in


def play_through(table: oracle.Oracle | GameFace, from_pile: bool) -> tuple[int, int]:
    """Play a game whose draws all come from the draw pile, or never if they can; gives turns and cards placed."""
    while table.phase != "OVER":
        legal = sorted(table.legal(), key=repr)
        if table.phase in ("PLACE", "DISCARD"):
            table.apply(legal[0])
        else:
            wanted = [action for action in legal if (action == ("draw", "pile")) == from_pile]
            table.apply((wanted or legal)[0])
    return table.turns, max(len(board) for board in table.boards)


@of_kind(LengthExample)
@pytest.mark.parametrize("by", ["package", "oracle"])
def test_lengths(example: LengthExample, by: str) -> None:
    make = GameFace if by == "package" else oracle.Oracle
    edition = [kind.code for kind in EDITIONS["second"]]
    species = edition[: {2: 6, 3: 8, 4: 10}[example.players]]
    deck = oracle.deck_of(species)
    for from_pile in (True, False):
        turns, largest = play_through(make(example.players, species, deck, 0, example.options), from_pile)
        assert turns == (example.shortest if from_pile else example.longest)
        assert from_pile or largest == example.largest
