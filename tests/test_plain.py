"""A person at a keyboard: what may be typed, what is answered, and that nothing is said that is not known."""

from __future__ import annotations

import random
import re

import pytest

from arboretum import (
    NOBODY,
    Action,
    BotError,
    Budget,
    Card,
    Cell,
    Discard,
    DrawDiscard,
    DrawPile,
    Game,
    NotationError,
    Place,
    View,
)
from arboretum.table import Phase
from arboretum.telling import log, paragraph, since_my_turn
from arboretum.tui.commands import Ask, Word, parse
from arboretum.tui.draw import cell_numbers
from arboretum.tui.plain import Person
from arboretum.tui.session import play_on as play_session
from tables import log_of, new_game, play_on, random_action, twin
from typed import Typing, asked, at_placing

OK6, MP7 = Card.parse("OK6"), Card.parse("MP7")


def a_view(seats: int = 4) -> View:
    """A view in a game in which all ten species are in play."""
    return new_game(seats, 1).view(0)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("+", DrawPile()),
        ("draw", DrawPile()),
        ("draw from the draw pile", DrawPile()),
        ("draw from the pile", DrawPile()),
        ("b", DrawDiscard(1)),
        ("D", DrawDiscard(3)),
        ("+b", DrawDiscard(1)),
        ("+<B", DrawDiscard(1)),
        ("draw b", DrawDiscard(1)),
        ("take from Ben", DrawDiscard(1)),
        ("mp7 1", Place(MP7, Cell(0, 0))),
        ("MP7@1,0", Place(MP7, Cell(1, 0))),
        ("mp7 -2,-1", Place(MP7, Cell(-2, -1))),
        ("place maple 7 on 1", Place(MP7, Cell(0, 0))),
        ("maple7 1", Place(MP7, Cell(0, 0))),
        ("map 7 1", Place(MP7, Cell(0, 0))),
        ("x oak6", Discard(OK6)),
        ("-OK6", Discard(OK6)),
        ("- ok6", Discard(OK6)),
        ("discard Oak 6", Discard(OK6)),
        ("x royal poinciana 3", Discard(Card.parse("RP3"))),
        ("x POPLAR3", Discard(Card.parse("TP3"))),
        ("end", Ask(Word.END)),
        ("DONE", Ask(Word.END)),
        ("u", Ask(Word.UNDO)),
        ("?", Ask(Word.HELP)),
        ("h", Ask(Word.HINT)),
        ("hint", Ask(Word.HINT)),
        ("pile b", Ask(Word.PILE, seat=1)),
        ("piles", Ask(Word.PILE)),
        ("paths", Ask(Word.PATHS)),
        ("paths Cleo", Ask(Word.PATHS, seat=2)),
        ("paths mp7", Ask(Word.PATHS, card=MP7)),
        ("paths mp7 1", Ask(Word.PATHS, card=MP7, cell=Cell(0, 0))),
        ("log 3", Ask(Word.LOG, number=3)),
        ("quit", Ask(Word.QUIT)),
    ],
)
def test_what_may_be_typed(line: str, command: object) -> None:
    assert parse(line, a_view()) == [command]


def test_several_commands_in_a_line() -> None:
    assert parse(" mp7 1  x oak6 end ", a_view()) == [Place(MP7, Cell(0, 0)), Discard(OK6), Ask(Word.END)]
    assert parse("+ +<B MP7@1,0 -OK6", a_view()) == [
        DrawPile(),
        DrawDiscard(1),
        Place(MP7, Cell(1, 0)),
        Discard(OK6),
    ]
    assert parse("   ", a_view()) == []


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("foo", 1),
        ("O4x", 1),
        ("ok9 1", 1),
        ("ok0 1", 1),
        ("ok66 1", 1),
        ("ok", 1),
        ("mp7", 4),
        ("mp7 2", 5),
        ("mp7 0", 5),
        ("mp7 1,", 5),
        ("mp7 9999,1", 5),
        ("mp7 １", 5),
        ("x", 2),
        ("x 7", 3),
        ("-", 2),
        ("+z", 1),
        ("+<", 1),
        ("3", 1),
        ("mp7 1 foo", 7),
        ("tree 6 1", 1),
        ("\x00", 1),
        ("\x1b[A", 1),
        ("+ " * 200, 201),
        ("mp7 1" + "0" * 5000, 201),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(line: str, column: int) -> None:
    with pytest.raises(NotationError) as refused:
        parse(line, a_view())
    assert refused.value.column == column
    assert str(refused.value).isprintable()


