"""`arboretum train`: a bot that learns by playing."""

from __future__ import annotations

import secrets
import signal
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import click

from arboretum.cli.arena_run import INTERRUPTED
from arboretum.cli.lang import lang
from arboretum.cli.train_options import learning_options
from arboretum.cli.train_progress import Board, board
from arboretum.errors import ArboretumError, OptionError
from arboretum.language import say
from arboretum.training.crew import Crew, Threads
from arboretum.training.files import checkpoint_at, folder_made, read_checkpoint, weights_at, write_checkpoint
from arboretum.training.learner import torch
from arboretum.training.manifest import made, write_manifest
from arboretum.training.page import write_page
from arboretum.training.settings import Settings, option_of
from arboretum.training.training import AGAINST, Training
from arboretum.training.wording import sentences
from arboretum.value.network import Network
from arboretum.value.weights import read_weights

MINUTES: Final = 20.0
"""How long a training takes if nothing is said."""
SEED_BITS: Final = 48


@click.command()
@click.option("--players", type=int, metavar="N", help="Players at a table, 2 to 4; 2 if not given.")
@click.option("--minutes", type=float, metavar="M", help=f"How long it takes; {MINUTES:g} if nothing is said.")
@click.option("--games", type=int, metavar="N", help="How many games instead, for the same result again.")
@click.option("--seed", type=int, metavar="N", help="Where all chance comes from; else one is drawn.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=Path("trained"), metavar="FOLDER", help="Where it is kept."
)
@click.option("--resume", is_flag=True, help="Go on with the training in that folder.")
@click.option(
    "--workers", type=int, metavar="N", help="Threads that play; as many as this machine can run at once."
)
@click.option(
    "--cluster",
    is_flag=False,
    flag_value="auto",
    metavar="[ADDRESS]",
    help="Play on Ray: at HOST:PORT or ray://HOST:PORT, else on the cluster of this machine.",
)
@click.option("--start", type=click.Path(path_type=Path), metavar="WEIGHTS", help="Weights to begin with.")
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    metavar="WEIGHTS",
    help="Learn to beat these weights alone, which do not change; begins with them if --start names no others.",
)
@learning_options
@lang
def train(
    out: Path,
    start: Path | None,
    against: Path | None,
    cluster: str | None,
    workers: int | None,
    *,
    resume: bool,
    **asked: Any,  # noqa: ANN401 - fields of Settings
) -> None:
    """
    Train a bot: a network that learns from games against itself what a position is worth.

    FOLDER gets its weights, N.npz for N players, and how they were made, N.json; N.html shows how it learned.
    Ctrl-C keeps what was learned, and --resume goes on from there. PyTorch is needed, for this command alone:
    pip install "arboretum-game[train]".
    """
    torch()
    with _crew(workers, cluster) as crew:
        training = (
            _resumed(out, crew, {"start": start, "against": against} | asked)
            if resume
            else _begun(out, crew, start, against, asked)
        )
        _run(training, out)


def _begun(out: Path, crew: Crew, start: Path | None, against: Path | None, asked: dict[str, Any]) -> Training:
    """A new training. Raises OptionError, and ArboretumError where another one lies."""
    given = {name: value for name, value in asked.items() if value is not None}
    if "minutes" not in given and "games" not in given:
        given["minutes"] = MINUTES
    if "seed" not in given:
        given["seed"] = secrets.randbits(SEED_BITS)
    start = start or against
    if start is not None:
        given.setdefault("pretraining", 0.0)
    settings = Settings(**given)
    if checkpoint_at(out, settings.players).exists():
        raise ArboretumError(
            say(
                "There is a training in {folder}: go on with it by {option}, or name another folder by {other}.",
                folder=out, option="--resume", other="--out",
            )
        )  # fmt: skip
    return Training(settings, crew, start=_weights(start), against=_weights(against))


def _weights(path: Path | None) -> Network | None:
    """The network in a file, if one is named. Raises ArboretumError for a file that has none."""
    if path is None:
        return None
    try:
        with path.open("rb") as file:
            return read_weights(file)[0]
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise ArboretumError(say("{path} has no weights of a network.", path=path)) from None


def _resumed(out: Path, crew: Crew, asked: dict[str, Any]) -> Training:
    """The training that is in a folder, perhaps for longer. Raises ArboretumError if there is none."""
    given = {name: value for name, value in asked.items() if value is not None}
    checkpoint = read_checkpoint(checkpoint_at(out, given.pop("players", None) or _only(out)))
    longer = {name: given.pop(name) for name in ("minutes", "games") if name in given}
    if given:
        options = ", ".join(map(option_of, given))
        raise OptionError(say("A training goes on as it was begun: {options} cannot be changed.", options=options))
    settings = checkpoint.settings
    if longer:
        settings = Settings(**settings.to_json() | {"minutes": None, "games": None} | longer)
    training = Training(settings, crew, against=checkpoint.frozen.get(AGAINST))
    checkpoint.given_to(training)
    return training


def _only(out: Path) -> int:
    """For how many players the one in a folder is; 2 if there is none. Raises OptionError for several."""
    there = [players for players in (2, 3, 4) if checkpoint_at(out, players).exists()]
    if len(there) > 1:
        raise OptionError(
            say("There are several trainings in {folder}: say {option} too.", folder=out, option="--players")
        )
    return there[0] if there else 2


def _crew(workers: int | None, cluster: str | None) -> Crew:
    """Who plays: threads of this process, or a cluster."""
    if cluster is None:
        return Threads(workers)
    from arboretum.training.cluster import OnCluster  # what is needed there is not needed for a training here

    return OnCluster(cluster, workers)


def _run(training: Training, out: Path) -> None:
    """Train, show it, and keep what was learned: at the end, on the way, and after Ctrl-C."""
    folder_made(out)
    made()  # before anything of it is changed
    with board(training) as shown, _asked_to_stop(shown) as stopped:
        kept = len(training.curve)

        def after_round() -> None:
            nonlocal kept
            shown.round()
            if len(training.curve) > kept:
                kept = len(training.curve)
                shown.looked()
                _keep(training, out)

        training.crew.warm_up(training.settings.players, training.settings.choices)
        training.run(lambda: not stopped.is_set(), after_round)
        if training.is_over and not stopped.is_set():
            shown.finishing()
            training.finish()
        _keep(training, out)
    if stopped.is_set():
        click.echo(
            say(
                "Interrupted after {games} games: {option} goes on.", games=training.tally.games, option="--resume"
            ),
            err=True,
        )
        sys.exit(INTERRUPTED)
    _tell(training, out)


def _keep(training: Training, out: Path) -> None:
    write_checkpoint(training, out)
    write_manifest(training, out)
    write_page(training, out)


def _tell(training: Training, out: Path) -> None:
    """What came of it."""
    click.echo(
        say(
            "{weights}: learned from {games} games.",
            weights=weights_at(out, training.settings.players), games=f"{training.tally.games:,}",
        )
    )  # fmt: skip
    for sentence in sentences(training):
        click.echo("  " + sentence)


@contextmanager
def _asked_to_stop(shown: Board) -> Iterator[threading.Event]:
    """Hear Ctrl-C as a request to stop after this round; a second time it ends everything at once."""
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return

    def ask(_number: int, _frame: object) -> None:
        if stopped.is_set():
            raise KeyboardInterrupt
        stopped.set()
        shown.stopping()

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
