"""`arboretum show`: a position, an arboretum or a scored table as a picture."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final, Literal

import click

from arboretum.cli.lang import lang
from arboretum.errors import ArboretumError, PictureError, ScoreError
from arboretum.events import NOBODY
from arboretum.language import say
from arboretum.pad import read
from arboretum.pictures import THEMES, Theme, picture_of, png, position_picture
from arboretum.pictures.arboretum import arboretum_picture
from arboretum.pictures.result import counted_paths
from arboretum.record import Record
from arboretum.records.reading import unknown_rules
from arboretum.score import Score
from arboretum.tui.moments import Moments, eyes_named

LONGEST: Final = 1 << 20
"""Bytes of the longest file; no game and no table has more."""

Kind = Literal["svg", "png"]


@click.command()
@click.argument("file")
@click.option("--svg", "kind", flag_value="svg", help="Draw SVG: the usual kind.")
@click.option("--png", "kind", flag_value="png", help="Draw PNG.")
@click.option("-o", "--out", metavar="OUT", help="The file to write; without it, standard output.")
@click.option(
    "--at", type=click.IntRange(0), metavar="N", help="Of a record, the table after turn N; 0 is the deal."
)
@click.option("--as", "who", metavar="WHO", help="Through whose eyes: A, B, ..., a player's name, all, or nobody.")
@click.option("--player", metavar="WHO", help="The arboretum of this player alone: A, B, ..., or a name.")
@click.option("--path", metavar="SPECIES", help="Of one arboretum, the best path of a species, or all of them.")
@click.option("--theme", type=click.Choice(THEMES), default="light", help="Light, the usual, or dark.")
@click.option("--width", type=click.IntRange(1), metavar="PIXELS", help="How wide a PNG is.")
@lang
def show(
    file: str,
    kind: Kind | None,
    out: str | None,
    at: int | None,
    who: str | None,
    player: str | None,
    path: str | None,
    theme: Theme,
    width: int | None,
) -> None:
    """
    Draw what is in FILE, or on standard input if FILE is `-`.

    FILE is a record of a game, a filled-in score pad, or an arboretum as it lies on the table, a row a line.
    A finished game and a score pad give the scored table; with --at, or while the game runs, a record gives the
    position. One arboretum is drawn alone.
    """
    wanted = _kind(kind, out, width)
    text = _text(file)
    if is_record(text):
        drawn = _of_record(Record.parse(text, source=file), at, who, player, path, theme)
    else:
        if at is not None or who is not None:
            raise ArboretumError(
                say("--at and --as are for records of games: {file} holds arboretums alone.", file=file)
            )
        drawn = _of_pad(text, player, path, theme)
    _write(drawn if wanted == "svg" else png(drawn, width=width), out)


def _kind(kind: Kind | None, out: str | None, width: int | None) -> Kind:
    """Which kind of picture: as told, else by the name of the file. Raises ArboretumError."""
    named = Path(out).suffix.lower() if out else ""
    if kind is None:
        kind = "png" if named == ".png" else "svg"
        if named not in ("", ".svg", ".png"):
            raise PictureError(
                say("{out} is no name for a picture: it ends in .svg or .png, or say --svg or --png.", out=out)
            )
    if width is not None and kind == "svg":
        raise PictureError(say("--width is for PNG: an SVG has every width."))
    if kind == "png" and out is None and sys.stdout.isatty():
        raise PictureError(say("A PNG is nothing for a terminal: name a file with -o FILE."))
    return kind


def _text(file: str) -> str:
    """What is in a file or on standard input. Raises ArboretumError."""
    if file == "-" and sys.stdin is None:
        raise ArboretumError(say("Standard input is closed: there is nothing to draw."))
    try:
        raw = sys.stdin.buffer.read(LONGEST + 1) if file == "-" else _head_of(file)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ArboretumError(say("{path} cannot be read: {why}.", path=file, why=why.lower())) from None
    if len(raw) > LONGEST:
        raise ArboretumError(say("{file} is longer than {most} bytes: no game is.", file=file, most=LONGEST))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ArboretumError(
            say("{file} cannot be read: line {line} is not UTF-8 text.", file=file, line=line)
        ) from None


def _head_of(file: str) -> bytes:
    with open(file, "rb") as stream:
        return stream.read(LONGEST + 1)


def is_record(text: str) -> bool:
    """Whether a text is a record, in JSON lines or in the notation; all else is a score pad."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or lines[0].lstrip()[:1] != "{":
        return any(line.split()[0] == "arboretum" for line in lines)
    try:
        header = json.loads(lines[0])
    except ValueError:
        return False
    return isinstance(header, dict) and "players" in header and ("format" in header or len(lines) > 1)


def _of_record(
    record: Record, at: int | None, who: str | None, player: str | None, path: str | None, theme: Theme
) -> str:
    """The picture of a record that obeys the rules. Raises ArboretumError."""
    if unknown_rules(record.setup):
        raise ArboretumError(unknown_rules(record.setup))
    record.verify()
    names = record.setup.players
    if record.is_complete and at is None and who is None:
        return _of_score(record.score, None if player is None else _seat(player, names), path, theme)
    moments = Moments(record)
    eyes = moments.usual_eyes() if who is None else eyes_named(who, names)
    moments.check(eyes)
    moment = moments.last if at is None else at
    if moment > moments.last:
        raise ArboretumError(
            say("There is no turn {turn}: the record has {last}.", turn=moment, last=moments.last)
        )
    view = moments.view(NOBODY, moment)
    if player is not None:
        seat = _seat(player, names)
        return picture_of(view.tableaux[seat], path=path, title=names[seat], theme=theme)
    _need_one(path)
    seen = {seat: moments.view(seat, moment).hand for seat in moments.seats(eyes)}
    hands = [seen.get(seat, view.hands_known[seat]) for seat in range(view.seats)]
    return position_picture(view, hands=hands, theme=theme)


def _of_pad(text: str, player: str | None, path: str | None, theme: Theme) -> str:
    """The picture of a score pad, or of an arboretum alone. Raises ScoreError."""
    entries = read(text)
    names = tuple(entry.name for entry in entries.players)
    only = entries.players[0]
    if len(names) == 1 and only.hand is None and player is None:
        title = only.name if "player" in text.casefold() else ""
        return picture_of(only.tableau(), path=path, title=title, theme=theme)
    return _of_score(entries.score(), None if player is None else _seat(player, names), path, theme)


def _of_score(score: Score, seat: int | None, path: str | None, theme: Theme) -> str:
    """A scored table, or the arboretum of one seat with the paths that it scored."""
    if seat is None:
        _need_one(path)
        return picture_of(score, theme=theme)
    tableau, name = score.tableaux[seat], score.players[seat]
    if path is not None:
        return picture_of(tableau, path=path, title=name, theme=theme)
    return arboretum_picture(tableau, paths=counted_paths(score, seat), title=name, theme=theme)


def _need_one(path: str | None) -> None:
    if path is not None:
        raise ScoreError(say("--path is for one arboretum: choose whose with --player."))


def _seat(player: str, names: tuple[str, ...]) -> int:
    """The seat of a player. Raises ArboretumError."""
    seat = eyes_named(player, names)
    if seat < 0:
        raise ArboretumError(say("--player is for one arboretum: name a player, or a seat by its letter."))
    return seat


def _write(picture: str | bytes, out: str | None) -> None:
    """Write a picture to a file or to standard output. Raises ArboretumError."""
    data = picture.encode() if isinstance(picture, str) else picture
    if out is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        Path(out).write_bytes(data)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ArboretumError(say("{path} cannot be written: {why}.", path=out, why=why.lower())) from None
