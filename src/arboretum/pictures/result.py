"""A scored table as a picture: arboretums with the paths that counted, hands, rights, points, and who won."""

from __future__ import annotations

import dataclasses
import math
from typing import Final

from arboretum.cards import Card, Species
from arboretum.language import say
from arboretum.pictures.art import Theme
from arboretum.pictures.head import brand_width, draw_head, head_lines
from arboretum.pictures.lettering import clean, fitted, wrapped
from arboretum.pictures.panels import Panel, arranged, draw_disc, draw_panels
from arboretum.pictures.sheet import Sheet, number
from arboretum.pictures.telling import score_told
from arboretum.rules.turn import EIGHT
from arboretum.score import Score
from arboretum.tableau import Path

WIDTH: Final = 1320
MARGIN: Final = 24
SPECIES: Final = 196.0
"""Width of the column with the names of the species."""
COLUMN: Final = 88.0
ROW: Final = 42.0
TALLEST_ROW: Final = 64.0


def result_picture(score: Score, *, theme: Theme = "light") -> str:
    """A score as SVG; where a hand is not known, without rights and points."""
    sheet = Sheet(theme)
    panels = [_panel(score, seat) for seat in range(len(score.players))]
    table = SPECIES + COLUMN * len(panels) + 12
    left = WIDTH - 2 * MARGIN - table - 16
    way = arranged(panels, left)
    lines, size = head_lines(score.explain_win(), WIDTH - 2 * MARGIN - brand_width() - 20)
    top = 18 + size * 1.25 * len(lines) + 24
    legend = wrapped(_legend(score), "sans", 12.5, table - 32, 4)
    rest = 130 + 20 * len(legend)
    row = min(TALLEST_ROW, max(ROW, (way.height - rest) / max(1, len(score.species))))
    high = rest + row * len(score.species)
    height = math.ceil(top + max(way.height, high) + MARGIN)
    sheet.box(0, 0, WIDTH, height, sheet.ink("table"))
    draw_head(sheet, lines, size, MARGIN, 18, WIDTH - MARGIN)
    draw_panels(sheet, panels, way, MARGIN, top)
    _draw_table(sheet, score, Ledger(WIDTH - MARGIN - table, top, table, high, row), legend)
    title = say("Arboretum, a game of {players}", players=", ".join(score.players))
    return sheet.document(WIDTH, height, title, score_told(score))


def counted_paths(score: Score, seat: int) -> list[Path]:
    """The paths that a seat scored; where rights are not known, the best of every species."""
    found = []
    for kind in score.species:
        path, rights = score.paths[kind][seat], score.rights[kind]
        if path is not None and (rights is None or seat in rights):
            found.append(path)
    return found


def _panel(score: Score, seat: int) -> Panel:
    won = score.winners is not None and seat in score.winners and len(score.players) > 1
    shared = score.winners is not None and len(score.winners) > 1
    struck = {Card.of(kind, EIGHT) for kind in score.species if score.cancelled[kind] == seat}
    return Panel(
        seat=seat,
        name=score.players[seat],
        cards=score.tableaux[seat],
        hand=score.hands[seat],
        paths=counted_paths(score, seat),
        struck=struck,
        tag=(say("shares the win") if shared else say("won")) if won else "",
        strong=won,
        points=None if score.totals is None else score.totals[seat],
    )


def _legend(score: Score) -> str:
    if score.totals is None:
        return say("Points are those of the best paths: a hand is not known, so rights cannot be told.")
    return say(
        "Each field: the sum in hand, with a tick for the right to score; then the points."
        " Struck through: a path that did not count."
    )


@dataclasses.dataclass(frozen=True, slots=True)
class Ledger:
    """Where the table of species and points is, and how high a row of it."""

    x: float
    y: float
    width: float
    height: float
    row: float

    def right(self, seat: int) -> float:
        """Where the column of a seat ends."""
        return self.x + SPECIES + COLUMN * (seat + 1)


def _draw_table(sheet: Sheet, score: Score, at: Ledger, legend: list[str]) -> None:
    """Species by species, what each player held and scored; then the totals."""
    sheet.box(at.x, at.y, at.width, at.height, sheet.ink("panel"), round=14, more=f'stroke="{sheet.ink("line")}"')
    seats = range(len(score.players))
    for seat in seats:
        won = score.winners is not None and seat in score.winners
        draw_disc(sheet, seat, at.right(seat) - 12, at.y + 26, strong=won and len(seats) > 1)
        name = fitted(clean(score.players[seat]), "bold", 13, COLUMN - 34)
        sheet.write(name, at.right(seat) - 30, at.y + 30.5, 13, face="bold", anchor="end")
    sheet.write(say("Species"), at.x + 16, at.y + 30.5, 13, face="bold")
    for row, kind in enumerate(score.species):
        _draw_species(sheet, score, kind, at, at.y + 50 + at.row * row)
    bottom = at.y + 50 + at.row * len(score.species)
    sheet.box(at.x, bottom, at.width, 2, sheet.ink("ink"))
    word = say("All paths") if score.totals is None else say("Total")
    sheet.write(word, at.x + 16, bottom + 43, 16, face="bold")
    for seat in seats:
        best = sum(score.best[kind][seat] for kind in score.species)
        total = best if score.totals is None else score.totals[seat]
        sheet.write(str(total), at.right(seat), bottom + 45, 32, face="serif", anchor="end")
    for line, words in enumerate(legend):
        sheet.write(words, at.x + 16, bottom + 80 + 20 * line, 12.5, ink=sheet.ink("ink-2"))


def _draw_species(sheet: Sheet, score: Score, kind: Species, at: Ledger, y: float) -> None:
    """One row: the species, and for each player sum, right and points."""
    sheet.box(at.x, y, at.width, 1, sheet.ink("line"))
    middle = y + at.row / 2
    sheet.symbol(f"leaf-{kind.code}", at.x + 14, middle - 11, 22, colour=sheet.ink("mark", kind.code))
    sheet.write(fitted(kind.title, "sans", 15, SPECIES - 76), at.x + 44, middle + 5.5, 15)
    code, right = sheet.ink("ink-2"), at.x + SPECIES - 4
    sheet.write(kind.code, right, middle + 5, 12, face="bold", ink=code, anchor="end")
    for seat in range(len(score.players)):
        _draw_field(sheet, score, kind, seat, at.right(seat), middle)


def _draw_field(sheet: Sheet, score: Score, kind: Species, seat: int, right: float, middle: float) -> None:
    """What a player held of a species, whether that was the right to it, and what it scored."""
    soft, held, rights = sheet.ink("ink-2"), score.sums[kind][seat], score.rights[kind]
    if held is not None:
        sheet.write(str(held), right - 44, middle + 5.5, 13, ink=soft, anchor="end")
    has_right = rights is not None and seat in rights
    if has_right:
        sheet.symbol("i-check", right - 42, middle - 7, 15, colour=sheet.ink("won"))
    best = score.best[kind][seat]
    if has_right or rights is None:
        ink = sheet.ink("ink") if best else soft
        sheet.write(str(best) if best else "–", right, middle + 7, 20, face="serif", ink=ink, anchor="end")
    elif best:
        wide = sheet.write(str(best), right, middle + 6, 16, face="serif", ink=sheet.ink("lost"), anchor="end")
        line = f'd="M{number(right - wide - 3)} {number(middle + 1)}H{number(right + 3)}"'
        sheet.add(f'<path {line} stroke="{sheet.ink("strike")}" stroke-width="1.8"/>')
    else:
        sheet.write("–", right, middle + 6, 16, ink=sheet.ink("lost"), anchor="end")