def test_a_letter_that_is_no_seat_is_refused_and_draws_nothing() -> None:
    """In a game of two `d` is nobody: it does not mean the draw pile, and says what does."""
    view = a_view(2)
    with pytest.raises(NotationError, match=r"the draw pile is \+"):
        parse("d", view)


def test_a_word_of_two_trees_is_no_card() -> None:
    with pytest.raises(NotationError):
        parse("x b 3", a_view())


# What a person is told and answers. -----------------------------------------------------------------------


def test_a_draw_is_sent_at_once() -> None:
    game = new_game(2, 1)
    actions, text = asked(game, "+")
    assert actions == [DrawPile()]
    assert "Draw your first card: + draw pile (34 cards)." in text


def test_only_what_is_there_is_offered() -> None:
    game = new_game(2, 1)
    assert "a your" not in asked(game)[1]
    game.play(game.seat, DrawPile())
    game.play(game.seat, DrawPile())
    view = game.view(game.seat)
    game.play(view.me, Place(view.hand[0], Cell(0, 0)))
    game.play(view.me, Discard(view.hand[1]))
    letter = "ab"[view.me]
    assert f"{letter} {view.players[view.me]}'s {view.hand[1]}" in asked(game)[1]


def test_an_empty_discard_pile_is_refused_with_the_core_sentence() -> None:
    actions, text = asked(new_game(2, 1), "b")
    assert actions == []
    assert "discard pile is empty: draw from the draw pile." in text


@pytest.mark.parametrize("line", ["", "  ", "\t", "end", "undo", "?", "x zz9", "\x00", "\ufffd", "mp7 1", "x mp7"])
def test_in_a_draw_only_a_draw_does_anything(line: str) -> None:
    """An Enter that slips, a wrong phase, a mistyped word: the game stands still (R124, R140)."""
    actions, text = asked(new_game(2, 1), line, line)
    assert actions == []
    assert "Traceback" not in text


def test_placing_and_discarding_are_sent_together_at_end() -> None:
    game = at_placing()
    hand = game.view(game.seat).hand
    cell = game.view(game.seat).my_open_cells[0]
    actions, _ = asked(game, f"{hand[0]} {cell}", f"x {hand[1]}", "end")
    assert actions == [Place(hand[0], cell), Discard(hand[1])]


def test_choices_may_change_until_end() -> None:
    game = at_placing()
    hand = game.view(game.seat).hand
    cells = game.view(game.seat).my_open_cells
    typed = [f"{hand[0]} {cells[0]}", f"{hand[2]} {cells[1]}", f"x {hand[3]}", "undo", "undo", "undo"]
    typed += [f"x {hand[4]}", f"{hand[5]} {cells[2]} x {hand[6]}", "end"]
    actions, text = asked(game, *typed)
    assert actions == [Place(hand[5], cells[2]), Discard(hand[6])]
    assert "There is nothing to take back: draws never are." in text


def test_one_card_cannot_be_both_placed_and_discarded() -> None:
    game = at_placing()
    hand = game.view(game.seat).hand
    cell = game.view(game.seat).my_open_cells[0]
    actions, text = asked(game, f"{hand[0]} {cell} x {hand[0]} end", f"x {hand[1]}", "end")
    assert "is the card that you place" in text
    assert "What followed it in that line was not done." in text
    assert actions == [Place(hand[0], cell), Discard(hand[1])]


