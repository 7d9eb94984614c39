"""
What the network is shown: for each species some numbers about what a seat sees, and some about the game.

All of it is public or the seat's own hand: it is read from a `Sight`, from arboretums and from discard piles.
Every species is shown in the same way, so the network knows none of them by name. Numbers are scaled to be near
0 to 1.
"""

from __future__ import annotations

from typing import Annotated, Final

from arboretum.bots.choices import Mind
from arboretum.bots.outlook import brought, given, overlooked
from arboretum.bots.sight import THE_EIGHT, THE_ONE, size_of, sum_of
from arboretum.rules.growth import in_lane
from arboretum.rules.jit import rule
from arboretum.rules.layout import Reals, Rows, record_of
from arboretum.rules.position import CARDS, Position
from arboretum.rules.turn import slot_of, value_of
from arboretum.value.chances import chance_against

OF_SPECIES: Final = 48
"""Inputs for each species."""
OF_GAME: Final = 13
"""Inputs that are the same for all species, and follow those."""
INPUTS: Final = OF_SPECIES + OF_GAME


class Prospect(Mind):
    """The data dictionary: what the cards that lie open or are held would bring, in points, by card."""

    mine: Annotated[Reals, "f8", (CARDS,)]  # to one's own arboretum, on its best cell
    theirs: Annotated[Reals, "f8", (CARDS,)]  # to the rival's whom it would bring most


@rule
def described(position: Position, prospect: Prospect, growths: Rows, me: int, inputs: Rows) -> None:
    """
    Write what the network is shown of a position as a seat sees it, at the end of one of that seat's decisions.

    inputs: float32[slots or more, INPUTS], written; growths: Growth.dtype[SEATS], room.
    """
    overlooked(position, prospect, growths, me)
    foresee(position, prospect, growths)
    for slot in range(position.slots):
        for at in range(INPUTS):
            inputs[slot, at] = 0.0
        show_arboretums(position, prospect, growths, slot, inputs)
        show_hands(position, prospect, slot, inputs)
        show_chances(position, prospect, growths, slot, inputs)
    show_discards(position, prospect, inputs)
    show_prospects(position, prospect, inputs)
    show_game(position, prospect, inputs)


@rule
def foresee(position: Position, prospect: Prospect, growths: Rows) -> None:
    """What the cards in hand would bring, and those that lie on top of the discard piles."""
    me = prospect.me
    growth = record_of(growths, me)
    for at in range(position.hand_size[me]):
        card = position.hands[me, at]
        prospect.mine[card] = max(brought(position, prospect, growth, card), 0.0)
    for seat in range(position.seats):
        if position.discard_size[seat] > 0:
            card = position.discards[seat, position.discard_size[seat] - 1]
            prospect.mine[card] = max(brought(position, prospect, growth, card), 0.0)
            prospect.theirs[card] = given(position, prospect, growths, card)


