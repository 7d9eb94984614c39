"""Finds what is written for people and stands outside the catalogue: in templates, in scripts, in Python."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from tongues import Token, all_tokens, tokens

LETTERS = re.compile(r"[A-Za-z]{2,}")
PROPER = re.compile(r"\bArboretum\b")
"""What is called so in every language."""

SPOKEN_ATTRIBUTES = {
    *("aria-label", "aria-description", "aria-valuetext", "aria-roledescription", "aria-placeholder"),
    *("title", "alt", "placeholder", "summary", "label"),
}
DUMB = {"script", "style", "code"}
"""Elements whose text is no language."""


class Bare(HTMLParser):
    """The texts of markup in which everything that is said was taken out."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside.append(tag)
        given = dict(attrs)
        self._look(*(value or "" for name, value in attrs if name in SPOKEN_ATTRIBUTES))
        if tag == "meta" and given.get("name") in ("description", "title"):
            self._look(given.get("content") or "")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._inside:
            while self._inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not DUMB & set(self._inside):
            self._look(data)

    def _look(self, *texts: str) -> None:
        self.found += [" ".join(text.split()) for text in texts if LETTERS.search(PROPER.sub("", text))]


def in_template(source: str) -> list[str]:
    """Bare texts of a Jinja template."""
    plain = re.sub(r"\{#.*?#\}", "", source, flags=re.DOTALL)
    plain = re.sub(r"\{% macro [^<>]*?endmacro -?%\}", "", plain)  # attributes
    plain = re.sub(r"\{%.*?%\}", "", plain, flags=re.DOTALL)
    plain = re.sub(r"\{\{.*?\}\}", " 0 ", plain, flags=re.DOTALL)
    strings = re.findall(r"\{[{%](.*?)[%}]\}", re.sub(r"\{#.*?#\}", "", source, flags=re.DOTALL), re.DOTALL)
    return [*Bare(plain).found, *(text for code in strings for text in _in_code(code))]


def _in_code(code: str) -> Iterator[str]:
    """Texts in the expressions of a template that are neither said nor names of something."""
    for match in re.finditer(r"(\w+\()?\s*\"((?:[^\"\\]|\\.)*)\"", code):
        if (
            match[1] not in ("say(", "say_many(")
            and is_text(match[2])
            and code[: match.start()].count("say_many(") == 0
        ):
            yield match[2]


def is_text(text: str) -> bool:
    """Whether a string in a program looks like something that is said to a person."""
    return bool(re.search(r"[A-Za-z]{2,}[,.;:]? [a-z]{2,}", text)) and bool(
        re.match(r"\W*[A-Z{\0]", text) or re.search(r"[.!?]\W*$", text)
    )


# Scripts. --------------------------------------------------------------------------------------------------


def in_script(source: str) -> list[str]:
    """Bare texts of JavaScript: of its templates of markup, and strings that look like sentences."""
    found: list[str] = []
    for row in all_tokens(tokens(source)):
        said = set(_said(row))
        for at, token in enumerate(row):
            if at in said or token.kind not in ("string", "template"):
                continue
            tag = row[at - 1].text if at and row[at - 1].kind == "name" else ""
            if tag in ("html", "svg"):
                found += Bare(token.text.replace("\0", "0 ")).found
            elif is_text(token.text):
                found.append(token.text)
    return found


def _said(row: tuple[Token, ...]) -> Iterator[int]:
    """The places of what stands inside say, sayMany, or an error for programmers."""
    depth = 0
    for at, token in enumerate(row):
        if depth:
            yield at
            if token.kind == "sign":
                depth += (token.text in "([{") - (token.text in ")]}")
        elif token.text == "(" and at and re.fullmatch("say|sayMany|[A-Za-z]*Error", row[at - 1].text):
            depth = 1


# Python. ---------------------------------------------------------------------------------------------------

SAID = {"say", "say_many", "later"}
FOR_PROGRAMMERS = {"TypeError", "ValueError", "KeyError", "RuntimeError", "AssertionError", "NotImplementedError"}
LOGS = {"debug", "info", "warning", "error", "exception", "critical"}


def in_python(path: Path) -> list[tuple[int, str]]:
    """Bare texts of a module: no docstring, no log, no error for programmers, no help of a command line."""
    tree = ast.parse(path.read_text())
    apart: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant | ast.JoinedStr):
            apart.add(node.value)
        elif isinstance(node, ast.Call):
            apart.update(_apart(node))
        elif isinstance(node, ast.Assert) and node.msg is not None:
            apart.add(node.msg)
    return list(_strings(tree, apart))


def _apart(call: ast.Call) -> Iterator[ast.AST]:
    """What of a call is said, or for no visitor."""
    name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
    if isinstance(call.func, ast.Name) and name in SAID:
        yield from call.args[: 2 if name == "say_many" else 1]
    elif name in FOR_PROGRAMMERS or (name in LOGS and isinstance(call.func, ast.Attribute)):
        yield from call.args
    elif name in ("option", "argument", "command", "group", "version_option"):
        yield from (keyword.value for keyword in call.keywords)
        yield from call.args


def _strings(node: ast.AST, apart: set[ast.AST]) -> Iterator[tuple[int, str]]:
    if node in apart or isinstance(node, ast.arg):
        return
    text = None
    if isinstance(node, ast.JoinedStr):
        text = "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        text = node.value
    if text is not None:
        if is_text(text):
            yield node.lineno, text  # type: ignore[attr-defined]
        return
    for child in ast.iter_child_nodes(node):
        yield from _strings(child, apart)
