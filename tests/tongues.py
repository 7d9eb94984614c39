"""Languages for the tests: catalogues that are made on the spot from the texts in the code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from arboretum.language import MORE, languages

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))

from js_text import Token, all_tokens, tokens
from words import LOCALE, PLACEHOLDER, SOURCE, as_mo, collected
from words import made as generated

__all__ = [
    "LOCALE",
    "PLACEHOLDER",
    "SOURCE",
    "Token",
    "all_tokens",
    "as_mo",
    "collected",
    "generated",
    "made",
    "more_languages",
    "tokens",
    "widened",
]

WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F) if chr(code).isalpha()}
"""Letters of twice the width, which no text of ours has: whatever is in plain letters then, nobody said."""


def widened(text: str) -> str:
    """A text in wide letters, but for its `{names}`."""
    parts = PLACEHOLDER.split(text)
    return "".join(part if at % 2 else part.translate(WIDE) for at, part in enumerate(parts))


def made(folder: Path, code: str, translate: Callable[[str], str], *, plural: str = "", rtl: bool = False) -> None:
    """Put a catalogue with every text that there is into a folder."""
    catalogue = Catalog(locale=plural or "en", charset="utf-8", fuzzy=False)
    for message in collected():
        if not message.id:
            continue
        if isinstance(message.id, str):
            text = {"ltr": "rtl" if rtl else "ltr", "English": code}.get(message.id) or translate(message.id)
            catalogue.add(message.id, text)
        else:
            one, many = message.id
            forms = [translate(one), *[translate(many)] * (catalogue.num_plurals - 1)]
            catalogue.add(message.id, tuple(forms))
    path = folder / code / "LC_MESSAGES" / "arboretum.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(as_mo(catalogue))


@contextmanager
def more_languages(folder: Path) -> Iterator[None]:
    """Speak the languages of a folder too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MORE, str(folder))
        languages.cache_clear()
        try:
            yield
        finally:
            languages.cache_clear()
