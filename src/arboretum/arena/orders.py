"""What the nodes of a cluster are told of a match, and which bots can be sent there."""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arboretum.arena.entrants import COMMANDS, with_budget
from arboretum.arena.match import Match
from arboretum.arena.versions import versions
from arboretum.bots.bot import Budget
from arboretum.bots.registry import find
from arboretum.errors import ArboretumError
from arboretum.language import say, spoken


def order_of(match: Match) -> dict[str, Any]:
    """
    Everything that a node is told, in plain values.

    A bot in a file is sent along, that one file. Any other class must be installed on the nodes, and its source is
    compared there. Raises ArboretumError for bots that cannot be sent.
    """
    named = [bot for bot in match.entrants if isinstance(bot, str)]
    if len(named) < len(match.entrants):
        raise ArboretumError(
            say(
                "A cluster plays bots alone that are named, as {file}: a class or an object is not found there.",
                file="path/to/bot.py:ClassName",
            )
        )
    for bot in named:
        if bot.startswith(COMMANDS):
            raise ArboretumError(
                say(
                    "{bot} is a program of this machine, and cannot be sent to a cluster: play it here, without"
                    " {option}.",
                    bot=bot,
                    option="--cluster",
                )
            )
    files = {bot: path for bot in named if (path := file_of(bot)) is not None}
    return {
        "made": {name: versions(())[name] for name in ("arboretum", "code")},
        "match": pickle.dumps(dataclasses.replace(match, keep=None)),
        "keep": match.keep is not None,
        "files": {bot: (str(path.resolve()), path.read_bytes()) for bot, path in files.items()},
        "sources": sources([bot for bot in named if bot not in files]),
        "language": spoken(),
    }


def file_of(bot: str) -> Path | None:
    """The file that a bot is named with, if it is."""
    place, colon, _ = bot.rpartition(":")
    return Path(place) if colon and place.endswith(".py") else None


def sources(bots: Sequence[str]) -> dict[str, str]:
    """A fingerprint of the file in which each bot's class is written. Raises BotError if there is none."""
    told = {}
    for bot in bots:
        file = inspect.getsourcefile(inspect.unwrap(find(str(with_budget(bot, Budget())[0]))))
        text = Path(file).read_bytes() if file else b""
        told[bot] = hashlib.sha256(text.replace(b"\r\n", b"\n")).hexdigest()[:12]
    return told
