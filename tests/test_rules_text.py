"""The rules in the browser: every clause, in the rulebook's sentences, worded from the options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arboretum import Tableau
from arboretum.cards import SPECIES_IN_PLAY, Species
from arboretum.options import ALLOWED, PRESETS, STANDARD, Options
from arboretum.web import rules_text
from arboretum.web.rulebook import BOOK
from arboretum.web.rules_text import READINGS, chapters, form_texts, rules_texts

DOCS = (Path(__file__).parent.parent / "docs" / "3-rules.md").read_text()


def plain(text: str) -> str:
    """Markdown without links to examples, anchors, emphasis and line ends."""
    text = re.sub(r"\s*\((\[[^\]]+\]\([^)]+\)(, )?)+\)", "", text)
    text = re.sub(r"<a [^>]*></a>", "", text)
    return " ".join(re.sub(r"[*`]", "", text).split())


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?])\s+", text) if part]


def said(options: Options, players: int | None = 3) -> str:
    return " ".join(clause.text for chapter in chapters(options, players) for clause in chapter.clauses)


def test_every_clause_of_the_rulebook_is_there_in_its_order() -> None:
    documented = re.findall(r'<a id="([strpew]\d)"></a>', DOCS)
    told = [clause.id.lower() for chapter in BOOK for clause in chapter.clauses]
    assert told == documented


def test_every_sentence_of_the_book_stands_in_the_rulebook() -> None:
    docs = plain(DOCS)
    for chapter in BOOK:
        for clause in chapter.clauses:
            for sentence in [*sentences(clause.text), *clause.points, *sentences(clause.after)]:
                assert sentence in docs, f"{clause.id}: {sentence}"


def test_no_clause_is_silent() -> None:
    for players in (None, *SPECIES_IN_PLAY):
        for chapter in chapters(STANDARD, players):
            for clause in chapter.clauses:
                assert clause.text or clause.points, clause.id


@pytest.mark.parametrize("name", [name for name in ALLOWED if name != "start"])
def test_every_value_of_an_option_changes_what_is_said(name: str) -> None:
    told = {said(Options.from_json({name: value})) for value in ALLOWED[name]}
    assert len(told) == len(ALLOWED[name])
    for value in ALLOWED[name]:
        [reading] = [text for (_, option, of), text in READINGS.items() if (option, of) == (name, value)][:1]
        assert reading in said(Options.from_json({name: value}))


def test_a_named_seat_and_a_drawn_one_are_told_apart() -> None:
    assert "watered a plant" in said(Options(start=1))
    assert "at random" in said(Options(start="random"))


def test_numbers_of_players_and_turns_are_those_of_the_rulebook() -> None:
    for players, least, most, least_opening in re.findall(
        r"^\| (\d) \| (\d+) to (\d+) \| (\d+) to", DOCS, re.MULTILINE
    ):
        number = rules_text.IN_WORDS[int(players)]
        assert f"With {number} players it has {least} to {most} turns." in said(STANDARD, int(players))
        first = Options(opening="first-edition")
        assert f"With {number} players it has {least_opening} to {most} turns." in said(first, int(players))
    assert "(48 cards)" in said(STANDARD, None)


@pytest.mark.parametrize("example", rules_text.EXAMPLES, ids=lambda e: e.cards)
def test_examples_count_as_they_say(example: rules_text.Example) -> None:
    tableau = Tableau.parse(example.cards)
    path = tableau.best_path(Species.parse(example.species))
    assert path is not None
    assert path.points == example.points
    assert [str(card) for card in path.cards] == example.cards.split()
    assert f"{example.points} points" in example.says


def test_the_form_offers_every_value_of_every_option() -> None:
    told = form_texts()
    offered = {choice.name: [value for value, _, _ in choice.values] for choice in told["choices"]}
    assert offered == {name: list(values) for name, values in ALLOWED.items() if name != "start"}
    assert all(sentence.endswith(".") for choice in told["choices"] for _, _, sentence in choice.values)
    assert [name for name, _ in told["presets"]] == list(PRESETS)
    assert [code for code, _, _ in told["trees"]] == [kind.code for kind in Species]


def test_what_a_table_agreed_on_is_told_first() -> None:
    assert rules_texts(STANDARD, 2)["agreed"] == []
    assert rules_texts(Options(tiebreak="cards"), 2)["agreed"] == [
        "A tie goes to who has most cards in the arboretum."
    ]
