"""The statistics of many games: counted right, added up right whatever happens in between, and told right."""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))

import game_counts  # noqa: E402  (the folder of tools is not a package)
import game_statistics  # noqa: E402
from game_counters import Course, Tally  # noqa: E402
from game_counts import (  # noqa: E402
    BLOCKS,
    CHUNK_GAMES,
    OPENING,
    SECRET,
    STANDARD,
    Counts,
    Statistics,
    begun,
    estimate,
    ratio,
    tables_for,
)
from game_page import page_of  # noqa: E402
from game_statistics import add_chunks, chunk_of, main  # noqa: E402
from game_tally import LEARNED, RANDOM, deal, decided, tally_games  # noqa: E402

from arboretum import Card, Game, Hand, Options, Score, Tableau  # noqa: E402
from arboretum.bots.choices import CELL_BITS  # noqa: E402
from arboretum.bots.heuristic import action_of  # noqa: E402
from arboretum.bots.heuristic_play import done  # noqa: E402
from arboretum.bots.learned import learned_choice  # noqa: E402
from arboretum.bots.search import WORLD  # noqa: E402
from arboretum.cards import EDITIONS, Slots, Species  # noqa: E402
from arboretum.cells import Cell  # noqa: E402
from arboretum.errors import ArboretumError  # noqa: E402
from arboretum.rules.jit import Stream, compiled, stream  # noqa: E402
from arboretum.rules.layout import record_of  # noqa: E402
from arboretum.rules.position import DRAW_PILE, DRAW_SECOND, OVER, PLACE, Position  # noqa: E402
from arboretum.rules.turn import species_in_play  # noqa: E402
from arboretum.value.desk import desk  # noqa: E402
from arboretum.value.judge import CHOICES  # noqa: E402
from arboretum.value.network import SHAPES  # noqa: E402
from arboretum.value.weights import network_for  # noqa: E402
from kernel_face import xy  # noqa: E402
from tables import NAMES, play_on  # noqa: E402

Counted = dict[str, Any]


# The same, counted naively. -------------------------------------------------------------------------------


@dataclass
class Seen:
    """What lies where, as plain cards."""

    tableaux: list[Tableau]
    hands: list[Hand]
    discards: list[list[Card]]
    pile: int

    @classmethod
    def of(cls, position: Position) -> Seen:
        slots = Slots(EDITIONS["second"][: position.slots])
        found = cls([], [], [], position.pile_size)
        for seat in range(position.seats):
            laid = [
                (Cell(*xy(position.tableau_cells[seat, at])), slots.card(position.tableau_cards[seat, at]))
                for at in range(position.tableau_size[seat])
            ]
            found.tableaux.append(Tableau(laid))
            hand = [slots.card(position.hands[seat, at]) for at in range(position.hand_size[seat])]
            found.hands.append(Hand(hand))
            discards = [slots.card(position.discards[seat, at]) for at in range(position.discard_size[seat])]
            found.discards.append(discards)
        return found


@dataclass
class Story:
    """A game: what was seen before each decision, what was chosen, and what was seen in the end."""

    seats: int
    decisions: list[tuple[Seen, int, int, list[Card], int]] = field(default_factory=list)
    turns: list[tuple[Seen, int]] = field(default_factory=list)
    end: Seen | None = None


def stories(
    seats: int, games: int, chance: Stream, by: int, opening: int, secret: int, *, fast: bool
) -> Iterator[Story]:
    """The games that the rules play, decision by decision."""
    room = desk(seats, CHOICES)
    courses = np.zeros(1, Course.dtype)
    truth, course = record_of(room.rows[WORLD : WORLD + 1], 0), record_of(courses, 0)
    network = network_for(seats) if by == LEARNED else SHAPES
    slots = Slots(EDITIONS["second"])
    for _ in range(games):
        deal(truth, course, chance, seats, opening, secret)
        story = Story(seats)
        while truth.phase != OVER:
            choose = compiled(decided) if fast else decided
            choice = choose(room, network, courses[0] if fast else course, chance, by)
            hand = [slots.card(truth.hands[truth.seat, at]) for at in range(truth.hand_size[truth.seat])]
            seat, phase = truth.seat, truth.phase
            story.decisions.append((Seen.of(truth), seat, phase, hand, choice))
            done(truth, chance, choice)
            if phase > PLACE:
                story.turns.append((Seen.of(truth), seat))
        story.end = Seen.of(truth)
        yield story


