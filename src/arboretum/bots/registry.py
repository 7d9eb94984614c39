"""Names to bots: ours, those of other packages, and any class in a file."""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import inspect
import secrets
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from arboretum.bots.ask import exception_in_words, printable
from arboretum.bots.bot import Bot
from arboretum.errors import BotError
from arboretum.events import NOBODY
from arboretum.language import say

GROUP: Final = "arboretum.bots"
"""The entry-point group in which a package names its bots."""

OURS: Final = {
    "random": "arboretum.bots.simple:Random",
    "greedy": "arboretum.bots.simple:Greedy",
    "racer": "arboretum.bots.racer:Racer",
    "staircase": "arboretum.bots.staircase:Staircase",
    "heuristic": "arboretum.bots.heuristic:Heuristic",
    "flat": "arboretum.bots.flat:Flat",
    "ismcts": "arboretum.bots.ismcts:Ismcts",
    "learned": "arboretum.bots.learned:Learned",
    "poppy": "arboretum.bots.levels:Poppy",
    "basil": "arboretum.bots.levels:Basil",
    "hazel": "arboretum.bots.levels:Hazel",
    "rowan": "arboretum.bots.levels:Rowan",
    "master": "arboretum.bots.master:Master",
}
"""Our own, found also where no entry point can be read; they cannot be replaced."""


PROGRAMS: Final = {
    "process": "arboretum.bots.process.player:ProcessBot",
    "hackaranda": "arboretum.bots.hackaranda.player:HackarandaBot",
}
"""What stands before the colon and a command, by the protocol that the program speaks."""

POOL: Final = "arboretum.bots.process.pool"
"""The module that keeps programs, imported with the first of them."""

IN_FILE: Final = "path/to/bot.py:ClassName"
"""How a bot in a file is named."""


def names() -> list[str]:
    """Every registered name: ours, then those of other packages in order."""
    return [*OURS, *sorted(set(_others()) - set(OURS))]


def make(spec: str, seed: int | None = None, *, aside: bool = True) -> Bot:
    """
    A new bot by a registered name, as `path/to/bot.py:ClassName` or `package.module:ClassName`, or a program:
    `process:COMMAND`, or `hackaranda:COMMAND` for one that speaks the protocol of the public tournament.

    seed: where its chance comes from, if its class takes a `seed`; None for one from the system. aside: whether
    what a program says on its standard error is passed on, which may tell of its hand.
    Raises BotError, with a sentence.
    """
    return built(find(spec, aside=aside), spec, seed)


def find(spec: str, *, aside: bool = True) -> Callable[..., Bot]:
    """The class of a bot, or the function that makes one. Raises BotError."""
    if spec.partition(":")[0] in PROGRAMS and ":" in spec:
        return _program(spec, aside)
    target = OURS.get(spec) or (None if ":" in spec or spec.endswith(".py") else _others().get(spec))
    if target is None and ":" not in spec and not spec.endswith(".py"):
        raise refused(
            say(
                "There is no bot {bot}: the bots are {bots}; or write {file}, or {module}.",
                bot=repr(spec),
                bots=", ".join(names()),
                file=IN_FILE,
                module="package.module:ClassName",
            ),
            spec,
        )
    place, colon, name = (target or spec).rpartition(":")
    if not colon or not place or not name.isidentifier():
        raise refused(
            say("{bot} names no class: write it behind a colon, as in {file}.", bot=repr(spec), file=IN_FILE), spec
        )
    module = _from_file(Path(place), spec) if place.endswith(".py") else _from_package(place, spec)
    return _class_in(module, place, name, spec)


def _program(spec: str, aside: bool) -> Callable[..., Bot]:
    """What makes bots of a program. Raises BotError if there is no such program."""
    from arboretum.bots.process.program import Program  # what starts programs is not needed for other bots

    Program.named(spec)
    place, _, name = PROGRAMS[spec.partition(":")[0]].rpartition(":")
    return functools.partial(getattr(importlib.import_module(place), name), spec, aside=aside)


def end_programs() -> None:
    """
    End the programs that were started to play in this process, and wait until they have ended.

    A bot that plays on has its program started again.
    """
    found = sys.modules.get(POOL)
    if found is not None:  # else there are none
        found.POOL.end_all()


