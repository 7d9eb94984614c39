"""`arboretum bot`: a bot of ours as a program, for whoever asks it in lines."""

from __future__ import annotations

import secrets
import sys

import click

from arboretum.bots.bot import Bot, Budget
from arboretum.bots.process.serving import Serving, get_ready, own_pipes
from arboretum.bots.registry import make
from arboretum.language import say

INTERRUPTED = 130
"""Exit status after Ctrl-C, as shells have it."""


@click.command()
@click.argument("name", metavar="BOT")
@click.option(
    "--protocol",
    type=click.Choice(["arboretum", "hackaranda"]),
    default="arboretum",
    show_default=True,
    help="Whose lines it speaks: ours, or those of the public tournament.",
)
@click.option(
    "--seed", type=click.IntRange(0), metavar="N", help="Where its chance comes from, whatever it is told."
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), metavar="S", help="Time for a decision.")
@click.option("--rollouts", type=click.IntRange(1), metavar="N", help="Imagined games for a decision.")
def bot(name: str, protocol: str, seed: int | None, seconds: float | None, rollouts: int | None) -> None:
    """
    Let a bot play for another program: it is told events and asked questions, a line of JSON each, on standard
    input, and answers on standard output.

    BOT is a name such as greedy, or path/to/bot.py:ClassName. `arboretum match "process:arboretum bot greedy"
    random` lets such a program play here. With --protocol hackaranda it plays in the public tournament of that
    name, for two; the time for a decision is then that of the variable TIMEOUT, in milliseconds.

    docs/10-bots-in-any-language.md tells how to write a program that does the same.
    """
    if sys.stdin is not None and sys.stdin.isatty():
        told = say(
            "{command} speaks with a program, in lines of JSON; Ctrl-C ends it.", command=f"arboretum bot {name}"
        )
        click.echo(told, err=True)

    def made(told: int | None) -> Bot:
        chosen = told if seed is None else seed
        return make(name, secrets.randbits(56) if chosen is None else chosen)

    try:
        with own_pipes() as (requests, answers):
            budget = Budget(seconds=seconds, rollouts=rollouts)
            if protocol == "hackaranda":
                from arboretum.bots.hackaranda.serving import serve

                serve(made, budget, requests, answers)
            else:
                get_ready(made(0))
                for line in Serving(made, budget).answers(requests):
                    print(line, file=answers, flush=True)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
