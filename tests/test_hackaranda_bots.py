"""Programs of the public tournament at our tables: served as its description says, without its server's faults."""

from __future__ import annotations

import itertools
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arboretum import Budget, Game, Options, play
from arboretum.arena.result import MatchResult
from arboretum.bots.hackaranda import player
from arboretum.bots.hackaranda.words import THEIRS
from arboretum.bots.process.pool import POOL
from arboretum.bots.registry import end_programs, make
from arboretum.bots.simple import Greedy
from arboretum.errors import BotError
from arboretum.record import Record
from programs import numbers_in, spec
from tables import play_on

PIDS = "open(sys.argv[0] + '.pids', 'a').write(f'{os.getpid()}\\n')\n"

LOOP = """
def low(card):
    return card[1]
def move(state):
    if "message" in state or not state["activeTurn"]:
        return 0
    if state["subTurn"] < 2:
        return 0 if state["deck"] else 1 if state["discard"] else 2
    if state["subTurn"] == 3:
        return min(state["hand"], key=low)
    x = 0
    while "0" in state["playArea"].get(str(x), {}):
        x += 1
    return {"card": min(state["hand"], key=low), "coord": [x, 0]}
for line in sys.stdin:
    told = json.loads(line)
    state, number = told["state"], told["messageID"]
    mine = "message" not in state and state["activeTurn"]
"""

GOOD = 'say({"move": move(state), "messageID": number})'


def replying(*lines: str) -> str:
    """The code of a program that does this for each message."""
    return LOOP + "".join(f"    {line}\n" for line in lines)


@pytest.fixture(autouse=True)
def _no_program_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(player, "TIMEOUT", 20.0)
    yield
    end_programs()
    POOL._patience.clear()


def matched(program: str, deals: int = 1, seconds: float | None = None) -> MatchResult:
    result = play([program, "random"], deals=deals, seed=1, budget=Budget(seconds=seconds))
    assert len(result.games) == 2 * deals
    assert result.standings[1].faults == 0
    return result


def test_a_program_plays_a_match_and_its_games_are_sound(tmp_path: Path) -> None:
    program = spec(tmp_path, PIDS + replying(GOOD), "hackaranda")
    result = play([program, "random"], deals=2, seed=4, keep=tmp_path / "games")
    assert result.faults == 0
    assert result.standings[0].bot == "prog"
    assert len(numbers_in(tmp_path / "prog.py.pids")) == 1
    for path in (tmp_path / "games").iterdir():
        Record.load(path).verify()


def test_it_is_told_what_the_tournament_tells_in_its_order(tmp_path: Path) -> None:
    log = 'open(sys.argv[0] + ".log", "a").write(line)'
    matched(spec(tmp_path, replying(log, GOOD), "hackaranda"))
    states = [json.loads(line)["state"] for line in (tmp_path / "prog.py.log").read_text().splitlines()]
    ends = [at for at, state in enumerate(states) if state.get("message") == "ENDGAME"]
    assert len(ends) == 2
    begin = 0
    for number, end in enumerate(ends, 1):
        assert states[begin] == {"message": "NEWGAME", "gameNumber": number, "round": "Round 1"}
        turns = states[begin + 1 : end]
        count = len(turns)
        assert [(state["turn"], state["subTurn"]) for state in turns] == [divmod(at, 4) for at in range(count)], (
            "every decision of both, in order"
        )
        is_first = turns[0]["activeTurn"]
        assert all(state["activeTurn"] == ((state["turn"] % 2 == 0) == is_first) for state in turns)
        for before, after in itertools.pairwise(turns):
            leaked = after["previousTurn"]["metaData"] and after["previousTurn"]["move"] == 0
            assert not leaked or before["activeTurn"], "only its own draws are told"
        begin = end + 1
    assert begin == len(states)


