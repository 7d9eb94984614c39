"""The picture that goes with a link: 1200 x 630, read at a glance."""

from __future__ import annotations

from typing import Final

from arboretum.language import say
from arboretum.pictures.art import Theme
from arboretum.pictures.bed import card_width, centred, draw_bed
from arboretum.pictures.head import draw_brand
from arboretum.pictures.lettering import clean, fitted, width_of, wrapped
from arboretum.pictures.panels import draw_disc
from arboretum.pictures.result import counted_paths
from arboretum.pictures.sheet import Sheet
from arboretum.pictures.telling import score_told
from arboretum.score import Score

WIDTH: Final = 1200
HEIGHT: Final = 630
LEFT: Final = 48
BED: Final = 560
"""Where the bed with the winner's arboretum begins."""
SIZES: Final = (46.0, 38.0, 32.0, 27.0, 23.0)
LEADING: Final = 1.22
GROVE: Final = (("WI", 200), ("MP", 190), ("JA", 235), ("OK", 215), ("CB", 240), ("BS", 265), ("RP", 205))
"""Trees that stand for the game, and how high each is."""


def preview_picture(score: Score, *, theme: Theme = "light") -> str:
    """A scored table as the preview of a link: who won, the totals, the winner's arboretum."""
    sheet = Sheet(theme)
    sheet.box(0, 0, WIDTH, HEIGHT, sheet.ink("panel"))
    sheet.box(BED, 0, WIDTH - BED, HEIGHT, sheet.ink("table-2"))
    shown = _shown(score)
    cards = score.tableaux[shown]
    wide = card_width(cards, WIDTH - BED - 24, HEIGHT - 24, 150)
    grid = centred(cards, BED, 0, WIDTH - BED, HEIGHT, wide)
    draw_bed(sheet, cards, grid, paths=counted_paths(score, shown))
    _brand(sheet)
    room = BED - 2 * LEFT
    lines, size = _sentence(score, room)
    for at, line in enumerate(lines):
        sheet.write(line, LEFT, 122 + size + at * size * LEADING, size, face="serif")
    _totals(sheet, score, room)
    return sheet.document(WIDTH, HEIGHT, score.explain_win(), score_told(score))


def _sentence(score: Score, room: float) -> tuple[list[str], float]:
    """Who won, in lines, as large as there is room for it above the totals."""
    said, high = clean(score.explain_win()), HEIGHT - 44 - 48 * len(score.players) - 130
    for size in SIZES:
        lines = wrapped(said, "serif", size, room, int(high / (size * LEADING)))
        if not lines[-1].endswith("…"):
            break
    return lines, size


def _shown(score: Score) -> int:
    """Whose arboretum stands for the game: the winner's, else the one worth most."""
    if score.winners:
        return score.winners[0]
    seats = range(len(score.players))
    return max(seats, key=lambda seat: sum(score.best[kind][seat] for kind in score.species))


def _totals(sheet: Sheet, score: Score, room: float) -> None:
    """A line for each player, at the foot."""
    lowest = HEIGHT - 44
    for seat, player in enumerate(score.players):
        y = lowest - 48 * (len(score.players) - 1 - seat)
        won = score.winners is not None and seat in score.winners
        with sheet.group(f'transform="translate({LEFT + 16} {y - 9}) scale(1.3)"'):
            draw_disc(sheet, seat, 0, 0, strong=won)
        best = sum(score.best[kind][seat] for kind in score.species)
        total = best if score.totals is None else score.totals[seat]
        wide = sheet.write(str(total), LEFT + room, y, 30, face="serif", anchor="end")
        name = fitted(clean(player), "sans", 26, room - wide - 66)
        sheet.write(name, LEFT + 46, y, 26)


def _brand(sheet: Sheet) -> None:
    wide = width_of(say("Arboretum"), "serif", 30)
    draw_brand(sheet, LEFT + wide + 40, 48, 30)


def general_preview(*, theme: Theme = "light") -> str:
    """The preview of every other link: the game, and nothing of any table."""
    sheet = Sheet(theme)
    sheet.box(0, 0, WIDTH, HEIGHT, sheet.ink("sky"))
    sheet.add(f'<circle cx="930" cy="250" r="150" fill="{sheet.ink("orb")}"/>')
    far = "M0 420C260 360 420 430 640 400S1010 350 1200 410V630H0Z"
    sheet.add(f'<path d="{far}" fill="{sheet.ink("hill-mid")}"/>')
    for at, (code, height) in enumerate(GROVE):
        x = 96 + at * 168
        foot = 545 - 8 * (at % 2)
        ground = sheet.ink("hill-mid")
        sheet.symbol(f"tree-{code}", x - height / 2, foot - height * 116 / 120, height, ground=ground)
    near = "M0 540C180 515 330 545 520 532S900 515 1200 545V630H0Z"
    sheet.add(f'<path d="{near}" fill="{sheet.ink("hill-near")}"/>')
    sheet.write(say("Arboretum"), LEFT + 76, 150, 92, face="serif")
    sheet.symbol("logo", LEFT - 12, 72, 84, colour=sheet.ink("action"))
    told = say("A card game of trees and paths, in your browser")
    sheet.write(fitted(told, "sans", 30, WIDTH - 2 * LEFT), LEFT, 212, 30)
    return sheet.document(WIDTH, HEIGHT, say("Arboretum"), told)
