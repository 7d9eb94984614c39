"""What is to be said of a card's place: paths that grow, and chains that are closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arboretum.actions import Action, Place
from arboretum.analysis.fits import Chain, Growing, best_fit, closed, fit
from arboretum.analysis.reason import Reason
from arboretum.language import say
from arboretum.view import View


def of_placing(view: View, action: Place, others: Sequence[Action]) -> Iterator[Reason]:
    """What the paths say of a placing."""
    here = fit(view.tableau, action.card, action.cell)
    for path in here.paths:
        yield Reason(path_said(path), path.after - path.before, True)
    best = best_fit(view.tableau, action.card)
    if best.points > here.points and any(action.card == card for card in _cards(others)):
        yield Reason(
            say(
                "On {cell} it would make paths longer by {points} in all, here by {fewer}.",
                cell=best.cell,
                points=best.points,
                fewer=here.points,
            ),
            best.points - here.points,
            False,
        )
    shut = closed(view, action.card, action.cell)
    for chain in shut:
        yield from _closing(chain)
    if not shut and any(_closes(view, other) for other in others):
        yield Reason(say("It closes no path that still can grow."), 0.5, True)


def _cards(actions: Sequence[Action]) -> list[object]:
    return [action.card for action in actions if isinstance(action, Place)]


def _closes(view: View, action: Action) -> bool:
    return isinstance(action, Place) and bool(closed(view, action.card, action.cell))


def path_said(path: Growing) -> str:
    """What a card makes of a path."""
    if path.before == 0:
        return say("It makes a path of {species} worth {points}.", species=path.species.title, points=path.after)
    return say(
        "It makes the path of {species} worth {after} instead of {before}.",
        species=path.species.title,
        before=path.before,
        after=path.after,
    )


def _closing(chain: Chain) -> Iterator[Reason]:
    """That a chain cannot grow any more as it could."""
    if chain.ahead:
        yield Reason(
            say(
                "It closes the upper end of a row that begins with {species} and counts {points} so far.",
                points=chain.ahead,
                species=chain.species.title,
            ),
            0.5 * chain.ahead,
            False,
        )
    if chain.behind:
        yield Reason(
            say(
                "It closes the lower end of a row that leads to {species} and counts {points} so far.",
                points=chain.behind,
                species=chain.species.title,
            ),
            0.5 * chain.behind,
            False,
        )
