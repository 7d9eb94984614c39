"""Programs as bots: what they are told, how often they are started, and that hidden cards are on no pipe."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from arboretum import Budget, Game, Options, View, play
from arboretum.bots.ask import farewell
from arboretum.bots.process.player import ProcessBot
from arboretum.bots.process.pool import POOL
from arboretum.bots.process.program import label_of_spec
from arboretum.bots.registry import end_programs, find, make, names
from arboretum.errors import BotError
from arboretum.events import Discarded, Drew, Placed, Shuffled, action_of
from arboretum.record import Record
from arboretum.rooms.commands import SeatBot
from arboretum.rooms.refusals import Refused
from arboretum.rooms.settings import Settings
from arboretum.testing import check_bot
from arboretum.tui.seating import Chair
from programs import GOOD, answering, numbers_in, running, spec
from room_tables import do, opened
from tables import log_of, new_game, play_on, twin

LOGGING = 'log = open(sys.argv[0] + f".{os.getpid()}", "a")\n' + answering(GOOD).replace(
    "told = json.loads(line)", "log.write(line); log.flush(); told = json.loads(line)"
)


@pytest.fixture(autouse=True)
def _no_program_stays() -> Iterator[None]:
    yield
    end_programs()
    POOL.names.clear()
    POOL._patience.clear()


def logged(folder: Path) -> list[list[str]]:
    """What each program was told, line by line."""
    return [path.read_text().splitlines() for path in sorted(folder.glob("prog.py.*"))]


def test_a_program_plays_a_match_and_is_started_once_for_each_seat(tmp_path: Path) -> None:
    body = "open(sys.argv[0] + '.pids', 'a').write(f'{os.getpid()}\\n')\n" + answering(GOOD)
    program = spec(tmp_path, body)
    result = play([program, program], deals=2, seed=3, keep=tmp_path / "games")
    assert result.faults == 0
    assert [standing.bot for standing in result.standings] == ["prog", "prog#2"]
    assert len(numbers_in(tmp_path / "prog.py.pids")) == 2
    assert running(program) == 0, "none is left when the match is over"
    for path in (tmp_path / "games").glob("*.jsonl"):
        Record.load(path).verify()


@pytest.mark.parametrize(("seats", "options"), [(2, "standard"), (3, "first-edition"), (3, "species=secret")])
def test_a_seat_is_told_its_setup_and_what_it_sees_line_by_line(tmp_path: Path, seats: int, options: str) -> None:
    bot = make(spec(tmp_path, LOGGING), 12)
    game = new_game(seats, 5, options)
    asked = 0
    for seat, _ in play_on(game, random.Random(1)):
        if seat == 1:
            asked += 1
            assert bot.choose(game.view(1), Budget(rollouts=9)) == game.view(1).legal_actions[0]
    assert isinstance(bot, ProcessBot)
    bot.game_over(game.view(1))
    end_programs()
    lines = [json.loads(line) for line in logged(tmp_path)[0]]
    assert lines[0] == {"hello": "arboretum", "protocols": [1]}
    assert lines[1] == {"game": 1, "seat": 1, "seed": 12, "setup": game.setup.to_json()}
    events = [line for line in lines if "event" in line]
    assert events == [json.loads(line) for line in game.record().seen_by(1).dump().splitlines()[1:]]
    questions = [line for line in lines if "question" in line]
    assert [line["question"] for line in questions] == list(range(1, asked + 1))
    assert all(line["rollouts"] == 9 and line["seconds"] is None and line["limit"] == 30 for line in questions)
    assert len(lines) == 2 + len(events) + asked


def test_a_question_tells_what_is_legal_and_how_long_there_is(tmp_path: Path) -> None:
    bot = make(spec(tmp_path, LOGGING), 0)
    game = new_game(2, 1)
    view = game.view(game.seat)
    bot.choose(view, Budget(seconds=0.25))
    asked = json.loads(logged(tmp_path)[0][-1])
    assert asked == {
        "question": 1,
        "turn": 1,
        "phase": "DRAW_FIRST",
        "legal": ["+"],
        "seconds": 0.25,
        "rollouts": None,
        "limit": 1.0,
    }


def test_another_view_is_another_game(tmp_path: Path) -> None:
    """Views in any order: the program is told the whole game again unless it is gone on with."""
    bot = make(spec(tmp_path, LOGGING), 0)
    views: list[View] = []
    for seed in (1, 2):
        game = new_game(2, seed)
        for seat, _ in play_on(game, random.Random(seed), 12):
            views.append(game.view(seat))
    for view in (views[3], views[0], views[0], views[15], views[4]):
        assert bot.choose(view, Budget()) == view.legal_actions[0]
    lines = [json.loads(line) for line in logged(tmp_path)[0]]
    assert [line["game"] for line in lines if "game" in line] == [1, 2, 3, 4]
    assert [line["question"] for line in lines if "question" in line] == [1, 2, 3, 4, 5]


# Secrecy. ----------------------------------------------------------------------------------------------------


def bytes_told(kind: str, folder: Path, game: Game, seat: int, played: int) -> bytes:
    """Every byte that a program is told which plays a seat of a game, up to a moment of it."""
    folder.mkdir()
    good = GOOD if kind == "process" else 'say({"move": "RANDOM", "messageID": told["messageID"]})'
    body = "log = open(sys.argv[0] + '.log', 'a')\nfor line in sys.stdin:\n    told = json.loads(line)\n"
    body += "    log.write(line); log.flush()\n"
    if kind == "process":
        body += "    number, legal = told.get('question'), told.get('legal')\n"
        body += f"    if 'hello' in told: hello()\n    if number: {good}\n"
    else:
        body += f"    {good}\n"
    bot = make(spec(folder, body, kind), 77)
    replay = Game(game.setup, log_of(game)[:2])
    for event in (*log_of(game)[2 + game.setup.seats :][:played], None):
        if replay.seat == seat:
            bot.choose(replay.view(seat), Budget(seconds=20))
        if isinstance(event, Drew | Placed | Discarded):
            replay.play(replay.seat, action_of(event))
    farewell(bot, replay.view(seat))
    end_programs()
    return (folder / "prog.py.log").read_bytes()


@pytest.mark.parametrize(("kind", "seats"), [("process", 2), ("process", 3), ("hackaranda", 2)])
def test_hidden_cards_change_no_byte_on_the_pipe(tmp_path: Path, kind: str, seats: int) -> None:
    chance = random.Random(f"{kind} {seats}")
    for at, moment in enumerate((9, 18, 41)):
        seat = at % seats
        game = new_game(seats, at)
        played = list(play_on(game, chance, moment))
        shuffle = log_of(game)[0]
        assert isinstance(shuffle, Shuffled)
        unseen = sorted(card for card in game.view(seat).unseen if card in shuffle.deck)
        one, other = chance.sample(unseen, 2)
        exchanged = twin(game, one, other, played)
        assert log_of(game) != log_of(exchanged)
        told = [
            bytes_told(kind, tmp_path / f"{name}{moment}", table, seat, moment)
            for name, table in (("a", game), ("b", exchanged))
        ]
        assert told[0] == told[1], (moment, seat)
        assert len(told[0]) > 1000


def test_the_seed_that_is_told_is_not_that_of_the_deck(tmp_path: Path) -> None:
    play([spec(tmp_path, LOGGING), "random"], deals=1, seed=5, keep=tmp_path / "games")
    games = [json.loads(line) for lines in logged(tmp_path) for line in lines if '"game"' in line]
    seeds = {line["seed"] for line in games}
    decks = {Record.load(path).events[0].seed for path in (tmp_path / "games").iterdir()}  # type: ignore[union-attr]
    assert len(seeds) == 2
    assert not seeds & decks


# Copies, processes, checks. ----------------------------------------------------------------------------------


def test_a_copy_is_another_program(tmp_path: Path) -> None:
    program = spec(tmp_path, answering(GOOD))
    bot = make(program, 4)
    for other in (copy.deepcopy(bot), pickle.loads(pickle.dumps(bot))):
        assert isinstance(other, ProcessBot)
        assert (other.name, other.seed, other.spec) == ("prog", 4, program)
    game = new_game(2, 1)
    view = game.view(game.seat)
    assert bot.choose(view, Budget()) == copy.deepcopy(bot).choose(view, Budget())


def test_a_bot_that_is_given_plays_in_other_processes_too(tmp_path: Path) -> None:
    program = spec(tmp_path, "open(sys.argv[0] + '.pids', 'a').write(f'{os.getpid()}\\n')\n" + answering(GOOD))
    alone = play([make(program, 0), program], deals=2, seed=2)
    spread = play([make(program, 0), program], deals=2, seed=2, workers=2)
    assert spread.games == alone.games
    assert multiprocessing.active_children() == []


def test_check_bot_passes_a_program(tmp_path: Path) -> None:
    report = check_bot(spec(tmp_path, answering(GOOD)))
    assert report.bot == "prog"
    assert report.repeated > 100


def test_check_bot_finds_a_program_that_rolls_its_own_dice(tmp_path: Path) -> None:
    body = "import random\n" + answering('say({"answer": number, "action": random.choice(legal)})')
    with pytest.raises(BotError, match="from the same view"):
        check_bot(spec(tmp_path, body))


def test_the_end_is_told_too(tmp_path: Path) -> None:
    play([spec(tmp_path, LOGGING), "random"], deals=1, seed=1)
    lines = [json.loads(line) for lines in logged(tmp_path) for line in lines]
    assert [line["event"] for line in lines if "totals" in line] == ["ended", "ended"]


# Names. ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("process:", "names no program: write its command behind the colon"),
        ("process: ", "names no program"),
        ("hackaranda:", "names no program"),
        ("process:no-such-program --fast", "there is no program no-such-program"),
        ("process:python 'x", "has a quotation mark too few"),
    ],
)
def test_a_command_that_is_none_is_refused_before_anything_starts(name: str, says: str) -> None:
    for use in (find, make):
        with pytest.raises(BotError) as caught:
            use(name)
        assert says in str(caught.value)
        assert (caught.value.bot, caught.value.seat) == (name, -1)


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("process:node bots/gardener.js", "gardener"),
        ("process:python3 -m my_bot --fast", "my_bot"),
        ("process:./bot", "bot"),
        ("hackaranda:docker run -i --rm decent", "decent"),
        ("process:'", "process"),
        ("hackaranda:", "hackaranda"),
        ("greedy", None),
        ("bots/keeper.py:Keeper", None),
        ("process", None),
    ],
)
def test_what_a_program_is_called_before_it_says_so(name: str, label: str | None) -> None:
    assert label_of_spec(name) == label
    ours = "Greedy" if name == "greedy" else None
    assert Chair(name, is_bot=True).label == (ours or label or name.rpartition(":")[2])


def test_a_browser_can_start_no_program(tmp_path: Path) -> None:
    room = opened(Settings(2))
    for name in (f"process:touch {tmp_path / 'made'}", "hackaranda:true", "process:"):
        with pytest.raises(Refused, match="There is no bot"):
            do(room, "ada", SeatBot(1, name))
    assert not set(names()) & {"process", "hackaranda"}
    assert list(tmp_path.iterdir()) == []


def test_options_reach_a_program(tmp_path: Path) -> None:
    play([spec(tmp_path, LOGGING), "random"], deals=1, seed=1, options=Options.parse("first-edition"))
    setup = json.loads(logged(tmp_path)[0][1])["setup"]
    assert setup["options"]["opening"] == "first-edition"
