"""An analysis as lines of text: how the game stood, where it turned, and where the points went."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from arboretum.actions import SEAT_LETTERS
from arboretum.analysis.model import Analysis, Decision, Ledger, Lens, Part, Verdict
from arboretum.analysis.notes import notes
from arboretum.analysis.saying import because, happened, ledger_said, part_said, percent, verdict_said
from arboretum.language import say

ROWS: Final = 11
"""Lines of a graph, from 100 percent to 0."""


def analysis_lines(analysis: Analysis, *, open_cards: bool = False, every: bool = False) -> Iterator[str]:
    """
    The whole analysis, unwrapped lines; sentences after a table row are indented.

    open_cards: from the analysis with all hands open, which there must be; every: every decision, not the
    turning points alone.
    """
    lens = analysis.open if open_cards and analysis.open is not None else analysis.known
    other = analysis.known if lens is analysis.open else analysis.open
    yield from graph(analysis, lens)
    yield ""
    yield say("Every decision:") if every else say("Turning points:")
    chosen = lens.decisions if every else lens.moments
    if not chosen:
        yield say("None: nothing large was given away, and no choice was clearly better than all others.")
    for decision in chosen:
        yield from _told(decision, _twin(decision, other), is_open=lens is analysis.open)
    yield ""
    yield from summary(analysis, lens.ledgers)
    yield ""
    yield from notes(analysis)


def _twin(decision: Decision, other: Lens | None) -> Decision | None:
    """The same decision as judged from the other kind of knowledge."""
    if other is None:
        return None
    return next((found for found in other.decisions if found.number == decision.number), None)


def _told(decision: Decision, twin: Decision | None, *, is_open: bool) -> Iterator[str]:
    """A decision: a line with what it cost, and lines with the reasons."""
    verdict = verdict_said(decision.verdict)
    yield say(
        "{turn}. {sentence} {verdict}: {worth}",
        turn=decision.turn,
        sentence=happened(decision),
        verdict=verdict,
        worth=_weight(decision),
    )
    if twin is not None and decision.verdict.is_loss:
        told = _weight(twin)
        yield "   " + (
            say("By what was known at the time: {worth}", worth=told)
            if is_open
            else say("With all cards open: {worth}", worth=told)
        )
    for sentence in because(decision):
        yield "   " + sentence


def _weight(decision: Decision) -> str:
    """What a choice cost, or by what it was ahead of all others."""
    if decision.verdict is Verdict.FINE:
        return say("{percent} percent ahead of all others", percent=percent(decision.ahead.win))
    cost = decision.cost
    return say(
        "{percent} percent, {points} points",
        percent=f"{-percent(max(cost.win, 0.0)) + 0:d}",
        points=f"{-cost.margin + 0.0:+.1f}",
    )


def summary(analysis: Analysis, ledgers: Sequence[Ledger]) -> Iterator[str]:
    """Where each player's chance of winning came from and went, as a table that adds up, and in words."""
    names = [analysis.setup.players[ledger.seat] for ledger in ledgers]
    yield say("Where the chance of winning came from and went, in percent, and the points:")
    rows = [["", *names]]
    rows.append([say("At the start"), *(_cell(ledger.start.win, ledger.start.margin) for ledger in ledgers)])
    for part in Part:
        found = [ledger.total(part) for ledger in ledgers]
        rows.append([part_said(part), *(_cell(worth.win, worth.margin, "+") for worth in found)])
    title = say("The result") if analysis.is_complete else say("So far")
    rows.append([title, *(_cell(ledger.end.win, ledger.end.margin) for ledger in ledgers)])
    yield from columns(rows)
    yield ""
    for ledger, name in zip(ledgers, names, strict=True):
        yield from ledger_said(ledger, name)


def _cell(win: float, margin: float, sign: str = "") -> str:
    """A chance and points as a cell of a table."""
    return f"{percent(win) + 0:{sign}d} {margin + 0.0:+6.1f}"


def columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of cells, the first cell of each to the left and all others to the right."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield "  ".join([row[0].ljust(widths[0]), *cells]).rstrip()


def graph(analysis: Analysis, lens: Lens) -> Iterator[str]:
    """The chance of winning after every turn, drawn with the letters of the seats; of two players the first."""
    players = analysis.setup.players
    seats = range(len(players)) if len(players) > 2 else range(1)
    names = ", ".join(f"{SEAT_LETTERS[seat]} {players[seat]}" for seat in seats)
    yield say("Chance of winning in percent, after the deal and after every turn: {names}", names=names)
    course = [standing.win for standing in lens.course]
    for row in range(ROWS - 1, -1, -1):
        share = 100 * row // (ROWS - 1)
        label = f"{share:3d} |" if row % 5 == 0 else "    |"
        yield label + "".join(_sign(win, row, seats) for win in course)
    yield "     " + _ruler(analysis.turns, len(course))


def _sign(win: Sequence[float], row: int, seats: Iterable[int]) -> str:
    """What stands in a cell of the graph: the letter of the seat, or a star for several."""
    here = [seat for seat in seats if round(win[seat] * (ROWS - 1)) == row]
    if len(here) > 1:
        return "*"
    return SEAT_LETTERS[here[0]] if here else ("." if row == (ROWS - 1) // 2 else " ")


def _ruler(turns: int, size: int) -> str:
    """The numbers of the turns under a graph, every tenth."""
    line = [" "] * (size + 2)
    for turn in range(0, turns + 1, 10):
        for at, digit in enumerate(str(turn)):
            line[turn + at] = digit
    return "".join(line).rstrip()
