"""
Arboretum: Dan Cassar's card game, with exact rules, views that keep secrets, records and a score pad.

>>> from arboretum import Tableau
>>> Tableau.parse("OK1 OK3 OK4 OK8").best_path("Oak").points
11
"""

import importlib
from typing import TYPE_CHECKING, Any, Final

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.bots.bot import Bot, Budget
from arboretum.cards import Card, Species
from arboretum.cells import Cell
from arboretum.errors import (
    ArboretumError,
    BotError,
    IllegalAction,
    NotationError,
    NotYourTurn,
    OptionError,
    RecordError,
    ScoreError,
    Stale,
)
from arboretum.events import NOBODY, Event
from arboretum.game import Game
from arboretum.options import Options
from arboretum.piles import Hand
from arboretum.record import Record, RecordWriter
from arboretum.score import Score
from arboretum.setup import Setup
from arboretum.state import State
from arboretum.table import Phase
from arboretum.tableau import Path, Tableau
from arboretum.view import View

__all__ = [
    "NOBODY",
    "Action",
    "ArboretumError",
    "Bot",
    "BotError",
    "Budget",
    "Card",
    "Cell",
    "Discard",
    "DrawDiscard",
    "DrawPile",
    "Event",
    "Game",
    "Hand",
    "IllegalAction",
    "Interrupted",
    "NotYourTurn",
    "NotationError",
    "OptionError",
    "Options",
    "Path",
    "Phase",
    "Place",
    "PlayoutBatch",
    "Record",
    "RecordError",
    "RecordWriter",
    "Score",
    "ScoreBatch",
    "ScoreError",
    "Setup",
    "Species",
    "Stale",
    "State",
    "Tableau",
    "Tables",
    "View",
    "play",
    "playout_batch",
    "score_batch",
]

if TYPE_CHECKING:
    from arboretum.arena.playing import play
    from arboretum.batch import Interrupted, PlayoutBatch, playout_batch
    from arboretum.batch_score import ScoreBatch, Tables, score_batch

_LATER: Final = {
    "play": "arboretum.arena.playing",
    **dict.fromkeys(("Interrupted", "PlayoutBatch", "playout_batch"), "arboretum.batch"),
    **dict.fromkeys(("ScoreBatch", "Tables", "score_batch"), "arboretum.batch_score"),
}
"""Names that are fetched when they are first used, so that the library starts quickly, and where they are."""


def __getattr__(name: str) -> Any:  # noqa: ANN401
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(importlib.import_module(_LATER[name]), name)
    globals()[name] = found
    return found


__version__ = "0.1.0"
