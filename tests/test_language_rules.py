"""The rules are the same in every language: numbers, options and names of species say what the engine does."""

from __future__ import annotations

import re

import pytest

from arboretum import Options, Species, Tableau
from arboretum.cards import EDITIONS, SPECIES_IN_PLAY
from arboretum.explaining import options_in_force, rules_lines
from arboretum.language import languages, speaking
from arboretum.options import ALLOWED, STANDARD
from arboretum.setup import Setup
from arboretum.web.rules_text import TURNS, chapters, form_texts, rules_texts

EVERY = pytest.mark.parametrize("code", sorted(languages()))


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def page(options: Options, players: int | None) -> dict[str, str]:
    """What the page of the rules says, by clause."""
    return {
        clause.id: " ".join([clause.title, clause.text, *clause.points, clause.after])
        for chapter in chapters(options, players)
        for clause in chapter.clauses
    }


@EVERY
@pytest.mark.parametrize(
    ("cards", "parts"),
    [("OK1 MP4 OK6", [3, 1]), ("OK1 OK3 OK4 OK8", [4, 4, 1, 2]), ("OK2 MP4 OK8", [3, 2]), ("OK2 OK3", [2])],
)
def test_a_path_is_explained_by_its_points(code: str, cards: str, parts: list[int]) -> None:
    """A 1 at its start is worth 1 more, an 8 at its end 2, and neither is doubled, whoever reads it."""
    path = Tableau.parse(cards).best_path(Species.OAK)
    assert path is not None
    with speaking(code):
        assert [int(points) for points in re.findall(r"(?:^|, )(\d+)", path.why)] == parts
        assert path.points == sum(parts)


@EVERY
def test_the_rules_have_the_numbers_of_this_game(code: str) -> None:
    for players, species in SPECIES_IN_PLAY.items():
        with speaking(code):
            setup = Setup(tuple("ABCD"[:players]), STANDARD, EDITIONS["second"][:species])
            assert numbers(rules_lines(setup)[0])[:2] == [8 * species, species]
            told = page(STANDARD, players)
            assert 8 * species in numbers(told["S2"])
            assert set(TURNS[players]) <= set(numbers(told["E3"]))


@EVERY
def test_each_clause_has_the_numbers_of_the_english_one(code: str) -> None:
    """Cards, values, bonuses: as in the rulebook. Numbers in words are not compared."""
    for players in (None, 2, 3, 4):
        for name, values in ALLOWED.items():
            for value in values:
                options = Options.from_json({name: value})
                english = page(options, players)
                with speaking(code):
                    told = page(options, players)
                assert {key: sorted(numbers(text)) for key, text in told.items()} == {
                    key: sorted(numbers(text)) for key, text in english.items()
                }


@EVERY
def test_each_option_is_told_apart(code: str) -> None:
    with speaking(code):
        for name, values in ALLOWED.items():
            pages = {str(page(Options.from_json({name: value}), 3)) for value in values}
            in_force = {str(options_in_force(Options.from_json({name: value}))) for value in values}
            assert len(pages) == len(in_force) == len(values), name


@EVERY
def test_no_text_of_the_rules_is_missing(code: str) -> None:
    with speaking(code):
        told = page(STANDARD, None)
        assert all(len(text) > 20 for text in told.values())
        assert len(set(told.values())) == len(told)
        form = form_texts()
        for choice in form["choices"]:
            assert len({label for _, label, _ in choice.values}) == len(choice.values), choice.name


@EVERY
def test_a_species_is_called_the_same_everywhere(code: str) -> None:
    with speaking(code):
        titles = {kind.code: kind.title for kind in Species}
        assert {tree: title for tree, title, _ in form_texts()["trees"]} == titles
        for names in EDITIONS:
            trees = rules_texts(Options.from_json({"names": names}), None)["trees"]
            assert dict(trees) == {kind.code: kind.title for kind in EDITIONS[names]}
        path = Tableau.parse("OK2 OK3 OK4 OK5").best_path(Species.OAK)
        assert path is not None
        assert titles["OK"] in path.why
