"""The manifest of weights: everything that tells how they were made, and how strong they are, as JSON."""

from __future__ import annotations

import functools
import hashlib
import json
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any, Final

import arboretum
from arboretum.arena.versions import PACKAGE, fingerprint
from arboretum.training.files import weights_at, write_whole
from arboretum.training.settings import Settings, option_of
from arboretum.training.training import AGAINST, Moment, Training

LIBRARIES: Final = ("numpy", "numba", "torch")
SECONDS: Final = 20.0


def manifest(training: Training, weights: bytes) -> dict[str, Any]:
    """How weights were made. Nothing of it names a machine, a person or a place."""
    settings, tally = training.settings, training.tally
    against = training.frozen.get(AGAINST)
    return {
        "players": settings.players,
        "sha256": hashlib.sha256(weights).hexdigest(),
        "command": command_of(settings, against=against is not None),
        "complete": training.is_over and bool(training.final),
        "made": made(),
        "seeds": {
            "seed": settings.seed,
            "learned_from": ["seed", 1, "errand from 0"],
            "held_out": ["seed", 2, "0 while it learns, 1 at the end", "errand from 0"],
            "hands": ["seed", 6, "0 to learn, 1 held out"],
        },
        "settings": settings.to_json(),
        "games": tally.games,
        "lessons": tally.lessons,
        "steps": tally.steps,
        "rounds": tally.rounds,
        "seconds": round(tally.seconds, 1),
        "curve": [_point(moment) for moment in training.curve],
        "hands": training.reading.to_json() if training.reading else None,
        "evaluation": {name: each.to_json() for name, each in training.final.items()},
    }


def write_manifest(training: Training, folder: Path) -> None:
    """Write the manifest of the weights that are in a folder."""
    players = training.settings.players
    told = manifest(training, weights_at(folder, players).read_bytes())
    write_whole(folder / f"{players}.json", (json.dumps(told, indent=1) + "\n").encode())


def command_of(settings: Settings, *, against: bool = False) -> str:
    """The command that does it again; what is as usual is left out."""
    usual = Settings(minutes=1.0).to_json() | {"minutes": None, "players": None, "seed": None}
    words = ["arboretum train"]
    for name, value in settings.to_json().items():
        if value != usual[name]:
            words.append(
                f"{option_of(name)} {value:g}" if isinstance(value, float) else f"{option_of(name)} {value}"
            )
    return " ".join([*words, *(["--against WEIGHTS"] if against else [])])


@functools.cache
def made() -> dict[str, Any]:
    """
    What it was made with: versions, the code that decides in a game, and the commit where there is one.

    It is looked at once: what is changed while a training runs is not what runs.
    """
    told: dict[str, Any] = {"arboretum": arboretum.__version__, "code": fingerprint()}
    for library in LIBRARIES:
        try:
            told[library] = metadata.version(library)
        except metadata.PackageNotFoundError:
            told[library] = None
    return told | _commit()


def _commit() -> dict[str, Any]:
    """The commit, and whether the package was changed since; nothing if it does not lie in a checkout."""
    root = PACKAGE.parent.parent
    if not (root / ".git").exists():
        return {}
    try:
        commit = _git(root, "rev-parse", "HEAD")
        return {"commit": commit, "changed": bool(_git(root, "status", "--porcelain", "--", "src"))}
    except (OSError, subprocess.SubprocessError):
        return {}


def _git(root: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(root), *words], check=True, capture_output=True, text=True, timeout=SECONDS
    )
    return done.stdout.strip()


def _point(moment: Moment) -> dict[str, Any]:
    win, margin = moment.errors
    return {
        "games": moment.games,
        "seconds": round(moment.seconds, 1),
        "errors": [round(win, 5), round(margin, 5)],
        "strengths": {name: each.to_json() for name, each in moment.strengths.items()},
    }
