"""Programs that play badly: each way of it is told, counted, and holds nobody up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arboretum import Budget, play
from arboretum.arena.outcome import KINDS
from arboretum.arena.result import MatchResult
from arboretum.bots.ask import ask
from arboretum.bots.process import aside, chair, player
from arboretum.bots.process.child import LONGEST, WAITING
from arboretum.bots.process.pool import CHANCES, GAMES, POOL
from arboretum.bots.registry import end_programs, make
from arboretum.errors import BotError
from programs import GOOD, answering, numbers_in, spec
from tables import new_game

PIDS = "open(sys.argv[0] + '.pids', 'a').write(f'{os.getpid()}\\n')\n"


@pytest.fixture(autouse=True)
def _no_program_stays(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(chair, "WITHOUT", 20.0)
    yield
    end_programs()
    POOL.names.clear()
    POOL._patience.clear()


def fault(program: str, budget: Budget | None = None) -> BotError:
    """How a program fails at its first decision."""
    game = new_game(2, 1)
    with pytest.raises(BotError) as caught:
        ask(make(program, 0), game.view(game.seat), budget or Budget())
    sentence = str(caught.value)
    assert sentence.isprintable()
    assert len(sentence) < 700
    assert sentence.startswith("The bot Ada, in turn 1 (DRAW_FIRST), ")
    return caught.value


@pytest.mark.parametrize(
    ("does", "kind", "says"),
    [
        ('say({"answer": number, "action": "+<B"})', "illegal", "answered +<B: Ben's discard pile is empty"),
        (
            'say({"answer": number, "action": "OK5@0,0"})',
            "illegal",
            "answered OK5@0,0: OK5@0,0 cannot be played now",
        ),
        ('say({"answer": number, "action": "hello"})', "illegal", "answered hello: 'hello' cannot be read"),
        ('say({"answer": number, "action": ""})', "illegal", "an action: +, +<B"),
        ('say({"answer": number, "action": " +"})', "illegal", "an action is written as it was asked: +."),
        ('say({"answer": number, "action": 7})', "illegal", "its action is no text"),
        ('say({"answer": number})', "illegal", "its action is no text"),
        ('say({"answer": str(number), "action": "+"})', "illegal", "an answer names its question"),
        ('say({"answer": True, "action": "+"})', "illegal", "an answer names its question"),
        ('say({"action": "+"})', "illegal", "an answer names its question"),
        ('say({"answer": number, "failed": "no idea"})', "failed", "did not answer: no idea"),
        ('say({"answer": number, "failed": ""})', "failed", "did not answer: it failed."),
        ("sys.exit(3)", "failed", "did not answer: its program ended with status 3."),
        ("os.kill(os.getpid(), 9)", "failed", "its program was ended by signal 9."),
        ("os.close(1); time.sleep(60)", "failed", "it closed its output, and was ended."),
        (f'say("x" * {LONGEST + 1})', "failed", f"a line of more than {LONGEST} bytes, and was ended."),
        ('sys.stdout.write("x" * 10**7)', "failed", f"a line of more than {LONGEST} bytes, and was ended."),
        (
            'for _ in range(10**6): say({"answer": 0, "action": "+"})',
            "failed",
            f"it said {WAITING} lines that are no answer, and was ended.",
        ),
    ],
)
def test_what_is_no_answer_is_told(tmp_path: Path, does: str, kind: str, says: str) -> None:
    error = fault(spec(tmp_path, answering(does)))
    assert says in str(error)
    assert error.kind == kind


def test_too_late_is_told_and_the_late_answer_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chair, "SLACK", 0.1)
    late = answering("if number == 1: time.sleep(0.5)", 'say({"answer": number, "action": legal[-1]})')
    bot = make(spec(tmp_path, PIDS + late), 0)
    game = new_game(2, 1)
    view = game.view(game.seat)
    with pytest.raises(BotError, match=r"did not answer: it took more than 0.14 s\.") as caught:
        bot.choose(view, Budget(seconds=0.02))
    assert caught.value.kind == "late"
    assert bot.choose(view, Budget()) == view.legal_actions[-1]
    assert len(numbers_in(tmp_path / "prog.py.pids")) == 1, "it is the same program"


def matched(program: str, deals: int = 1, seconds: float | None = None) -> MatchResult:
    """A match of a program, in which everything is well but itself."""
    result = play([program, "random"], deals=deals, seed=1, budget=Budget(seconds=seconds))
    assert len(result.games) == 2 * deals
    assert result.standings[1].faults == 0
    return result


def test_one_that_crashes_is_started_again_and_told_the_game_anew(tmp_path: Path) -> None:
    body = answering("if told['phase'] == 'DISCARD' and told['turn'] < 9: sys.exit(1)", GOOD)
    result = matched(spec(tmp_path, PIDS + body))
    assert result.standings[0].faults == 8, "four in each of two games"
    assert "did not answer: its program ended with status 1." in str(result.first_faults[0])
    assert len(numbers_in(tmp_path / "prog.py.pids")) == 1 + 8


def test_one_that_is_silent_is_given_up_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Late three times in a row it is started again; six times, it is not asked any more in that game."""
    monkeypatch.setattr(chair, "SLACK", 0.05)
    body = PIDS + answering("time.sleep(60)")
    begin = time.monotonic()
    result = matched(spec(tmp_path, body), deals=3, seconds=0.001)
    assert time.monotonic() - begin < 10
    asked = CHANCES + GAMES - 1
    assert len(numbers_in(tmp_path / "prog.py.pids")) <= 1 + asked
    assert result.standings[0].faults > 150
    assert "it took more than 0.052 s." in str(result.first_faults[0])


