"""The public tournament's protocol: what its states tell and hide, and our bots in it."""

from __future__ import annotations

import json
import os
import random
import sys
import threading
from pathlib import Path

import pytest

from arboretum import Action, Budget, Card, Cell, Discard, Game, Options, Place, Species, View
from arboretum.bots.hackaranda.following import Following, Lost
from arboretum.bots.hackaranda.serving import Entrant, seconds_of
from arboretum.bots.hackaranda.standing import standing
from arboretum.bots.hackaranda.story import Story
from arboretum.bots.hackaranda.words import THEIRS, Letters
from arboretum.bots.registry import make
from arboretum.bots.simple import Greedy, Random
from arboretum.cards import EDITIONS
from arboretum.events import Dealt, Discarded, Drew, Event, Placed, action_of
from arboretum.record import Record
from arboretum.setup import Setup
from fake_tournament import Bot, Tournament
from tables import log_of, play_on, twin

RECORDS = Path(__file__).parent / "records"
SIX = tuple(sorted(THEIRS.values()))


def theirs(seed: int) -> Game:
    """A game with the tournament's species, in which the first seat begins."""
    return Game.new(["Ada", "Ben"], Options(start=0), species=SIX, seed=seed)


def plain(value: dict[str, object]) -> dict[str, object]:
    """As it arrives at the other side."""
    found: dict[str, object] = json.loads(json.dumps(value))
    return found


# What is told. -----------------------------------------------------------------------------------------------


def test_a_state_is_what_the_description_says() -> None:
    game = theirs(3)
    stories = [Story(game.setup, seat) for seat in (0, 1)]
    told = [0, 0]

    def states() -> list[dict[str, object]]:
        for seat, story in enumerate(stories):
            for event in game.view(seat).seen[told[seat] :]:
                story.follow(event)
            told[seat] = len(game.view(seat).seen)
        return [story.state() for story in stories]

    letters = Letters(SIX)
    first, second = states()
    dealt = [
        [letters.card(card) for card in event.cards if card is not None]
        for event in log_of(game)
        if isinstance(event, Dealt)
    ]
    assert first == {
        "deck": 34,
        "hand": dealt[0],
        "opponentHand": [None] * 7,
        "discard": [],
        "opponentDiscard": [],
        "playArea": {},
        "opponentPlayArea": {},
        "turn": 0,
        "subTurn": 0,
        "activeTurn": True,
        "previousTurn": {"move": False, "metaData": False},
        "showPreviousTurn": True,
        "opponent": "Ben",
    }
    assert (second["hand"], second["activeTurn"], second["opponent"]) == (dealt[1], False, "Ada")
    drawn = game.play(0, game.view(0).legal_actions[0]).card  # type: ignore[union-attr]
    first, second = states()
    assert drawn is not None
    assert first["previousTurn"] == {"move": 0, "metaData": letters.card(drawn)}
    assert second["previousTurn"] == {"move": 0, "metaData": False}, "the rival's card is not told"
    assert (first["hand"], second["opponentHand"]) == ([*dealt[0], letters.card(drawn)], [None] * 8)
    game.play(0, game.view(0).legal_actions[0])
    placed = game.view(0).hand[3]
    game.play(0, Place(placed, game.view(0).my_open_cells[0]))
    first, second = states()
    move = {"card": letters.card(placed), "coord": [0, 0]}
    assert first["previousTurn"] == second["previousTurn"] == {"move": move, "metaData": False}
    assert first["playArea"] == second["opponentPlayArea"] == {"0": {"0": letters.card(placed)}}
    thrown = game.view(0).hand[0]
    game.play(0, Discard(thrown))
    game.play(1, game.view(1).legal_actions[-1])  # the discard just made
    first, second = states()
    assert first["previousTurn"] == second["previousTurn"] == {"move": 2, "metaData": letters.card(thrown)}
    assert (first["turn"], first["subTurn"], second["activeTurn"]) == (1, 1, True)
    assert first["opponentHand"] == [None] * 7 + [letters.card(thrown)]
    assert first["discard"] == second["opponentDiscard"] == []