def test_a_turn_does_not_end_by_itself() -> None:
    game = at_placing()
    view = game.view(game.seat)
    line = f"{view.hand[0]} 1 x {view.hand[1]}"
    actions, text = asked(game, "end", line, "", "")
    assert actions == []
    assert "The turn cannot end yet." in text
    assert "Type end to end your turn" in text


@pytest.mark.parametrize(
    ("where", "why"), [("20,20", "no card of yours is beside it"), ("0,0", "lies there"), ("9,9", "beside")]
)
def test_a_cell_that_is_not_open_is_refused(where: str, why: str) -> None:
    game = at_placing()
    actions, text = asked(game, f"{game.view(game.seat).hand[0]} {where}", "end")
    assert actions == []
    assert why in text


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    game = at_placing()
    view = game.view(game.seat)
    strange = next(iter(view.unseen))
    for line in (f"{strange} 1", f"x {strange}"):
        actions, text = asked(game, line)
        assert actions == []
        assert f"{strange} is not in your hand: you hold {view.hand}." in text


def test_every_open_cell_can_be_named_by_its_number() -> None:
    game = at_placing()
    view = game.view(game.seat)
    for cell, number in cell_numbers(view.my_open_cells).items():
        actions, _ = asked(game, f"{view.hand[0]} {number} x {view.hand[1]} end")
        assert actions == [Place(view.hand[0], cell), Discard(view.hand[1])]


def test_a_preview_tells_what_the_rules_will() -> None:
    game = at_placing(turns=20)
    view = game.view(game.seat)
    for card in view.hand:
        for cell, number in cell_numbers(view.my_open_cells).items():
            after = view.tableau.placing(card, cell)
            _, text = asked(game, f"paths {card} {number}")
            for kind, path in after.paths.items():
                assert f"{kind.title} {path.points}: {path} ({path.why})." in text
        _, text = asked(game, f"paths {card}")
        assert all(f"[{number}]" in text for number in range(1, len(view.my_open_cells) + 1))


def test_asking_twice_is_answered_twice() -> None:
    """A screen reader speaks each answer (R128)."""
    _, text = asked(at_placing(), "pile b", "pile b")
    assert len(re.findall(r"discard pile \(B\)", text)) == 2


def test_a_pile_is_read_from_its_top_and_with_o6_only_its_top() -> None:
    for options in ("standard", "piles=top-card"):
        game = at_placing(turns=30, seed=8, options=options)
        view = game.view(game.seat)
        for seat, pile in enumerate(view.discards):
            if len(pile) < 2:
                continue
            _, text = asked(game, f"pile {'ab'[seat]}")
            told = text.rpartition("place and discard> pile")[2]
            found = [card for card in map(str, reversed(pile)) if card in told]
            assert found == ([str(pile.top)] if "top" in options else list(map(str, reversed(pile))))


@pytest.mark.parametrize("word", [word.value[0] for word in Word])
@pytest.mark.parametrize("columns", [40, 80])
def test_every_word_is_answered_in_the_columns_there_are(word: str, columns: int) -> None:
    typing = Typing([word], columns=columns)
    game = at_placing(seats=3)
    try:
        Person(typing.terminal).decide(game.view(game.seat))
    except EOFError:
        assert word != "quit"
    else:
        assert word == "quit"
    assert all(len(line) <= columns for line in typing.text.splitlines())


def test_help_fits_a_screen_and_names_every_word() -> None:
    typing = Typing(["?"])
    game = new_game(2, 1)
    with pytest.raises(EOFError):
        Person(typing.terminal).decide(game.view(game.seat))
    answer = typing.text.partition("> ?\n")[2].splitlines()
    assert len(answer) < 24
    assert all(any(name in line for line in answer) for name in ("undo", "paths mp7 3", "quit", "x oak6"))
    words = " ".join(answer)
    assert all(word.value[0] in words for word in Word if word is not Word.HELP)


