"""Hints at the terminal: for who plays alone against bots of this process. At a server the table decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from arboretum.errors import ArboretumError
from arboretum.events import Placed
from arboretum.language import say
from arboretum.table import Phase
from arboretum.tui.draft import Draft
from arboretum.view import View


class Counsel(Protocol):
    """Who advises whoever is to act."""

    def hint(self, view: View, draft: Draft) -> list[str]:
        """What is advised, what it is worth and why. Raises ArboretumError where that is not given."""

    def warning(self, view: View, draft: Draft) -> list[str]:
        """What the discard that is chosen costs, if it costs much, and why; nothing where no advice is given."""


class HomeCounsel:
    """Advises in this process; a moment's work, for which nothing is compiled."""

    def __init__(self, persons: Sequence[int]) -> None:
        """persons: the seats that are played at this keyboard."""
        self._alone = len(persons) == 1

    def hint(self, view: View, draft: Draft) -> list[str]:
        """See Counsel."""
        if not self._alone:
            raise ArboretumError(say("There are no hints in a game against people."))
        from arboretum import advice

        after = considered(view, draft)
        return list(advice.lines(after, advice.advised(after)))

    def warning(self, view: View, draft: Draft) -> list[str]:
        """See Counsel."""
        if not self._alone or draft.discard is None:
            return []
        from arboretum import advice

        after = considered(view, draft)
        advised = advice.advised(after, draft.discard)
        return advice.warned(after, advised) if advised.cost >= advice.COSTLY else []


def considered(view: View, draft: Draft) -> View:
    """What the seat would know when its placing is done that is only chosen yet."""
    if view.phase is not Phase.PLACE or draft.place is None:
        return view
    return view.after(Placed(view.me, draft.place.card, draft.place.cell))
