"""
Stands for the process in which finished games are reviewed: the numbers are made up, their shape is the true one.

With an argument it does something else: `slow` says that it is half done and goes on for a minute, `fail` says
that it failed, `die` ends in the middle, `endless` says nothing. NOTES in the environment names a file in which
every start is noted.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from typing import Any

from arboretum.actions import Action, Discard, Place
from arboretum.events import Discarded, Drew, Placed, action_of
from arboretum.game import Game
from arboretum.language import languages
from arboretum.record import Record

Json = dict[str, Any]

PHASES = {Drew: "DRAW_FIRST", Placed: "PLACE", Discarded: "DISCARD"}


def review(record: Record) -> Json:
    """A review of a whole game, with numbers that say nothing."""
    decisions = list(decided(record))
    seats = range(record.setup.seats)
    turns = max(each["turn"] for each in decisions)
    course: list[Json] = []
    for turn in [*range(turns + 1), turns]:
        wins = [1 + (seat * 7 + turn * (seat + 2)) % 9 for seat in seats]
        wins = [win / sum(wins) for win in wins]
        seat = next((each["seat"] for each in decisions if each["turn"] == turn), None)
        course.append({"turn": turn, "seat": seat, "win": wins, "margin": [round(9 * win - 4, 2) for win in wins]})
    lens = {
        "course": course,
        "decisions": decisions,
        "moments": [moment(each) for each in decisions if each["verdict"] in ("mistake", "fine")][:9],
        "summary": [summary(seat) for seat in seats],
    }
    return {
        "kind": "arboretum-analysis",
        "format": 1,
        "players": list(record.setup.players),
        "complete": True,
        "turns": turns,
        "notes": [],
        "known": lens,
        "open": json.loads(json.dumps(lens)),
    }


def decided(record: Record) -> Iterator[Json]:
    """Every decision, with the first few legal actions as the choices."""
    game = Game(record.setup, record.events[:2])
    number = 0
    for event in record.events:
        if not isinstance(event, Drew | Placed | Discarded):
            continue
        view, made = game.view(event.seat), action_of(event)
        others = [action for action in view.legal_actions if action != made][:3]
        verdict = "forced" if not others else ("good", "best", "slip", "mistake", "good", "fine")[number % 6]
        worst = verdict in ("slip", "mistake")
        order = [*others[:1], made, *others[1:]] if worst else [made, *others]
        wins = [0.6 - 0.17 * place for place in range(len(order))]
        win = wins[order.index(made)]
        yield {
            "number": number,
            "turn": view.turn,
            "seat": event.seat,
            "phase": view.phase.name,
            "action": str(made),
            "card": str(event.card) if isinstance(event, Drew) else None,
            "win": win,
            "margin": 10 * win - 5,
            "cost": {"win": wins[0] - win, "margin": 10 * (wins[0] - win)},
            "verdict": verdict,
            "verdict_say": verdict.title(),
            "say": f"{view.players[event.seat]} {told(made)}.",
            "why": ["It says nothing, MP4 least of all."] if verdict in ("mistake", "fine") else [],
            "choices": [
                {"action": str(each), "say": told(each), "win": value, "margin": 10 * value - 5}
                for each, value in zip(order, wins, strict=True)
            ],
        }
        game.play(event.seat, made)
        number += 1


def told(action: Action) -> str:
    """An action in words."""
    if isinstance(action, Place):
        return f"place {action.card} at {action.cell}"
    if isinstance(action, Discard):
        return f"discard {action.card}"
    return "draw"


def moment(decision: Json) -> Json:
    """What a decision is as a moment of its game."""
    is_loss = decision["verdict"] != "fine"
    return {
        "number": decision["number"],
        "kind": "loss" if is_loss else "fine",
        "win": -decision["cost"]["win"] if is_loss else 0.07,
        "margin": -decision["cost"]["margin"] if is_loss else 0.9,
        "say": decision["say"],
        "why": decision["why"],
    }


def summary(seat: int) -> Json:
    """Where the points of a seat went."""
    names = ("deal", "luck", "drawing", "placing", "hand", "denial", "rivals", "count", "judge")
    parts = [
        {"name": name, "title": name.title(), "win": 0.01 * (at - 4), "margin": 0.5 * (at - 4)}
        for at, name in enumerate(names)
    ]
    start, end = {"win": 0.5, "margin": 0.0}, {"win": 0.5, "margin": 0.0}
    return {"seat": seat, "start": start, "end": end, "parts": parts, "say": ["Nothing is known."]}


def main() -> None:
    """Answer one request."""
    how = "".join(sys.argv[1:])
    if "NOTES" in os.environ:
        with open(os.environ["NOTES"], "a") as file:
            print("start", file=file)
    request = json.loads(sys.stdin.readline())
    if how == "fail":
        print(json.dumps({"failed": "ValueError: OK5 is in a hand"}))
        return
    if how == "endless":
        time.sleep(60)
    print(json.dumps({"share": 0.5}), flush=True)
    if how == "slow":
        time.sleep(60)
    if how != "die":
        told = review(Record.parse(request["record"]))
        print(json.dumps({"review": dict.fromkeys(languages(), told)}), flush=True)


if __name__ == "__main__":
    main()
