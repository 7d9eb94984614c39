"""Each decision judged: its choices, what the one that was made cost, and a verdict."""

from __future__ import annotations

from typing import Final

from arboretum.actions import Action
from arboretum.analysis.blame import split
from arboretum.analysis.judge import Judge
from arboretum.analysis.model import Choice, Decision, Verdict
from arboretum.analysis.seen import Made
from arboretum.bots.heuristic import action_of, heuristic_choice
from arboretum.view import View

SAME: Final = 0.005
"""Chances of winning that differ by less are the same to a person."""
SLIP: Final = 0.03
MISTAKE: Final = 0.07
BLUNDER: Final = 0.15
"""What a slip, a mistake and a blunder cost at least."""
CLEAR: Final = 0.03
"""By how much a fine choice is ahead of all others."""


def decided(made: Made, judge: Judge) -> Decision:
    """A decision as the judge sees it, from the view of who made it."""
    choices = judge(made.view, [made.action])
    chosen = next(choice for choice in choices if choice.action == made.action)
    return Decision(
        number=made.number,
        turn=made.turn,
        seat=made.seat,
        phase=made.view.phase,
        action=made.action,
        card=made.card,
        worth=chosen.worth,
        choices=choices,
        verdict=_verdict(made, chosen, choices),
        split=split(made.view, chosen, choices),
        view=made.view,
    )


def _verdict(made: Made, chosen: Choice, choices: tuple[Choice, ...]) -> Verdict:
    """The verdict on a choice, by what it cost."""
    if len(made.view.legal_actions) == 1:
        return Verdict.FORCED
    cost = choices[0].worth.win - chosen.worth.win
    if cost >= SLIP:
        return Verdict.BLUNDER if cost >= BLUNDER else Verdict.MISTAKE if cost >= MISTAKE else Verdict.SLIP
    if chosen is choices[0] and _is_fine(made, choices):
        return Verdict.FINE
    return Verdict.BEST if cost < SAME else Verdict.GOOD


def _is_fine(made: Made, choices: tuple[Choice, ...]) -> bool:
    """Whether the best choice is clearly ahead, and not the one that everybody would make."""
    others = [choice.worth.win for choice in choices[1:]]
    if not others or choices[0].worth.win - max(others) < CLEAR:
        return False
    return obvious(made.view) != made.action


def obvious(view: View) -> Action:
    """What the heuristic would do, which looks no further than its turn."""
    position = view.position()
    return action_of(view, position, heuristic_choice(position))
