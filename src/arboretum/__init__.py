"""
Arboretum: Dan Cassar's card game, with exact rules, views that keep secrets, records and a score pad.

>>> from arboretum import Tableau
>>> Tableau.parse("OK1 OK3 OK4 OK8").best_path("Oak").points
11
"""

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.arena.playing import play
from arboretum.batch import Interrupted, PlayoutBatch, playout_batch
from arboretum.batch_score import ScoreBatch, Tables, score_batch
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

__version__ = "0.1.0"