def scored(story: Story, **options: Any) -> Score:  # noqa: ANN401
    assert story.end is not None
    end = story.end
    groups = [*end.hands, *end.discards, *(tableau.values() for tableau in end.tableaux)]
    species = sorted({card.species for group in groups for card in group})
    assert len(species) == species_in_play(story.seats), "the draw pile is empty, so every species is to be seen"
    return Score.count(end.tableaux, end.hands, species=species, options=Options(**options))


def counted(games: list[Story]) -> Counted:
    """All that a Tally has, of some games."""
    found: Counted = {name: np.zeros(Tally.dtype[name].shape, np.int64) for name in Tally.dtype.names or ()}
    for story in games:
        count_course(found, story)
        count_result(found, story)
        score = scored(story)
        for kind in score.species:
            count_species(found, score, kind)
        for seat in range(story.seats):
            count_points(found, score, seat)
            count_moments(found, story, score, seat)
    return found


def third(story: Story, seen: Seen) -> int:
    share = seen.pile / story.decisions[0][0].pile
    return 0 if share > 2 / 3 + 1e-9 else 1 if share > 1 / 3 + 1e-9 else 2


def count_course(found: Counted, story: Story) -> None:
    assert story.end is not None
    for seen, seat, phase, hand, choice in story.decisions:
        part = third(story, seen)
        if phase <= DRAW_SECOND:
            source = 0 if choice == DRAW_PILE else 1 if choice == seat else 2
            found["draws"][part, source] += 1
            if source:
                found["taken"][part, seen.discards[choice][-1].value - 1] += 1
        else:
            card = hand[choice >> CELL_BITS] if phase == PLACE else hand[choice]
            found["placed" if phase == PLACE else "discarded"][part, card.value - 1] += 1
    end = story.end
    for seat in range(story.seats):
        for place, cards in enumerate((end.hands[seat], end.tableaux[seat].values(), end.discards[seat])):
            for card in cards:
                found["ends"][place, card.value - 1] += 1
    found["games"][0] += 1
    found["lengths"][len(story.turns)] += 1


def margin(totals: tuple[int, ...], seat: int) -> int:
    return totals[seat] - max(points for other, points in enumerate(totals) if other != seat)


def count_result(found: Counted, story: Story) -> None:
    ways: list[dict[str, str]] = [{}, {"tiebreak": "cards"}, {"unheld": "nobody"}]
    for way, options in enumerate(ways):
        score = scored(story, **options)
        assert score.totals is not None
        assert score.winners is not None
        for seat, points in enumerate(score.totals):
            found["wins"][way, seat] += 12 // len(score.winners) if seat in score.winners else 0
            found["points"][way, seat] += points
            found["margins"][way, seat] += margin(score.totals, seat)
        if score.totals.count(max(score.totals)) > 1:
            found["ties"][way] += [1, len(score.winners) == 1, len(score.winners) > 1]
        if way == 0:
            last = story.turns[-1][1]
            found["last"][last] += 1
            found["last_wins"][last] += 12 // len(score.winners) if last in score.winners else 0
            best, second = sorted(score.totals)[:-3:-1]
            found["winning"][best] += 1
            found["leads"][best - second] += 1
            for points in score.totals:
                found["scores"][points] += 1


def count_species(found: Counted, score: Score, kind: Species) -> None:
    rights, best = score.rights[kind], score.best[kind]
    sums = [total for total in score.sums[kind] if total is not None]
    assert rights is not None
    found["species"][0] += 1
    for seat, points in enumerate(best):
        if points:
            found["paths"][int(seat in rights)] += 1
            found["path_points"][int(seat in rights)] += points
    if any(best) and not any(best[seat] for seat in rights):
        found["blocked"] += [1, max(best)]
    hands = [Hand(hand or ()).of(kind) for hand in score.hands]
    holders = {card.value: seat for seat, hand in enumerate(hands) for card in hand}
    if not holders:
        found["unheld"] += [1, any(best), sum(best)]
        return
    found["holders"][len(rights)] += 1
    order = sorted(sums, reverse=True)
    found["winning_sums"][order[0]] += 1
    found["sum_leads"][order[0] - order[1]] += 1
    for seat, total in enumerate(sums):
        found["sums"][total] += 1
        found["sums_right"][total] += seat in rights
    if len(rights) == 1:
        found["idle"] += [1, best[rights[0]] == 0]
    eight = score.cancelled[kind]
    if eight is not None:
        found["cancelled"][0] += 1
        others = max(total for seat, total in enumerate(sums) if seat != eight)
        if eight not in rights and sums[eight] + 8 >= others:
            found["cancelled"][1:] += [1, best[eight], holders[1] in rights]


