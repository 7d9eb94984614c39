"""The command `arboretum`. Each command is a module of its own, imported only when it is asked for."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Final

import click

from arboretum.cli.lang import lang

COMMANDS: Final = {
    "serve": "Play in the browser: alone, on one screen, or with friends by a link.",
    "play": "Play a game in this terminal.",
    "score": "Score arboretums and hands: the score pad of the cardboard game.",
    "show": "Draw a position, an arboretum or a scored table as a picture.",
    "replay": "Step through a recorded game, or verify it.",
    "analyse": "Find where a recorded game turned, and where the points went.",
    "match": "Let bots play each other, and measure who is stronger.",
    "bot": "Let a bot play for another program, in lines of JSON.",
    "ladder": "Let many bots play, all against all, and rate them.",
    "train": "Train a bot: a network that learns by playing.",
    "backup": "Copy all tables of the browser into a file.",
    "prune": "Forget tables of the browser that nobody has touched for long.",
    "bench": "Measure how fast the rules run on this machine.",
}
"""Every command, with what it does, so that `--help` imports none of them."""


class LazyGroup(click.Group):
    """A group of commands that are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(f"arboretum.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="arboretum-game", prog_name="arboretum")
@lang
def commands() -> None:
    """
    Arboretum: Dan Cassar's card game, to play, score, replay and study.

    `arboretum COMMAND --help` tells more about each.
    """


def main() -> None:
    """Run a command; whatever is refused ends with a sentence and a status, never a traceback."""
    from arboretum.errors import ArboretumError
    from arboretum.language import of_environment, say, speak_here

    speak_here(of_environment())
    try:
        commands(prog_name="arboretum")
    except ArboretumError as error:
        click.echo(f"arboretum: {error}", err=True)
        sys.exit(1)
    except BrokenPipeError:
        # The reader of our output has gone, which is its right; nothing more is to be written at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        file = error.filename or say("the output")
        why = error.strerror or str(error) or type(error).__name__
        click.echo(f"arboretum: {why}: {file}", err=True)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
