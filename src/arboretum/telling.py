"""What happened, as sentences: each event one of its own, so that it can be read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from arboretum.cards import Card
from arboretum.events import PILE, Dealt, Discarded, Drew, Ended, Event, Placed, Shuffled, Started
from arboretum.language import say
from arboretum.view import View


def sentence(event: Event, players: Sequence[str], me: int) -> str | None:
    """An event as `me` saw it, in words; None for what has no words, such as the shuffle."""
    match event:
        case Shuffled():
            return None
        case Started(seat):
            return say("You begin.") if seat == me else say("{player} begins.", player=players[seat])
        case Dealt(seat, _, discard):
            return None if discard is None else _opening(discard, seat, players, me)
        case Drew(seat, source, card):
            if seat == me:
                return _drawn(source, players, card, me)
            return _seen_drawn(seat, source, players, card, me)
        case Placed(seat, card, cell):
            if seat == me:
                return say("You placed {card} on {cell}.", card=card, cell=cell)
            return say("{player} placed {card} on {cell}.", player=players[seat], card=card, cell=cell)
        case Discarded(seat, card):
            if seat == me:
                return say("You discarded {card}.", card=card)
            return say("{player} discarded {card}.", player=players[seat], card=card)
        case Ended():
            return say("The game is over.")
        case _:
            assert_never(event)


def _opening(card: Card, seat: int, players: Sequence[str], me: int) -> str:
    """The card with which a discard pile begins (option O4)."""
    if seat == me:
        return say("{card} lies on your discard pile from the start.", card=card)
    return say("{card} lies on {player}'s discard pile from the start.", card=card, player=players[seat])


def _drawn(source: str | int, players: Sequence[str], card: Card | None, me: int) -> str:
    """What I drew and from where."""
    if source == PILE:
        if card is None:
            return say("You drew a card from the draw pile.")
        return say("You drew {card} from the draw pile.", card=card)
    if source == me:
        return say("You took {card} from your own discard pile.", card=card)
    return say("You took {card} from {owner}'s discard pile.", card=card, owner=players[int(source)])


def _seen_drawn(seat: int, source: str | int, players: Sequence[str], card: Card | None, me: int) -> str:
    """What somebody else drew and from where, as I saw it."""
    player = players[seat]
    if source == PILE:
        if card is None:
            return say("{player} drew a card from the draw pile.", player=player)
        return say("{player} drew {card} from the draw pile.", player=player, card=card)
    if source == seat:
        return say("{player} took {card} from their own discard pile.", player=player, card=card)
    if source == me:
        return say("{player} took {card} from your discard pile.", player=player, card=card)
    owner = players[int(source)]
    return say("{player} took {card} from {owner}'s discard pile.", player=player, card=card, owner=owner)


def turns(events: Iterable[Event]) -> list[list[Event]]:
    """Events grouped by turn: the set-up, then every turn to its discard, then the one that is being played."""
    groups: list[list[Event]] = [[]]
    for event in events:
        opens = isinstance(event, Drew) and not (groups[-1] and isinstance(groups[-1][0], Drew))
        if opens or isinstance(event, Ended):
            groups.append([])
        groups[-1].append(event)
        if isinstance(event, Discarded):
            groups.append([])
    return [group for group in groups if group]


def paragraph(events: Iterable[Event], players: Sequence[str], me: int) -> str:
    """Events in words, one sentence after the other; empty if none has words."""
    return " ".join(filter(None, (sentence(event, players, me) for event in events)))


def since_my_turn(view: View) -> list[Event]:
    """What happened after this seat last discarded; everything if it never did."""
    after = [at for at, event in enumerate(view.seen) if isinstance(event, Discarded) and event.seat == view.me]
    return list(view.seen[after[-1] + 1 :] if after else view.seen)


def log(view: View) -> list[str]:
    """The whole game so far as this seat saw it: a numbered turn a line, after the set-up."""
    lines = []
    for number, group in enumerate(turns(view.seen)):
        said = paragraph(group, view.players, view.me)
        if said:
            lines.append(f"{number}. {said}" if isinstance(group[0], Drew) else said)
    return lines