def count_points(found: Counted, score: Score, seat: int) -> None:
    assert score.winners is not None
    won = int(seat in score.winners)
    found["winners"][won] += 1
    paths = [
        path
        for kind in score.species
        if seat in (score.rights[kind] or ())
        for path in [score.tableaux[seat].best_path(kind)]
        if path is not None
    ]
    found["species_scored"][len(paths)] += 1
    for path in paths:
        found["parts"][won] += path.parts
        found["path_lengths"][len(path.cards)] += 1
        found["path_kinds"] += [path.pure_points > 0, path.opens_on_one, path.closes_on_eight]


def count_moments(found: Counted, story: Story, score: Score, seat: int) -> None:
    assert score.winners is not None
    assert score.totals is not None
    lead = margin(score.totals, seat)
    win = 12 // len(score.winners) if seat in score.winners else 0
    for seen, actor in story.turns:
        if actor == seat:
            part = third(story, seen)
            found["moments"][part] += 1
            found["moment_margins"][part] += lead
            found["moment_wins"][part] += win
            for first, cards in ((0, seen.hands[seat]), (8, seen.tableaux[seat].values())):
                for card in cards:
                    at = part, first + card.value - 1
                    found["had"][at] += 1
                    found["had_margins"][at] += lead
                    found["had_wins"][at] += win


def agree(seats: int, games: int, by: int, opening: int, secret: int, *, fast: bool) -> Counted:
    """Count games in both ways, see that they agree, and give the counts."""
    told = list(stories(seats, games, stream(seats, by, opening, secret), by, opening, secret, fast=fast))
    tally = np.zeros(1, Tally.dtype)
    network = network_for(seats) if by == LEARNED else SHAPES
    play = compiled(tally_games) if fast else tally_games
    courses = np.zeros(1, Course.dtype)
    chance = stream(seats, by, opening, secret)
    play(desk(seats, CHOICES), network, tally, courses, chance, seats, games, by, opening, secret)
    expected = counted(told)
    for name, value in expected.items():
        np.testing.assert_array_equal(tally[name][0], value, err_msg=name)
    return expected


@pytest.mark.parametrize(("seats", "opening", "secret"), [(2, 0, 0), (3, 0, 0), (4, 0, 0), (3, 1, 0), (2, 0, 1)])
def test_random_games_are_counted_right(seats: int, opening: int, secret: int) -> None:
    found = agree(seats, 6, RANDOM, opening, secret, fast=False)
    assert found["games"][0] == 6
    assert found["ends"].sum() == 6 * 8 * species_in_play(seats)
    assert found["parts"].sum() == found["points"][0].sum()


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "opening", "secret"), [(2, 0, 0), (3, 0, 0), (4, 0, 0), (2, 1, 0), (4, 1, 0), (2, 0, 1), (3, 0, 1)]
)
def test_games_of_the_network_are_counted_right(seats: int, opening: int, secret: int) -> None:
    found = agree(seats, 6, LEARNED, opening, secret, fast=True)
    assert found["parts"].sum() == found["points"][0].sum() > 0


@pytest.mark.long
def test_compiled_is_as_interpreted() -> None:
    for seats in (2, 3, 4):
        for table in tables_for(seats):
            slow = chunk_of(seats, table, 3, 1, tally_games, RANDOM, 20)
            assert slow == chunk_of(seats, table, 3, 1, compiled(tally_games), RANDOM, 20)