def test_its_time_is_in_its_environment(tmp_path: Path) -> None:
    note = 'open(sys.argv[0] + ".time", "a").write(os.environ["TIMEOUT"] + "\\n")\n'
    program = spec(tmp_path, note + replying(GOOD), "hackaranda")
    matched(program, seconds=7.25)
    matched(program)
    assert numbers_in(tmp_path / "prog.py.time") == [20000, 7250, 20000], "first to see that it runs"


@pytest.mark.parametrize(
    ("sub_turn", "answer", "says"),
    [
        (0, "None", "a draw is 0, 1 or 2, not null."),
        (0, "True", "a draw is 0, 1 or 2, not true."),
        (0, "0.0", "a draw is 0, 1 or 2, not 0.0."),
        (1, "3", "a draw is 0, 1 or 2, not 3."),
        (1, "'0'", "a draw is 0, 1 or 2"),
        (0, "[0]", "a draw is 0, 1 or 2"),
        (2, "None", "a placing is an object"),
        (2, "state['hand'][0]", "a placing is an object"),
        (2, '{"card": None, "coord": [0, 0]}', "a card is a letter of"),
        (2, '{"card": [state["hand"][0][0].lower(), 1], "coord": [0, 0]}', "a card is a letter of"),
        (2, '{"card": state["hand"][0] + [1], "coord": [0, 0]}', "a card is a letter of"),
        (2, '{"card": "J1", "coord": [0, 0]}', "a card is a letter of"),
        (2, '{"card": [["J"], 1], "coord": [0, 0]}', "a card is a letter of"),
        (2, '{"card": ["J", 1.0], "coord": [0, 0]}', "a card is a letter of"),
        (2, '{"card": ["J", 9], "coord": [0, 0]}', "a card is a letter of"),
        (2, '{"coord": [0, 0]}', "a placing is an object"),
        (2, '{"card": state["hand"][0], "coord": [0, "1"]}', "a cell is two whole numbers"),
        (2, '{"card": state["hand"][0], "coord": [10**30, 0]}', "a cell is two whole numbers"),
        (2, '{"card": state["hand"][0]}', "a cell is two whole numbers"),
        (2, '{"card": state["hand"][0], "coord": [0, 0]}', "lies there"),
        (2, '{"card": state["hand"][0], "coord": [9, 9]}', "no card of yours is beside it"),
        (2, '{"card": state["opponentDiscard"][-1], "coord": [0, 1]}', "is not in your hand"),
        (3, "None", "a card is a letter of"),
        (3, "state['hand'][0][0] + '1'", "a card is a letter of"),
        (3, "state['discard'][-1]", "is not in your hand"),
    ],
)
def test_a_refused_move_is_a_fault_and_the_game_goes_on(
    tmp_path: Path, sub_turn: int, answer: str, says: str
) -> None:
    bad = f"mine and state['subTurn'] == {sub_turn} and 6 <= state['turn'] <= 7"
    body = replying(f"say({{'move': {answer} if {bad} else move(state), 'messageID': number}})")
    result = matched(spec(tmp_path, body, "hackaranda"))
    assert result.standings[0].faults == 2, "one in each of two games"
    assert result.games[0].kinds[0][0] == 1, "illegal"
    assert says in str(result.first_faults[0])


def test_a_reply_without_a_move_is_a_fault(tmp_path: Path) -> None:
    body = replying("if mine and state['turn'] < 2: say({'messageID': number}); continue", GOOD)
    result = matched(spec(tmp_path, body, "hackaranda"))
    assert result.standings[0].faults == 8
    assert "a reply has a move." in str(result.first_faults[0])


def test_a_move_may_be_left_to_chance_and_comes_from_the_seed(tmp_path: Path) -> None:
    program = spec(tmp_path, replying("say({'move': 'RANDOM', 'messageID': number})"), "hackaranda")
    one, other = (play([program, "random"], deals=1, seed=3) for _ in range(2))
    assert one.faults == 0
    assert one.games == other.games


def test_the_first_card_goes_to_the_middle_whatever_is_sent(tmp_path: Path) -> None:
    body = replying(
        "sent = move(state)",
        "if mine and state['subTurn'] == 2 and not state['playArea']: sent['coord'] = [5, -7]",
        "say({'move': sent, 'messageID': number})",
    )
    assert matched(spec(tmp_path, body, "hackaranda")).faults == 0


