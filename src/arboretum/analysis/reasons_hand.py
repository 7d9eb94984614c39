"""What is to be said of a card that leaves the hand: rights that are kept or given up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arboretum.actions import Action
from arboretum.analysis.holdings import claim, has_safe_right, hidden_cards
from arboretum.analysis.reason import Reason, cards_of
from arboretum.cards import Card, Species
from arboretum.language import say
from arboretum.rules.turn import EIGHT, ONE
from arboretum.view import View


def of_hand(view: View, card: Card, others: Sequence[Action]) -> Iterator[Reason]:
    """What the rights say of a card that leaves the hand, by placing or discarding."""
    yield from _given_up(view, card)
    for other in dict.fromkeys(cards_of(others)):
        if other.species is not card.species:
            yield from _kept(view, card, other)
    yield from _the_one(view, card, others)


def at_stake(view: View, species: Species) -> int:
    """Points that the right to a species decides now: one's own best path of it, and the best of a rival's."""
    points = [tableau.points.get(species, 0) for tableau in view.tableaux]
    mine = points.pop(view.me)
    return mine + max(points)


def without(view: View, card: Card) -> list[Card]:
    """One's own hand without a card."""
    return [held for held in view.hand if held != card]


def _given_up(view: View, card: Card) -> Iterator[Reason]:
    """That a right that was sure is no longer."""
    species, rest = card.species, without(view, card)
    stake = at_stake(view, species)
    if not stake or not has_safe_right(view, species, view.hand) or has_safe_right(view, species, rest):
        return
    after = claim(view, species, rest)
    yield Reason(
        say(
            "It gives up the sure right to {species}: {mine} in hand, {rival} may have {most}.",
            species=species.title,
            mine=after.mine,
            rival=view.players[after.rival],
            most=after.most,
        ),
        stake,
        False,
    )


def _kept(view: View, card: Card, other: Card) -> Iterator[Reason]:
    """That another card stays, and with it a right, or the cards for one."""
    species = other.species
    stake = at_stake(view, species)
    if not stake:
        return
    kept, lost = without(view, card), without(view, other)
    now = claim(view, species, kept)
    if has_safe_right(view, species, kept) and not has_safe_right(view, species, lost):
        yield Reason(
            say(
                "It keeps the right to {species}: {mine} against at most {most}.",
                species=species.title,
                mine=now.mine,
                most=now.most,
            ),
            stake,
            True,
        )
    elif not has_safe_right(view, species, kept):
        yield Reason(
            say(
                "It keeps {card} for the right to {species}: {mine} in hand, {rival} may have {most}.",
                card=other,
                species=species.title,
                mine=sum(held.value for held in kept if held.species is species),
                rival=view.players[now.rival],
                most=now.most,
            ),
            0.5 * stake,
            True,
        )


def _the_one(view: View, card: Card, others: Sequence[Action]) -> Iterator[Reason]:
    """That a 1 that can cancel an 8 stays, or goes (clause R2)."""
    if card.value == ONE and rivals_may_hold(view, Card.of(card.species, EIGHT)):
        yield Reason(
            say("It gives up {card}, which in hand makes an 8 of a rival count nothing.", card=card),
            0.5 * at_stake(view, card.species),
            False,
        )
    for other in dict.fromkeys(cards_of(others)):
        eight = Card.of(other.species, EIGHT)
        if other.value == ONE and other != card and at_stake(view, other.species) and rivals_may_hold(view, eight):
            yield Reason(
                say("It keeps {card}, which makes an 8 of a rival count nothing.", card=other),
                0.5 * at_stake(view, other.species),
                True,
            )


def rivals_may_hold(view: View, card: Card) -> bool:
    """Whether a rival holds a card, or may hold it."""
    rivals = [seat for seat in range(view.seats) if seat != view.me]
    if any(card in view.hands_known[seat] for seat in rivals):
        return True
    return card in view.unseen and any(hidden_cards(view, seat) for seat in rivals)
