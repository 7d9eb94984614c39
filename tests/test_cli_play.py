"""`arboretum play`: setting up, keeping, resuming, leaving; pipes, terminals, and whatever else is typed."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pexpect
import pytest
from click.testing import CliRunner, Result

from arboretum import ArboretumError, Discard, Game, Options, Record, Species
from arboretum.bots.registry import make
from arboretum.cli import commands
from arboretum.events import Drew, Event
from arboretum.tui.draw import view_lines
from arboretum.tui.seating import Chair, Plan, bot_seats, bot_seed, default_name, seated
from arboretum.tui.session import play_on as play_session
from tables import log_of, new_game, play_on, random_action
from typed import Typing


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept for this test."""
    folder = tmp_path / "games"
    monkeypatch.setenv("ARBORETUM_GAMES", str(folder))
    monkeypatch.chdir(tmp_path)
    return folder


def play(*words: str, lines: list[str] | None = None) -> Result:
    typed = "".join(line + "\n" for line in lines or [])
    return CliRunner().invoke(commands, ["play", *words], input=typed)


def run_play(*words: str, data: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, with bytes as its input."""
    command = [sys.executable, "-m", "arboretum", "play", *words]
    return subprocess.run(
        command, check=False, input=data, capture_output=True, env=os.environ | environment, timeout=60
    )


def spawn(*words: str, **environment: str) -> pexpect.spawn:
    """The command in a terminal of 80 x 24."""
    return pexpect.spawn(
        sys.executable,
        ["-m", "arboretum", "play", *words],
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
        env={**os.environ, "TERM": "xterm-256color", **environment},
    )


def only_record(folder: Path) -> Record:
    (path,) = folder.iterdir()
    return Record.load(path)


def script(seed: int, *bots: str) -> list[str]:
    """What the person in seat A types in a whole game from this seed, a complete command a line."""
    plan = Plan(seated(None, ["Ada"], bots, hot_seat=False, me=""))
    game = Game.new(plan.players, seed=seed)
    others = {seat: make(bot, bot_seed(game.setup, seat)) for seat, bot in bot_seats(plan.players).items()}
    chance, lines = random.Random(seed), [""][:0]
    while not game.is_over:
        if game.seat:
            play_one_bot_action(game, others)
            continue
        action = random_action(game, chance)
        if isinstance(action, Discard):
            lines[-1] += f" {action} end"
        else:
            lines.append(str(action))
        game.play(0, action)
    return lines


def play_one_bot_action(game: Game, bots: dict[int, object]) -> None:
    from arboretum import Bot, Budget

    bot = bots[game.seat]
    assert isinstance(bot, Bot)
    game.play(game.seat, bot.choose(game.view(game.seat), Budget()))


# A whole game. --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bots", [("greedy",), ("random", "greedy", "random")])
def test_a_whole_game_is_played_kept_and_scored(games: Path, bots: tuple[str, ...]) -> None:
    words = [word for bot in bots for word in ("--bot", bot)]
    result = play("--name", "Ada", *words, "--seed", "3", lines=script(3, *bots))
    assert result.exit_code == 0, result.output
    record = only_record(games)
    record.verify()
    assert record.is_complete
    text = " ".join(result.output.split())
    assert record.score.explain_win() in text
    assert "Recorded in" in text
    assert "arboretum replay" in text
    assert record.setup.began is not None
    assert max(len(line) for line in result.output.splitlines() if "/" not in line) <= 80


def test_the_same_seed_gives_the_same_game(games: Path) -> None:
    texts = []
    for name in ("one", "two"):
        result = play("--name", "Ada", "--seed", "0", "--no-record", lines=script(0, "greedy"))
        texts.append(result.output)
        assert result.exit_code == 0, name
    assert texts[0] == texts[1]
    assert "not recorded" in texts[0]
    assert not games.exists()


def test_a_game_that_is_cut_off_anywhere_goes_on_as_if_it_was_not(games: Path, tmp_path: Path) -> None:
    """Nothing is lost, and the bots play on as they would have: their seeds are in the record."""
    lines = script(8, "random")
    play("--name", "Ada", "--bot", "random", "--seed", "8", "--record", str(tmp_path / "whole"), lines=lines)
    whole = Record.load(tmp_path / "whole")
    assert whole.is_complete
    for cut in (0, 1, 2, 7, len(lines) - 1):
        path = tmp_path / f"cut-{cut}"
        words = ["--name", "Ada", "--bot", "random", "--seed", "8", "--record", str(path)]
        first = play(*words, lines=lines[:cut])
        assert first.exit_code == 0
        assert f"arboretum play --resume {path}" in first.output.splitlines()[-1]
        assert not Record.load(path).is_complete
        second = play("--resume", str(path), lines=lines[cut:])
        assert second.exit_code == 0, second.output
        assert Record.load(path).events == whole.events


def test_a_line_that_was_cut_off_by_a_crash_is_told_and_mended(games: Path) -> None:
    play("--name", "Ada", "--seed", "8", lines=script(8, "greedy")[:10])
    (path,) = games.iterdir()
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    result = play("--resume", lines=[])
    assert result.exit_code == 0
    assert "cut off" in result.output
    Record.load(path).verify()


def test_resume_takes_the_unfinished_game_that_was_played_last(games: Path) -> None:
    for name, seed in (("Ada", "1"), ("Bea", "2"), ("Cleo", "3")):
        play("--name", name, "--seed", seed)
    play("--name", "Ada", "--seed", "4", lines=script(4, "greedy"))
    (games / "junk.jsonl").write_bytes(b"\x00\xff{")
    (games / "folder.jsonl").mkdir()
    now = time.time()
    for path in games.glob("*bea*"):
        os.utime(path, (now + 10, now + 10))
    for path in games.glob("*-ada-greedy-bot-2*"):
        assert Record.load(path).is_complete
        os.utime(path, (now + 20, now + 20))
    result = play("--resume")
    assert result.exit_code == 0, result.output
    assert "Bea, it is your turn" in result.output


def test_nothing_to_resume(games: Path) -> None:
    result = play("--resume")
    assert isinstance(result.exception, ArboretumError)
    assert "no unfinished game" in str(result.exception)


def test_what_cannot_go_on_is_refused_and_not_touched(games: Path, tmp_path: Path) -> None:
    play("--name", "Ada", "--seed", "4", "--record", str(tmp_path / "over"), lines=script(4, "greedy"))
    game = new_game(2, 1)
    ended = Record.load(tmp_path / "over")
    (tmp_path / "seen").write_text(Record(game.setup, tuple(log_of(game))).seen_by(0).dump())
    (tmp_path / "rules").write_text(ended.dump().replace('"rules":"1"', '"rules":"99"'))
    broken = [line for line in ended.dump().splitlines() if '"ended"' not in line]
    (tmp_path / "broken").write_text("\n".join(broken[:9] + broken[10:]) + "\n")
    (tmp_path / "junk").write_bytes(b"\xff")
    for name in ("over", "seen", "rules", "broken", "junk", "none"):
        path = tmp_path / name
        before = path.read_bytes() if path.exists() else b""
        result = play("--resume", str(path), lines=["+", "+"])
        assert isinstance(result.exception, ArboretumError), name
        assert (path.read_bytes() if path.exists() else b"") == before


def test_a_record_is_never_overwritten(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text("keep me")
    result = play("--record", str(path))
    assert isinstance(result.exception, ArboretumError)
    assert "is there already" in str(result.exception)
    assert path.read_text() == "keep me"


def test_two_programs_do_not_keep_one_game(games: Path) -> None:
    """A second one that goes on with the same record makes the first one stand still (R085)."""
    play("--name", "Ada", "--seed", "8")
    (path,) = games.iterdir()
    first = Typing(["+", "+"])
    from arboretum.record import RecordWriter

    record = Record.load(path)
    game = Game(record.setup, record.events, keep=RecordWriter.resume(path).write)
    play("--resume", lines=["+"])
    with pytest.raises(ArboretumError, match="Something else has written"):
        play_session(game, {1: make("greedy", 0)}, first.terminal)


# Setting up. ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "names", "bots", "hot_seat", "expected"),
    [
        (None, [], [], False, ["Me", "greedy-bot"]),
        (3, [], [], False, ["Me", "greedy-bot", "greedy-bot-2"]),
        (None, ["Ada"], ["random"], False, ["Ada", "random-bot"]),
        (None, [], ["random", "greedy", "random"], False, ["Me", "random-bot", "greedy-bot", "random-bot-2"]),
        (None, ["Ada", "Ben"], [], False, ["Ada", "Ben"]),
        (3, ["Ada", "Ben"], [], True, ["Ada", "Ben", "Player C"]),
        (None, [], [], True, ["Me", "Player B"]),
        (4, ["Ada"], ["random"], True, ["Ada", "Player B", "Player C", "random-bot"]),
        (None, [], ["dir/my.py:Gardener"], False, ["Me", "Gardener-bot"]),
    ],
)
def test_who_sits_where(
    players: int | None, names: list[str], bots: list[str], hot_seat: bool, expected: list[str]
) -> None:
    plan = Plan(seated(players, names, bots, hot_seat=hot_seat, me="Me"))
    assert list(plan.players) == expected


def test_bots_are_found_again_by_the_names_of_their_seats() -> None:
    players = ("Ada", "greedy-bot", "greedy-bot-2", "Gardener-bot")
    assert bot_seats(players) == {1: "greedy", 2: "greedy", 3: "Gardener"}
    assert bot_seats(players, ["x/my.py:Gardener"]) == {1: "greedy", 2: "greedy", 3: "x/my.py:Gardener"}
    assert bot_seats(("Ada", "robot", "bot")) == {}


def test_a_bots_seed_is_that_of_its_game_and_seat() -> None:
    setups = [Game.new(["Ada", "greedy-bot"], seed=seed).setup for seed in (1, 2)]
    seeds = {bot_seed(setup, seat) for setup in setups for seat in (0, 1)}
    assert len(seeds) == 4
    assert bot_seed(setups[0], 1) == bot_seed(setups[0], 1)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--players", "1"], "2 to 4 players"),
        (["--players", "5"], "2 to 4 players"),
        (["--players", "0"], "2 to 4 players"),
        (["--players", "2", "--bot", "greedy", "--bot", "random"], "more than 2 players"),
        (["--name", "Ada", "--name", "ada"], "Two players are called"),
        (["--name", ""], "letters that can be shown"),
        (["--name", "\x1b[2J"], "letters that can be shown"),
        (["--name", "Ada\u202e"], "letters that can be shown"),
        (["--name", "x" * 41], "at most 40"),
        (["--name", "greedy-bot"], "for a bot's seat"),
        (["--bot", "clever"], "There is no bot 'clever'"),
        (["--bot", "nowhere.py:Bot"], "there is no file nowhere.py"),
        (["--options", "colour=red"], "There is no option"),
        (["--options", "tiebreak=both"], "choose species or cards"),
        (["--options", "nonsense"], "There is no preset"),
        (["--options", "start=3"], "Seat 3 cannot start"),
        (["--options", "start=" + "9" * 5000], "start"),
        (["--species", "CA CB"], "6 different species"),
        (["--species", "CA CB DW JA LI MP"], "edition has no Lilac"),
        (["--species", "XX"], "a species"),
        (["--species", "CA CB DW JA MP OK", "--options", "species=secret"], "cannot be secret"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_sentence(games: Path, words: list[str], why: str) -> None:
    result = play(*words)
    assert isinstance(result.exception, ArboretumError), result.output
    assert why in str(result.exception)
    assert str(result.exception).isprintable()
    assert not games.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["--seed", "-1"],
        ["--seed", "x"],
        ["--resume", "--name", "Ada"],
        ["--resume", "--seed", "0"],
        ["--record", "x", "--no-record"],
        ["--nonsense"],
    ],
)
def test_words_that_do_not_fit_are_a_usage_error(games: Path, words: list[str]) -> None:
    result = play(*words)
    assert result.exit_code == 2
    assert not games.exists()


def test_every_option_can_be_chosen_and_is_kept(games: Path) -> None:
    text = "tiebreak=cards,unheld=nobody,species=secret,opening=first-edition,start=1,piles=top-card,names=first"
    result = play("--options", text, "--players", "3")
    assert result.exit_code == 0, result.output
    assert only_record(games).setup.options == Options.parse(text)
    for word, sentence in [("options", "Of a discard pile only the top card is shown.")]:
        assert sentence in play("--options", text, lines=[word]).output


def test_options_are_explained() -> None:
    result = play("--options", "?")
    assert result.exit_code == 0
    for name in Options().to_json():
        assert f"{name}=" in result.output
    for number in range(1, 8):
        assert f"O{number} " in result.output


def test_chosen_species_are_in_play(games: Path) -> None:
    play("--species", "ca, jacaranda;MP OK RP WI".replace(";", " "))
    setup = only_record(games).setup
    assert setup.species == tuple(map(Species.parse, ["CA", "JA", "MP", "OK", "RP", "WI"]))


@pytest.mark.parametrize("name", ["a:b?.", "CON", "é" * 40, "../../etc", "山田", "O'Brien <b>", "x/y\\z"])
def test_files_have_safe_names_whatever_players_are_called(games: Path, name: str) -> None:
    for _ in range(2):
        assert play("--name", name).exit_code == 0
    names = sorted(path.name for path in games.iterdir())
    assert len(names) == 2
    for file in names:
        assert re.fullmatch(r"\d{4}-\d\d-\d\d-[a-z0-9-]{1,80}\.jsonl", file)
        assert len(file) < 120


def test_a_folder_that_cannot_be_written_does_not_keep_anyone_from_playing(games: Path) -> None:
    games.write_text("a file, not a folder")
    result = play("--name", "Ada", "--seed", "3", lines=script(3, "greedy"))
    assert result.exit_code == 0
    assert "This game is not recorded." in " ".join(result.output.split())
    assert "wins" in result.output or "share" in result.output
    assert games.read_text() == "a file, not a folder"


def test_a_default_name_is_one_that_can_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for user, expected in [("ada", "Ada"), ("greedy-bot", "You"), ("", "You"), ("a\x1bb", "You")]:
        monkeypatch.setattr("getpass.getuser", lambda user=user: user)
        assert default_name() == expected
    monkeypatch.setattr("getpass.getuser", lambda: (_ for _ in ()).throw(OSError))
    assert default_name() == "You"


# Bots of one's own. ---------------------------------------------------------------------------------------

GARDENER = """
class Gardener:
    name = "gardener"

    def choose(self, view, budget):
        return view.legal_actions[0]


class Broken:
    name = "broken"

    def choose(self, view, budget):
        raise ValueError("no idea")
"""


def test_a_bot_from_a_file_plays_and_is_named_again_to_resume(games: Path, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(GARDENER)
    first = play("--bot", "my.py:Gardener", "--options", "start=1", lines=["+"])
    assert first.exit_code == 0
    assert "Gardener-bot placed" in first.output
    assert "--bot my.py:Gardener" in first.output.splitlines()[-1]
    refused = play("--resume")
    assert isinstance(refused.exception, ArboretumError)
    assert "with --bot" in str(refused.exception)
    assert play("--resume", "--bot", "my.py:Gardener").exit_code == 0


def test_a_bot_that_fails_is_told_and_the_game_is_kept(games: Path, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(GARDENER)
    done = run_play("--bot", "my.py:Broken", "--options", "start=1")
    assert done.returncode == 1
    assert b"The bot Broken-bot, in turn 1" in done.stderr
    assert b"no idea" in done.stderr
    assert b"The game is kept" in done.stdout
    assert b"Traceback" not in done.stdout + done.stderr
    only_record(games).verify()


# Pipes and bytes. -----------------------------------------------------------------------------------------


def test_a_closed_input_ends_with_a_sentence_and_status_0(games: Path) -> None:
    for data in ("</dev/null", "<&-"):
        command = f"{sys.executable} -m arboretum play {data}"
        done = subprocess.run(command, check=False, shell=True, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        assert "The input ended. The game is kept; go on with:" in done.stdout


def test_a_closed_output_is_no_error(games: Path) -> None:
    command = f"yes + | {sys.executable} -m arboretum play | head -3"
    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    command = f"{sys.executable} -m arboretum play </dev/null >&-"
    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr


def test_whatever_is_typed_there_is_no_traceback(games: Path) -> None:
    chance = random.Random(7)
    words = ["+", "a", "b", "mp7", "x", "end", "undo", "paths", "pile", "log", "-1,0", "@", "3", "OK6@0,0", "table"]
    lines = [b"\xff\xfe\x00", b"\x1b[A\x1b]0;hi\x07", b"z" * 100_000, "ÄÖ 山田 １".encode(), b"\x00" * 50, b"\xef\xbb\xbf+"]
    lines += [" ".join(chance.choices(words, k=chance.randint(1, 5))).encode() for _ in range(300)]
    done = run_play("--name", "Ada", data=b"\n".join(lines))
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"Traceback" not in done.stdout
    assert b"\x1b" not in done.stdout
    assert b"\x00" not in done.stdout
    only_record(games).verify()


@pytest.mark.parametrize(
    "environment",
    [
        {"LANG": "C", "LC_ALL": "C"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"},
        {"TERM": "dumb"},
        {"NO_COLOR": "1"},
        {"COLUMNS": "40"},
        {"COLUMNS": "1"},
    ],
)
def test_any_environment_will_do(games: Path, environment: dict[str, str]) -> None:
    done = run_play("--name", "José 山田", data="+\n+\nä\n?\ntable\n".encode(), **environment)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    assert b"The game is kept" in done.stdout


def test_an_editor_that_cannot_write_a_letter_gets_a_question_mark(games: Path) -> None:
    done = run_play("--name", "José", PYTHONIOENCODING="ascii")
    assert b"Jos?, it is your turn" in done.stdout


# Terminals. -----------------------------------------------------------------------------------------------


def test_a_newcomer_presses_enter_and_plays(games: Path) -> None:
    child = spawn("--name", "Ada", "--seed", "3")
    child.expect("A new game: Ada, the bot greedy; standard rules, seed 3.")
    child.expect("Enter to start, c to change who plays and how, q to leave> ")
    child.sendline("?")
    child.expect("Just press Enter")
    child.sendline("")
    child.expect("first draw> ")
    child.sendline("+")
    child.expect("You drew .* from the draw pile")
    child.expect("second draw> ")
    child.sendline("quit")
    child.expect("The game is kept; go on with:")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_a_table_is_set_up_by_question_and_answer(games: Path) -> None:
    child = spawn()
    child.expect("Enter to start")
    child.sendline("c")
    for question, *answers in [
        ("How many players", "5", "?", "3"),
        ("Player A", "Ada"),
        ("Player B", "ada", "", "random"),
        ("Player C", "no.py:Bot", "x-bot", "Cleo"),
        ("Which rules", "?", "tiebreak=both", "first-edition,start=0"),
        ("Which 8 species", "?", "CA", "CA DW JA LI MG MP OK OL"),
        ("Seed", "minus", "7"),
    ]:
        for answer in answers:
            child.expect(re.escape(question))
            child.expect("] ")
            child.sendline(answer)
    child.expect("Pass the keyboard to Ada. Ada, press Enter to see your hand. ")
    child.sendcontrol("c")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    setup = only_record(games).setup
    assert setup.players == ("Ada", "greedy-bot", "Cleo")
    assert setup.options == Options.parse("first-edition,start=0")
    assert setup.species is not None
    assert setup.shuffled_by == "seed"


def test_an_old_game_is_offered(games: Path) -> None:
    play("--name", "Ada", "--seed", "5")
    child = spawn("--name", "Zoe")
    child.expect("Or an old one: Ada, greedy-bot, turn")
    child.sendline("r")
    child.expect("Ada, it is your turn")
    child.sendeof()
    child.expect("The input ended")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert len(list(games.iterdir())) == 1


def test_leaving_before_a_game_is_begun(games: Path) -> None:
    for act, status, said in [("q", 0, ""), ("\x04", 0, "Nothing was begun"), ("\x03", 130, "Nothing was begun")]:
        child = spawn()
        child.expect("q to leave> ")
        child.send(act + "\n" if act == "q" else act)
        child.expect(said)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == status
    assert not games.exists()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_kill_in_mid_turn_loses_nothing(games: Path, how: signal.Signals) -> None:
    child = spawn("--name", "Ada", "--seed", "3", "--yes")
    child.expect("first draw> ")
    child.sendline("+")
    child.expect(r"You drew (\w\w\d)")
    assert child.match is not None
    card = child.match[1]
    child.expect("second draw> ")
    child.kill(how)
    child.expect(pexpect.EOF)
    child.close()
    assert (child.exitstatus, child.signalstatus) == ((130, None) if how is signal.SIGINT else (None, how))
    last: Event = only_record(games).events[-1]
    assert isinstance(last, Drew)
    assert str(last.card) == card
    child = spawn("--resume")
    child.expect(f"You drew {card} from the draw pile.")
    child.expect(card)
    child.expect("second draw> ")
    child.close()


def test_enter_that_is_pressed_again_and_again_does_nothing(games: Path) -> None:
    """R083, R124: no default draws, places, discards or ends."""
    child = spawn("--yes", "--seed", "3")
    child.expect("first draw> ")
    events = len(only_record(games).events)
    for _ in range(20):
        child.send("\n")
    for _ in range(20):
        child.expect("first draw> ")
    assert len(only_record(games).events) == events
    child.close()


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": ""}, False),
        ({"TERM": "vt102"}, False),
        ({"TERM": "unheard-of"}, False),
    ],
)
def test_colour_only_where_it_is_welcome(games: Path, environment: dict[str, str], coloured: bool) -> None:
    monkey = {key: value for key, value in os.environ.items() if key != "COLORTERM"}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "arboretum", "play", "--yes"],
        dimensions=(24, 80),
        encoding="utf-8",
        timeout=20,
        env={**monkey, "TERM": "xterm-256color", **environment},
    )
    child.expect("first draw> ")
    assert ("\x1b[" in child.before) is coloured
    assert not re.search(r"\x1b\[[0-9;]*[A-HJKfsu]", child.before), "the cursor does not move"
    child.close()


def test_enter_pressed_too_early_does_not_show_the_next_players_hand(games: Path) -> None:
    """What was typed before the keyboard was passed is dropped."""
    child = spawn("--name", "Ada", "--name", "Ben", "--yes", "--seed", "3", "--options", "start=0")
    child.expect("press Enter to see your hand")
    child.sendline("")
    child.expect("first draw> ")
    child.sendline("+ +")
    child.expect("such as (\\w+) 1; discard another, such as x (\\w+);")
    assert child.match is not None
    child.send(f"{child.match[1]} 1 x {child.match[2]} end\n\n\n")
    child.expect("Pass the keyboard to Ben. Ben, press Enter to see your hand. ")
    with pytest.raises(pexpect.TIMEOUT):
        child.expect("it is your turn", timeout=0.7)
    child.sendline("")
    child.expect("Ben, it is your turn")
    child.close()


def test_a_rematch_begins_with_the_next_player(games: Path) -> None:
    child = spawn("--name", "Ada", "--yes", "--seed", "3", "--options", "start=0")
    plan_lines = script_with("start=0", 3)
    for line in plan_lines:
        child.expect("> ")
        child.sendline(line)
    child.expect("Enter to finish, a to play again, greedy-bot starting> ")
    child.sendline("a")
    child.expect("first draw> ")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    again = [record for path in games.iterdir() if not (record := Record.load(path)).is_complete]
    assert [record.setup.options.start for record in again] == [1]
    assert [record.setup.shuffled_by for record in again] == ["system"]


def script_with(options: str, seed: int) -> list[str]:
    """As `script`, with options."""
    game = Game.new(["Ada", "greedy-bot"], Options.parse(options), seed=seed)
    bots = {1: make("greedy", bot_seed(game.setup, 1))}
    chance = random.Random(seed)
    lines: list[str] = []
    while not game.is_over:
        if game.seat:
            play_one_bot_action(game, dict(bots))
            continue
        action = random_action(game, chance)
        if isinstance(action, Discard):
            lines[-1] += f" {action} end"
        else:
            lines.append(str(action))
        game.play(0, action)
    return lines


# The page. ------------------------------------------------------------------------------------------------

PAGE = (Path(__file__).parent.parent / "docs" / "1-play.md").read_text()
