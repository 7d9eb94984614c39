"""
What is said, in the language of whoever it is said to.

Each text stands in the code in English, inside `say` or `say_many`, and is looked up in the catalogue of the language
that is spoken now: `speaking("de")` for one visitor's request, or once for a terminal. Codes of cards, cells and
actions are the same in every language.
"""

from __future__ import annotations

import contextlib
import functools
import gettext
from collections.abc import Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Final

SOURCE_LANGUAGE: Final = "en"
"""The language that the texts in the code are written in."""

LANGUAGES: Final = {"en": "English", "de": "Deutsch"}
"""What can be spoken: each language's code, and its own name for itself."""

_CATALOGUES: Final = Path(__file__).parent / "locale"
_spoken: ContextVar[str] = ContextVar("spoken", default=SOURCE_LANGUAGE)


def say(text: str, /, **values: object) -> str:
    """A text in the language that is spoken now, with values for its `{names}`."""
    found = _catalogue(_spoken.get()).gettext(text)
    return found.format(**values) if values else found


def say_many(one: str, many: str, count: int, /, **values: object) -> str:
    """A text whose form depends on a number, which stands for `{count}` in it."""
    found = _catalogue(_spoken.get()).ngettext(one, many, count)
    return found.format(count=count, **values)


def spoken() -> str:
    """The code of the language that is spoken now."""
    return _spoken.get()


@contextlib.contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language, one of LANGUAGES, until the block ends."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


@functools.cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("arboretum", _CATALOGUES, [language], fallback=language == SOURCE_LANGUAGE)
