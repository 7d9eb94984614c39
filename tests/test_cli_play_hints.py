"""Hints in the terminal: `hint`, and the warning of a costly discard; against bots, and at a server's table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arboretum import advice
from arboretum.errors import ArboretumError
from arboretum.tui.counsel import HomeCounsel, considered
from arboretum.tui.draft import Draft
from at_server import TWO, Keyboard, Opener, Serving, Sitter
from at_table import folder_of_games, play
from tables import new_game
from test_advice import moments

AGAINST = ("--name", "Ada", "--bot", "greedy", "--seed", "4", "--no-record", "-y", "--options", "start=0")


@pytest.fixture(autouse=True)
def _games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_of_games(tmp_path, monkeypatch)


def flat(text: str) -> str:
    """A text without its lines."""
    return " ".join(text.split())


def test_against_bots_it_says_what_to_do_and_why_and_does_nothing() -> None:
    said = flat(play(*AGAINST, lines=["h", "+", "+", "hint", "quit"]).output)
    first, second = re.findall(r"(Draw|Take|Place) [^>]*? you win about \d+ of 100 such games", said)
    assert (first, second) == ("Draw", "Place")
    assert said.count("Wins ") >= 3, "the next best are told too"
    assert said.count("Draw your first card") == 1, "the draw is still due"


def test_with_a_placing_in_mind_it_is_about_the_discard() -> None:
    output = play(*AGAINST, lines=["+", "+", "hint", "quit"]).output
    found = re.search(r"Place ([A-Z]{2}[1-8]) on 0,0\. After", flat(output))
    assert found
    said = flat(play(*AGAINST, lines=["+", "+", f"{found[1]} 1", "hint", "quit"]).output)
    assert re.search(r"Discard [A-Z]{2}[1-8]\. After it you win about", said)
    assert f"Discard {found[1]}." not in said


def test_persons_at_one_keyboard_get_none() -> None:
    said = flat(play("--name", "Ada", "--name", "Ben", "--no-record", "-y", lines=["", "h", "quit"]).output)
    assert "There are no hints in a game against people." in said
    assert "such games" not in said


def costly() -> list[str]:
    """What is typed for a first turn whose discard costs much, in the game of AGAINST."""
    output = flat(play(*AGAINST, lines=["+", "+", "hint", "hand", "quit"]).output)
    hand = re.findall(r"\b[A-Z]{2}[1-8]\b", output.split("Your hand:")[3].split("Place a card")[0])
    placed = re.search(r"Place ([A-Z]{2}[1-8]) on 0,0\. After", output)
    assert placed
    return ["+", "+", *(f"{placed[1]} 1 x {card} end" for card in hand if card != placed[1])]


def test_a_costly_discard_is_asked_about_once_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "COSTLY", 0.008)  # whatever the network that ships makes of this hand
    draw, again, *turns = costly()
    warned = [line for line in turns if "costly" in play(*AGAINST, "--warn", lines=[draw, again, line]).output]
    assert warned, "some discard of this hand costs much"
    assert len(warned) < len(turns), "and some does not"
    said = flat(play(*AGAINST, "--warn", lines=[draw, again, warned[0], "end"]).output)
    assert said.count("is a costly discard") == 1
    assert "Better: Discard" in said
    assert "Type end again" in said
    assert "Turn 3. Ada" in said, "the second time it is done"
    said = flat(play(*AGAINST, lines=[draw, again, warned[0]]).output)
    assert "costly" not in said
    assert "Turn 3. Ada" in said


def test_who_plays_against_people_is_not_warned_either() -> None:
    home = HomeCounsel([0, 1])
    view = next(view for view in moments(5, 120) if view.phase.name == "DISCARD")
    draft = Draft().with_action(view, view.legal_actions[0])  # type: ignore[arg-type]
    assert draft.is_complete(view)
    assert home.warning(view, draft) == []
    with pytest.raises(ArboretumError):
        home.hint(view, draft)


def test_what_is_chosen_only_is_taken_for_done() -> None:
    game = new_game(2, 1)
    for _ in range(2):
        game.play(game.seat, game.view(game.seat).legal_actions[0])
    view = game.view(game.seat)
    place = view.legal_actions[0]
    after = considered(view, Draft().with_action(view, place))  # type: ignore[arg-type]
    assert after.phase.name == "DISCARD"
    assert considered(view, Draft()) is view


def test_at_a_table_of_a_server_it_decides_and_advises(tmp_path: Path) -> None:
    serving = Serving(tmp_path)
    try:
        table = Opener(serving, "/new", **TWO, seat1_kind="bot:greedy")
        table.do("start")
        said = Sitter(table.url, Keyboard("hint", "quit"), token=table.token()).ended()
        assert re.search(r"(Draw|Take) [^>]* you win about \d+ of 100 such games", said)
        people = Opener(serving, "/new", **TWO, seat1_kind="hot")
        people.do("start")
        said = Sitter(people.url, Keyboard("h", "quit"), token=people.token()).ended()
        assert "No hints here" in said
        assert "such games" not in said
    finally:
        serving.kill()
