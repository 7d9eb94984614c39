"""What people and bots may be called at a table."""

from __future__ import annotations

import pytest

from arboretum.rooms.names import bot_name, cleaned, free_name
from arboretum.rooms.refusals import Refused


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ('<b>"O\'Neil"</b>', '<b>"O\'Neil"</b>'),
        ("Ａｄａ", "Ada"),
        ("ev\u202eil\u200b", "evil"),
        ("Zo\u0065\u0301", "Zoé"),
        ("李", "李"),
        ("🌳", "🌳"),
        ("a\nb\tc", "a b c"),
    ],
)
def test_names_are_shown_in_one_form(given: str, shown: str) -> None:
    assert cleaned(given) == shown


@pytest.mark.parametrize("bad", ["", "   ", "\u202e", "...", "x" * 25, "z" + "\u0335" * 9, "x" * 10**6])
def test_what_is_no_name_is_refused(bad: str) -> None:
    with pytest.raises(Refused):
        cleaned(bad)


@pytest.mark.parametrize("alike", ["ada", "ADA", "Аda", "A d a", "Ada.", "Äda", "@da"])
def test_names_that_look_alike_do_not_sit_at_one_table(alike: str) -> None:
    with pytest.raises(Refused, match="Ada sits here already"):
        free_name(alike, ["Ben", "Ada"])
    assert free_name("Adam", ["Ben", "Ada"]) == "Adam"


def test_bots_get_numbers() -> None:
    assert [bot_name("greedy", others) for others in ([], ["Greedy"], ["greedy", "Greedy 2"])] == [
        "Greedy",
        "Greedy 2",
        "Greedy 3",
    ]
