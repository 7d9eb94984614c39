"""`arboretum play`: a game in this terminal."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

import click

from arboretum.cli.lang import lang
from arboretum.errors import OptionError
from arboretum.language import said, say
from arboretum.options import Options
from arboretum.tui.commands import LONGEST
from arboretum.tui.helptext import options_to_choose
from arboretum.tui.host import Host, Keeping
from arboretum.tui.ink import shown
from arboretum.tui.seating import DEFAULT_NAME, Plan, bot_named, seated
from arboretum.tui.terminal import Terminal
from arboretum.tui.welcome import parse_species

NEWEST = ""
"""What `--resume` without a file stands for."""


@click.command()
@click.option("--players", type=int, metavar="N", help="Number of players, 2 to 4.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A person at this keyboard; may be repeated.")
@click.option(
    "--bot",
    "--against",
    "bots",
    multiple=True,
    metavar="BOT",
    help="A bot: poppy, basil, hazel, rowan or sequoia, from level 1 to 5; another one that match lists; or"
    " path/to/bot.py:ClassName, or process:COMMAND. May be repeated.",
)
@click.option("--hot-seat", is_flag=True, help="Seats that are not named are persons, not bots.")
@click.option("--options", "rules", metavar="TEXT", help="Preset or name=value,...; --options help lists them.")
@click.option("--species", metavar="CODES", help='Species in play, such as "CA JA MP OK RP WI"; else at random.')
@click.option("--seed", type=click.IntRange(0), metavar="N", help="Shuffle from a number: for practice.")
@click.option("--record", type=click.Path(dir_okay=False), metavar="FILE", help="Where to keep the game.")
@click.option("--no-record", is_flag=True, help="Do not keep the game.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value=NEWEST,
    metavar="[FILE]",
    help="Go on with a kept game; without FILE the unfinished one that was played last.",
)
@click.option("--stacked", is_flag=True, help="Show one player under the other, as for a screen reader.")
@click.option("--warn", is_flag=True, help="Ask before a discard that costs much; where hints are given.")
@click.option(
    "--server", metavar="URL", help="Play at a table of `arboretum serve`: an invitation, a link, a table."
)
@click.option("--token", metavar="TOKEN", help="That of your seat, beside --server with a table's address.")
@click.option("-y", "--yes", is_flag=True, help="Start at once; do not ask what was not given.")
@lang
def play(
    players: int | None,
    names: tuple[str, ...],
    bots: tuple[str, ...],
    hot_seat: bool,
    rules: str | None,
    species: str | None,
    seed: int | None,
    record: str | None,
    no_record: bool,
    resume: str | None,
    stacked: bool,
    warn: bool,
    server: str | None,
    token: str | None,
    yes: bool,
) -> None:
    """
    Play a game in this terminal, line by line: you against bots, or several persons at one keyboard.

    Without any option press Enter, and you play against a bot that cannot see your hand. In the game ? lists
    what you may type. The game is kept as it goes, in the folder games (or the one that the environment
    variable ARBORETUM_GAMES names), and --resume goes on with it.

    With --server you play with others at a table that `arboretum serve` keeps, or watch one.
    """
    if rules in ("?", "help"):
        click.echo("\n".join(options_to_choose()))
        return
    if server is not None:
        _refuse_beside_server(names[1:], bots, players, hot_seat, rules, species, seed, record, no_record, resume)
        from arboretum.tui.attentive import Attentive
        from arboretum.tui.guest import Guest

        guest = Guest(Attentive.standard(), stacked=stacked, warns=warn)
        sys.exit(guest.visit(server, token=token or "", name="".join(names)))
    if token is not None:
        raise click.UsageError(say("--token is that of a seat at a server: name the table with --server URL."))
    file, bots = Path(record) if record else None, tuple(map(bot_named, bots))
    host = Host(Terminal.standard(), Keeping(file, not no_record, bots, stacked, warn), datetime.datetime.now)
    if resume is not None:
        _refuse_beside_resume(names, players, hot_seat, rules, species, seed, record, no_record)
        sys.exit(host.resume(None if resume == NEWEST else Path(resume)))
    if record and no_record:
        raise click.UsageError(say("--record and --no-record exclude each other."))
    plan = Plan(
        seated(players, names, bots, hot_seat=hot_seat, me=said(DEFAULT_NAME)),
        _options(rules or ""),
        parse_species(species) if species else None,
        seed,
    )
    sys.exit(host.welcome(plan, ask=not yes))


def _options(text: str) -> Options:
    """The options that were typed. Raises OptionError."""
    if len(text) > LONGEST:
        raise OptionError(
            say("Options {text} are too long: {count} letters at most.", text=shown(text), count=LONGEST)
        )
    return Options.parse(text)


def _refuse_beside_resume(*given: object) -> None:
    """A game that goes on is what it was: refuse what would make another one of it."""
    if _any(given):
        raise click.UsageError(
            say("--resume goes on with a game as it was: beside it only --bot, --stacked and --warn fit.")
        )


def _refuse_beside_server(*given: object) -> None:
    """A table of a server is what its host made it: refuse what would make another one of it."""
    if _any(given):
        raise click.UsageError(
            say("--server is for one person: beside it only --name, --token, --stacked and --warn fit.")
        )


def _any(given: tuple[object, ...]) -> bool:
    """Whether one of these was given on the command line."""
    return not all(value is None or value is False or value == () for value in given)
