"""What an analysis says, in the language that is spoken now."""

from __future__ import annotations

from typing import Final, assert_never

from arboretum.actions import Action, Discard, DrawDiscard, DrawPile, Place
from arboretum.analysis.model import Decision, Ledger, Part, Verdict, Worth
from arboretum.analysis.reasons import against, why
from arboretum.events import NOBODY, PILE, Discarded, Drew, Event, Placed
from arboretum.language import later, said, say, say_many
from arboretum.telling import sentence

VERDICTS: Final = {
    Verdict.FORCED: later("No choice"),
    Verdict.FINE: later("Fine move"),
    Verdict.BEST: later("Best"),
    Verdict.GOOD: later("Good"),
    Verdict.SLIP: later("Slip"),
    Verdict.MISTAKE: later("Mistake"),
    Verdict.BLUNDER: later("Blunder"),
}
"""Verdicts as a person calls them."""

PARTS: Final = {
    Part.DEAL: later("The deal and who began"),
    Part.LUCK: later("Luck of the draw"),
    Part.DRAWING: later("Where to draw from"),
    Part.PLACING: later("Placing"),
    Part.HAND: later("What was kept in hand"),
    Part.DENIAL: later("What was given to others"),
    Part.RIVALS: later("What the others did"),
    Part.COUNT: later("What the count showed"),
    Part.JUDGE: later("What a closer look found"),
}
"""Parts as a person calls them."""

NOTICED: Final = 0.03
"""A chance of winning that is worth a sentence."""


def verdict_said(verdict: Verdict) -> str:
    """A verdict in a word or two."""
    return said(VERDICTS[verdict])


def part_said(part: Part) -> str:
    """A part in a few words."""
    return said(PARTS[part])


def happened(decision: Decision) -> str:
    """A decision as a sentence, such as "Ben discarded RP2."."""
    told = sentence(_event(decision), decision.view.players, NOBODY)
    assert told is not None, "every decision has words"
    return told


def _event(decision: Decision) -> Event:
    """What happened when it was decided."""
    match decision.action:
        case DrawPile():
            return Drew(decision.seat, PILE, decision.card)
        case DrawDiscard(owner):
            return Drew(decision.seat, owner, decision.card)
        case Place(card, cell):
            return Placed(decision.seat, card, cell)
        case Discard(card):
            return Discarded(decision.seat, card)
        case _:
            assert_never(decision.action)


def choice_said(decision: Decision, action: Action) -> str:
    """Something that could be chosen, as a few words, such as "discard CB2"."""
    match action:
        case DrawPile():
            return say("draw from the draw pile")
        case DrawDiscard(owner):
            top = decision.view.discards[owner].top
            if owner == decision.seat:
                return say("take {card} from one's own discard pile", card=top)
            return say("take {card} from {owner}'s discard pile", card=top, owner=decision.view.players[owner])
        case Place(card, cell):
            return say("place {card} on {cell}", card=card, cell=cell)
        case Discard(card):
            return say("discard {card}", card=card)
        case _:
            assert_never(action)


def because(decision: Decision) -> tuple[str, ...]:
    """Why it was a loss, or a fine move: sentences that are true of what its seat knew; none for other choices."""
    others = [choice.action for choice in decision.choices if choice.action != decision.action]
    if decision.verdict is Verdict.FINE:
        return why(decision.view, decision.action, others[:3])
    if not decision.verdict.is_loss:
        return ()
    best = decision.best.action
    better = say("Better was to {choice}.", choice=choice_said(decision, best))
    return (*against(decision.view, decision.action, [best]), better, *why(decision.view, best, [decision.action]))


def percent(share: float) -> int:
    """A chance in percent, as it is shown."""
    return round(100 * share)


def ledger_said(ledger: Ledger, player: str) -> tuple[str, ...]:
    """Where a player's chance of winning came from and went, the weightiest parts first."""
    parts = {part: ledger.total(part) for part in Part if part is not Part.JUDGE}
    weighty = sorted(parts, key=lambda part: -abs(parts[part].win))
    told = [_part_sentence(part, parts[part], player) for part in weighty if abs(parts[part].win) >= NOTICED]
    return tuple(told) or (say("{player}: nothing weighed much by itself.", player=player),)


def _part_sentence(part: Part, worth: Worth, player: str) -> str:
    """What one part brought a player."""
    told = {"part": part_said(part), "player": player, "points": f"{worth.margin:+.1f}"}
    if worth.win >= 0:
        return say_many(
            "{part} brought {player} {count} percent ({points} points).",
            "{part} brought {player} {count} percent ({points} points).",
            percent(worth.win),
            **told,
        )
    return say_many(
        "{part} cost {player} {count} percent ({points} points).",
        "{part} cost {player} {count} percent ({points} points).",
        percent(-worth.win),
        **told,
    )
