"""What happened, as sentences: each event one of its own, so that it can be read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from arboretum.events import PILE, Dealt, Discarded, Drew, Ended, Event, Placed, Shuffled, Started
from arboretum.view import View


def sentence(event: Event, players: Sequence[str], me: int) -> str | None:
    """An event as `me` saw it, in words; None for what has no words, such as the shuffle."""
    match event:
        case Shuffled():
            return None
        case Started(seat):
            return f"{_who(seat, players, me)} {_verb(seat, me, 'begin', 'begins')}."
        case Dealt(seat, _, discard):
            if discard is None:
                return None
            whose = "your" if seat == me else f"{players[seat]}'s"
            return f"{discard} lies on {whose} discard pile from the start."
        case Drew(seat, source, card):
            return f"{_who(seat, players, me)} {_drawn(seat, source, players, me, card)}."
        case Placed(seat, card, cell):
            return f"{_who(seat, players, me)} placed {card} on {cell}."
        case Discarded(seat, card):
            return f"{_who(seat, players, me)} discarded {card}."
        case Ended():
            return "The game is over."
        case _:
            assert_never(event)


def _who(seat: int, players: Sequence[str], me: int) -> str:
    return "You" if seat == me else players[seat]


def _verb(seat: int, me: int, yours: str, theirs: str) -> str:
    return yours if seat == me else theirs


def _drawn(seat: int, source: str | int, players: Sequence[str], me: int, card: object) -> str:
    """What somebody drew and from where."""
    if source == PILE:
        return f"drew {'a card' if card is None else card} from the draw pile"
    if source == seat:
        whose = _verb(seat, me, "your", "their") + " own"
    else:
        whose = "your" if source == me else f"{players[int(source)]}'s"
    return f"took {card} from {whose} discard pile"


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