def test_every_state_of_a_game_hides_what_its_seat_has_not_seen() -> None:
    for seed in (1, 2):
        game = theirs(seed)
        played = []
        for seat, action in play_on(game, random.Random(seed)):
            played.append((seat, action))
            if len(played) % 13 == 0:
                me = len(played) % 2
                unseen = sorted(game.view(me).unseen)
                other = twin(game, unseen[0], unseen[-1], played[:-1])
                assert told_all(game, me) == told_all(other, me)


def told_all(game: Game, seat: int) -> list[str]:
    """Every state that a seat is told, as text."""
    story, states = Story(game.setup, seat), []
    for event in game.view(seat).seen:
        story.follow(event)
        if story.is_decision:
            states.append(json.dumps(story.state()))
    return states


@pytest.mark.parametrize("species", [SIX, EDITIONS["first"][:6], EDITIONS["second"][4:]])
def test_six_letters_for_any_six_species(species: tuple[Species, ...]) -> None:
    letters = Letters(species)
    assert set(letters.letter) == set(species)
    assert sorted(letters.letter.values()) == sorted(THEIRS)
    for letter, kind in THEIRS.items():
        if kind in species:
            assert letters.letter[kind] == letter
    for kind in species:
        card = Card.of(kind, 5)
        assert letters.read_card(letters.card(card)) == card


def test_the_end_tells_everything_from_the_receivers_side() -> None:
    for seed in range(4):
        game = theirs(seed)
        for _ in play_on(game, random.Random(seed)):
            pass
        assert game.score.totals is not None
        for seat in (0, 1):
            story = Story(game.setup, seat)
            for event in game.view(seat).seen:
                story.follow(event)
            end = story.end()
            winners = game.score.winners
            assert winners is not None
            assert end["result"] == (2 if len(winners) == 2 else 0 if seat in winners else 1)
            assert (end["score"], end["opponentScore"]) == (game.score.totals[seat], game.score.totals[1 - seat])
            final = end["finalState"]
            assert final["deck"] == []
            assert len(final["handA"]) == len(final["handB"]) == 7
            assert final["turn"] == game.view(0).turn
            assert set(final) >= {"discardA", "playAreaB", "seenA", "currentPlayer", "previousTurn", "playBack"}


# What is followed. -------------------------------------------------------------------------------------------


def followed(setup: Setup, seat: int, events: tuple[Event, ...], leak: bool = False) -> list[View]:
    """What one knows who is told the states of a game to one of its seats, at each of them."""
    story, following = Story(setup, seat), None
    views = []
    for event in events:
        story.follow(event)
        if story.is_decision:
            state = plain(story.state())
            if leak:
                state["previousTurn"] = {"move": 0, "metaData": ["J", 1]}
                state["opponentHand"] = [["J", 1]] * len(story.state()["opponentHand"])
            if following is None:
                following = Following(state, "me")
            assert following.follow(state) == following.view, "told twice is told once"
            views.append(following.view)
    return views


@pytest.mark.parametrize("seat", [0, 1])
def test_the_events_of_a_seat_follow_from_its_states(seat: int) -> None:
    for seed in range(3):
        game = theirs(seed)
        for _ in play_on(game, random.Random(seed)):
            pass
        seen = game.view(seat).seen
        views = followed(game.setup, seat, seen)
        assert [view.seen for view in views] == [seen[:count] for count in range(3, len(seen) - 1)]
        assert views[0].setup.players == (("me", "Ben") if seat == 0 else ("Ada", "me"))
        assert followed(game.setup, seat, seen, leak=True) == views, "what it should not tell is not read"


@pytest.mark.parametrize("path", sorted(RECORDS.glob("two-players*.jsonl")), ids=lambda path: path.name)
def test_recorded_games_can_be_followed(path: Path) -> None:
    """Whichever six species they have, and whoever begins."""
    record = Record.load(path)
    assert record.setup.species is not None
    letters = Letters(record.setup.species)
    for seat in (0, 1):
        seen = record.seen_by(seat).events
        last = followed(record.setup, seat, seen)[-1]
        at_end = View.begin(record.setup, seat)
        for event in seen[: len(last.seen)]:
            at_end = at_end.after(event)
        assert last.pile_size == at_end.pile_size
        assert sorted(map(Letters(SIX).card, last.hand)) == sorted(map(letters.card, at_end.hand))
        for mine, original in ((last.me, seat), (1 - last.me, 1 - seat)):
            assert Letters(SIX).area(last.tableaux[mine]) == letters.area(at_end.tableaux[original])
            assert sorted(map(Letters(SIX).card, last.hands_known[mine])) == sorted(
                map(letters.card, at_end.hands_known[original])
            )


