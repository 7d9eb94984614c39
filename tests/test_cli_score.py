"""`arboretum score`: files, pipes, forms, status and sentences."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from arboretum.cli.score import score
from arboretum.pad import read
from arboretum.pad.json_form import dumps, result
from arboretum.tui.tally import score_lines
from pad_positions import RULEBOOK, TIED_CASSIA, as_json

GOOD = json.dumps(as_json(TIED_CASSIA))
DOC = Path(__file__).parent.parent / "docs" / "score-pad.md"


def run(*words: str, given: str | bytes = "") -> Result:
    done = CliRunner().invoke(score, list(words), input=given)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def process(*words: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "arboretum", "score", *words]
    return subprocess.run(command, input=given, capture_output=True, env=os.environ | environment, check=False)


# Forms. ---------------------------------------------------------------------------------------------------


def test_the_form_is_detected(tmp_path: Path) -> None:
    plain, in_json = tmp_path / "table.txt", tmp_path / "table.json"
    plain.write_text(RULEBOOK)
    in_json.write_text("\n " + GOOD)
    assert run(str(plain)).stdout == "\n".join(score_lines(read(RULEBOOK).score())) + "\n"
    assert run(str(in_json)).stdout == "\n".join(score_lines(read(GOOD).score())) + "\n"
    assert run("-", given=RULEBOOK).stdout == run(str(plain)).stdout


def test_json_out_of_both_forms() -> None:
    for given in (RULEBOOK, GOOD):
        done = run("--json", "-", given=given)
        assert done.stdout == dumps(result(read(given).score())) + "\n"
        assert done.exit_code == 0


def test_a_position_alone_and_as_a_line_has_one_answer() -> None:
    assert run("--jsonl", "-", given=f"{GOOD}\n").stdout == run("--json", "-", given=GOOD).stdout


def test_bare() -> None:
    given = "OK1 OK1 ... OK2\nOK3"
    assert "part 1 of 2" in run("--bare", "-", given=given).stdout
    assert json.loads(run("--bare", "--json", "-", given=given).stdout)["species"]["OK"]["best"] == [3]
    line = '{"players":[{"arboretum":{"0,0":"OK1","0,1":"OK1","0,2":"OK2"}}]}'
    assert json.loads(run("--bare", "--jsonl", "-", given=line).stdout)["species"]["OK"]["best"] == [3]


# Refusals. ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flag", ["", "--json", "--bare"])
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ("", "There is nothing to score: the input is empty."),
        ("OK1\nOK9", "Line 2, column 3: 'OK9' is no card"),
        ('{"players":[{"hand":["OK1","XX2"]}]}', 'players[0].hand[1]: "XX2" is no card'),
        ('{"players":[{"na', "Column 14: this is not JSON: the text that begins here has no end."),
        ("[1]", "The position: expected an object"),
        (b"player Zo\xeb\nOK1", "- cannot be read: line 1 is not UTF-8 text."),
        (b"\x89PNG\r\n\x1a\n\x00", "- cannot be read: line 1 is not UTF-8 text."),
        (b" " * 1_100_000, "- is longer than 1048576 bytes"),
    ],
)
def test_impossible_input_is_refused_with_a_sentence(flag: str, given: str | bytes, sentence: str) -> None:
    done = run(*filter(None, [flag]), "-", given=given)
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.startswith("arboretum: ")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_names_in_errors_are_harmless() -> None:
    given = '{"players":[{"name":"\\u001b[2J\\u202e\\ud800","hand":["OK1"]},{"hand":["OK1"]}]}'
    done = run("-", given=given)
    assert done.exit_code == 1
    assert "OK1 is in \\x1b[2J\\u202e\\ud800's hand and in B's hand" in done.stderr
    assert done.stderr.strip().isprintable()


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for words in ([str(tmp_path / "none")], [str(tmp_path)], [""], ["a\0b"], ["--jsonl", str(tmp_path / "none")]):
        done = run(*words)
        assert done.exit_code == 1
        assert done.stdout == ""
        assert re.fullmatch(r"arboretum: .*cannot be read: .*\.\n", done.stderr)


def test_usage() -> None:
    assert run().exit_code == 2
    assert run("--json", "--jsonl", "-").exit_code == 2
    assert run("--wrong", "-").exit_code == 2
    assert "player Ada" in run("--help").stdout


def test_bad_lines_make_the_status_1() -> None:
    done = run("--jsonl", "-", given=f"{GOOD}\nnonsense\n{GOOD}\n")
    assert done.exit_code == 1
    lines = done.stdout.splitlines()
    assert json.loads(lines[1]) == {"line": 2, "error": "Column 1: this is not JSON: expecting value."}
    assert lines[0] == lines[2]
    assert done.stderr == "arboretum: 1 line of 3 could not be scored.\n"
    assert run("--jsonl", "-", given="").exit_code == 0


# In a process. --------------------------------------------------------------------------------------------


def test_closed_and_broken_ends() -> None:
    script = f"{sys.executable} -m arboretum score"
    for words in ("- <&-", "--jsonl - <&-"):
        done = subprocess.run(f"{script} {words}", shell=True, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert done.stderr == "arboretum: Standard input is closed: there is nothing to score.\n"
    pipe = f"yes '{GOOD}' | head -3000 | {script} --jsonl - | head -1"
    done = subprocess.run(pipe, shell=True, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["totals"] == [30, 20]
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp950", "utf-8"])
def test_any_encoding_of_the_output_will_do(encoding: str) -> None:
    given = "player Zoë 猫\nhand OK7\nOK1 OK2".encode()
    done = process("-", given=given, PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert not done.stderr
    text = done.stdout.decode(encoding)
    assert ("Zoë 猫: " if encoding == "utf-8" else r"Zo\xeb \u732b: ") in text


def test_a_pipe_gets_plain_text() -> None:
    done = process("-", given=RULEBOOK.encode(), TERM="xterm-256color")
    assert b"\x1b" not in done.stdout
    assert done.stdout.decode("ascii").replace("\r\n", "\n") == run("-", given=RULEBOOK).stdout


def test_a_terminal_gets_colour_unless_it_is_refused() -> None:
    pexpect = pytest.importorskip("pexpect")
    command = [sys.executable, ["-m", "arboretum", "score", "-"]]
    shown = {}
    for name, environment in {
        "colour": {"TERM": "xterm-256color"},
        "refused": {"TERM": "xterm-256color", "NO_COLOR": "1"},
        "dumb": {"TERM": "dumb"},
    }.items():
        clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
        child = pexpect.spawn(*command, env=clean | environment, encoding="utf-8", dimensions=(24, 50), echo=False)
        child.send(RULEBOOK + "\x04")
        child.expect(pexpect.EOF, timeout=20)
        shown[name] = child.before.replace("\r\n", "\n").strip()
        child.close()
        assert child.exitstatus == 0
    assert "\x1b[" in shown["colour"]
    assert "\x1b" not in shown["refused"]
    assert re.sub(r"\x1b\[[0-9;]*m", "", shown["colour"]) == shown["refused"] == shown["dumb"]
    assert max(map(len, shown["dumb"].splitlines())) <= 50


def test_scoring_a_table_loads_no_compiler_and_is_quick() -> None:
    code = (
        "import sys\nfrom arboretum.cli.score import score\n"
        "score(['-'], standalone_mode=False)\nscore(['--jsonl', '-'], standalone_mode=False)\n"
        "assert 'numba' not in sys.modules\nassert 'rich' not in sys.modules"
    )
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], input=GOOD, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert time.perf_counter() - start < 3


# The documentation. ---------------------------------------------------------------------------------------


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", DOC.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def test_the_documents_examples_are_true() -> None:
    table, printed, bare = blocks("text")
    whole = run("-", given=table).stdout
    for part in printed.removeprefix("$ arboretum score friday.txt\n").split("\n\n"):
        assert part.strip() in whole
    command, _, shown = bare.partition("\n")
    given = re.search(r"printf '(.*)'", command)
    assert given
    assert run("--bare", "-", given=given[1].replace("\\n", "\n")).stdout.strip() == shown.strip()
    first, question, answer = blocks("json")
    assert run("--json", "-", given=first).exit_code == 0
    assert run("--json", "-", given=question).stdout == answer


def test_every_flag_and_every_keyword_is_documented() -> None:
    text = DOC.read_text(encoding="utf-8")
    assert isinstance(score, click.Command)
    for option in score.params:
        assert option.opts[0] in text or option.name in ("file", "help")
    for word in ("player", "hand", "species", "tiebreak", "unheld"):
        assert f"`{word}" in text
