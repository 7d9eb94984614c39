"""Playing deals on a node of a cluster, as it is told to by the driver of the match."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import pickle
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from arboretum.arena.match import Match
from arboretum.arena.orders import sources
from arboretum.arena.outcome import Outcome
from arboretum.bots.registry import refused
from arboretum.errors import ArboretumError
from arboretum.language import say, speak_here

Deal = tuple[int, tuple[Outcome, ...], tuple[bytes, ...]]
"""A deal's number, its games, and their records where they are to be kept."""


def play(order: dict[str, Any], numbers: tuple[int, ...]) -> dict[str, Any]:
    """The deals as bytes, in `played`, and how many `seconds` they took; or in `refused` why it cannot be."""
    speak_here(order["language"])
    try:
        with contextlib.redirect_stdout(sys.stderr):
            match = _match(order["match"], tuple(sorted(order["files"].items())))
            _compare(order["sources"])
            begin = time.perf_counter()
            played = [_deal(match, number, keep=order["keep"]) for number in numbers]
    except ArboretumError as error:
        return {"refused": str(error)}
    return {"played": pickle.dumps(played), "seconds": time.perf_counter() - begin}


@functools.lru_cache(maxsize=1)
def _match(plan: bytes, files: tuple[tuple[str, tuple[str, bytes]], ...]) -> Match:
    """The match, its bots in files where these are on this node."""
    match: Match = pickle.loads(plan)
    here = {bot: _file_here(Path(path), text) + bot[bot.rindex(":") :] for bot, (path, text) in files}
    return dataclasses.replace(match, entrants=tuple(here.get(str(bot), bot) for bot in match.entrants))


def _file_here(path: Path, text: bytes) -> str:
    """
    A bot's file on this node: the same one, where it is there too, else one that is written now.

    What a file needs beside it is found only beside the same one.
    """
    if path.is_file() and path.read_bytes() == text:
        return str(path)
    written = Path(_folder().name) / path.name
    number = 1
    while written.exists() and written.read_bytes() != text:
        number += 1
        written = written.with_stem(f"{path.stem}_{number}")
    written.write_bytes(text)
    return str(written)


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """A folder for what was sent; it goes with this process."""
    return tempfile.TemporaryDirectory(prefix="arboretum-")


def _compare(told: dict[str, str]) -> None:
    """See that bots that are installed here are those of the driver. Raises BotError."""
    for bot, theirs in told.items():
        if sources([bot])[bot] != theirs:
            raise refused(say("The bot {bot} is another one there: install the same version.", bot=bot), bot)


def _deal(match: Match, number: int, *, keep: bool) -> Deal:
    if not keep:
        return number, match.play_deal(number), ()
    with tempfile.TemporaryDirectory(prefix="arboretum-") as folder:
        kept = dataclasses.replace(match, keep=Path(folder))
        games = kept.play_deal(number)
        paths = [kept.keep_at(game.deal, game.table, game.seating) for game in games]
        return number, games, tuple(path.read_bytes() for path in paths)
