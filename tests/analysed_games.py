"""Analyses for the tests: random games judged at a look."""

from __future__ import annotations

import dataclasses
import functools

from arboretum import Record
from arboretum.analysis import Analysis, analysed
from arboretum.analysis.judge import at_a_look
from arboretum.analysis.model import Decision, Worth
from record_games import true_record


@functools.cache
def looked_at(seats: int = 2, seed: int = 1, options: str = "standard") -> Analysis:
    """A random game, analysed at a look."""
    return analysed(true_record(seats, seed, options), at_a_look)


def cut(record: Record, events: int) -> Record:
    """The beginning of a record."""
    return dataclasses.replace(record, events=record.events[:events])


def near(one: Worth, other: Worth) -> bool:
    return abs(one.win - other.win) < 1e-9 and abs(one.margin - other.margin) < 1e-9


def told(decision: Decision) -> tuple[object, ...]:
    return decision.choices, decision.verdict, decision.split, decision.worth
