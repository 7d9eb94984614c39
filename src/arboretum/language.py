"""
What is said, in the language of whoever it is said to.

Each text stands in the code in English, inside `say` or `say_many`, and is looked up in the catalogue of the
language that is spoken now: `speaking("de")` for one visitor's request, `speak_here("de")` for a terminal. Codes
of cards, cells and actions, names of options and reasons are the same in every language.

A language is a catalogue, `locale/de/LC_MESSAGES/arboretum.mo`. More of them may lie in the folder that the
environment names in ARBORETUM_LOCALES.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gettext
import os
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Final

SOURCE_LANGUAGE: Final = "en"
"""The language that the texts in the code are written in."""

FOLDER: Final = Path(__file__).parent / "locale"
"""Where our own catalogues are."""

MORE: Final = "ARBORETUM_LOCALES"
"""The environment's variable that names a folder with more of them."""


@dataclasses.dataclass(frozen=True, slots=True)
class Language:
    """A language that can be spoken."""

    code: str
    """Such as `de`, or `pt-BR`."""
    name: str
    """Its own name for itself."""
    catalogue: gettext.NullTranslations
    is_rtl: bool = False
    """Whether it is written from right to left."""

    @property
    def direction(self) -> str:
        """`ltr` or `rtl`, as HTML has it."""
        return "rtl" if self.is_rtl else "ltr"

    def form(self, count: int) -> int:
        """The number of the plural form for a count, from 0."""
        rule = getattr(self.catalogue, "plural", None)
        return int(count != 1) if rule is None else int(rule(count))


def later(text: str, /) -> str:
    """A text of a table of constants, as it stands: for the catalogue, and to be said later by `said`."""
    return text


# TRANSLATORS: the name of your language in your language, such as Deutsch.
NAME: Final = later("English")
# TRANSLATORS: ltr if your language is written from left to right, else rtl.
DIRECTION: Final = later("ltr")

ENGLISH: Final = Language(SOURCE_LANGUAGE, NAME, gettext.NullTranslations())

_spoken: ContextVar[Language | None] = ContextVar("spoken", default=None)
_here = ENGLISH


def said(text: str, /, **values: object) -> str:
    """`say` for a text from a table of constants, which is not written where it is said."""
    if not text:
        return ""  # to catalogues an empty text is their own heading
    language = _spoken.get() or _here
    found = language.catalogue.gettext(text)
    return _filled(language, found, values) if values else found


say: Final = said
"""A text in the language that is spoken now, with values for its `{names}`; written out where it is said."""


def say_many(one: str, many: str, count: int, /, **values: object) -> str:
    """A text whose form depends on a number, which stands for `{count}` in it."""
    language = _spoken.get() or _here
    return _filled(language, language.catalogue.ngettext(one, many, count), {"count": count, **values})


def one_of(parts: Iterable[object]) -> str:
    """Things to choose from: "a", "a or b", "a, b or c"."""
    *most, last = ("", *map(str, parts))
    return say("{many} or {last}", many=", ".join(most[1:]), last=last) if most[1:] else last


def all_of(parts: Iterable[object]) -> str:
    """Things together: "a", "a and b", "a, b and c"."""
    *most, last = ("", *map(str, parts))
    return say("{many} and {last}", many=", ".join(most[1:]), last=last) if most[1:] else last


def _filled(language: Language, text: str, values: Mapping[str, object]) -> str:
    """A text with its values; where the text runs from right to left, each keeps its own direction."""
    if language.is_rtl:
        values = {name: f"\u2068{value}\u2069" for name, value in values.items()}
    return text.format(**values)


# Which language. -------------------------------------------------------------------------------------------


@functools.cache
def languages() -> Mapping[str, Language]:
    """Every language that can be spoken, by its code: English, ours, and those of ARBORETUM_LOCALES."""
    found = {SOURCE_LANGUAGE: ENGLISH}
    more = os.environ.get(MORE)
    for folder in (FOLDER, *([Path(more)] if more else [])):
        for path in sorted(folder.glob("*/LC_MESSAGES/arboretum.mo")):
            language = _language(path)
            found[language.code] = language
    return found


def _language(path: Path) -> Language:
    """The language of a catalogue, whose translations of `NAME` and `DIRECTION` tell of it."""
    with path.open("rb") as file:
        catalogue = gettext.GNUTranslations(file)
    code = path.parent.parent.name.replace("_", "-")
    name = catalogue.gettext(NAME)
    return Language(code, code if name == NAME else name, catalogue, catalogue.gettext(DIRECTION) == "rtl")


def speaker() -> Language:
    """The language that is spoken now."""
    return _spoken.get() or _here


def spoken() -> str:
    """The code of the language that is spoken now."""
    return speaker().code


@contextlib.contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak one of the languages until the block ends, in this task alone."""
    before = _spoken.set(languages()[code])
    try:
        yield
    finally:
        _spoken.reset(before)


def speak_here(code: str) -> None:
    """Speak one of the languages in this whole process, wherever no other is spoken."""
    global _here
    _here = languages()[code]


def best(wanted: Iterable[str]) -> str:
    """The first of the wanted languages that can be spoken, else English; `de-AT` is content with `de`."""
    known = {code.lower(): code for code in languages()}
    for tag in wanted:
        parts = tag.lower().replace("_", "-").split("-")
        for length in range(len(parts), 0, -1):
            code = known.get("-".join(parts[:length]))
            if code is not None:
                return code
    return SOURCE_LANGUAGE


def of_environment(environment: Mapping[str, str] | None = None) -> str:
    """The language of a terminal: ARBORETUM_LANG, or what the system's own variables say."""
    environment = os.environ if environment is None else environment
    if environment.get("ARBORETUM_LANG"):
        return best([environment["ARBORETUM_LANG"]])
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environment.get(name, "")
        if value:
            tag = value.partition(".")[0].partition("@")[0]
            return SOURCE_LANGUAGE if tag in ("C", "POSIX") else best([*_listed(environment), tag])
    return SOURCE_LANGUAGE


def _listed(environment: Mapping[str, str]) -> list[str]:
    """GNU's LANGUAGE, a list with colons."""
    return [tag for tag in environment.get("LANGUAGE", "").split(":") if tag]
