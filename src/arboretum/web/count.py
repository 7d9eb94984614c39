"""
A score as the count shows it, as JSON values: species by species, each number with its reason in words.

It is made from a Score alone, so that a finished game, a record and the score pad are counted alike.
"""

from __future__ import annotations

from typing import Any

from arboretum.cards import Card, Species
from arboretum.counting import Counting, is_held
from arboretum.language import all_of, say, say_many
from arboretum.pad.entries import Entries
from arboretum.pad.json_form import result
from arboretum.pad.link_form import write_link
from arboretum.score import Score
from arboretum.tableau import Path

Json = dict[str, Any]


def counted(score: Score) -> Json:
    """All of a score; where hands are not known, what depends on them is null."""
    told = result(score)
    for kind in score.species:
        told["species"][kind.code]["cancelled"] = score.cancelled[kind]
        for path, seen in zip(score.paths[kind], told["species"][kind.code]["paths"], strict=True):
            if path is not None:
                seen["why"] = path.why
    return told | {
        "players": list(score.players),
        "cards_placed": list(score.cards_placed),
        "explain": {kind.code: _explained(score, kind) for kind in score.species},
        "win": score.explain_win(),
        "hands": [None if hand is None else [str(card) for card in hand] for hand in score.hands],
        "count": _count(score),
        "pad": write_link(Entries.of(score)),
    }


def _explained(score: Score, kind: Species) -> list[str]:
    """Who has the right, then a sentence a seat."""
    points = (f"{player}: {score.explain_points(kind, seat)}" for seat, player in enumerate(score.players))
    return [score.explain_right(kind), *points]


def _count(score: Score) -> Json:
    """What is shown step by step."""
    counting = Counting.of(score)
    return {
        "steps": [[kind.code for kind in step] for step in counting.steps],
        "species": {kind.code: _species(score, kind) for kind in score.species},
        "so_far": counting.so_far and [list(totals) for totals in counting.so_far],
        "title": _title(score),
        "decided": score.explain_win(),
        "text": _text(score, counting),
    }


def _text(score: Score, counting: Counting) -> str:
    """The whole count as lines, to be put into a letter or a chat."""
    told = [score.explain(kind) for step in counting.steps for kind in step]
    if score.totals is not None:
        points = zip(score.players, score.totals, strict=True)
        told.append(
            say("In all: {points}.", points=", ".join(say("{name} {sum}", name=n, sum=p) for n, p in points))
        )
    return "\n".join([*told, score.explain_win()])


def _title(score: Score) -> str | None:
    """Who won; of one player the total; None while a hand is not known."""
    if score.winners is None or score.totals is None:
        return None
    if len(score.players) == 1:
        return say_many("{count} point", "{count} points", score.totals[0])
    names = [score.players[seat] for seat in score.winners]
    if len(names) == 1:
        return say("{name} wins", name=names[0])
    return say("{names} share the win", names=all_of(names))


def _species(score: Score, kind: Species) -> Json:
    """What is told of one species."""
    held = [None if hand is None else hand.of(kind) for hand in score.hands]
    right, none = right_in_words(score, kind), _none(score, kind)
    return {
        "held": [None if cards is None else [str(card) for card in cards] for cards in held],
        "before": [None if cards is None else sum(card.value for card in cards) for cards in held],
        "cancelled": _cancelled(score, kind),
        "right": right,
        "paths": [_path(path) for path in score.paths[kind]],
        "none": none,
        "say": _in_one(score, kind, right, none),
    }


def right_in_words(score: Score, kind: Species) -> str:
    """Who has the right to a species, and why (clauses R3, R4)."""
    rights = score.rights[kind]
    if rights is None:
        return say("Not every hand is known, so the right is open.")
    if not is_held(score, kind):
        if score.options.unheld == "everyone":
            return say("Nobody kept one, so everybody may score.")
        return say("Nobody kept one, so nobody may score.")
    names = all_of(score.players[seat] for seat in rights)
    most = score.sums[kind][rights[0]]
    if len(rights) == 1:
        return say("{name} has the highest sum in hand, {sum}, and so the right.", name=names, sum=most)
    return say("{names} tie with {sum}, so each has the right.", names=names, sum=most)


def _cancelled(score: Score, kind: Species) -> Json | None:
    """Whose 8 counts 0, and who holds the 1 (clause R2)."""
    seat = score.cancelled[kind]
    if seat is None:
        return None
    by = next(n for n, hand in enumerate(score.hands) if hand is not None and Card.of(kind, 1) in hand)
    why = say("{name} holds the 1, so the 8 counts 0.", name=score.players[by])
    return {"seat": seat, "by": by, "why": why}


def _path(path: Path | None) -> Json | None:
    """A path's points, a line for each reason; one that does not apply has no points."""
    if path is None:
        return None
    number = len(path.cards)
    reasons = (
        say_many("{count} card", "{count} cards", number),
        say("all {species}", species=path.species.title),
        say("begins with the 1"),
        say("ends with the 8"),
    )
    return {
        "title": say_many("rising, {count} card", "rising, {count} cards", number),
        "lines": [{"say": why, "points": points} for why, points in zip(reasons, path.parts, strict=True)],
    }


def _none(score: Score, kind: Species) -> str | None:
    """Why nobody scores a species that could be scored; None if somebody does, or it is not known."""
    rights = score.rights[kind]
    if rights is None or any(score.paths[kind][seat] for seat in rights):
        return None
    if not any(kind in {card.species for card in tableau.values()} for tableau in score.tableaux):
        return say("Nobody placed one, so nobody scores.")
    if not rights:
        return say("Nobody has the right, so nobody scores.")
    if any(score.paths[kind]):
        return say("The right, but no path: it kept the others from scoring.")
    return say("Nobody has a path.")


def _in_one(score: Score, kind: Species, right: str, none: str | None) -> str:
    """The whole of it in a row, for who listens."""
    said = [say("{species}.", species=kind.title)]
    if is_held(score, kind):
        sums = zip(score.players, score.sums[kind], strict=True)
        held = [say("{name} {sum}", name=name, sum=total) for name, total in sums if total is not None]
        said.append(say("In hand: {sums}.", sums=", ".join(held)))
    cancelled = _cancelled(score, kind)
    said += [cancelled["why"]] if cancelled else []
    said.append(right)
    for seat in score.rights[kind] or ():
        path = score.paths[kind][seat]
        if path is not None:
            name, cards = score.players[seat], ", ".join(map(str, path.cards))
            said.append(
                say_many(
                    "{name} scores {count} point with {cards}.",
                    "{name} scores {count} points with {cards}.",
                    path.points,
                    name=name,
                    cards=cards,
                )
            )
    return " ".join([*said, *([none] if none else [])])
