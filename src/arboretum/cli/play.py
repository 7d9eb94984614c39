"""`arboretum play`: a game in this terminal."""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

import click

from arboretum.errors import OptionError
from arboretum.options import Options
from arboretum.tui.commands import LONGEST
from arboretum.tui.helptext import options_to_choose
from arboretum.tui.host import Host, Keeping
from arboretum.tui.ink import shown
from arboretum.tui.seating import DEFAULT_NAME, Plan, seated
from arboretum.tui.terminal import Terminal
from arboretum.tui.welcome import parse_species

NEWEST = ""
"""What `--resume` without a file stands for."""


@click.command()
@click.option("--players", type=int, metavar="N", help="Number of players, 2 to 4.")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A person at this keyboard; may be repeated.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="BOT",
    help="A bot, such as greedy or random, or path/to/bot.py:ClassName; may be repeated.",
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
@click.option("-y", "--yes", is_flag=True, help="Start at once; do not ask what was not given.")
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
    yes: bool,
) -> None:
    """
    Play a game in this terminal, line by line: you against bots, or several persons at one keyboard.

    Without any option press Enter, and you play against a bot that cannot see your hand. In the game ? lists
    what you may type. The game is kept as it goes, in the folder games (or the one that the environment
    variable ARBORETUM_GAMES names), and --resume goes on with it.
    """
    if rules in ("?", "help"):
        click.echo("\n".join(options_to_choose()))
        return
    file = Path(record) if record else None
    host = Host(Terminal.standard(), Keeping(file, not no_record, bots, stacked), datetime.datetime.now)
    if resume is not None:
        _refuse_beside_resume(names, players, hot_seat, rules, species, seed, record, no_record)
        sys.exit(host.resume(None if resume == NEWEST else Path(resume)))
    if record and no_record:
        raise click.UsageError("--record and --no-record exclude each other.")
    plan = Plan(
        seated(players, names, bots, hot_seat=hot_seat, me=DEFAULT_NAME),
        _options(rules or ""),
        parse_species(species) if species else None,
        seed,
    )
    sys.exit(host.welcome(plan, ask=not yes))


def _options(text: str) -> Options:
    """The options that were typed. Raises OptionError."""
    if len(text) > LONGEST:
        raise OptionError(f"Options {shown(text)} are too long: {LONGEST} letters at most.")
    return Options.parse(text)


def _refuse_beside_resume(*given: object) -> None:
    """A game that goes on is what it was: refuse what would make another one of it."""
    if not all(value is None or value is False or value == () for value in given):
        raise click.UsageError("--resume goes on with a game as it was: beside it only --bot and --stacked fit.")
