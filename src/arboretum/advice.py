"""Advice on one decision: what may be done, what each choice is worth, and what speaks for the best."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.analysis.judge import to_the_end
from arboretum.analysis.reasons import against, why
from arboretum.language import say
from arboretum.value.judge import Judged, judged_at_once
from arboretum.view import View

OTHERS: Final = 3
"""Choices besides the best that are told."""
COSTLY: Final = 0.05
"""Chance of winning that a discard costs at least when somebody who wants to be warned of that is."""

Judging: TypeAlias = Callable[[View], tuple[Judged, ...]]
"""What tells what the choices of the acting seat are worth, the best first."""


@dataclasses.dataclass(frozen=True, slots=True)
class Advice:
    """What is known of a decision by the knowledge of the seat that is to act."""

    choices: tuple[Judged, ...]
    """The best first: everything that is worth looking at."""
    why: tuple[str, ...]
    """What speaks for the best, in sentences; there may be none."""
    instead: Judged | None = None
    """Another choice, which was asked about."""
    against: tuple[str, ...] = ()
    """What speaks against that one."""

    @property
    def best(self) -> Judged:
        """What is advised."""
        return self.choices[0]

    @property
    def cost(self) -> float:
        """The chance of winning that the other choice costs; 0 if none was asked about."""
        return 0.0 if self.instead is None else max(0.0, self.best.win - self.instead.win)


def advised(view: View, instead: Discard | None = None, judging: Judging = judged_at_once) -> Advice:
    """
    Advice for the seat that is to act, by what it sees; as it is, it takes some 50 milliseconds and no compiler.

    instead: a discard that somebody has in mind. judging: who tells what the choices are worth; `as_reviewed` does
    as the review of the game will. Raises ValueError if nothing is to be decided by that seat.
    """
    choices = judging(view)
    other = next((choice for choice in choices if choice.action == instead), None)
    if instead is not None and other is None:
        raise ValueError(f"{instead} is none of the choices here.")
    best = choices[0].action
    others = [choice.action for choice in choices[1 : 1 + OTHERS]]
    if other is None or other is choices[0]:
        return Advice(choices, why(view, best, others), other)
    return Advice(choices, why(view, best, [other.action]), other, against(view, other.action, [best]))


def as_reviewed(view: View) -> tuple[Judged, ...]:
    """What the choices are worth to the review of a game, which looks to the end of the turn; it is compiled."""
    return tuple(Judged(choice.action, choice.worth.win, choice.worth.margin) for choice in to_the_end(view, ()))


# In words. --------------------------------------------------------------------------------------------------


def deed(view: View, action: Action) -> str:
    """A choice as a sentence."""
    match action:
        case DrawPile():
            return say("Draw from the draw pile.")
        case DrawDiscard(seat):
            card = view.discards[seat][-1]
            if seat == view.me:
                return say("Take {card} from your own discard pile.", card=card)
            return say("Take {card} from {player}'s discard pile.", card=card, player=view.players[seat])
        case Place(card, cell):
            return say("Place {card} on {cell}.", card=card, cell=cell)
        case Discard(card):
            return say("Discard {card}.", card=card)


def outlook(choice: Judged) -> str:
    """What a choice is worth, as a sentence."""
    chance, points = percent(choice.win), f"{abs(choice.margin):.1f}"
    if points == "0.0":
        return say("After it you win about {chance} of 100 such games.", chance=chance)
    if choice.margin > 0:
        return say(
            "After it you win about {chance} of 100 such games, and end {points} points ahead on average.",
            chance=chance,
            points=points,
        )
    return say(
        "After it you win about {chance} of 100 such games, and end {points} points behind on average.",
        chance=chance,
        points=points,
    )


def warning(advice: Advice) -> str:
    """What the choice that somebody has in mind costs, as a sentence."""
    assert advice.instead is not None
    assert isinstance(advice.instead.action, Discard)
    return say(
        "{card} is a costly discard: after it you win about {chance} of 100 such games, after the best {best}.",
        card=advice.instead.action.card,
        chance=percent(advice.instead.win),
        best=percent(advice.best.win),
    )


def lines(view: View, advice: Advice) -> Iterator[str]:
    """All of it in sentences, the advice first."""
    yield f"{deed(view, advice.best.action)} {outlook(advice.best)}"
    yield from advice.why or [say("No single reason stands out: the judgement comes from very many games.")]
    for choice in advice.choices[1 : 1 + OTHERS]:
        yield short(view, choice)


def warned(view: View, advice: Advice) -> list[str]:
    """What the choice that somebody has in mind costs and why, and what would be better, in sentences."""
    return [warning(advice), *advice.against, say("Better: {deed}", deed=deed(view, advice.best.action))]


def short(view: View, choice: Judged) -> str:
    """A choice and what it is worth, in a line."""
    return say("{deed} Wins {chance} of 100.", deed=deed(view, choice.action), chance=percent(choice.win))


def percent(chance: float) -> int:
    """A chance as games of a hundred."""
    return round(100 * chance)


def advice_json(view: View, advice: Advice) -> dict[str, Any]:
    """All of it as JSON values, with sentences in the language that is spoken."""
    told = advice.choices[: 1 + OTHERS]
    return {
        "say": f"{deed(view, advice.best.action)} {outlook(advice.best)}",
        "choices": [_choice_json(view, choice) for choice in told],
        "why": list(advice.why),
        "instead": None if advice.instead is None else _choice_json(view, advice.instead),
        "warning": warning(advice) if advice.cost >= COSTLY else None,
        "against": list(advice.against),
    }


def _choice_json(view: View, choice: Judged) -> dict[str, Any]:
    return {
        "action": str(choice.action),
        "say": deed(view, choice.action),
        "win": round(choice.win, 4),
        "margin": round(choice.margin, 2),
    }
