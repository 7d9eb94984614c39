"""The shape of a game that is told step by step, as types; see shapes.py."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from arboretum.web.shapes import Practice


class Step(TypedDict):
    """A step of a game that is looked at again."""

    v: int
    """The last entry of the table's log that it shows."""
    kind: Literal["dealt", "drew", "placed", "discarded", "ended"]
    turn: int
    """0 for the deal."""
    say: str
    event: NotRequired[dict[str, Any]]
    change: dict[str, Any]
    """What differs from the step before: new values, by the keys and places to them, such as `discards/0`."""


class Player(TypedDict):
    """Who sat on a seat."""

    name: str
    kind: Literal["open", "person", "bot"]
    bot: str | None


class Result(TypedDict):
    """The end as a record tells it that cannot be counted here."""

    totals: list[int]
    winners: list[int]


History = TypedDict(
    "History",
    {
        "id": str,
        "v": int,
        "status": Literal["lobby", "playing", "over"],
        "as": int | Literal["all"] | None,
        "seats": list[Player],
        "options": list[str],
        "imported": bool,
        "practice": Practice | None,
        "is_whole": bool,
        "notes": list[str],
        "start": dict[str, Any] | None,
        "steps": list[Step],
        "score": dict[str, Any] | None,
        "result": Result | None,
    },
)
"""
A game step by step: `start` is the table after the deal, with the keys of a view and `held`, the cards seen in
each hand; each step tells what it changes in that. `is_whole`: it can be played on from.
"""