@pytest.mark.parametrize("seat", [0, 1])
def test_a_state_by_itself_tells_what_its_game_has_come_to(seat: int) -> None:
    """All but the events, and what of its own hand the rival saw it take; and nothing that is given away."""
    letters = Letters(SIX)
    for seed in range(3):
        game = theirs(seed)
        for _ in play_on(game, random.Random(seed)):
            pass
        seen = game.view(seat).seen
        story = Story(game.setup, seat)
        at = View.begin(game.setup, seat)
        for event in seen:
            story.follow(event)
            at = at.after(event)
            if story.is_decision:
                alone = standing(plain(story.state()), game.setup.players[seat])
                assert (alone.me, alone.players, alone.species) == (seat, at.players, at.species)
                told = [
                    (view.seat, view.phase, view.turn, view.pile_size, view.hand_sizes, view.hands_known)
                    for view in (alone, at)
                ]
                assert told[0] == told[1]
                assert (alone.tableaux, alone.discards) == (at.tableaux, at.discards)
                assert (alone.unseen, alone.open_cells) == (at.unseen, at.open_cells)
                assert alone.shown[1 - seat] == at.shown[1 - seat]
                assert alone.legal_actions == at.legal_actions
                leak = {"previousTurn": {"move": 0, "metaData": letters.card(min(at.unseen))}} if at.unseen else {}
                assert standing(plain(story.state() | leak), game.setup.players[seat]) == alone, "it is not read"
        assert at.is_over


@pytest.mark.parametrize(
    "change",
    [
        {"deck": 99},
        {"deck": True},
        {"turn": -1},
        {"turn": None},
        {"subTurn": 4},
        {"hand": None},
        {"hand": [["J", 1]] * 7},
        {"hand": ["J1"] * 7},
    ],
)
def test_a_state_that_is_none_tells_nothing_by_itself(change: dict[str, object]) -> None:
    with pytest.raises(Lost):
        standing(plain(first_states() | change), "me")


def test_cards_of_a_state_that_cannot_be_there_are_left_out() -> None:
    strange = {
        "opponentPlayArea": {
            "0": {"0": ["J", 9], "1": ["O", 1]},
            "x": {"0": ["O", 2]},
            "9": {"9": ["O", 3]},
            "7": 1,
        },
        "playArea": {"0": {"0": ["M", 1], "1": ["M", 1], "2": ["M", 2], "-70": ["M", 3]}, "1": {"0": "M4"}},
        "discard": [["c", 5], None, ["C", 5], ["C", 6]],
        "opponentHand": [None] * 30,
    }
    hand = [["W", value] for value in range(1, 8)]
    view = standing(plain(first_states() | strange | {"hand": hand}), "me")
    assert dict(view.tableaux[0]) == {Cell(0, 0): Card.parse("MP1")}
    assert not view.tableaux[1]
    assert str(view.discards[0]) == "CA5 CA6"
    assert view.hand_sizes == (7, 9)
    assert len(view.unseen) == 48 - 7 - 3


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"turn": 5}, "the first state of a game was missed"),
        ({"deck": 33}, "deck does not follow"),
        ({"hand": [["J", 1]] * 7}, "hand does not follow"),
        ({"hand": [["J", 1], ["J", 2]]}, "hand does not follow"),
        ({"hand": [["j", 1]] * 7}, "a card is a letter"),
        ({"hand": None}, "hand does not follow"),
        ({"discard": [["J", 1]]}, "discard does not follow"),
    ],
)
def test_a_state_that_does_not_follow_is_told(change: dict[str, object], says: str) -> None:
    game = theirs(1)
    story = Story(game.setup, 0)
    for event in game.view(0).seen:
        story.follow(event)
    with pytest.raises(Lost) as caught:
        Following(plain(story.state() | change), "me")
    assert says in str(caught.value)


# Playing there. ----------------------------------------------------------------------------------------------


def message(state: object) -> str:
    return json.dumps({"state": state, "messageID": "x"})


