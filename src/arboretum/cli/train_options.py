"""The options of `arboretum train` that say how to learn: each is a field of `Settings`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from arboretum.training.settings import Settings

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

USUAL: Final = Settings(minutes=1.0)

OPTIONS: Final = (
    click.option(
        "--pretraining",
        type=float,
        metavar="SHARE",
        help=f"Share of it all in which the heuristic teaches. [{USUAL.pretraining:g}]",
    ),
    click.option(
        "--against-heuristic",
        type=float,
        metavar="SHARE",
        help=f"Share of later games that are played against the heuristic. [{USUAL.against_heuristic:g}]",
    ),
    click.option(
        "--teacher-exploring",
        type=float,
        metavar="SHARE",
        help=f"Share of the heuristic's decisions made by chance while it teaches. [{USUAL.teacher_exploring:g}]",
    ),
    click.option(
        "--exploring",
        type=float,
        metavar="SHARE",
        help=f"Share of its own decisions made by chance. [{USUAL.exploring:g}]",
    ),
    click.option("--trace", type=float, metavar="SHARE", help=f"Lambda of TD(lambda). [{USUAL.trace:g}]"),
    click.option(
        "--choices", type=int, metavar="N", help=f"Choices of a decision that are weighed. [{USUAL.choices}]"
    ),
    click.option("--rate", type=float, metavar="X", help=f"Rate of learning at first. [{USUAL.rate:g}]"),
    click.option(
        "--last-rate",
        type=float,
        metavar="SHARE",
        help=f"Share of that rate that is left at the end. [{USUAL.last_rate:g}]",
    ),
    click.option(
        "--round-games",
        type=int,
        metavar="N",
        help=f"Games between one network and the next. [{USUAL.round_games}]",
    ),
    click.option("--batch", type=int, metavar="N", help=f"Lessons of a step of learning. [{USUAL.batch}]"),
    click.option(
        "--teacher-passes",
        type=float,
        metavar="X",
        help=f"How often each of the heuristic's lessons is learned. [{USUAL.teacher_passes:g}]",
    ),
    click.option(
        "--passes",
        type=float,
        metavar="X",
        help=f"How often each of its own lessons is learned. [{USUAL.passes:g}]",
    ),
    click.option(
        "--memory", type=int, metavar="N", help=f"Lessons that are kept to learn from again. [{USUAL.memory}]"
    ),
    click.option(
        "--trials", type=int, metavar="N", help=f"Games of an evaluation against each opponent. [{USUAL.trials}]"
    ),
    click.option(
        "--last-trials",
        type=int,
        metavar="N",
        help=f"Games of the last evaluation against each. [{USUAL.last_trials}]",
    ),
    click.option(
        "--evaluations", type=int, metavar="N", help=f"Evaluations, evenly spread. [{USUAL.evaluations}]"
    ),
    click.option(
        "--guesses",
        type=int,
        metavar="N",
        help=f"Guesses from which it learns at the end what rivals hold. [{USUAL.guesses}]",
    ),
)


def learning_options(command: Decorated) -> Decorated:
    """Give a command all of them; what was not said is None."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command
