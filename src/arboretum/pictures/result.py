"""A scored table as a picture: arboretums with the paths that counted, hands, rights, points, and who won."""

from __future__ import annotations

from typing import Final

from arboretum.cards import EIGHT, Card, Species
from arboretum.language import say, say_many
from arboretum.pictures.art import Theme
from arboretum.pictures.head import brand_width, draw_head, head_lines
from arboretum.pictures.lettering import clean, fitted, wrapped
from arboretum.pictures.panels import Panel, arranged, draw_disc, draw_panels
from arboretum.pictures.sheet import Sheet, number
from arboretum.pictures.telling import score_told
from arboretum.score import Score
from arboretum.tableau import Path

WIDTH: Final = 1320
MARGIN: Final = 24
SPECIES: Final = 196.0
"""Width of the column with the names of the species."""
COLUMN: Final = 88.0
ROW: Final = 42.0


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
    high = 50 + ROW * len(score.species) + 66 + 20 * len(legend) + 14
    height = top + max(way.height, high) + MARGIN
    sheet.box(0, 0, WIDTH, height, sheet.ink("table"))
    draw_head(sheet, lines, size, MARGIN, 18, WIDTH - MARGIN)
    draw_panels(sheet, panels, way, MARGIN, top)
    _draw_table(sheet, score, WIDTH - MARGIN - table, top, table, high, legend)
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


def _draw_table(
    sheet: Sheet, score: Score, x: float, y: float, width: float, height: float, legend: list[str]
) -> None:
    """Species by species, what each player held and scored; then the totals."""
    sheet.box(x, y, width, height, sheet.ink("panel"), round=14, more=f'stroke="{sheet.ink("line")}"')
    seats = range(len(score.players))
    for seat in seats:
        right = x + SPECIES + COLUMN * (seat + 1)
        won = score.winners is not None and seat in score.winners
        draw_disc(sheet, seat, right - 12, y + 26, strong=won and len(seats) > 1)
        name = fitted(clean(score.players[seat]), "bold", 13, COLUMN - 34)
        sheet.write(name, right - 30, y + 30.5, 13, face="bold", anchor="end")
    sheet.write(say("Species"), x + 16, y + 30.5, 13, face="bold")
    for row, kind in enumerate(score.species):
        _draw_species(sheet, score, kind, x, y + 50 + ROW * row, width)
    bottom = y + 50 + ROW * len(score.species)
    sheet.box(x, bottom, width, 2, sheet.ink("ink"))
    sheet.write(say("Total"), x + 16, bottom + 43, 16, face="bold")
    for seat in seats:
        total = sum(score.best[k][seat] for k in score.species) if score.totals is None else score.totals[seat]
        right = x + SPECIES + COLUMN * (seat + 1)
        sheet.write(str(total), right, bottom + 45, 32, face="serif", anchor="end")
    for at, line in enumerate(legend):
        sheet.write(line, x + 16, bottom + 80 + 20 * at, 12.5, ink=sheet.ink("ink-2"))


def _draw_species(sheet: Sheet, score: Score, kind: Species, x: float, y: float, width: float) -> None:
    """One row: the species, and for each player sum, right and points."""
    sheet.box(x, y, width, 1, sheet.ink("line"))
    sheet.symbol(f"leaf-{kind.code}", x + 14, y + 10, 22, colour=sheet.ink("mark", kind.code))
    sheet.write(fitted(kind.title, "sans", 15, SPECIES - 76), x + 44, y + 26.5, 15)
    code = sheet.ink("ink-2")
    sheet.write(kind.code, x + SPECIES - 4, y + 26, 12, face="bold", ink=code, anchor="end")
    for seat in range(len(score.players)):
        _draw_field(sheet, score, kind, seat, x + SPECIES + COLUMN * (seat + 1), y)


def _draw_field(sheet: Sheet, score: Score, kind: Species, seat: int, right: float, y: float) -> None:
    soft, held, rights = sheet.ink("ink-2"), score.sums[kind][seat], score.rights[kind]
    if held is not None:
        sheet.write(str(held), right - 44, y + 26.5, 13, ink=soft, anchor="end")
    has_right = rights is not None and seat in rights
    if has_right:
        sheet.symbol("i-check", right - 42, y + 14, 15, colour=sheet.ink("won"))
    best = score.best[kind][seat]
    if has_right or rights is None:
        ink = sheet.ink("ink") if best else soft
        sheet.write(str(best) if best else "–", right, y + 28, 20, face="serif", ink=ink, anchor="end")
    elif best:
        wide = sheet.write(str(best), right, y + 27, 16, face="serif", ink=sheet.ink("lost"), anchor="end")
        line = f'd="M{number(right - wide - 3)} {number(y + 22)}H{number(right + 3)}"'
        sheet.add(f'<path {line} stroke="{sheet.ink("strike")}" stroke-width="1.8"/>')
    else:
        sheet.write("–", right, y + 27, 16, ink=sheet.ink("lost"), anchor="end")


def points_told(total: int) -> str:
    """A number of points."""
    return say_many("{count} point", "{count} points", total)
