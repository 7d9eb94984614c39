"""
The lines of our protocol, version 1, both ways; docs/10-bots-in-any-language.md is for who writes a program.

We say hello, game, events as records have them, and questions; a program says hello and answers.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

from arboretum.actions import Action
from arboretum.bots.ask import printable
from arboretum.bots.bot import Budget
from arboretum.events import Event
from arboretum.language import say
from arboretum.records.lines import compact, event_to_json
from arboretum.view import View

US: Final = "arboretum"
"""Who we say we are."""

VERSIONS: Final = (1,)
"""The versions of the protocol that we speak."""

BRACKETS: Final = 64
"""Brackets that may open in a line of a program."""

SHOWN: Final = 80
"""Letters of a line that a sentence repeats."""


class Nonsense(ValueError):
    """A line that is not one of this protocol; the text says why, as a sentence."""


class Noise(Nonsense):
    """A line that is no JSON object at all, such as what a program prints to find its errors."""


def hello() -> str:
    """What we say first."""
    return compact({"hello": US, "protocols": list(VERSIONS)})


def game(number: int, view: View, seed: int) -> str:
    """A new game, of which nothing has happened yet."""
    return compact({"game": number, "seat": view.me, "seed": seed, "setup": view.setup.to_json()})


def event(happened: Event) -> str:
    """Something that has happened, as the seat saw it."""
    return compact(event_to_json(happened))


def question(number: int, view: View, legal: Iterable[str], budget: Budget, limit: float) -> str:
    """What the seat does now."""
    return compact(
        {
            "question": number,
            "turn": view.turn,
            "phase": view.phase.name,
            "legal": list(legal),
            "seconds": budget.seconds,
            "rollouts": budget.rollouts,
            "limit": limit,
        }
    )


def decoded(line: str, brackets: int = BRACKETS) -> dict[str, Any]:
    """A line as a JSON object, in which no more than so many brackets open. Raises Noise."""
    try:
        if line.count("[") + line.count("{") > brackets:
            raise Noise(say("it has more brackets than a line needs."))
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        if isinstance(error, Noise):
            raise
        raise Noise(say("that is not JSON; what is no answer belongs on standard error.")) from None
    if not isinstance(value, dict):
        raise Noise(say("that is no JSON object."))
    return value


def shown(line: str) -> str:
    """A line of a program, for a sentence."""
    return printable(line, SHOWN) or say("an empty line")


def name_of(line: str) -> str:
    """What a program calls itself, from its hello. Raises Nonsense."""
    said = decoded(line)
    name, version = said.get("hello"), said.get("protocol")
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or "protocol" not in said:
        example = '{"hello":"me","protocol":1}'
        raise Nonsense(say("a hello has a name and a protocol, as in {example}.", example=example))
    if type(version) is not int or version not in VERSIONS:
        raise Nonsense(
            say(
                "it speaks protocol {version}, and we speak {ours}.",
                version=printable(json.dumps(version), SHOWN),
                ours=", ".join(map(str, VERSIONS)),
            )
        )
    return name.strip()


@dataclasses.dataclass(frozen=True)
class Answer:
    """What a program answered."""

    number: int
    """That of the question."""
    action: str | None = None
    """The action as it was written; None where it failed."""
    failed: str = ""
    """How it failed, in its own words."""


def answer_of(line: str) -> Answer:
    """An answer. Raises Nonsense."""
    said = decoded(line)
    number = said.get("answer")
    if type(number) is not int:
        raise Nonsense(say("an answer names its question, as in {example}.", example='{"answer":7,"action":"+"}'))
    failed = said.get("failed")
    if isinstance(failed, str):
        return Answer(number, failed=printable(failed, 300) or say("it failed."))
    action = said.get("action")
    if not isinstance(action, str):
        raise Nonsense(say("its action is no text, as in {example}.", example='{"answer":7,"action":"+"}'))
    return Answer(number, action)


def to_answer(number: int, action: Action) -> str:
    """An answer, from our side of a program."""
    return compact({"answer": number, "action": str(action)})


def to_fail(number: int, why: str) -> str:
    """That there is no answer, and why."""
    return compact({"answer": number, "failed": why})


def budget_of(said: Mapping[str, Any]) -> Budget:
    """The budget of a question."""
    seconds, rollouts = said.get("seconds"), said.get("rollouts")
    return Budget(
        seconds=float(seconds) if isinstance(seconds, int | float) else None,
        rollouts=rollouts if isinstance(rollouts, int) else None,
    )