def test_other_lines_are_passed_over_and_shown(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    body = replying(
        'say("thinking")',
        'say({"hello": 1})',
        'say({"move": 9, "messageID": "another"})',
        GOOD,
        GOOD,
    )
    assert matched(spec(tmp_path, body, "hackaranda")).faults == 0
    shown = capfd.readouterr().err
    assert "[prog] thinking" in shown
    assert "another" not in shown


def test_silence_while_nothing_is_decided_costs_time_and_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = "'message' in state or not mine and state['turn'] == 4 and state['subTurn'] > 1"
    monkeypatch.setattr(player, "START", 1.0)
    monkeypatch.setattr(player, "TIMEOUT", 1.0)
    body = replying(f"if {silent}: continue", GOOD)
    assert matched(spec(tmp_path, PIDS + body, "hackaranda"), seconds=1.0).faults == 0
    assert len(numbers_in(tmp_path / "prog.py.pids")) == 1


def test_a_late_move_is_a_fault_and_its_late_reply_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "TIMEOUT", 1.0)
    body = replying("if mine and state['turn'] == 5 and state['subTurn'] == 1: time.sleep(1.4)", GOOD)
    result = matched(spec(tmp_path, PIDS + body, "hackaranda"), seconds=1.0)
    assert sorted(game.kinds[0] for game in result.games) == [(0, 0, 0), (0, 1, 0)], "where it is second"
    assert "it took more than 1 s." in str(result.first_faults[0])
    assert len(numbers_in(tmp_path / "prog.py.pids")) == 1


def test_one_that_crashes_is_started_again(tmp_path: Path) -> None:
    body = replying("if mine and state['turn'] in (4, 5) and state['subTurn'] == 2: sys.exit(1)", GOOD)
    result = matched(spec(tmp_path, PIDS + body, "hackaranda"))
    assert result.standings[0].faults == 2
    assert "its program ended with status 1." in str(result.first_faults[0])
    assert len(numbers_in(tmp_path / "prog.py.pids")) == 3


def test_one_that_ends_at_once_does_not_begin_a_match(tmp_path: Path) -> None:
    for body in ("sys.exit(3)\n", "sys.stdin.readline(); sys.exit(3)\n"):
        program = spec(tmp_path, body, "hackaranda")
        with pytest.raises(BotError, match="cannot play: its program ended with status 3"):
            play([program, "random"], deals=1)
        POOL.names.clear()


def test_it_sits_at_tables_of_two_with_known_species_only(tmp_path: Path) -> None:
    program = spec(tmp_path, replying(GOOD), "hackaranda")
    with pytest.raises(BotError, match="cannot sit at this table: the tournament's protocol is for two players"):
        play([program, "random", "random"], deals=1)
    with pytest.raises(BotError, match="needs species that everybody knows"):
        play([program, "random"], deals=1, options=Options.parse("species=secret"))
    game = Game.new(["A", "B", "C"], seed=1)
    with pytest.raises(BotError, match="did not answer: the tournament's protocol is for two players"):
        make(program, 0).choose(game.view(game.seat), Budget())


def test_both_ways_meet(tmp_path: Path) -> None:
    """Our bot in the tournament's words, at our table for bots of the tournament, is the bot it is."""
    bot = make(f"hackaranda:{sys.executable} -m arboretum bot --protocol=hackaranda greedy", 0)
    assert bot.name == "hackaranda" or bot.name == "greedy"
    for seed, start in ((1, 0), (2, 1)):
        game = Game.new(["Ada", "Ben"], Options(start=start), species=sorted(THEIRS.values()), seed=seed)
        for seat, _ in play_on(game, random.Random(seed), 60):
            if seat == 0:
                view = game.view(0)
                assert bot.choose(view, Budget(seconds=20)) == Greedy().choose(view, Budget()), view.turn
