"""JavaScript as far as texts go: its tokens, with the parts of templates, however deep they are nested."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from typing import Final

SPACE: Final = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
NAME: Final = re.compile(r"[\w$#]+")
STRING: Final = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'", re.DOTALL)
REGEX: Final = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
SIGN: Final = re.compile(r"=>|\.\.\.|\?\.|\?\?|[=!]==?|&&|\|\||[^\w\s]")
CHUNK: Final = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
ESCAPE: Final = re.compile(r"\\(u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|\n|.)", re.DOTALL)
ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0", "\n": ""}
BEFORE_REGEX: Final = {"return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do"}


@dataclasses.dataclass(frozen=True, slots=True)
class Token:
    """A piece of a program: a name or number, a string, a template, a regular expression, or a sign."""

    kind: str
    """`name`, `string`, `template`, `regex`, `sign`."""
    text: str
    """As it is written; of a string what it holds, of a template its chunks, joined by NUL."""
    line: int
    inner: tuple[tuple[Token, ...], ...] = ()
    """Of a template: the expressions between its chunks."""


def tokens(source: str) -> tuple[Token, ...]:
    """A whole program. Raises ValueError where it is not understood."""
    found, end = _read(source, 0, "")
    if end != len(source):
        raise ValueError(f"Nothing opens what is closed at {end}.")
    return found


def all_tokens(found: tuple[Token, ...]) -> Iterator[tuple[Token, ...]]:
    """A row of tokens, and every row inside its templates."""
    yield found
    for token in found:
        for row in token.inner:
            yield from all_tokens(row)


def _read(source: str, at: int, closing: str) -> tuple[tuple[Token, ...], int]:
    """The tokens from here to the end, or to the brace that closes a template's expression."""
    found: list[Token] = []
    depth = 0
    while at < len(source):
        space = SPACE.match(source, at)
        if space is not None:
            at = space.end()
            continue
        if depth == 0 and closing and source[at] == closing:
            break
        token, at = _token(source, at, found[-1] if found else None)
        depth += (token.kind == "sign") * ((token.text == "{") - (token.text == "}"))
        found.append(token)
    return tuple(found), at


def _token(source: str, at: int, before: Token | None) -> tuple[Token, int]:
    line = source.count("\n", 0, at) + 1
    if source[at] == "`":
        return _template(source, at, line)
    if source[at] == "/" and _may_begin_regex(before):
        regex = REGEX.match(source, at)
        if regex is not None:
            return Token("regex", regex[0], line), regex.end()
    for kind, pattern in (("name", NAME), ("string", STRING), ("sign", SIGN)):
        match = pattern.match(source, at)
        if match is not None:
            text = unescaped(match[0][1:-1]) if kind == "string" else match[0]
            return Token(kind, text, line), match.end()
    raise ValueError(f"Line {line} is not understood: {source[at : at + 20]!r}.")


def _may_begin_regex(before: Token | None) -> bool:
    if before is None:
        return True
    if before.kind == "name":
        return before.text in BEFORE_REGEX
    return before.kind == "sign" and before.text not in (")", "]", "}")


def _template(source: str, at: int, line: int) -> tuple[Token, int]:
    """A template from its first back-tick to its last."""
    chunks: list[str] = []
    inner: list[tuple[Token, ...]] = []
    at += 1
    while True:
        chunk = CHUNK.match(source, at)
        assert chunk is not None
        chunks.append(unescaped(chunk[0]))
        at = chunk.end()
        if source.startswith("`", at):
            return Token("template", "\0".join(chunks), line, tuple(inner)), at + 1
        if not source.startswith("${", at):
            raise ValueError(f"The template of line {line} has no end.")
        row, at = _read(source, at + 2, "}")
        inner.append(row)
        at += 1


def unescaped(text: str) -> str:
    """What a string holds."""

    def one(match: re.Match[str]) -> str:
        code = match[2] or match[3] or match[4]
        return chr(int(code, 16)) if code else ESCAPES.get(match[1], match[1])

    return ESCAPE.sub(one, text)


# What is said. ---------------------------------------------------------------------------------------------


def said(row: tuple[Token, ...], keywords: dict[str, int]) -> Iterator[tuple[Token, tuple[str, ...] | None]]:
    """
    Every call of a keyword in a row of tokens, with its first texts, as many as the keyword has.

    None stands for texts that are not written out where they are said.
    """
    for at, token in enumerate(row):
        is_call = token.kind == "name" and token.text in keywords and row[at + 1 : at + 2] != ()
        is_call = is_call and row[at + 1].text == "(" and (at == 0 or row[at - 1].text not in ("function", "."))
        if is_call:
            yield token, _texts(row, at + 2, keywords[token.text])


def _texts(row: tuple[Token, ...], at: int, count: int) -> tuple[str, ...] | None:
    """So many literal arguments from here on; a long one may be glued with +."""
    texts: list[str] = []
    while len(texts) < count:
        text = ""
        while True:
            token = row[at] if at < len(row) else None
            if token is None or token.kind not in ("string", "template") or token.inner:
                return None
            text += token.text
            at += 2
            if at > len(row) or row[at - 1].text != "+":
                break
        texts.append(text)
        if row[at - 1].text not in (",", ")"):
            return None
    return tuple(texts)
