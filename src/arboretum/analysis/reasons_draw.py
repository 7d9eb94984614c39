"""What is to be said of where to draw from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arboretum.actions import Action, DrawDiscard
from arboretum.analysis.fits import best_fit
from arboretum.analysis.holdings import claim, has_safe_right
from arboretum.analysis.reason import Reason
from arboretum.analysis.reasons_gift import most_given
from arboretum.analysis.reasons_hand import at_stake
from arboretum.cards import Card
from arboretum.language import say, say_many
from arboretum.view import View


def of_pile(view: View, others: Sequence[Action]) -> list[Reason]:
    """What speaks for and against the draw pile; other sources are named if it is compared with them."""
    found = []
    tops = [pile.top for pile in view.discards if pile.top is not None]
    gains = {card: best_fit(view.tableau, card).points for card in tops}
    named = {view.discards[other.seat].top for other in others if isinstance(other, DrawDiscard)}
    if tops and not any(gains.values()) and not any(_makes_safe(view, card) for card in tops):
        found.append(Reason(say("No card on a discard pile makes a path worth more, or a right sure."), 0.5, True))
    for card, points in gains.items():
        is_named = card in named or not others
        if points and is_named:
            found.append(Reason(_leaves(card, points), points, False))
        if is_named and _makes_safe(view, card):
            found.append(Reason(_leaves_right(card), at_stake(view, card.species), False))
    if view.pile_size == 1:
        found.append(Reason(say("It is the last card of the draw pile, so this turn is the last."), 9.0, True))
    return found


def _leaves(card: Card, points: int) -> str:
    return say_many(
        "It leaves {card} lying, with which paths would be worth {count} point more.",
        "It leaves {card} lying, with which paths would be worth {count} points more.",
        points,
        card=card,
    )


def _leaves_right(card: Card) -> str:
    return say(
        "It leaves {card} lying, which would make the right to {species} sure for now.",
        card=card,
        species=card.species.title,
    )


def of_taking(view: View, owner: int) -> list[Reason]:
    """What speaks for and against taking the top card of a discard pile."""
    card = view.discards[owner].top
    if card is None:
        return []
    return [*_for_paths(view, card), *_for_right(view, card), *_denying(view, card, owner)]


def _for_paths(view: View, card: Card) -> Iterator[Reason]:
    """That a path grows by it, or none."""
    found = best_fit(view.tableau, card)
    if not found.points:
        if not _makes_safe(view, card):
            yield Reason(say("{card} makes no path worth more now, and no right sure.", card=card), 0.5, False)
        return
    text = say_many(
        "With {card} paths can be worth {count} point more.",
        "With {card} paths can be worth {count} points more.",
        found.points,
        card=card,
    )
    yield Reason(text, found.points, True)


def _for_right(view: View, card: Card) -> Iterator[Reason]:
    """That a right is sure with it, or nearer."""
    stake = at_stake(view, card.species)
    hand = [*view.hand, card]
    found = claim(view, card.species, hand)
    if _makes_safe(view, card):
        yield Reason(
            say(
                "It makes the right to {species} sure for now: {mine} against at most {most}.",
                species=card.species.title,
                mine=found.mine,
                most=found.most,
            ),
            stake,
            True,
        )
    elif stake and not has_safe_right(view, card.species, view.hand):
        yield Reason(
            say(
                "It makes {mine} of {species} in hand, where {rival} may have {most}.",
                mine=sum(held.value for held in hand if held.species is card.species),
                species=card.species.title,
                rival=view.players[found.rival],
                most=found.most,
            ),
            0.3 * stake,
            True,
        )


def _makes_safe(view: View, card: Card) -> bool:
    """Whether a right that decides something is sure with a card, and not without."""
    if not at_stake(view, card.species) or has_safe_right(view, card.species, view.hand):
        return False
    return has_safe_right(view, card.species, [*view.hand, card])


def _denying(view: View, card: Card, owner: int) -> Iterator[Reason]:
    """That a rival does not get it."""
    rival, found = most_given(view, card)
    if found.points:
        text = say_many(
            "It takes {card} from {rival}, who could place it for {count} point more.",
            "It takes {card} from {rival}, who could place it for {count} points more.",
            found.points,
            rival=view.players[rival],
            card=card,
        )
        yield Reason(text, found.points, True)
