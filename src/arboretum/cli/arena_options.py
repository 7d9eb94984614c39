"""The options that `arboretum match` and `arboretum ladder` have in common, and what they make of them."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from arboretum.arena.entrants import with_budget
from arboretum.arena.match import Match, Terms
from arboretum.arena.playing import processes
from arboretum.arena.results import read_header
from arboretum.arena.spreading import Spreader
from arboretum.arena.sprt import Sprt
from arboretum.bots.bot import Budget
from arboretum.cli.lang import lang
from arboretum.errors import ArboretumError, OptionError
from arboretum.language import say
from arboretum.options import Options

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

DEALS: Final = 100
DEALS_OF_A_TEST: Final = 20_000
"""As many as a test may take, if nothing else is said."""

DEALS_FOR_A_WORKER: Final = 8
"""A process of its own is not started for fewer, if bots have no budget to use up."""

OPTIONS: Final = (
    click.option("--deals", type=int, metavar="N", help=f"Decks, each in every seating; {DEALS} if not given."),
    click.option(
        "--seed", type=int, metavar="N", help="Where decks and the bots' chance come from; else one is drawn."
    ),
    click.option("--workers", type=int, metavar="N", help="Processes; as many as this machine can run at once."),
    click.option(
        "--cluster",
        is_flag=False,
        flag_value="auto",
        metavar="[ADDRESS]",
        help="Play on Ray: at HOST:PORT or ray://HOST:PORT, else on the cluster of this machine.",
    ),
    click.option("--options", "rules", metavar="TEXT", help="Preset or name=value,... as in play."),
    click.option("--seconds", type=float, metavar="S", help="Time for a decision, for bots that search."),
    click.option("--rollouts", type=int, metavar="N", help="Imagined games for a decision, for bots that search."),
    click.option(
        "--keep", type=click.Path(path_type=Path), metavar="DIR", help="New folder for a record of each game."
    ),
    click.option(
        "--resume",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Write each deal to FILE; if it is there, go on where it stopped.",
    ),
    click.option(
        "--report", type=click.Path(path_type=Path), metavar="FILE", help="Write a page with plots, as HTML."
    ),
    click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of a table."),
    lang,
)


def arena_options(command: Decorated) -> Decorated:
    """Give a command all of them; it gets them as the fields of `Asked`."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


@dataclasses.dataclass(frozen=True)
class Asked:
    """What was asked for; None for what was not."""

    deals: int | None
    seed: int | None
    workers: int | None
    cluster: str | None
    rules: str | None
    seconds: float | None
    rollouts: int | None
    keep: Path | None
    resume: Path | None
    report: Path | None
    as_json: bool

    def __post_init__(self) -> None:
        if self.cluster is not None:  # its address may be a bot that was not meant to be one
            self._cluster(self.cluster)

    def match(
        self,
        bots: tuple[str, ...],
        *,
        players: int | None = None,
        ladder: bool = False,
        test: Sprt | None = None,
    ) -> tuple[Match, Sprt | None]:
        """
        The match that is asked for, and its test.

        What is not said is as in the file that is to be gone on with, if there is one. Raises OptionError,
        BotError, and ArboretumError for a file that cannot be used.
        """
        told = self._begun(ladder)
        usual = DEALS_OF_A_TEST if test or told.get("test") else DEALS
        terms: Terms = {
            "deals": self.deals if self.deals is not None else told.get("deals", usual),
            "seed": self.seed if self.seed is not None else told.get("seed"),
            "options": self._options(told),
            "budget": self._budget(told),
            "keep": self.keep,
        }
        if test is None and told.get("test"):
            test = Sprt(*told["test"])
        named = bots or tuple(told.get("bots", ()))
        if not ladder:
            return Match.of(named, **terms), test
        seats = players if players is not None else told.get("players", 2)
        return Match.ladder(named, players=seats, **terms), None

    def _begun(self, ladder: bool) -> dict[str, Any]:
        """What the file says that is to be gone on with; nothing if it is not there, or hardly begun."""
        if self.resume is None or not self.resume.exists() or b"\n" not in self.resume.read_bytes()[:1_000_000]:
            return {}
        header = read_header(self.resume)
        told = header.get("match")
        if not isinstance(told, dict) or not isinstance(header.get("deals"), int):
            raise ArboretumError(
                say("{path}, line {number}: this is no line of results.", path=self.resume, number=1)
            )
        if told.get("ladder") and not ladder:
            raise OptionError(
                say("{path} is of a ladder: go on with {command}.", path=self.resume, command="arboretum ladder")
            )
        return told | {"deals": header["deals"]}

    def _options(self, told: dict[str, Any]) -> Options:
        if self.rules is None and "options" in told:
            return Options.from_json(told["options"])
        return Options.parse(self.rules or "")

    def _budget(self, told: dict[str, Any]) -> Budget:
        """What each bot may spend that has no budget of its own. Raises OptionError."""
        if self.seconds is None and self.rollouts is None:
            for spec, (seconds, rollouts) in zip(told.get("bots", ()), told.get("budgets", ()), strict=True):
                if with_budget(spec, Budget())[0] == spec:
                    return Budget(seconds=seconds, rollouts=rollouts)
        if self.seconds is not None and not 0 < self.seconds < float("inf"):
            raise OptionError(
                say("A decision needs some time: --seconds cannot be {seconds}.", seconds=f"{self.seconds:g}")
            )
        if self.rollouts is not None and self.rollouts < 1:
            raise OptionError(say("--rollouts is a number from 1 up, not {rollouts}.", rollouts=self.rollouts))
        return Budget(seconds=self.seconds, rollouts=self.rollouts)

    def spreader(self, match: Match) -> Spreader:
        """Who plays the deals: a cluster, as many processes as were asked for, else as are of use here."""
        if self.cluster is not None:
            return self._cluster(self.cluster)
        return processes(self.workers if self.workers is not None else useful_workers(match))

    def _cluster(self, address: str) -> Spreader:
        from arboretum.arena.cluster import Cluster  # what is needed there is not needed for a match here

        return Cluster(address, self.workers)


def useful_workers(match: Match) -> int:
    """As many processes as can run at once; fewer for a match that is over before they have started."""
    here = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    slow = any(budget.seconds or budget.rollouts for budget in match.budgets)
    return max(1, min(here, match.numbers if slow else match.numbers // DEALS_FOR_A_WORKER))
