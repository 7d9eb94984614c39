"""A placing and a discard that are chosen but not sent: they may be changed until the turn is ended."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from arboretum.actions import Action, Discard, Place
from arboretum.errors import IllegalAction
from arboretum.events import Placed
from arboretum.language import say
from arboretum.table import Phase
from arboretum.tableau import Tableau
from arboretum.view import View


@dataclasses.dataclass(frozen=True, slots=True)
class Draft:
    """What a player means to do with this turn. It lives on the player's side; no event knows of it."""

    place: Place | None = None
    discard: Discard | None = None

    def with_action(self, view: View, action: Place | Discard) -> Draft:
        """The draft with one more choice, or another one. Raises IllegalAction; then nothing has changed."""
        if isinstance(action, Place):
            view.check(action)
            draft = dataclasses.replace(self, place=action)
        else:
            _check_in_hand(view, action)
            draft = dataclasses.replace(self, discard=action)
        if draft.place and draft.discard and draft.place.card == draft.discard.card:
            raise _twice(view, action)
        return draft

    def without_last(self) -> Draft:
        """The draft without its discard, or if it has none without its placing."""
        return Draft(self.place) if self.discard else Draft()

    def is_complete(self, view: View) -> bool:
        """The turn can be ended: what is still due is chosen."""
        return self.discard is not None and (self.place is not None or view.phase is Phase.DISCARD)

    @property
    def actions(self) -> list[Place | Discard]:
        """What is sent when the turn is ended, in order."""
        return [action for action in (self.place, self.discard) if action is not None]

    def tableau(self, view: View) -> Tableau:
        """One's own arboretum as it would be."""
        return view.tableau.placing(self.place.card, self.place.cell) if self.place else view.tableau

    def __str__(self) -> str:
        return " ".join(map(str, self.actions)) or "nothing yet"


def _check_in_hand(view: View, discard: Discard) -> None:
    """Raise IllegalAction if this card could not be discarded once a card is placed."""
    if view.phase is not Phase.PLACE:
        view.check(discard)
        return
    view.check(Place(discard.card, view.my_open_cells[0]))  # a card that could be placed is in hand


def _twice(view: View, action: Place | Discard) -> IllegalAction:
    """That one card cannot be both placed and discarded."""
    what = {"action": action, "card": action.card}
    return IllegalAction(
        say(
            "{action} cannot be: {card} is the card that you discard. Choose another, or change that first.",
            **what,
        )
        if isinstance(action, Place)
        else say(
            "{action} cannot be: {card} is the card that you place. Choose another, or change that first.", **what
        ),
        reason="NOT_IN_HAND",
        action=action,
        seat=view.me,
        phase=view.phase.name,
    )


def check_turn(view: View, actions: Sequence[Action]) -> None:
    """Raise IllegalAction if these cannot be done one after the other. Nothing is sent before."""
    for action in actions:
        view.check(action)
        if isinstance(action, Place):
            view = view.after(Placed(view.me, action.card, action.cell))
