"""A program that plays, as it is named: `process:node gardener.js`."""

from __future__ import annotations

import dataclasses
import os
import re
import shlex
import shutil
from pathlib import Path
from typing import Final

from arboretum.bots.ask import printable
from arboretum.errors import BotError
from arboretum.events import NOBODY
from arboretum.language import say

PROCESS: Final = "process"
"""What stands before the colon for a program that speaks our protocol."""

HACKARANDA: Final = "hackaranda"
"""What stands before the colon for one that speaks that of the public tournament."""

LABEL_LENGTH: Final = 30

NAMELESS: Final = ("index", "main", "__main__")
"""Names of files that say nothing: their folder's counts then."""


@dataclasses.dataclass(frozen=True)
class Program:
    """A command with which a bot is started. Equal programs are interchangeable between games."""

    spec: str
    """How it was named, the protocol before a colon."""
    words: tuple[str, ...]
    """The command, split."""
    aside: bool = True
    """Whether what it says on its standard error is passed on."""
    environment: tuple[tuple[str, str], ...] = ()
    """Variables that it is given besides ours."""

    @classmethod
    def named(cls, spec: str, *, aside: bool = True) -> Program:
        """
        The program of a spec. Raises BotError if the command cannot be read, or there is no such program.

        The command is split as a shell does, but no shell runs it: pipes and variables need one of your own.
        """
        command = spec.partition(":")[2]
        try:
            words = tuple(_split(command))
        except ValueError:
            raise _refused(
                say("The command {command} has a quotation mark too few.", command=command), spec
            ) from None
        if not words:
            raise _refused(
                say(
                    "{bot} names no program: write its command behind the colon, as in {example}.",
                    bot=repr(spec),
                    example=f"{PROCESS}:node gardener.js",
                ),
                spec,
            )
        found = shutil.which(words[0])
        if found is None:
            raise _refused(
                say("The bot {bot} cannot be started: there is no program {program}.", bot=spec, program=words[0]),
                spec,
            )
        return cls(spec, (found, *words[1:]), aside)

    @property
    def label(self) -> str:
        """
        What it is called until it tells its name: the file that it runs, else its last word that is no option.

        >>> Program("process:node bots/gardener.js", ("/usr/bin/node", "bots/gardener.js")).label
        'gardener'
        >>> Program("process:node gardener/index.js", ("/usr/bin/node", "gardener/index.js")).label
        'gardener'
        """
        return label_of(self.words)


def label_of(words: tuple[str, ...]) -> str:
    """What a command is called: see `Program.label`."""
    plain = [word for word in words[1:] if not word.startswith("-")] or [words[0]]
    chosen = next((word for word in plain if re.search(r"\w\.\w{1,4}$", word)), plain[-1])
    path = Path(chosen.replace("\\", "/"))
    name = path.parent.name if path.stem in NAMELESS and path.parent.name else path.stem or chosen
    return printable(name, LABEL_LENGTH).strip() or PROCESS


def label_of_spec(spec: str) -> str | None:
    """What a bot named like this is called before it is started; None if the spec is no program's."""
    kind, colon, command = spec.partition(":")
    if kind not in (PROCESS, HACKARANDA) or not colon:
        return None
    try:
        words = tuple(_split(command))
    except ValueError:
        words = ()
    return label_of(words) if words else kind


def _split(command: str) -> list[str]:
    """The words of a command, by the rules of the system's own shell as far as quotation marks go."""
    if os.name != "nt":
        return shlex.split(command)
    return [word.strip('"') for word in shlex.split(command, posix=False)]


def _refused(sentence: str, spec: str) -> BotError:
    return BotError(printable(sentence, 600), bot=spec, seat=NOBODY)
