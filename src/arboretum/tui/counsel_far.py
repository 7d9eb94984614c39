"""Hints at a table of a server: it decides whether they are given, and they are worked out there."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.remote.enter import Place
from arboretum.remote.server import Json
from arboretum.remote.words import plain
from arboretum.table import Phase
from arboretum.tui.draft import Draft
from arboretum.view import View

HERE: Final = ("say", "why", "choices", "warning", "against")
"""What is read of an answer."""


class TableCounsel:
    """Asks the server; see Counsel."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def hint(self, view: View, draft: Draft) -> list[str]:
        """See Counsel."""
        told = self._asked(view, draft)
        others = [
            say("{deed} Wins {chance} of 100.", deed=choice["say"], chance=round(100 * choice["win"]))
            for choice in told["choices"][1:]
        ]
        return [plain(sentence) for sentence in (told["say"], *told["why"], *others)]

    def warning(self, view: View, draft: Draft) -> list[str]:
        """See Counsel. A server that does not answer, or gives no advice, holds nobody up."""
        try:
            told = self._asked(view, draft)
        except ArboretumError:
            return []
        if not told["warning"]:
            return []
        better = say("Better: {deed}", deed=told["choices"][0]["say"])
        return [plain(sentence) for sentence in (told["warning"], *told["against"], better)]

    def _asked(self, view: View, draft: Draft) -> Json:
        """What the server advises. Raises ArboretumError."""
        query = {"seat": str(view.me)}
        if view.phase is Phase.PLACE and draft.place is not None:
            query["place"] = str(draft.place)
        if draft.discard is not None and draft.is_complete(view):
            query["instead"] = str(draft.discard)
        told = self._place.server.get(f"/t/{self._place.table}/hint?{urlencode(query)}").json
        if any(key not in told for key in HERE):
            raise ArboretumError(say("The server answered something that cannot be read here."))
        return told
