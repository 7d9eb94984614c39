"""What is to be said of a discard as a gift: what a rival could make of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arboretum.actions import Action
from arboretum.analysis.fits import Fit, best_fit
from arboretum.analysis.reason import Reason, cards_of
from arboretum.cards import Card
from arboretum.language import say_many
from arboretum.view import View


def of_gift(view: View, card: Card, others: Sequence[Action]) -> Iterator[Reason]:
    """What a discard could bring to rivals."""
    rival, found = most_given(view, card)
    if found.points:
        yield Reason(_gives(view, rival, card, found), found.points, False)
    yield from _for_a_right(view, card)
    for other in dict.fromkeys(cards_of(others)):
        taker, there = most_given(view, other)
        if there.points > found.points:
            yield _spares(view, taker, other, there, there.points - found.points)


def rivals(view: View) -> list[int]:
    """The other seats."""
    return [seat for seat in range(view.seats) if seat != view.me]


def most_given(view: View, card: Card) -> tuple[int, Fit]:
    """The rival to whom a card would bring most points, and how."""
    found = [(seat, best_fit(view.tableaux[seat], card)) for seat in rivals(view)]
    return max(found, key=lambda one: one[1].points)


def _gives(view: View, rival: int, card: Card, found: Fit) -> str:
    """That a rival could place what is discarded."""
    return say_many(
        "It gives {rival} {card}, which can be placed there for {count} point more.",
        "It gives {rival} {card}, which can be placed there for {count} points more.",
        found.points,
        rival=view.players[rival],
        card=card,
    )


def _spares(view: View, rival: int, card: Card, found: Fit, more: int) -> Reason:
    """That another card would have given more."""
    text = say_many(
        "It does not give {rival} {card}, which could be placed there for {count} point more.",
        "It does not give {rival} {card}, which could be placed there for {count} points more.",
        found.points,
        rival=view.players[rival],
        card=card,
    )
    return Reason(text, more, True)


def _for_a_right(view: View, card: Card) -> Iterator[Reason]:
    """That a rival who has a path of the species could take the card for the right to it."""
    for seat in rivals(view):
        points = view.tableaux[seat].points.get(card.species, 0)
        if points:
            text = say_many(
                "{rival} may take {card} for the right to {species}, which is worth {count} point there.",
                "{rival} may take {card} for the right to {species}, which is worth {count} points there.",
                points,
                rival=view.players[seat],
                card=card,
                species=card.species.title,
            )
            yield Reason(text, points * card.value / 8.0, False)