def test_rules_and_options_are_those_of_this_game() -> None:
    """R038, R040: the numbers and readings are of the game that is played."""
    _, text = asked(new_game(3, 1, "unheld=nobody,tiebreak=cards"), "rules", "options")
    assert "64 cards: 8 species" in text
    assert "scored by nobody" in text
    assert "most cards in the arboretum" in text
    assert "everybody" not in text
    _, text = asked(new_game(2, 1, "species=secret"), "species")
    assert "6 of these 10 species are in play, which is secret" in text


def test_the_last_turn_is_announced() -> None:
    game = new_game(2, 4)
    chance = random.Random(4)
    while not (game.view(0).pile_size == 0 and game.view(0).phase is Phase.PLACE):
        game.play(game.seat, random_action(game, chance))
    assert "The draw pile is empty: the game ends with this turn." in asked(game)[1]


def test_a_turn_begins_with_what_everyone_did_since() -> None:
    game = new_game(3, 2)
    for _ in play_on(game, random.Random(2), 4 * 7):
        pass
    me = game.seat
    view = game.view(me)
    events = since_my_turn(view)
    assert len(events) == 8
    _, text = asked(game)
    for event in events:
        assert paragraph([event], view.players, me) in text
    assert len(log(view)) == 1 + 7


# A whole game. --------------------------------------------------------------------------------------------


class Chance:
    """A bot for tests, which plays at random."""

    name = "chance"

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def choose(self, view: View, budget: Budget) -> Action:
        return self._chance.choice(view.legal_actions)


def typed_turns(seats: int, seed: int) -> tuple[list[str], Game]:
    """What to type for seat 0 of a whole game against `Chance` bots, and that game."""
    game = new_game(seats, seed)
    bots = {seat: Chance(seat) for seat in range(1, seats)}
    chance = random.Random(seed)
    lines = []
    while not game.is_over:
        action = (
            bots[game.seat].choose(game.view(game.seat), Budget()) if game.seat else random_action(game, chance)
        )
        if game.seat == 0:
            lines += [str(action)] + (["end"] if isinstance(action, Discard) else [])
        game.play(game.seat, action)
    return lines, game


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_can_be_typed_in_the_notation(seats: int) -> None:
    lines, expected = typed_turns(seats, seats)
    game = new_game(seats, seats)
    typing = Typing(lines)
    assert play_session(game, {seat: Chance(seat) for seat in range(1, seats)}, typing.terminal)
    assert log_of(game) == log_of(expected)
    assert "The game is over." in typing.text
    assert max(map(len, typing.text.splitlines())) <= 80


def test_hands_are_off_the_screen_between_turns() -> None:
    """In a hot seat nothing of a hand is left within the lines that a screen has."""
    game, other = new_game(2, 9), new_game(2, 9)
    typed: list[str] = []
    chance = random.Random(9)
    seen: list[tuple[str, set[str]]] = []
    while not other.is_over:
        seat, hand = other.seat, {str(card) for card in other.view(other.seat).hand}
        action = random_action(other, chance)
        if other.view(seat).phase is Phase.DRAW_FIRST:
            typed.append("")
            seen.append((other.setup.players[seat], hand))
        typed += [str(action)] + (["end"] if isinstance(action, Discard) else [])
        other.play(seat, action)
    typing = Typing(typed)
    assert play_session(game, {}, typing.terminal)
    screens = typing.text.split("Pass the keyboard to ")
    assert len(screens) == len(seen) + 1
    for before, (player, hand), after in zip(screens, seen, screens[1:], strict=False):
        assert after.startswith(f"{player}. {player}, press Enter")
        assert all(card in after for card in hand)
        if before is not screens[0]:
            assert before.endswith("\n" * 60)


def test_a_capable_screen_is_cleared_between_turns() -> None:
    game = new_game(2, 9)
    view = game.view(game.seat)
    typing = Typing(["", "+ +", f"{view.hand[0]} 1 x {view.hand[1]} end"], draws=True)
    with pytest.raises(EOFError):
        play_session(game, {}, typing.terminal)
    last = typing.text.rpartition("\x1b[2J")[2]
    assert typing.text.count("\x1b[2J") == 1
    assert not any(str(card) in last for card in view.hand)


