"""
Hand sums that a view leaves possible: the most a rival may hold, and whether a right is sure (clauses R1-R3).

What is said here is exact about the hands as they are now: of all the hands that rivals may hold by what the view
knows, the worst is looked for. What they will still draw is not foretold.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from arboretum.cards import Card, Species
from arboretum.rules.turn import EIGHT, ONE
from arboretum.view import View


@dataclasses.dataclass(frozen=True, slots=True)
class Claim:
    """One's own hand sum of a species against a rival's at its worst."""

    mine: int
    """One's own sum, an 8 that a rival may cancel counted 0."""
    most: int
    """The most that the rival may hold then."""
    rival: int
    """The seat of the rival."""

    @property
    def is_safe(self) -> bool:
        """The right is sure against this rival; a tie has the right too."""
        return self.mine >= self.most


def claim(view: View, species: Species, hand: Iterable[Card]) -> Claim:
    """What a hand of one's own claims of a species, against the rival and in the case that is worst for it."""
    values = {card.value for card in hand if card.species is species}
    cases = (
        case for rival in range(view.seats) if rival != view.me for case in _cases(view, species, values, rival)
    )
    return min(cases, key=lambda case: (case.mine - case.most, case.rival))


def has_safe_right(view: View, species: Species, hand: Iterable[Card]) -> bool:
    """Whether a hand has the right to a species, whatever rivals hold now (clauses R3, R4, option O2)."""
    found = claim(view, species, hand)
    return found.is_safe and (found.mine > 0 or view.options.unheld == "everyone")


def most_held(view: View, rival: int, species: Species, hand: Iterable[Card]) -> int:
    """The most that a rival may hold of a species now, if this is one's own hand."""
    values = {card.value for card in hand if card.species is species}
    return max(case.most for case in _cases(view, species, values, rival))


def _cases(view: View, species: Species, mine: set[int], rival: int) -> Iterator[Claim]:
    """The worst that a rival may hold, by where the 1 of the species is."""
    known = {card.value for card in view.hands_known[rival] if card.species is species}
    unseen = {card.value for card in view.unseen if card.species is species} - mine
    hidden = hidden_cards(view, rival)
    others = [seat for seat in range(view.seats) if seat not in (view.me, rival)]
    is_known_there = any(
        card.species is species and card.value == ONE for seat in others for card in view.hands_known[seat]
    )
    if is_known_there or ONE in mine:  # somebody else has it: the rival's 8 counts 0
        yield _case(mine, known - {EIGHT}, unseen - {EIGHT}, hidden, rival, cancelled=is_known_there)
    elif ONE in known:
        yield _case(mine, known, unseen, hidden, rival, cancelled=True)
    else:
        yield _case(mine, known, unseen - {ONE}, hidden, rival, cancelled=False)
        if ONE in unseen and hidden > 0:
            yield _case(mine, known | {ONE}, unseen - {ONE}, hidden - 1, rival, cancelled=True)
        if ONE in unseen and any(hidden_cards(view, seat) for seat in others):
            yield _case(mine, known - {EIGHT}, unseen - {ONE, EIGHT}, hidden, rival, cancelled=True)


def _case(mine: set[int], known: set[int], unseen: set[int], hidden: int, rival: int, *, cancelled: bool) -> Claim:
    """The worst of one case: the rival has the highest of the unseen cards."""
    own = sum(mine - {EIGHT}) if cancelled and ONE not in mine else sum(mine)
    return Claim(own, sum(known) + sum(sorted(unseen, reverse=True)[:hidden]), rival)


def hidden_cards(view: View, seat: int) -> int:
    """How many cards of a rival's hand the view does not know."""
    return view.hand_sizes[seat] - len(view.hands_known[seat])
