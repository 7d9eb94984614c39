"""
The results of a match in a file, deal by deal, so that it can go on where it stopped.

JSON lines, only ever added to: the first tells all that defines the match, each of the others a deal. A last line
that is damaged, because a process was killed while it wrote it, is cut off, and its deal is played again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, Self

from arboretum.arena.match import Match
from arboretum.arena.outcome import Outcome
from arboretum.arena.sprt import Sprt
from arboretum.arena.versions import machine, versions
from arboretum.errors import ArboretumError
from arboretum.language import say

try:
    import fcntl
except ImportError:  # Windows has none; there nobody is kept from writing to the same file
    fcntl = None  # type: ignore[assignment]

FORMAT: Final = "arboretum-results"
VERSION: Final = 1


class Results:
    """A file of results that is open for more; a context manager."""

    def __init__(self, path: Path, file: BinaryIO, known: Mapping[int, tuple[Outcome, ...]], *, cut: bool) -> None:
        self.path = path
        self.cut = cut
        """Whether its last line was damaged, and cut off."""
        self.known = known
        """The deals that were in it when it was opened, by number."""
        self._file = file

    @classmethod
    def open(cls, path: Path, match: Match, test: Sprt | None = None) -> Self:
        """
        Begin a file for a match, or go on with the one that is there.

        Raises ArboretumError if it is that of another match, of other code, or damaged, or if another process
        writes to it.
        """
        begin = json.dumps(header_of(match, test), ensure_ascii=False).encode() + b"\n"
        file = _opened(path)
        try:
            _lock(path, file)
            text = file.read()
            if begin.startswith(text):  # a new file, or one whose first line was not finished
                whole = begin
                file.seek(0)
                file.write(begin)
            else:
                whole = _whole(path, text)
                _agree(path, _line(path, 1, whole.split(b"\n", 1)[0]), header_of(match, test))
            known = _deals(path, match, whole.splitlines())
            file.seek(len(whole))
            file.truncate()
            file.flush()
        except BaseException:
            file.close()
            raise
        return cls(path, file, known, cut=len(text) > len(whole))

    def add(self, number: int, games: tuple[Outcome, ...]) -> None:
        """Write down a deal. Raises ArboretumError if it cannot be."""
        told = {"number": number, "games": [game.to_json() for game in games]}
        try:
            self._file.write(json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise _not_written(self.path, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def header_of(match: Match, test: Sprt | None = None) -> dict[str, Any]:
    """All that defines a match. Raises ArboretumError for bots that have no name to find them by again."""
    if not all(isinstance(entrant, str) for entrant in match.entrants):
        raise ArboretumError(
            say(
                "Results can be kept of bots alone that are named, as {file}: a class or an object is not found"
                " again.",
                file="path/to/bot.py:ClassName",
            )
        )
    return {
        "format": FORMAT,
        "version": VERSION,
        "match": {
            "bots": list(match.entrants),
            "budgets": [[budget.seconds, budget.rollouts] for budget in match.budgets],
            "players": match.seatings,
            "ladder": match.is_ladder,
            "seed": match.seed,
            "options": match.options.to_json(),
            "test": None if test is None else [test.elo0, test.elo1],
        },
        "deals": match.deals,
        "made": versions(match.entrants),
        "machine": machine(),
    }


def read_header(path: Path) -> dict[str, Any]:
    """What a file of results says that its match is. Raises ArboretumError."""
    try:
        with path.open("rb") as file:
            header = _line(path, 1, file.readline().rstrip(b"\n"))
    except OSError as error:
        raise ArboretumError(say("{path} cannot be read: {why}.", path=path, why=error.strerror)) from None
    return _checked(path, header)


def _opened(path: Path) -> BinaryIO:
    try:
        return path.open("r+b" if path.exists() else "x+b")
    except OSError as error:
        raise _not_written(path, error) from None


def _lock(path: Path, file: BinaryIO) -> None:
    """Be the only one that writes to it."""
    if fcntl is not None:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ArboretumError(
                say("Another process is writing to {path}: wait for it, or name another file.", path=path)
            ) from None
        except OSError:  # a file system without locks: then it is on whoever starts two
            return


def _whole(path: Path, text: bytes) -> bytes:
    """What of a file can be kept: nothing after its last end of a line, and no last line that is damaged."""
    end = text.rfind(b"\n") + 1
    _checked(path, _line(path, 1, text[: text.find(b"\n") + 1]))
    last = text.rfind(b"\n", 0, max(end - 1, 0)) + 1
    try:
        json.loads(text[last:end])
    except ValueError:
        end = last
    return text[:end]


def _not_written(path: Path, error: OSError) -> ArboretumError:
    return ArboretumError(say("{path} cannot be written: {why}.", path=path, why=error.strerror))


def _line(path: Path, number: int, text: bytes) -> Any:  # noqa: ANN401 - JSON
    try:
        return json.loads(text)
    except ValueError:
        if number == 1:
            return None
        raise _damaged(path, number) from None


def _damaged(path: Path, number: int) -> ArboretumError:
    return ArboretumError(say("{path}, line {number}: this is no line of results.", path=path, number=number))


def _checked(path: Path, header: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    """The first line, if it is one. Raises ArboretumError."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise ArboretumError(
            say("{path} is no file of results of a match: name another one, or a new one.", path=path)
        )
    if header.get("version") != VERSION:
        raise ArboretumError(
            say(
                "{path} was written in version {version} of its format; this program reads version {ours}.",
                path=path,
                version=header.get("version"),
                ours=VERSION,
            )
        )
    return header


def _agree(path: Path, header: Any, ours: dict[str, Any]) -> None:  # noqa: ANN401 - JSON
    """See that a file is of the same match, played with the same code. Raises ArboretumError."""
    theirs = _checked(path, header)
    told = theirs.get("match")
    for name, value in ours["match"].items():
        if not isinstance(told, dict) or told.get(name) != value:
            raise ArboretumError(
                say(
                    "{path} is of another match: there {name} is {theirs}, here {ours}. Name a new file.",
                    path=path,
                    name=name,
                    theirs=json.dumps(told.get(name) if isinstance(told, dict) else None, ensure_ascii=False),
                    ours=json.dumps(value, ensure_ascii=False),
                )
            )
    made = theirs.get("made")
    for name, value in ours["made"].items():
        if not isinstance(made, dict) or made.get(name) != value:
            raise ArboretumError(
                say(
                    "{path} was begun with other code ({name} is {ours} now), so its results would not be of one"
                    " match. Name a new file.",
                    path=path,
                    name=name,
                    ours=value,
                )
            )


def _deals(path: Path, match: Match, lines: list[bytes]) -> dict[int, tuple[Outcome, ...]]:
    """The deals of a file, by number. Raises ArboretumError for a line that is none."""
    known: dict[int, tuple[Outcome, ...]] = {}
    for line, text in enumerate(lines[1:], 2):
        told = _line(path, line, text)
        try:
            games = tuple(map(Outcome.from_json, told["games"]))
            number = int(told["number"])
            deal, table = match.deal_at(number)
            at = [(game.deal, game.table, game.seating) for game in games]
        except (KeyError, TypeError, ValueError):
            raise _damaged(path, line) from None
        if number < 1 or at != [(deal, table, seating + 1) for seating in range(match.seatings)]:
            raise _damaged(path, line)
        known.setdefault(number, games)
    return known
