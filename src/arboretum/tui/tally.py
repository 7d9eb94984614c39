"""
A score as lines of text: species by species, then all in a table, then who won.

Everything is said in letters; what `Ink` adds is only weight and colour. The text is ASCII but for names.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from arboretum.cards import Card, Species
from arboretum.cells import Cell
from arboretum.language import all_of, say, say_many
from arboretum.score import Score
from arboretum.tableau import Path, Tableau
from arboretum.tui.ink import PLAIN, Ink, clipped, joined, padded, width

INDENT = "  "
DRAWN_AT = "     "
"""Blanks before a drawing, whose rows have one of their own for a bracket."""
NAME_COLUMNS = 24
"""The most that a name takes in sentences."""
TITLES, CODES, NARROW_CELL = 16, 8, 6
"""Columns of the table: for names of species, or for their codes where that is too wide, and for a player."""
LONGEST_NAME = 200
"""Letters of a name that are looked at; no line has room for more."""


def score_lines(score: Score, columns: int = 80, *, ink: Ink = PLAIN, ascii_only: bool = False) -> list[str]:
    """
    The whole score, explained: hand sums, rights, paths drawn in their arboretums, points, totals, winner.

    columns: letters a line may have, 40 or more. ascii_only: whether names must do without other letters.
    Where hands are not known it tells what can be told without them.
    """
    score = dataclasses.replace(score, players=shown_names(score.players, ascii_only=ascii_only))
    lines = _hands_missing(score, columns)
    for species in score.species:
        lines += [*_species_lines(score, species, columns, ink), ""]
    lines += _table(score, columns, ink)
    ending = _ending(score, columns)
    return [*lines, "", *ending] if ending else lines


def parts_lines(
    names: Sequence[str],
    boards: Sequence[Sequence[Tableau]],
    columns: int = 80,
    *,
    ink: Ink = PLAIN,
    ascii_only: bool = False,
) -> list[str]:
    """Boards of connected parts, each scored by itself: the best path of every species, drawn."""
    lines: list[str] = []
    for name, parts in zip(shown_names(names, ascii_only=ascii_only), boards, strict=True):
        for number, part in enumerate(parts, 1):
            whose = name
            if len(parts) > 1:
                whose = say("{name}, part {part} of {parts}", name=name, part=number, parts=len(parts))
            lines.append(
                ink.strong(say_many("{player}: {count} card", "{player}: {count} cards", len(part), player=whose))
            )
            for path in part.paths.values():
                what = {"species": path.species.title, "path": path, "points": path.points, "why": path.why}
                lines += _sentence(say("{species}: {path} is worth {points} ({why}).", **what), columns)
                lines += [DRAWN_AT + row for row in drawing(part, path, columns - len(DRAWN_AT), ink=ink)]
            without = sorted({card.species for card in part.values()} - part.paths.keys())
            if without:
                names = all_of(kind.title for kind in without)
                lines += _sentence(say("No path of {species}.", species=names), columns)
            lines.append("")
        if not parts:
            lines += [ink.strong(say("{name}: no cards", name=name)), ""]
    return lines[:-1]


# Names. ---------------------------------------------------------------------------------------------------


def shown_names(names: Sequence[str], *, columns: int = NAME_COLUMNS, ascii_only: bool = False) -> tuple[str, ...]:
    """Names that are safe to print, not too long, and different: those that look alike are numbered."""
    shown = [clipped(harmless(name[:LONGEST_NAME], ascii_only=ascii_only).strip(), columns) for name in names]
    return tuple(
        f"{clipped(name, columns - 4)} ({seat + 1})"
        if shown.count(name) > 1
        else name or say("player {number}", number=seat + 1)
        for seat, name in enumerate(shown)
    )


def harmless(text: str, *, ascii_only: bool = False) -> str:
    """A text in which every sign that does something instead of showing something is spelled out."""
    spelled = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)
    return spelled.encode("ascii", "backslashreplace").decode() if ascii_only else spelled


# One species. ---------------------------------------------------------------------------------------------


def _species_lines(score: Score, species: Species, columns: int, ink: Ink) -> list[str]:
    lines = [ink.strong(f"{species.title} ({species.code})")]
    rights = score.rights[species]
    if any(hand and hand.of(species) for hand in score.hands):
        lines += _sentence(_held(score, species), columns)
    if rights is not None:
        lines += _sentence(_right(score, species), columns)
    nothing = []
    for seat, player in enumerate(score.players):
        path = score.paths[species][seat]
        if path is None and (rights is None or seat not in rights):
            nothing.append(player)
            continue
        lines += _sentence(f"{player}: {score.explain_points(species, seat)}", columns)
        rows = drawing(score.tableaux[seat], path, columns - len(DRAWN_AT), ink=ink) if path else []
        lines += [DRAWN_AT + row for row in rows]
    if nothing:
        names = all_of(nothing)
        without = say("{names}: no right, and no path.", names=names)
        lines += _sentence(say("{names}: no path.", names=names) if rights is None else without, columns)
    return lines


def _held(score: Score, species: Species) -> str:
    """Every player's cards of a species in hand, and their sum (clauses R1, R2)."""
    parts = []
    for seat, (player, hand) in enumerate(zip(score.players, score.hands, strict=True)):
        total = score.sums[species][seat]
        if hand is None:
            parts.append(say("{name} not known", name=player))
            continue
        cards = hand.of(species)
        shown = " + ".join(str(card) for card in cards)
        parts.append(f"{player} {shown} = {total}" if cards else say("{name} none", name=player))
        if score.cancelled[species] == seat:
            one = _holder_of_one(score, species)
            parts[-1] = say("{sum} (the 8 counts 0: {name} holds the 1)", sum=parts[-1], name=one)
    return say("In hand: {hands}.", hands=", ".join(parts))


