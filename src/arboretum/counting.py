"""In which order a finished game is counted: the clearest species first, so that the end stays open for long."""

from __future__ import annotations

import dataclasses

from arboretum.cards import Species
from arboretum.score import Score


@dataclasses.dataclass(frozen=True, slots=True)
class Counting:
    """A score in the order in which it is shown."""

    steps: tuple[tuple[Species, ...], ...]
    """The species shown at each step; those that nobody placed come first, together."""
    so_far: tuple[tuple[int, ...], ...] | None
    """Points of each seat after each step; None if a hand is not known."""

    @classmethod
    def of(cls, score: Score) -> Counting:
        """
        Put the species of a score in order.

        First those that nobody placed. Then those of which one hand sum stands out, the largest lead first;
        then those that nobody holds, and at last those in which hand sums tie. Of species that are as clear as
        each other the one with less at stake comes first.
        """
        unplaced = tuple(kind for kind in score.species if not _is_placed(score, kind))
        others = sorted(
            (kind for kind in score.species if kind not in unplaced),
            key=lambda kind: (_doubt(score, kind), _stake(score, kind), kind),
        )
        steps = ((unplaced,) if unplaced else ()) + tuple((kind,) for kind in others)
        return cls(steps, _so_far(score, steps))


def leads(score: Score, species: Species) -> int:
    """By how much the highest hand sum of a species exceeds the second; 0 for a tie, or if nobody holds any."""
    sums = sorted((known for known in score.sums[species] if known is not None), reverse=True)
    return sums[0] - sums[1] if len(sums) > 1 else sum(sums)


def is_held(score: Score, species: Species) -> bool:
    """Whether any hand that is known has a card of a species."""
    return any(hand is not None and hand.of(species) for hand in score.hands)


def _is_placed(score: Score, species: Species) -> bool:
    return any(card.species == species for tableau in score.tableaux for card in tableau.values())


def _doubt(score: Score, species: Species) -> tuple[bool, bool, int]:
    """Less for a species whose right is clearer."""
    lead = leads(score, species)
    return lead == 0, is_held(score, species) and lead == 0, -lead


def _stake(score: Score, species: Species) -> int:
    """The most that anybody could score with a species."""
    return max(score.best[species])


def _so_far(score: Score, steps: tuple[tuple[Species, ...], ...]) -> tuple[tuple[int, ...], ...] | None:
    if score.totals is None:
        return None
    totals = [0] * len(score.players)
    after = []
    for step in steps:
        totals = [total + sum(_points(score, kind, seat) for kind in step) for seat, total in enumerate(totals)]
        after.append(tuple(totals))
    return tuple(after)


def _points(score: Score, species: Species, seat: int) -> int:
    """What a seat scores for a species, 0 without the right."""
    points = score.points[species]
    return (points[seat] or 0) if points is not None else 0
