"""`--lang`: the language that a command speaks."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import click

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def _spoken(context: click.Context, _option: click.Parameter, wanted: str | None) -> None:
    """
    Speak this language until the command ends; without one what is spoken already, that of the environment.

    Raises ArboretumError for one that nobody here speaks.
    """
    from arboretum.errors import ArboretumError
    from arboretum.language import best, languages, say, speak_here, spoken

    if wanted is None:
        return
    code = best([wanted])
    if code.partition("-")[0] != wanted.lower().replace("_", "-").partition("-")[0]:
        known = ", ".join(f"{each.code} ({each.name})" for each in languages().values())
        raise ArboretumError(say("--lang cannot be {wanted}: there is {known}.", wanted=wanted[:40], known=known))
    context.call_on_close(functools.partial(speak_here, spoken()))
    speak_here(code)


def lang(command: Decorated) -> Decorated:
    """Give a command the option."""
    option = click.option(
        "--lang",
        metavar="CODE",
        is_eager=True,
        expose_value=False,
        callback=_spoken,
        help="Language, such as de; else that of ARBORETUM_LANG, LC_ALL, LC_MESSAGES or LANG.",
    )
    return option(command)