def end_idle_programs() -> None:
    """End those that nobody plays with, and wait until they have ended."""
    found = sys.modules.get(POOL)
    if found is not None:
        found.POOL.end_idle()


def built(factory: Callable[..., Bot], spec: str, seed: int | None = None) -> Bot:
    """A bot from its class, given a seed if it takes one. Raises BotError if it cannot be, or is none."""
    chosen = secrets.randbits(56) if seed is None else seed
    try:
        return checked(factory(seed=chosen) if takes_seed(factory) else factory(), spec)
    except BotError:
        raise
    except Exception as error:
        why = exception_in_words(error)
        raise refused(say("The bot {bot} cannot be made: {why}", bot=spec, why=why), spec) from error


def takes_seed(factory: Callable[..., object]) -> bool:
    """Whether a class or function has a parameter called `seed`."""
    try:
        return "seed" in inspect.signature(factory).parameters
    except (TypeError, ValueError):
        return False


def checked(bot: Any, spec: str) -> Bot:  # noqa: ANN401 - it may be anything, which is what is found out
    """The same bot, if it is one. Raises BotError."""
    if not callable(getattr(bot, "choose", None)):
        raise refused(
            say("{bot} is not a bot: it has no method {method}.", bot=spec, method=say("choose(view, budget)")),
            spec,
        )
    name = getattr(bot, "name", None)
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        example = "name = 'gardener'"
        raise refused(
            say("{bot} is not a bot: it needs a name, a text such as {example}.", bot=spec, example=example), spec
        )
    assert isinstance(bot, Bot)
    return bot


def refused(sentence: str, spec: str) -> BotError:
    """The error of a bot that sits at no table."""
    return BotError(printable(sentence, 600), bot=spec, seat=NOBODY)


def _others() -> dict[str, str]:
    """The bots that installed packages name, as `package.module:ClassName`."""
    from importlib import metadata  # takes a while, and is not needed for our own

    try:
        return {point.name: point.value.replace(" ", "") for point in metadata.entry_points(group=GROUP)}
    except Exception as error:
        warnings.warn(
            say("Bots of other packages cannot be found: {error}", error=error), RuntimeWarning, stacklevel=3
        )
        return {}


def _from_package(place: str, spec: str) -> ModuleType:
    try:
        return importlib.import_module(place)
    except ModuleNotFoundError as error:
        if error.name is not None and (place == error.name or place.startswith(error.name + ".")):
            raise refused(
                say(
                    "The bot {bot} cannot be found: there is no module {module}."
                    " Install it, or name a file: {file}.",
                    bot=spec,
                    module=error.name,
                    file=IN_FILE,
                ),
                spec,
            ) from None
        raise _not_imported(place, error, spec) from error
    except (Exception, SystemExit) as error:
        raise _not_imported(place, error, spec) from error


def _not_imported(place: object, error: BaseException, spec: str) -> BotError:
    """That a module or a file fails already when it is imported."""
    why = exception_in_words(error)
    return refused(say("{place} cannot be imported: {why}", place=place, why=why), spec)


def _from_file(path: Path, spec: str) -> ModuleType:
    """The module in a file, imported once in a process; it finds the files beside it."""
    if not path.is_file():
        raise refused(say("The bot {bot} cannot be found: there is no file {file}.", bot=spec, file=path), spec)
    full = path.resolve()
    name = "arboretum_bot_" + hashlib.sha256(str(full).encode()).hexdigest()[:16]
    if name in sys.modules:
        return sys.modules[name]
    if str(full.parent) not in sys.path:
        sys.path.append(str(full.parent))
    found = importlib.util.spec_from_file_location(name, full)
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, Exception | SystemExit):
            raise
        raise _not_imported(path, error, spec) from error
    return module


def _class_in(module: ModuleType, place: str, name: str, spec: str) -> Callable[..., Bot]:
    found: Any = getattr(module, name, None)
    if callable(found):
        factory: Callable[..., Bot] = found
        return factory
    here = [key for key, value in vars(module).items() if isinstance(value, type) and hasattr(value, "choose")]
    instead = (
        say("its bots are {bots}", bots=", ".join(here)) if here else say("no class in it has a method choose")
    )
    what = {"place": place, "name": name, "instead": instead}
    if found is None:
        raise refused(say("{place} has no {name}: {instead}.", **what), spec)
    raise refused(say("{place} has something else than a class called {name}: {instead}.", **what), spec)
