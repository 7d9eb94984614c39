"""
The process that gives hints: `python -m arboretum.rooms.adviser`.

It is given what a seat has seen, a line of JSON a question, and answers with what that seat may do, a line too.
It knows nothing else: no game, no store, no network. It is ready at once, and advises at a look, interpreted;
meanwhile it compiles what the review of a game judges by, and from then on it advises what that will like best.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from arboretum.actions import Discard
from arboretum.advice import Judging, advice_json, advised, as_reviewed
from arboretum.bots.ask import exception_in_words
from arboretum.bots.warming import some_view
from arboretum.language import speaking
from arboretum.notation import parse_action
from arboretum.rooms.thinker import answer_all, view_of
from arboretum.rules.jit import can_compile
from arboretum.value.judge import judged_at_once


class Adviser:
    """Advises seats, the better the longer it is there."""

    def __init__(self) -> None:
        self._judging: Judging = judged_at_once

    def look_closer(self) -> None:
        """Compile what judges to the end of a turn, in seconds or, the first time, a minute; then use it."""
        if can_compile():
            as_reviewed(some_view())
            self._judging = as_reviewed

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Advice for a seat, in the language of whoever asks, or how it failed."""
        try:
            view = view_of(request)
            wish = request["instead"] and parse_action(request["instead"])
            with speaking(request["language"]):
                return advice_json(view, advised(view, wish if isinstance(wish, Discard) else None, self._judging))
        except Exception as error:
            return {"failed": exception_in_words(error)}


def main() -> None:
    """Answer until nobody asks any more."""
    adviser = Adviser()
    answer_all(threading.Thread(target=adviser.look_closer, daemon=True).start, adviser.answer)


if __name__ == "__main__":
    main()
