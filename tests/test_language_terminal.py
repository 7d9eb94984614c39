"""The terminal in other languages: nothing is left unsaid, which language is chosen, what may be typed in it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from arboretum import ArboretumError, Card, Cell, Discard, Game, Hand, Place, Record, Score, Tableau
from arboretum.bots.registry import names
from arboretum.bots.styles import title
from arboretum.cli import commands
from arboretum.language import languages, speak_here, speaking, spoken
from arboretum.options import ALLOWED, PRESETS
from arboretum.tui.commands import Word, parse
from arboretum.tui.draw import view_lines
from arboretum.tui.look import pile
from arboretum.tui.moments import ALL, Moments
from arboretum.tui.plain import Person
from arboretum.tui.seating import Plan, seated
from arboretum.tui.stepper import Stepper
from arboretum.tui.tally import parts_lines, score_lines
from arboretum.tui.welcome import Welcome
from arboretum.web.speaking import words_script
from arboretum.web.statics import FOLDER
from at_table import folder_of_games, only_record, play, run_arboretum, script
from tables import new_game
from tongues import made, more_languages, widened
from typed import Typing, asked, at_placing

RECORDS = Path(__file__).parent / "records"


@pytest.fixture(scope="module", autouse=True)
def wide_letters(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A language `xx` of which every letter is wide: whatever is in plain letters, nobody said."""
    folder = tmp_path_factory.mktemp("tongues")
    made(folder, "xx", widened)
    with more_languages(folder):
        yield


# Nothing is left unsaid. ----------------------------------------------------------------------------------

TYPED = {word for each in Word for word in each.value} | {"oak6", "x", "y", "d", "n", "p", "q", "r", "a", "b", "c"}
TYPED |= {
    "home",
    "seat",
    "nobody",
    "all",
    "score",
    "none",
    "random",
    "path",
    "to",
    "bot",
    "py",
    "ClassName",
    "end",
}
RULES = {part for name, values in ALLOWED.items() for part in (name, *values)} | set(PRESETS)
ERRED = {"foo", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "Nobody", "ties", "nothing", "oak", "ok"}
NAMES = {
    "Ada",
    "Ben",
    "Cleo",
    "Dan",
    "Eve",
    "bot",
    "JSON",
    "Arboretum",
    "arboretum",
    "Enter",
    *names(),
    *map(title, names()),
}