def test_leaving_a_shared_table_takes_the_hand_off_the_screen() -> None:
    typing = Typing(["", "quit"], draws=True)
    assert not play_session(new_game(2, 9), {}, typing.terminal)
    assert typing.text.rpartition("\x1b[2J")[2].strip("\x1b[3JH") == ""


def test_one_person_is_never_asked_to_pass_the_keyboard() -> None:
    lines, _ = typed_turns(2, 3)
    typing = Typing(lines, draws=True)
    play_session(new_game(2, 3), {1: Chance(1)}, typing.terminal)
    assert "Pass the keyboard" not in typing.text
    assert "\x1b[2J" not in typing.text


@pytest.mark.parametrize("answer", [None, "+", Place(MP7, Cell(3, 3)), DrawDiscard(3), ValueError("bad\x1b[2J")])
def test_a_bot_that_fails_is_named_and_nothing_happens(answer: object) -> None:
    class Broken:
        name = "broken"

        def choose(self, view: View, budget: Budget) -> Action:
            if isinstance(answer, Exception):
                raise answer
            return answer  # type: ignore[return-value]

    game = new_game(2, 1)
    events = len(log_of(game))
    with pytest.raises(BotError, match=r"The bot (Ada|Ben), in turn 1") as error:
        play_session(game, {0: Broken(), 1: Broken()}, Typing().terminal)
    assert str(error.value).isprintable()
    assert len(log_of(game)) == events


def test_a_placing_that_was_sent_before_stands() -> None:
    """A game that was cut off between the placing and the discard goes on with the discard."""
    game = at_placing()
    view = game.view(game.seat)
    game.play(view.me, Place(view.hand[0], view.my_open_cells[0]))
    actions, text = asked(game, f"{view.hand[2]} 1", f"x {view.hand[0]}", f"x {view.hand[1]}", "end")
    assert actions == [Discard(view.hand[1])]
    assert "it is time to discard a card" in text


# Secrecy. -------------------------------------------------------------------------------------------------

QUESTIONS = ["table", "hand", "paths", "paths a", "paths b", "pile", "list a", "log", "unseen", "species"]


def everything_said(game: Game, seat: int) -> str:
    """All that a person at this seat can be told now, refusals of every card included."""
    view = game.view(seat)
    cards = [Card.of(species, value) for species in view.species for value in (1, 4, 8)]
    tries = [line for card in cards for line in (f"{card} 1", "undo", f"x {card}", "undo")]
    draws = [] if view.phase in (Phase.DRAW_FIRST, Phase.DRAW_SECOND) else ["+", "a", "b"]
    typing = Typing([*QUESTIONS, f"paths {cards[0]}", "end", *draws, *tries])
    with pytest.raises(EOFError):
        Person(typing.terminal).decide(view)
    return typing.text


@pytest.mark.parametrize("seats", [2, 3])
def test_nothing_that_is_printed_depends_on_a_hidden_card(seats: int) -> None:
    chance = random.Random(seats)
    compared = set()
    for seed in range(3):
        game = new_game(seats, seed)
        played: list[tuple[int, Action]] = []
        while not game.is_over:
            seat = game.seat
            if chance.random() < 0.1:
                unseen = sorted(game.view(seat).unseen)
                if len(unseen) > 1:
                    one, two = chance.sample(unseen, 2)
                    other = twin(game, one, two, played)
                    assert everything_said(game, seat) == everything_said(other, seat)
                    assert log(game.view(NOBODY)) == log(other.view(NOBODY))
                    compared.add((seat, game.view(seat).phase))
            action = random_action(game, chance)
            game.play(seat, action)
            played.append((seat, action))
    assert compared == {(seat, phase) for seat in range(seats) for phase in set(Phase) - {Phase.OVER}}