@pytest.mark.parametrize(("seats", "opening", "secret"), [(2, 1, 0), (4, 1, 0), (2, 0, 1), (3, 0, 1), (3, 1, 1)])
def test_a_deal_is_that_of_the_options(seats: int, opening: int, secret: int) -> None:
    position, course = Position(), Course()
    deal(position, course, stream(5, seats), seats, opening, secret)
    assert [position.discard_size[seat] for seat in range(seats)] == [0] + [opening] * (seats - 1)
    assert [position.hand_size[seat] for seat in range(seats)] == [7] * seats
    cards = 8 * species_in_play(seats) - 7 * seats - opening * (seats - 1)
    assert position.pile_size == position.unseen_size == course.first_size == cards
    assert sum(course.in_play[slot] for slot in range(position.slots)) == species_in_play(seats)
    assert position.slots == (10 if secret else species_in_play(seats))


@pytest.mark.parametrize(
    ("seats", "options"), [(2, STANDARD), (3, OPENING), (3, SECRET), (2, SECRET), (4, STANDARD)]
)
def test_the_network_decides_as_the_bot_does(seats: int, options: str) -> None:
    game = Game.new(NAMES[:seats], Options.parse(options), seed=seats)
    room = desk(seats, CHOICES)
    for before, _ in islice(enumerate(play_on(game, random.Random(3))), 0, 60):
        if before % 13 != 4:
            continue
        state = game._state
        room.bytes[WORLD] = state._position.rows.view(np.uint8)
        slots = state.setup.slots.species
        course = Course()
        course.out_of_game = len(slots) - species_in_play(seats)
        for slot, kind in enumerate(slots):
            course.in_play[slot] = kind in state.species_in_play
        view = game.view(game.seat)
        position = view.position()
        expected = action_of(view, position, learned_choice(position))
        choice = decided(room, network_for(seats), course, stream(1), LEARNED)
        truth = record_of(room.rows[WORLD : WORLD + 1], 0)
        assert action_of(view, truth, choice) == expected


