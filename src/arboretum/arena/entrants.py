"""Who plays in a match: how bots are named, made anew for each game, and what each may think about a decision."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from arboretum.bots.ask import exception_in_words
from arboretum.bots.bot import Bot, Budget
from arboretum.bots.registry import built, checked, make, names, refused
from arboretum.errors import ArboretumError
from arboretum.language import say

Entrant: TypeAlias = str | Bot | Callable[..., Bot]
"""Who plays: a bot's name or file (`registry.make`), its class or a function that makes it, or a bot."""

OWN_BUDGET: Final = re.compile(r"(.+)@(?:([1-9][0-9]{0,8})|([0-9]{1,6}(?:\.[0-9]{1,6})?)s)")
"""A name with a budget of its own behind it: `flat@400` for rollouts, `flat@0.5s` for seconds."""

COMMANDS: Final = ("process:", "hackaranda:")
"""Names that go on as a command line, in which anything may stand."""


def with_budget(entrant: Entrant, common: Budget) -> tuple[Entrant, Budget]:
    """
    A bot as the registry knows it, and its budget: that behind its name, or the one that is common to all.

    Raises BotError if what stands behind the name of a bot is no budget.

    >>> with_budget("flat@400", Budget(seconds=1.0))
    ('flat', Budget(seconds=None, rollouts=400))
    >>> with_budget("greedy", Budget(seconds=1.0))
    ('greedy', Budget(seconds=1.0, rollouts=None))
    """
    found = None
    if isinstance(entrant, str) and not entrant.startswith(COMMANDS):
        found = OWN_BUDGET.fullmatch(entrant)
        _check_budget(entrant, found)
    if found is None or (found[3] and not float(found[3])):
        return entrant, common
    return found[1], Budget(rollouts=int(found[2])) if found[2] else Budget(seconds=float(found[3]))


def _check_budget(entrant: str, found: re.Match[str] | None) -> None:
    """Refuse a bot's name with something behind it that looks like a budget and is none, such as `flat@0`."""
    bare, at, told = entrant.rpartition("@")
    good = found is not None and (found[2] or float(found[3]))
    if at and not good and bare in names() and entrant not in names():
        raise refused(
            say(
                "{told} in {bot} is no budget: write {rollouts} for rollouts of a decision,"
                " or {seconds} for seconds.",
                told=repr(told),
                bot=repr(entrant),
                rollouts=f"{bare}@400",
                seconds=f"{bare}@0.5s",
            ),
            entrant,
        )


def called(entrant: Entrant, name: str) -> str:
    """
    What a bot is called in a match: its own name, with its budget where it has one of its own.

    >>> called("flat@400", "flat")
    'flat@400'
    """
    bare, _ = with_budget(entrant, Budget())
    return name if bare is entrant else name + str(entrant)[len(str(bare)) :]


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """
    The names, a number added to those that were taken.

    >>> distinct(["greedy", "random", "greedy"])
    ('greedy', 'random', 'greedy#2')
    """
    found: list[str] = []
    for name in names:
        number, tried = 1, name
        while tried.casefold() in {other.casefold() for other in found}:
            number += 1
            tried = f"{name}#{number}"
        found.append(tried)
    return tuple(found)


def entered(entrant: Entrant, seed: int) -> Bot:
    """
    The bot of an entrant for one game: made anew with this seed, or a copy of the bot that was given.

    So no game depends on those before it, whatever a bot remembers. Raises BotError.
    """
    if isinstance(entrant, str):
        return make(str(with_budget(entrant, Budget())[0]), seed)
    if isinstance(entrant, type) or not hasattr(entrant, "choose"):
        named = getattr(entrant, "__name__", repr(entrant))
        if not callable(entrant):
            raise refused(
                say("{bot} is not a bot: give a name, a class, or something with choose.", bot=named), named
            )
        return built(entrant, named, seed)
    try:
        return checked(copy.deepcopy(entrant), type(entrant).__name__)
    except (ArboretumError, KeyboardInterrupt):
        raise
    except Exception as error:
        what = type(entrant).__name__
        raise refused(
            say(
                "The bot {bot} cannot be copied for each game ({why}): give its class.",
                bot=what,
                why=exception_in_words(error),
            ),
            what,
        ) from error
