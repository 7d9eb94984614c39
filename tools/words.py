"""
The catalogue of everything that is said.

    python tools/words.py            collects the texts of pages, client and terminal into locale/arboretum.pot,
                                     merges them into each language's arboretum.po, and compiles it
    python tools/words.py --check    only says whether that would change anything
"""

from __future__ import annotations

import ast
import io
import itertools
import json
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract
from js_text import all_tokens, said, tokens

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src" / "arboretum"
LOCALE: Final = SOURCE / "locale"
TEMPLATE: Final = LOCALE / "arboretum.pot"
CLIENT: Final = LOCALE / "client.json"
"""The texts that the browser's code says: what a page is sent of a catalogue."""

KEYWORDS: Final = {"say": None, "later": None, "say_many": (1, 2)}
"""What marks a text in Python and in templates, and which arguments are texts."""

PLACEHOLDER: Final = re.compile(r"(\{\w+\})")
"""What stands for something in a text."""

JS_KEYWORDS: Final = {"say": 1, "sayMany": 2}
COMMENTS: Final = ("TRANSLATORS:",)

Text = str | tuple[str, ...]
Found = tuple[Path, Text, list[str]]


def texts() -> Iterator[Found]:
    """Every text in the code: the file, the text or its two forms, and comments for who translates it."""
    for path in sorted(SOURCE.rglob("*")):
        if "vendor" in path.parts:
            continue
        if path.suffix == ".py":
            yield from _python(path)
        elif path.suffix == ".html":
            yield from _page(path)
        elif path.suffix == ".js":
            yield from ((path, text, []) for text in script_texts(path))


def _python(path: Path) -> Iterator[Found]:
    source = path.read_text()
    lines = source.splitlines()
    for call in python_calls(ast.parse(source)):
        assert isinstance(call.func, ast.Name)
        given = tuple(argument.value if isinstance(argument, ast.Constant) else None for argument in call.args)
        before = lines[call.lineno - 2].strip() if call.lineno > 1 else ""
        comments = [before.removeprefix("# ")] if before.startswith(f"# {COMMENTS[0]}") else []
        yield path, _text(f"{path}:{call.lineno}", call.func.id, given), comments


def python_calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Every call that says something, in order; methods of that name are none."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    names = {call: call.func.id for call in calls if isinstance(call.func, ast.Name)}
    yield from sorted((c for c in calls if names[c] in KEYWORDS), key=lambda call: (call.lineno, call.col_offset))


def _page(path: Path) -> Iterator[Found]:
    with path.open("rb") as file:
        options = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
        for line, name, found, comments in babel_extract(file, tuple(KEYWORDS), COMMENTS, options):
            yield path, _text(f"{path}:{line}", name, found), list(comments)


def _text(place: str, name: object, found: object) -> Text:
    """The texts of one call, of which only say_many has two; its other arguments do not count."""
    given = found if isinstance(found, tuple) else (found,)
    wanted = given[:2] if name == "say_many" else given[:1]
    if not all(isinstance(text, str) for text in wanted):
        raise SystemExit(f"{place}: {name} needs a literal text, written where it is said.")
    texts = tuple(map(str, wanted))
    return texts if name == "say_many" else texts[0]


def script_texts(path: Path) -> Iterator[Text]:
    """The texts that one file of the browser's code says."""
    for row in all_tokens(tokens(path.read_text())):
        for token, found in said(row, JS_KEYWORDS):
            if found is None:
                raise SystemExit(
                    f"{path}:{token.line}: {token.text} needs a literal text, written where it is said."
                )
            yield found if len(found) > 1 else found[0]


def collected() -> Catalog:
    """All texts as a template for translators."""
    catalogue = Catalog(project="Arboretum", charset="utf-8", header_comment=HEADER)
    for path, text, comments in texts():
        place = (path.relative_to(SOURCE).as_posix(), 0)
        flags = () if "{" not in "".join(text) else ("python-brace-format",)
        catalogue.add(text, locations=[place], auto_comments=comments, flags=flags)
    return catalogue


HEADER: Final = """\
# The texts of Arboretum, made by `make words`. Names in braces stand for what is put in: keep them.
# Codes of cards (OK5), cells (2,-1) and actions (-OK5) are the same in every language."""


def as_po(catalogue: Catalog) -> str:
    """A catalogue as a file; without dates and numbers of lines, which would change without need."""
    out = io.BytesIO()
    write_po(out, catalogue, width=110, include_lineno=False, sort_output=False, ignore_obsolete=True)
    lines = out.getvalue().decode().splitlines(keepends=True)
    dull = ('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By', '"Last-Translator', '"Report-Msgid')
    return "".join(line for line in lines if not line.startswith(dull))


def as_mo(catalogue: Catalog) -> bytes:
    """
    A catalogue as `gettext` reads it. A text that is missing or not sure is left out, and said in English.

    Written here and not by Babel, whose heading tells the time and its version.
    """
    heading = f"Content-Type: text/plain; charset=UTF-8\nPlural-Forms: {catalogue.plural_forms}\n"
    pairs = {b"": heading.encode()}
    for message in catalogue:
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if message.id and forms and all(forms) and not message.fuzzy:
            names = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            pairs["\0".join(names).encode()] = "\0".join(forms).encode()
    rows = sorted(pairs.items())
    ids, strings = (b"".join(text + b"\0" for text in column) for column in zip(*rows, strict=True))
    count, ids_at = len(rows), 28 + 16 * len(rows)
    tables = [_table([row[column] for row in rows], at) for column, at in ((0, ids_at), (1, ids_at + len(ids)))]
    return struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0) + b"".join(tables) + ids + strings


def _table(texts: list[bytes], at: int) -> bytes:
    """Length and place of each text, of which the first is there."""
    places = itertools.accumulate((len(text) + 1 for text in texts[:-1]), initial=at)
    return b"".join(struct.pack("<2I", len(text), place) for text, place in zip(texts, places, strict=True))


def read(path: Path) -> Catalog:
    """A language's catalogue, of the language that its folder names."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name, abort_invalid=True)


def merged(path: Path, template: Catalog) -> Catalog:
    """A language's catalogue with all texts that there are now, and no others."""
    catalogue = read(path)
    catalogue.update(template, no_fuzzy_matching=True, update_header_comment=False)
    return catalogue


def made() -> dict[Path, bytes]:
    """Every generated file with what it is to hold."""
    template = collected()
    scripts = (text for path, text, _ in texts() if path.suffix == ".js")
    ours = sorted(set(scripts), key=str)
    files = {
        TEMPLATE: as_po(template).encode(),
        CLIENT: (json.dumps(ours, indent=0, ensure_ascii=False) + "\n").encode(),
    }
    for path in sorted(LOCALE.glob("*/LC_MESSAGES/arboretum.po")):
        text = as_po(merged(path, template))
        files[path] = text.encode()
        catalogue = read_po(io.BytesIO(text.encode()), locale=path.parent.parent.name, abort_invalid=True)
        files[path.with_suffix(".mo")] = as_mo(catalogue)
    return files


def main() -> int:
    """Make them all, or say which are not as they are to be."""
    old = {path: body for path, body in made().items() if not path.exists() or path.read_bytes() != body}
    for path, body in old.items():
        name = path.relative_to(ROOT)
        if "--check" in sys.argv[1:]:
            print(f"{name} is not up to date: run make words.")
        else:
            path.write_bytes(body)
            print(f"{name} made.")
    return int(bool(old) and "--check" in sys.argv[1:])


if __name__ == "__main__":
    raise SystemExit(main())