@rule
def show_arboretums(position: Position, prospect: Prospect, growths: Rows, slot: int, inputs: Rows) -> None:
    """Inputs 0-11 and 42-47: paths, chains that can go on, cards of the species, one's own and rivals'."""
    me = prospect.me
    most = total = longest = earliest = 0
    for seat in range(position.seats):
        growth = record_of(growths, seat)
        ahead = in_lane(growth.ahead[0], slot)
        behind = in_lane(growth.behind[0], slot)
        if seat == me:
            inputs[slot, 0] = growth.best[seat, slot] / 10.0
            inputs[slot, 1] = ahead / 5.0
            inputs[slot, 2] = behind / 5.0
        else:
            most = max(most, growth.best[seat, slot])
            total += growth.best[seat, slot]
            longest = max(longest, ahead)
            earliest = max(earliest, behind)
    placed = placed_of(position, me, slot)
    inputs[slot, 3] = size_of(placed) / 4.0
    inputs[slot, 4] = 1.0 if placed & THE_ONE != 0 else 0.0
    inputs[slot, 5] = 1.0 if placed & THE_EIGHT != 0 else 0.0
    inputs[slot, 6] = most / 10.0
    inputs[slot, 7] = (total - most) / 10.0
    inputs[slot, 8] = longest / 5.0
    inputs[slot, 9] = earliest / 5.0
    inputs[slot, 10] = prospect.worth[slot] / 10.0
    inputs[slot, 11] = prospect.denied[slot] / 10.0
    inputs[slot, 42] = lowest_of(placed) / 8.0
    inputs[slot, 43] = highest_of(placed) / 8.0
    for seat in range(position.seats):
        if seat != me:
            theirs = placed_of(position, seat, slot)
            inputs[slot, 44] = max(inputs[slot, 44], size_of(theirs) / 4.0)
            inputs[slot, 45] = max(inputs[slot, 45], lowest_of(theirs) / 8.0)
            inputs[slot, 46] = max(inputs[slot, 46], highest_of(theirs) / 8.0)
    inputs[slot, 47] = highest_of(prospect.held[slot]) / 8.0


@rule
def placed_of(position: Position, seat: int, slot: int) -> int:
    """The cards of a species in a seat's arboretum, as a set."""
    placed = 0
    for at in range(position.tableau_size[seat]):
        card = position.tableau_cards[seat, at]
        placed |= (1 << (card & 7)) if slot_of(card) == slot else 0
    return placed


@rule
def lowest_of(cards: int) -> int:
    """The lowest value of a set of cards, 0 of none."""
    lowest = 0
    for place in range(7, -1, -1):
        lowest = place + 1 if (cards >> place) & 1 == 1 else lowest
    return lowest


@rule
def highest_of(cards: int) -> int:
    """The highest value of a set of cards, 0 of none."""
    highest = 0
    for place in range(8):
        highest = place + 1 if (cards >> place) & 1 == 1 else highest
    return highest


@rule
def show_hands(position: Position, prospect: Prospect, slot: int, inputs: Rows) -> None:
    """Inputs 12-24: what is held, known to be held by rivals, and unseen."""
    held = prospect.held[slot]
    unseen = prospect.unseen[slot]
    inputs[slot, 12] = sum_of(held) / 10.0
    inputs[slot, 13] = size_of(held) / 3.0
    inputs[slot, 14] = 1.0 if held & THE_ONE != 0 else 0.0
    inputs[slot, 15] = 1.0 if held & THE_EIGHT != 0 else 0.0
    inputs[slot, 16] = sum_of(held & ~THE_EIGHT) / 10.0
    inputs[slot, 17] = sum_of(unseen) / 36.0
    inputs[slot, 18] = size_of(unseen) / 8.0
    inputs[slot, 19] = 1.0 if unseen & THE_ONE != 0 else 0.0
    inputs[slot, 20] = 1.0 if unseen & THE_EIGHT != 0 else 0.0
    mine = held & THE_ONE
    expected = 0.0
    known = ones = eights = 0
    for seat in range(position.seats):
        if seat != prospect.me:
            expected = max(expected, prospect.expected[seat, slot, mine])
            known = max(known, sum_of(prospect.known[seat, slot]))
            ones |= prospect.known[seat, slot] & THE_ONE
            eights |= prospect.known[seat, slot] & THE_EIGHT
    inputs[slot, 21] = expected / 10.0
    inputs[slot, 22] = known / 10.0
    inputs[slot, 23] = 1.0 if ones != 0 else 0.0
    inputs[slot, 24] = 1.0 if eights != 0 else 0.0