def _holder_of_one(score: Score, species: Species) -> str:
    one = Card.of(species, 1)
    return next(player for player, hand in zip(score.players, score.hands, strict=True) if one in (hand or ()))


def _right(score: Score, species: Species) -> str:
    """Who has the right to a species and why (clauses R3, R4)."""
    rights = score.rights[species] or ()
    if not any(hand and hand.of(species) for hand in score.hands):
        if score.options.unheld == "everyone":
            return say("Nobody holds any, so everybody has the right to score it.")
        return say("Nobody holds any, so nobody has the right to score it.")
    names = all_of(score.players[seat] for seat in rights)
    if len(rights) == 1:
        return say("{name} has the right to score it, with the highest sum.", name=names)
    return say("{names} tie for the highest sum and have the right to score it.", names=names)


# Drawings. ------------------------------------------------------------------------------------------------


def drawing(tableau: Tableau, path: Path | None = None, columns: int = 80, *, ink: Ink = PLAIN) -> list[str]:
    """
    An arboretum, a row a line, the cards of a path in brackets; a path rises, so its values tell the way.

    Of an arboretum wider than the columns, the part around the path is drawn, and a line says so.
    """
    if not tableau:
        return []
    on_path = set(path.cells if path else ())
    least, most = min(cell.x for cell in tableau), max(cell.x for cell in tableau)
    gap = 2 if 5 * (most - least + 1) < columns else 1
    west, east = _window(least, most, on_path, max((columns - 1) // (3 + gap), 8))
    rows = range(max(cell.y for cell in tableau), min(cell.y for cell in tableau) - 1, -1)
    lines = [_drawn_row(tableau, on_path, y, range(west, east + 1), gap, ink) for y in rows]
    if (west, east) != (least, most):
        cut = {"west": west - least, "east": most - east}
        lines.append(" " + say("({west} columns to the west and {east} to the east are not drawn)", **cut))
    return lines


def _drawn_row(tableau: Tableau, on_path: set[Cell], y: int, xs: range, gap: int, ink: Ink) -> str:
    """A row of cells, with brackets around the runs of cards that belong to the path."""
    row = ""
    for x in xs:
        cell = Cell(x, y)
        begins = cell in on_path and (x == xs[0] or Cell(x - 1, y) not in on_path)
        ends = cell in on_path and (x == xs[-1] or Cell(x + 1, y) not in on_path)
        if gap == 2 or x == xs[0] or not row.endswith(("]", ink.strong("]"))):
            row += ink.strong("[") if begins else " "
        row += ink.card(tableau[cell]) if cell in tableau else " . "
        if gap == 2 or ends:
            row += ink.strong("]") if ends else " "
    return row.rstrip()


def _window(least: int, most: int, on_path: set[Cell], room: int) -> tuple[int, int]:
    """The first and last column to draw."""
    if most - least < room:
        return least, most
    middle = (min((c.x for c in on_path), default=least) + max((c.x for c in on_path), default=most)) // 2
    west = min(max(least, middle - room // 2), most - room + 1)
    return west, west + room - 1


# The whole. -----------------------------------------------------------------------------------------------


def _hands_missing(score: Score, columns: int) -> list[str]:
    """What cannot be told because hands are not known."""
    missing = [player for player, hand in zip(score.players, score.hands, strict=True) if hand is None]
    if not missing:
        return []
    if len(missing) == len(score.players):
        note = say("No hand is noted, so this tells what the paths are worth, and not who may score them.")
    else:
        names = all_of(missing)
        note = say("The hand of {names} is not noted, so rights, totals and winner cannot be told.", names=names)
    return [*_sentence(note, columns, indent=""), ""]


def _table(score: Score, columns: int, ink: Ink) -> list[str]:
    """Points by species and player; a path that does not score in parentheses."""
    seats = len(score.players)
    wide = columns >= TITLES + seats * (NARROW_CELL + 2)
    kinds, cards = _last_rows(wide)
    first = max(TITLES if wide else CODES, *(width(title) + 1 for title in (kinds, cards, say("Total"))))
    names = shown_names(score.players, columns=max((columns - first) // seats - 2, NARROW_CELL))
    widths = [max(width(name), NARROW_CELL) + 2 for name in names]

    def row(title: str, cells: Sequence[str]) -> str:
        return padded(title, first) + "".join(" " * (w - width(c)) + c for w, c in zip(widths, cells, strict=True))

    lines = [ink.strong(row("", names))]
    for kind in score.species:
        title = kind.title if wide else kind.code
        lines.append(row(title, [_table_cell(score, kind, seat) for seat in range(seats)]))
    if score.totals is not None:
        lines.append(ink.strong(row(say("Total"), [str(total) for total in score.totals])))
    lines.append(row(kinds, [str(number) for number in score.species_placed]))
    if score.options.tiebreak == "cards":
        lines.append(row(cards, [str(number) for number in score.cards_placed]))
    if any("(" in line for line in lines[1:]) and score.totals is not None:
        note = say("In parentheses: what a path would be worth with the right.")
        lines += _sentence(note, columns, indent="")
    return lines


def _last_rows(wide: bool) -> tuple[str, str]:
    """The titles of what breaks ties: species and cards placed."""
    return (say("Species placed"), say("Cards placed")) if wide else (say("Species"), say("Cards"))


def _table_cell(score: Score, species: Species, seat: int) -> str:
    best = score.best[species][seat]
    points = score.points[species]
    if points is None:
        return str(best) if best else "-"
    scored = points[seat]
    if scored is None:
        return f"({best})" if best else "-"
    return str(scored)


def _ending(score: Score, columns: int) -> list[str]:
    """Who won and what decided; of one player the total."""
    if score.totals is None:
        return []
    if len(score.players) == 1:
        name, total = score.players[0], score.totals[0]
        has = say_many("{name} has {count} point.", "{name} has {count} points.", total, name=name)
        return _sentence(has, columns, indent="")
    return _sentence(score.explain_win(), columns, indent="")


def _sentence(text: str, columns: int, indent: str = INDENT) -> list[str]:
    """A sentence in lines, the later ones indented further."""
    return joined([indent + text.split(" ")[0], *text.split(" ")[1:]], columns, indent + "  ")
