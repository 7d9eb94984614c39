"""Positions from real tables for the score pad: cards with their cells, and hands."""

from __future__ import annotations

from typing import Any

Position = tuple[tuple[str, str], ...]
"""For each player the arboretum, as `OK5@0,0 ...`, and the hand."""

TIED_CASSIA: Position = (
    (
        "BS1@0,0 CA4@0,1 CB3@1,0 CB6@0,2 MP7@-1,2 MP4@1,1 CA5@1,2 CA2@1,-1 CB8@-2,2 CB1@0,-1 BS6@1,3 MP8@-1,3"
        " MP1@1,-2 CA8@1,4 CB2@-1,1 BS4@2,2",
        "CA7 CB5 CB7 DW3 DW5 JA1 MP5",
    ),
    (
        "JA5@0,0 JA6@0,-1 JA7@-1,-1 JA4@-1,0 MP6@1,0 MP3@-2,0 JA3@-1,1 DW2@-1,2 DW7@0,-2 BS8@1,-2 BS3@0,1"
        " DW1@-1,3 DW8@0,-3 BS2@0,2 JA8@1,-1",
        "CA1 CA6 BS5 BS7 DW6 JA2 MP2",
    ),
)
CANCELLED_CASSIA: Position = (
    (
        "CB1@0,0 BS2@1,0 BS3@1,1 BS4@2,1 BS5@2,2 CB7@2,3 MP1@1,-1 JA1@2,0 JA4@1,2 BS8@3,2 MP4@0,1 JA5@0,2"
        " JA6@-1,2 JA7@-1,3 DW2@-1,1 JA2@1,3",
        "CA8 BS6 CB3 CB4 DW8 JA8 MP5",
    ),
    (
        "CA4@0,0 CA3@0,-1 CA2@-1,-1 DW1@-1,-2 MP6@-1,0 MP2@1,-1 DW7@-1,1 CB8@-1,2 CA5@0,1 CB5@-2,0 CA6@0,2"
        " MP7@0,3 MP8@-1,3 CA7@1,2 BS1@-2,-1",
        "CA1 BS7 CB6 DW4 DW5 DW6 MP3",
    ),
)
PATHS_WITHOUT_RIGHTS: Position = (
    (
        "JA2@0,0 CA3@0,-1 CA2@1,-1 DW6@-1,0 CB1@1,0 CA4@-2,0 MP1@0,1 CA8@2,-1 MP8@-1,1 DW4@-1,-1 BS6@-1,2"
        " BS1@1,-2 DW1@0,-2 DW5@-1,3 CB5@0,2 MP6@-2,1 CA5@-2,2",
        "CA1 BS2 BS3 BS8 CB4 JA4 MP5",
    ),
    (
        "CB2@0,0 CB8@0,1 JA7@1,1 MP3@1,2 CA7@-1,1 DW3@1,0 CB7@0,2 BS7@1,-1 DW7@2,-1 JA5@1,-2 BS4@2,-2 JA3@2,-3"
        " JA8@-1,0 JA1@0,-1 BS5@2,1 JA6@-1,2",
        "CA6 CB3 CB6 DW2 DW8 MP2 MP7",
    ),
)
LONG_DOGWOOD: Position = (
    (
        "CA2@0,0 CB1@-1,0 JA3@0,1 MP4@1,1 JA5@1,2 CA6@1,3 CB7@0,3 MP8@0,4 JA2@-1,1 JA1@-2,1 CB4@-2,2 CB5@-1,2"
        " CB6@0,2 CB8@-1,3",
        "CA4 CA7 BS2 CB3 JA7 MP6 MP7",
    ),
    (
        "DW1@0,0 DW2@0,1 DW3@1,1 BS4@1,2 BS5@1,3 BS1@-1,1 DW6@2,3 CA1@0,2 CA8@0,3 DW4@2,1 DW8@2,4 BS6@1,4"
        " BS8@0,4 DW5@2,2",
        "CA3 CA5 BS7 DW7 JA6 JA8 MP5",
    ),
)
WASTED_RIGHT: Position = (
    (
        "CA1@0,0 BS1@1,0 CB8@0,1 CB4@-1,1 CB7@1,1 CB5@1,2 JA1@-1,0 CA6@2,1 JA5@2,2 CB3@-1,2 JA6@0,2 DW8@1,3"
        " DW5@2,0 CA3@-2,1 BS4@3,2 DW3@3,3 MP3@3,1",
        "CA8 CB2 CB6 DW1 DW4 MP4 MP8",
    ),
    (
        "DW6@0,0 BS8@1,0 BS5@0,1 BS3@1,1 JA7@2,0 DW2@2,1 CA7@1,-1 MP7@-1,0 CA5@0,-1 MP2@1,2 JA8@-1,-1 BS2@0,2"
        " CB1@2,2 BS7@-1,-2 CA4@-1,1 MP6@-1,-3",
        "CA2 BS6 DW7 JA2 JA3 JA4 MP5",
    ),
)

SHARED_CARDS = "WI3@-1,-1 JA8@-1,0 OK6@-1,1 CB2@0,0 OK5@0,1 CB6@1,-1 JA3@1,0 OK4@1,1 RP6@2,0 OK1@2,1"
STAIRS = (
    "OK8@0,0 RP8@1,-1 WI7@1,0 JA8@1,1 WI4@2,-2 RP5@2,-1 MP6@2,0 JA3@3,-2 MP4@3,-1 RP1@4,-3 WI2@4,-2 OK5@4,-1"
    " WI1@5,-2"
)
LARGE = (
    "CB1@3,3 CB8@3,4 JA1@2,2 CB2@2,3 CB7@2,4 JA8@2,5 RP1@1,1 JA2@1,2 CB3@1,3 CB6@1,4 JA7@1,5 RP8@1,6 OK1@0,0"
    " OK2@0,1 OK3@0,2 OK4@0,3 OK5@0,4 OK6@0,5 OK7@0,6 OK8@0,7 WI1@-1,1 MP2@-1,2 MP7@-1,5 WI8@-1,6 MP1@-2,2"
    " MP8@-2,5"
)
MANY_PATHS = (
    "BS1@0,0 CA1@0,1 MP1@0,2 DW1@1,0 CA2@1,1 DW4@2,0 JA3@1,2 DW3@3,0 JA5@1,3 CB5@0,3 CA4@2,1 CB4@4,0 BS6@2,3"
    " CA5@2,2 DW5@3,1 CA7@3,2 CA8@3,3"
)


def arboretum(placings: str) -> dict[str, str]:
    """Cells and cards in JSON from placings such as `OK5@2,-1`."""
    return {cell: card for card, cell in (placing.split("@") for placing in placings.split())}


def as_json(position: Position) -> dict[str, Any]:
    """The position as the score pad reads it."""
    return {
        "players": [
            {"name": name, "arboretum": arboretum(cards), "hand": hand.split()}
            for name, (cards, hand) in zip("AB", position, strict=True)
        ]
    }


RULEBOOK = """
species CA JA LI MP OK RP WI
player Ada
hand JA7 LI6 LI7 OK3 OK8 RP1 RP5
OK6 OK5 OK4 OK1
JA8 RP2 JA3 WI6
MP3 ... RP6 ...
player Ben
hand JA2 JA5 LI4 LI5 RP3 WI7 CA6
player Cleo
hand CA5 OK2 OK7 RP8 WI1 WI3 WI8
"""
"""The rulebook's example of three players, as plain text."""