def move(reply: str | None) -> object:
    assert reply is not None
    said = json.loads(reply)
    assert set(said) == {"move", "messageID"}
    assert said["messageID"] == "x"
    return said["move"]


class Failing:
    """Fails where it can."""

    name = "failing"

    def choose(self, view: View, budget: Budget) -> Action:
        raise ValueError("no idea")


def first_states(seat: int = 0) -> dict[str, object]:
    game = theirs(1)
    story = Story(game.setup, seat)
    for event in game.view(seat).seen:
        story.follow(event)
    return plain(story.state())


def test_everything_is_answered_and_nothing_is_decided_out_of_turn(capsys: pytest.CaptureFixture[str]) -> None:
    entrant = Entrant(lambda seed: Random(0), Budget())
    assert move(entrant.reply(message({"message": "NEWGAME", "gameNumber": 1, "round": "Final"}))) == 0
    assert move(entrant.reply(message(first_states(1)))) == 0
    assert move(entrant.reply(message({"message": "ENDGAME", "result": 1}))) == 0
    assert move(entrant.reply(message(first_states(0)))) == 0, "the deck, since there is nothing else to draw from"
    for line in ("", "{}", "[]", "null", '{"state":7,"messageID":"x"}', "garbage"):
        assert entrant.reply(line) is None
    assert capsys.readouterr().err.count("is no message") == 6


def test_a_bot_that_fails_there_takes_the_first_legal_action_and_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    entrant = Entrant(lambda seed: Failing(), Budget())
    assert move(entrant.reply(message(first_states()))) == 0
    assert "ValueError: no idea" in capsys.readouterr().err
    assert move(Entrant(lambda seed: Failing(), Budget()).reply(message(first_states()), is_late=True)) == 0
    assert capsys.readouterr().err == "", "no thought is given to what is too late"


def test_a_game_that_cannot_be_followed_is_told_once_and_left_to_chance(
    capsys: pytest.CaptureFixture[str],
) -> None:
    entrant = Entrant(lambda seed: Random(0), Budget())
    broken = first_states() | {"deck": 99}
    assert move(entrant.reply(message(broken))) == "RANDOM"
    assert move(entrant.reply(message(broken))) == "RANDOM"
    assert move(entrant.reply(message(broken | {"activeTurn": False}))) == 0
    assert capsys.readouterr().err.count("This game cannot be followed") == 1
    assert move(entrant.reply(message({"message": "NEWGAME", "gameNumber": 2}))) == 0
    assert move(entrant.reply(message(first_states()))) == 0


def marred(state: dict[str, object], chance: random.Random) -> dict[str, object]:
    """A state after the rival used a fault of the server: its cards have small letters, and stay in its hand."""
    area = {
        x: {y: [card[0].lower(), card[1]] if chance.random() < 0.3 else card for y, card in column.items()}
        for x, column in state["opponentPlayArea"].items()  # type: ignore[attr-defined]
    }
    placed = [card for column in area.values() for card in column.values()]
    held = state["opponentHand"] + placed[: chance.randrange(15)]  # type: ignore[operator]
    return state | {"opponentPlayArea": area, "opponentHand": held}