# Chunks. --------------------------------------------------------------------------------------------------


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of two random games, interpreted: all that is around them is as ever."""

    def random_chunk(players: int, table: str, chunk: int, seed: int, *_: object, **__: object) -> Any:  # noqa: ANN401
        return chunk_of(players, table, chunk, seed, tally_games, RANDOM, 2)

    monkeypatch.setattr(game_statistics, "chunk_of", random_chunk)
    monkeypatch.setattr(game_statistics, "compiled", lambda rule: rule)


def same(one: Counts, other: Counts) -> bool:
    return one.chunks == other.chunks and one.blocks.tobytes() == other.blocks.tobytes()


@pytest.mark.usefixtures("quick")
def test_chunks_add_up_whatever_happens(tmp_path: Path) -> None:
    whole = Statistics(3, 5, "weights")
    add_chunks(whole, OPENING, 6, tally_games, threads=1)
    assert whole.table(OPENING).games == 12

    threaded = Statistics(3, 5, "weights")
    add_chunks(threaded, OPENING, 6, tally_games, threads=3)
    assert same(whole.table(OPENING), threaded.table(OPENING))

    one, path = Statistics(3, 5, "weights"), tmp_path / "3.json"
    seen: list[int] = []
    add_chunks(one, OPENING, 6, tally_games, stopped=lambda: len(seen) >= 2, added=seen.append)
    one.table(STANDARD)
    assert 2 <= one.table(OPENING).chunks < 6, "it was stopped in between"
    one.write(path, "command")
    again = begun(path, 3, 5, "weights")
    add_chunks(again, OPENING, 6, tally_games, threads=2)
    for name in game_counts.BRIEF:
        assert (again.table(OPENING).blocks[name] == whole.table(OPENING).blocks[name]).all(), name
    assert seen == list(range(1, len(seen) + 1))


def test_each_chunk_has_games_of_its_own() -> None:
    asked = [
        (2, STANDARD, 0, 1),
        (2, STANDARD, 1, 1),
        (2, STANDARD, 0, 2),
        (2, OPENING, 0, 1),
        (3, STANDARD, 0, 1),
    ]
    found = [chunk_of(*each, tally_games, RANDOM, 2).tobytes() for each in asked]
    assert len(set(found)) == len(asked)
    assert found[0] == chunk_of(*asked[0], tally_games, RANDOM, 2).tobytes()


def test_what_was_played_otherwise_is_not_added_to(tmp_path: Path) -> None:
    path = tmp_path / "2.json"
    statistics = Statistics(2, 1, "a" * 64)
    statistics.table(STANDARD)
    statistics.write(path, "command")
    assert begun(path, 2, 1, "a" * 64).players == 2
    with pytest.raises(
        ArboretumError, match=r"other weights \(aaaaaaaaaaaa, now bbbbbbbbbbbb\).*Move the file away"
    ):
        begun(path, 2, 1, "b" * 64)
    with pytest.raises(ArboretumError, match="--seed 1 to go on"):
        begun(path, 2, 2, "a" * 64)
    path.write_text(json.dumps({"kind": "other"}))
    with pytest.raises(ArboretumError, match="does not fit this script"):
        begun(path, 2, 1, "a" * 64)
    path.write_text("[")
    with pytest.raises(ArboretumError, match="does not fit this script"):
        Statistics.read(path)


@pytest.mark.usefixtures("quick")
def test_the_script_refuses_other_weights(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "statistics"
    command = ["--players", "2", "--games", "200", "--option-games", "100", "--seed", "3", "--out", str(folder)]
    assert main([*command, "--threads", "2"]) == 0
    first = (folder / "2.json").read_bytes()
    told = json.loads(first)
    assert told["seed"] == 3
    assert re.fullmatch("[0-9a-f]{64}", told["weights"])
    assert told["command"] == "python tools/game_statistics.py --games 200 --option-games 100 --seed 3"
    assert [table["chunks"] for table in told["tables"].values()] == [2, 1, 1]
    assert {"code", "numpy", "arboretum"} <= set(told["made"][0])
    assert main(command) == 0
    assert (folder / "2.json").read_bytes() == first, "nothing was missing"
    monkeypatch.setattr(game_statistics, "weights_digest", lambda _: "b" * 64)
    capsys.readouterr()
    assert main(command) == 1
    assert "was played with other weights" in capsys.readouterr().err
    assert main([*command, "--page"]) == 0


# What it comes to. ----------------------------------------------------------------------------------------


def test_intervals_are_those_of_whole_blocks() -> None:
    """The jackknife of a mean over blocks of one size is the interval of the mean of their means."""
    counts = Counts()
    chance = np.random.default_rng(1)
    values = chance.integers(0, 1000, BLOCKS)
    counts.blocks["games"][:, 0] = 100
    counts.blocks["last"][:, 0] = values
    found = estimate(counts, lambda fields: ratio(fields["last"][0], fields["games"][0]))
    assert found.value == pytest.approx(values.mean() / 100)
    assert found.error == pytest.approx(2.0227 * values.std(ddof=1) / 100 / BLOCKS**0.5, rel=1e-3)
    assert not estimate(Counts(), lambda fields: ratio(fields["last"][0], fields["games"][0])).is_known


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    chance = np.random.default_rng(2)
    held = 0
    for _ in range(100):
        counts = Counts()
        counts.blocks["games"][:, 0] = chance.integers(50, 150, BLOCKS)  # blocks of different sizes
        counts.blocks["last"][:, 0] = chance.binomial(counts.blocks["games"][:, 0], 0.3)
        found = estimate(counts, lambda fields: ratio(fields["last"][0], fields["games"][0]))
        assert found.interval is not None
        held += found.interval[0] <= 0.3 <= found.interval[1]
    assert 88 <= held <= 100


def test_the_page_of_next_to_nothing_says_so() -> None:
    """One chunk, no chunk, a single game: no number that is none, and every plot is XML."""
    few = Statistics(2, 1, "a" * 64)
    few.table(STANDARD).add(chunk_of(2, STANDARD, 0, 1, tally_games, RANDOM, 1))
    some = Statistics(3, 1, "b" * 64)
    for chunk in range(3):
        for name in tables_for(3):
            some.table(name).add(chunk_of(3, name, chunk, 1, tally_games, RANDOM, 4))
    for statistics in ([few], [some], [few, some, Statistics(4, 1, "c" * 64)]):
        text, plots = page_of(statistics)
        assert not re.search(r"\bnan\b|\binf\b|None", text)
        assert set(re.findall(r"\(statistics/([\w-]+)\.svg\)", text)) == set(plots)
        for drawn in plots.values():
            ElementTree.fromstring(drawn)
            assert not re.search(r"\bnan\b|\binf\b", drawn)
    assert CHUNK_GAMES * BLOCKS == 4000, "so much is a round of blocks"
