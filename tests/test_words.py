"""The catalogue of everything that is said: complete, up to date, translated; and nothing is said outside it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

import unsaid
from arboretum.language import languages
from tongues import LOCALE, PLACEHOLDER, SOURCE, collected, generated

CATALOGUES = sorted(LOCALE.glob("*/LC_MESSAGES/arboretum.po"))
CODES = re.compile(r"--[a-z-]+|`[^`]*`|\b[A-Z]{2}[1-8]\b|\b[STPERWO]\d\b")
"""Options of commands, cards and clauses: the same in every language."""

SILENT = {
    "web/openapi.py": "a description for programs and their authors",
    "rooms/thinkers.py": "why a bot failed is for the server's log",
    "rooms/bots.py": "why a bot failed is for the server's log",
    "cli/bench.py": "measurements for who works on the engine, quoted as they are in benchmarks/results.md",
    "cli/__init__.py": "the help of the command line, which is English",
    "rooms/practice.py": "when a game began, as a record keeps it",
    "rooms/sqlite.py": "SQL",
    "rooms/sqlite_file.py": "SQL",
    "rooms/writer.py": "SQL",
    "rules/jit.py": "warnings for programs",
}
"""Files that say nothing to players, and why."""

NO_TEXTS = {"{} arboretum play", "{}:node gardener.js", 'attachment; filename="{}.{}"'}
"""What looks like a text and is a command, or a header."""

PATHS = [path for path in sorted(SOURCE.rglob("*")) if "vendor" not in path.parts]


def messages(path: Path) -> Iterator[Message]:
    catalogue = read_po(io.BytesIO(path.read_bytes()), locale=path.parent.parent.name, abort_invalid=True)
    return (message for message in catalogue if message.id)


def texts(text: object) -> tuple[str, ...]:
    """The text of a message, or its forms."""
    return (text,) if isinstance(text, str) else tuple(map(str, text))  # type: ignore[call-overload]


def test_the_catalogue_is_up_to_date() -> None:
    stale = [path.name for path, body in generated().items() if not path.exists() or path.read_bytes() != body]
    assert not stale, f"{stale}: run make words"


def test_german_is_there() -> None:
    assert [path.parent.parent.name for path in CATALOGUES] == ["de"]
    assert {code: language.name for code, language in languages().items()} == {"en": "English", "de": "Deutsch"}


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_every_text_is_translated(path: Path) -> None:
    wrong = []
    for message in messages(path):
        given = texts(message.string)
        if message.fuzzy or not all(given):
            wrong.append(texts(message.id)[0])
    assert not wrong, f"{len(wrong)} texts are missing or unsure, such as {wrong[:5]}"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_translations_have_the_same_parts(path: Path) -> None:
    wrong = []
    for message in messages(path):
        english = texts(message.id)
        names = {name for text in english for name in PLACEHOLDER.findall(text)}
        codes = {code for text in english for code in CODES.findall(text)}
        for form in filter(None, texts(message.string)):
            theirs = set(PLACEHOLDER.findall(form))
            least = names - {"{count}"} if len(english) > 1 else names
            if not least <= theirs <= names or set(CODES.findall(form)) != codes:
                wrong.append((english[0], form))
            if any(text[:1].isspace() != form[:1].isspace() for text in english):
                wrong.append((english[0], form))
    assert not wrong


def test_a_text_is_said_in_one_way() -> None:
    """No two texts that differ in blanks or a full stop alone, and none that is a piece of a sentence."""
    all_texts = [text for message in collected() if message.id for text in texts(message.id)]
    pieces = [text for text in all_texts if text != text.strip() or not text.strip()]
    assert not pieces


@pytest.mark.parametrize("path", [p for p in PATHS if p.suffix == ".html"], ids=lambda path: path.name)
def test_templates_say_everything(path: Path) -> None:
    assert unsaid.in_template(path.read_text()) == []


@pytest.mark.parametrize(
    "path", [p for p in PATHS if p.suffix == ".js"], ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_scripts_say_everything(path: Path) -> None:
    assert unsaid.in_script(path.read_text()) == []


def test_modules_say_everything() -> None:
    found = {}
    for path in PATHS:
        name = path.relative_to(SOURCE).as_posix()
        if path.suffix == ".py" and name not in SILENT:
            bare = [text for text in unsaid.in_python(path) if text[1] not in NO_TEXTS]
            if bare:
                found[name] = bare
    assert not found


def test_what_is_not_said_is_found() -> None:
    """The searches above find what they look for, however it is nested."""
    assert unsaid.in_template('<p>{{ say("Fine") }} {# no text #}<b>Bare words</b></p>') == ["Bare words"]
    assert unsaid.in_template('<a title="Bare {{ name }}">{% if x %}{{ say("Fine") }}{% endif %}</a>') == [
        "Bare 0"
    ]
    assert unsaid.in_template('{% set a = "This is bare." %}{{ say("This is fine.") }}') == ["This is bare."]
    script = "html`<p aria-label=${say('Fine')}>${a ? html`<b title='Bare'>${b}</b>` : `It is bare.`}</p>`"
    assert sorted(unsaid.in_script(script)) == ["Bare", "It is bare."]
    assert unsaid.in_script(
        "html`<i>${a}: bare ${b}</i>`; throw new Error('For a programmer.'); say('It is fine.')"
    ) == ["0 : bare 0"]


def test_bare_texts_of_python_are_found(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        '"""A docstring."""\n'
        "raise ArboretumError(f'{name} is bare.')\n"
        "raise ArboretumError(say('{name} is fine.', name=name))\n"
        "raise ValueError('This is for programmers.')\n"
        "log.info('This is for a log.')\n"
        "TABLE = {1: later('This is fine.'), 2: 'This is bare.'}\n"
    )
    assert unsaid.in_python(module) == [(2, "{} is bare."), (6, "This is bare.")]