def test_one_that_is_given_up_has_another_chance_in_the_next_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games: in the first it crashes at each question, then it is well."""
    crash = f"if len(open(sys.argv[0] + '.pids').readlines()) <= {CHANCES}: sys.exit(1)"
    result = matched(spec(tmp_path, PIDS + answering(crash, GOOD)), deals=2)
    by_game = [game.faults[0] for game in result.games]
    assert by_game[0] > 20
    assert by_game[1:] == [0, 0, 0]


def test_given_up_means_that_it_is_not_asked(tmp_path: Path) -> None:
    bot = make(spec(tmp_path, PIDS + answering("sys.exit(1)")), 0)
    game = new_game(2, 1)
    sentences = []
    for _ in range(CHANCES + 2):
        with pytest.raises(BotError) as caught:
            bot.choose(game.view(game.seat), Budget())
        sentences.append(str(caught.value))
    assert all("ended with status 1" in sentence for sentence in sentences[:CHANCES])
    assert all("is not asked any more in this game" in sentence for sentence in sentences[CHANCES:])
    assert len(numbers_in(tmp_path / "prog.py.pids")) == CHANCES


# What is said while nobody asks. -----------------------------------------------------------------------------


def test_answers_to_old_questions_and_before_the_turn_are_passed_over(tmp_path: Path) -> None:
    early = 'say({"answer": number + 99, "action": "OK9"})'
    twice = 'say({"answer": number - 1, "action": "-OK1"})'
    assert matched(spec(tmp_path, answering(twice, GOOD, GOOD, early))).faults == 0


def test_what_is_there_before_the_question_is_shown_and_passed_over(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Also an answer to the very question that comes next."""
    bot = make(spec(tmp_path, answering(GOOD, 'say({"answer": number + 1, "action": "OK9"})')), 0)
    assert isinstance(bot, player.ProcessBot)
    game = new_game(2, 1)
    view = game.view(game.seat)
    for _ in range(3):
        assert bot.choose(view, Budget()) == view.legal_actions[0]
        until = time.monotonic() + 20
        while bot._chair.child()._output.empty() and time.monotonic() < until:
            time.sleep(0.005)
    shown = capfd.readouterr().err.splitlines()
    assert shown == [f'[prog] it said, while nobody asked: {{"answer": {n}, "action": "OK9"}}' for n in (2, 3)]


def test_a_banner_before_hello_is_told(tmp_path: Path) -> None:
    with pytest.raises(BotError, match=r"it should say hello, but said My bot 1\.0: that is not JSON"):
        make(spec(tmp_path, 'say("My bot 1.0")\n' + answering(GOOD)), 0)


def test_a_flood_while_nobody_asks_ends_it(tmp_path: Path) -> None:
    flood = "[say('noise') for _ in range(500)]; time.sleep(60)"
    bot = make(spec(tmp_path, answering(GOOD, flood)), 0)
    game = new_game(2, 1)
    view = game.view(game.seat)
    assert bot.choose(view, Budget()) == view.legal_actions[0]
    with pytest.raises(BotError, match=f"said (more than )?{WAITING} lines that .* and was ended"):
        bot.choose(view, Budget(seconds=5))
    assert bot.choose(view, Budget()) == view.legal_actions[0], "it was started again"


