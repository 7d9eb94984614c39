"""
Where a seat's worth came from and went: a sum that adds up from the deal to the result.

A seat's worth changes when it chooses (by what that cost), when a card is drawn (by luck), while others play, and
when the hands are counted. What the judge itself finds out is a part too: it looks more closely when a choice is
due than before, and then it sees more in the turn, or less, than it expected.
"""

from __future__ import annotations

from collections.abc import Sequence

from arboretum.actions import DrawPile
from arboretum.analysis.judge import Judge
from arboretum.analysis.luck import luck
from arboretum.analysis.model import Decision, Entry, Ledger, Part, Standing, Worth
from arboretum.analysis.seen import Made, Seen
from arboretum.events import Ended


def result_worth(result: Ended, seat: int) -> Worth:
    """What a finished game was worth to a seat."""
    best = max(total for other, total in enumerate(result.totals) if other != seat)
    win = 1.0 / len(result.winners) if seat in result.winners else 0.0
    return Worth(win, float(result.totals[seat] - best))


def kept(seat: int, seen: Seen, decisions: Sequence[Decision], course: Sequence[Standing], judge: Judge) -> Ledger:
    """The ledger of a seat, whose decisions these are among others; `judge` tells the luck of draws."""
    start = Worth(1.0 / seen.setup.seats, 0.0)
    mine: dict[int, list[tuple[Made, Decision]]] = {}
    for made, decision in zip(seen.decisions, decisions, strict=True):
        if made.seat == seat:
            mine.setdefault(made.turn, []).append((made, decision))
    values = [standing.own[seat] for standing in course]
    before = start
    entries: list[Entry] = []
    for moment, value in enumerate(values):
        assert value is not None, "a ledger is kept for seats whose hand is told"
        if moment == 0:
            entries.append(Entry(0, Part.DEAL, value - before))
        elif moment == len(seen.moments):
            entries.append(Entry(moment - 1, Part.COUNT, value - before))
        elif moment in mine:
            entries += _of_turn(mine[moment], before, value, judge)
        else:
            entries.append(Entry(moment, Part.RIVALS, value - before))
        before = value
    return Ledger(seat, start, tuple(entries), before)


def _of_turn(turn: Sequence[tuple[Made, Decision]], before: Worth, after: Worth, judge: Judge) -> list[Entry]:
    """What changed in a turn of one's own, from what was expected before it to what is after it."""
    entries: list[Entry] = []
    value = before
    for made, decision in turn:
        entries.append(Entry(decision.turn, Part.JUDGE, decision.best.worth - value))
        entries += _of_choice(decision)
        value = decision.worth
        if isinstance(decision.action, DrawPile) and made.card is not None:
            drawn = luck(made, judge)
            entries.append(Entry(decision.turn, Part.LUCK, drawn))
            value = value + drawn
    return [*entries, Entry(turn[-1][1].turn, Part.JUDGE, after - value)]


def _of_choice(decision: Decision) -> list[Entry]:
    """What a choice cost, by the parts that it belongs to."""
    cost = decision.cost
    return [
        Entry(decision.turn, part, Worth(-share * cost.win, -share * cost.margin))
        for part, share in decision.split
        if share > 0.0
    ]
