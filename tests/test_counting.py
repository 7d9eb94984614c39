"""The order of the count, and what is said in it: the clearest species first, everything from the score."""

from __future__ import annotations

import json

import pytest

from arboretum import Hand, Options, Score, Species, Tableau
from arboretum.counting import Counting, leads
from arboretum.web.count import counted
from room_tables import over

BOARDS = [
    Tableau.parse("OK1 OK3 OK5 OK7\nJA8 JA6 JA3 MP4"),
    Tableau.parse("BS1 BS4 BS6 BS8\nMP5 MP6 CA2 CA8"),
]


def score(*hands: str | None, options: Options | None = None, species: str = "BS CA DW JA MP OK") -> Score:
    """A table for two with these hands; Dogwood was placed by nobody."""
    return Score.count(
        BOARDS,
        [None if hand is None else Hand.parse(hand) for hand in hands],
        players=("Ada", "Ben"),
        species=[Species.parse(code) for code in species.split()],
        options=options or Options(),
    )


def codes(told: Score) -> list[str]:
    """The order, a step a word."""
    return ["+".join(kind.code for kind in step) for step in Counting.of(told).steps]


def test_the_clearest_species_comes_first_and_ties_come_last() -> None:
    told = score("OK8 JA4 MP1 BS3 DW7", "OK2 JA2 MP7 BS2 BS5 DW8")
    assert leads(told, Species.OAK) == 6
    assert codes(told) == ["DW", "MP", "OK", "BS", "JA", "CA"], (
        "Maple and Oak both lead by 6: less is at stake first"
    )
    assert told.best[Species.MAPLE] < told.best[Species.OAK]
    tied = score("OK4 JA4 BS3 CA1", "OK2 JA1 BS2 MP7 CA3")
    assert codes(score("OK2 OK4 JA4 BS3", "OK6 JA1 BS2 MP7"))[-2:] == ["CA", "OK"], "unheld before tied"
    assert codes(tied)[0] == "DW"


def test_species_that_nobody_placed_come_first_together() -> None:
    told = score("OK8 DW1", "WI8 JA1", species="BS DW JA MP OK WI CA")
    assert codes(told)[0] == "DW+WI"
    assert sorted("+".join(codes(told)).split("+")) == sorted(kind.code for kind in told.species)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("people", [2, 3, 4])
def test_of_any_game_each_species_is_counted_once_and_the_sums_end_in_the_totals(people: int, seed: int) -> None:
    game = over(people, seed).game
    assert game is not None
    told = game.score
    counting = Counting.of(told)
    assert sorted(kind for step in counting.steps for kind in step) == list(told.species)
    assert counting.so_far is not None
    assert counting.so_far[-1] == told.totals
    alone = [step[0] for step in counting.steps if len(step) == 1]
    margins = [leads(told, kind) for kind in alone[1:]]
    assert margins == sorted(margins, reverse=True)
    _all_is_told(told)


def _all_is_told(told: Score) -> None:
    """The JSON has every number, in words too, and can be written."""
    answer = counted(told)
    assert json.loads(json.dumps(answer)) == json.loads(json.dumps(counted(told)))
    assert answer["players"] == list(told.players)
    for kind in told.species:
        words, numbers = answer["count"]["species"][kind.code], answer["species"][kind.code]
        for seat, path in enumerate(told.paths[kind]):
            assert (path is None) == (words["paths"][seat] is None)
            if path is not None:
                lines = words["paths"][seat]["lines"]
                assert sum(line["points"] for line in lines) == path.points == numbers["paths"][seat]["points"]
                assert len(lines) == 4
        assert [sum(int(card[2:]) for card in held) for held in words["held"]] == words["before"]
        assert all(words["before"][s] >= numbers["sums"][s] for s in range(len(told.players)))
        assert (words["none"] is None) == any(numbers["points"][seat] for seat in numbers["right"])
        assert words["right"] in words["say"]
    assert all(name in answer["count"]["text"] for name in told.players)
    assert answer["count"]["decided"] in " ".join(answer["count"]["text"].split())


def test_a_cancelled_eight_is_told_with_who_holds_the_one() -> None:
    words = counted(score("MP1 MP7", "MP8 MP3"))["count"]["species"]["MP"]
    assert words["cancelled"] == {"seat": 1, "by": 0, "why": "Ada holds the 1, so the 8 counts 0."}
    assert words["before"] == [8, 11]
    assert words["right"] == "Ada has the highest sum in hand, 8, and so the right."
    assert words["none"] == "The right, but no path: it kept the others from scoring."


def test_why_nobody_scores_is_said() -> None:
    told = score("OK2 DW7", "OK4")
    nobody = score("OK2 DW7", "OK4", options=Options(unheld="nobody"))
    said = counted(told)["count"]["species"]
    assert said["DW"]["none"] == "Nobody placed one, so nobody scores."
    assert said["CA"]["right"] == "Nobody kept one, so everybody may score."
    assert said["CA"]["none"] is None
    refused = counted(nobody)["count"]["species"]["CA"]
    assert (refused["right"], refused["none"]) == (
        "Nobody kept one, so nobody may score.",
        "Nobody has the right, so nobody scores.",
    )
    tied = counted(score("OK2 OK4", "OK6"))["count"]["species"]["OK"]
    assert tied["right"] == "Ada and Ben tie with 6, so each has the right."


def test_with_a_hand_that_is_not_known_paths_are_told_and_rights_are_open() -> None:
    answer = counted(score("OK2 OK4", None))
    assert answer["count"]["so_far"] is answer["count"]["title"] is answer["totals"] is None
    oak = answer["count"]["species"]["OK"]
    assert oak["held"] == [["OK2", "OK4"], None]
    assert oak["right"] == "Not every hand is known, so the right is open."
    assert oak["paths"][0]["lines"][0] == {"say": "4 cards", "points": 4}