@pytest.mark.parametrize(
    "noise",
    [
        'say("thinking ...")',
        'say("")',
        'say("[1]")',
        'say("[" * 5000)',
        'say("\\x1b[2Jbad")',
        'sys.stdout.buffer.write(b"\\xff\\xfe\\n"); sys.stdout.flush()',
    ],
)
def test_what_it_prints_besides_is_passed_over_and_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], noise: str
) -> None:
    """So the game does not depend on when such a line comes."""
    result = matched(spec(tmp_path, answering(noise, GOOD, noise)))
    assert result.faults == 0
    shown = capfd.readouterr().err
    assert "[prog] it said, and that is no answer: " in shown
    assert all(line.isprintable() for line in shown.splitlines())


def test_one_that_says_nothing_else_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chair, "SLACK", 0.1)
    error = fault(spec(tmp_path, answering('say("thinking ...")')), Budget(seconds=0.01))
    assert error.kind == "late"


def test_one_that_never_reads_holds_nobody_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chair, "SLACK", 0.05)
    body = "hello()\nfor _ in range(3): sys.stdin.readline()\ntime.sleep(60)\n"
    begin = time.monotonic()
    assert matched(spec(tmp_path, body), seconds=0.001).faults > 40
    assert time.monotonic() - begin < 10


# Hello. ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ('say({"hello": "prog", "protocol": 2})', "it speaks protocol 2, and we speak 1."),
        ('say({"hello": "prog", "protocol": "1"})', 'it speaks protocol "1", and we speak 1.'),
        ('say({"hello": "prog"})', "a hello has a name and a protocol"),
        ('say({"hello": "", "protocol": 1})', "a hello has a name and a protocol"),
        ('say({"hello": "a\\x1b[2J", "protocol": 1})', "a hello has a name and a protocol"),
        ('say({"hello": 7, "protocol": 1})', "a hello has a name and a protocol"),
        ("sys.exit(0)", "its program ended with status 0."),
        ("import no_such_module", "its program ended with status 1."),
        ("time.sleep(60)", "it did not say hello within 0.3 s."),
    ],
)
def test_one_that_says_no_hello_cannot_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, says: str, told: str
) -> None:
    if "sleep" in says:
        monkeypatch.setattr(player, "START", 0.3)
    program = spec(tmp_path, says + "\nsys.stdin.read()\n")
    with pytest.raises(BotError) as caught:
        make(program, 0)
    assert told in str(caught.value)
    assert "cannot play: " in str(caught.value)
    assert caught.value.seat == -1


def test_a_file_that_is_no_program_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bot"
    path.write_text("not a program")
    path.chmod(0o755)
    with pytest.raises(BotError, match="cannot play: it cannot be started: Exec format error"):
        make(f"process:{path}", 0)


# Standard error. ---------------------------------------------------------------------------------------------


def test_what_it_says_aside_is_passed_on_with_its_name_and_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(aside, "LINES", 5)
    body = 'print("starting", file=sys.stderr, flush=True)\nprint("\\x1b[2J" + "y" * 10**6, file=sys.stderr)\n'
    matched(spec(tmp_path, body + answering('print("asked", number, file=sys.stderr)', GOOD)))
    lines = capfd.readouterr().err.splitlines()
    assert lines[0] == "[prog] starting"
    assert lines[1].startswith("[prog]  [2Jyyy")
    assert all(line.startswith("[prog] ") and len(line) < 520 for line in lines)
    assert lines[-1] == "[prog] it says more, which is not shown."
    assert len(lines) <= 2 * 6


def test_at_a_table_with_people_nothing_is_passed_on(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bot = make(spec(tmp_path, answering('print("I hold", told, file=sys.stderr)', GOOD)), 0, aside=False)
    game = new_game(2, 1)
    bot.choose(game.view(game.seat), Budget())
    end_programs()
    assert capfd.readouterr().err == ""


def test_faults_are_counted_by_what_they_are(tmp_path: Path) -> None:
    body = answering(
        "if told['phase'] == 'PLACE': legal = ['+']",
        "if told['phase'] == 'DISCARD': say({'answer': number, 'failed': 'why'}); continue",
        GOOD,
    )
    result = matched(spec(tmp_path, body))
    kinds = {kind: sum(game.kinds[0][at] for game in result.games) for at, kind in enumerate(KINDS)}
    turns = kinds["failed"]
    assert kinds == {"illegal": turns, "late": 0, "failed": turns}
    assert turns == sum(game.turns for game in result.games) // 2
    assert result.standings[0].faults == 2 * turns