@rule
def show_chances(position: Position, prospect: Prospect, growths: Rows, slot: int, inputs: Rows) -> None:
    """Inputs 25-32: chances of the right, by the bell curve and exactly for now, and what they decide."""
    me = prospect.me
    to_me = to_me_alone = 1.0
    theirs = 0.0
    best = 0
    for seat in range(position.seats):
        if seat != me:
            level = chance_against(position, prospect, seat, slot, 0)
            above = chance_against(position, prospect, seat, slot, 1)
            to_me *= level
            to_me_alone *= above
            best = max(best, record_of(growths, seat).best[seat, slot])
            theirs = max(theirs, (1.0 - above) * record_of(growths, seat).best[seat, slot])
    mine = record_of(growths, me).best[me, slot]
    inputs[slot, 25] = prospect.rights[slot]
    inputs[slot, 26] = to_me
    inputs[slot, 27] = to_me_alone
    inputs[slot, 28] = to_me * mine / 10.0
    inputs[slot, 29] = theirs / 10.0
    inputs[slot, 30] = prospect.rights[slot] * prospect.worth[slot] / 10.0
    inputs[slot, 31] = prospect.rights[slot] * prospect.denied[slot] / 10.0
    inputs[slot, 32] = (1.0 - prospect.rights[slot]) * best / 10.0


@rule
def show_discards(position: Position, prospect: Prospect, inputs: Rows) -> None:
    """Inputs 33-37: cards on top of discard piles, what they would bring, and how many are buried."""
    for seat in range(position.seats):
        top = position.discard_size[seat] - 1
        for at in range(top + 1):
            card = position.discards[seat, at]
            slot = slot_of(card)
            if at < top:
                inputs[slot, 33] += 0.25
            else:
                value = value_of(card) / 8.0
                place = 34 if seat == prospect.me else 35
                inputs[slot, place] = max(inputs[slot, place], value)
                inputs[slot, 36] = max(inputs[slot, 36], prospect.mine[card] / 5.0)
                inputs[slot, 37] = max(inputs[slot, 37], prospect.theirs[card] / 5.0)


@rule
def show_prospects(position: Position, prospect: Prospect, inputs: Rows) -> None:
    """Inputs 38-41: what the cards in hand would bring if placed. And the best three of the whole hand."""
    me = prospect.me
    first = second = third = 0.0
    for slot in range(position.slots):
        most = total = 0.0
        useful = points = 0
        for at in range(position.hand_size[me]):
            card = position.hands[me, at]
            if slot_of(card) == slot:
                most = max(most, prospect.mine[card])
                total += prospect.mine[card]
                useful += 1 if prospect.mine[card] > 0.5 else 0
                points += value_of(card) if prospect.mine[card] > 0.5 else 0
        inputs[slot, 38] = most / 5.0
        inputs[slot, 39] = total / 10.0
        inputs[slot, 40] = useful / 2.0
        inputs[slot, 41] = points / 10.0
    for at in range(position.hand_size[me]):
        bring = prospect.mine[position.hands[me, at]]
        if bring > first:
            first, second, third = bring, first, second
        elif bring > second:
            second, third = bring, second
        elif bring > third:
            third = bring
    for slot in range(position.slots):
        inputs[slot, OF_SPECIES] = first / 5.0
        inputs[slot, OF_SPECIES + 1] = second / 5.0
        inputs[slot, OF_SPECIES + 2] = third / 5.0


@rule
def show_game(position: Position, prospect: Prospect, inputs: Rows) -> None:
    """The other inputs: how far the game is, which decision was the last, whose turn is next."""
    me = prospect.me
    acted = position.phase if position.seat == me else 4
    size = position.pile_size
    for slot in range(position.slots):
        at = OF_SPECIES + 3
        inputs[slot, at] = prospect.late[0]
        inputs[slot, at + 1] = prospect.turns_left[0] / 10.0
        inputs[slot, at + 2] = min(size, 8) / 8.0
        inputs[slot, at + 3] = size & 1
        for phase in range(1, 5):
            inputs[slot, at + 3 + phase] = 1.0 if acted == phase else 0.0
        inputs[slot, at + 8] = position.tableau_size[me] / 10.0
        inputs[slot, at + 9] = prospect.unseen_size / 40.0
