"""An analysis as JSON: numbers, actions in their notation, and sentences in the language that is spoken."""

from __future__ import annotations

from typing import Any, Final

from arboretum.analysis.model import Analysis, Choice, Decision, Ledger, Lens, Part, Standing, Verdict, Worth
from arboretum.analysis.notes import notes
from arboretum.analysis.saying import (
    because,
    choice_said,
    happened,
    ledger_said,
    part_said,
    verdict_said,
)

FORMAT: Final = 1
"""Version of the form; a name that goes or changes its meaning makes a new one."""
MOST: Final = 8
"""Choices that are listed for a decision."""

Json = dict[str, Any]


def analysis_json(analysis: Analysis) -> Json:
    """An analysis as JSON."""
    return {
        "kind": "arboretum-analysis",
        "format": FORMAT,
        "players": list(analysis.setup.players),
        "complete": analysis.is_complete,
        "turns": analysis.turns,
        "notes": list(notes(analysis)),
        "known": _lens(analysis, analysis.known),
        "open": None if analysis.open is None else _lens(analysis, analysis.open),
    }


def _lens(analysis: Analysis, lens: Lens) -> Json:
    return {
        "course": [_standing(standing) for standing in lens.course],
        "decisions": [_decision(decision) for decision in lens.decisions],
        "moments": [_moment(decision) for decision in lens.moments],
        "summary": [_ledger(ledger, analysis.setup.players[ledger.seat]) for ledger in lens.ledgers],
    }


def _worth(worth: Worth) -> Json:
    return {"win": round(worth.win, 4), "margin": round(worth.margin, 2)}


def _standing(standing: Standing) -> Json:
    return {
        "turn": standing.turn,
        "seat": standing.seat,
        "win": [round(win, 4) for win in standing.win],
        "margin": [None if worth is None else round(worth.margin, 2) for worth in standing.own],
    }


def _decision(decision: Decision) -> Json:
    cost = decision.cost
    return {
        "number": decision.number,
        "turn": decision.turn,
        "seat": decision.seat,
        "phase": decision.phase.name,
        "action": str(decision.action),
        "card": None if decision.card is None else str(decision.card),
        **_worth(decision.worth),
        "cost": _worth(Worth(max(cost.win, 0.0), cost.margin)),
        "verdict": decision.verdict.value,
        "verdict_say": verdict_said(decision.verdict),
        "say": happened(decision),
        "why": list(because(decision)),
        "choices": [_choice(decision, choice) for choice in _listed(decision)],
    }


def _listed(decision: Decision) -> list[Choice]:
    """The best choices, and the one that was made."""
    found = list(decision.choices[:MOST])
    if all(choice.action != decision.action for choice in found):
        found[-1] = Choice(decision.action, decision.worth)
    return found


def _choice(decision: Decision, choice: Choice) -> Json:
    told = choice_said(decision, choice.action)
    return {"action": str(choice.action), "say": told, **_worth(choice.worth)}


def _moment(decision: Decision) -> Json:
    is_fine = decision.verdict is Verdict.FINE
    weight = decision.ahead if is_fine else Worth(0.0, 0.0) - decision.cost
    return {
        "number": decision.number,
        "kind": "fine" if is_fine else "loss",
        **_worth(weight),
        "say": happened(decision),
        "why": list(because(decision)),
    }


def _ledger(ledger: Ledger, player: str) -> Json:
    return {
        "seat": ledger.seat,
        "start": _worth(ledger.start),
        "end": _worth(ledger.end),
        "parts": [{"name": part.value, "title": part_said(part), **_worth(ledger.total(part))} for part in Part],
        "say": list(ledger_said(ledger, player)),
    }
