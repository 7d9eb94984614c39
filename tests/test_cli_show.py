"""`arboretum show`: what is drawn of which file, and what is refused, in a sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from arboretum import NOBODY, Record, Tableau
from arboretum.cli.show import is_record, show
from arboretum.errors import ArboretumError
from arboretum.pad import read
from arboretum.pictures import picture_of
from pad_positions import RULEBOOK, TIED_CASSIA, as_json
from picture_reading import drawings, size_of, told
from tables import finished

HERE = Path(__file__).parent
GAME = HERE / "records" / "two-players.jsonl"
ROWS = "MP1 MP3 MP4 OK6\n... JA4 MP5 MP8\n"


def run(*words: str, given: str | bytes = "") -> Result:
    done = CliRunner().invoke(show, list(words), input=given)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def refused(*words: str, given: str | bytes = "") -> str:
    """The sentence that a command is refused with."""
    with pytest.raises(ArboretumError) as refusal:
        run(*words, given=given)
    assert str(refusal.value).endswith("."), refusal.value
    return str(refusal.value)


def test_a_finished_game_is_drawn_as_its_score() -> None:
    svg = run(str(GAME)).stdout
    assert svg == picture_of(Record.load(GAME).score)
    assert run(str(HERE / "records" / "notation.txt")).stdout.startswith("<svg")
    assert run(str(GAME), "--svg", "--theme", "dark").stdout == picture_of(Record.load(GAME).score, theme="dark")


def test_a_position_is_drawn_through_the_eyes_that_are_asked_for() -> None:
    everything, public, mine = (
        run(str(GAME), "--at", "5", *words).stdout for words in ([], ["--as", "nobody"], ["--as", "Ada"])
    )
    hands = [drawings(svg)["back"] for svg in (everything, mine, public)]
    assert hands[0] == 3 < hands[1] < hands[2], "the draw pile alone; that and a rival's hand; that and both"
    assert run(str(GAME), "--at", "5", "--as", "A").stdout == mine
    deal = told(run(str(GAME), "--at", "0").stdout)[1]
    assert "Turn 1:" in deal
    assert "has placed no card" in deal


def test_a_running_game_shows_nothing_hidden_unless_it_is_asked_for(tmp_path: Path) -> None:
    record = Record.load(HERE / "records" / "unfinished.jsonl")
    svg = run(str(HERE / "records" / "unfinished.jsonl")).stdout
    assert drawings(svg)["back"] > 7
    assert "to" in told(svg)[1]
    assert svg == picture_of(record)
    player = HERE / "records" / "player.jsonl"
    assert run(str(player)).exit_code == 0


def test_every_record_of_these_rules_is_drawn(tmp_path: Path) -> None:
    for path in sorted((HERE / "records").iterdir()):
        out = tmp_path / f"{path.name}.svg"
        assert run(str(path), "--out", str(out)).exit_code == 0, path.name
        assert told(out.read_text())[0]


def test_a_score_pad_is_drawn_in_both_forms(tmp_path: Path) -> None:
    assert run("-", given=RULEBOOK).stdout == picture_of(read(RULEBOOK).score())
    pad = json.dumps(as_json(TIED_CASSIA))
    assert run("-", given=pad).stdout == picture_of(read(pad).score())
    assert not is_record(pad)
    assert not is_record(RULEBOOK)
    assert not is_record("")
    assert not is_record("{")
    assert is_record(GAME.read_text())
    assert is_record((HERE / "records" / "notation.txt").read_text())


def test_an_arboretum_is_drawn_alone() -> None:
    mine = Tableau.parse(ROWS)
    assert run("-", given=ROWS).stdout == picture_of(mine)
    assert run("-", "--path", "Maple", given=ROWS).stdout == picture_of(mine, path="MP")
    assert run("-", "--path", "all", given=ROWS).stdout == picture_of(mine, path="all")
    assert told(run("-", "--path", "mp", given=f"player Zoë\n{ROWS}").stdout)[0] == "Zoë"
    one = run(str(GAME), "--player", "Ben").stdout
    assert told(one)[0] == "Ben"
    score = Record.load(GAME).score
    counted = [p[1] for kind, p in score.paths.items() if p[1] and 1 in (score.rights[kind] or ())]
    assert counted
    assert all(str(path) in told(one)[1] for path in counted)
    assert "Ada" not in told(run(str(GAME), "--player", "B", "--at", "7").stdout)[1]


def test_pixels_go_to_a_file_or_a_pipe(tmp_path: Path) -> None:
    out = tmp_path / "table.png"
    run(str(GAME), "-o", str(out))
    width, height = size_of(out.read_bytes())
    assert (width, height > 500) == (1320, True)
    run(str(GAME), "-o", str(out), "--width", "660")
    assert size_of(out.read_bytes()) == (660, round(height / 2))
    done = subprocess.run(
        [sys.executable, "-m", "arboretum", "show", "--png", "-"],
        input=ROWS.encode(),
        capture_output=True,
        check=True,
    )
    assert size_of(done.stdout)[0] > 100


def test_refusals_are_sentences(tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"OK1\n\xff\xfe")
    assert "no such file" in refused(str(tmp_path / "nothing"))
    assert "directory" in refused(str(tmp_path))
    assert "line 2 is not UTF-8" in refused(str(binary))
    assert "nothing to score" in refused("-", given="")
    assert "longer than" in refused("-", given="#" * (1 << 20) + "##")
    assert "There is no turn 999" in refused(str(GAME), "--at", "999")
    assert "Nobody here is called" in refused(str(GAME), "--as", "Zeno")
    assert "one arboretum" in refused(str(GAME), "--path", "OK")
    assert "one arboretum" in refused(str(GAME), "--player", "all")
    assert "for records" in refused("-", "--at", "1", given=ROWS)
    assert "no path of Willow" in refused("-", "--path", "WI", given=ROWS)
    assert "no card" in refused("-", given="OK9\n")
    assert "ends in .svg or .png" in refused("-", "-o", "table.gif", given=ROWS)
    assert "every width" in refused("-", "--width", "100", given=ROWS)
    assert "cannot be written" in refused("-", "-o", str(tmp_path / "no" / "x.svg"), given=ROWS)
    broken = tmp_path / "broken.jsonl"
    broken.write_text(GAME.read_text().replace('"event":"placed"', '"event":"planted"', 1))
    assert "line" in refused(str(broken))


def test_the_command_ends_with_a_status_and_a_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "arboretum", "show", "nothing.txt"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "arboretum: nothing.txt cannot be read: no such file or directory.\n"
    assert done.stdout == ""


def test_without_the_package_for_pixels_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arboretum.pictures.raster.can_png", lambda: False)
    assert "resvg-py" in refused("-", "--png", given=ROWS)


def test_a_view_and_a_record_of_it_give_one_picture(tmp_path: Path) -> None:
    game = finished(3, seed=8)
    file = tmp_path / "game.jsonl"
    game.record().save(file)
    last = max(turn.number for turn in game.record().turns())
    assert run(str(file), "--at", str(last), "--as", "nobody").stdout == picture_of(game.view(NOBODY))
