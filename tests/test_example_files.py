"""The loader of worked examples reads what is right and names what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from example_files import ExampleError, load, load_file
from example_kinds import FlowExample, PathExample

PATH = """
[[example]]
id = "X1"
kind = "path"
clause = "P2"
title = "Two oaks"
tableau = '''
OK2 OK3
... JA4
'''
species = "Oak"
path = "OK2 OK3"
points = 2
why = "2 for its cards"
"""

FLOW = """
[[example]]
id = "X2"
kind = "flow"
clause = "T1"
title = "A turn"
players = 2
species = "CA DW JA MP OK WI"
starter = "A"
deck = "OK1"
before = "A  + + OK1@0,0 -CA2"
[[example.step]]
says = "B draws."
do = "+<A"
"""


def written(folder: Path, text: str) -> Path:
    """A file with this text."""
    path = folder / "some.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_path_example(tmp_path: Path) -> None:
    (example,) = load_file(written(tmp_path, PATH))
    assert isinstance(example, PathExample)
    assert example.tableau == {(0, 1): "OK2", (1, 1): "OK3", (1, 0): "JA4"}
    assert example.worths[0].species == "OK"


def test_a_flow_has_the_rest_of_its_deck_in_order(tmp_path: Path) -> None:
    (example,) = load_file(written(tmp_path, FLOW))
    assert isinstance(example, FlowExample)
    assert example.deck[:3] == ("OK1", "CA1", "CA2")
    assert len(example.deck) == 48
    assert example.before == ((("draw", "pile"), ("draw", "pile"), ("place", "OK1", (0, 0)), ("discard", "CA2")),)
    assert example.steps[0].do == (("draw", 0),)


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (PATH, 'kind = "path"', 'kind = "poem"', "kind cannot be 'poem'"),
        (PATH, 'title = "Two oaks"\n', "", "the field title is missing"),
        (PATH, 'title = "Two oaks"', 'title = "Two oaks"\ncolour = "red"', "there is no field colour"),
        (PATH, '"P2"', '"Q2"', "there is no clause Q2"),
        (PATH, "points = 2", 'points = "2"', "points cannot be '2'"),
        (PATH, "points = 2", "points = true", "points cannot be True"),
        (PATH, "points = 2", "points = 0", "path, why and points go together"),
        (PATH, "OK2 OK3\n", "OK2 OK9\n", "tableau cannot be"),
        (PATH, "OK2 OK3\n", "OK2 JA4\n", "a card is there twice"),
        (PATH, "... JA4\n", "... JA4 MP1\n", "rows differ in length"),
        (PATH, '"Oak"', '"Oaks"', "species cannot be 'Oaks'"),
        (FLOW, "A  + +", "B  + +", "it is not the turn of B"),
        (FLOW, "CA DW", "DW CA", "in the order of the table"),
        (FLOW, '"+<A"', '"+<E"', "step 1: do cannot be"),
        (FLOW, '"+<A"', '"OK1"', "step 1: do cannot be"),
        (FLOW, "says", "sings", "step 1: the field says is missing"),
    ],
)
def test_what_the_schema_does_not_know_is_refused(
    tmp_path: Path, text: str, old: str, new: str, message: str
) -> None:
    assert old in text
    with pytest.raises(ExampleError, match=message):
        load_file(written(tmp_path, text.replace(old, new)))


def test_an_id_is_used_once(tmp_path: Path) -> None:
    written(tmp_path, PATH + PATH)
    with pytest.raises(ExampleError, match="two examples are called X1"):
        load(tmp_path)
