"""What a match was played with: versions, and fingerprints of the code that decides."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import platform
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import arboretum
from arboretum.arena.entrants import COMMANDS, Entrant, with_budget
from arboretum.bots.bot import Budget

PACKAGE: Final = Path(arboretum.__file__).parent

DECIDES: Final = (
    "*.py",
    "rules/*.py",
    "bots/**/*",
    "value/**/*",
    "arena/match.py",
    "arena/table.py",
    "arena/entrants.py",
)
"""The files of this package that a game between bots depends on."""


@functools.cache
def fingerprint() -> str:
    """The code of this package that decides what happens in a game, as twelve hexadecimal digits."""
    files = {path for pattern in DECIDES for path in PACKAGE.glob(pattern)}
    return digest(path for path in files if path.is_file() and "__pycache__" not in path.parts)


def versions(entrants: Iterable[Entrant]) -> dict[str, str]:
    """
    What decides besides the match itself, by name: this package, and the file of each bot that is not of it.

    A program that is started as a bot is known by its command alone, and what a bot imports or loads not at all.
    """
    told = {"arboretum": arboretum.__version__, "code": fingerprint()}
    for entrant in entrants:
        file = _file_of(entrant)
        if file is not None:
            told[str(with_budget(entrant, Budget())[0])] = digest([file])
    return told


def machine() -> dict[str, str]:
    """What does not decide, but explains times."""
    return {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}


def digest(files: Iterable[Path]) -> str:
    """A fingerprint of files, whatever the ends of their lines."""
    told = hashlib.sha256()
    for path in sorted(files):
        told.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return told.hexdigest()[:12]


def _file_of(entrant: Entrant) -> Path | None:
    """The file in which a bot's class is written, where it is named with one."""
    spec = str(with_budget(entrant, Budget())[0])
    place, colon, _ = spec.rpartition(":")
    if not isinstance(entrant, str) or not colon or spec.startswith(COMMANDS):
        return None
    if place.endswith(".py"):
        return Path(place)
    found = importlib.util.find_spec(place)
    return Path(found.origin) if found is not None and found.origin is not None else None
