"""
The text notation: actions, turns and whole games, one line a turn, both ways.

>>> str(parse_turn("1 A +ok5 +? ok5@0,0 -JA2   # a comment"))
'1 A +OK5 +? OK5@0,0 -JA2'
"""

from __future__ import annotations

from arboretum.record import Record
from arboretum.records.game_reader import read_game
from arboretum.records.game_text import write_game
from arboretum.records.turn_text import TurnText, format_turn, parse_action, parse_turn

__all__ = ["TurnText", "format_game", "format_turn", "parse_action", "parse_game", "parse_turn"]


def format_game(record: Record) -> str:
    """
    A record in the text notation, each line with its end; `parse_game` reads the same record back.

    Raises RecordError for events in an order that no game has.
    """
    return write_game(record.setup, record.events, record.line, record.source)


def parse_game(text: str) -> Record:
    """
    Read a game in the text notation. Raises RecordError that names the line, and the column where it has one.

    Nothing is verified: `Record.verify` does that.
    """
    found = read_game(text)
    return Record(found.setup, found.events, found.lines)