def unsaid(text: str) -> set[str]:
    """The words that are in plain letters and are not typed here, and no code, command, option, path or name."""
    text = re.sub(r"arboretum (?:play|replay)\b.*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"\S*/\S*|\S+\.jsonl", "", text)
    text = re.sub(r"\b[A-Z]{2}[1-8]?\b|\b[a-z]{2}[1-8]\b|\b[A-D]\b|\bO[1-7]\b", "", text)
    words = {word for word in re.findall(r"[A-Za-z][A-Za-z-]*", text) if word not in TYPED | RULES | NAMES | ERRED}
    return {word for word in words if not set(word.split("-")) <= RULES | NAMES}


def test_the_check_finds_what_is_not_said() -> None:
    assert unsaid("Ｚｕｇ 3: OK6 on 1,0 in /tmp/games/a.jsonl, tiebreak=cards, greedy-bot") == {"on", "in"}


@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_is_asked_is_answered_in_the_language(seats: int) -> None:
    looks = ["table", "hand", "paths", "paths b", "pile", "pile b", "list a", "list b", "log", "unseen", "rules"]
    looks += ["options", "species", "?", "end", "undo", "foo", "x", "ok9 1", "+", "b", "b b", "x ok", "1" * 201]
    with speaking("xx"):
        game = at_placing(seats)
        view = game.view(game.seat)
        first, second, third = view.hand[:3]
        cell = view.my_open_cells[0]
        looks += [f"paths {first}", f"paths {first} {cell}", f"{first} 999,999", f"{first} 99"]
        turn = [f"{first} {cell} x {first}", f"x {second}", "undo", f"x {first}", f"x {third}", "?", "end"]
        text = asked(game, *looks, *turn)[1]
        assert not unsaid(text)
        drawing = asked(new_game(seats, 3), "?", "list", "paths", "pile a", "hand", "end", "a", "+")[1]
        assert not unsaid(drawing)


def test_a_whole_game_from_the_welcome_to_the_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = folder_of_games(tmp_path, monkeypatch)
    result = play("--lang", "xx", "--name", "Ada", "--bot", "greedy", "--seed", "3", lines=script(3, "greedy"))
    assert result.exit_code == 0, result.output
    assert not unsaid(result.output)
    assert only_record(games).is_complete
    resumed = play("--lang", "xx", "--resume", str(next(games.glob("*.jsonl"))))
    assert not unsaid(str(resumed.exception))


def test_setting_up_a_table_is_asked_in_the_language() -> None:
    answers = ["?", "c", "7", "?", "3", "?", "Ada", "", "Ada", "Eve", "?", "tiebreak=ties", "cards-tiebreak"]
    answers += ["?", "OK", "OK OK", "random", "?", "-3", "1" * 201, "5"]
    typing = Typing(answers, asks=True)
    with speaking("xx"):
        Welcome(typing.terminal, ("greedy", "random"), "").plan(
            Plan(seated(2, ["Ada"], [], hot_seat=False, me="Eve"))
        )
        assert not unsaid(typing.text)


@pytest.mark.parametrize(
    "name", ["unfinished", "four-players", "secret-species", "win-shared", "tie-decided-by-cards"]
)
def test_a_replay_and_its_score(name: str) -> None:
    record = Record.load(RECORDS / f"{name}.jsonl")
    lines = ["?", "", "p", "p", "home", "99999", "end", "", "seat b", "nobody", "all", "log", "foo", "q"]
    lines += ["score"] if record.is_complete else []
    with speaking("xx"):
        typing = Typing(lines[::-1][:1] + lines if record.is_complete else lines)
        Stepper(typing.terminal, Moments(record), ALL).run(0)
        printed = Typing()
        Stepper(printed.terminal, Moments(record), ALL).print_all()
        assert not unsaid(typing.text + printed.text)


def test_scores_of_the_pad() -> None:
    with speaking("xx"):
        boards = [Tableau.parse("OK1 OK3 CA5\nMP2 ... OK8"), Tableau.parse("MP1 MP3\nOK2 MP8")]
        hands = [Hand(map(Card.parse, ["OK5", "MP6"])), Hand(map(Card.parse, ["MP7", "CA8", "CA1"]))]
        for known in (hands, [hands[0], None], [None, None]):
            assert not unsaid("\n".join(score_lines(Score.count(boards, known), 80)))
            assert not unsaid("\n".join(score_lines(Score.count(boards, known), 40)))
        assert not unsaid("\n".join(score_lines(Score.count(boards[:1], hands[:1]))))
        assert not unsaid("\n".join(parts_lines(["Ada", "Ben", "Eve"], [boards, boards[:1], []])))


def test_refusals_are_said_in_the_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_of_games(tmp_path, monkeypatch)
    for words in (
        ["play", "--players", "7"],
        ["play", "--players", "2", "--bot", "greedy", "--bot", "random", "--bot", "random"],
        ["play", "--resume"],
        ["play", "--bot", "nobody"],
        ["play", "--bot", "nothing.py:Nobody"],
        ["play", "--name", "Ada-bot", "-y"],
        ["play", "--options", "a" * 201],
        ["play", "--server", "ftp://here"],
        ["match", "greedy"],
        ["match", "greedy", "random", "--deals", "0"],
        ["replay", str(RECORDS / "unfinished.jsonl"), "--turn", "9999"],
        ["replay", str(RECORDS / "unfinished.jsonl"), "--view", "Ada-Ada"],
    ):
        with pytest.raises(ArboretumError) as refused:
            CliRunner().invoke(commands, ["--lang", "xx", *words], catch_exceptions=False)
        strange = unsaid(str(refused.value)) - {"players", "server", "http", "TOKEN", "join", "package", "module"}
        assert not strange - {"nothing", "deals"}, refused.value


# German. --------------------------------------------------------------------------------------------------


def test_a_whole_game_in_german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games = folder_of_games(tmp_path, monkeypatch)
    result = play("--name", "Ada", "--bot", "greedy", "--seed", "3", "--lang", "de", lines=script(3, "greedy"))
    assert result.exit_code == 0, result.output
    text = " ".join(result.output.split())
    record = only_record(games)
    with speaking("de"):
        assert record.score.explain_win() in text
    for sentence in (
        "Ada, du bist dran.",
        "Zieh deine erste Karte:",
        "hat das Wertungsrecht",
        "Wege:",
        "gewinnt mit",
    ):
        assert sentence in text
    for word in ("your", "draw", "the", "cards", "wins"):
        assert not re.search(rf"\b{word}\b", text), word
    assert max(len(line) for line in result.output.splitlines() if "/" not in line) <= 80
    assert spoken() == "en"


def test_german_help_fits_a_screen_of_80_by_24() -> None:
    with speaking("de"):
        typing = Typing(["?"])
        game = new_game(2, 3)
        with pytest.raises(EOFError):
            Person(typing.terminal).decide(game.view(game.seat))
    help_ = typing.text[typing.text.index("> ?") :].splitlines()[1:-1]
    assert len(help_) <= 23
    assert max(map(len, help_)) <= 80


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("x eiche6", "OK6"),
        ("x Eiche 6", "OK6"),
        ("x röhren-kassie3", "CA3"),
        ("x KASSIE 3", "CA3"),
        ("x kirschblüte 2", "CB2"),
        ("x oak6", "OK6"),
        ("x royal poinciana 3", "RP3"),
        ("x Flammenbaum3", "RP3"),
        ("x rp3", "RP3"),
    ],
)
def test_trees_are_typed_in_german_too_and_commands_stay(line: str, card: str) -> None:
    with speaking("de"):
        assert parse(line, new_game(4, 1).view(0)) == [Discard(Card.parse(card))]
        assert parse(f"place {line[2:]} 1", new_game(4, 1).view(0)) == [Place(Card.parse(card), Cell(0, 0))]


