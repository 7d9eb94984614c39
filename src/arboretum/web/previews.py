"""What goes with a link where it is shared: a title, a sentence, a picture. Open Graph calls it so."""

from __future__ import annotations

import dataclasses
from urllib.parse import quote

from arboretum.errors import ArboretumError, ScoreError
from arboretum.language import all_of, say
from arboretum.pad.entries import Entries
from arboretum.pictures import can_png
from arboretum.records.reading import unknown_rules
from arboretum.rooms.folded import Folded
from arboretum.score import Score


@dataclasses.dataclass(frozen=True, slots=True)
class LinkPreview:
    """What a page says of itself to programs that show links."""

    title: str = ""
    """Empty for that of the game in general."""
    told: str = ""
    image: str = "/preview.png"
    """Where the picture is on this server."""
    alt: str = ""


def of_table(room: Folded) -> LinkPreview:
    """A public game that is over is told with its result; of every other table nothing is."""
    score = score_of(room) if room.settings.public else None
    if score is None:
        return LinkPreview()
    return _of_score(score, f"/t/{room.id}/preview.png")


def of_pad(entries: Entries, link: str) -> LinkPreview:
    """A score pad that a link holds; of one that cannot be scored yet nothing is told."""
    try:
        return _of_score(entries.score(), f"/score/preview.png?p={quote(link)}")
    except ScoreError:
        return LinkPreview()


def _of_score(score: Score, image: str) -> LinkPreview:
    title = say("Arboretum: {players}", players=all_of(score.players))
    if score.totals is None:
        return LinkPreview(title, score.explain_win(), image, title)
    totals = ", ".join(f"{name} {total}" for name, total in zip(score.players, score.totals, strict=True))
    told = say("{result} The points: {totals}.", result=score.explain_win(), totals=totals)
    return LinkPreview(title, told, image, say("The winner's arboretum, and the points: {totals}.", totals=totals))


def score_of(room: Folded) -> Score | None:
    """The score of a table whose game is over; None where there is none by the rules that are known here."""
    if room.game is not None:
        return room.game.score if room.game.is_over else None
    record = room.archive
    if record is None or not record.is_complete or unknown_rules(record.setup):
        return None
    try:
        return record.score
    except ArboretumError:
        return None


def has_image() -> bool:
    """Whether there is a picture to go with a link."""
    return can_png()
