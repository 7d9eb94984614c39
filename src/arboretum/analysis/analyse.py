"""A recorded game, analysed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from arboretum.analysis.deciding import decided
from arboretum.analysis.judge import Judge, at_a_look, to_the_end
from arboretum.analysis.ledger import kept, result_worth
from arboretum.analysis.model import Analysis, Lens, Standing
from arboretum.analysis.moments import turning_points
from arboretum.analysis.seen import Seen, as_known, as_open, known_seats, truth_of
from arboretum.analysis.standing import standing
from arboretum.errors import ArboretumError
from arboretum.language import say
from arboretum.record import Record
from arboretum.records.reading import unknown_rules

Progress = Callable[[float], None]
"""Told the share of the work that is done, 0 to 1."""


def analysed(
    record: Record, judge: Judge = to_the_end, *, progress: Progress | None = None, open_cards: bool = True
) -> Analysis:
    """
    What the decisions of a recorded game were worth, where it turned, and where the points went.

    judge: what tells the worth of choices. open_cards: judge it with all hands open too. A game that is not over
    is analysed as far as the record goes, for the seats whose hand it tells. Raises ArboretumError if it tells no
    hand, and RecordError if the record breaks a rule.
    """
    if unknown_rules(record.setup):
        raise ArboretumError(unknown_rules(record.setup))
    record.verify()
    truth = truth_of(record)
    seats = known_seats(truth)
    if not seats:
        raise ArboretumError(
            say(
                "This record shows no hand, so what its players knew cannot be told, nor how well they chose:"
                " the record of a player can be analysed, and that of whoever ran the table."
            )
        )
    known, opened = as_known(truth), as_open(truth) if open_cards else None
    work = _Work(len(known.decisions) + (len(opened.decisions) if opened else 0), judge, progress)
    return Analysis(
        setup=record.setup,
        is_complete=record.is_complete,
        turns=len(known.moments) - 1,
        known=_lens(known, work),
        open=_lens(opened, work) if opened else None,
    )


@dataclasses.dataclass
class _Work:
    """How much there is to do, and what there is to do it with."""

    decisions: int
    judge: Judge
    progress: Progress | None
    done: int = 0

    def step(self) -> None:
        """One decision more is judged."""
        self.done += 1
        if self.progress is not None:
            self.progress(self.done / self.decisions)


def _lens(seen: Seen, work: _Work) -> Lens:
    """A game judged from one kind of knowledge."""
    decisions = []
    for made in seen.decisions:
        decisions.append(decided(made, work.judge))
        work.step()
    course = _course(seen)
    told = [seat for seat, view in enumerate(seen.moments[0]) if view is not None]
    of_draws = at_a_look if work.judge is at_a_look else to_the_end
    return Lens(
        decisions=tuple(decisions),
        course=course,
        moments=turning_points(decisions),
        ledgers=tuple(kept(seat, seen, decisions, course, of_draws) for seat in told),
    )


def _course(seen: Seen) -> tuple[Standing, ...]:
    """How the game stood after the deal, after every turn, and at the end."""
    found = [
        Standing(moment, seen.movers[moment], tuple(None if view is None else standing(view) for view in views))
        for moment, views in enumerate(seen.moments)
    ]
    if seen.result is not None:
        result = tuple(result_worth(seen.result, seat) for seat in range(seen.setup.seats))
        found.append(Standing(len(seen.moments) - 1, seen.movers[-1], result))
    return tuple(found)