def test_a_page_reads_german_trees_as_the_terminal_does() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not here to run words.js.")
    lines = ["x röhren-kassie3", "x KASSIE 3", "eiche 6 1", "x oak6", "x royal poinciana 3", "flammenbaum3 1"]
    program = (
        words_script(languages()["de"])
        + f"const {{ read }} = await import({json.dumps((FOLDER / 'table' / 'words.js').as_uri())});"
        "const view = {players: ['Ada', 'Ben'], species: ['CA', 'OK', 'RP'], open: ['0,0']};"
        f"console.log(JSON.stringify({json.dumps(lines)}.map((line) => read(line, view)[0].card)));"
        "try { read('foo', view) } catch (error) { console.log(error.message) }"
    )
    done = subprocess.run(
        [node, "--input-type=module", "-"], check=False, input=program, capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr[:1000]
    cards, refused = done.stdout.splitlines()
    assert json.loads(cards) == ["CA3", "CA3", "OK6", "OK6", "RP3", "RP3"]
    assert refused.startswith("„foo“")


# Which language. ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "german"),
    [
        ({"ARBORETUM_LANG": "de"}, True),
        ({"ARBORETUM_LANG": "en", "LC_ALL": "de_DE.UTF-8"}, False),
        ({"LC_ALL": "de_AT.UTF-8", "LANG": "en_US.UTF-8"}, True),
        ({"LC_MESSAGES": "de_DE", "LANG": "en_US.UTF-8"}, True),
        ({"LANG": "de_CH.UTF-8"}, True),
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, False),
        ({"ARBORETUM_LANG": "tlh"}, False),
        ({"LANG": "tlh"}, False),
        ({}, False),
    ],
)
def test_the_environment_chooses_in_order(environment: dict[str, str], german: bool) -> None:
    named = {"ARBORETUM_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "", "LANGUAGE": ""} | environment
    done = run_arboretum("replay", str(RECORDS / "unfinished.jsonl"), "--turn", "0", data=b"", **named)
    assert done.returncode == 0
    assert (b"Nach dem Austeilen" in done.stdout) is german
    assert (b"After the deal" in done.stdout) is not german


def test_the_option_stands_before_the_command_or_after_it_and_is_stronger() -> None:
    shown = [str(RECORDS / "unfinished.jsonl"), "--turn", "0"]
    for words in (["--lang", "de", "replay", *shown], ["replay", "--lang", "de_DE", *shown]):
        assert b"Nach dem Austeilen" in run_arboretum(*words, ARBORETUM_LANG="en").stdout
    both = run_arboretum("--lang", "de", "replay", "--lang", "en", *shown)
    assert b"After the deal" in both.stdout


def test_a_language_that_is_not_there_is_refused_with_those_that_are() -> None:
    done = run_arboretum("--lang", "tlh", "play")
    assert done.returncode == 1
    assert done.stderr.decode().startswith("arboretum: --lang cannot be tlh: there is en (English), de (Deutsch)")


def test_german_is_spelled_out_where_only_ascii_can_be_written() -> None:
    done = run_arboretum(
        "replay", str(RECORDS / "two-players.jsonl"), PYTHONIOENCODING="ascii", ARBORETUM_LANG="de"
    )
    assert done.returncode == 0
    text = done.stdout.decode("ascii")
    assert "Haende" in text
    assert "?" not in text


def test_a_command_leaves_the_language_as_it_was() -> None:
    assert spoken() == "en"
    CliRunner().invoke(commands, ["--lang", "de", "replay", str(RECORDS / "unfinished.jsonl")])
    assert spoken() == "en"
    speak_here("de")
    try:
        assert "Du bist" not in "\n".join(pile(new_game(2, 1).view(0), 0, Typing().terminal.ink, 80))
        assert "Zug 1." in view_lines(Game.new(["Ada", "Ben"], seed=1).view(0))[0]
    finally:
        speak_here("en")