@pytest.mark.parametrize("bot", ["greedy", "heuristic", "random"])
def test_a_rival_who_cheats_the_server_is_played_against_all_the_same(
    bot: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each move is legal, and none is left to chance."""
    chance = random.Random(5)
    for seed in range(3):
        game = theirs(seed)
        entrant = Entrant(lambda told: make(bot, 0), Budget())
        told, story = 0, Story(game.setup, 0)
        while not game.is_over:
            seen = game.view(0).seen
            for event in seen[told:]:
                story.follow(event)
            told = len(seen)
            reply = move(entrant.reply(message(plain(marred(story.state(), chance)))))
            legal = game.view(game.seat).legal_actions
            action = legal[int(chance.random() * len(legal))]
            if game.seat == 0:
                action = Letters(SIX).read_action(reply, game.view(0).phase, 0, is_first=not game.view(0).tableau)
            game.play(game.seat, action)
    assert capsys.readouterr().err.count("each state counts by itself") == 3


class Slow(Random):
    """Gets ready for as long as it is let."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.begun, self.let, self.fails = BEGUN, LET, FAILS

    def warm_up(self) -> None:
        self.begun.set()
        assert self.let.wait(20)
        if self.fails:
            raise ValueError("no compiler")


BEGUN, LET = threading.Event(), threading.Event()
FAILS: list[bool] = []


@pytest.mark.parametrize("fails", [False, True])
def test_greedy_decides_until_a_bot_is_ready(fails: bool, capsys: pytest.CaptureFixture[str]) -> None:
    BEGUN.clear()
    LET.clear()
    FAILS[:] = [True] * fails
    game = theirs(4)
    for _ in range(2):
        game.play(0, game.view(0).legal_actions[0])
    states = [json.loads(state) for state in told_all(game, 0)]
    entrant = Entrant(lambda seed: Slow(0), Budget())
    thread = entrant.prepare()
    assert BEGUN.wait(20)
    for state in states:
        reply = entrant.reply(message(state))
    view = game.view(0)
    letters = Letters(SIX)
    assert letters.read_action(move(reply), view.phase, 0, is_first=True) == Greedy().choose(view, Budget())
    LET.set()
    thread.join(20)
    reply = entrant.reply(message(states[-1]))
    assert letters.read_action(move(reply), view.phase, 0, is_first=True) == Random(0).choose(view, Budget())
    assert ("ValueError: no compiler" in capsys.readouterr().err) is fails


def test_the_program_answers_while_its_bot_gets_ready(tmp_path: Path) -> None:
    file = tmp_path / "sleeper.py"
    file.write_text(
        "import time\n"
        "class Sleeper:\n"
        "    name = 'sleeper'\n"
        "    def warm_up(self):\n"
        "        time.sleep(600)\n"
        "    def choose(self, view, budget):\n"
        "        raise ValueError('asleep')\n"
    )
    command = [sys.executable, "-m", "arboretum", "bot", "--protocol", "hackaranda", f"{file}:Sleeper"]
    bot = Bot(command, dict(os.environ))
    assert bot.ask({"message": "NEWGAME", "gameNumber": 1, "round": "Round 1"}, 20) == 0
    assert bot.ask(first_states(), 20) == 0
    assert bot.late == 0
    bot.process.kill()
    bot.end()


def test_the_next_game_begins_also_where_nobody_says_so() -> None:
    entrant = Entrant(lambda seed: Random(0), Budget())
    game = theirs(2)
    for _ in play_on(game, random.Random(1), 9):
        pass
    for state in told_all(game, 0):
        assert entrant.reply(message(json.loads(state))) is not None
    assert move(entrant.reply(message(first_states()))) == 0


def test_the_time_for_a_message_is_that_of_the_environment() -> None:
    assert (
        seconds_of("300") == seconds_of(None) == seconds_of("nonsense") == seconds_of("inf") == seconds_of("nan")
    )
    assert 0.1 < seconds_of(None) < 0.25
    assert 0.5 < seconds_of("1000") < 0.9
    assert seconds_of("1") == seconds_of("-5") == 0.001


def test_our_bot_plays_in_the_tournament_as_it_plays_here() -> None:
    """Against itself, two games, at a server that tells too much and that replaces what is late or illegal."""
    command = [sys.executable, "-m", "arboretum", "bot", "--protocol", "hackaranda", "greedy"]
    environment = os.environ | {"TIMEOUT": "20000"}
    bots = (Bot(command, environment), Bot(command, environment))
    tournament = Tournament(bots)
    for number in (1, 2):
        game = tournament.play(number, seed=number)
        record = game.record()
        record.verify()
        for seat in (0, 1):
            _plays_like_greedy(record.seen_by(seat), seat)
    for bot in bots:
        assert (bot.late, bot.illegal) == (0, 0)
        assert len(bot.replies) == bot.sent, "one reply to each message"
        assert bot.end() == 0


def _plays_like_greedy(seen: Record, seat: int) -> None:
    """Every fourth decision of a seat is what greedy chooses from what it has seen."""
    view = View.begin(seen.setup, seat)
    for at, event in enumerate(seen.events):
        if isinstance(event, Drew | Placed | Discarded) and event.seat == seat and at % 4 == 0:
            assert action_of(event) == Greedy().choose(view, Budget()), at
        view = view.after(event)
