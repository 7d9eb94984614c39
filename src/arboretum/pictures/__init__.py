"""
Pictures: any position, arboretum or scored table as SVG, and as PNG.

A picture stands alone: it holds its drawings, its colours and its letters, needs nothing from anywhere, and says
in words what is on it.

>>> from arboretum import Tableau
>>> from arboretum.pictures import picture_of
>>> svg = picture_of(Tableau.parse("MP1 OK3 MP8"), path="Maple")
>>> print(svg[svg.index("<desc") :].split("</desc>")[0].partition(">")[2])
Row by row, from the north: MP1 OK3 MP8.
Maple: MP1 OK3 MP8 is worth 6 (3 for its cards, 1 for opening on a one, 2 for closing on an eight).
"""

from __future__ import annotations

from collections.abc import Sequence

from arboretum.cards import Species
from arboretum.errors import ScoreError
from arboretum.events import NOBODY
from arboretum.game import Game
from arboretum.language import say
from arboretum.pictures.arboretum import arboretum_picture
from arboretum.pictures.art import THEMES, Theme
from arboretum.pictures.position import position_picture
from arboretum.pictures.preview import general_preview, preview_picture
from arboretum.pictures.raster import can_png, png
from arboretum.pictures.result import result_picture
from arboretum.record import Record
from arboretum.score import Score
from arboretum.tableau import Path, Tableau
from arboretum.view import View

__all__ = [
    "THEMES",
    "Theme",
    "can_png",
    "general_preview",
    "picture_of",
    "png",
    "position_picture",
    "preview_picture",
]


def picture_of(
    what: Tableau | Score | View | Game | Record,
    *,
    path: Species | str | None = None,
    title: str = "",
    theme: Theme = "light",
) -> str:
    """
    A picture as SVG, in the language that is spoken now.

    what: an arboretum; a score, with the paths that counted; a view, with what its owner knows; a game or a
    record: its score if it is over, else what a spectator sees.
    path: of an arboretum, the species whose best path is drawn, or `all`. title: of an arboretum, what stands
    above it. Raises ScoreError where there is no such path.
    """
    match what:
        case Tableau():
            return arboretum_picture(what, paths=_paths(what, path), title=title, theme=theme)
        case Score():
            return result_picture(what, theme=theme)
        case View():
            return position_picture(what, theme=theme)
        case Game():
            return picture_of(what.score if what.is_over else what.view(NOBODY), theme=theme)
        case Record():
            return picture_of(what.score if what.is_complete else _public(what), theme=theme)


def _public(record: Record) -> View:
    """What a spectator sees at the end of a record."""
    table = record.seen_by(NOBODY).table
    assert isinstance(table, View)
    return table


def _paths(tableau: Tableau, wanted: Species | str | None) -> Sequence[Path]:
    if wanted is None:
        return ()
    if isinstance(wanted, str) and wanted.casefold() == "all":
        return list(tableau.paths.values())
    kind = Species.parse(wanted) if isinstance(wanted, str) else wanted
    found = tableau.best_path(kind)
    if found is None:
        raise ScoreError(say("There is no path of {species} in this arboretum.", species=kind.title))
    return (found,)
