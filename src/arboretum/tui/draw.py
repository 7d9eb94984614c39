"""A view as lines of text: arboretums, piles, hands, paths. No screen control, and no card that the view lacks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from arboretum.actions import SEAT_LETTERS, Place
from arboretum.cards import Card
from arboretum.cells import Cell
from arboretum.language import say, say_many
from arboretum.table import Table
from arboretum.tableau import Tableau
from arboretum.tui.ink import HERE, PLAIN, Ink, around, clipped, joined, padded, width, wrapped
from arboretum.view import View

CELL: Final = 4
"""Columns of a drawn cell: a card's three letters, and a mark or a blank."""

MARGIN: Final = 4
"""Columns left of a drawn arboretum, for the y of each row."""

GAP: Final = 2
"""Columns between what is drawn side by side."""

NEW: Final = "*"
"""The mark of a card that was placed in the latest turn, or that is being placed."""

WORDS: Final = 25
"""Columns that the words under a small arboretum may take."""

NARROW: Final = 60
"""Below this many columns everything is drawn one under the other."""


def board(
    tableau: Tableau,
    *,
    ink: Ink = PLAIN,
    columns: int = 80,
    numbers: Mapping[Cell, int] | None = None,
    new: Collection[Cell] = (),
) -> list[str]:
    """
    An arboretum with the x of its columns above and the y of its rows to the left.

    numbers: what to write on open cells; new: cells whose card gets a mark. What is wider than `columns` is
    drawn in bands, the western one first.
    """
    numbered = numbers or {}
    cells = [*tableau, *numbered]
    if not cells:
        return ["  " + say("(no card yet)")]
    xs, ys = [cell.x for cell in cells], [cell.y for cell in cells]
    rows = range(max(ys), min(ys) - 1, -1)
    step = max((columns - MARGIN) // CELL, 3)
    lines: list[str] = []
    for west in range(min(xs), max(xs) + 1, step):
        band = range(west, min(west + step, max(xs) + 1))
        lines.append(" " * MARGIN + ink.faint("".join(f"{x:^3} " for x in band).rstrip()))
        for y in rows:
            drawn = "".join(_cell(Cell(x, y), tableau, ink, numbered, new) for x in band)
            lines.append((ink.faint(f"{y:>{MARGIN - 1}}") + " " + drawn).rstrip())
    return lines


def _cell(cell: Cell, tableau: Tableau, ink: Ink, numbers: Mapping[Cell, int], new: Collection[Cell]) -> str:
    """A cell in `CELL` columns: a card, the number of an open cell, or nothing."""
    card = tableau.get(cell)
    if card is not None:
        mark = NEW if cell in new else " "
        return (ink.strong(ink.card(card)) if cell in new else ink.card(card)) + mark
    return padded(ink.faint(f"[{numbers[cell]}]"), CELL) if cell in numbers else " " * CELL


def cell_numbers(cells: Sequence[Cell]) -> dict[Cell, int]:
    """Open cells numbered as one reads them: the northern row first, each from the west."""
    order = sorted(cells, key=lambda cell: (-cell.y, cell.x))
    return {cell: number for number, cell in enumerate(order, start=1)}


def hand_line(hand: Sequence[Card], ink: Ink = PLAIN) -> str:
    """Cards in a row, a wider gap between species."""
    text = ""
    for before, card in zip([None, *hand], hand, strict=False):
        text += ("" if before is None else " " if before.species is card.species else "  ") + ink.card(card)
    return text or say("none")


def points_words(tableau: Tableau, ink: Ink = PLAIN) -> list[str]:
    """What the best path of each species is worth, the dearest first: `OK 9,`, `MP 3`."""
    worth = sorted(tableau.paths.values(), key=lambda path: (-path.points, path.species))
    words = [ink.card(path.cards[0], f"{path.species.code} {path.points}") for path in worth]
    return [word + "," for word in words[:-1]] + words[-1:]


def seat_name(table: Table, seat: int, me: int) -> str:
    """A player as a heading: letter, name, and whether it is oneself."""
    name = f"{SEAT_LETTERS[seat]} {table.players[seat]}"
    return say("{player} (you)", player=name) if seat == me else name


def player(
    view: View,
    seat: int,
    *,
    ink: Ink = PLAIN,
    columns: int = 80,
    draft: Place | None = None,
    facts_above: bool = False,
) -> list[str]:
    """
    All that lies open of one player: arboretum, worth of its paths, discard pile, what is known of its hand.

    draft: a placing of one's own that is not sent yet, drawn as if it was. facts_above: write them beside the
    name, as wide as the screen, and not below.
    """
    mine = seat == view.me and not view.is_over
    tableau = view.tableaux[seat]
    new = {latest} if (latest := _latest(tableau)) is not None else set()
    numbers = cell_numbers(view.my_open_cells) if mine else {}
    if mine and draft is not None:
        tableau, new = tableau.placing(draft.card, draft.cell), {draft.cell}
    drawn = board(tableau, ink=ink, columns=columns, numbers=numbers, new=new)
    facts = _facts(view, seat, tableau, ink)
    name = seat_name(view, seat, view.me)
    if facts_above:
        return [*joined([ink.strong(name), *(" ".join(fact) for fact in facts)], columns, "  ", "  "), *drawn]
    room = min(columns, max(_breadth(drawn), WORDS))
    below = [line for fact in facts for line in joined([" " + fact[0], *fact[1:]], room, "   ")]
    return [ink.strong(clipped(name, room)), *drawn, *below]


def _facts(view: View, seat: int, tableau: Tableau, ink: Ink) -> list[list[str]]:
    """What is to be said of a player, each as a label and parts."""
    worth = points_words(tableau, ink) or [say("none")]
    facts = [[say("paths:"), *worth], [say("discards:"), pile_words(view, seat, ink)]]
    if seat != view.me:
        facts.append([say("hand:"), *hand_words(view, seat, ink)])
    return facts


def _latest(tableau: Tableau) -> Cell | None:
    """The cell of the card that was placed last."""
    return list(tableau)[-1] if tableau else None


def pile_words(view: View, seat: int, ink: Ink = PLAIN) -> str:
    """A discard pile in a few words: its top card, and how many lie there."""
    pile = view.discards[seat]
    if pile.top is None:
        return say("none")
    return say_many("{top} ({count} card)", "{top} ({count} cards)", len(pile), top=ink.card(pile.top))


def left_in_pile(view: Table) -> str:
    """How many cards can still be drawn from the draw pile."""
    return say_many("{count} card in the draw pile.", "{count} cards in the draw pile.", view.pile_size)


def hand_words(view: View, seat: int, ink: Ink = PLAIN) -> list[str]:
    """How many cards a rival holds, and which of them everybody saw it take (clause T6)."""
    if view.is_over:
        return hand_line(view.hands_known[seat], ink).split(" ")
    known = [ink.card(card) for card in view.shown[seat]]
    size = view.hand_sizes[seat]
    if not known:
        return [say_many("{count} card", "{count} cards", size)]
    return around(say("{count} with {cards}", count=size, cards=HERE), known)


def side_by_side(blocks: Sequence[Sequence[str]], columns: int) -> list[str]:
    """Blocks of lines beside each other as long as they fit, the others below."""
    lines: list[str] = []
    shelf: list[Sequence[str]] = []
    for block in blocks:
        if shelf and sum(_breadth(b) + GAP for b in shelf) + _breadth(block) > columns:
            lines += [*_merged(shelf), ""]
            shelf = []
        shelf.append(block)
    return lines + _merged(shelf)


def _breadth(block: Sequence[str]) -> int:
    return max(map(width, block), default=0)


def _merged(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Blocks of lines as one, each block as broad as its longest line."""
    height = max(map(len, blocks), default=0)
    full = [[padded(line, _breadth(block)) for line in block] for block in blocks]
    rows = [
        (" " * GAP).join(
            lines[row] if row < len(lines) else " " * _breadth(block)
            for lines, block in zip(full, blocks, strict=True)
        )
        for row in range(height)
    ]
    return [row.rstrip() for row in rows]


def table(
    view: View, *, ink: Ink = PLAIN, columns: int = 80, stacked: bool = False, draft: Place | None = None
) -> list[str]:
    """
    All that lies open on the table: the others in the order of play, then one's own arboretum.

    stacked: one player under the other, as a screen reader wants it and as a narrow screen gets it anyway.
    """
    first = 0 if view.me < 0 else view.me + 1
    order = [(first + i) % view.seats for i in range(view.seats)]
    narrow = stacked or columns < NARROW
    above = view.seats > 2 and not narrow  # one's own arboretum stands alone then, with room to its right
    blocks = [
        player(view, seat, ink=ink, columns=columns, draft=draft, facts_above=above and seat == view.me)
        for seat in order
    ]
    if narrow:
        return [line for block in blocks for line in block]
    return side_by_side(blocks, columns)


def heading(view: View) -> str:
    """The turn, who is to act, and what is left in the draw pile."""
    if view.is_over:
        return say_many("The game is over after {count} turn.", "The game is over after {count} turns.", view.turn)
    name = view.players[view.seat]
    whose = say("{name}, it is your turn.", name=name) if view.is_my_turn else say("{name} is to act.", name=name)
    return " ".join([say("Turn {turn}.", turn=view.turn), whose, left_in_pile(view)])


def hand_lines(view: View, ink: Ink = PLAIN, columns: int = 80) -> list[str]:
    """One's own hand; nothing for a spectator."""
    row = hand_line(view.hand, ink).split(" ")
    return joined([say("Your hand:"), *row], columns, "  ") if view.me >= 0 else []


def view_lines(
    view: View, *, ink: Ink = PLAIN, columns: int = 80, stacked: bool = False, draft: Place | None = None
) -> list[str]:
    """A whole view: heading, table, hand, in as many columns."""
    drawn = table(view, ink=ink, columns=columns, stacked=stacked, draft=draft)
    return [*wrapped(heading(view), columns), "", *drawn, "", *hand_lines(view, ink, columns)]


def listed(view: View, seat: int) -> list[str]:
    """An arboretum in words, a row a line from the north, for whoever does not see the drawing."""
    tableau = view.tableaux[seat]
    lines = []
    for y in sorted({cell.y for cell in tableau}, reverse=True):
        row = sorted((cell, card) for cell, card in tableau.items() if cell.y == y)
        cards = ", ".join(say("{card} at x {x}", card=card, x=cell.x) for cell, card in row)
        lines.append(say("Row y {y}: {cards}.", y=y, cards=cards))
    if seat == view.me and not view.is_over:
        numbers = cell_numbers(view.my_open_cells)
        cells = "; ".join(say("cell {number} at {cell}", number=n, cell=cell) for cell, n in numbers.items())
        lines.append(say("Open: {cells}.", cells=cells))
    return lines or [say("No card is placed yet.")]
