"""
The process that gives hints: `python -m arboretum.rooms.adviser`.

It is given what a seat has seen, a line of JSON a question, and answers with what that seat may do, a line too.
It knows nothing else: no game, no store, no network. It needs no compiler, so it is ready at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arboretum.actions import Discard
from arboretum.advice import advice_json, advised
from arboretum.bots.ask import exception_in_words
from arboretum.language import speaking
from arboretum.notation import parse_action
from arboretum.rooms.thinker import answer_all, view_of


def main() -> None:
    """Answer until nobody asks any more."""
    answer_all(lambda: None, answer)


def answer(request: Mapping[str, Any]) -> dict[str, Any]:
    """Advice for a seat, in the language of whoever asks, or how it failed."""
    try:
        view = view_of(request)
        wish = request["instead"] and parse_action(request["instead"])
        with speaking(request["language"]):
            return advice_json(view, advised(view, wish if isinstance(wish, Discard) else None))
    except Exception as error:
        return {"failed": exception_in_words(error)}


if __name__ == "__main__":
    main()
