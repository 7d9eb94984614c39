"""JSON that somebody wrote: what is there twice is noticed; it is refused with the place and the reason."""

from __future__ import annotations

import json
from typing import Any, Final

from arboretum.errors import ScoreError
from arboretum.language import later, said, say


class Doubled(dict[str, Any]):
    """An object of which a key is there twice; `first` and `second` are what it says."""

    key: str
    first: object
    second: object


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, remembering a key that is there twice, which plain `json` would lose."""
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    doubled = Doubled(members)
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            doubled.key, doubled.first, doubled.second = key, seen[key], value
            break
        seen[key] = value
    return doubled


def _constant(word: str) -> float:
    raise ScoreError(say("{word} is not JSON, and a position has no numbers but a seat.", word=word))


def _whole(digits: str) -> int:
    if len(digits) > 9:
        raise ScoreError(
            say("The number {digits}... is too large: a position has no numbers but a seat.", digits=digits[:9])
        )
    return int(digits)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole)


def value_of(text: str) -> object:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        reason = error.msg[0].lower() + error.msg[1:]
        if reason.startswith("unterminated"):
            reason = say("the text that begins here has no end")
        elif error.pos >= len(text.rstrip()):
            reason = say("{reason}, but the input ends here", reason=reason)
        place = say("Column {column}", column=error.colno)
        if "\n" in text.strip():
            place = say("Line {line}, column {column}", line=error.lineno, column=error.colno)
        raise ScoreError(say("{place}: this is not JSON: {reason}.", place=place, reason=reason)) from None
    except RecursionError:
        raise ScoreError(say("The JSON is nested too deeply to be a position.")) from None


def members(value: object, place: str, known: tuple[str, ...] | None) -> dict[str, Any]:
    """The members of an object; only known names, each once."""
    if not isinstance(value, dict):
        names = ", ".join(f'"{name}"' for name in known or ("tiebreak", "unheld"))
        raise wrong(place, say("an object with {names}", names=names), value)
    if isinstance(value, Doubled):
        raise ScoreError(
            say("{place}: {shown} is there twice in one object.", place=place, shown=shown(value.key))
        )
    for name in value:
        if known is not None and name not in known:
            raise ScoreError(
                say(
                    "{place}: there is nothing called {shown}: expected {known}.",
                    place=place,
                    shown=shown(name),
                    known=", ".join(known),
                )
            )
    return value


def wrong(place: str, expected: str, value: object) -> ScoreError:
    """An error for a value of the wrong type."""
    return ScoreError(
        say("{place}: expected {expected}, not {shown}.", place=place, expected=expected, shown=shown(value))
    )


_KINDS: Final = {
    list: later("a list"),
    bool: later("true or false"),
    type(None): later("nothing"),
    int: later("a number"),
    float: later("a number"),
}


def shown(value: object, longest: int = 30) -> str:
    """A text as JSON writes it, cut to a length that is kind to print; of any other value its kind."""
    if not isinstance(value, str):
        kind = _KINDS.get(type(value))
        return say("an object") if kind is None else said(kind)
    text = json.dumps(value[:longest])
    return text if len(value) <= longest and len(text) <= 2 * longest else text[: longest - 3] + "..."
